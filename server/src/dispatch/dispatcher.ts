/**
 * The loop that webhooks and sends share: poll what is stored into lanes, take what may start, run it. Hand-off after a
 * commit fills the lanes at once; the poll finds what was left out, and the sweep of every bucket is the guarantee.
 */
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { isOutage } from '../db/database-error.ts'
import type { Logger } from '../log.ts'
import { runAs } from '../loop-meter.ts'
import type { Buckets } from './buckets.ts'
import { createGrowth } from './growth.ts'
import type { HintKind, Hints } from './hints.ts'
import { accountOf } from './lane.ts'
import type { Lane, LaneItem } from './lane.ts'
import type { Lanes } from './lanes.ts'

/** Polls under way at the most: each reads lanes of one bucket. */
const POLLS_MAX = 4
/** However many lanes are ready, some of the others are read so often, ms: all 64 buckets in about 10 s. */
const READ_ON_MS = 500

export interface Work<Item extends LaneItem> {
  /** The hints of other processes that have queued something for one of the lanes, whose key they give. */
  hintKind: HintKind
  /** The cursor after everything that was queued by a time, ms since the epoch. */
  cursorAt(timeMs: number): string
  lanes: Lanes<Item>
  /** Items in flight at the most. */
  inFlightMax: number
  /** As many may be in flight at any time; beyond it their number grows slowly. */
  inFlightFree: number
  /** With so many lanes that could start something, what the table holds of others is not read yet. */
  readyEnough: number
  /** Items started in one turn at the most while so many are in flight, those of lanes that hang not counted. */
  roundMax(inFlight: number): number
  /** Whether something of its own forbids to start more, such as too many unwritten outcomes. */
  mayStart(): boolean
  /** Starts the items; each calls `landed` once. */
  start(taken: { lane: Lane<Item>; item: Item }[]): void
  /** Reads rows of these lanes, all of one bucket, from the table into the lanes. */
  poll(bucket: number, lanes: Lane<Item>[]): Promise<void>
  /** Opens a lane, marked `behind` and with its cursor at the beginning, for all that the bucket's table holds. */
  sweep(bucket: number): Promise<void>
}

export interface DispatcherOptions<Item extends LaneItem> {
  name: string
  work: Work<Item>
  buckets: Buckets
  hints: Hints
  clock: Clock
  log: Logger
  config: Pick<Config, 'pollIntervalMs' | 'pollCursorLagMs' | 'sweepIntervalMs' | 'shutdownTimeoutMs'>
}

export interface DispatcherCounts {
  readonly inFlight: number
  /** Items in memory that are not in flight. */
  readonly waiting: number
  readonly lanes: number
}

export interface Dispatcher<Item extends LaneItem> {
  /** Starts what may start, at the end of this turn of the event loop. */
  wake(): void
  /** An item's call has ended, well or not. */
  landed(lane: Lane<Item>, succeeded: boolean): void
  /** Starts nothing for so long, ms. False: a pause is under way already, and is as it was. */
  pause(forMs: number): boolean
  readonly counts: DispatcherCounts
  /** Polls now, not at the next tick, unless enough lanes are ready. */
  look(): void
  start(): void
  /** Starts nothing more and resolves when nothing is in flight, or after the shutdown time-out. */
  stop(): Promise<void>
}

