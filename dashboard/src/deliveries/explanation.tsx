/** What became of a delivery, the proof, and a button for each action that helps. */
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { SendAgainDialog } from '../messages/send-again-dialog.tsx'
import { Link } from '../router.ts'
import { LiftDialog } from '../settings/lift-dialog.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { ButtonTone } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { eventsText, OF_RESEND, useEndpoints } from '../webhooks/endpoint.ts'
import { Evidence } from './evidence.tsx'
import { EXPLANATION, useExplained } from './explained.ts'
import type { Explained, ExplainedDelivery, TimelineEntry } from './explained.ts'
import './explanation.css'
import { headlineOf, shownStatusOf } from './headline.ts'

type Action = Explained['actions'][number]

const TONES: Record<string, 'good' | 'warn' | 'bad'> = {
  opened: 'good',
  delivered: 'good',
  in_inbox: 'good',
  retrying: 'warn',
  failed: 'bad',
  bounced: 'bad',
}

/** The pages for actions. `id` is the id of the object. */
const PAGES: Partial<Record<Action['action'], [title: string, path: (id: number | null) => string]>> = {
  change_recipient: ['Edit the recipient', (id) => `/recipients/${id}`],
  add_device: ['Add a device', (id) => `/recipients/${id}`],
  open_channel: ['Open the channel', (id) => `/channels/${id}`],
  edit_template: ['Edit the template', (id) => `/templates/${id}`],
  change_limits: ['Change the limits', () => '/settings/limits'],
}

/** Allows the recipient's address again. */
function Lift({
  suppressionId,
  type,
  email,
  tone,
}: {
  suppressionId: number
  type: string
  email: string | null
  tone: ButtonTone
}) {
  const [isOpen, setOpen] = useState(false)
  const address = (type === 'email' ? email : null) ?? 'the address'
  return (
    <>
      <Button tone={tone} onClick={() => setOpen(true)}>
        Allow again
      </Button>
      {isOpen && <LiftDialog id={suppressionId} address={address} onClose={() => setOpen(false)} />}
    </>
  )
}

