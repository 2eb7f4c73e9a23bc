/**
 * The queue of events: how its rows are read, performed and settled. Results are recorded in the order of the attempts'
 * ends.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { distinctBuckets, eventIdFloor, randomFraction } from '../../platform/ids.ts'
import type { Logger } from '../../platform/log.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import type { Pace, Performed, QueueDefinition, QueueItem, QueueLimits, Read } from '../dispatch/queue.ts'
import { writeEnds } from '../dispatch/work.ts'
import { idsOfBody } from '../events/bodies.ts'
import type { QueuedEvent } from '../events/event.ts'
import type { FinishedAttempt, AttemptTools } from './attempt.ts'
import { dropQueuedEvents } from './endpoints/queries.ts'
import type { EndpointReader } from './endpoints/reader.ts'
import { FAILED_EVENTS_MAX, FAILED_EVENTS_WARNED, recordAttemptsSql } from './queries.ts'
import type { AttemptRecord } from './queries.ts'
import { bucketsWithEvents, readDue, readFresh, findOrphaned, sweepQueue } from './queue-queries.ts'
import type { QueueRow } from './queue-queries.ts'
import { decideRetry } from './retry-decision.ts'
import { tracedAttempts } from './traced-attempts.ts'

/** An event to POST. Its key is its account. Its `size` is the number of characters of its body. */
export interface WebhookItem extends QueuedEvent, QueueItem {
  attemptsMade: number
  seriesStart: number
}

/**
 * POSTs in flight to one endpoint: at first, after a crash, and at most. One more after a success, 1 after a failure.
 */
const CAP_INITIAL = 6
const CAP_AFTER_CRASH = 1
const CAP_MAX = 64

/** Limits in memory: events of one lane, and characters of all bodies. Further events wait in the table. */
const LANE_EVENTS_MAX = 512
const BODIES_CHARACTERS_MAX = 24 * 1024 * 1024
const BODY_CHARACTERS = 1024

/** Fewer POSTs per round cost less each. Below ROUND_IN_FLIGHT_MIN in flight, a burst starts at once. */
const ROUND_EVENTS_MAX = 16
const ROUND_IN_FLIGHT_MIN = 64
/** Above the cap of a lane. Enough for fast receivers. */
const IN_FLIGHT_FREE = 96
/**
 * The number of ready lanes to keep loaded. Fewer lanes open second connections. With more, items live longer in memory
 * and cost more garbage collection.
 */
const LANES_READY_ENOUGH = IN_FLIGHT_FREE
/** With this many unwritten results no POSTs start, because the database is slower than the receivers. */
const UNWRITTEN_MAX = 2000
const RECORDS_AT_ONCE = 1000
/** The time to gather results, ms. An attempt has left its lane before, and larger statements cost less. */
const GATHER_MS = 100
/** So many results do not wait. After a crash, those that were not recorded are POSTed again. */
const RESULTS_ENOUGH = 200
/** The pause after the machine had no socket or memory for a connection, ms. */
const EXHAUSTED_PAUSE_MS = 1000

const LIMITS: Omit<QueueLimits, 'inFlightMax'> = {
  priorities: ['normal'],
  capInitial: CAP_INITIAL,
  capAfterCrash: CAP_AFTER_CRASH,
  capMax: CAP_MAX,
  adaptive: true,
  waitingMax: LANE_EVENTS_MAX,
  charactersMax: BODIES_CHARACTERS_MAX,
  itemCharacters: BODY_CHARACTERS,
  inFlightFree: IN_FLIGHT_FREE,
  unwrittenMax: UNWRITTEN_MAX,
  readyEnough: LANES_READY_ENOUGH,
  roundMax: (inFlight) => Math.max(ROUND_EVENTS_MAX, ROUND_IN_FLIGHT_MIN - inFlight),
}

/** An event as an item. Without a row it was just committed. Fresh events are POSTed in the order of their ids. */
export function webhookItemOf(event: QueuedEvent, row?: QueueRow): WebhookItem {
  const attemptsMade = row?.attemptsMade ?? 0
  const seriesStart = row?.seriesStart ?? 0
  // Field by field: spreads cost a tenth of a microsecond each, for every event.
  return {
    id: event.eventId,
    bucket: event.bucket,
    key: String(event.accountId),
    priority: 'normal',
    position: event.eventId,
    // A resend or replay waits among the fresh events, not before them.
    isRetry: attemptsMade !== seriesStart,
    dueAt: row?.dueAt ?? null,
    size: event.body.length,
    accountId: event.accountId,
    endpointId: event.endpointId,
    eventId: event.eventId,
    type: event.type,
    body: event.body,
    attemptsMade,
    seriesStart,
  }
}

