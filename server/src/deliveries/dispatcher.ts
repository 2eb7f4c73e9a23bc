/**
 * The send dispatcher: take sends from the lanes of their channels, count them as begun, call the provider, record what
 * it answered. A send is counted before its call: a doubled mail is worse than a doubled webhook.
 */
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import { createBatcher } from '../db/batcher.ts'
import { isOutage } from '../db/database-error.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import { createDispatcher } from '../dispatch/dispatcher.ts'
import type { DispatcherCounts } from '../dispatch/dispatcher.ts'
import type { Hints } from '../dispatch/hints.ts'
import { createLanes } from '../dispatch/lanes.ts'
import type { Lane } from '../dispatch/lane.ts'
import type { Providers } from '../providers/registry.ts'
import type { SecretsCipher } from '../secrets.ts'
import type { QueuedSend, Recorder } from './advance.ts'
import type { OpenPixels } from './open-pixel.ts'
import { settleCutOff } from './cut-off.ts'
import { itemOf, laneKey, laneOf, pollSends, SEND_CHARACTERS, sweepBucket } from './poll.ts'
import type { SendItem } from './poll.ts'
import { beginSends } from './send-begin.ts'
import type { BegunSend, SendBeginning } from './send-begin.ts'
import { rateLimitWaitMs } from './send-decision.ts'
import { settleSends } from './send-settle.ts'
import type { SendEnd } from './send-settle.ts'

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

