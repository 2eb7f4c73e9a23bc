/**
 * The sole writer of a delivery's status. Facts come in, and what they change leaves in one transaction: the
 * deliveries, an event for every recorded fact, and the end of sends that are settled.
 */
import { isoTime } from '../clock.ts'
import { inOrder } from '../db/transaction.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Emitter } from '../events/event.ts'
import { eventBody } from '../events/event.ts'
import type { EventDraft, EventSource } from '../events/event.ts'
import type { EventIds } from '../ids.ts'
import { insertDeliveries, lockDeliveries, moveSends, takeSends, writeDeliveries } from './advance-queries.ts'
import { deliveryObject, deliveryOfRow } from './delivery.ts'
import type { Delivery, DeliveryKey } from './delivery.ts'
import { FACTS, eventTypeOf, firstFact, isSettled, mayRecord, recordFact, statusOf } from './status.ts'
import type { Fact, FactDetails } from './status.ts'

/** A fact that somebody reports of a delivery. */
export interface FactReport extends DeliveryKey, FactDetails {
  fact: Fact
  source: EventSource
}

export interface NewDelivery extends DeliveryKey {
  messageId: number
  recipientId: number
  channel: Delivery['channel']
  createdAt: number
  /** When to send, or null: at once. */
  sendAt: number | null
}

/** A send that waits, as it is handed on after the commit. */
export interface QueuedSend extends DeliveryKey {
  channelId: number
  dueAt: number
}

/** The event that a delivery's newest fact emits: it shows the delivery as it stands after the fact. */
function eventOf(delivery: Delivery, id: string, type: string, source: EventSource): EventDraft {
  const body = eventBody(id, type, delivery.updatedAt, { delivery: deliveryObject(delivery) })
  const { bucket, accountId, updatedAt } = delivery
  return { bucket, accountId, id, type, deliveryId: delivery.id, createdAt: updatedAt, source, body }
}

const nameOf = ({ accountId, deliveryId }: Omit<DeliveryKey, 'bucket'>) => `${accountId}/${deliveryId}`

const inKeyOrder = (a: Delivery, b: Delivery) => a.bucket - b.bucket || a.accountId - b.accountId || a.id - b.id

/** Whether it comes from the other end of a send: not what we or the account's app say of it. */
const provesSend = ({ source }: FactReport) => source !== 'dispatcher' && source !== 'api'

/** When the sends began that reports prove and of which *sent* is not recorded, by the names of their deliveries. */
async function provenSends(
  transaction: Transaction,
  deliveries: ReadonlyMap<string, Delivery>,
  reports: readonly FactReport[],
): Promise<Map<string, number>> {
  const proven = reports.filter((report) => {
    const delivery = deliveries.get(nameOf(report))
    return delivery !== undefined && provesSend(report) && mayRecord(delivery, 'sent')
  })
  if (proven.length === 0) return new Map()
  const taken = await takeSends(transaction, proven)
  return new Map(
    taken.map(({ account_id: accountId, delivery_id: deliveryId, started_at: startedAt }) => {
      return [nameOf({ accountId, deliveryId }), startedAt]
    }),
  )
}

function newDelivery(draft: NewDelivery): Delivery {
  const factTimes = Object.fromEntries(FACTS.map((fact) => [fact, null])) as Record<Fact, number | null>
  factTimes[firstFact(draft.sendAt)] = draft.createdAt
  const { bucket, accountId, messageId, recipientId, channel, createdAt } = draft
  const texts = { errorMessage: null, friendlyErrorMessage: null, limitFeatureKey: null, providerMessageId: null }
  const state = { status: statusOf(factTimes), factTimes, updatedAt: createdAt, ...texts }
  return { bucket, accountId, id: draft.deliveryId, messageId, recipientId, channel, createdAt, ...state }
}

/** What facts have made of deliveries so far, and the events that they emit. */
interface Recording {
  deliveries: Map<string, Delivery>
  /** Whether the fact is the end of the delivery's send that was under way. */
  changed: Map<string, { delivery: Delivery; sendEnded: boolean }>
  events: EventDraft[]
}

export class Recorder {
  readonly #eventIds: EventIds
  readonly #emitter: Emitter
  #handOn: (sends: QueuedSend[]) => void = () => {}

