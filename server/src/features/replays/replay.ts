/**
 * Sends events again on request: the same id and bytes, in a new series of attempts, to the account's endpoint at the
 * time of the request. A replay request counts the matching events and queues the first ones. `continueReplays` queues
 * the rest.
 */
import type { RequestConnections, Transaction, Write } from '../../platform/db/transaction.ts'
import { recordAudit } from '../../core/accounts/audit.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { findEvent } from '../../core/events/feed-queries.ts'
import { EVENT_STATES } from '../../core/events/state.ts'
import type { EventState } from '../../core/events/state.ts'
import { eventIdFloor, eventIdTime } from '../../platform/ids.ts'
import { endpointInactive, endpointStatus } from '../../core/webhooks/endpoints/endpoint.ts'
import type { Endpoint } from '../../core/webhooks/endpoints/endpoint.ts'
import type { Asker } from '../../core/webhooks/endpoints/changes.ts'
import { findEndpoint } from '../../core/webhooks/endpoints/queries.ts'
import { lockReplays, queueAgain, queueReplayed, findAgain, justBehind } from './event-queries.ts'
import { cancelReplay, findReplay, findRunning, insertReplay, keepEndpoint, trimReplays } from './queries.ts'
import type { ReplayRow } from './queries.ts'
import { oldestReplayableMs, countFreeReplays } from './progress.ts'

/** The largest number of events in one replay (docs/specification.md). Further calls replay the rest. */
export const REPLAYED_EVENTS_MAX = 100_000

/** The number of stored replays per endpoint. Older ones are deleted. */
export const REPLAYS_KEPT_MAX = 100

/** The largest time in an event id, ms since the epoch. */
const ID_TIME_MAX_MS = 2 ** 48 - 1

/** States of ended events. */
const ENDED_STATES = EVENT_STATES.filter((state) => state !== 'pending')

export interface ReplayRequest {
  /** ms since the epoch, inclusive. */
  sinceMs: number
  /** ms since the epoch, exclusive. Null: no upper limit. */
  untilMs: number | null
  states: readonly EventState[]
  /** Null: all types. */
  types: readonly string[] | null
}

export interface ReplayOptions extends Pick<Context, 'clock' | 'config'> {
  /** Called after events are queued, so that the dispatcher reads them. */
  onQueuedAgain(bucket: number, accountId: number): void
}

export class Replays {
  readonly #options: ReplayOptions

  constructor(options: ReplayOptions) {
    this.#options = options
  }