export interface SendDispatcher {
  /** Takes sends that were just committed. */
  handOff(sends: QueuedSend[]): void
  start(): void
  /** Lets the provider calls in flight end, and writes their results. */
  stop(): Promise<void>
  readonly counts: DispatcherCounts
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

export function createSendDispatcher(options: SendDispatcherOptions): SendDispatcher {
  const { context, buckets, hints, recorder, providers, cipher, pixels } = options
  const { pool, clock, config, log } = context
  const lanes = createLanes<SendItem>({
    // One until the channel's own limits have been read.
    capInitial: () => 1,
    capMax: CHANNEL_CALLS_MAX,
    adaptive: false,
    waitingMax: LANE_SENDS_MAX,
    charactersMax: WAITING_CHARACTERS_MAX,
    itemCharacters: SEND_CHARACTERS,
  })
  let stopped = false
  /** Cuts off the provider calls in flight. */
  let calls = new AbortController()

  const begins = createBatcher<SendItem & { epoch: number }, SendBeginning>({
    itemsMax: BATCH_SENDS_MAX,
    slots: 2,
    waitingMax: CALLS_MAX,
    waitMsMax: Infinity,
    monotonic: clock.monotonic,
    flush: (sends) => beginSends({ pool, clock, recorder, cipher, log, processId: buckets.processId }, sends),
  })

  const ends = createBatcher<SendEnd, number | null>({
    itemsMax: BATCH_SENDS_MAX,
    slots: 2,
    waitingMax: Infinity,
    waitMsMax: Infinity,
    monotonic: clock.monotonic,
    async flush(sends) {
      const { processId } = buckets
      const schedule = config.sendRetryScheduleMs
      for (;;) {
        try {
          return await settleSends({ pool, clock, recorder, processId, schedule }, sends)
        } catch (error) {
          if (!isOutage(error) || (stopped && buckets.mustAbort())) throw error
          await new Promise((resolve) => setTimeout(resolve, RESULT_RETRY_MS))
        }
      }
    },
  })

  async function callProvider(begun: BegunSend): Promise<SendEnd> {
    const startedAt = clock.now()
    const startedMonotonic = clock.monotonic()
    const result = await providers.send(begun.provider, {
      ...pixels.addTo(begun.input),
      signal: AbortSignal.any([calls.signal, AbortSignal.timeout(config.sendTimeoutMs)]),
    })
    const durationMs = Math.round(clock.monotonic() - startedMonotonic)
    const { bucket, accountId, id: deliveryId, number } = begun.input.delivery
    const { epoch, sendsUnspent, queuedAt } = begun
    return { bucket, epoch, accountId, deliveryId, number, sendsUnspent, queuedAt, startedAt, durationMs, result }
  }

  async function send(lane: Lane<SendItem>, item: SendItem): Promise<void> {
    let succeeded = false
    let landed = false
    const epoch = buckets.enter(item.bucket)
    try {
      if (epoch === undefined) return
      const begun = await begins.add({ ...item, epoch })
      if (begun.limits !== undefined)
        lanes.limit(lane, begun.limits.maxConcurrency ?? CHANNEL_CALLS_MAX, begun.limits.maxPerSecond)
      if (begun.kind === 'waits') lane.nextDueAt = Math.min(lane.nextDueAt, begun.dueAt)
      if (begun.kind === 'begun') {
        if (!buckets.owns(item.bucket, epoch)) throw new Error('The lease came near its end')
        const end = await callProvider(begun)
        succeeded = end.result.result === 'accepted'
        // The others would only be told the same.
        if (end.result.result === 'rate_limited' && end.result.scope !== 'recipient')
          lanes.hold(lane, clock.monotonic() + rateLimitWaitMs(end.result.retryAfterMs))
        landed = true
        dispatcher.landed(lane, succeeded)
        const nextDueAt = await ends.add(end)
        if (nextDueAt !== null) lane.nextDueAt = Math.min(lane.nextDueAt, nextDueAt)
        const { number, durationMs, result } = end
        log.debug({
          event: 'delivery.send',
          delivery_id: item.deliveryId,
          account_id: item.accountId,
          number,
          durationMs,
          ...result,
        })
      }
    } catch (error) {
      // Not begun: it is read again, at once if it is the database that is away, else by the next sweep. Begun without a
      // recorded result: the sweep settles it as cut off.
      log.warn({
        event: 'delivery.send_not_recorded',
        delivery_id: item.deliveryId,
        account_id: item.accountId,
        err: error,
      })
      if (isOutage(error)) lanes.reread(lane)
    } finally {
      lanes.forget(lane, item.id)
      if (!landed) dispatcher.landed(lane, succeeded)
      if (epoch !== undefined) buckets.leave(item.bucket, epoch)
      dispatcher.wake()
    }
  }

  const dispatcher = createDispatcher<SendItem>({
    name: 'sends',
    buckets,
    hints,
    clock,
    log,
    config,
    work: {
      lanes,
      hintKind: 'sends',
      cursorAt: isoTime,
      inFlightMax: CALLS_MAX,
      inFlightFree: CALLS_MAX,
      readyEnough: CALLS_MAX,
      roundMax: () => BATCH_SENDS_MAX,
      mayStart: () => ends.size < CALLS_MAX,
      start(taken) {
        for (const { lane, item } of taken) void send(lane, item)
      },
      poll: (bucket, some) => pollSends(context, lanes, bucket, some),
      async sweep(bucket) {
        const epoch = buckets.enter(bucket)
        if (epoch === undefined) return
        try {
          await settleCutOff({ pool, lanes, ends }, bucket, epoch)
          await sweepBucket(context, lanes, bucket)
        } finally {
          buckets.leave(bucket, epoch)
        }
      },
    },
  })

  buckets.onAbort(() => {
    calls.abort()
    calls = new AbortController()
  })

  return {
    handOff(sends) {
      const now = clock.now()
      for (const queued of sends) {
        if (!buckets.holds(queued.bucket)) {
          hints.send('sends', queued.bucket, laneKey(queued.accountId, queued.channelId))
          continue
        }
        const lane = laneOf(lanes, queued.bucket, queued.accountId, queued.channelId)
        // What the table holds of a lane that is behind is older, and comes first: by the poll.
        if (queued.dueAt > now) lane.nextDueAt = Math.min(lane.nextDueAt, queued.dueAt)
        else if (!lane.behind) lanes.offer(lane, itemOf(queued), 'fresh')
      }
      dispatcher.wake()
    },
    start: dispatcher.start,
    async stop() {
      stopped = true
      await dispatcher.stop()
      await ends.drained()
    },
    get counts() {
      return dispatcher.counts
    },
  }
}