  constructor(eventIds: EventIds, emitter: Emitter) {
    this.#eventIds = eventIds
    this.#emitter = emitter
  }

  /** Takes the sends that `create` queued and `moveSends` moved, after the commit. A hint: whoever sends finds the rows without it too. */
  onQueued(listener: (sends: QueuedSend[]) => void): void {
    this.#handOn = listener
  }

  /**
   * Stores new deliveries with their first fact, *scheduled* where they have a time to be sent and *queued* else, its
   * event, and their send.
   */
  async create(transaction: Transaction, drafts: readonly NewDelivery[]): Promise<Delivery[]> {
    if (drafts.length === 0) return []
    const events: EventDraft[] = []
    const deliveries = drafts.map(newDelivery)
    for (const delivery of deliveries) {
      // The id's time may lie a moment after the delivery's own: ids of one process only ever grow.
      const { id, timeMs } = this.#eventIds.next(delivery.createdAt - 1)
      delivery.updatedAt = timeMs
      events.push(eventOf(delivery, id, eventTypeOf(delivery.status)!, 'api'))
    }
    const dueAt = new Map(drafts.map((draft) => [draft.deliveryId, draft.sendAt ?? draft.createdAt]))
    const rows = deliveries.toSorted(inKeyOrder).map((delivery) => {
      const { channel, factTimes, id } = delivery
      return { ...delivery, ...factTimes, channelId: channel.id, dueAt: dueAt.get(id)! }
    })
    await inOrder([insertDeliveries(transaction, rows), this.#emitter.emit(transaction, events)])
    transaction.afterCommit(() =>
      this.#handOn(
        deliveries.map(({ bucket, accountId, id, channel }) => {
          return { bucket, accountId, deliveryId: id, channelId: channel.id, dueAt: dueAt.get(id)! }
        }),
      ),
    )
    return deliveries
  }

  /**
   * Moves the sends of scheduled deliveries, which the transaction has locked, to another time, ms since the epoch, and
   * hands them on.
   */
  async moveSends(transaction: Transaction, deliveries: readonly Delivery[], dueAt: number): Promise<void> {
    const [first] = deliveries
    if (first === undefined) return
    const { bucket, accountId } = first
    const ids = deliveries.map((delivery) => delivery.id)
    const moved = await moveSends(transaction, bucket, accountId, ids, isoTime(dueAt))
    transaction.afterCommit(() =>
      this.#handOn(
        moved.map(({ delivery_id: deliveryId, channel_id: channelId }) => {
          return { bucket, accountId, deliveryId, channelId, dueAt }
        }),
      ),
    )
  }

  /**
   * Records facts in the order given and answers for each whether it was new. A duplicate, a fact that may not follow
   * what is recorded, or one of an unknown delivery changes nothing and emits nothing. What the provider reports proves
   * that it took the send: where *sent* is not recorded yet, it is first, with the time at which the send began.
   */
  async advance(transaction: Transaction, reports: readonly FactReport[]): Promise<boolean[]> {
    if (reports.length === 0) return []
    const rows = await lockDeliveries(transaction, reports)
    const deliveries = new Map(rows.map((row) => [`${row.account_id}/${row.id}`, deliveryOfRow(row)]))
    const began = await provenSends(transaction, deliveries, reports)
    const recording: Recording = { deliveries, changed: new Map(), events: [] }
    const recorded = reports.map((report) => {
      const happenedAt = provesSend(report) ? began.get(nameOf(report)) : undefined
      const { bucket, accountId, deliveryId, source } = report
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

  #record({ deliveries, changed, events }: Recording, report: FactReport): boolean {
    const name = nameOf(report)
    const before = deliveries.get(name)
    if (before === undefined || !mayRecord(before, report.fact)) return false
    const { id, timeMs } = this.#eventIds.next(before.updatedAt)
    const after: Delivery = { ...before, ...recordFact(before, report.fact, timeMs, report) }
    deliveries.set(name, after)
    changed.set(name, { delivery: after, sendEnded: report.source === 'dispatcher' })
    const type = eventTypeOf(report.fact)
    if (type !== null) events.push(eventOf(after, id, type, report.source))
    return true
  }
}
