/**
 * The send dispatcher: counts sends as begun, calls the provider, and records the result. A send is counted before its
 * call, because a doubled mail is worse than a doubled webhook.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { isElsewhere, isOutage } from '../../platform/db/database-error.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Pool } from '../../platform/db/pool.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import { Dispatcher } from '../dispatch/dispatcher.ts'
import type { DispatcherCounts } from '../dispatch/dispatcher.ts'
import type { Hints } from '../dispatch/hints.ts'
import { accountOf } from '../dispatch/queue.ts'
import type { CutOff, Performed, QueueDefinition, QueueItem, QueueLimits, Read } from '../dispatch/queue.ts'
import type { Logger } from '../../platform/log.ts'
import { causeWord } from '../providers/causes.ts'
import type { Providers } from '../providers/registry.ts'
import type { PreferenceLinks } from '../recipients/preferences/links.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import type { QueuedSend, Recorder } from './advance.ts'
import type { SendMetrics } from './metrics.ts'
import type { OpenPixels } from './open-pixel.ts'
import { bucketsWithSends, readSends, readStarted, sweepSends } from './queries.ts'
import { beginSends } from './sends/begin.ts'
import type { SendBeginning } from './sends/begin.ts'
import { CUT_OFF, rateLimitWaitMs } from './sends/decision.ts'
import { sentToOf, settleSends } from './sends/settle.ts'
import type { SendEnd } from './sends/settle.ts'
import { endSendSpan, startSendSpan } from './sends/span.ts'

/** A send to dispatch. Its content is read when it begins. Its key is the channel. */
export interface SendItem extends QueuedSend, QueueItem {
  dueAt: number
}

/** The size of a waiting send in memory, in characters. */
const SEND_CHARACTERS = 100

/** The largest number of parallel provider calls of one channel. */
const CHANNEL_CALLS_MAX = 64
/** The largest number of parallel provider calls in total. */
const CALLS_MAX = 1000
/** The largest number of sends of one lane in memory. Further sends wait in the table. */
const LANE_SENDS_MAX = 2000
/** The limit of all waiting sends in memory, in characters. */
const WAITING_CHARACTERS_MAX = 16 * 1024 * 1024
const BATCH_SENDS_MAX = 200
const RESULT_RETRY_MS = 200

const LIMITS: QueueLimits = {
  // One call until the channel's own limits are read.
  capInitial: 1,
  capAfterCrash: 1,
  capMax: CHANNEL_CALLS_MAX,
  adaptive: false,
  waitingMax: LANE_SENDS_MAX,
  charactersMax: WAITING_CHARACTERS_MAX,
  itemCharacters: SEND_CHARACTERS,
  inFlightMax: CALLS_MAX,
  inFlightFree: CALLS_MAX,
  unwrittenMax: CALLS_MAX,
  readyEnough: CALLS_MAX,
  roundMax: () => BATCH_SENDS_MAX,
}

const keyOf = (accountId: number, channelId: number) => `${accountId}/${channelId}`

/** All sends count as fresh, ordered by due time, including retries and scheduled sends. */
function itemOf(send: QueuedSend): SendItem {
  const { accountId, channelId, deliveryId, dueAt } = send
  const key = keyOf(accountId, channelId)
  return { ...send, id: String(deliveryId), key, position: isoTime(dueAt), isRetry: false, size: SEND_CHARACTERS }
}

/**
 * Counted sends of a bucket without a result. If this process does not know one, its result is unknown and counts as
 * transient (docs/specification.md), unless the provider has reported on it. If a result is being recorded now, it
 * stays.
 */
