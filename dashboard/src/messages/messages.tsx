import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Operations } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import type { Pages } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { iconOfType } from '../channels/channel-type.tsx'
import { Icon } from '../ui/icon.tsx'
import {
  DeliveryStatus,
  hasFailed,
  isOfFailures,
  OTHER_STATUSES,
  STATUS_CHOICES,
} from '../deliveries/delivery-status.tsx'
import { LiveSwitch } from '../live/live-switch.tsx'
import { useLive } from '../live/live.ts'
import { RecipientName } from '../recipients/recipient-name.tsx'
import { RecipientField } from '../recipients/recipient-field.tsx'
import { chipOf, nameOf, SEARCH_HELP, useRecipientCalled } from '../recipients/recipient.ts'
import type { FoundRecipient } from '../recipients/recipient.ts'
import { Link, navigate, useSearch } from '../router.ts'
import { useTemplateChoices } from '../templates/choices.ts'
import { Button } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { ANY, chipsOf, Filters, SelectField } from '../ui/field.tsx'
import { Further } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { ManyField } from '../ui/many-field.tsx'
import { Empty, Loading } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { PeriodField, PERIODS, usePeriod } from '../ui/period.tsx'
import { SearchField } from '../ui/search-field.tsx'
import type { Column, Selection } from '../ui/table.tsx'
import { ListTime } from '../ui/time.tsx'
import { ResendProgress } from './resend-progress.tsx'
import type { Wanted } from './resend-dialog.tsx'
import { SelectedMessages, SendThese, useSelectedMessages } from './selection.tsx'
import { SentAgainLink } from './sent-again.tsx'
import { SendDialog } from './send-dialog.tsx'
import { createdColumn, sendsAtColumn } from './sends-at.tsx'

type Query = NonNullable<Operations['GET /api/v1/messages']['query']>

const LIVE = ['GET /api/v1/messages'] as const
const FILTERS = ['to', 'status', 'template', 'seen', 'reference', 'period', 'after', 'before'] as const
const SEEN_CHOICES = [ANY, { value: 'true', label: 'Seen' }, { value: 'false', label: 'Not seen' }]

type ListedMessage = Operations['GET /api/v1/messages']['answer']['messages'][number]

/** When a scheduled message is sent. Null: it is not scheduled. */
const sendsAt = ({ send_at: at, deliveries }: ListedMessage) =>
  deliveries.some(({ status }) => status === 'scheduled') ? at : null

const SEEN: Column<ListedMessage> = {
  title: 'Seen',
  width: 8,
  cell: ({ seen_at: at }) => at !== null && <ListTime at={at} />,
}

const templateOf = ({ message_template: of, message_template_id: id }: ListedMessage) => of?.name ?? `#${id}`

/** A `#` keeps the digits of an id in spreadsheets. */
const CSV_COLUMNS: readonly CsvColumn<ListedMessage>[] = [
  ['Id', ({ id }) => `#${id}`],
  ['Recipient id', ({ notification_user_id: id }) => `#${id}`],
  ['Recipient', ({ notification_user: recipient }) => recipient && nameOf(recipient)],
  ['Email', ({ notification_user: recipient }) => recipient?.email],
  ['External id', ({ notification_user: recipient }) => recipient?.external_user_id],
  ['Template', templateOf],
  ['Subject', ({ rendered_subject: subject }) => subject],
  ['Reference', ({ reference }) => reference],
  ['Deliveries', ({ deliveries }) => deliveries.map(({ id, status }) => `#${id} ${status}`).join(', ')],
  ['Seen', ({ seen_at: at }) => at],
  ['Scheduled for', ({ send_at: at }) => at],
  ['Created', ({ created_at: at }) => at],
]