/**
 * Records ended attempts in one statement, in the given order: stores attempts, deletes finished queue rows, sets
 * retries' due times, updates endpoints' failure counts and disables endpoints. `recorded`: true for each recorded
 * attempt. Otherwise another process owns the bucket now, or the event has ended. `disabled`: the disabled endpoints.
 */
export async function recordAttempts(
  connection: Connection,
  processId: string,
  now: number,
  records: readonly AttemptRecord[],
): Promise<{ recorded: boolean[]; disabled: { accountId: number; endpointId: number }[] }> {
  const counted = [FAILED_EVENTS_MAX, FAILED_EVENTS_WARNED] as const
  const buckets = distinctBuckets(records)
  const rows = await recordAttemptsSql(connection, records, processId, isoTime(now), ...counted, buckets)
  const unrecorded = new Set(rows.map((row) => row.ordinal))
  const recorded = records.map((_, index) => !unrecorded.has(index + 1))
  const disabled = rows.flatMap(({ accountId, endpointId }) =>
    accountId === null || endpointId === null ? [] : { accountId, endpointId },
  )
  return { recorded, disabled }
}

/**
 * Logs an ended attempt: at info if it failed or is not recorded because another process owns the bucket now, otherwise
 * at debug. Responses are left out: their receivers may write anything.
 */
function logAttempt(log: Logger, record: AttemptRecord, recorded: boolean): void {
  const level = recorded && record.succeeded ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  const { eventId, accountId, endpointId, number, succeeded, final, responseCode, errorMessage } = record
  const { errorCode, durationMs, postedAgain, nextAttemptAt, about } = record
  const ids = { account_id: accountId, endpoint_id: endpointId, event_id: eventId, ...about }
  const cause = { cause: errorMessage, ...(errorCode === null ? {} : { error_code: errorCode }) }
  const result = { number, succeeded, final, status: responseCode, ...cause, duration_ms: durationMs }
  const next = { posted_again: postedAgain, next_attempt_at: isoTime(nextAttemptAt), recorded }
  log[level]({ event: 'webhook.attempt', ...ids, ...result, ...next })
}

interface WebhookQueueOptions {
  context: Context
  buckets: Buckets
  tools: Omit<AttemptTools, 'buckets' | 'endpoints'> & { endpoints: EndpointReader }
}

export class WebhookQueue implements QueueDefinition<WebhookItem, AttemptRecord> {
  readonly name = 'webhooks'
  readonly hints = { offer: 'webhooks', queuedAgain: 'replays', reread: 'endpoints' } as const
  readonly limits: QueueLimits
  readonly #context: Context
  readonly #endpoints: EndpointReader
  readonly #attempt: ReturnType<typeof tracedAttempts>
  readonly #records: Batcher<AttemptRecord, boolean>

