import { isoSeconds } from '../clock.ts'

/** Who made the fact known that an event tells of. */
export type EventSource = 'api' | 'dispatcher' | 'provider' | 'pixel' | 'operator'

/** An event on its way into the store: the body is serialised once, here, and sent byte for byte on every attempt. */
export interface EventDraft {
  bucket: number
  accountId: number
  id: string
  type: string
  deliveryId: number | null
  /** Milliseconds since the epoch: the time that the id carries. */
  createdAt: number
  source: EventSource
  body: string
}

/** An event that waits for its POST. */
export interface QueuedEvent {
  bucket: number
  accountId: number
  endpointId: number
  eventId: string
  type: string
  body: string
}

/** The body of every webhook request (specification 2.4), as the exact text that is stored, signed and sent. */
export function eventBody(id: string, type: string, createdAt: number, data: object): string {
  return JSON.stringify({ id, type, created_at: isoSeconds(createdAt), data })
}
