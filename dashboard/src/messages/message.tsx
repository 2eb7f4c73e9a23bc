import { curlOf } from '../api/curl.ts'
import type { Answer, OperationName } from '../api/call.ts'
import { useRead } from '../api/queries.ts'
import type { Message } from '../../../sdk/src/types.ts'
import { ChannelName } from '../channels/channel-type.tsx'
import { causeOf } from '../deliveries/cause.ts'
import { DeliveryStatus, hasFailed } from '../deliveries/delivery-status.tsx'
import { EXPLANATION, READ_AWAITED_MS, useExplained } from '../deliveries/explained.ts'
import { Explanation } from '../deliveries/explanation.tsx'
import { LiveSwitch } from '../live/live-switch.tsx'
import { useLive } from '../live/live.ts'
import { nameOf, titleOf } from '../recipients/recipient.ts'
import { Link } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Copyable, CopyButton } from '../ui/copy.tsx'
import { Empty, Loaded, Notice } from '../ui/notice.tsx'
import { Card, Code, Facts, Page, Sides } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { createBodyOf } from './create-body.ts'
import { labelFacts } from './labels.tsx'
import { ScheduledActions } from './scheduled.tsx'
import { sentAgainFacts } from './sent-again.tsx'
import { Texts } from './texts.tsx'

const LIVE: readonly OperationName[] = ['GET /api/v1/messages/{id}', EXPLANATION]
const EXPANDED = 'notification_user,message_template,failed_deliveries,waits_until'
const INDENT = 2

/** A message as the page reads it. */
type ShownMessage = Answer<'GET /api/v1/messages/{id}'>['message']

/** The first failed delivery, or one that is sent later, with its explanation. Null: there is none, or it is not read yet. */
function useFirst({ deliveries, waits_until: until }: ShownMessage, everyMs: number | undefined) {
  const isLater = ({ status }: { status: string }) =>
    status === 'scheduled' || (status === 'queued' && typeof until === 'string')
  const first = deliveries.find(({ status }) => hasFailed(status)) ?? deliveries.find(isLater)
  const { data } = useExplained(first?.id ?? 0, { everyMs, enabled: first !== undefined })
  // The response before stays while another one is read, or none.
  if (data?.delivery === undefined || data.delivery.id !== first?.id) return null
  return { delivery: data.delivery, explanation: data.explanation }
}

function About({ message }: { message: ShownMessage }) {
  const { notification_user_id: recipientId, message_template_id: templateId, notification_user: person } = message
  return (
    <Card title="Message">
      <Facts
        rows={[
          [
            'Recipient',
            <Link key="recipient" to={`/recipients/${recipientId}`}>
              <bdi>{person === undefined ? `#${recipientId}` : nameOf(person)}</bdi>
            </Link>,
          ],
          [
            'Template',
            <Link key="template" to={`/templates/${templateId}`}>
              {message.message_template?.name ?? `#${templateId}`}
            </Link>,
          ],
          typeof message.waits_until === 'string' && [
            'Waits for the end of quiet hours',
            <Time key="waits" at={message.waits_until} full />,
          ],
          ...sentAgainFacts(message),
          message.locale !== null && ['Language', message.locale],
          ...labelFacts(message),
          ['Id', <Copyable key="id" text={String(message.id)} label="message id" />],
          ['Created', <Time key="created" at={message.created_at} full />],
          message.send_at !== null && ['Scheduled for', <Time key="send" at={message.send_at} full />],
          message.canceled_at !== null && ['Canceled', <Time key="canceled" at={message.canceled_at} full />],
          ['Seen', <Time key="seen" at={message.seen_at} full />],
        ]}
      />
      {message.message_attributes.length > 0 && (
        <div className="stack tight">
          <h3>Attributes</h3>
          <Code
            label="attributes"
            wrapped
            text={JSON.stringify(
              Object.fromEntries(message.message_attributes.map(({ name, value }) => [name, value])),
              null,
              INDENT,
            )}
          />
        </div>
      )}
    </Card>
  )
}

const REASONS = {
  topic_disabled: 'the recipient does not want this topic on this type of channel',
  recipient_paused: 'the recipient has paused messages',
} as const

/** The channels without a delivery, because of the recipient's preferences at the time of the message. */
function Skipped({ message: { skipped_channels: skipped, created_at: at } }: { message: Message }) {
  if (skipped.length === 0) return null
  return (
    <Notice>
      {skipped.map(({ notification_channel: { id, name }, reason }) => (
        <p key={id}>
          Not sent on {name}: {REASONS[reason]} (<Time at={at} />)
        </p>
      ))}
    </Notice>
  )
}

function Deliveries({ message, everyMs }: { message: ShownMessage; everyMs: number | undefined }) {
  const first = useFirst(message, everyMs)
  const causes = new Map(message.failed_deliveries?.map((failed) => [failed.id, causeOf(failed)]))
  return (
    <Card title="Deliveries">
      <Skipped message={message} />
      {first !== null && (
        <section className="stack tight" aria-label={`On ${first.delivery.notification_channel.name}`}>
          {message.deliveries.length > 1 && hasFailed(first.delivery.status) && (
            <h3>On {first.delivery.notification_channel.name}</h3>
          )}
          <Explanation {...first} sendAt={message.send_at} />
        </section>
      )}
      {message.deliveries.length === 0 ? (
        <Empty
          title="No deliveries"
          action={<ButtonLink to={`/templates/${message.message_template_id}`}>Open the template</ButtonLink>}
        >
          {message.skipped_channels.length === 0
            ? 'The template had no active channel when the message was created.'
            : 'The preferences of the recipient excluded all channels.'}
        </Empty>
      ) : (
        <Table
          label="Deliveries"
          rows={message.deliveries}
          keyOf={({ id }) => id}
          pageOf={({ id }) => `/deliveries/${id}`}
          columns={[
            {
              title: 'Channel',
              phone: 'name',
              cell: ({ notification_channel: channel }) => <ChannelName channel={channel} />,
            },
            { title: 'Status', width: 8, phone: 'state', cell: ({ status }) => <DeliveryStatus status={status} /> },
            { title: 'Cause', kind: 'whole', phone: 'text', cell: ({ id }) => causes.get(id) ?? '' },
          ]}
        />
      )}
    </Card>
  )
}

/** No event tells that it waits for quiet hours. */
const mayWait = (message: ShownMessage | undefined) =>
  message?.waits_until === null && message.deliveries.some(({ status }) => status === 'queued')

/** One message: its recipient, its texts, and its deliveries. */
export default function MessagePage({ id }: { id: number }) {
  const everyMs = useLive(LIVE)
  const read = useRead(
    'GET /api/v1/messages/{id}',
    { path: { id }, query: { expand: EXPANDED } },
    { everyMs: (last) => (mayWait(last?.message) ? READ_AWAITED_MS : everyMs) },
  )
  const message = read.data?.message
  const actions = message !== undefined && (
    <>
      <LiveSwitch />
      <CopyButton
        text={curlOf('POST', '/api/v1/messages', createBodyOf(message))}
        label="the API call to send the message again"
      >
        Copy as curl
      </CopyButton>
      <ScheduledActions message={message} />
    </>
  )
  return (
    <Page
      title={
        message?.notification_user === undefined
          ? `Message #${id}`
          : titleOf(message.notification_user, message.rendered_subject)
      }
      actions={actions}
    >
      <Loaded of={read}>
        {({ message: shown }) => (
          <Sides facts={<About message={shown} />}>
            <Deliveries message={shown} everyMs={everyMs} />
            <Texts messageId={id} />
          </Sides>
        )}
      </Loaded>
    </Page>
  )
}
