/**
 * The only writer of a delivery's status. It records facts, and writes their results in one transaction: the
 * deliveries, an event for each recorded fact, and the end of settled sends.
 */
import { isoTime } from '../../platform/clock.ts'
import { inOrder } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { EventIds } from '../../platform/ids.ts'
import { eventBody } from '../events/event.ts'
import { PRIORITIES } from '../dispatch/queue.ts'
import type { Priority } from '../dispatch/queue.ts'
import type { Emitter, EventDraft, EventSource } from '../events/event.ts'
import { withoutDetail } from '../providers/causes.ts'
import {
  insertDeliveries,
  lockDeliveries,
  moveSends,
  releaseSends,
  takeSends,
  writeDeliveries,
} from './advance-queries.ts'
import { deliveryName, deliveryObject, deliveryOfRow, outcomeOf } from './delivery.ts'
import type { Delivery, DeliveryKey } from './delivery.ts'
import type { Labels } from './labels.ts'
import { FACTS, eventTypeOf, firstFact, isSettled, mayRecord, recordFact, statusOf } from './status.ts'
import type { Fact, FactDetails } from './status.ts'

/** A reported fact of a delivery. */
export interface FactReport extends DeliveryKey, FactDetails {
  fact: Fact
  source: EventSource
}

export interface NewDelivery extends DeliveryKey, Labels {
  messageId: number
  recipientId: number
  channel: Delivery['channel']
  createdAt: number
  /** When to send, ms since the epoch. Null: at once. */
  sendAt: number | null
  priority: Priority
  source: Requester
  /** JSON of `MessageOfEvent`. */
  about: string
}

/** The source of a fact that a request causes: a program with a key, or a member in the dashboard. */
export type Requester = Extract<EventSource, 'api' | 'member'>

export const requesterOf = ({ actor }: { actor: string }): Requester => (actor.startsWith('member:') ? 'member' : 'api')

/** A waiting send, handed to the dispatcher after the commit. */
export interface QueuedSend extends DeliveryKey {
  channelId: number
  priority: Priority
  dueAt: number
}

/** The key of a channel's lane, and of its breaker. */
export const channelKey = (accountId: number, channelId: number): string => `${accountId}/${channelId}`

/**
 * The event of a delivery's newest fact. It shows the delivery after the fact. `before`: the delivery before it, or null
 * if the delivery is new.
 */
function eventOf(
  delivery: Delivery,
  before: Delivery | null,
  { id, type, source, about = null }: Pick<EventDraft, 'id' | 'type' | 'source'> & { about?: string | null },
): EventDraft {
  const body = eventBody(id, type, delivery.updatedAt, { delivery: deliveryObject(delivery) })
  const { bucket, accountId, updatedAt } = delivery
  const event = { bucket, accountId, id, type, deliveryId: delivery.id, createdAt: updatedAt, source, body, about }
  const outcomeBefore = before === null ? null : outcomeOf(before)
  const outcomeAfter = outcomeOf(delivery)
  if (outcomeBefore === outcomeAfter) return { ...event, outcomeBefore: null, outcomeAfter: null }
  return { ...event, outcomeBefore, outcomeAfter }
}

const inKeyOrder = (a: Delivery, b: Delivery) => a.bucket - b.bucket || a.accountId - b.accountId || a.id - b.id

/**
 * True if the report proves a send: it comes from the provider, the pixel or the sandbox, not from us or the account's
 * app.
 */
const provesSend = ({ source }: FactReport) => source !== 'dispatcher' && source !== 'api' && source !== 'member'

/** Start times of sends proven by these reports, for deliveries without *sent*, by `deliveryName`. */
async function provenSends(
  transaction: Transaction,
  deliveries: ReadonlyMap<string, Delivery>,
  proving: readonly FactReport[],
): Promise<Map<string, number>> {
  const proven = proving.filter((report) => {
    const delivery = deliveries.get(deliveryName(report.accountId, report.deliveryId))
    return delivery !== undefined && mayRecord(delivery, 'sent')
  })
  if (proven.length === 0) return new Map()
  const taken = await takeSends(transaction, proven)
  return new Map(taken.map((row) => [deliveryName(row.accountId, row.deliveryId), row.startedAt]))
}

