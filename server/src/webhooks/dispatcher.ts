/** The webhook dispatcher: take events from their lanes, POST them, record the outcomes in the order in which attempts ended. */
import { eventIdFloor, randomFraction } from '../ids.ts'
import type { Context } from '../context.ts'
import { isOutage } from '../db/database-error.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import { createDispatcher } from '../dispatch/dispatcher.ts'
import type { HintKind, Hints } from '../dispatch/hints.ts'
import { createLanes } from '../dispatch/lanes.ts'
import type { Lane } from '../dispatch/lane.ts'
import type { QueuedEvent } from '../events/event.ts'
import { attemptOutcome, logAttempt } from './attempt-outcome.ts'
import { makeAttempt } from './attempt.ts'
import type { AttemptEnd, AttemptTools } from './attempt.ts'
import type { WebhookDispatcherCounts } from './metrics.ts'
import { decideOutcome } from './outcome.ts'
import { createOutcomeWriter } from './outcome-writer.ts'
import { dropOrphans, laneOf, pollQueue, sweepBucket } from './poll.ts'
import type { WebhookItem } from './poll.ts'

/** POSTs in flight to one endpoint: careful at first, more with every success, one after a failure. */
const CAP_INITIAL = 6
const CAP_AFTER_CRASH = 1
const CAP_MAX = 64

/** Events of one lane in memory, and characters of all their bodies; what is beyond waits in the table. */
const LANE_EVENTS_MAX = 512
const BODIES_CHARACTERS_MAX = 24 * 1024 * 1024
const BODY_CHARACTERS = 1024

/** POSTs begun in a turn: each costs less the fewer they are, but up to so many in flight a burst does not wait for turns. */
const ROUND_EVENTS_MAX = 16
const ROUND_IN_FLIGHT_MIN = 64
/** More than a lane, and than receivers that answer at once keep busy. */
const IN_FLIGHT_FREE = 96
/** Of a backlog of many endpoints so many are in memory: fewer get second connections, more wait until V8 finds them old. */
const LANES_READY_ENOUGH = IN_FLIGHT_FREE
/** With as many outcomes unwritten nothing more is started: the database is slower than the receivers. */
const UNWRITTEN_OUTCOMES_MAX = 2000
/** How long nothing is started after the machine had no socket or memory for a connection, ms. */
const EXHAUSTED_PAUSE_MS = 1000

export interface WebhookDispatcher {
  /** Takes events that were just committed. */
  handOff(events: QueuedEvent[]): void
  /** The account's endpoint was changed, or is active again: what is known of it is read anew. */
  endpointChanged(bucket: number, accountId: number): void
  /** Events of the account were queued to be sent again. */
  queuedAgain(bucket: number, accountId: number): void
  start(): void
  /** Lets what is in flight end, and writes it. */
  stop(): Promise<void>
  readonly counts: WebhookDispatcherCounts
}

export interface WebhookDispatcherOptions {
  context: Context
  buckets: Buckets
  hints: Hints
  tools: AttemptTools
}