function Search({ recipient, pages }: { recipient: FoundRecipient; pages: Pages<ListedMessage> }) {
  const [search, change] = useSearch()
  const [isNear, setNear] = useState(false)
  const templates = useTemplateChoices({
    chosen: search.get('template') ?? '',
    named: pages.rows.map(({ message_template: template }) => template),
    isNear,
    isLoading: pages.isLoading,
  })
  return (
    <Filters
      label="Search messages"
      chosen={chipsOf(search, {
        ...{ to: chipOf(search.get('to') ?? '', recipient), status: STATUS_CHOICES, template: templates },
        ...{ seen: SEEN_CHOICES, reference: null, period: PERIODS },
      })}
      onRemove={(name) => change({ [name]: null })}
      onNear={() => setNear(true)}
    >
      <RecipientField value={search.get('to') ?? ''} found={recipient} onSearch={(to) => change({ to })} />
      <ManyField
        label="Status"
        values={(search.get('status') ?? '').split(',')}
        choices={STATUS_CHOICES}
        onChange={(statuses) => change({ status: statuses.join(',') })}
      />
      <SelectField
        label="Template"
        value={search.get('template') ?? ''}
        choices={templates}
        onChange={(template) => change({ template })}
      />
      <SelectField
        label="Seen"
        value={search.get('seen') ?? ''}
        choices={SEEN_CHOICES}
        onChange={(seen) => change({ seen })}
      />
      <SearchField
        label="Reference"
        placeholder="Whole reference"
        value={search.get('reference') ?? ''}
        onSearch={(reference) => change({ reference })}
      />
      <PeriodField label="Created" search={search} change={change} />
      <ClearFilters names={FILTERS} search={search} change={change} />
    </Filters>
  )
}

/** The deliveries of a message as links, with their status. */
function Outcomes({ message }: { message: ListedMessage }) {
  if (message.deliveries.length === 0) return <span className="muted">none</span>
  // A phone has space for one: that of a failure, if there is one.
  const [first] = message.deliveries.toSorted(
    (one, other) => Number(hasFailed(other.status)) - Number(hasFailed(one.status)),
  )
  const others = message.deliveries.length - 1
  return (
    <>
      <span className="row tight of-phone">
        <DeliveryStatus status={first!.status} />
        {others > 0 && <span className="muted small">{`+${others}`}</span>}
        {message.sent_again_as != null && <span className="muted small">sent again</span>}
      </span>
      <span className="row of-screen">
        {message.deliveries.map(({ id, status, notification_channel: channel }) => (
          <Link key={id} to={`/deliveries/${id}`} title={channel.name} aria-label={`Delivery #${id}: ${status}`}>
            <span className="with-icon">
              <Icon name={iconOfType(channel.channel_type)} />
              <DeliveryStatus status={status} />
            </span>
          </Link>
        ))}
        {message.sent_again_as != null && <SentAgainLink as={message.sent_again_as} />}
      </span>
    </>
  )
}

function Send() {
  const [isOpen, setOpen] = useState(false)
  const whyNot = useWhyNot('change')
  return (
    <>
      <Button tone="primary" icon="plus" whyNot={whyNot} onClick={() => setOpen(true)}>
        Send a message
      </Button>
      {isOpen && (
        <SendDialog onClose={() => setOpen(false)} onSent={(message) => navigate(`/messages/${message.id}`)} />
      )}
    </>
  )
}

function useSearchedMessages() {
  const [search] = useSearch()
  const recipient = useRecipientCalled(search.get('to') ?? '')
  const { after, before } = usePeriod(search)
  const everyMs = useLive(LIVE)
  const [template, seen] = [search.get('template') ?? '', search.get('seen') ?? '']
  const query: Query = {
    expand: 'notification_user,message_template',
    notification_user_id: recipient.id ?? undefined,
    message_template_id: template === '' ? undefined : Number(template),
    seen: seen === '' ? undefined : seen === 'true',
    status: search.get('status') || undefined,
    reference: search.get('reference') || undefined,
    created_after: after,
    created_before: before,
  }
  const enabled = !recipient.isLoading && !recipient.isMissing
  const pages = useReadPages('GET /api/v1/messages', { query }, ({ messages }) => messages, { everyMs, enabled })
  return { pages, query, recipient }
}

/** Why a message cannot be sent again. Null: it can. Absent: no delivery failed. */
function whyNotAgain({ deliveries, sent_again_as: as, attachments }: ListedMessage): string | null | undefined {
  if (!deliveries.some(({ status }) => hasFailed(status))) return undefined
  if (as != null) return 'The message was sent again before'
  return attachments === undefined ? null : 'Its attachments are no longer stored'
}

