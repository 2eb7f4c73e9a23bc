import type { ReactNode } from 'react'
import { curlOf } from '../api/curl.ts'
import type { Answer, OperationName } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import { iconOfType, titleOfType } from '../channels/channel-type.tsx'
import { LiveSwitch } from '../live/live-switch.tsx'
import { useLive } from '../live/live.ts'
import { createBodyOf } from '../messages/create-body.ts'
import { labelFacts } from '../messages/labels.tsx'
import { ScheduledActions } from '../messages/scheduled.tsx'
import { sentAgainFacts } from '../messages/sent-again.tsx'
import { Texts } from '../messages/texts.tsx'
import { nameOf, titleOf } from '../recipients/recipient.ts'
import { Link } from '../router.ts'
import { Copyable, CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Card, Facts, Page, Sides } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { Explanation } from './explanation.tsx'
import { EXPLANATION, READ_AWAITED_MS, useExplained } from './explained.ts'
import type { Explained, ExplainedDelivery, TimelineEntry } from './explained.ts'
import { Timeline } from './timeline.tsx'
import type { Message } from '../../../sdk/src/types.ts'

const LIVE: readonly OperationName[] = [EXPLANATION, 'GET /api/v1/messages/{id}']

/** Statuses of a delivery whose message may still change. */
const WAITING: ReadonlySet<string> = new Set(['scheduled', 'queued', 'retrying'])

function About({
  delivery,
  explanation: { message, attachments },
  timeline,
  sendAt,
}: {
  delivery: ExplainedDelivery
  explanation: Explained
  timeline: readonly TimelineEntry[]
  sendAt: string | null
}) {
  const { name, channel_type: type, id: channelId } = delivery.notification_channel
  // The newest send to an address: nothing was sent, or it went to devices.
  const newest = timeline.findLast(({ sent_to: address }) => address != null)
  const { sent_to: sentTo, result, notification_channel: sender } = newest ?? {}
  return (
    <Card title="Delivery">
      <Facts
        rows={[
          ['Status', <DeliveryStatus key="status" status={delivery.status} />],
          [
            'Recipient',
            <Link key="recipient" to={`/recipients/${message.notification_user.id}`}>
              <bdi>{nameOf(message.notification_user)}</bdi>
            </Link>,
          ],
          sentTo != null && ['Sent to', <bdi key="to">{sentTo}</bdi>],
          [
            'Message',
            <Link key="message" to={`/messages/${delivery.message_id}`}>
              <bdi>{message.rendered_subject || `#${delivery.message_id}`}</bdi>
            </Link>,
          ],
          [
            'Template',
            <Link key="template" to={`/templates/${message.message_template.id}`}>
              {message.message_template.name}
            </Link>,
          ],
          ...sentAgainFacts(message),
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
          ...labelFacts({ ...delivery, priority: message.priority, attachments }),
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

/** Something may follow that no event tells. */
function awaitsMore(shown: Answer<typeof EXPLANATION> | undefined): boolean {
  const mayWait = shown?.delivery?.status === 'queued' && shown.explanation.waits_until === null
  return mayWait || shown?.timeline?.some(isAwaited) === true
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
  const liveMs = useLive(LIVE)
  const read = useExplained(id, { everyMs: (last) => (awaitsMore(last) ? READ_AWAITED_MS : liveMs) })
  const delivery = read.data?.delivery
  const messageId = delivery?.message_id ?? 0
  const isWaiting = WAITING.has(delivery?.status ?? '')
  const { data } = useRead(
    'GET /api/v1/messages/{id}',
    { path: { id: messageId }, query: { expand: 'waits_until' } },
    { enabled: messageId !== 0 && isWaiting, everyMs: awaitsMore(read.data) ? READ_AWAITED_MS : liveMs },
  )
  const message = data?.message
  const sendAt = message?.send_at ?? null
  const about = read.data?.explanation.message
  return (
    <Page
      title={about === undefined ? `Delivery #${id}` : titleOf(about.notification_user, about.rendered_subject)}
      actions={<Actions messageId={messageId} message={message} isWaiting={isWaiting} />}
    >
      <Loaded of={read}>
        {({ explanation, delivery: shown, timeline = [] }) =>
          shown !== undefined && (
            <Sides facts={<About delivery={shown} explanation={explanation} timeline={timeline} sendAt={sendAt} />}>
              <section className="stack tight" aria-label="Explanation">
                <Explanation delivery={shown} explanation={explanation} sendAt={sendAt} timeline={timeline} />
              </section>
              <Card title="Timeline">
                <Timeline entries={timeline} onLooked={() => void read.refetch()} />
              </Card>
              <Texts messageId={shown.message_id} channelId={shown.notification_channel.id} />
            </Sides>
          )
        }
      </Loaded>
    </Page>
  )
}