function newDelivery(draft: NewDelivery): Delivery {
  const factTimes = Object.fromEntries(FACTS.map((fact) => [fact, null])) as Record<Fact, number | null>
  factTimes[firstFact(draft.sendAt)] = draft.createdAt
  const { bucket, accountId, messageId, recipientId, channel, createdAt, reference, metadata } = draft
  const texts = { errorMessage: null, friendlyErrorMessage: null, limitFeatureKey: null, providerMessageId: null }
  const state = { status: statusOf(factTimes), factTimes, updatedAt: createdAt, ...texts }
  const labels = { reference, metadata }
  return { bucket, accountId, id: draft.deliveryId, messageId, recipientId, channel, createdAt, ...state, ...labels }
}

/** A report on a delivery of an erased recipient: without the provider's words and its id of the message. */
function withoutPersonalData(given: FactReport): FactReport {
  const { providerMessageId: _id, errorMessage, ...report } = given
  return errorMessage === undefined ? report : { ...report, errorMessage: withoutDetail(errorMessage) }
}

/** Results of the facts so far: the changed deliveries and the events to emit. */
interface Recording {
  deliveries: Map<string, Delivery>
  /** The deliveries of erased recipients. */
  erased: ReadonlySet<string>
  /** `sendEnded`: true if the fact ends the send under way. */
  changed: Map<string, { delivery: Delivery; sendEnded: boolean }>
  events: EventDraft[]
}

export class Recorder {
  readonly #eventIds: EventIds
  readonly #emitter: Emitter
  readonly #offer: (sends: QueuedSend[]) => void

  /**
   * `offer` hands the sends that are queued or moved to the dispatcher, after the commit. It is only a hint, because the
   * dispatcher also finds the rows by polling.
   */
  constructor(eventIds: EventIds, emitter: Emitter, offer: (sends: QueuedSend[]) => void) {
    this.#eventIds = eventIds
    this.#emitter = emitter
    this.#offer = offer
  }

  /**
   * Stores new deliveries with their first fact (*scheduled* if they have a time, otherwise *queued*), its event and
   * their send. Begins all statements before it returns (`transactionAtOnce`).
   */
  create(transaction: Transaction, drafts: readonly NewDelivery[]): Promise<Delivery[]> {
    if (drafts.length === 0) return Promise.resolve([])
    const deliveries = drafts.map(newDelivery)
    const events = deliveries.map((delivery, index) => {
      // The id's time may be slightly after the delivery's creation, because the ids of a process only increase.
      const { id, timeMs } = this.#eventIds.next(delivery.createdAt - 1)
      delivery.updatedAt = timeMs
      const { source, about } = drafts[index]!
      return eventOf(delivery, null, { id, type: eventTypeOf(delivery.status)!, source, about })
    })
    const sends = drafts.map(({ bucket, accountId, deliveryId, channel, priority, sendAt, createdAt }): QueuedSend => {
      return { bucket, accountId, deliveryId, channelId: channel.id, priority, dueAt: sendAt ?? createdAt }
    })
    const rows = deliveries.map((delivery, index) => {
      const { channelId, dueAt, priority } = sends[index]!
      return { ...delivery, ...delivery.factTimes, channelId, dueAt, priority: PRIORITIES.indexOf(priority) }
    })
    const stored = insertDeliveries(transaction, rows.toSorted(inKeyOrder))
    return inOrder([stored, this.#emitter.emit(transaction, events)]).then(() => {
      transaction.afterCommit(() => this.#offer(sends))
      return deliveries
    })
  }

  /**
   * Moves the sends of scheduled deliveries to another time, ms since the epoch, and hands them to the dispatcher. The
   * transaction must hold the deliveries' locks.
   */
  async moveSends(transaction: Transaction, deliveries: readonly Delivery[], dueAt: number): Promise<void> {
    const [first] = deliveries
    if (first === undefined) return
    const { bucket, accountId } = first
    const ids = deliveries.map((delivery) => delivery.id)
    const moved = await moveSends(transaction, bucket, accountId, ids, isoTime(dueAt))
    transaction.afterCommit(() =>
      this.#offer(
        moved.map(({ deliveryId, channelId, priority }) => {
          return { bucket, accountId, deliveryId, channelId, priority: PRIORITIES[priority]!, dueAt }
        }),
      ),
    )
  }