/** The filters of the list, or its failed messages: a resend has no filter by reference. */
function wantedOf(query: Query, rows: readonly ListedMessage[]): Wanted {
  const filters = { ...query, expand: undefined, seen: undefined, reference: undefined }
  if (query.reference === undefined) return { filters }
  return { message_ids: rows.filter((row) => whyNotAgain(row) === null).map(({ id }) => id) }
}

/** Why the failed messages of the list cannot be sent again. Null: they can. */
function whyNotThese(query: Query, rows: readonly ListedMessage[]): string | null {
  if (query.seen !== undefined) return 'Remove the filter Seen first'
  if (!isOfFailures(query.status)) return OTHER_STATUSES
  const isBare = Object.values({ ...query, expand: undefined }).every((value) => value === undefined)
  if (isBare) return 'Choose a filter first, for example a template'
  const isNone = query.reference !== undefined && !rows.some((row) => whyNotAgain(row) === null)
  return isNone ? 'None of these messages failed' : null
}

function MessagesList({
  pages,
  selection,
  empty,
}: {
  pages: Pages<ListedMessage>
  selection: Selection<ListedMessage> | undefined
  empty: ReactNode
}) {
  const isSeen = pages.rows.some(({ seen_at: at }) => at !== null)
  return (
    <List
      label="Messages"
      pages={pages}
      keyOf={({ id }) => id}
      pageOf={({ id }) => `/messages/${id}`}
      selection={selection}
      columns={[
        {
          title: 'Recipient',
          phone: 'name',
          cell: ({ id, notification_user: recipient }) =>
            recipient === undefined ? `#${id}` : <RecipientName recipient={recipient} />,
        },
        { title: 'Subject', phone: 'text', cell: ({ rendered_subject: subject }) => subject },
        { title: 'Template', width: 9, cell: templateOf },
        { title: 'Deliveries', width: 17, phone: 'state', cell: (message) => <Outcomes message={message} /> },
        ...sendsAtColumn(pages.rows, sendsAt),
        ...(isSeen ? [SEEN] : []),
        createdColumn(sendsAt),
      ]}
      empty={empty}
    />
  )
}

/** Every message, newest first, with the filters of the URL. */
export default function Messages() {
  const { pages, query, recipient } = useSearchedMessages()
  const [search, change] = useSearch()
  const isSearch = FILTERS.some((name) => search.has(name))
  const selected = useSelectedMessages({
    rows: recipient.isDecided ? pages.rows : [],
    messageOf: ({ id }) => id,
    whyNotOf: whyNotAgain,
    labelOf: ({ id }) => `message #${id}`,
  })
  const isBare = !isSearch && pages.rows.length === 0 && !pages.isLoading
  const empty = isSearch ? (
    <Empty
      title="No message found"
      action={<ClearFilters names={FILTERS} search={search} change={change} text="Remove all filters" />}
    >
      Choose another period, or remove a filter.
    </Empty>
  ) : (
    <Empty title="No messages yet" action={<Send />}>
      Send one here, or with POST /api/v1/messages.
    </Empty>
  )
  return (
    <Page
      title="Messages"
      actions={
        <>
          <LiveSwitch />
          {recipient.isDecided && !isBare && selected.ids.length === 0 && (
            <SendThese wanted={wantedOf(query, pages.rows)} whyNot={whyNotThese(query, pages.rows)} />
          )}
          {recipient.isDecided && (
            <DownloadCsv
              file="messages"
              list="GET /api/v1/messages"
              input={{ query }}
              rowsOf={({ messages }) => messages}
              columns={CSV_COLUMNS}
            />
          )}
          {!isBare && <Send />}
        </>
      }
    >
      <Search recipient={recipient} pages={pages} />
      {pages.rows.length > 0 && <ResendProgress />}
      {recipient.isMissing ? (
        <Empty title="No recipient found">{SEARCH_HELP}</Empty>
      ) : recipient.choices.length > 0 ? (
        <Empty title="Several recipients found">Choose one of them under the field Recipient.</Empty>
      ) : pages.isLoading ? (
        <Loading label="Loading messages" />
      ) : (
        <MessagesList
          pages={pages}
          selection={selected.selection}
          empty={<Further pages={pages} of={JSON.stringify(query)} empty={empty} />}
        />
      )}
      <SelectedMessages ids={selected.ids} clear={selected.clear} />
    </Page>
  )
}
