import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Operations } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/notice.tsx'
import type { Tone } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { EventDialog } from '../webhooks/event-dialog.tsx'
import { outcomeOf, reasonText, toneOfState } from '../webhooks/endpoint.ts'
import { toneOf } from './delivery-status.tsx'
import './timeline.css'

export type TimelineEntry = Operations['GET /api/v1/deliveries/{id}/timeline']['answer']['timeline'][number]
type EventAttempt = NonNullable<TimelineEntry['attempts']>[number]

/** One entry of the timeline. */
interface Moment {
  key: string
  at: string
  tone: Tone
  title: string
  about: ReactNode
  /** The event to open, or null. */
  eventId: string | null
}

const SOURCES: Record<string, string> = {
  api: 'by an API call',
  member: 'by a member in the dashboard',
  dispatcher: 'by the service itself',
  provider: 'reported by the provider',
  pixel: 'the pixel in the email was loaded',
  operator: 'by an operator',
}

/** Facts after which nothing more is sent. */
const ENDS: ReadonlySet<string> = new Set(['failed', 'sent', 'delivered', 'bounced', 'opened'])

const RESULTS = {
  accepted: ['good', 'accepted by the provider'],
  rate_limited: ['warn', 'the provider asks to wait'],
  transient: ['warn', 'failed'],
  permanent: ['bad', 'rejected by the provider'],
} as const satisfies Record<string, readonly [Tone, string]>

/** The words after a send that failed for now. */
const FOLLOWS = { retried: ', then retried', waits: ', will be retried', ended: ', the last try' }

/** How the delivery goes on after a send that failed for now. */
function followsOf(entry: TimelineEntry, entries: readonly TimelineEntry[]): string {
  if (entry.result !== 'transient') return ''
  if (entries.some(({ kind, number = 0 }) => kind === 'send' && number > (entry.number ?? 0))) return FOLLOWS.retried
  return entries.some(({ kind, fact }) => kind === 'fact' && ENDS.has(fact ?? '')) ? FOLLOWS.ended : FOLLOWS.waits
}

function momentOfSend(entry: TimelineEntry, entries: readonly TimelineEntry[]): Moment {
  const [tone, said] = RESULTS[entry.result ?? 'transient']
  const follows = followsOf(entry, entries)
  const details = [
    entry.explanation == null ? entry.cause : null,
    entry.provider_message_id && `Provider's id ${entry.provider_message_id}`,
  ]
  return {
    key: `send ${entry.number}`,
    at: entry.at,
    tone: follows === FOLLOWS.ended ? 'bad' : tone,
    title: `Send ${entry.number}: ${entry.explanation ?? said + follows}`,
    about: [...details.filter(Boolean), `${entry.duration_ms} ms`].join(' · '),
    eventId: null,
  }
}

function momentOfAttempt(event: TimelineEntry, attempt: EventAttempt): Moment {
  return {
    key: `attempt ${event.event_id} ${attempt.attempt_number}`,
    at: attempt.created_at,
    tone: attempt.succeeded ? 'good' : 'bad',
    title: `POST ${attempt.attempt_number} of ${event.event_type}: ${outcomeOf(attempt)}`,
    about: `${attempt.duration_ms} ms`,
    eventId: event.event_id ?? null,
  }
}

function momentsOf(entry: TimelineEntry, entries: readonly TimelineEntry[]): Moment[] {
  if (entry.kind === 'send') return [momentOfSend(entry, entries)]
  if (entry.kind === 'fact') {
    const fact = entry.fact ?? ''
    const source = entry.source == null ? '' : (SOURCES[entry.source] ?? entry.source)
    return [{ key: `fact ${fact}`, at: entry.at, tone: toneOf(fact), title: fact, about: source, eventId: null }]
  }
  const state = entry.state ?? 'pending'
  const about = (
    <span className="row">
      <Badge tone={toneOfState(state)}>{state}</Badge>
      {entry.state_reason != null && reasonText(entry.state_reason)}
    </span>
  )
  const event = { key: `event ${entry.event_id}`, at: entry.at, tone: 'neutral' as const, about }
  return [
    { ...event, title: `Event ${entry.event_type}`, eventId: entry.event_id ?? null },
    ...(entry.attempts ?? []).map((attempt) => momentOfAttempt(entry, attempt)),
  ]
}

/**
 * The timeline of a delivery, oldest first. `onLooked`: the member has opened an event,
 * and may have sent it again.
 */
export function Timeline({ entries, onLooked }: { entries: readonly TimelineEntry[]; onLooked: () => void }) {
  const [eventId, setEventId] = useState<string | null>(null)
  const close = () => {
    setEventId(null)
    onLooked()
  }
  const moments = entries
    .flatMap((entry) => momentsOf(entry, entries))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return (
    <>
      <ol className="timeline" aria-label="Timeline">
        {moments.map((moment) => (
          <li key={moment.key} className={moment.tone}>
            <div className="row apart">
              <strong>{moment.title}</strong>
              <Time at={moment.at} full />
            </div>
            <div className="row apart">
              <span className="muted small">{moment.about}</span>
              {moment.eventId !== null && (
                <Button
                  tone="quiet"
                  icon="search"
                  aria-label={`Request and response: ${moment.title}`}
                  onClick={() => setEventId(moment.eventId)}
                >
                  Request and response
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {eventId !== null && <EventDialog eventId={eventId} onClose={close} />}
    </>
  )
}
