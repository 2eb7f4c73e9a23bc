import type { Operations } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import { Link, useSearch } from '../router.ts'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { DownloadCsv } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { ANY, chipsOf, Filters, SelectField } from '../ui/field.tsx'
import { Further } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { isMatch } from '../ui/matching.ts'
import { Empty } from '../ui/notice.tsx'
import { PageActions } from '../ui/page.tsx'
import { PeriodField, PERIODS, usePeriod } from '../ui/period.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { ListTime } from '../ui/time.tsx'
import { plainSentenceOf, sentenceOf } from './audit-sentence.ts'
import type { AuditEntry } from './audit-sentence.ts'

type Query = NonNullable<Operations['GET /api/v1/audit_log']['query']>

const FILTERS = ['text', 'object', 'actor', 'period', 'after', 'before'] as const

/** A page of a search by text, which the service does not know. */
const ROWS_OF_SEARCH = 200

const OBJECTS = [
  ANY,
  { value: 'api_key', label: 'API keys' },
  { value: 'member', label: 'Members' },
  { value: 'webhook_endpoint', label: 'Webhook endpoint' },
  { value: 'notification_channel', label: 'Channels' },
  { value: 'suppression', label: 'Suppressed addresses' },
  { value: 'notification_user', label: 'Recipients' },
  { value: 'topic', label: 'Topics' },
  { value: 'message_resend', label: 'Messages sent again' },
  { value: 'preference_page', label: 'Pages for recipients' },
  { value: 'recipient_signing_key', label: 'Keys for tokens of recipients' },
  { value: 'account', label: 'The account' },
]

function Sentence({ entry }: { entry: AuditEntry }) {
  const [, change] = useSearch()
  const { actor, verb, object, to, more } = sentenceOf(entry)
  return (
    <span>
      <button
        type="button"
        className="as-link"
        title="Show only this actor"
        onClick={() => change({ actor: entry.actor })}
      >
        <bdi>{actor}</bdi>
      </button>{' '}
      {verb}{' '}
      {object !== '' &&
        (to === null ? (
          <bdi>{object}</bdi>
        ) : (
          <Link to={to} className="row-cover">
            <bdi>{object}</bdi>
          </Link>
        ))}
      {more !== '' && <span className="muted"> ({more})</span>}
    </span>
  )
}

const COLUMNS: readonly CsvColumn<AuditEntry>[] = [
  ['Time', ({ at }) => at],
  ['Sentence', (entry) => plainSentenceOf(entry)],
  ['Action', ({ action }) => action],
  ['Actor', ({ actor }) => actor],
  ['IP address', ({ from }) => from],
  ['Object', ({ target }) => target],
  ['Details', ({ details }) => JSON.stringify(details)],
]

/** The entries of the search in the URL. The service does not search texts, so this page does. */
function useSearchedEntries() {
  const [search] = useSearch()
  const { after, before } = usePeriod(search)
  const query: Query = {
    // The service refuses another word from the URL, and names the allowed ones.
    object: (search.get('object') || undefined) as Query['object'],
    actor: search.get('actor') || undefined,
    created_after: after,
    created_before: before,
  }
  const text = search.get('text') ?? ''
  const isFound = (entry: AuditEntry) => isMatch(text, [plainSentenceOf(entry), entry.from])
  const read = { query: text === '' ? query : { ...query, limit: ROWS_OF_SEARCH } }
  const pages = useReadPages('GET /api/v1/audit_log', read, (answer) => answer.audit_log.filter(isFound))
  return { pages, query, text, isFound }
}

/** The changes of the account as sentences, newest first, with the filters of the URL. */
export function AuditLog() {
  const [search, change] = useSearch()
  const { pages, query, text, isFound } = useSearchedEntries()
  const isSearch = FILTERS.some((name) => search.has(name))
  const empty = <Empty title={isSearch ? 'No entry found' : 'No entries yet'} />
  return (
    <section className="stack" aria-label="Audit log">
      <Filters
        label="Filter the audit log"
        chosen={chipsOf(search, { text: null, object: OBJECTS, actor: null, period: PERIODS })}
        onRemove={(name) => change({ [name]: null })}
      >
        <SearchField
          label="Text"
          placeholder="Member, name or address"
          value={text}
          onSearch={(value) => change({ text: value })}
        />
        <SelectField
          label="Object"
          value={search.get('object') ?? ''}
          choices={OBJECTS}
          onChange={(object) => change({ object })}
        />
        <PeriodField label="Time" search={search} change={change} />
        <ClearFilters names={FILTERS} search={search} change={change} />
      </Filters>
      <PageActions>
        <DownloadCsv
          file="audit-log"
          list="GET /api/v1/audit_log"
          input={{ query }}
          rowsOf={(answer) => answer.audit_log.filter(isFound)}
          columns={COLUMNS}
        />
      </PageActions>
      <List
        label="Audit log"
        pages={pages}
        keyOf={({ id, action }) => `${id} ${action}`}
        columns={[
          { title: 'Time', width: 8, phone: 'time', cell: ({ at }) => <ListTime at={at} /> },
          { title: 'Change', kind: 'whole', phone: 'name', cell: (entry) => <Sentence entry={entry} /> },
          { title: 'IP address', width: 10, phone: 'text', cell: ({ from }) => from ?? '–' },
        ]}
        empty={<Further pages={pages} of={JSON.stringify([query, text])} empty={empty} />}
      />
    </section>
  )
}
