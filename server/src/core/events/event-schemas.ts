import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { Choice, Nullable, OpenObject, Time } from '../../platform/http/schemas.ts'
import { EVENT_ID_PATTERN } from '../../platform/ids.ts'
import type { EventRow } from './feed-queries.ts'
import { EVENT_STATES } from './state.ts'

/** Schemas shared by the routes for events. */

/** Specification 6. */
export const EVENT_TYPES = [
  'delivery.scheduled',
  'delivery.queued',
  'delivery.sent',
  'delivery.delivered',
  'delivery.opened',
  'delivery.failed',
  'delivery.bounced',
  'delivery.canceled',
  'ping',
] as const

export const EventId = Type.String({ pattern: EVENT_ID_PATTERN.source, examples: ['evt_01KABCDEFGHJKMNPQRSTVWXYZ0'] })

/** The fields of a listed event. */
export const eventFields = {
  id: EventId,
  type: Type.String({ examples: ['delivery.sent'] }),
  created_at: Time,
  data: OpenObject,
  state: Choice(EVENT_STATES),
  attempts_made: Type.Integer(),
  next_attempt_at: Nullable(Time),
}

/** A listed event. `data` comes from the body. */
export function eventView(row: EventRow) {
  const { data } = JSON.parse(row.body) as { data: Record<string, unknown> }
  return {
    id: row.id,
    type: row.type,
    created_at: isoTime(row.createdAt),
    data,
    state: row.state,
    attempts_made: row.attemptsMade,
    next_attempt_at: isoTime(row.nextAttemptAt),
  }
}
