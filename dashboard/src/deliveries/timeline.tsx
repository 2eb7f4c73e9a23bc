import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/notice.tsx'
import type { Tone } from '../ui/notice.tsx'
import { DayTime } from '../ui/time.tsx'
import { EventDialog } from '../webhooks/event-dialog.tsx'
import { eventsText, outcomeOf, reasonText, toneOfState } from '../webhooks/endpoint.ts'
import { RawCause } from './raw-cause.tsx'
import { sentenceOf } from './cause.ts'
import { toneOf } from './delivery-status.tsx'
import type { TimelineEntry } from './explained.ts'
import './timeline.css'

/** One entry of the timeline. */
interface Moment {
  key: string
  at: string
  tone: Tone
  title: string
  about: string
  /** With the provider's own text. Null: there is none. */
  cause: string | null
}

const SOURCES: Record<string, string> = {
  api: 'by an API call',
  member: 'by a member in the dashboard',
  dispatcher: 'by the service',
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
    entry.notification_channel && `by ${entry.notification_channel.name}`,
    entry.explanation == null ? sentenceOf(entry.cause ?? null) : null,
    entry.provider_message_id && `Provider's id ${entry.provider_message_id}`,
  ]
  return {
    key: `send ${entry.number}`,
    at: entry.at,
    tone: follows === FOLLOWS.ended ? 'bad' : tone,
    title: `Send ${entry.number}: ${entry.explanation ?? said + follows}`,
    about: [...details.filter(Boolean), `${entry.duration_ms} ms`].join(' · '),
    cause: entry.cause ?? null,
  }
}

/** The facts and the sends of the delivery. */
function momentOf(entry: TimelineEntry, entries: readonly TimelineEntry[]): Moment {
  if (entry.kind === 'send') return momentOfSend(entry, entries)
  if (entry.kind === 'report') {
    const { at, cause = null, explanation } = entry
    return { key: `report ${at}`, at, tone: 'warn', title: explanation ?? 'report', about: '', cause }
  }
  const { at, fact = '', cause = null, explanation = null } = entry
  const about = entry.source == null ? '' : (SOURCES[entry.source] ?? entry.source)
  const reason = sentenceOf(cause) ?? explanation
  return {
    ...{ key: `fact ${fact}`, at, tone: toneOf(fact), about, cause },
    title: reason === null ? fact : `${fact}: ${reason}`,
  }
}

/** The attempts of an event in a few words. */
function attemptsText({ attempts = [], state_reason: reason }: TimelineEntry): string {
  const last = attempts.at(-1)
  if (last === undefined) return reason == null ? 'no attempt yet' : reasonText(reason)
  const count = attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts, last`
  return `${count}: ${outcomeOf(last)}, ${last.duration_ms} ms`
}

/** The events of the delivery, each with its attempts in one line. The summary is enough if all were delivered. */
function Events({ events, onOpen }: { events: readonly TimelineEntry[]; onOpen: (eventId: string) => void }) {
  if (events.length === 0) return null
  const missing = events.filter(({ state }) => state !== 'delivered').length
  return (
    <details className="timeline-events">
      <summary>
        Webhook:{' '}
        {missing === 0
          ? `${eventsText(events.length)}, all delivered`
          : `${missing} of ${eventsText(events.length)} not delivered`}
      </summary>
      <ul aria-label="Webhook events">
        {events.map((event, index) => (
          <li key={event.event_id}>
            <div className="row apart">
              <span className="row">
                <strong>{event.event_type}</strong>
                <Badge tone={toneOfState(event.state ?? 'pending')}>{event.state ?? 'pending'}</Badge>
              </span>
              <DayTime at={event.at} before={events[index - 1]?.at ?? null} />
            </div>
            <div className="row apart">
              <span className="muted small">{attemptsText(event)}</span>
              <Button
                tone="quiet"
                icon="search"
                aria-label={`Request and response: ${event.event_type}`}
                onClick={() => onOpen(event.event_id!)}
              >
                Request and response
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

/**
 * The timeline of a delivery, oldest first, and its events apart. `onLooked`: the member has opened an event,
 * and may have sent it again.
 */
export function Timeline({ entries, onLooked }: { entries: readonly TimelineEntry[]; onLooked: () => void }) {
  const [eventId, setEventId] = useState<string | null>(null)
  const close = () => {
    setEventId(null)
    onLooked()
  }
  const moments = entries.filter(({ kind }) => kind !== 'event').map((entry) => momentOf(entry, entries))
  return (
    <>
      <ol className="timeline" aria-label="Timeline">
        {moments.map((moment, index) => (
          <li key={moment.key} className={moment.tone}>
            <div className="row apart">
              <strong>{moment.title}</strong>
              <DayTime at={moment.at} before={moments[index - 1]?.at ?? null} />
            </div>
            {moment.about !== '' && <span className="muted small">{moment.about}</span>}
            <RawCause cause={moment.cause} />
          </li>
        ))}
      </ol>
      <Events events={entries.filter(({ kind }) => kind === 'event')} onOpen={setEventId} />
      {eventId !== null && <EventDialog eventId={eventId} onClose={close} />}
    </>
  )
}
