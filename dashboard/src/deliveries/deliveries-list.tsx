import type { ReactNode } from 'react'
import type { Operations } from '../api/call.ts'
import type { Pages } from '../api/queries.ts'
import { ChannelIcon, ChannelName } from '../channels/channel-type.tsx'
import { RecipientName } from '../recipients/recipient-name.tsx'
import { createdColumn, sendsAtColumn } from '../messages/sends-at.tsx'
import { SentAgainLink } from '../messages/sent-again.tsx'
import { List } from '../ui/list.tsx'
import type { Column, Selection } from '../ui/table.tsx'
import { causeOf } from './cause.ts'
import { DeliveryStatus, hasFailed } from './delivery-status.tsx'

export type ListedDelivery = Operations['GET /api/v1/deliveries']['answer']['deliveries'][number]

/** When a scheduled delivery is sent. Null: it is not scheduled, or waits for another time. */
const sendsAt = ({ status, message }: ListedDelivery) => (status === 'scheduled' ? (message?.send_at ?? null) : null)

/** A delivery that arrived was not sent again with its message. */
const isSentAgain = ({ message, status }: ListedDelivery) =>
  hasFailed(status) && message != null && message.sent_again_as !== null

const hasCause = (row: ListedDelivery) => causeOf(row) !== null || isSentAgain(row)

/** The cause of a failure, and the link to the message that was sent again. */
const CAUSE: Column<ListedDelivery> = {
  title: 'Cause',
  cell: (row) => {
    const cause = causeOf(row)
    return (
      <>
        {cause !== null && (
          <span className={isSentAgain(row) ? 'line' : 'line two'} title={cause}>
            {cause}
          </span>
        )}
        {isSentAgain(row) && (
          <span className="line">
            <SentAgainLink as={row.message!.sent_again_as!} />
          </span>
        )}
      </>
    )
  },
}

const subjectOf = (row: ListedDelivery) => row.message?.rendered_subject || `#${row.message_id}`

const RECIPIENT: Column<ListedDelivery> = {
  title: 'Recipient',
  phone: 'name',
  // On a small screen, the subject of a failure is behind the name.
  cell: (row) =>
    row.message === undefined ? (
      `#${row.id}`
    ) : (
      <RecipientName recipient={row.message.notification_user} onPhone={hasCause(row) ? subjectOf(row) : undefined} />
    ),
}

function PhoneIcon({ row }: { row: ListedDelivery }) {
  return (
    <span className="of-phone icon">
      <ChannelIcon channel={row.notification_channel} />
    </span>
  )
}

/** The subject, on a small screen behind the icon of the channel. */
function Subject({ row }: { row: ListedDelivery }) {
  return (
    <span className="line" title={subjectOf(row)}>
      <PhoneIcon row={row} />
      <bdi>{subjectOf(row)}</bdi>
    </span>
  )
}

/** The subject. On a small screen, the cause of a failure takes its place, and its end is cut before the link. */
function SubjectOrCause({ row }: { row: ListedDelivery }) {
  if (!hasCause(row)) return <Subject row={row} />
  const cause = causeOf(row)
  return (
    <>
      <div className="of-phone">
        <span className="line" title={cause ?? undefined}>
          <PhoneIcon row={row} />
          <bdi>{cause}</bdi>
          {isSentAgain(row) && (
            <>
              {cause !== null && <span className="of-phone" />}
              <SentAgainLink as={row.message!.sent_again_as!} />
            </>
          )}
        </span>
      </div>
      <div className="of-screen">
        <Subject row={row} />
      </div>
    </>
  )
}

/** A table of deliveries, newest first. `ofOne`: all go to one recipient, and there is less space. */
export function DeliveriesList({
  pages,
  empty,
  selection,
  ofOne = false,
}: {
  pages: Pages<ListedDelivery>
  empty: ReactNode
  selection?: Selection<ListedDelivery> | undefined
  ofOne?: boolean
}) {
  const first: Column<ListedDelivery>[] = ofOne
    ? [{ title: 'Subject', phone: 'name', cell: (row) => <Subject row={row} /> }]
    : [RECIPIENT, { title: 'Subject', phone: 'text', cell: (row) => <SubjectOrCause row={row} /> }]
  return (
    <List
      label="Deliveries"
      pages={pages}
      keyOf={({ id }) => id}
      pageOf={({ id }) => `/deliveries/${id}`}
      selection={selection}
      columns={[
        ...first,
        { title: 'Status', width: 7.5, phone: 'state', cell: ({ status }) => <DeliveryStatus status={status} /> },
        // Without a failure, the other columns get its space.
        ...(pages.rows.some(hasCause)
          ? [ofOne ? { ...CAUSE, kind: 'whole' as const, phone: 'text' as const } : CAUSE]
          : []),
        {
          title: 'Channel',
          width: ofOne ? 5 : 9,
          cell: ({ notification_channel: channel }) =>
            ofOne ? <ChannelIcon channel={channel} /> : <ChannelName channel={channel} />,
        },
        ...sendsAtColumn(pages.rows, sendsAt),
        createdColumn(sendsAt),
      ]}
      empty={empty}
    />
  )
}
