import { useReadPages } from '../api/queries.ts'
import type { Pages } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { ChannelName } from '../channels/channel-type.tsx'
import { causeOf } from '../deliveries/cause.ts'
import { hasFailed } from '../deliveries/delivery-status.tsx'
import { useLive } from '../live/live.ts'
import { RecipientName } from '../recipients/recipient-name.tsx'
import { RecipientField } from '../recipients/recipient-field.tsx'
import { chipOf, nameOf, SEARCH_HELP, useRecipientCalled } from '../recipients/recipient.ts'
import type { FoundRecipient } from '../recipients/recipient.ts'
import { useSearch } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { DownloadCsv, numbered } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { ANY, chipsOf, Filters, SelectField } from '../ui/field.tsx'
import { Further } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { PageActions } from '../ui/page.tsx'
import { PeriodField, PERIODS, usePeriod } from '../ui/period.tsx'
import { SearchField } from '../ui/search-field.tsx'
import type { Column } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'
import { deliveryOf, EVENT_TYPES, sentenceOfType, STATE_TONES, toneOfState } from './endpoint.ts'

const LIST = 'GET /api/v1/webhook_events/newest'
type Query = NonNullable<Operations[typeof LIST]['query']>
type ListedEvent = Operations[typeof LIST]['answer']['webhook_events'][number]

const LIVE = [LIST] as const
/** A POST to the webhook emits no event, but changes the state of one. */
const READ_EVERY_MS = 5000

/** The sentence of an event, with the cause of a failure. A newer service may have other types. */
function sentenceOf(event: ListedEvent): string {
  const sentence = sentenceOfType(event.type)
  const delivery = deliveryOf(event)
  const cause = delivery === null || !hasFailed(delivery.status) ? null : causeOf(delivery)
  return cause === null ? sentence : `${sentence}: ${cause.replace(/^The /, 'the ')}`
}

const choicesOf = (values: readonly string[]) => [ANY, ...values.map((value) => ({ value, label: value }))]
const TYPE_CHOICES = choicesOf(EVENT_TYPES)
const STATE_CHOICES = choicesOf(Object.keys(STATE_TONES))

const FILTERS = ['type', 'state', 'to', 'delivery', 'period', 'after', 'before'] as const

const isDeliveryId = (text: string) => /^[1-9]\d{0,15}$/.test(text)

