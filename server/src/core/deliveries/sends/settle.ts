/** Ends sends: records the provider's result together with its consequences. */
import type { Clock } from '../../../platform/clock.ts'
import type { ServicePool } from '../../../platform/db/pool.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { underLease } from '../../dispatch/buckets.ts'
import { friendlySentence } from '../../providers/causes.ts'
import { randomFraction } from '../../../platform/ids.ts'
import { removeDeadDevices } from '../../recipients/device-queries.ts'
import type { DeadDevice } from '../../recipients/device-queries.ts'
import { lockDeliveries } from '../advance-queries.ts'
import type { FactReport, Recorder } from '../advance.ts'
import { deliveryName } from '../delivery.ts'
import { decideSettlement } from './decision.ts'
import { offerMoved, routeNext } from './routing.ts'
import type { Breakers, LeftSend, Settlement } from './routing.ts'
import type { SendEnd } from './send.ts'
import { leaveSends, recordSends } from './queries.ts'
import { comparableAddress, insertSuppressions } from '../suppressions.ts'
import type { NewSuppression } from '../suppressions.ts'

export interface SettleTools {
  pool: ServicePool
  clock: Clock
  recorder: Recorder
  processId: string
  breakers: Breakers
  /** The waits before sends 2 to 6, ms. */
  schedule: readonly number[]
}

/** The fact from the end of a send, or null. A retrying delivery keeps the error of its own channel. */
function factOf(end: SendEnd, settlement: Settlement): FactReport | null {
  const { bucket, accountId, deliveryId, result } = end
  const key = { bucket, accountId, deliveryId, source: 'dispatcher' as const }
  if (result.result === 'accepted') {
    const { providerMessageId } = result
    return { ...key, fact: 'sent', ...(providerMessageId === null ? {} : { providerMessageId }) }
  }
  const errorMessage = result.cause
  if (settlement.next === 'failed')
    return { ...key, fact: 'failed', errorMessage, friendlyErrorMessage: friendlySentence(errorMessage) }
  const isOfFallback = end.route.channelId !== end.route.ownId && end.number - end.sendsUnspent > 1
  // A rate limit is not a failure: the delivery's status does not change.
  return settlement.next === 'retry' && settlement.spent && !isOfFallback
    ? { ...key, fact: 'retrying', errorMessage }
    : null
}

/** Deletes devices and suppresses addresses that providers reported as unreachable. */
async function removeUnreachable(tx: Transaction, ends: readonly SendEnd[], now: number): Promise<void> {
  const devices: DeadDevice[] = []
  const suppressions: NewSuppression[] = []
  for (const { bucket, accountId, deliveryId, startedAt, result } of ends) {
    for (const id of result.deadDevices ?? []) devices.push({ bucket, accountId, id, sentAt: startedAt })
    if (result.suppress === undefined) continue
    const { channelType, reason } = result.suppress
    const address = comparableAddress(channelType, result.suppress.address)
    if (address !== null) suppressions.push({ bucket, accountId, channelType, address, reason, deliveryId })
  }
  if (suppressions.length > 0) await insertSuppressions(tx, suppressions, now)
  if (devices.length > 0) await removeDeadDevices(tx, devices)
}

/**
 * Records ended sends in one transaction, under the leases of their buckets. If a call is already recorded, or another
 * process owns its bucket, nothing changes. So a batch may be written twice. Returns for each when its next send is due
 * (ms since the epoch), or null.
 */
export async function settleSends(tools: SettleTools, ends: readonly SendEnd[]): Promise<(number | null)[]> {
  const { pool, clock, recorder, processId, schedule } = tools
  return transaction(pool, async (tx) => {
    const held = await underLease(tx, processId, ends)
    const now = clock.now()
    const settled = held.map((end) => {
      const { result, number, sendsUnspent, queuedAt } = end
      const response = { result: result.result, retryAfterMs: 'retryAfterMs' in result ? result.retryAfterMs : null }
      const decided = { response, sendsSpent: number - sendsUnspent, queuedAt, now, random: randomFraction() }
      const settlement = decideSettlement({ ...decided, schedule })
      return { end, settlement: settlement.next === 'retry' ? routeNext(end, settlement, tools, now) : settlement }
    })
    const calls = settled.map(({ end: { result, route, ...sent } }) => {
      const call = { ...sent, fallbackId: route.channelId === route.ownId ? null : route.channelId }
      return result.result === 'accepted'
        ? { ...call, ...result, cause: null }
        : { ...call, ...result, providerMessageId: null }
    })
    const stored = await recordSends(tx, calls)
    const isErased = new Map(stored.map((row) => [deliveryName(row.accountId, row.deliveryId), row.recipientErased]))
    const fresh = settled.filter(({ end }) => isErased.has(deliveryName(end.accountId, end.deliveryId)))
    const freshEnds = fresh.map(({ end }) => end)
    // Before the deliveries: deleting a recipient also locks its devices first.
    const unreachable = freshEnds.filter((end) => {
      const { deadDevices, suppress } = end.result
      const saysSo = deadDevices !== undefined || suppress !== undefined
      return saysSo && isErased.get(deliveryName(end.accountId, end.deliveryId)) !== true
    })
    if (unreachable.length > 0) await removeUnreachable(tx, unreachable, now)
    // Facts before waiting sends: all writers lock deliveries before their sends.
    const facts = fresh.map(({ end, settlement }) => factOf(end, settlement))
    const reports = facts.filter((fact) => fact !== null)
    // Deliveries without a new fact are locked too, because `leaveSends` checks their status.
    if (reports.length < fresh.length) await lockDeliveries(tx, freshEnds)
    const recorded = await recorder.advance(tx, reports)
    const settling = new Set(reports.filter((_, index) => recorded[index]))
    // If a send's own fact settled its delivery, there is no row left to update.
    const left = fresh.flatMap(({ end, settlement }, index): LeftSend[] => {
      if (settlement.next === 'retry') return [{ ...end, ...settlement }]
      return settling.has(facts[index]!) ? [] : [{ ...end, ...end.route, dueAt: now, spent: true }]
    })
    if (left.length > 0) {
      await leaveSends(tx, left)
      offerMoved(tx, recorder, left)
    }
    const nextDueAt = new Map<string, number>()
    for (const { end, settlement } of settled)
      if (settlement.next === 'retry') nextDueAt.set(deliveryName(end.accountId, end.deliveryId), settlement.dueAt)
    return ends.map((end) => nextDueAt.get(deliveryName(end.accountId, end.deliveryId)) ?? null)
  })
}
