/** Applies failover: reads the state of channels, and moves sends from channel to channel. The rules are in `failover.ts`. */
import { isoTime } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { channelKey } from '../advance.ts'
import type { QueuedSend, Recorder } from '../advance.ts'
import { bucketOf } from '../../../platform/ids.ts'
import { turnChannel } from '../../channels/health.ts'
import { underLease } from '../../dispatch/buckets.ts'
import { accountOf, PRIORITIES } from '../../dispatch/queue.ts'
import { causeOfChannel, causeWord } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import { afterBegin, afterEnd, isFailing, restoredBreaker } from './breaker.ts'
import type { Breaker } from './breaker.ts'
import { CHANNEL_DELETED } from './decision.ts'
import type { SendDecision, SendSettlement } from './decision.ts'
import { channelFor, decideNext, verdictOf } from './failover.ts'
import type { Route } from './failover.ts'
import { moveToChannels } from './queries.ts'
import type { LockedSend } from './queries.ts'
import type { SendEnd } from './send.ts'

/** By account and channel, as `channelKey`. Channels without failed sends have none. */
export type Breakers = Map<string, Breaker>

const passedOver = (breakers: Breakers, accountId: number, now: number) => (channelId: number) =>
  (breakers.get(channelKey(accountId, channelId))?.passedUntil ?? -Infinity) > now

/** Decides which channel sends a delivery that may be sent. If it tries a failing channel, the next sends do not. */
export function routeSend(row: LockedSend, route: Route, breakers: Breakers, now: number): SendDecision {
  const key = channelKey(row.accountId, row.viaId)
  if (row.failingSince !== null && !breakers.has(key)) breakers.set(key, restoredBreaker(now))
  const channelId = channelFor(route, passedOver(breakers, row.accountId, now))
  if (channelId !== row.viaId) return { action: 'move', channelId }
  // Only this channel may send the delivery.
  if (row.viaDeleted) return { action: 'fail', errorMessage: CHANNEL_DELETED }
  const breaker = breakers.get(key)
  if (breaker !== undefined) breakers.set(key, afterBegin(breaker, now))
  return { action: 'send' }
}

/** Gives the sends to the channels of their decisions. */
export async function moveSends(
  tx: Transaction,
  recorder: Recorder,
  moving: readonly { row: LockedSend; decision: SendDecision }[],
  now: number,
): Promise<void> {
  const moved = moving.flatMap(({ row, decision }): QueuedSend[] => {
    if (decision.action !== 'move') return []
    const { bucket, accountId, id: deliveryId } = row
    const priority = PRIORITIES[row.priority]!
    return [{ bucket, accountId, deliveryId, channelId: decision.channelId, priority, dueAt: now }]
  })
  await moveToChannels(tx, moved, isoTime(now))
  recorder.offer(tx, moved)
}

type Retry = Extract<SendSettlement, { next: 'retry' }>
export type Settlement = Exclude<SendSettlement, Retry> | (Retry & { channelId: number; isPinned: boolean })

/** The settlement with the channel of the next send, and the time for it. */
export function routeNext(
  { accountId, route, result, number, sendsUnspent }: SendEnd,
  settlement: Retry,
  { breakers, schedule }: { breakers: Breakers; schedule: readonly number[] },
  now: number,
): Settlement {
  if (result.result === 'accepted') return { ...settlement, ...route }
  const sendsLeft = schedule.length + 1 - (number - sendsUnspent)
  const state = { sendsLeft, isPassedOver: passedOver(breakers, accountId, now) }
  const { channelId, isPinned, atOnce } = decideNext(route, verdictOf(result), settlement, state)
  return { ...settlement, channelId, isPinned, dueAt: atOnce ? now : settlement.dueAt }
}

/** A send that stays in the queue, until it is sent again or found to be settled. `channelId`: of the next send. */
export type LeftSend = SendEnd & Pick<Retry, 'dueAt' | 'spent'> & Pick<Route, 'channelId' | 'isPinned'>

/** Hands the sends that another channel sends next to the dispatcher. */
export function offerMoved(tx: Transaction, recorder: Recorder, left: readonly LeftSend[]): void {
  const moved = left.filter(({ route, channelId }) => route.channelId !== channelId)
  recorder.offer(
    tx,
    moved.map(({ bucket, accountId, deliveryId, channelId, priority, dueAt }) => {
      return { bucket, accountId, deliveryId, channelId, priority, dueAt }
    }),
  )
}

/** True if the limit of the provider holds the channel's lane. If other channels may send, they do instead. */
export function mayHold({ fallbackIds }: Route, result: Extract<SendResult, { result: 'rate_limited' }>): boolean {
  return result.scope !== 'recipient' && (fallbackIds === null || verdictOf(result) !== 'next')
}

/** Counts the end of a send by the channel with this key. Returns the change of the channel's state, if there is one. */
export function countEnd(
  breakers: Breakers,
  key: string,
  wasFailing: boolean,
  result: SendResult,
  now: number,
): SendEnd['turn'] {
  const before = breakers.get(key)
  const after = afterEnd(before, result, now)
  if (after === null) breakers.delete(key)
  else breakers.set(key, after)
  if (after !== null && isFailing(after)) return wasFailing ? null : 'failing'
  return result.result === 'accepted' && (wasFailing || isFailing(before)) ? 'works' : null
}

/** Other processes have the channels of these buckets now. */
export function forgetBuckets(breakers: Breakers, lost: readonly number[]): void {
  for (const key of breakers.keys()) if (lost.includes(bucketOf(accountOf(key)))) breakers.delete(key)
}

/** Writes the new state of the send's channel, unless another process has its bucket. */
export async function writeTurn({ pool, clock, log }: Context, processId: string, end: SendEnd): Promise<void> {
  const { bucket, accountId, route, result, turn } = end
  const cause = turn === 'works' || result.result === 'accepted' ? null : causeOfChannel(result.cause)
  const isTurned = await transaction(pool, async (tx) => {
    if ((await underLease(tx, processId, [end])).length === 0) return false
    return (await turnChannel(tx, bucket, accountId, route.channelId, cause, isoTime(clock.now()))).length > 0
  })
  if (!isTurned) return
  const ids = { account_id: accountId, channel_id: route.channelId }
  if (cause === null) log.info({ event: 'channel.recovered', ...ids })
  else log.warn({ event: 'channel.failing', ...ids, cause: causeWord(cause) })
}
