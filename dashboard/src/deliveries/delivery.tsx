import type { ReactNode } from 'react'
import { curlOf } from '../api/curl.ts'
import type { OperationName } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { iconOfType, titleOfType } from '../channels/channel-type.tsx'
import { LiveSwitch } from '../live/live-switch.tsx'
import { useLive } from '../live/live.ts'
import { createBodyOf } from '../messages/create-body.ts'
import { labelFacts } from '../messages/labels.tsx'
import { ScheduledActions } from '../messages/scheduled.tsx'
import { sentAgainFacts } from '../messages/sent-again.tsx'
import { Texts } from '../messages/texts.tsx'
import { nameOf } from '../recipients/recipient.ts'
import { Link } from '../router.ts'
import { Copyable, CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Card, Facts, Page, Sides } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { Explanation } from './explanation.tsx'
import { Timeline } from './timeline.tsx'
import type { TimelineEntry } from './timeline.tsx'
import type { Delivery, Message } from '../../../sdk/src/types.ts'

const LIVE: readonly OperationName[] = [
  'GET /api/v1/deliveries/{id}',
  'GET /api/v1/deliveries/{id}/timeline',
  'GET /api/v1/deliveries/{id}/explanation',
  'GET /api/v1/messages/{id}',
]
/** A POST to the webhook emits no event. While a POST is pending, the timeline is read again after this time, ms. */
const READ_PENDING_MS = 2000

/** Statuses of a delivery whose message may still change. */
const WAITING: ReadonlySet<string> = new Set(['scheduled', 'queued', 'retrying'])

/** The newest send to an address. Undefined: nothing was sent, or it went to devices. */
function useNewestSend(id: number): TimelineEntry | undefined {
  const { data } = useRead('GET /api/v1/deliveries/{id}/timeline', { path: { id } })
  return data?.timeline.findLast(({ sent_to: address }) => address != null)
}

function About({ delivery, sendAt }: { delivery: Delivery; sendAt: string | null }) {
  const { data } = useRead('GET /api/v1/deliveries/{id}/explanation', { path: { id: delivery.id } })
  const message = data?.explanation.message
  const { name, channel_type: type, id: channelId } = delivery.notification_channel
  const { sent_to: sentTo, result, notification_channel: sender } = useNewestSend(delivery.id) ?? {}
  return (
    <Card title="Delivery">
      <Facts
        rows={[
          ['Status', <DeliveryStatus key="status" status={delivery.status} />],
          message !== undefined && [
            'Recipient',
            <Link key="recipient" to={`/recipients/${message.notification_user.id}`}>
              <bdi>{nameOf(message.notification_user)}</bdi>
            </Link>,
          ],
          sentTo != null && ['Sent to', <bdi key="to">{sentTo}</bdi>],
          [
            'Message',
            <Link key="message" to={`/messages/${delivery.message_id}`}>
              <bdi>{message?.rendered_subject || `#${delivery.message_id}`}</bdi>
            </Link>,
          ],
          message !== undefined && [
            'Template',
            <Link key="template" to={`/templates/${message.message_template.id}`}>
              {message.message_template.name}
            </Link>,
          ],
          ...sentAgainFacts(message ?? {}),
          [
            'Channel',
            <span key="channel" className="with-icon">
              <Icon name={iconOfType(type)} label={titleOfType(type)} />
              <Link to={`/channels/${channelId}`}>{name}</Link>
            </span>,
          ],
          result === 'accepted' &&
            sender !== undefined &&
            sender.id !== channelId && [
              'Accepted by',
              <Link key="sender" to={`/channels/${sender.id}`}>
                {sender.name}
              </Link>,
            ],
          ...labelFacts({
            ...delivery,
            priority: message?.priority,
            attachments: data?.explanation.attachments,
          }),
          ['Id', <Copyable key="id" text={String(delivery.id)} label="delivery id" />],
          ['Created', <Time key="created" at={delivery.created_at} full />],
          sendAt !== null && ['Scheduled for', <Time key="send" at={sendAt} full />],
          ['Changed', <Time key="changed" at={delivery.updated_at} full />],
        ]}
      />
    </Card>
  )
}

const isAwaited = ({ kind, state }: TimelineEntry) => kind === 'event' && state === 'pending'

function TimelineCard({ id, everyMs }: { id: number; everyMs: number | undefined }) {
  const path = { id }
  const first = useRead('GET /api/v1/deliveries/{id}/timeline', { path })
  const isPending = first.data?.timeline.some(isAwaited) === true
  const timeline = useRead(
    'GET /api/v1/deliveries/{id}/timeline',
    { path },
    { everyMs: isPending ? READ_PENDING_MS : everyMs },
  )
  return (
    <Card title="Timeline">
      <Loaded of={timeline}>
        {({ timeline: entries }) => <Timeline entries={entries} onLooked={() => void timeline.refetch()} />}
      </Loaded>
    </Card>
  )
}

/** The message is read only while it may change. Later, its id is enough to send it again. */
function Actions({
  messageId,
  message,
  isWaiting,
}: {
  messageId: number
  message: Message | undefined
  isWaiting: boolean
}): ReactNode {
  return (
    <>
      <LiveSwitch />
      {messageId !== 0 && (message !== undefined || !isWaiting) && (
        <CopyButton
          text={
            message === undefined
              ? curlOf('POST', `/api/v1/messages/${messageId}/send_again`, { channels: 'failed' })
              : curlOf('POST', '/api/v1/messages', createBodyOf(message))
          }
          label="the API call to send the message again"
        >
          Copy as curl
        </CopyButton>
      )}
      {message !== undefined && <ScheduledActions message={message} />}
    </>
  )
}

/** One delivery with its timeline. */
export default function DeliveryPage({ id }: { id: number }) {
  const everyMs = useLive(LIVE)
  const delivery = useRead('GET /api/v1/deliveries/{id}', { path: { id } }, { everyMs })
  const messageId = delivery.data?.message_id ?? 0
  const isWaiting = WAITING.has(delivery.data?.status ?? '')
  const { data } = useRead(
    'GET /api/v1/messages/{id}',
    { path: { id: messageId } },
    { enabled: messageId !== 0 && isWaiting, everyMs },
  )
  const message = data?.message
  return (
    <Page title={`Delivery #${id}`} actions={<Actions messageId={messageId} message={message} isWaiting={isWaiting} />}>
      <Loaded of={delivery}>
        {(shown) => (
          <Sides facts={<About delivery={shown} sendAt={message?.send_at ?? null} />}>
            <section className="stack tight" aria-label="Explanation">
              <Explanation delivery={shown} sendAt={message?.send_at ?? null} everyMs={everyMs} withEvents />
            </section>
            <TimelineCard id={id} everyMs={everyMs} />
            <Texts messageId={shown.message_id} channelId={shown.notification_channel.id} />
          </Sides>
        )}
      </Loaded>
    </Page>
  )
}
