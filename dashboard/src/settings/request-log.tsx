import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import { Link, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { Copyable } from '../ui/copy.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { ANY, chipsOf, Filters, SelectField } from '../ui/field.tsx'
import { Further } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Facts } from '../ui/page.tsx'
import { PeriodField, PERIODS, usePeriod } from '../ui/period.tsx'
import { SearchField } from '../ui/search-field.tsx'
import type { Column } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'

type LoggedRequest = Answer<'GET /api/v1/requests'>['requests'][number]

const FILTERS = ['path', 'method', 'status', 'result', 'actor', 'request_id', 'period', 'after', 'before'] as const

const METHODS = ['POST', 'PATCH', 'PUT', 'DELETE', 'GET'] as const

/** The filters with the texts that the service takes, and the sentence about another text. */
const FORMS = {
  path: ['Path', /^[A-Za-z0-9/:_-]{1,100}$/, 'has only letters, digits, “/”, “:”, “_” or “-”'],
  method: ['Method', new RegExp(`^(${METHODS.join('|')})$`), `is ${METHODS.join(', ')}`],
  status: ['Status', /^[1-5]\d\d$/, 'is a number like 422'],
  result: ['Result', /^failed$/, 'is “failed”, or nothing'],
  actor: ['By', /^[a-z_]{1,20}:\d{1,16}$/, 'is like api_key:12'],
  period: ['Time', /^(1h|24h|7d|30d|own)$/, 'is 1h, 24h, 7d, 30d or own'],
  request_id: ['Request id', /^[A-Za-z0-9._-]{1,64}$/, 'has up to 64 letters, digits, “.”, “_” or “-”'],
} as const
type FormedFilter = keyof typeof FORMS
const METHOD_CHOICES = [ANY, ...METHODS.map((method) => ({ value: method, label: method }))]
const RESULT_CHOICES = [ANY, { value: 'failed', label: 'Refused or failed' }]

/** Links shown for a request that made many messages. */
const LINKS_MAX = 3

const toneOf = (status: number) => (status < 400 ? 'good' : status < 500 ? 'warn' : 'bad')

/** The errors of the response: the code, and a sentence for each field. */
function errorsOf({ code, errors }: LoggedRequest): string {
  const fields = Object.entries(errors ?? {}).map(([field, sentences]) => `${field} ${[sentences].flat().join(', ')}`)
  return [code, ...fields].filter((one) => one !== null).join(': ')
}

function idsMade({ made }: LoggedRequest): number[] {
  const ids = made?.['message_id'] ?? made?.['message_ids'] ?? []
  return [ids].flat().filter((id): id is number => typeof id === 'number')
}

const callerOf = ({ actor, actor_name: name }: LoggedRequest) => name ?? actor

/** The messages that the request made, or its errors. On a phone, the caller is before them. */
function Result({ request }: { request: LoggedRequest }) {
  const ids = idsMade(request)
  const errors = errorsOf(request)
  const caller = <span className="of-phone">{callerOf(request)}</span>
  if (ids.length === 0 && errors === '') {
    return (
      <span className="line">
        <bdi>{caller}</bdi>
        <span className="of-screen">–</span>
      </span>
    )
  }
  if (ids.length === 0) {
    return (
      <span className="line" title={errors}>
        {caller}
        <bdi>{errors}</bdi>
      </span>
    )
  }
  return (
    <span className="line">
      {caller}
      {ids.slice(0, LINKS_MAX).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`/messages/${id}`}>{`message #${id}`}</Link>
        </span>
      ))}
      {ids.length > LINKS_MAX && ` and ${(ids.length - LINKS_MAX).toLocaleString()} more`}
    </span>
  )
}

