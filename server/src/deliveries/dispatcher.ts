/**
 * The send dispatcher: count sends as begun, call the provider, record what it answered. A send is counted before its call: a
 * doubled mail is worse than a doubled webhook.
 */
import type { Context } from '../context.ts'
import { Batcher } from '../db/batcher.ts'
import { isOutage } from '../db/database-error.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import { Dispatcher } from '../dispatch/dispatcher.ts'
import type { Hints } from '../dispatch/hints.ts'
import { accountOf } from '../dispatch/queue.ts'
import type { Lease, Performed, QueueLimits } from '../dispatch/queue.ts'
import type { Providers } from '../providers/registry.ts'
import type { SecretsCipher } from '../secrets.ts'
import type { QueuedSend, Recorder } from './advance.ts'
import type { OpenPixels } from './open-pixel.ts'
import { readCutOff } from './sends/cut-off.ts'
import { itemOf, SEND_CHARACTERS, sendStatements, sweepBucket } from './queue.ts'
import type { SendItem } from './queue.ts'
import { beginSends } from './sends/begin.ts'
import type { BegunSend, SendBeginning } from './sends/begin.ts'
import { rateLimitWaitMs } from './sends/decision.ts'
import { settleSends } from './sends/settle.ts'
import type { SendEnd } from './sends/settle.ts'

/** Provider calls in flight of one channel. */
const CHANNEL_CALLS_MAX = 64
/** Provider calls in flight in all. */
const CALLS_MAX = 1000
/** Sends of one lane in memory; what is beyond waits in the table. */
const LANE_SENDS_MAX = 2000
/** What all waiting sends may take, in characters. */
const WAITING_CHARACTERS_MAX = 16 * 1024 * 1024
const BATCH_SENDS_MAX = 200
const RESULT_RETRY_MS = 200

const LIMITS: QueueLimits = {
  // One until the channel's own limits have been read.
  capInitial: () => 1,
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

export interface SendDispatcherOptions {
  context: Context
  buckets: Buckets
  hints: Hints
  recorder: Recorder
  providers: Providers
  cipher: SecretsCipher
  pixels: OpenPixels
}

export class SendDispatcher {
  readonly #options: SendDispatcherOptions
  readonly #begins: Batcher<SendItem & { epoch: number }, SendBeginning>
  readonly #ends: Batcher<SendEnd, number | null>
  readonly #dispatcher: Dispatcher<SendItem, SendEnd>
  #isStopped = false
  /** Cuts off the provider calls in flight. */
  #calls = new AbortController()

  constructor(options: SendDispatcherOptions) {
    const { context, buckets, hints, recorder, cipher } = options
    const { pool, clock, log } = context
    const batches = { itemsMax: BATCH_SENDS_MAX, slots: 2, waitMsMax: Infinity, monotonic: clock.monotonic }
    this.#options = options
    this.#begins = new Batcher<SendItem & { epoch: number }, SendBeginning>({
      ...batches,
      waitingMax: CALLS_MAX,
      flush: (sends) => beginSends({ pool, clock, recorder, cipher, log, processId: buckets.processId }, sends),
    })
    this.#ends = new Batcher<SendEnd, number | null>({
      ...batches,
      waitingMax: Infinity,
      flush: (ends) => this.#writeEnds(ends),
    })
    this.#dispatcher = new Dispatcher({
      ...{ ...context, buckets, hints },
      definition: {
        name: 'sends',
        hints: { offer: 'sends' },
        limits: LIMITS,
        ...sendStatements(context),
        sweep: (bucket) => sweepBucket(context, bucket),
        readCutOff: (bucket, epoch) => readCutOff(pool, bucket, epoch),
        mayStart: () => true,
        perform: (item, lease) => this.#send(item, lease),
        settle: (end) => this.#record(end),
        logFailure: (key, id, error) => this.#logFailure(key, id, error),
      },
    })
    buckets.onAbort(() => {
      this.#calls.abort()
      this.#calls = new AbortController()
    })
  }

  async #send(item: SendItem, { epoch, isOwned }: Lease): Promise<Performed<SendEnd>> {
    const begun = await this.#begins.add({ ...item, epoch })
    if (begun.limits !== undefined) {
      const { maxConcurrency, maxPerSecond } = begun.limits
      this.#dispatcher.limit(item, maxConcurrency ?? CHANNEL_CALLS_MAX, maxPerSecond)
    }
    if (begun.kind !== 'begun') return begun
    // Begun without a recorded result: the sweep settles it as cut off.
    if (!isOwned()) throw new Error('The lease came near its end')
    const end = await this.#callProvider(begun)
    const { result } = end
    // The others would only be told the same.
    if (result.result === 'rate_limited' && result.scope !== 'recipient')
      this.#dispatcher.hold(item, rateLimitWaitMs(result.retryAfterMs))
    return { kind: 'ended', succeeded: result.result === 'accepted', outcome: end }
  }

  async #callProvider(begun: BegunSend): Promise<SendEnd> {
    const { context, providers, pixels } = this.#options
    const { clock, config } = context
    const startedAt = clock.now()
    const startedMonotonic = clock.monotonic()
    const result = await providers.send(begun.provider, {
      ...pixels.addTo(begun.input),
      signal: AbortSignal.any([this.#calls.signal, AbortSignal.timeout(config.sendTimeoutMs)]),
    })
    const durationMs = Math.round(clock.monotonic() - startedMonotonic)
    const { bucket, accountId, id: deliveryId, number } = begun.input.delivery
    const { epoch, sendsUnspent, queuedAt } = begun
    return { bucket, epoch, accountId, deliveryId, number, sendsUnspent, queuedAt, startedAt, durationMs, result }
  }

  /** Tried until the database answers; only a process that is to end gives up, when others may be at work on these rows. */
  async #writeEnds(ends: SendEnd[]): Promise<(number | null)[]> {
    const { context, buckets, recorder } = this.#options
    const { pool, clock, config } = context
    const { processId } = buckets
    for (;;) {
      try {
        return await settleSends({ pool, clock, recorder, processId, schedule: config.sendRetryScheduleMs }, ends)
      } catch (error) {
        if (!isOutage(error) || (this.#isStopped && buckets.mustAbort())) throw error
        await new Promise((resolve) => setTimeout(resolve, RESULT_RETRY_MS))
      }
    }
  }

  async #record(end: SendEnd): Promise<number | null> {
    const nextDueAt = await this.#ends.add(end)
    const { deliveryId, accountId, number, durationMs, result } = end
    const ids = { delivery_id: deliveryId, account_id: accountId }
    this.#options.context.log.debug({ event: 'delivery.send', ...ids, number, durationMs, ...result })
    return nextDueAt
  }

  #logFailure(key: string, id: string, error: unknown): void {
    const ids = { delivery_id: Number(id), account_id: accountOf(key) }
    this.#options.context.log.warn({ event: 'delivery.send_not_recorded', ...ids, err: error })
  }

  /** Takes sends that were just committed. */
  handOff(sends: readonly QueuedSend[]): void {
    this.#dispatcher.offer(sends.map(itemOf))
  }

  start(): void {
    this.#dispatcher.start()
  }

  /** Lets the provider calls in flight end, and writes their results. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.#dispatcher.stop()
  }
}
