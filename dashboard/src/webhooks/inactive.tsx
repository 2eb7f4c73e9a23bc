import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { ConnectionTest } from './connection-test.tsx'
import { missedSince, OF_ENDPOINT } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'
import { ReplayOffer } from './replay-offer.tsx'

const LOOKED_BACK_DAYS = 7
const HOUR_MS = 3_600_000

/** Whole hours, so that the same question is not asked again with each tick. */
const lookedBackTo = () => new Date((Math.floor(Date.now() / HOUR_MS) - 24 * LOOKED_BACK_DAYS) * HOUR_MS).toISOString()
const laterOf = (one: string | null, other: string) => (one !== null && one > other ? one : other)

function Cause({ endpoint }: { endpoint: WebhookEndpoint }) {
  if (endpoint.status === 'paused')
    return (
      <>
        <strong>Paused</strong> <Time at={endpoint.inactive_since} />. Events are stored, but not POSTed.
      </>
    )
  return (
    <>
      <strong>Disabled</strong> <Time at={endpoint.disabled_at} />: {endpoint.consecutive_failures} consecutive events
      have failed. Notifications are still sent. Their events are stored, but not POSTed.
    </>
  )
}

/**
 * Shows why no events are sent, and the button to resume. Afterwards it offers the replay of the missed events. Nothing
 * while the endpoint is active.
 */
export function Inactive({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [since, setSince] = useState<string | null>(null)
  const whyNot = useWhyNot('change')
  const reactivate = useChange('POST /api/v1/webhook_endpoints/{id}/reactivate', { changes: OF_ENDPOINT })
  const resume = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  const path = { id: endpoint.id }
  const dismissal = useChange('POST /api/v1/webhook_endpoints/{id}/dismiss_missing', { changes: OF_ENDPOINT })
  if (endpoint.status === 'active') {
    const close = () => setSince(null)
    // All members see the same: an event is told until it is replayed, or a member dismisses it.
    const dismiss = () => dismissal.mutate({ path }, { onSuccess: close })
    const from = since ?? laterOf(endpoint.missing_dismissed_at, lookedBackTo())
    return (
      <>
        <ReplayOffer
          isQuiet={since === null}
          endpoint={endpoint}
          since={from}
          busy={dismissal.isPending}
          onClose={close}
          onDismiss={dismiss}
        />
        <ErrorNotice error={dismissal.error} />
      </>
    )
  }

  // The answer no longer has the time since when the endpoint was inactive.
  const missed = missedSince(endpoint)
  const onSuccess = () => {
    setSince(missed)
    showToast('The endpoint is active: new events are sent')
  }
  const isDisabled = endpoint.status === 'disabled'
  const busy = reactivate.isPending || resume.isPending
  const activate = () => {
    if (isDisabled) reactivate.mutate({ path }, { onSuccess })
    else resume.mutate({ path, body: { webhook_endpoint: { active: true } } }, { onSuccess })
  }
  return (
    <Notice tone={isDisabled ? 'bad' : 'warn'}>
      <p>
        <Cause endpoint={endpoint} /> Missed events are sent only if you replay them.
      </p>
      <ConnectionTest endpoint={endpoint} action={isDisabled ? 'reactivate' : 'resume'} busy={busy} onPassed={activate}>
        <Button whyNot={whyNot} busy={busy} onClick={activate}>
          {isDisabled ? 'Reactivate' : 'Resume'}
        </Button>
        {isDisabled && <ButtonLink to="/webhooks/events?state=failed">Failed events</ButtonLink>}
      </ConnectionTest>
      <ErrorNotice error={reactivate.error ?? resume.error} />
    </Notice>
  )
}
