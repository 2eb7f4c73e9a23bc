import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRead } from '../api/queries.ts'
import { useSession, useWhyNot } from '../api/session.tsx'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { useLive } from '../live/live.ts'
import { SendDialog } from '../messages/send-dialog.tsx'
import { Link } from '../router.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Card } from '../ui/page.tsx'
import { stored } from '../ui/stored.ts'
import { WebhookUrl } from '../webhooks/register.tsx'
import { SecretDialog } from '../webhooks/secret-dialog.tsx'
import { TestEvent } from '../webhooks/test-event.tsx'
import { testResponseOf } from '../webhooks/test-receiver.ts'
import { UseTestReceiver } from '../webhooks/use-test-receiver.tsx'
import type { NewSecret, WebhookEndpoint } from '../webhooks/endpoint.ts'
import './first-steps.css'
import { useSteps } from './steps.ts'
import type { Steps } from './steps.ts'

const LIVE = ['GET /api/v1/messages/{id}'] as const
/** The service makes this recipient with the account. Every message to it becomes delivered, and nothing is sent. */
const TEST_RECIPIENT = { externalId: 'test-recipient', email: 'delivered@tidings.test' }

/** The accounts in which the member has hidden the steps, in this browser. */
const hidden = stored<readonly number[]>('first steps hidden', [], (value) => {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []
})

function Step({ title, isDone, children }: { title: string; isDone: boolean; children: ReactNode }) {
  return (
    <li className={isDone ? 'done' : ''}>
      <span className="mark">{isDone && <Icon name="check" />}</span>
      <div className="stack tight">
        <h3>
          {title}
          <span className="unseen">{isDone ? ' (done)' : ' (to do)'}</span>
        </h3>
        {children}
      </div>
    </li>
  )
}

/** The live status of the sent message. */
function Outcome({ messageId }: { messageId: number }) {
  const { data } = useRead('GET /api/v1/messages/{id}', { path: { id: messageId } })
  return (
    <p role="status" className="row outcome">
      {data?.message.deliveries.map(({ id, status, notification_channel: channel }) => (
        <span key={id} className="row">
          <Link to={`/deliveries/${id}`}>{`Delivery #${id} on ${channel.name}`}</Link>
          <DeliveryStatus status={status} />
        </span>
      ))}
      {data?.message.deliveries.length === 0 && 'The template has no active channel: nothing was delivered.'}
    </p>
  )
}

function SendStep({ isDone }: { isDone: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [sentId, setSentId] = useState<number | null>(null)
  const whyNot = useWhyNot('change')
  return (
    <Step title="Send a test message" isDone={isDone}>
      {sentId !== null && <Outcome messageId={sentId} />}
      {isDone && sentId === null && <p className="muted">The account has sent a message.</p>}
      {!isDone && sentId === null && (
        <>
          <p className="muted">The sandbox sends nothing, but shows every state of a real message.</p>
          <div className="row">
            <Button tone="primary" icon="message" whyNot={whyNot} onClick={() => setOpen(true)}>
              Send a test message
            </Button>
          </div>
        </>
      )}
      {isOpen && (
        <SendDialog
          start={TEST_RECIPIENT}
          onClose={() => setOpen(false)}
          onSent={({ id }) => {
            setSentId(id)
            setOpen(false)
          }}
        />
      )}
    </Step>
  )
}

function WebhookSteps({
  endpoint,
  hasSeenEvent,
  onSecret,
}: {
  endpoint: WebhookEndpoint | null
  hasSeenEvent: boolean
  onSecret: (secret: NewSecret) => void
}) {
  return (
    <>
      <Step title="Register your webhook" isDone={endpoint !== null}>
        {endpoint === null ? (
          <>
            <WebhookUrl endpoint={null} onSecret={onSecret} />
            <div className="row">
              <span className="muted small">No server yet?</span>
              <UseTestReceiver onSecret={onSecret} />
              <Link to="/webhooks">Get the events on your own machine</Link>
            </div>
          </>
        ) : (
          <p className="muted">
            Events go to <code>{endpoint.url}</code>
            {testResponseOf(endpoint) !== null && (
              <>
                . <Link to="/webhooks">See the requests arrive</Link>
              </>
            )}
          </p>
        )}
      </Step>
      <Step title="Receive the first event" isDone={hasSeenEvent}>
        <p className="muted">
          {hasSeenEvent
            ? 'An event was confirmed with 2xx.'
            : endpoint === null
              ? 'First register your webhook.'
              : 'A test event is signed with your secret and sent like every other event.'}
        </p>
        {endpoint !== null && (
          <div className="row">
            <TestEvent endpoint={endpoint} />
          </div>
        )}
      </Step>
    </>
  )
}

function StepsCard({ steps, onHide }: { steps: Steps; onHide: () => void }) {
  const [secret, setSecret] = useState<NewSecret | null>(null)
  return (
    <Card
      title="First steps"
      actions={
        <Button tone="quiet" icon="close" onClick={onHide}>
          Hide
        </Button>
      }
    >
      <ol className="first-steps">
        <SendStep isDone={steps.hasMessage} />
        <Step title="Connect a provider" isDone={steps.hasProvider}>
          {steps.hasProvider ? (
            <p className="muted">A channel uses a real provider.</p>
          ) : (
            <>
              <p className="muted">Add a channel with the settings of a provider: email, push or text messages.</p>
              <div className="row">
                <ButtonLink to="/channels/new" icon="channel">
                  Connect a provider
                </ButtonLink>
              </div>
            </>
          )}
        </Step>
        <WebhookSteps endpoint={steps.endpoint} hasSeenEvent={steps.hasSeenEvent} onSecret={setSecret} />
      </ol>
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </Card>
  )
}

/** The steps up to the first event. Nothing if all are done, or if the member has hidden them. */
export function FirstSteps() {
  useLive(LIVE)
  const { account } = useSession()
  const accounts = hidden.use()
  const isHidden = accounts.includes(account.id)
  const steps = useSteps({ enabled: !isHidden })
  const [wasOpen, setWasOpen] = useState(false)
  const isOpen = steps?.isComplete === false

  if (isOpen && !wasOpen) setWasOpen(true)
  // After the first display it stays until the member leaves the page, to show the last finished step.
  if (isHidden || steps === null || (!isOpen && !wasOpen)) return null
  return <StepsCard steps={steps} onHide={() => hidden.set([...accounts, account.id])} />
}
