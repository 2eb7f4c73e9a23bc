import { useState } from 'react'
import { useReadPages } from '../api/queries.ts'
import type { Pages } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { useChannelChoices } from '../channels/choices.ts'
import { LiveSwitch } from '../live/live-switch.tsx'
import { useLive } from '../live/live.ts'
import type { Wanted } from '../messages/resend-dialog.tsx'
import { ResendProgress } from '../messages/resend-progress.tsx'
import { SelectedMessages, SendThese, useSelectedMessages } from '../messages/selection.tsx'
import { RecipientField } from '../recipients/recipient-field.tsx'
import { chipOf, nameOf, SEARCH_HELP, useRecipientCalled } from '../recipients/recipient.ts'
import type { FoundRecipient } from '../recipients/recipient.ts'
import { useSearch } from '../router.ts'
import { useTemplateChoices } from '../templates/choices.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { ANY, chipsOf, Filters, SelectField } from '../ui/field.tsx'
import { Further } from '../ui/further.tsx'
import { ManyField } from '../ui/many-field.tsx'
import { Empty, Loading } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { PeriodField, PERIODS, usePeriod } from '../ui/period.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { canHelp, cannotHelp, CAUSE_CHOICES, causeOf, sentenceOf } from './cause.ts'
import { DeliveriesList } from './deliveries-list.tsx'
import type { ListedDelivery } from './deliveries-list.tsx'
import { hasFailed, isOfFailures, OTHER_STATUSES, STATUS_CHOICES } from './delivery-status.tsx'

type Query = NonNullable<Operations['GET /api/v1/deliveries']['query']>

const LIVE = ['GET /api/v1/deliveries'] as const

const CAUSES = [ANY, ...CAUSE_CHOICES]

const FILTERS = ['to', 'status', 'channel', 'template', 'cause', 'reference', 'period', 'after', 'before'] as const

/** A `#` keeps the digits of an id in spreadsheets. */
const CSV_COLUMNS: readonly CsvColumn<ListedDelivery>[] = [
  ['Id', ({ id }) => `#${id}`],
  ['Status', ({ status }) => status],
  ['Recipient id', ({ message }) => message && `#${message.notification_user.id}`],
  ['Recipient', ({ message }) => message && nameOf(message.notification_user)],
  ['Email', ({ message }) => message?.notification_user.email],
  ['External id', ({ message }) => message?.notification_user.external_user_id],
  ['Message id', ({ message_id: id }) => `#${id}`],
  ['Reference', ({ reference }) => reference],
  ['Subject', ({ message }) => message?.rendered_subject],
  ['Template', ({ message }) => message?.message_template.name],
  ['Channel', ({ notification_channel: { name } }) => name],
  ['Cause', (delivery) => causeOf(delivery)],
  ['Error', ({ error_message: error }) => error],
  ['Scheduled for', ({ message }) => message?.send_at],
  ['Created', ({ created_at: at }) => at],
  ['Sent', ({ sent_at: at }) => at],
  ['Delivered', ({ delivered_at: at }) => at],
  ['Opened', ({ opened_at: at }) => at],
  ['Failed', ({ failed_at: at }) => at],
  ['Bounced', ({ bounced_at: at }) => at],
]

function Search({
  recipient,
  pages: { rows, isLoading },
}: {
  recipient: FoundRecipient
  pages: Pages<ListedDelivery>
}) {
  const [search, change] = useSearch()
  const [isNear, setNear] = useState(false)
  const templates = useTemplateChoices({
    chosen: search.get('template') ?? '',
    named: rows.map(({ message }) => message?.message_template),
    isNear,
    isLoading,
  })
  const channels = useChannelChoices({
    chosen: search.get('channel') ?? '',
    named: rows.map(({ notification_channel: channel }) => channel),
    isNear,
    isLoading,
  })
  const value = (name: string) => search.get(name) ?? ''
  return (
    <Filters
      label="Search deliveries"
      chosen={chipsOf(search, {
        ...{ to: chipOf(value('to'), recipient), status: STATUS_CHOICES, channel: channels },
        ...{ template: templates, cause: CAUSES },
        ...{ reference: null, period: PERIODS },
      })}
      onRemove={(name) => change({ [name]: null })}
      onNear={() => setNear(true)}
    >
      <RecipientField value={value('to')} found={recipient} onSearch={(to) => change({ to })} />
      <ManyField
        label="Status"
        values={value('status').split(',')}
        choices={STATUS_CHOICES}
        onChange={(statuses) => change({ status: statuses.join(',') })}
      />
      <SelectField
        label="Channel"
        value={value('channel')}
        choices={channels}
        onChange={(channel) => change({ channel })}
      />
      <SelectField
        label="Template"
        value={value('template')}
        choices={templates}
        onChange={(template) => change({ template })}
      />
      <SelectField label="Cause" value={value('cause')} choices={CAUSES} onChange={(cause) => change({ cause })} />
      <SearchField
        label="Reference"
        placeholder="Whole reference"
        value={value('reference')}
        onSearch={(reference) => change({ reference })}
      />
      <PeriodField label="Created" search={search} change={change} />
      <ClearFilters names={FILTERS} search={search} change={change} />
    </Filters>
  )
}

