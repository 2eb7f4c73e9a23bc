/** The end of sends: what the provider answered, recorded together with what follows from it. */
import type { Clock } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import { distinctBuckets } from '../../db/rows.ts'
import { transaction } from '../../db/transaction.ts'
import { holdLeases } from '../../dispatch/queries.ts'
import { friendlySentence } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import { randomFraction } from '../../ids.ts'
import { removeDeadDevices } from '../../recipients/device-queries.ts'
import type { DeadDevice } from '../../recipients/device-queries.ts'
import { lockDeliveries } from '../advance-queries.ts'
import type { FactReport, Recorder } from '../advance.ts'
import type { SendKey } from './begin.ts'
import { decideSettlement } from './decision.ts'
import type { SendSettlement } from './decision.ts'
import { leaveSends, recordSends } from './settle-queries.ts'
import type { LeftSend, SendRecord } from './settle-queries.ts'
import { comparableAddress } from '../suppression.ts'
import { insertSuppressions } from '../suppression-queries.ts'
import type { NewSuppression } from '../suppression-queries.ts'

/** A provider call that has ended. */
export interface SendEnd extends SendKey {
  number: number
  sendsUnspent: number
  queuedAt: number
  startedAt: number
  durationMs: number
  result: SendResult
}

export interface SettleTools {
  pool: Pool
  clock: Clock
  recorder: Recorder
  processId: string
  /** The waits before the sends 2 to 6, ms. */
  schedule: readonly number[]
}

const causeOf = (result: SendResult) => (result.result === 'accepted' ? null : result.cause)
const providerMessageIdOf = (result: SendResult) => (result.result === 'accepted' ? result.providerMessageId : null)

function factOf(end: SendEnd, settlement: SendSettlement): FactReport | null {
  const key = {
    bucket: end.bucket,
    accountId: end.accountId,
    deliveryId: end.deliveryId,
    source: 'dispatcher' as const,
  }
  const errorMessage = causeOf(end.result) ?? undefined
  switch (settlement.next) {
    case 'sent': {
      const providerMessageId = providerMessageIdOf(end.result)
      return { ...key, fact: 'sent', ...(providerMessageId === null ? {} : { providerMessageId }) }
    }
    case 'failed':
      return {
        ...key,
        fact: 'failed',
        ...(errorMessage === undefined ? {} : { errorMessage, friendlyErrorMessage: friendlySentence(errorMessage) }),
      }
    case 'retry':
      // A rate limit is no failure: the delivery goes on waiting as it was.
      return settlement.spent
        ? { ...key, fact: 'retrying', ...(errorMessage === undefined ? {} : { errorMessage }) }
        : null
  }
}

function deadDevicesOf({ bucket, accountId, startedAt, result }: SendEnd): DeadDevice[] {
  return (result.deadDevices ?? []).map((id) => ({ bucket, accountId, id, sentAt: startedAt }))
}

function suppressionsOf({ bucket, accountId, deliveryId, result }: SendEnd): NewSuppression[] {
  if (result.suppress === undefined) return []
  const { channelType, reason } = result.suppress
  const address = comparableAddress(channelType, result.suppress.address)
  return address === null ? [] : [{ bucket, accountId, channelType, address, reason, deliveryId }]
}

function recordOf({ bucket, accountId, deliveryId, number, startedAt, durationMs, result }: SendEnd): SendRecord {
  const answer = { result: result.result, cause: causeOf(result), providerMessageId: providerMessageIdOf(result) }
  return { bucket, accountId, deliveryId, number, startedAt, durationMs, ...answer }
}

function settlementOf(end: SendEnd, schedule: readonly number[], now: number): SendSettlement {
  const { result, number, sendsUnspent, queuedAt } = end
  const retryAfterMs = 'retryAfterMs' in result ? result.retryAfterMs : null
  const answer = { result: result.result, retryAfterMs }
  return decideSettlement({
    answer,
    sendsSpent: number - sendsUnspent,
    schedule,
    queuedAt,
    now,
    random: randomFraction(),
  })
}

/** What is left of a send: nothing where its own fact has settled the delivery. */
function leftOf(end: SendEnd, settlement: SendSettlement, isRecorded: boolean, now: number): LeftSend[] {
  if (settlement.next === 'retry') return [{ ...end, ...settlement }]
  return isRecorded ? [] : [{ ...end, dueAt: now, spent: true }]
}

/**
 * Records ended sends in one transaction, under the leases of their buckets. Everything hangs on the record of the
 * call: one that was recorded before, or whose bucket belongs to another process now, changes nothing, so that a
 * batch may be sent twice. Answers for each when its next send is due, ms since the epoch, or null.
 */
export async function settleSends(tools: SettleTools, ends: readonly SendEnd[]): Promise<(number | null)[]> {
  const { pool, clock, recorder, processId, schedule } = tools
  return transaction(pool, async (tx) => {
    const leases = await holdLeases(tx, processId, distinctBuckets(ends))
    const epochs = new Map(leases.map((lease) => [lease.bucket, lease.epoch]))
    const now = clock.now()
    const settled = ends
      .filter((end) => epochs.get(end.bucket) === end.epoch)
      .map((end) => ({ end, settlement: settlementOf(end, schedule, now) }))
    const unrecorded = await recordSends(
      tx,
      settled.map(({ end }) => recordOf(end)),
    )
    const fresh = settled.filter(({ end }) => unrecorded.has(end.deliveryId))
    // Before the deliveries: the deletion of a recipient locks its devices first too.
    await insertSuppressions(
      tx,
      fresh.flatMap(({ end }) => suppressionsOf(end)),
      now,
    )
    await removeDeadDevices(
      tx,
      fresh.flatMap(({ end }) => deadDevicesOf(end)),
    )
    // The facts before the sends that wait: every writer locks deliveries before their sends.
    const facts = fresh.map(({ end, settlement }) => factOf(end, settlement))
    const reports = facts.filter((fact) => fact !== null)
    // Whether a delivery still waits is judged under its lock; what records no fact takes none by itself.
    const freshEnds = fresh.map(({ end }) => end)
    if (reports.length < fresh.length) await lockDeliveries(tx, freshEnds)
    const recorded = await recorder.advance(tx, reports)
    const settling = new Set(reports.filter((_, index) => recorded[index]))
    await leaveSends(
      tx,
      fresh.flatMap(({ end, settlement }, index) => leftOf(end, settlement, settling.has(facts[index]!), now)),
    )
    const nextDueAt = new Map<number, number>()
    for (const { end, settlement } of settled)
      if (settlement.next === 'retry') nextDueAt.set(end.deliveryId, settlement.dueAt)
    return ends.map((end) => nextDueAt.get(end.deliveryId) ?? null)
  })
}
