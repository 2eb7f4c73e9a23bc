import { useState } from 'react'
import { call } from '../api/call.ts'
import type { Operations } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import { Link, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { csvOf, saveFile } from '../ui/csv.ts'
import { Filters, SelectField } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Empty, ErrorNotice } from '../ui/notice.tsx'
import { PeriodField, usePeriod } from '../ui/period.tsx'
import { Time } from '../ui/time.tsx'
import { showToast } from '../ui/toast.tsx'
import { plainSentenceOf, sentenceOf } from './audit-sentence.ts'
import type { AuditEntry } from './audit-sentence.ts'

type Query = NonNullable<Operations['GET /api/v1/audit_log']['query']>

const FILTERS = ['object', 'actor', 'period', 'after', 'before'] as const

const OBJECTS = [
  { value: '', label: 'Any' },
  { value: 'api_key', label: 'API keys' },
  { value: 'member', label: 'Members' },
  { value: 'webhook_endpoint', label: 'Webhook endpoint' },
  { value: 'notification_channel', label: 'Channels' },
  { value: 'suppression', label: 'Suppressed addresses' },
  { value: 'notification_user', label: 'Recipients' },
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
          <Link to={to}>
            <bdi>{object}</bdi>
          </Link>
        ))}
      {more !== '' && <span className="muted"> ({more})</span>}
    </span>
  )
}

/** The pages of an export. More rows are in an export of a shorter period. */
const PAGES_MAX = 50
const ROWS_OF_PAGE = 200
const TITLES = ['Time', 'Sentence', 'Action', 'Actor', 'IP address', 'Object', 'Details']

const cellsOf = (entry: AuditEntry): string[] => {
  const { at, action, actor, from, target, details } = entry
  return [at, plainSentenceOf(entry), action, actor, from ?? '', target ?? '', JSON.stringify(details)]
}

/** Reads all pages of the filtered log. `isCut`: there are more rows. */
async function readAll(query: Query): Promise<{ entries: AuditEntry[]; isCut: boolean }> {
  const entries: AuditEntry[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await call('GET /api/v1/audit_log', { query: { ...query, limit: ROWS_OF_PAGE, cursor } })
    entries.push(...page.audit_log)
    if (page.next_cursor === null) return { entries, isCut: false }
    cursor = page.next_cursor
  }
  return { entries, isCut: true }
}

function Export({ query }: { query: Query }) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  async function save(): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const { entries, isCut } = await readAll(query)
      saveFile('audit-log.csv', 'text/csv; charset=utf-8', csvOf(TITLES, entries.map(cellsOf)))
      if (isCut)
        showToast(
          `The file has the newest ${entries.length.toLocaleString()} entries. Choose a shorter period for the rest`,
        )
    } catch (failure) {
      setError(failure as Error)
    }
    setBusy(false)
  }
  return (
    <>
      <Button busy={isBusy} onClick={() => void save()}>
        Export as CSV
      </Button>
      <ErrorNotice error={error} />
    </>
  )
}

/** The changes of the account as sentences, newest first, with the filters of the URL. */
export function AuditLog() {
  const [search, change] = useSearch()
  const { after, before } = usePeriod(search)
  const query: Query = {
    object: search.get('object') || undefined,
    actor: search.get('actor') || undefined,
    created_after: after,
    created_before: before,
  }
  const pages = useReadPages('GET /api/v1/audit_log', { query }, (answer) => answer.audit_log)
  return (
    <section className="stack" aria-label="Audit log">
      <div className="row apart">
        <Filters label="Filter the audit log">
          <SelectField
            label="Object"
            value={search.get('object') ?? ''}
            choices={OBJECTS}
            onChange={(object) => change({ object })}
          />
          <PeriodField label="Time" search={search} change={change} />
          <ClearFilters names={FILTERS} search={search} change={change} />
        </Filters>
        <Export query={query} />
      </div>
      <List
        label="Audit log"
        pages={pages}
        keyOf={({ id, action }) => `${id} ${action}`}
        columns={[
          { title: 'Time', width: 13, cell: ({ at }) => <Time at={at} full /> },
          { title: 'Change', kind: 'whole', cell: (entry) => <Sentence entry={entry} /> },
          { title: 'IP address', width: 10, cell: ({ from }) => from ?? '–' },
        ]}
        empty={<Empty title={FILTERS.some((name) => search.has(name)) ? 'No entry found' : 'No entries yet'} />}
      />
    </section>
  )
}
