/** Why a delivery did or did not arrive, with a button for each action that helps. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Answer } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { SendAgainDialog } from '../messages/send-again-dialog.tsx'
import { LiftDialog } from '../settings/lift-dialog.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import type { ButtonTone } from '../ui/button.tsx'
import { Loaded, Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import type { Message } from '../../../sdk/src/types.ts'

type Explained = Answer<'GET /api/v1/deliveries/{id}/explanation'>['explanation']
type Action = Explained['actions'][number]

/** The part of a delivery to explain. */
export interface ExplainedDelivery {
  id: number
  status: string
  notification_channel: { id: number; channel_type: string }
}

const TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)/

/** The sentence of the API, with its times in the zone of the member. */
function Sentence({ text }: { text: string }) {
  const parts = text.split(TIME)
  return <p>{parts.map((part, index) => (index % 2 === 1 ? <Time key={index} at={part} full /> : part))}</p>
}

function toneOf(status: string, { actions }: Explained) {
  if (status === 'failed' || status === 'bounced') return 'bad'
  if (status === 'retrying' || actions.length > 0) return 'warn'
  return status === 'delivered' || status === 'opened' ? 'good' : 'neutral'
}

/** The pages for actions. `id` is the id of the object. */
const PAGES: Partial<Record<Action['action'], [title: string, path: (id: number | null) => string]>> = {
  change_recipient: ['Change the recipient', (id) => `/recipients/${id}`],
  add_device: ['Add a device', (id) => `/recipients/${id}`],
  open_channel: ['Open the channel', (id) => `/channels/${id}`],
  edit_template: ['Edit the template', (id) => `/templates/${id}`],
  change_limits: ['Change the limits', () => '/settings/limits'],
  replay_events: ['Replay the events', () => '/webhooks'],
}

/** Lifts the suppression of the recipient's address. */
function Lift({
  suppressionId,
  type,
  recipientId,
  tone,
}: {
  suppressionId: number
  type: string
  recipientId: number
  tone: ButtonTone
}) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead('GET /api/v1/notification_users/{id}', { path: { id: recipientId } })
  const { email = null, phone = null } = data?.notification_user ?? {}
  const address = (type === 'sms' ? phone : email) ?? 'the address'
  return (
    <>
      <Button tone={tone} onClick={() => setOpen(true)}>
        Lift the suppression
      </Button>
      {isOpen && <LiftDialog id={suppressionId} address={address} onClose={() => setOpen(false)} />}
    </>
  )
}

function SendAgain({ message, channelId, tone }: { message: Message; channelId: number; tone: ButtonTone }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone={tone} onClick={() => setOpen(true)}>
        Send again
      </Button>
      {isOpen && <SendAgainDialog message={message} channelId={channelId} onClose={() => setOpen(false)} />}
    </>
  )
}

function ActionButton({
  of: { action, id },
  tone,
  delivery,
  message,
}: {
  of: Action
  tone: ButtonTone
  delivery: ExplainedDelivery
  message: Message
}): ReactNode {
  const { id: channelId, channel_type: type } = delivery.notification_channel
  if (action === 'send_again') return <SendAgain message={message} channelId={channelId} tone={tone} />
  if (action === 'lift_suppression')
    return <Lift suppressionId={id!} type={type} recipientId={message.notification_user_id} tone={tone} />
  const page = PAGES[action]
  if (page === undefined) return null
  const [title, path] = page
  return (
    <ButtonLink to={path(id)} tone={tone}>
      {title}
    </ButtonLink>
  )
}

/** The explanation. `message`: of the delivery. Members who may change nothing see no actions. */
export function Explanation({
  delivery,
  message,
  everyMs,
}: {
  delivery: ExplainedDelivery
  message: Message | undefined
  everyMs: number | undefined
}) {
  const mayChange = useWhyNot('change') === null
  const path = { id: delivery.id }
  const read = useRead('GET /api/v1/deliveries/{id}/explanation', { path }, { everyMs })
  return (
    <Loaded of={read}>
      {({ explanation }) => (
        <Notice tone={toneOf(delivery.status, explanation)}>
          <Sentence text={explanation.sentence} />
          {mayChange && message !== undefined && explanation.actions.length > 0 && (
            <div className="row">
              {explanation.actions.map((action, index) => (
                <ActionButton
                  key={action.action}
                  of={action}
                  tone={index === 0 ? 'primary' : 'plain'}
                  delivery={delivery}
                  message={message}
                />
              ))}
            </div>
          )}
        </Notice>
      )}
    </Loaded>
  )
}