export async function readCutOff(pool: Pool, bucket: number, epoch: number): Promise<CutOff<SendEnd>[]> {
  const rows = await readStarted(pool, bucket)
  return rows.map((row) => {
    const { account_id: accountId, channel_id: channelId, delivery_id: deliveryId, started_at: startedAt } = row
    const ids = { bucket, epoch, accountId, deliveryId, messageId: row.message_id, recipientId: row.recipient_id }
    const counts = { number: row.sends_made, sendsUnspent: row.sends_unspent, queuedAt: startedAt, startedAt }
    const result = { result: 'transient', cause: CUT_OFF, retryAfterMs: null } as const
    const outcome = { ...ids, ...counts, durationMs: 0, sentTo: null, result }
    return { key: keyOf(accountId, channelId), id: String(deliveryId), outcome }
  })
}

/** A failed send at info, another one at debug. Providers' own texts are left out: they may name the recipient. */
function logSend(log: Logger, end: SendEnd, nextDueAt: number | null): void {
  const { accountId, messageId, deliveryId, number, durationMs, result: sent } = end
  const ids = { account_id: accountId, message_id: messageId, delivery_id: deliveryId }
  const line = { event: 'delivery.send', ...ids, number, result: sent.result, duration_ms: durationMs }
  if (sent.result === 'accepted') log.debug(line)
  else log.info({ ...line, cause: causeWord(sent.cause), next_send_at: isoTime(nextDueAt) })
}

export interface SendDispatcherOptions {
  context: Context
  buckets: Buckets
  hints: Hints
  recorder: Recorder
  providers: Providers
  cipher: SecretsCipher
  pixels: OpenPixels
  links: Pick<PreferenceLinks, 'oneClick'>
  metrics: SendMetrics
}

export class SendDispatcher implements QueueDefinition<SendItem, SendEnd> {
  readonly name = 'sends'
  readonly hints = { offer: 'sends' } as const
  readonly limits = LIMITS
  readonly #options: SendDispatcherOptions
  readonly #begins: Batcher<SendItem & { epoch: number }, SendBeginning>
  readonly #ends: Batcher<SendEnd, number | null>
  readonly #dispatcher: Dispatcher<SendItem, SendEnd>
  #isStopped = false
  /** Cuts off the provider calls in flight. */
  #calls = new AbortController()