/** Everything that the log has of a request. `onActor`: shows only the requests of this caller. */
function RequestDialog({
  request,
  onActor,
  onClose,
}: {
  request: LoggedRequest
  onActor: (actor: string) => void
  onClose: () => void
}) {
  const { method, path, status, duration_ms: duration, actor, actor_name: name, request_id: id, at } = request
  return (
    <Dialog title="Request" onClose={onClose}>
      <Facts
        rows={[
          ['Request', <code key="request">{`${method} ${path}`}</code>],
          [
            'Status',
            <Badge key="status" tone={toneOf(status)}>
              {String(status)}
            </Badge>,
          ],
          errorsOf(request) !== '' && ['Errors', errorsOf(request)],
          idsMade(request).length > 0 && [
            'Made',
            <span key="made" className="row">
              {idsMade(request).map((one) => (
                <Link key={one} to={`/messages/${one}`}>{`message #${one}`}</Link>
              ))}
            </span>,
          ],
          ['Duration', `${duration.toLocaleString()} ms`],
          ['Time', <Time key="time" at={at} full />],
          [
            'By',
            <button key="by" type="button" className="as-link" onClick={() => onActor(actor)}>
              {name === null || name === undefined ? actor : `${name} (${actor})`}
            </button>,
          ],
          ['Request id', <Copyable key="id" text={id} label="request id" />],
        ]}
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** `onOpen`: shows all of a request. */
const columnsOf = (onOpen: (request: LoggedRequest) => void): Column<LoggedRequest>[] => [
  { title: 'Time', width: 8, phone: 'time', cell: ({ at }) => <ListTime at={at} /> },
  { title: 'Method', width: 5.25, cell: ({ method }) => <Badge>{method}</Badge> },
  {
    title: 'Path',
    phone: 'name',
    cell: (request) => (
      <button type="button" className="row-link" title={request.path} onClick={() => onOpen(request)}>
        <span className="line">
          <span className="of-phone icon">{request.method}</span>
          {request.path}
        </span>
      </button>
    ),
  },
  {
    title: 'Status',
    width: 5,
    phone: 'state',
    cell: ({ status }) => <Badge tone={toneOf(status)}>{String(status)}</Badge>,
  },
  { title: 'Result', phone: 'text', cell: (request) => <Result request={request} /> },
  { title: 'By', width: 11, cell: callerOf },
  {
    title: 'Duration',
    width: 6,
    kind: 'number',
    cell: ({ duration_ms: ms }) => `${ms.toLocaleString()} ms`,
  },
]

/** What is wrong with a filter of the URL. Null: nothing. */
function problemOf(search: URLSearchParams, name: FormedFilter): string | null {
  const text = search.get(name) ?? ''
  const [, form, sentence] = FORMS[name]
  return text === '' || form.test(text) ? null : sentence
}

/** The sentences about all wrong filters. */
function problemsOf(search: URLSearchParams): string[] {
  return (Object.keys(FORMS) as FormedFilter[]).flatMap((name) => {
    const problem = problemOf(search, name)
    return problem === null ? [] : `${FORMS[name][0]} ${problem}, not “${search.get(name)}”.`
  })
}

function Search() {
  const [search, change] = useSearch()
  const textField = (name: FormedFilter, placeholder: string) => {
    const problem = problemOf(search, name)
    return (
      <SearchField
        label={FORMS[name][0]}
        placeholder={placeholder}
        problems={problem === null ? undefined : [problem]}
        value={search.get(name) ?? ''}
        onSearch={(text) => change({ [name]: text })}
      />
    )
  }
  return (
    <Filters
      label="Filter the request log"
      chosen={chipsOf(search, {
        ...{ path: null, method: METHOD_CHOICES, status: null, result: RESULT_CHOICES, actor: null, request_id: null },
        period: PERIODS,
      })}
      onRemove={(name) => change({ [name]: null })}
    >
      {textField('path', '/messages')}
      <SelectField
        label="Method"
        value={search.get('method') ?? ''}
        choices={METHOD_CHOICES}
        onChange={(method) => change({ method })}
      />
      {textField('status', '422')}
      <SelectField
        label="Result"
        value={search.get('result') ?? ''}
        choices={RESULT_CHOICES}
        onChange={(result) => change({ result })}
      />
      {textField('actor', 'api_key:12')}
      {textField('request_id', 'req_…')}
      <PeriodField label="Time" search={search} change={change} />
      <ClearFilters names={FILTERS} search={search} change={change} />
    </Filters>
  )
}

function useSearchedRequests() {
  const [search] = useSearch()
  const { after, before } = usePeriod(search)
  const problems = problemsOf(search)
  const status = search.get('status')
  const query = {
    request_id: search.get('request_id') || undefined,
    result: search.get('result') === 'failed' ? ('failed' as const) : undefined,
    method: METHODS.find((method) => method === search.get('method')),
    path: search.get('path') || undefined,
    status: status ? Number(status) : undefined,
    actor: search.get('actor') || undefined,
    created_after: after,
    created_before: before,
  }
  const enabled = problems.length === 0
  const pages = useReadPages('GET /api/v1/requests', { query }, ({ requests }) => requests, { enabled })
  return { pages, query, problems }
}

/** The changes and refused requests of the last seven days, newest first, with the filters of the URL. */
export function RequestLog() {
  const { pages, query, problems } = useSearchedRequests()
  const [search, change] = useSearch()
  const [opened, setOpened] = useState<LoggedRequest | null>(null)
  const isFiltered = FILTERS.some((name) => search.has(name))
  const empty = (
    <Empty title={isFiltered ? 'No request found' : 'No requests yet'}>
      The log has the changes and refused requests of the last seven days. Successful reads are not in it.
    </Empty>
  )
  return (
    <section className="stack" aria-label="Request log">
      <Search />
      {problems.length > 0 ? (
        <Empty
          title="A filter is wrong"
          action={<ClearFilters names={FILTERS} search={search} change={change} text="Remove all filters" />}
        >
          {problems.join(' ')}
        </Empty>
      ) : (
        <List
          label="Requests"
          pages={pages}
          keyOf={({ id: row }) => row}
          columns={columnsOf(setOpened)}
          empty={<Further pages={pages} of={JSON.stringify(query)} empty={empty} />}
        />
      )}
      {opened !== null && (
        <RequestDialog
          request={opened}
          onActor={(actor) => {
            setOpened(null)
            change({ actor })
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}
