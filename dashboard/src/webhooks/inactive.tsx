import { useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { ConnectionTest, TestResult } from './connection-test.tsx'
import type { Tested } from './connection-test.tsx'
import { eventsText, OF_ENDPOINT, useStats } from './endpoint.ts'
import type { WebhookEndpoint, Window } from './endpoint.ts'
import { ReplayOffer } from './replay-offer.tsx'

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

/** The test after which the endpoint was activated. */
function Passed({ test, endpoint }: { test: Tested | null; endpoint: WebhookEndpoint }) {
  if (test === null) return null
  return (
    <Notice tone="good">
      <TestResult test={test} endpoint={endpoint} follows="The endpoint is active again." />
    </Notice>
  )
}

/**
 * Shows why no events are sent, and the button to resume. Of an active endpoint, it has the test after which it was activated,
 * until the next action, and offers the replay of the missed events.
 */
export function Inactive({ endpoint, window }: { endpoint: WebhookEndpoint; window: Window | null }) {
  const [wasActivated, setWasActivated] = useState(false)
  const [passed, setPassed] = useState<Tested | null>(null)
  const [wasActive, setWasActive] = useState(endpoint.status === 'active')
  const isActive = endpoint.status === 'active'
  if (wasActive !== isActive) {
    setWasActive(isActive)
    // It was deactivated again: what was done before is over.
    if (wasActive) {
      setWasActivated(false)
      setPassed(null)
    }
  }
  const missed = useStats(endpoint.id, window).data?.stats.missing.events ?? 0
  const whyNot = useWhyNot('change')
  const reactivate = useChange('POST /api/v1/webhook_endpoints/{id}/reactivate', { changes: OF_ENDPOINT })
  const resume = useChange('PATCH /api/v1/webhook_endpoints/{id}', { changes: OF_ENDPOINT })
  const path = { id: endpoint.id }
  if (isActive)
    return (
      <>
        <Passed test={passed} endpoint={endpoint} />
        <ReplayOffer
          endpoint={endpoint}
          window={window}
          isAsked={wasActivated}
          onReplay={() => setPassed(null)}
          onClose={() => {
            setWasActivated(false)
            setPassed(null)
          }}
        />
      </>
    )

  const onSuccess = () => {
    setWasActivated(true)
    showToast('The endpoint is active: new events are sent')
  }
  const isDisabled = endpoint.status === 'disabled'
  const busy = reactivate.isPending || resume.isPending
  const activate = (test: Tested | null) => {
    setPassed(test)
    if (isDisabled) reactivate.mutate({ path }, { onSuccess })
    else resume.mutate({ path, body: { webhook_endpoint: { active: true } } }, { onSuccess })
  }
  return (
    <Notice tone={isDisabled ? 'bad' : 'warn'}>
      <p>
        <Cause endpoint={endpoint} /> Pending events are sent as soon as it is active. Missed events are sent only if
        you replay them{missed > 0 && `: ${eventsText(missed)} so far`}.
      </p>
      <ConnectionTest endpoint={endpoint} action={isDisabled ? 'reactivate' : 'resume'} busy={busy} onPassed={activate}>
        <Button whyNot={whyNot} busy={busy} onClick={() => activate(null)}>
          {isDisabled ? 'Reactivate' : 'Resume'}
        </Button>
        {isDisabled && <ButtonLink to="/webhooks/events?state=failed">Failed events</ButtonLink>}
      </ConnectionTest>
      <ErrorNotice error={reactivate.error ?? resume.error} />
    </Notice>
  )
}