const numberOf = (text: string | null) => (text === null || text === '' ? undefined : Number(text))

function useSearchedDeliveries(): {
  pages: Pages<ListedDelivery>
  query: Query
  recipient: FoundRecipient
} {
  const [search] = useSearch()
  const recipient = useRecipientCalled(search.get('to') ?? '')
  const { after, before } = usePeriod(search)
  const everyMs = useLive(LIVE)
  const query: Query = {
    expand: 'message',
    status: search.get('status') || undefined,
    notification_user_id: recipient.id ?? undefined,
    notification_channel_id: numberOf(search.get('channel')),
    message_template_id: numberOf(search.get('template')),
    cause: (search.get('cause') || undefined) as Query['cause'],
    reference: search.get('reference') || undefined,
    created_after: after,
    created_before: before,
  }
  const enabled = !recipient.isLoading && !recipient.isMissing
  const pages = useReadPages('GET /api/v1/deliveries', { query }, ({ deliveries }) => deliveries, { everyMs, enabled })
  return { pages, query, recipient }
}

/** Why the failed messages of the list cannot be sent again. Null: they can. */
function whyNotThese(query: Query): string | null {
  const { status, cause } = query
  if (!isOfFailures(status)) return OTHER_STATUSES
  if (!canHelp(cause ?? null)) return cannotHelp(sentenceOf(cause!))
  const hasFilter = Object.values({ ...query, expand: undefined }).some((value) => value !== undefined)
  return hasFilter ? null : 'Choose a filter first, for example the status failed'
}

/** The filters of the list, or its messages: a resend has no filter by reference. */
function wantedOf(query: Query, rows: readonly ListedDelivery[]): Wanted {
  const filters = { ...query, expand: undefined, reference: undefined }
  if (query.reference === undefined) return { filters }
  return { message_ids: [...new Set(rows.filter(({ status }) => hasFailed(status)).map(({ message_id: id }) => id))] }
}

/** `query`: null if there is no list, or several recipients are found. */
function Actions({
  query,
  rows,
  hasSelected,
}: {
  query: Query | null
  rows: readonly ListedDelivery[]
  hasSelected: boolean
}) {
  const isNone = rows.length === 0 || (query?.reference !== undefined && !rows.some(({ status }) => hasFailed(status)))
  return (
    <>
      <LiveSwitch />
      {query !== null && !hasSelected && (
        <SendThese
          wanted={wantedOf(query, rows)}
          whyNot={whyNotThese(query) ?? (isNone ? 'None of these deliveries failed' : null)}
        />
      )}
      {query !== null && (
        <DownloadCsv
          file="deliveries"
          list="GET /api/v1/deliveries"
          input={{ query }}
          rowsOf={({ deliveries }) => deliveries}
          columns={CSV_COLUMNS}
        />
      )}
    </>
  )
}

/** Why the message of a delivery cannot be sent again. Null: it can. Absent: the delivery did not fail. */
function whyNotAgain(row: ListedDelivery): string | null | undefined {
  if (!hasFailed(row.status)) return undefined
  if (row.message != null && row.message.sent_again_as !== null) return 'The message was sent again before'
  return canHelp(row.error_message) ? null : cannotHelp(causeOf(row))
}

/** Every delivery, newest first, with the filters of the URL. */
export default function Deliveries() {
  const { pages, query, recipient } = useSearchedDeliveries()
  const [search, change] = useSearch()
  const selected = useSelectedMessages({
    rows: recipient.isDecided ? pages.rows : [],
    messageOf: ({ message_id: id }) => id,
    whyNotOf: whyNotAgain,
    labelOf: ({ id }) => `delivery #${id}`,
  })
  const isSearch = FILTERS.some((name) => search.has(name))
  const empty = isSearch ? (
    <Empty
      title="No delivery found"
      action={<ClearFilters names={FILTERS} search={search} change={change} text="Remove all filters" />}
    >
      Choose another period, or remove a filter.
      {search.has('cause') && ' The causes are those of failed, bounced and retrying deliveries.'}
    </Empty>
  ) : (
    <Empty title="No deliveries yet" action={<ButtonLink to="/messages">Send a message</ButtonLink>}>
      Each message creates one delivery per channel of its template.
    </Empty>
  )
  return (
    <Page
      title="Deliveries"
      actions={
        <Actions query={recipient.isDecided ? query : null} rows={pages.rows} hasSelected={selected.ids.length > 0} />
      }
    >
      <Search recipient={recipient} pages={pages} />
      {pages.rows.length > 0 && <ResendProgress />}
      {recipient.isMissing ? (
        <Empty title="No recipient found">{SEARCH_HELP}</Empty>
      ) : recipient.choices.length > 0 ? (
        <Empty title="Several recipients found">Choose one of them under the field Recipient.</Empty>
      ) : pages.isLoading ? (
        <Loading label="Loading deliveries" />
      ) : (
        <DeliveriesList
          pages={pages}
          selection={selected.selection}
          empty={<Further pages={pages} of={JSON.stringify(query)} empty={empty} />}
        />
      )}
      <SelectedMessages ids={selected.ids} clear={selected.clear} />
    </Page>
  )
}
