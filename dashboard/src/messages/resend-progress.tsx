import { useEffect, useRef } from 'react'
import { useCache, useChange, useRead } from '../api/queries.ts'
import type { OperationName, Operations } from '../api/call.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link, useSearch } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Meter } from '../ui/meter.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { stored } from '../ui/stored.ts'
import { Time } from '../ui/time.tsx'

type Resend = Operations['GET /api/v1/message_resends']['answer']['message_resends'][number]

export const RESENDS = 'GET /api/v1/message_resends'
const LISTS: readonly OperationName[] = ['GET /api/v1/messages', 'GET /api/v1/deliveries']

const CHANGING_EVERY_MS = 1000
const ENDED_EVERY_MS = 10_000
/** The first outcomes are shown as they come. Later ones are rare. */
const SETTLING_MS = 60_000
/** The result of a resend is shown for a day, unless the member closes it. */
const SHOWN_MS = 86_400_000

export const messagesText = (count: number) => (count === 1 ? '1 message' : `${count.toLocaleString()} messages`)

/** The newest resend whose result this browser no longer shows. */
const closed = stored('closed-resend', 0, Number)

/** The newest resend that this browser has started, and the address of its list: only this list shows the result. */
export const started = stored<{ id: number; list: string } | null>('started-resend', null, (value) =>
  value !== null && typeof value === 'object' ? (value as { id: number; list: string }) : null,
)

/** The path of a list with its filters. */
export const listHere = () => window.location.pathname + window.location.search

const isRunning = ({ status }: Resend) => status === 'searching' || status === 'running'

/** The outcomes of the deliveries still change. */
function isSettling({ finished_at: at, sent, outcomes }: Resend): boolean {
  const counted = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  return at !== null && Date.now() - Date.parse(at) < SETTLING_MS && (counted < sent || outcomes.waiting > 0)
}

const isChanging = (resend: Resend) => isRunning(resend) || isSettling(resend)

const doneOf = ({ sent, not_failed: notFailed, cannot_arrive: cannot, refused }: Resend) =>
  sent + notFailed + cannot + refused

/** Why messages were skipped. */
function skippedOf({ not_failed: notFailed, cannot_arrive: cannot, refused }: Resend): string[] {
  return [
    notFailed > 0 && `${messagesText(notFailed)} sent again before`,
    cannot > 0 &&
      `${messagesText(cannot)} skipped, because another send cannot help: no address or device, or a suppressed address`,
    refused > 0 &&
      `${messagesText(refused)} skipped: the template or the recipient does not allow it, or attachments are no longer stored`,
  ].filter((text) => text !== false)
}

function Running({ resend }: { resend: Resend }) {
  const whyNot = useWhyNot('change')
  const cancel = useChange('POST /api/v1/message_resends/{id}/cancel', { changes: [RESENDS] })
  const { id, status, total } = resend
  return (
    <>
      {status === 'searching' ? (
        <p>
          <strong>Searching the failed messages:</strong> {messagesText(total)} found.
        </p>
      ) : (
        <Meter
          label="Sending again"
          value={doneOf(resend)}
          max={total}
          text={`${doneOf(resend).toLocaleString()} of ${messagesText(total)}`}
          tone="accent"
        />
      )}
      <div className="row">
        <Button whyNot={whyNot} busy={cancel.isPending} onClick={() => cancel.mutate({ path: { id } })}>
          Cancel
        </Button>
      </div>
      <ErrorNotice error={cancel.error} />
    </>
  )
}

const SECOND_MS = 1000

/** The deliveries of the messages by what became of them, in the order of their worth. */
function outcomesText({ delivered, sent, failed, waiting, canceled }: Resend['outcomes']): string {
  const named = { delivered, sent, 'failed again': failed, waiting, canceled }
  const told = Object.entries(named).flatMap(([name, count]) =>
    count === 0 ? [] : [`${count.toLocaleString()} ${name}`],
  )
  return told.length === 0 ? '' : `Their deliveries: ${told.join(', ')}. `
}

/** The list of the deliveries that were created during the resend, of its template, channel and recipient. `status`: a filter. */
function listOf({ filters, created_at: after, finished_at: at }: Resend, status: string | null): string {
  const { message_template_id: template, notification_channel_id: channel, notification_user_id: to } = filters ?? {}
  const before = new Date(Date.parse(at ?? after) + SECOND_MS).toISOString()
  const named = Object.entries({ template, channel, status, to: to == null ? null : `#${to}` })
  const chosen = named.flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  return `/deliveries?${new URLSearchParams([...chosen, ['period', 'own'], ['after', after], ['before', before]])}`
}

function Ended({ resend }: { resend: Resend }) {
  const { id, status, sent, finished_at: at, has_more: hasMore, outcomes } = resend
  return (
    <div className="row apart">
      <div className="stack tight">
        <p>
          <strong>{messagesText(sent)} sent again</strong>
          {status === 'canceled' ? ', then canceled' : ''} (<Time at={at} />)
          {skippedOf(resend).map((text) => `. ${text}`)}.{hasMore && ' There are more: start it again for the rest.'}
        </p>
        {sent > 0 && (
          <p>
            {outcomesText(outcomes)}
            <Link to={listOf(resend, null)}>See the deliveries of this resend</Link>
            {outcomes.failed > 0 && (
              <>
                {' or '}
                <Link to={listOf(resend, 'failed,bounced')}>only those that failed</Link>
              </>
            )}
          </p>
        )}
      </div>
      <Button onClick={() => closed.set(id)}>Close</Button>
    </div>
  )
}

/** The progress of the account's newest resend, for all members, and then its result, on the list that it was started from. */
export function ResendProgress() {
  const closedId = closed.use()
  const own = started.use()
  // A change of the filters renders it again.
  useSearch()
  const { readAgain } = useCache()
  const { data } = useRead(
    RESENDS,
    { query: { limit: 1 } },
    { everyMs: (last) => (last?.message_resends.some(isChanging) === true ? CHANGING_EVERY_MS : ENDED_EVERY_MS) },
  )
  const running = data?.message_resends.some(isRunning) === true
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !running) for (const list of LISTS) readAgain(list)
    wasRunning.current = running
  }, [running])
  const resend = data?.message_resends[0]
  if (resend === undefined) return null
  const { id, finished_at: at } = resend
  const isOfHere = own?.id === id && own.list === listHere() && id > closedId
  if (at !== null && (!isOfHere || Date.now() - Date.parse(at) > SHOWN_MS)) return null
  return (
    <section aria-label="Sent again">
      <Notice tone={isRunning(resend) ? 'neutral' : resend.outcomes.failed > 0 ? 'warn' : 'good'}>
        {isRunning(resend) ? <Running resend={resend} /> : <Ended resend={resend} />}
      </Notice>
    </section>
  )
}
