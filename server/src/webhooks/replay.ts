/**
 * Sending events again because somebody asks for it: the same id and bytes, a fresh series of attempts. What the
 * account's endpoint is when it is asked decides where they go.
 */
import { recordAudit } from '../accounts/audit.ts'
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/sql.ts'
import { transaction } from '../db/transaction.ts'
import { ApiError, invalid } from '../errors.ts'
import { findEvent } from '../events/feed-queries.ts'
import { EVENT_STATES } from '../events/state.ts'
import type { EventState } from '../events/state.ts'
import { eventIdFloor, eventIdTime } from '../ids.ts'
import { endpointStatus } from './endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import type { Asker } from './endpoint-changes.ts'
import { findEndpoint } from './endpoint-queries.ts'
import { findChunkEnd, findReplayable, lockReplays, queueAgain } from './replay-queries.ts'

/** Decisions, events: more are left to further calls. */
export const REPLAYED_EVENTS_MAX = 100_000

/** Events that one statement looks at, and rows that one statement writes: each takes well under a second. */
const CHUNK_EVENTS = 20_000
const QUEUED_AT_ONCE = 10_000

const DAY_MS = 86_400_000

/** The greatest time that an event id can carry, ms since the epoch. */
const ID_TIME_MAX_MS = 2 ** 48 - 1

/** States in which an event has ended; those of them that are found without working out the state of every event. */
const ENDED_STATES = EVENT_STATES.filter((state) => state !== 'pending')
const QUICKLY_FOUND = new Set<EventState>(['failed', 'skipped', 'pending'])

export interface ReplayRequest {
  /** ms since the epoch, inclusive. */
  sinceMs: number
  /** ms since the epoch, exclusive; null: all that is stored. */
  untilMs: number | null
  states: readonly EventState[]
  /** Null: every type. */
  types: readonly string[] | null
}

export interface ReplayOptions extends Pick<Context, 'pool' | 'clock' | 'config'> {
  /** Called once the events are queued: whoever POSTs looks for them. */
  onQueued(bucket: number, accountId: number): void
}

export interface Replays {
  /** Queues one event again. Throws 404, 409 when it is pending or no endpoint is active, 422 when it is too old. */
  resend(asker: Asker, eventId: string): Promise<void>
  /**
   * Queues what was asked for, the oldest first, and answers how many events: at `REPLAYED_EVENTS_MAX` there may be
   * more, which the same call then takes. Throws 409 when the endpoint is not active, 422 on times that cannot be.
   */
  replay(asker: Asker, endpoint: Endpoint, request: ReplayRequest): Promise<number>
}

export function createReplays({ pool, clock, config, onQueued }: ReplayOptions): Replays {
  /** An event that is about to be removed may not become pending again. */
  const oldestMs = () => clock.now() - (config.eventRetentionDays - 1) * DAY_MS
  const tooOld = () => [`is more than ${config.eventRetentionDays - 1} days ago: such events are about to be removed`]

  async function queue(connection: Connection, endpoint: Endpoint, ids: readonly string[], states: readonly string[]) {
    const { bucket, accountId, id } = endpoint
    let queued = 0
    for (let first = 0; first < ids.length; first += QUEUED_AT_ONCE) {
      const some = ids.slice(first, first + QUEUED_AT_ONCE)
      queued += (await queueAgain(connection, bucket, accountId, id, some, states, isoTime(clock.now()))).length
    }
    return queued
  }

  /** Writes the queue rows and what was asked for in one transaction, then tells the dispatcher. */
  async function queueAudited(
    asker: Asker,
    endpoint: Endpoint,
    ids: readonly string[],
    states: readonly EventState[],
    asked: object,
  ): Promise<number> {
    const { bucket, accountId, actor } = asker.caller
    return transaction(pool, async (tx) => {
      await lockReplays(tx, bucket, accountId)
      const count = await queue(tx, endpoint, ids, states)
      const action = 'webhook_endpoint.replay_asked'
      const target = `webhook_endpoint:${endpoint.id}`
      const entry = { bucket, accountId, action, actor, at: clock.now(), origin: asker.ip, target }
      await recordAudit(tx, [{ ...entry, details: { ...asked, count } }])
      tx.afterCommit(() => onQueued(bucket, accountId))
      return count
    })
  }

  /** The ids of what was asked for, chunk by chunk, outside a transaction: a long one would hold the feed back. */
  async function find({ bucket, accountId }: Endpoint, { sinceMs, untilMs, states, types }: ReplayRequest) {
    const found: string[] = []
    const belowId = eventIdFloor(untilMs ?? ID_TIME_MAX_MS)
    const anyState = states.some((state) => !QUICKLY_FOUND.has(state))
    for (let fromId: string | null = eventIdFloor(sinceMs); fromId !== null && found.length < REPLAYED_EVENTS_MAX;) {
      const [next] = await findChunkEnd(pool, bucket, accountId, fromId, belowId, CHUNK_EVENTS)
      const chunk = [fromId, next?.id ?? belowId] as const
      const rowsMax = REPLAYED_EVENTS_MAX - found.length
      const rows = await findReplayable(pool, bucket, accountId, ...chunk, states, types, anyState, rowsMax)
      found.push(...rows.map((row) => row.id))
      fromId = next?.id ?? null
    }
    return found
  }

  return {
    async resend(asker, eventId) {
      const { bucket, accountId } = asker.caller
      const [event] = await findEvent(pool, bucket, accountId, eventId)
      if (event === undefined) throw new ApiError('not_found')
      const endpoint = await findEndpoint(pool, bucket, accountId)
      if (endpoint === null || endpointStatus(endpoint) !== 'active') throw new ApiError('endpoint_inactive')
      if (event.state === 'pending') throw new ApiError('event_pending')
      if (eventIdTime(eventId) < oldestMs()) throw invalid({ event: tooOld() })
      const queued = await queueAudited(asker, endpoint, [eventId], ENDED_STATES, { event_id: eventId })
      if (queued === 0) throw new ApiError('event_pending')
    },

    async replay(asker, endpoint, request) {
      const { sinceMs, untilMs, states, types } = request
      if (sinceMs < oldestMs()) throw invalid({ since: tooOld() })
      if (untilMs !== null && untilMs <= sinceMs) throw invalid({ until: ['must be after since'] })
      if (endpointStatus(endpoint) !== 'active') throw new ApiError('endpoint_inactive')
      const ids = await find(endpoint, request)
      const until = untilMs === null ? null : isoTime(untilMs)
      return queueAudited(asker, endpoint, ids, states, { since: isoTime(sinceMs), until, states, types })
    },
  }
}