  constructor({ context, buckets, tools }: WebhookQueueOptions) {
    const { endpoints, connections } = tools
    this.#endpoints = endpoints
    this.limits = { ...LIMITS, inFlightMax: context.config.webhookConnectionsMax }
    this.#context = context
    this.#attempt = tracedAttempts(context, { ...tools, buckets })
    const { pool, clock, log } = context
    // One slot, so that results count in the order of their ends, also across flushes.
    this.#records = new Batcher<AttemptRecord, boolean>({
      itemsMax: RECORDS_AT_ONCE,
      itemsEnough: RESULTS_ENOUGH,
      gatherMs: GATHER_MS,
      slots: 1,
      waitingMax: Infinity,
      waitMsMax: Infinity,
      monotonic: clock.monotonic,
      flush: async (records) => {
        // The statement takes the queue rows under the lease, so it is safe to run it twice or late.
        const { recorded, disabled } = await writeEnds(buckets, () =>
          recordAttempts(pool, buckets.processId, clock.now(), records),
        )
        // Each failed event may have disabled its endpoint.
        for (const { final, succeeded, accountId } of records) if (final && !succeeded) endpoints.forget(accountId)
        for (const { accountId, endpointId } of disabled)
          log.info({ event: 'webhook_endpoint.disabled', account_id: accountId, endpoint_id: endpointId })
        return recorded
      },
    })
    buckets.onAbort(() => connections.abortAll())
  }

  positionAt(timeMs: number): string {
    return eventIdFloor(timeMs)
  }

  async readFresh(bucket: number, reads: readonly Read[]): Promise<WebhookItem[]> {
    return this.#read(readFresh, bucket, reads)
  }

  async readDue(bucket: number, reads: readonly Read[]): Promise<WebhookItem[]> {
    return this.#read(readDue, bucket, reads)
  }

  async #read(statement: typeof readFresh, bucket: number, reads: readonly Read[]): Promise<WebhookItem[]> {
    const lanes = reads.map(({ key, cursor, rowsMax }) => ({ accountId: Number(key), cursor, rowsMax }))
    const rows = await statement(this.#context.pool, lanes, bucket)
    return rows.map((row) => {
      const { accountId, endpointId, eventId, type, body } = row
      return webhookItemOf({ bucket, accountId, endpointId, eventId, type, body }, row)
    })
  }

  async bucketsWithRows(buckets: readonly number[]): Promise<number[]> {
    return (await bucketsWithEvents(this.#context.pool, buckets)).map(({ bucket }) => bucket)
  }

  sweep(bucket: number): Promise<string[]> {
    return sweepBucket(this.#context, bucket)
  }

  async perform(item: WebhookItem, epoch: number, pace: Pace<WebhookItem>): Promise<Performed<AttemptRecord>> {
    const end = await this.#attempt(item, epoch)
    switch (end.kind) {
      case 'finished': {
        const record = this.#recordOf(item, epoch, end)
        return { kind: 'ended', succeeded: record.succeeded, end: record }
      }
      case 'held':
        return { kind: 'held' }
      case 'aborted':
        return { kind: 'cut_off' }
      case 'exhausted':
        if (pace.pause(EXHAUSTED_PAUSE_MS)) this.#context.log.error({ event: 'webhook.exhausted' })
        return { kind: 'cut_off' }
      case 'orphaned':
        // The table may hold more orphaned events, and events of the new endpoint.
        await dropOrphans(this.#context, item)
        return { kind: 'removed' }
    }
  }

  #recordOf(item: WebhookItem, epoch: number, end: FinishedAttempt): AttemptRecord {
    const { clock, config } = this.#context
    const { bucket, accountId, endpointId, eventId, type: eventType, attemptsMade, seriesStart } = item
    const { result, generation, urlNumber, startedAt: createdAt } = end
    const { durationMs, responseHead, postedAgain, signature } = end
    const attemptNumber = attemptsMade + 1 - seriesStart
    const decided = { attemptNumber, result, nowMs: clock.now(), random: randomFraction() }
    const decision = decideRetry({ ...decided, retryScheduleMs: config.webhookRetryScheduleMs })
    return {
      ...{ bucket, epoch, accountId, endpointId, generation, urlNumber, eventId, eventType },
      // Counts all attempts of the event, including earlier series.
      number: attemptsMade + 1,
      ...decision,
      errorCode: result.ok ? null : (result.detail ?? null),
      ...{ durationMs, responseHead, postedAgain, signature, createdAt },
      ...(decision.succeeded ? {} : { about: idsOfBody(item.body) }),
    }
  }

  async settle(record: AttemptRecord): Promise<number | null> {
    // Failures disable their endpoint. Until then its events go on to fail.
    logAttempt(this.#context.log, record, await this.#records.add(record, record.final && !record.succeeded))
    return record.nextAttemptAt
  }

  logFailure(key: string, eventId: string, error: unknown): void {
    const ids = { event_id: eventId, account_id: Number(key) }
    logFailure(this.#context.log, 'tasks', { event: 'webhook.attempt_not_recorded', ...ids }, error)
  }

  /** The endpoint has changed. Not only in the process with the lease: another one may get it back. */
  forget(key: string): void {
    this.#endpoints.forget(Number(key))
  }
}

/**
 * Events of a deleted endpoint dropped per statement. They were inserted during the deletion, or were too many for it.
 */
const ORPHANS_AT_ONCE = 10_000
/** The number of oldest events of a held account searched for orphaned ones. */
const ORPHANS_LOOKED_FOR = 1000

/** Drops queued events of a deleted endpoint, at most ORPHANS_AT_ONCE. Returns true if there may be more. */
async function dropOrphans(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  { bucket, accountId, endpointId }: { bucket: number; accountId: number; endpointId: number },
): Promise<boolean> {
  const at = isoTime(clock.now())
  const dropped = await dropQueuedEvents(pool, bucket, accountId, endpointId, ORPHANS_AT_ONCE, at)
  return dropped.length === ORPHANS_AT_ONCE
}

/** The keys in the bucket with events to POST. Also drops orphaned events that no attempt would find. */
export async function sweepBucket(context: Pick<Context, 'pool' | 'clock'>, bucket: number): Promise<string[]> {
  const { pool } = context
  for (const { accountId, endpointId } of await findOrphaned(pool, bucket, ORPHANS_LOOKED_FOR))
    while (await dropOrphans(context, { bucket, accountId, endpointId }));
  const rows = await sweepQueue(pool, bucket)
  return rows.map((row) => String(row.accountId))
}