  constructor(options: SendDispatcherOptions) {
    const { context, buckets, hints, recorder, cipher, links } = options
    const { pool, clock, log } = context
    const batches = { itemsMax: BATCH_SENDS_MAX, slots: 2, waitMsMax: Infinity, monotonic: clock.monotonic }
    this.#options = options
    this.#begins = new Batcher<SendItem & { epoch: number }, SendBeginning>({
      ...batches,
      waitingMax: CALLS_MAX,
      flush: (sends) => beginSends({ pool, clock, recorder, cipher, links, log, processId: buckets.processId }, sends),
    })
    this.#ends = new Batcher<SendEnd, number | null>({
      ...batches,
      waitingMax: Infinity,
      flush: (ends) => this.#writeEnds(ends),
    })
    this.#dispatcher = new Dispatcher({ ...context, buckets, hints, definition: this })
    buckets.onAbort(() => {
      this.#calls.abort()
      this.#calls = new AbortController()
    })
  }

  positionAt(timeMs: number): string {
    return isoTime(timeMs)
  }

  async readFresh(bucket: number, reads: readonly Read[]): Promise<SendItem[]> {
    const lanes = reads.map(({ key, cursor, rowsMax }) => {
      const [accountId, channelId] = key.split('/').map(Number) as [number, number]
      return { accountId, channelId, cursor: cursor === '' ? '-infinity' : cursor, rowsMax }
    })
    const rows = await readSends(this.#options.context.pool, lanes, bucket)
    return rows.map((row) => {
      const { account_id: accountId, channel_id: channelId, delivery_id: deliveryId, due_at: dueAt } = row
      return itemOf({ bucket, accountId, channelId, deliveryId, dueAt })
    })
  }

  async bucketsWithRows(buckets: readonly number[]): Promise<number[]> {
    return (await bucketsWithSends(this.#options.context.pool, buckets)).map(({ bucket }) => bucket)
  }

  async sweep(bucket: number): Promise<string[]> {
    const rows = await sweepSends(this.#options.context.pool, bucket)
    return rows.map((row) => keyOf(row.account_id, row.channel_id))
  }

  readCutOff(bucket: number, epoch: number): Promise<CutOff<SendEnd>[]> {
    return readCutOff(this.#options.context.pool, bucket, epoch)
  }

  async perform(item: SendItem, epoch: number): Promise<Performed<SendEnd>> {
    const { context, buckets, providers, pixels } = this.#options
    const { clock, config, tracing } = context
    const begun = await this.#begins.add({ ...item, epoch })
    if (begun.limits !== undefined) {
      const { maxConcurrency, maxPerSecond } = begun.limits
      this.#dispatcher.limit(item, maxConcurrency ?? CHANNEL_CALLS_MAX, maxPerSecond)
    }
    if (begun.kind !== 'begun') return begun
    // The send has begun without a result. The sweep settles it as cut off.
    if (!buckets.owns(item.bucket, epoch)) return { kind: 'nothing' }
    const startedAt = clock.now()
    const startedMonotonic = clock.monotonic()
    const span = tracing === null ? null : startSendSpan(tracing, begun)
    const result = await providers.send(begun.provider, {
      ...(begun.tracksOpens ? pixels.addTo(begun.input) : begun.input),
      signal: AbortSignal.any([this.#calls.signal, AbortSignal.timeout(config.sendTimeoutMs)]),
    })
    const durationMs = Math.round(clock.monotonic() - startedMonotonic)
    this.#options.metrics.observe(begun.provider, result.result, durationMs)
    if (span !== null) endSendSpan(span, result)
    // Other sends of the channel would get the same result.
    if (result.result === 'rate_limited' && result.scope !== 'recipient')
      this.#dispatcher.hold(item, rateLimitWaitMs(result.retryAfterMs))
    const { bucket, accountId, deliveryId } = item
    const { recipientId, sendsUnspent, queuedAt, input } = begun
    const { number, messageId } = input.delivery
    const call = { messageId, recipientId, number, sendsUnspent, queuedAt, startedAt, durationMs, result }
    const outcome = { bucket, epoch, accountId, deliveryId, ...call, sentTo: sentToOf(input) }
    return { kind: 'ended', succeeded: result.result === 'accepted', outcome }
  }

  async settle(end: SendEnd): Promise<number | null> {
    const nextDueAt = await this.#ends.add(end)
    logSend(this.#options.context.log, end, nextDueAt)
    return nextDueAt
  }

  /** Retries until the database is available. A stopping process gives up when other processes may own the buckets. */
  async #writeEnds(ends: SendEnd[]): Promise<(number | null)[]> {
    const { context, buckets, recorder } = this.#options
    const { pool, clock, config } = context
    const { processId } = buckets
    for (;;) {
      try {
        return await settleSends({ pool, clock, recorder, processId, schedule: config.sendRetryScheduleMs }, ends)
      } catch (error) {
        if (!isOutage(error) || isElsewhere(error) || (this.#isStopped && buckets.mustAbort())) throw error
        await new Promise((resolve) => setTimeout(resolve, RESULT_RETRY_MS))
      }
    }
  }

  logFailure(key: string, id: string, error: unknown): void {
    const ids = { account_id: accountOf(key), delivery_id: Number(id) }
    logFailure(this.#options.context.log, 'tasks', { event: 'delivery.send_not_recorded', ...ids }, error)
  }

  get counts(): DispatcherCounts {
    return this.#dispatcher.counts
  }

  /** Offers sends just committed. */
  handOff(sends: readonly QueuedSend[]): void {
    this.#dispatcher.offer(sends.map(itemOf))
  }

  start(): void {
    this.#dispatcher.start()
  }

  /** Waits for the provider calls in flight, and writes their results. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.#dispatcher.stop()
  }
}