  /** Hands waiting sends to the dispatcher after the commit, because they have another channel now. */
  offer(transaction: Transaction, sends: QueuedSend[]): void {
    if (sends.length > 0) transaction.afterCommit(() => this.#offer(sends))
  }

  /**
   * Makes waiting sends of these deliveries due now: first sends, so that the dispatcher judges them again, or only those that are
   * `retried`. Returns how many. Sends that have begun stay as they are.
   */
  async releaseSends(
    tx: Transaction,
    deliveries: readonly DeliveryKey[],
    now: number,
    retried = false,
  ): Promise<number> {
    if (deliveries.length === 0) return 0
    await lockDeliveries(tx, deliveries)
    const released = await releaseSends(tx, deliveries, isoTime(now), retried)
    tx.afterCommit(() =>
      this.#offer(
        released.map(({ bucket, accountId, deliveryId, channelId, priority }) => {
          return { bucket, accountId, deliveryId, channelId, priority: PRIORITIES[priority]!, dueAt: now }
        }),
      ),
    )
    return released.length
  }

  /**
   * Records facts in the given order. Returns true for each new one. A duplicate, a fact not allowed after the recorded
   * ones, or a fact of an unknown delivery changes nothing. A provider's report proves that the provider accepted the
   * send. So if *sent* is missing, it is recorded first, with the time when the send began.
   */
  async advance(transaction: Transaction, reports: readonly FactReport[]): Promise<boolean[]> {
    if (reports.length === 0) return []
    const rows = await lockDeliveries(transaction, reports)
    const deliveries = new Map(rows.map((row) => [deliveryName(row.accountId, row.id), deliveryOfRow(row)]))
    const proving = reports.filter(provesSend)
    const began = proving.length === 0 ? null : await provenSends(transaction, deliveries, proving)
    const erased = new Set(rows.flatMap((row) => (row.recipientErased ? deliveryName(row.accountId, row.id) : [])))
    const recording: Recording = { deliveries, erased, changed: new Map(), events: [] }
    const recorded = reports.map((report) => {
      const { bucket, accountId, deliveryId, source } = report
      const happenedAt = provesSend(report) ? began?.get(deliveryName(accountId, deliveryId)) : undefined
      if (happenedAt !== undefined)
        this.#record(recording, { bucket, accountId, deliveryId, source, fact: 'sent', happenedAt })
      return this.#record(recording, report)
    })
    const { changed, events } = recording
    if (changed.size === 0) return recorded
    const sorted = [...changed.values()].toSorted((one, other) => inKeyOrder(one.delivery, other.delivery))
    const written = sorted.map(({ delivery, sendEnded }) => {
      return { ...delivery, ...delivery.factTimes, settled: isSettled(delivery), sendEnded }
    })
    await inOrder([writeDeliveries(transaction, written), this.#emitter.emit(transaction, events)])
    return recorded
  }

  #record({ deliveries, erased, changed, events }: Recording, given: FactReport): boolean {
    const name = deliveryName(given.accountId, given.deliveryId)
    const report = erased.has(name) ? withoutPersonalData(given) : given
    const before = deliveries.get(name)
    if (before === undefined || !mayRecord(before, report.fact, report)) return false
    const { id, timeMs } = this.#eventIds.next(before.updatedAt)
    const after: Delivery = { ...before, ...recordFact(before, report.fact, timeMs, report) }
    deliveries.set(name, after)
    changed.set(name, { delivery: after, sendEnded: report.source === 'dispatcher' })
    const type = eventTypeOf(report.fact)
    if (type !== null) events.push(eventOf(after, before, { id, type, source: report.source }))
    return true
  }
}