export function createDispatcher<Item extends LaneItem>(options: DispatcherOptions<Item>): Dispatcher<Item> {
  const { name, work, buckets, hints, clock, log, config } = options
  const { lanes } = work
  const growth = createGrowth(work.inFlightFree)
  const sweptAt = new Map<number, number>()
  let inFlight = 0
  let pausedUntil = -Infinity
  /** A poll ended early, after this bucket: the next one goes on there. */
  let polledUpTo: number | null = null
  let polledAt = -Infinity
  let wakeScheduled = false
  let ticking: Promise<void> | null = null
  let tickAgain = false
  let stopped = true
  let timer: NodeJS.Timeout | undefined
  let turnTimer: NodeJS.Timeout | undefined
  let onLanded: () => void = () => {}

  const wantsFresh = (lane: Lane<Item>) => lane.behind && lanes.isLow(lane, 'fresh')
  const wantsDue = (lane: Lane<Item>) => lane.nextDueAt <= clock.now() && lanes.isLow(lane, 'due')

  /** One round in a turn of the event loop: between two, what came in is read, so that connections become free again. */
  function startReady(): void {
    wakeScheduled = false
    const now = clock.monotonic()
    if (stopped || now < pausedUntil || !buckets.mayStart() || !work.mayStart()) return
    const moving = inFlight - lanes.hanging(now)
    const room = growth.room(moving, now)
    const roundMax = work.roundMax(moving)
    const taken = lanes.take(Math.min(roundMax, work.inFlightMax - inFlight, room), now)
    growth.started(moving + taken.length)
    // At the limit there is more room in a moment, whether anything lands or not.
    wakeAt(taken.length < room ? lanes.nextTurnAt : now)
    inFlight += taken.length
    if (taken.length > 0) work.start(taken)
    // A lane that runs low with more in the table is read again at once, not at the next tick, unless others are ready.
    const isWanting = polledUpTo !== null || taken.some(({ lane }) => wantsFresh(lane))
    if (isWanting && lanes.ready < work.readyEnough) tick()
    if (taken.length === roundMax) wake()
  }

  function wake(): void {
    if (wakeScheduled || stopped) return
    wakeScheduled = true
    setImmediate(runAs, { task: name }, startReady)
  }

  /** Wakes up when a lane that goes slowly may start its next item, ms of the monotonic clock. */
  function wakeAt(at: number): void {
    clearTimeout(turnTimer)
    if (at < Infinity) turnTimer = setTimeout(wake, Math.max(1, at - clock.monotonic()))
  }

  /** Reads the buckets in turn until enough is ready. One that cannot be read keeps no other waiting, but an outage does. */
  async function pollBuckets(byBucket: [number, Lane<Item>[]][]): Promise<void> {
    const after = polledUpTo ?? -1
    const inTurn = byBucket.toSorted(([a], [b]) => Number(a <= after) - Number(b <= after) || a - b)
    polledUpTo = null
    const poll = lanes.pollBegan()
    try {
      for (let first = 0; first < inTurn.length && !stopped; first += POLLS_MAX) {
        const mayWait = first > 0 || clock.monotonic() - polledAt < READ_ON_MS
        if (mayWait && lanes.ready >= work.readyEnough) return void (polledUpTo = inTurn[first - 1]?.[0] ?? after)
        polledAt = clock.monotonic()
        const group = inTurn.slice(first, first + POLLS_MAX).map(([bucket, some]) => work.poll(bucket, some))
        for (const result of await Promise.allSettled(group)) if (result.status === 'rejected') failed(result.reason)
      }
    } finally {
      lanes.pollEnded(poll)
    }
  }

  async function sweepDue(): Promise<void> {
    for (const bucket of buckets.held()) {
      if (stopped) return
      if (clock.monotonic() - (sweptAt.get(bucket) ?? -Infinity) < config.sweepIntervalMs) continue
      const askedAt = clock.monotonic()
      await work.sweep(bucket).catch(failed)
      sweptAt.set(bucket, askedAt)
      // Lost meanwhile: the lanes that the sweep has opened are nobody's.
      if (!buckets.held().includes(bucket)) lanes.dropBuckets((one) => one === bucket)
    }
  }

  /** Ends the tick while the database is away; anything else is told, and the next bucket has its turn. */
  function failed(error: unknown): void {
    if (isOutage(error)) throw error
    log.error({ event: 'dispatcher.poll_failed', dispatcher: name, err: error })
  }

  async function runTick(): Promise<void> {
    try {
      do {
        tickAgain = false
        if (!buckets.mayStart()) break
        await sweepDue()
        const wanting = [...lanes.values()].filter((lane) => wantsFresh(lane) || wantsDue(lane))
        await pollBuckets([...Map.groupBy(wanting, (lane) => lane.bucket)])
        lanes.closeIdle(clock.monotonic())
        wake()
      } while (tickAgain && !stopped)
    } catch (error) {
      log.warn({ event: 'dispatcher.database_away', dispatcher: name, err: error })
    }
  }

  function tick(): void {
    if (ticking !== null) tickAgain = true
    else if (!stopped)
      ticking = runAs({ task: name }, runTick).finally(() => {
        ticking = null
      })
  }

  buckets.onChange((taken, lost) => {
    const gone = new Set(lost)
    lanes.dropBuckets((bucket) => gone.has(bucket))
    for (const bucket of taken) sweptAt.delete(bucket)
    tick()
  })
  hints.on(work.hintKind, (bucket, key) => {
    if (!buckets.holds(bucket)) return
    const lane = lanes.open({ key, bucket, accountId: accountOf(key) })
    lanes.lookAfter(lane, work.cursorAt(clock.now() - config.pollCursorLagMs))
    tick()
  })
  // Hints may have been missed until now.
  hints.onListening(() => {
    sweptAt.clear()
    tick()
  })

  return {
    wake,
    landed(lane, succeeded) {
      inFlight -= 1
      lanes.landed(lane, succeeded, clock.monotonic())
      if (stopped) onLanded()
      else wake()
    },
    // Every tick wakes: so does the first one after the pause.
    pause(forMs) {
      const now = clock.monotonic()
      if (now < pausedUntil) return false
      pausedUntil = now + forMs
      return true
    },
    get counts() {
      return { inFlight, waiting: lanes.waiting, lanes: lanes.size }
    },
    look: tick,
    start() {
      stopped = false
      timer = setInterval(tick, config.pollIntervalMs)
      tick()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      clearTimeout(turnTimer)
      const { promise: landed, resolve } = Promise.withResolvers<void>()
      onLanded = () => {
        if (inFlight === 0) resolve()
      }
      onLanded()
      const { promise: timeUp, resolve: giveUp } = Promise.withResolvers<void>()
      const giveUpTimer = setTimeout(giveUp, config.shutdownTimeoutMs)
      await Promise.race([landed.then(() => ticking), timeUp])
      clearTimeout(giveUpTimer)
    },
  }
}
