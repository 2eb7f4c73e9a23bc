/** A send on its way through the room. */
import type { Priority } from '../../dispatch/queue.ts'
import type { SendResult } from '../../providers/provider.ts'
import type { Route } from './failover.ts'

interface SendKey {
  bucket: number
  epoch: number
  accountId: number
  deliveryId: number
}

/** `channelId`: of its lane. If another channel sends now, there is nothing to do in this lane. */
export type SendToBegin = SendKey & { channelId: number }

/** An ended provider call. */
export interface SendEnd extends SendKey {
  /** For the log. Null: a test of a channel has none. */
  messageId: number | null
  recipientId: number
  number: number
  priority: Priority
  sendsUnspent: number
  queuedAt: number
  startedAt: number
  durationMs: number
  /** The address that the provider got. Null for push and in_app, and if the send was cut off. */
  sentTo: string | null
  route: Route
  result: SendResult
  /** If the result changes the state of the channel. */
  turn: 'failing' | 'works' | null
}