function SendAgain({ messageId, channelId, tone }: { messageId: number; channelId: number; tone: ButtonTone }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone={tone} onClick={() => setOpen(true)}>
        Send again
      </Button>
      {isOpen && <SendAgainDialog messageId={messageId} channelId={channelId} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The result of a send is there soon: it is read again after this time, ms. */
const READ_TRYING_MS = 500
/** A provider has this long for its response, ms. Then the button can be used again. */
const TRYING_MS_MAX = 60_000

const triesText = (count: number) => (count === 1 ? '1 try' : `${count} tries`)

/** Repeats the send at once, and says so until its result is there. `left`: the sends that the service would still make. */
function Retry({ id, left, tone }: { id: number; left: number | null; tone: ButtonTone }) {
  const retry = useChange('POST /api/v1/deliveries/{id}/retry', { changes: [EXPLANATION] })
  const { isSuccess, reset } = retry
  const isTrying = retry.isPending || isSuccess
  // A second failure changes no state of the delivery, so the live stream does not tell it.
  useExplained(id, { enabled: isSuccess, everyMs: READ_TRYING_MS })
  useEffect(() => {
    const timer = isSuccess ? setTimeout(reset, TRYING_MS_MAX) : undefined
    return () => clearTimeout(timer)
  }, [isSuccess, reset])
  return (
    <>
      <Button tone={tone} busy={isTrying} onClick={() => retry.mutate({ path: { id } })}>
        {isTrying ? 'Sending now …' : `Try now${left === null ? '' : ` (uses 1 of ${triesText(left)} left)`}`}
      </Button>
      <ErrorNotice error={retry.error} />
    </>
  )
}

function ActionButton({
  of: { action, id },
  tone,
  delivery,
  email,
  sendsLeft,
}: {
  of: Action
  tone: ButtonTone
  delivery: ExplainedDelivery
  email: string | null
  sendsLeft: number | null
}): ReactNode {
  const { id: channelId, channel_type: type } = delivery.notification_channel
  if (action === 'retry') return <Retry id={id!} left={sendsLeft} tone={tone} />
  if (action === 'send_again') return <SendAgain messageId={delivery.message_id} channelId={channelId} tone={tone} />
  if (action === 'lift_suppression') return <Lift suppressionId={id!} type={type} email={email} tone={tone} />
  const page = PAGES[action]
  if (page === undefined) return null
  const [title, path] = page
  return (
    <ButtonLink to={path(id)} tone={tone}>
      {title}
    </ButtonLink>
  )
}

type Refusal = NonNullable<Explained['send_again_refusal']>

/** Why the message cannot be sent again, and the way that is left. */
const REFUSALS: Readonly<Record<Refusal, string>> = {
  attachments_removed: 'its attachments are no longer stored. Create it anew with its files',
  recipient_deleted: 'the recipient was deleted',
  template_deleted: 'the template was deleted',
  channel_not_on_template: 'the template no longer has this channel, or the channel is inactive',
}

function NotAgain({ refusal }: { refusal: Refusal | null }) {
  if (refusal === null) return null
  return <p>You cannot send this message again: {REFUSALS[refusal]}.</p>
}

/** The service makes no further attempt for events in these states. */
const ENDED: ReadonlySet<string | undefined> = new Set(['failed', 'skipped', 'dropped'])

/** Without an endpoint, the service promises no event. */
const isMissing = ({ kind, state, state_reason: reason }: TimelineEntry) =>
  kind === 'event' && ENDED.has(state) && reason !== 'no_endpoint'

/** Events that the receiver does not have. They change nothing about the delivery. */
function MissingEvents({ count, timeline }: { count: number; timeline: readonly TimelineEntry[] }) {
  const mayNot = useWhyNot('change')
  const [endpoint] = useEndpoints().data?.webhook_endpoints ?? []
  const resend = useChange('POST /api/v1/webhook_events/{id}/resend', { changes: [EXPLANATION, ...OF_RESEND] })
  if (count === 0) return null
  const isActive = endpoint?.status === 'active'
  const whyNot = isActive ? null : `The endpoint is ${endpoint?.status ?? 'not registered'}`
  const ended = timeline.filter(isMissing).map(({ event_id: id }) => id!)
  const sendAll = async () => {
    // One that is too old, or was just sent again, does not keep the others.
    for (const id of ended) await resend.mutateAsync({ path: { id } }).catch(() => {})
  }
  return (
    <>
      <div className="row small">
        <span className="muted">
          <Link to="/webhooks">Webhook</Link>: your server does not have {eventsText(count)} of this delivery.
          {ended.length === 0 &&
            ` The service sends them again ${isActive ? 'by itself' : 'when the endpoint is active'}.`}
        </span>
        {ended.length > 0 && (
          <Button whyNot={mayNot ?? whyNot} busy={resend.isPending} onClick={() => void sendAll()}>
            Send {ended.length === 1 ? 'the event' : `${ended.length} events`} again
          </Button>
        )}
      </div>
      <ErrorNotice error={resend.error} />
    </>
  )
}

/** The first action stands out, unless it was done before, or undoes a suppression that is not the cause. */
function toneOf(action: Action['action'], { cause, message }: Explained): ButtonTone {
  if (action === 'send_again' && message.sent_again_as !== null) return 'plain'
  return action === 'lift_suppression' && cause !== 'suppressed' ? 'plain' : 'primary'
}

/** The outcome, its evidence and the actions. Members who may change nothing see no actions. `sendAt`: of a scheduled message. `timeline`: with it, missing events are told. */
export function Explanation({
  delivery,
  explanation,
  sendAt = null,
  timeline,
}: {
  delivery: ExplainedDelivery
  explanation: Explained
  sendAt?: string | null
  timeline?: readonly TimelineEntry[]
}) {
  const mayChange = useWhyNot('change') === null
  const actions = explanation.actions.filter(({ action }) => action !== 'replay_events')
  const { sent_again_as: againId } = explanation.message
  const status = shownStatusOf(delivery)
  return (
    <>
      <Notice tone={TONES[explanation.cause === 'bounced' ? 'bounced' : status] ?? 'neutral'}>
        <p className="headline">{headlineOf({ ...explanation, status })}</p>
        <Evidence delivery={delivery} explained={explanation} sendAt={sendAt} />
        {mayChange && <NotAgain refusal={explanation.send_again_refusal} />}
        {againId !== null && (
          <p>
            It was sent again as <Link to={`/messages/${againId}`}>message #{againId}</Link>.
          </p>
        )}
        {mayChange && actions.length > 0 && (
          <div className="row">
            {actions.map((action, index) => (
              <ActionButton
                // After another send, it can be repeated again.
                key={`${action.action} ${explanation.last_send?.number}`}
                of={action}
                tone={index === 0 ? toneOf(action.action, explanation) : 'plain'}
                delivery={delivery}
                email={explanation.message.notification_user.email}
                sendsLeft={explanation.sends_left}
              />
            ))}
          </div>
        )}
      </Notice>
      {timeline !== undefined && <MissingEvents count={explanation.missing_events} timeline={timeline} />}
    </>
  )
}
