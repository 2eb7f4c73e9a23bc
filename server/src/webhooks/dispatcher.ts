/** The webhook dispatcher: POST events to their endpoint, record the outcomes in the order in which attempts ended. */
import { randomFraction } from '../ids.ts'
import type { Context } from '../context.ts'
import type { Batcher } from '../db/batcher.ts'
import { isOutage } from '../db/database-error.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import { Dispatcher } from '../dispatch/dispatcher.ts'
import type { DispatcherCounts } from '../dispatch/dispatcher.ts'
import type { Hints } from '../dispatch/hints.ts'
import type { Lease, Performed, QueueLimits } from '../dispatch/queue.ts'
import type { QueuedEvent } from '../events/event.ts'
import { attemptOutcome, logAttempt } from './attempt-record.ts'
import { makeAttempt } from './attempt.ts'
import type { AttemptEnd, AttemptTools } from './attempt.ts'
import { decideOutcome } from './retry-decision.ts'
import { createOutcomeWriter } from './attempt-recorder.ts'
import type { AttemptOutcome } from './queries.ts'
import { dropOrphans, itemOf, sweepBucket, webhookStatements } from './queue.ts'
import type { WebhookItem } from './queue.ts'

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

function limitsOf(buckets: Buckets, connectionsMax: number): QueueLimits {
  return {
    capInitial: (bucket) => (buckets.wasLeft(bucket) ? CAP_AFTER_CRASH : CAP_INITIAL),
    capMax: CAP_MAX,
    adaptive: true,
    waitingMax: LANE_EVENTS_MAX,
    charactersMax: BODIES_CHARACTERS_MAX,
    itemCharacters: BODY_CHARACTERS,
    inFlightMax: connectionsMax,
    inFlightFree: IN_FLIGHT_FREE,
    unwrittenMax: UNWRITTEN_OUTCOMES_MAX,
    readyEnough: LANES_READY_ENOUGH,
    roundMax: (inFlight) => Math.max(ROUND_EVENTS_MAX, ROUND_IN_FLIGHT_MIN - inFlight),
  }
}

export interface WebhookDispatcherOptions {
  context: Context
  buckets: Buckets
  hints: Hints
  tools: AttemptTools
}

export class WebhookDispatcher {
  readonly #context: Context
  readonly #tools: AttemptTools
  readonly #outcomes: Batcher<AttemptOutcome, boolean>
  readonly #dispatcher: Dispatcher<WebhookItem, AttemptOutcome>
  #isStopped = false

  constructor({ context, buckets, hints, tools }: WebhookDispatcherOptions) {
    const { endpoints, connections } = tools
    this.#context = context
    this.#tools = tools
    this.#outcomes = createOutcomeWriter({ context, buckets, endpoints, isStopped: () => this.#isStopped })
    // Also where the bucket is another's: it may be this process's again at once, or its attempts may still be under way.
    hints.on('endpoints', (_bucket, key) => endpoints.forget(Number(key)))
    this.#dispatcher = new Dispatcher({
      ...{ ...context, buckets, hints },
      definition: {
        name: 'webhooks',
        hints: { offer: 'webhooks', queuedAgain: 'replays', reread: 'endpoints' },
        limits: limitsOf(buckets, context.config.webhookConnectionsMax),
        ...webhookStatements(context),
        sweep: (bucket) => sweepBucket(context, bucket),
        mayStart: () => !endpoints.busy,
        perform: (item, lease) => this.#attempt(item, lease),
        settle: (outcome) => this.#record(outcome),
        logFailure: (key, id, error) => this.#logFailure(key, id, error),
      },
    })
    endpoints.onAnswered(() => this.#dispatcher.wake())
    buckets.onAbort(() => connections.abortAll())
  }

  async #attempt(item: WebhookItem, lease: Lease): Promise<Performed<AttemptOutcome>> {
    const end = await makeAttempt(this.#tools, item, lease.isOwned)
    switch (end.kind) {
      case 'answered':
        return this.#ended(item, lease, end)
      case 'held':
        return { kind: 'held' }
      case 'aborted':
        return { kind: 'cut_off' }
      case 'exhausted':
        if (this.#dispatcher.pause(EXHAUSTED_PAUSE_MS)) this.#context.log.error({ event: 'webhook.exhausted' })
        return { kind: 'cut_off' }
      case 'orphaned':
        // There may be more of them, and events of an endpoint that took its place.
        await dropOrphans(this.#context, item)
        return { kind: 'removed' }
    }
  }

  #ended(item: WebhookItem, { epoch }: Lease, end: AttemptEnd & { kind: 'answered' }): Performed<AttemptOutcome> {
    const { clock, config } = this.#context
    const attemptNumber = item.attemptsMade + 1 - item.seriesStart
    const decided = { attemptNumber, result: end.result, nowMs: clock.now(), random: randomFraction() }
    const outcome = decideOutcome({ ...decided, retryScheduleMs: config.webhookRetryScheduleMs })
    return { kind: 'ended', succeeded: outcome.succeeded, outcome: attemptOutcome(item, epoch, end, outcome) }
  }

  async #record(outcome: AttemptOutcome): Promise<number | null> {
    logAttempt(this.#context.log, outcome, await this.#outcomes.add(outcome))
    return outcome.nextAttemptAt
  }

  #logFailure(key: string, eventId: string, error: unknown): void {
    const ids = { event_id: eventId, account_id: Number(key) }
    const level = isOutage(error) ? 'warn' : 'error'
    this.#context.log[level]({ event: 'webhook.attempt_not_recorded', ...ids, err: error })
  }

  /** Takes events that were just committed. */
  handOff(events: readonly QueuedEvent[]): void {
    this.#dispatcher.offer(events.map(itemOf))
  }

  /** The account's endpoint was changed, or is active again: what is known of it is read anew. */
  endpointChanged(bucket: number, accountId: number): void {
    this.#tools.endpoints.forget(accountId)
    this.#dispatcher.reread(bucket, String(accountId))
  }

  /** Events of the account were queued to be sent again. */
  queuedAgain(bucket: number, accountId: number): void {
    this.#dispatcher.queuedAgain(bucket, String(accountId))
  }

  get counts(): DispatcherCounts {
    return this.#dispatcher.counts
  }

  start(): void {
    this.#dispatcher.start()
  }

  /** Lets what is in flight end, and writes it. */
  stop(): Promise<void> {
    this.#isStopped = true
    return this.#dispatcher.stop()
  }
}