export function createWebhookDispatcher(options: WebhookDispatcherOptions): WebhookDispatcher {
  const { context, buckets, hints, tools } = options
  const { clock, config, log } = context
  const lanes = createLanes<WebhookItem>({
    capInitial: (bucket) => (buckets.wasLeft(bucket) ? CAP_AFTER_CRASH : CAP_INITIAL),
    capMax: CAP_MAX,
    adaptive: true,
    waitingMax: LANE_EVENTS_MAX,
    charactersMax: BODIES_CHARACTERS_MAX,
    itemCharacters: BODY_CHARACTERS,
  })
  let stopped = false

  const outcomes = createOutcomeWriter({ context, buckets, endpoints: tools.endpoints, isStopped: () => stopped })

  /** The row stays as it is in the table; a sweep, or a change of the endpoint, brings it back. */
  function hold(lane: Lane<WebhookItem>, item: WebhookItem): void {
    lanes.forget(lane, item.id)
    lanes.release(lane)
  }

  function settle(
    lane: Lane<WebhookItem>,
    item: WebhookItem,
    epoch: number,
    end: AttemptEnd & { kind: 'answered' },
  ): void {
    const attemptNumber = item.attemptsMade + 1 - item.seriesStart
    const decided = { attemptNumber, result: end.result, nowMs: clock.now(), random: randomFraction() }
    const outcome = decideOutcome({ ...decided, retryScheduleMs: config.webhookRetryScheduleMs })
    const ended = attemptOutcome(item, epoch, end, outcome)
    dispatcher.landed(lane, outcome.succeeded)
    void outcomes
      .add(ended)
      .then(
        (recorded) => {
          if (ended.nextAttemptAt !== null) lane.nextDueAt = Math.min(lane.nextDueAt, ended.nextAttemptAt)
          lanes.forget(lane, ended.eventId)
          logAttempt(log, ended, recorded)
          dispatcher.wake()
        },
        (error) => notRecorded(lane, ended, error),
      )
      .finally(() => buckets.leave(ended.bucket, ended.epoch))
  }

  /**
   * The row is as it was: it is read and POSTed again under the same number, at once if it is the database that is away,
   * else by the next sweep: what cannot be written must not become a storm of POSTs.
   */
  function notRecorded(
    lane: Lane<WebhookItem>,
    event: Pick<QueuedEvent, 'eventId' | 'accountId'>,
    error: unknown,
  ): void {
    const ids = { event_id: event.eventId, account_id: event.accountId }
    log[isOutage(error) ? 'warn' : 'error']({ event: 'webhook.attempt_not_recorded', ...ids, err: error })
    lanes.forget(lane, event.eventId)
    if (isOutage(error)) lanes.reread(lane)
  }

  async function attempt(lane: Lane<WebhookItem>, item: WebhookItem): Promise<void> {
    const epoch = buckets.enter(item.bucket)
    let settled = false
    try {
      if (epoch === undefined) return lanes.forget(lane, item.id)
      const end = await makeAttempt(tools, item, () => buckets.owns(item.bucket, epoch))
      if (end.kind === 'answered') {
        settle(lane, item, epoch, end)
        settled = true
        return
      }
      if (end.kind === 'held') return hold(lane, item)
      if (end.kind === 'aborted' || end.kind === 'exhausted') {
        if (end.kind === 'exhausted' && dispatcher.pause(EXHAUSTED_PAUSE_MS)) log.error({ event: 'webhook.exhausted' })
        lanes.forget(lane, item.id)
        lanes.reread(lane)
        return
      }
      await dropOrphans(context, item)
      hold(lane, item)
      // There may be more of them, and events of an endpoint that took its place.
      lanes.reread(lane)
    } catch (error) {
      notRecorded(lane, item, error)
    } finally {
      if (!settled) {
        dispatcher.landed(lane, false)
        if (epoch !== undefined) buckets.leave(item.bucket, epoch)
      }
    }
  }

  const dispatcher = createDispatcher<WebhookItem>({
    name: 'webhooks',
    buckets,
    hints,
    clock,
    log,
    config,
    work: {
      lanes,
      hintKind: 'webhooks',
      cursorAt: eventIdFloor,
      inFlightMax: config.webhookConnectionsMax,
      inFlightFree: IN_FLIGHT_FREE,
      readyEnough: LANES_READY_ENOUGH,
      roundMax: (inFlight) => Math.max(ROUND_EVENTS_MAX, ROUND_IN_FLIGHT_MIN - inFlight),
      mayStart: () => outcomes.size < UNWRITTEN_OUTCOMES_MAX && !tools.endpoints.busy,
      start(taken) {
        for (const { lane, item } of taken) void attempt(lane, item)
      },
      poll: (bucket, some) => pollQueue(context, lanes, bucket, some),
      sweep: (bucket) => sweepBucket(context, lanes, bucket),
    },
  })

  /** Has an account looked at here if this process holds its bucket, else by the process that does. */
  function wherever(kind: HintKind, look: (lane: Lane<WebhookItem>) => void) {
    const lookHere = (bucket: number, accountId: number): void => {
      look(laneOf(lanes, bucket, accountId))
      dispatcher.look()
    }
    hints.on(kind, (bucket, key) => {
      if (buckets.holds(bucket)) lookHere(bucket, Number(key))
    })
    return (bucket: number, accountId: number): void => {
      if (buckets.holds(bucket)) lookHere(bucket, accountId)
      else hints.send(kind, bucket, String(accountId))
    }
  }

  // Also where the bucket is another's: it may be this process's again at once, or its attempts may still be under way.
  hints.on('endpoints', (_bucket, key) => tools.endpoints.forget(Number(key)))
  const rereadWherever = wherever('endpoints', lanes.reread)

  tools.endpoints.onAnswered(dispatcher.wake)
  buckets.onAbort(() => tools.connections.abortAll())

  return {
    handOff(events) {
      for (const event of events) {
        if (!buckets.holds(event.bucket)) {
          hints.send('webhooks', event.bucket, String(event.accountId))
          continue
        }
        const lane = laneOf(lanes, event.bucket, event.accountId)
        // What the table holds of a lane that is behind is older, and comes first: by the poll.
        if (lane.behind) continue
        const item = { ...event, id: event.eventId, size: event.body.length, attemptsMade: 0, seriesStart: 0 }
        lanes.offer(lane, item, 'fresh')
      }
      dispatcher.wake()
    },
    endpointChanged(bucket, accountId) {
      tools.endpoints.forget(accountId)
      rereadWherever(bucket, accountId)
    },
    queuedAgain: wherever('replays', (lane) => (lane.nextDueAt = -Infinity)),
    start: dispatcher.start,
    async stop() {
      stopped = true
      await dispatcher.stop()
      await outcomes.drained()
    },
    get counts() {
      return { ...dispatcher.counts, unwritten: outcomes.size }
    },
  }
}
