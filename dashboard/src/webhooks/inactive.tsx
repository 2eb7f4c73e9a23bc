import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { stored } from '../ui/stored.ts'
import { showToast } from '../ui/toast.tsx'
import { missedSince, OF_ENDPOINT } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'
import { ReplayOffer } from './replay-offer.tsx'

/** Until when the member of this browser has dismissed missing events. */
const missingDismissed = stored('missing-events', '', (value) => (typeof value === 'string' ? value : ''))
const LOOKED_BACK_DAYS = 7
const HOUR_MS = 3_600_000

/** Whole hours, so that the same question is not asked again with each tick. */
const lookedBackTo = () => new Date((Math.floor(Date.now() / HOUR_MS) - 24 * LOOKED_BACK_DAYS) * HOUR_MS).toISOString()
const laterOf = (one: string, other: string) => (one > other ? one : other)

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
  const dismissed = missingDismissed.use()
  if (endpoint.status === 'active') {
    const dismiss = () => {
      setSince(null)
      missingDismissed.set(new Date().toISOString())
    }
    if (since !== null) return <ReplayOffer endpoint={endpoint} since={since} onClose={dismiss} />
    // After a reload, the events are missing still.
    return <ReplayOffer isQuiet endpoint={endpoint} since={laterOf(dismissed, lookedBackTo())} onClose={dismiss} />
  }

  // The answer no longer has the time since when the endpoint was inactive.
  const missed = missedSince(endpoint)
  const onSuccess = () => {
    setSince(missed)
    showToast('The endpoint is active: new events are sent')
  }
  const isDisabled = endpoint.status === 'disabled'
  return (
    <Notice tone={isDisabled ? 'bad' : 'warn'}>
      <p>
        <Cause endpoint={endpoint} /> Missed events are sent only if you replay them.
      </p>
      <div className="row">
        <Button
          icon="play"
          whyNot={whyNot}
          busy={reactivate.isPending || resume.isPending}
          onClick={() => {
            if (isDisabled) reactivate.mutate({ path }, { onSuccess })
            else resume.mutate({ path, body: { webhook_endpoint: { active: true } } }, { onSuccess })
          }}
        >
          {isDisabled ? 'Reactivate' : 'Resume'}
        </Button>
        {isDisabled && <ButtonLink to="/webhooks/events?state=failed">Failed events</ButtonLink>}
      </div>
      <ErrorNotice error={reactivate.error ?? resume.error} />
    </Notice>
  )
}