function Search({ recipient }: { recipient: FoundRecipient }) {
  const [search, change] = useSearch()
  const value = (name: string) => search.get(name) ?? ''
  const delivery = value('delivery')
  return (
    <Filters
      label="Search events"
      chosen={chipsOf(search, {
        ...{ type: TYPE_CHOICES, state: STATE_CHOICES, to: chipOf(value('to'), recipient) },
        ...{ delivery: null, period: PERIODS },
      })}
      onRemove={(name) => change({ [name]: null })}
    >
      <RecipientField value={value('to')} found={recipient} onSearch={(to) => change({ to, delivery: null })} />
      <SelectField label="Type" value={value('type')} choices={TYPE_CHOICES} onChange={(type) => change({ type })} />
      <SelectField
        label="State"
        value={value('state')}
        choices={STATE_CHOICES}
        onChange={(state) => change({ state })}
      />
      <SearchField
        label="Delivery"
        placeholder="Id"
        help={delivery === '' || isDeliveryId(delivery) ? null : 'The id of a delivery is a number'}
        value={delivery}
        onSearch={(text) => change({ delivery: text.replace(/^#/, ''), to: null })}
      />
      <PeriodField label="Created" search={search} change={change} />
      <ClearFilters names={FILTERS} search={search} change={change} />
    </Filters>
  )
}

const COLUMNS: readonly Column<ListedEvent>[] = [
  {
    title: 'Recipient',
    width: 12.75,
    phone: 'name',
    cell: ({ notification_user: recipient }) =>
      recipient == null ? <span className="muted">no recipient</span> : <RecipientName recipient={recipient} />,
  },
  {
    title: 'Event',
    phone: 'text',
    cell: (event) => (
      <span className="line two" title={sentenceOf(event)}>
        {sentenceOf(event)}
      </span>
    ),
  },
  {
    title: 'Channel',
    width: 9,
    cell: (event) => {
      const channel = deliveryOf(event)?.notification_channel
      return channel !== undefined && <ChannelName channel={channel} />
    },
  },
  { title: 'State', width: 7.5, phone: 'state', cell: ({ state }) => <Badge tone={toneOfState(state)}>{state}</Badge> },
  {
    title: 'Attempts',
    width: 8.25,
    cell: ({ attempts_made: made, next_attempt_at: next }) => (
      <>
        <span className="line">{made}</span>
        {next !== null && (
          <span className="line">
            Next <Time at={next} />
          </span>
        )}
      </>
    ),
  },
  { title: 'Created', width: 8, phone: 'time', cell: ({ created_at: at }) => <ListTime at={at} /> },
]

const CSV_COLUMNS: readonly CsvColumn<ListedEvent>[] = [
  ['Id', ({ id }) => id],
  ['Type', ({ type }) => type],
  ['Delivery', (event) => numbered(deliveryOf(event)?.id)],
  ['Message', (event) => numbered(deliveryOf(event)?.message_id)],
  ['Recipient id', ({ notification_user: recipient }) => numbered(recipient?.id)],
  ['Recipient', ({ notification_user: recipient }) => recipient && nameOf(recipient)],
  ['Email', ({ notification_user: recipient }) => recipient?.email],
  ['External id', ({ notification_user: recipient }) => recipient?.external_user_id],
  ['Channel', (event) => deliveryOf(event)?.notification_channel.name],
  ['State', ({ state }) => state],
  ['Attempts', ({ attempts_made: made }) => made],
  ['Next attempt', ({ next_attempt_at: at }) => at],
  ['Created', ({ created_at: at }) => at],
]

/** The events of the search in the URL. `problem`: why there can be none. */
function useSearchedEvents(): {
  pages: Pages<ListedEvent>
  query: Query
  recipient: FoundRecipient
  problem: string | null
} {
  const [search] = useSearch()
  useLive(LIVE)
  const { after, before } = usePeriod(search)
  const delivery = search.get('delivery') ?? ''
  const recipient = useRecipientCalled(delivery === '' ? (search.get('to') ?? '') : '')
  const query: Query = {
    expand: 'notification_user',
    type: (search.get('type') || undefined) as Query['type'],
    state: (search.get('state') || undefined) as Query['state'],
    delivery_id: isDeliveryId(delivery) ? Number(delivery) : undefined,
    notification_user_id: recipient.id ?? undefined,
    created_after: after,
    created_before: before,
  }
  const problem =
    delivery !== '' && !isDeliveryId(delivery)
      ? 'The id of a delivery is a number.'
      : recipient.isMissing
        ? `No recipient found. ${SEARCH_HELP}`
        : null
  const options = { everyMs: READ_EVERY_MS, enabled: problem === null && !recipient.isLoading }
  const pages = useReadPages(LIST, { query }, ({ webhook_events: events }) => events, options)
  return { pages, query, recipient, problem }
}

/**
 * Every event of the account, newest first, with the filters of the URL. With a recipient, the events of each delivery are
 * together.
 */
export function Events() {
  const [search, change] = useSearch()
  const { pages, query, recipient, problem } = useSearchedEvents()
  const isSearch = FILTERS.some((name) => search.has(name))
  const empty = isSearch ? (
    <Empty
      title="No event found"
      action={<ClearFilters names={FILTERS} search={search} change={change} text="Remove all filters" />}
    >
      Choose another period, or remove a filter.
    </Empty>
  ) : (
    <Empty title="No events yet" action={<ButtonLink to="/messages">Send a message</ButtonLink>}>
      Every change of a delivery is an event, even without a webhook endpoint.
    </Empty>
  )
  return (
    <div className="stack">
      <Search recipient={recipient} />
      {problem === null && recipient.isDecided && (
        <PageActions>
          <DownloadCsv
            file="webhook-events"
            list={LIST}
            input={{ query }}
            rowsOf={({ webhook_events: events }) => events}
            columns={CSV_COLUMNS}
          />
        </PageActions>
      )}
      {problem === null ? (
        <List
          label="Events"
          pages={pages}
          keyOf={({ id }) => id}
          pageOf={({ id }) => `/webhooks/events/${id}`}
          columns={COLUMNS}
          empty={<Further pages={pages} of={JSON.stringify(query)} empty={empty} />}
        />
      ) : (
        <Empty title="No event found">{problem}</Empty>
      )}
    </div>
  )
}
