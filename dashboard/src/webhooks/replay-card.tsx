import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useChange } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { CheckboxGroup } from '../ui/field.tsx'
import { Meter } from '../ui/meter.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { eventsText, missedSince, OF_REPLAY } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'
import { CancelReplay, isUnderWay, useCancelReplay, useReplays } from './replays.tsx'
import type { Replay } from './replays.tsx'

type Asked = NonNullable<Operations['POST /api/v1/webhook_endpoints/{id}/replay']['body']>
type State = NonNullable<Asked['states']>[number]

const STATES = [
  { value: 'failed', label: 'Failed' },
  { value: 'skipped', label: 'Skipped: there was no active endpoint' },
  { value: 'dropped', label: 'Dropped' },
  { value: 'delivered', label: 'Delivered' },
] as const satisfies readonly { value: State; label: string }[]

function Replays({ endpoint }: { endpoint: WebhookEndpoint }) {
  const pages = useReplays(endpoint)
  const cancel = useCancelReplay()
  if (pages.rows.length === 0) return <ErrorNotice error={pages.error} onRetry={pages.refetch} />
  return (
    <div className="stack tight">
      <h3>Replays</h3>
      <ErrorNotice error={cancel.error} />
      <Table<Replay>
        label="Replays"
        rows={pages.rows}
        keyOf={({ id }) => id}
        more={pages}
        columns={[
          { title: 'Started', width: 13, phone: 'name', cell: ({ created_at: at }) => <Time at={at} full /> },
          { title: 'Events since', width: 13, cell: ({ since }) => <Time at={since} full /> },
          { title: 'States', phone: 'text', cell: ({ states }) => states.join(', ') },
          {
            title: 'Progress',
            phone: 'below',
            cell: ({ status, done, total }) => (
              <Meter
                label={status}
                value={done}
                max={total}
                text={`${done.toLocaleString()} of ${total.toLocaleString()}`}
                tone={status === 'finished' ? 'good' : status === 'running' ? 'accent' : 'warn'}
              />
            ),
          },
          {
            title: 'Cancel',
            width: 7,
            kind: 'actions',
            phone: 'state',
            cell: (replay) => isUnderWay(replay) && <CancelReplay {...{ endpoint, replay, cancel }} />,
          },
        ]}
      />
    </div>
  )
}

/** The number of events of a replay, before and after its start. */
function Outcome({
  endpoint,
  counted,
  sent,
}: {
  endpoint: WebhookEndpoint
  counted: number | undefined
  sent: number | undefined
}) {
  return (
    <div role="status">
      {counted !== undefined && (
        <Notice>
          <p>
            {eventsText(counted)} will be sent again.
            {endpoint.status !== 'active' && ` First activate the endpoint: it is ${endpoint.status}.`}
          </p>
        </Notice>
      )}
      {sent !== undefined && (
        <Notice tone="good">
          <p>
            {eventsText(sent)} {sent === 1 ? 'is being sent' : 'are being sent'}.
          </p>
        </Notice>
      )}
    </div>
  )
}

/** Replays the missed events, after they have been counted. */
export function ReplayCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [since, setSince] = useState(() => missedSince(endpoint))
  const [until, setUntil] = useState('')
  const [states, setStates] = useState<State[]>(['failed', 'skipped'])
  const whyNot = useWhyNot('change')
  const [newest] = useReplays(endpoint).rows
  const count = useChange('POST /api/v1/webhook_endpoints/{id}/replay_count')
  const replay = useChange('POST /api/v1/webhook_endpoints/{id}/replay', { changes: OF_REPLAY })
  const error = count.error ?? replay.error
  const { since: sinceProblems, until: untilProblems } = error?.errors ?? {}
  const asked: Asked = { since, states, ...(until === '' ? {} : { until }) }
  const path = { id: endpoint.id }

  /** Drops the count, because it no longer fits the input. */
  function forget(): void {
    count.reset()
    replay.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    replay.reset()
    if (whyNot === null && states.length > 0) count.mutate({ path, body: asked })
  }

  return (
    <Card title="Replay">
      <p className="muted">
        Sends past events again, oldest first, with the same ids, so your receiver can drop repeated events. Events are
        replayed only if you start it.
      </p>
      <form className="stack" onSubmit={submit} onChange={forget}>
        <div className="columns">
          <TimeField label="Since" required value={since} onChange={setSince} problems={sinceProblems} />
          <TimeField label="Until" help="Empty: until now" value={until} onChange={setUntil} problems={untilProblems} />
        </div>
        <CheckboxGroup label="States" values={states} choices={STATES} onChange={setStates} />
        {sinceProblems === undefined && untilProblems === undefined && <ErrorNotice error={error} />}
        <div className="row">
          <Button
            type="submit"
            busy={count.isPending}
            whyNot={whyNot ?? (states.length === 0 ? 'Choose at least one state' : null)}
          >
            Count the events
          </Button>
          {count.data !== undefined && (
            <Button
              tone="primary"
              icon="play"
              busy={replay.isPending}
              whyNot={
                whyNot ??
                (endpoint.status !== 'active' ? `The endpoint is ${endpoint.status}` : null) ??
                (count.data.count === 0 ? 'No events to send' : null) ??
                (newest !== undefined && isUnderWay(newest) ? 'Another replay is under way' : null)
              }
              onClick={() => replay.mutate({ path, body: asked }, { onSuccess: () => count.reset() })}
            >
              Replay {eventsText(count.data.count)}
            </Button>
          )}
        </div>
        <Outcome endpoint={endpoint} counted={count.data?.count} sent={replay.data?.count} />
      </form>
      <Replays endpoint={endpoint} />
    </Card>
  )
}
