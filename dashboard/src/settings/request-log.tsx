import { useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useReadPages } from '../api/queries.ts'
import { Link, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { Copyable } from '../ui/copy.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Filters, SelectField } from '../ui/field.tsx'
import { List } from '../ui/list.tsx'
import { Badge, Empty } from '../ui/notice.tsx'
import { Facts } from '../ui/page.tsx'
import { PeriodField, usePeriod } from '../ui/period.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Line } from '../ui/table.tsx'
import type { Column } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'

type LoggedRequest = Answer<'GET /api/v1/requests'>['requests'][number]

const FILTERS = ['request_id', 'result', 'period', 'after', 'before'] as const
const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/

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

/** Everything that the log has of a request. */
function RequestDialog({ request, onClose }: { request: LoggedRequest; onClose: () => void }) {
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
          ['By', name === null || name === undefined ? actor : `${name} (${actor})`],
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

/** The changes and refused requests of the last seven days, newest first, with the filters of the URL. */
export function RequestLog() {
  const [search, change] = useSearch()
  const { after, before } = usePeriod(search)
  const id = search.get('request_id') ?? ''
  const query = {
    request_id: REQUEST_ID.test(id) ? id : undefined,
    result: search.get('result') === 'failed' ? ('failed' as const) : undefined,
    created_after: after,
    created_before: before,
  }
  const [opened, setOpened] = useState<LoggedRequest | null>(null)
  const pages = useReadPages('GET /api/v1/requests', { query }, ({ requests }) => requests)
  const isFiltered = FILTERS.some((name) => search.has(name))
  return (
    <section className="stack" aria-label="Request log">
      <Filters label="Filter the request log">
        <SearchField
          label="Request id"
          placeholder="req_…"
          help={
            id !== '' && query.request_id === undefined
              ? 'An id has up to 64 letters, digits, “.”, “_” or “-”'
              : undefined
          }
          value={id}
          onSearch={(value) => change({ request_id: value })}
        />
        <SelectField
          label="Result"
          value={query.result ?? ''}
          choices={[
            { value: '', label: 'Any' },
            { value: 'failed', label: 'Refused or failed' },
          ]}
          onChange={(result) => change({ result })}
        />
        <PeriodField label="Time" search={search} change={change} />
        <ClearFilters names={FILTERS} search={search} change={change} />
      </Filters>
      <List
        label="Requests"
        pages={pages}
        keyOf={({ id: row }) => row}
        columns={columnsOf(setOpened)}
        empty={
          <Empty title={isFiltered ? 'No request found' : 'No requests yet'}>
            The log has the changes and refused requests of the last seven days. Successful reads are not in it.
          </Empty>
        }
      />
      {opened !== null && <RequestDialog request={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}
