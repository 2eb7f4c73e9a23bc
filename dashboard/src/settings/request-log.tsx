import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import { Link, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { Copyable } from '../ui/copy.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { chipsOf, Filters, SelectField } from '../ui/field.tsx'
import { Further } from '../ui/further.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Facts } from '../ui/page.tsx'
import { PeriodField, PERIODS, usePeriod } from '../ui/period.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Line } from '../ui/table.tsx'
import type { Column } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'

type LoggedRequest = Answer<'GET /api/v1/requests'>['requests'][number]

const FILTERS = ['path', 'method', 'status', 'result', 'actor', 'request_id', 'period', 'after', 'before'] as const

/** Texts that the service takes in a filter, and the help for others. */
const FORMS = {
  request_id: [/^[A-Za-z0-9._-]{1,64}$/, 'An id has up to 64 letters, digits, “.”, “_” or “-”'],
  path: [/^[A-Za-z0-9/:_-]{1,100}$/, 'A part of a path has letters, digits, “/”, “:”, “_” or “-”'],
  status: [/^[1-5]\d\d$/, 'A status is a number like 422'],
  actor: [/^[a-z_]{1,20}:\d{1,16}$/, 'For example api_key:12'],
} as const
type TextFilter = keyof typeof FORMS

const METHODS = ['POST', 'PATCH', 'PUT', 'DELETE', 'GET'] as const
const ANY = { value: '', label: 'Any' } as const
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

/** The messages that the request made, or its errors. */
function Result({ request }: { request: LoggedRequest }) {
  const ids = idsMade(request)
  if (ids.length === 0) return <Line text={errorsOf(request) || '–'} />
  return (
    <span className="line">
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
  { title: 'Method', width: 5.5, cell: ({ method }) => <Badge>{method}</Badge> },
  {
    title: 'Path',
    phone: 'name',
    cell: (request) => (
      <button type="button" className="as-link line" title={request.path} onClick={() => onOpen(request)}>
        {request.path}
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
  { title: 'By', width: 8, cell: ({ actor, actor_name: name }) => name ?? actor },
  {
    title: 'Duration',
    width: 6,
    kind: 'number',
    cell: ({ duration_ms: ms }) => `${ms.toLocaleString()} ms`,
  },
]

/** The text of a filter in the URL, if the service takes it. */
function textOf(search: URLSearchParams, name: TextFilter): string | undefined {
  const text = search.get(name) ?? ''
  return FORMS[name][0].test(text) ? text : undefined
}

function Search() {
  const [search, change] = useSearch()
  const textField = (name: TextFilter, label: string, placeholder: string) => {
    const value = search.get(name) ?? ''
    return (
      <SearchField
        label={label}
        placeholder={placeholder}
        help={value === '' || textOf(search, name) !== undefined ? undefined : FORMS[name][1]}
        value={value}
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
      {textField('path', 'Path', '/messages')}
      <SelectField
        label="Method"
        value={search.get('method') ?? ''}
        choices={METHOD_CHOICES}
        onChange={(method) => change({ method })}
      />
      {textField('status', 'Status', '422')}
      <SelectField
        label="Result"
        value={search.get('result') ?? ''}
        choices={RESULT_CHOICES}
        onChange={(result) => change({ result })}
      />
      {textField('actor', 'By', 'api_key:12')}
      {textField('request_id', 'Request id', 'req_…')}
      <PeriodField label="Time" search={search} change={change} />
      <ClearFilters names={FILTERS} search={search} change={change} />
    </Filters>
  )
}

function useSearchedRequests() {
  const [search] = useSearch()
  const { after, before } = usePeriod(search)
  const status = textOf(search, 'status')
  const query = {
    request_id: textOf(search, 'request_id'),
    result: search.get('result') === 'failed' ? ('failed' as const) : undefined,
    method: METHODS.find((method) => method === search.get('method')),
    path: textOf(search, 'path'),
    status: status === undefined ? undefined : Number(status),
    actor: textOf(search, 'actor'),
    created_after: after,
    created_before: before,
  }
  const pages = useReadPages('GET /api/v1/requests', { query }, ({ requests }) => requests)
  return { pages, query }
}

/** The changes and refused requests of the last seven days, newest first, with the filters of the URL. */
export function RequestLog() {
  const { pages, query } = useSearchedRequests()
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
      <List
        label="Requests"
        pages={pages}
        keyOf={({ id: row }) => row}
        columns={columnsOf(setOpened)}
        empty={<Further pages={pages} of={JSON.stringify(query)} empty={empty} />}
      />
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