  /**
   * Queues one event again. Throws 404 if it does not exist, 409 if it is pending or no endpoint is active, 422 if it
   * is too old.
   */
  async resend({ pool, write }: RequestConnections, asker: Asker, eventId: string): Promise<void> {
    const { clock, onQueuedAgain } = this.#options
    const { bucket, accountId } = asker.caller
    const eventPending = () => new ApiError('event_pending', { path: { id: eventId } })
    const [event] = await findEvent(pool, bucket, accountId, eventId, 0)
    if (event === undefined) throw new ApiError('not_found')
    const endpoint = await findEndpoint(pool, bucket, accountId)
    if (endpoint === null || endpointStatus(endpoint) !== 'active') throw endpointInactive(endpoint)
    if (event.state === 'pending') throw eventPending()
    if (eventIdTime(eventId) < oldestReplayableMs(this.#options)) throw invalid({ event: this.#tooOld() })
    await write(async (tx) => {
      await lockReplays(tx, bucket, accountId)
      const at = isoTime(clock.now())
      const queued = await queueAgain(tx, bucket, accountId, endpoint.id, [eventId], ENDED_STATES, at)
      if (queued.length === 0) throw eventPending()
      await this.#audit(tx, asker, endpoint.id, 'replay_asked', { event_id: eventId, count: 1 })
      tx.afterCommit(() => onQueuedAgain(bucket, accountId))
    })
  }

  /**
   * Starts a replay, oldest events first, and returns the number of events found. At `REPLAYED_EVENTS_MAX` there may be
   * more, found by the same call later. Throws 409 if the endpoint is not active or has a running replay, 422 for
   * invalid times.
   */
  async replay(
    { pool, write }: RequestConnections,
    asker: Asker,
    endpoint: Endpoint,
    request: ReplayRequest,
  ): Promise<{ id: number; count: number }> {
    this.#judgeTimes(request)
    if (endpointStatus(endpoint) !== 'active') throw endpointInactive(endpoint)
    const askedAt = this.#options.clock.now()
    const ids = await this.#search(pool, endpoint, request, askedAt)
    return this.#begin({ pool, write }, asker, endpoint, request, ids, isoTime(askedAt))
  }

  /** The number of events that `replay` would find now. Throws 422 like `replay`. Changes nothing. */
  async count(pool: Connection, endpoint: Endpoint, request: ReplayRequest): Promise<number> {
    this.#judgeTimes(request)
    return (await this.#search(pool, endpoint, request, this.#options.clock.now())).length
  }

  /** Stops a replay. Queued events stay queued. Throws 404 if it does not exist, or 409 if it has ended. */
  async cancel(
    write: Write,
    asker: Asker,
    { bucket, accountId, id: endpointId }: Endpoint,
    replayId: number,
  ): Promise<ReplayRow> {
    return write(async (tx) => {
      await lockReplays(tx, bucket, accountId)
      const [replay] = await findReplay(tx, bucket, accountId, endpointId, replayId)
      if (replay === undefined) throw new ApiError('not_found')
      const now = isoTime(this.#options.clock.now())
      const [canceled] = await cancelReplay(tx, bucket, accountId, replayId, now)
      if (canceled === undefined) {
        const path = `/api/v1/webhook_endpoints/${endpointId}/replays/${replayId}`
        throw new ApiError('not_cancelable', { sentence: `The replay has already ended: GET ${path} shows its state` })
      }
      await this.#audit(tx, asker, endpointId, 'replay_canceled', { replay_id: replayId, done: canceled.done })
      return canceled
    })
  }

  /** Stores the replay and queues its first events in one transaction. */
  async #begin(
    { pool, write }: RequestConnections,
    asker: Asker,
    endpoint: Endpoint,
    request: ReplayRequest,
    ids: readonly string[],
    at: string,
  ) {
    const { clock, onQueuedAgain } = this.#options
    const { bucket, accountId, id: endpointId } = endpoint
    const { sinceMs, untilMs, states, types } = request
    const last = ids.at(-1)
    const cursor = eventIdFloor(sinceMs)
    const cursorEnd = last === undefined ? cursor : justBehind(last)
    const asked = [isoTime(sinceMs), isoTime(untilMs), states, types] as const
    const free = await countFreeReplays({ pool, clock }, bucket, accountId)
    return write(async (tx) => {
      await lockReplays(tx, bucket, accountId)
      if ((await keepEndpoint(tx, bucket, accountId, endpointId)).length === 0) throw new ApiError('not_found')
      const [replay] = await insertReplay(
        tx,
        ...([bucket, accountId, endpointId] as const),
        ...asked,
        ...([ids.length, cursor, cursorEnd, at] as const),
      )
      if (replay === undefined) {
        const [running] = await findRunning(tx, bucket, accountId, endpointId)
        throw new ApiError('replay_running', { path: { id: endpointId, replay_id: running?.id } })
      }
      const first = ids.slice(0, free)
      const nextCursor =
        first.length === ids.length ? cursorEnd : first.length === 0 ? cursor : justBehind(first.at(-1)!)
      const queue = [bucket, accountId, endpointId, first, states, at] as const
      const moved = await queueReplayed(tx, ...queue, replay.id, cursor, nextCursor)
      if (moved.length === 0) throw endpointInactive(await findEndpoint(tx, bucket, accountId))
      await trimReplays(tx, bucket, accountId, endpointId, REPLAYS_KEPT_MAX)
      const [since, until] = asked
      const details = { since, until, states, types, count: ids.length, replay_id: replay.id }
      await this.#audit(tx, asker, endpointId, 'replay_asked', details)
      tx.afterCommit(() => onQueuedAgain(bucket, accountId))
      return { id: replay.id, count: ids.length }
    })
  }

  #judgeTimes({ sinceMs, untilMs }: ReplayRequest): void {
    if (sinceMs < oldestReplayableMs(this.#options)) throw invalid({ since: this.#tooOld() })
    if (untilMs !== null && untilMs <= sinceMs) throw invalid({ until: ['must be after since'] })
  }

  #tooOld(): string[] {
    const days = this.#options.config.eventRetentionDays - 1
    return [`is more than ${days} days ago: events of this age are removed soon`]
  }

  /** The requested events, oldest first. */
  async #search(pool: Connection, { bucket, accountId }: Endpoint, request: ReplayRequest, askedAt: number) {
    const { sinceMs, untilMs, states, types } = request
    const range = { fromId: eventIdFloor(sinceMs), belowId: eventIdFloor(untilMs ?? ID_TIME_MAX_MS) }
    const wanted = { bucket, accountId, ...range, states, types, askedAt }
    return (await findAgain(pool, wanted, Infinity, REPLAYED_EVENTS_MAX)).ids
  }

  #audit(tx: Transaction, { caller, ip }: Asker, endpointId: number, what: string, details: object): Promise<unknown> {
    const { bucket, accountId, actor } = caller
    const about = { action: `webhook_endpoint.${what}`, target: `webhook_endpoint:${endpointId}` }
    const at = this.#options.clock.now()
    return recordAudit(tx, [{ bucket, accountId, actor, at, origin: ip, ...about, details: { ...details } }])
  }
}
