import Type from 'typebox'
import { EVENT_ID_PATTERN } from '../ids.ts'

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
