/** Begins sends: decides and counts them in one transaction, before any provider is called. */
import { isoTime } from '../../../platform/clock.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { ServicePool } from '../../../platform/db/pool.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Logger } from '../../../platform/log.ts'
import type { SecretsCipher } from '../../../platform/secrets.ts'
import { LIMIT_KEYS } from '../../accounts/account-limits.ts'
import { takeDeliveries } from '../../accounts/monthly-limits.ts'
import { readSettings } from '../../channels/secrets.ts'
import { underLease } from '../../dispatch/buckets.ts'
import { messageIdOf } from '../../providers/message-id.ts'
import type { Device, SendInput } from '../../providers/provider.ts'
import { reachesPlatform } from '../../providers/registry.ts'
import type { PreferenceLinks } from '../../recipients/preferences/links.ts'
import { delayedUntil, skipReason } from '../../recipients/preferences/preferences.ts'
import type { RenderedText } from '../../rendering/render.ts'
import type { FactReport, Recorder } from '../advance.ts'
import { deliveryName, deliveryOfRow } from '../delivery.ts'
import { withoutSuppressedCopies } from './copies.ts'
import { countSends, delaySends, lockSends } from './queries.ts'
import type { LockedSend } from './queries.ts'
import { isSettled } from '../status.ts'
import { findSuppressions } from '../suppressions.ts'
import type { SuppressionReason } from '../suppressions.ts'
import { decideSend } from './decision.ts'
import type { SendDecision } from './decision.ts'
import type { Route } from './failover.ts'
import { moveSends, routeSend } from './routing.ts'
import type { Breakers } from './routing.ts'
import type { SendToBegin } from './send.ts'

export interface JudgeTools {
  breakers: Breakers
  cipher: SecretsCipher
  links: Pick<PreferenceLinks, 'oneClick'>
  log: Logger
}

/** The input of the provider's call, before the call has a signal. */
export type ProviderInput = Omit<SendInput, 'signal'>

export interface Judged {
  row: LockedSend
  decision: SendDecision
  /** Null if the decision is not to send. */
  input: ProviderInput | null
}

/** The recipient's address for mail or SMS. Null for push, which goes to devices, and for the inbox. */
function addressOf({ channelType, email, phone }: LockedSend): string | null {
  if (channelType === 'email') return email
  return channelType === 'sms' ? phone : null
}

/** The provider's input. The channel's own texts replace the message's. */
function inputOf(
  row: LockedSend,
  devices: Device[],
  { cipher, links }: Pick<JudgeTools, 'cipher' | 'links'>,
): ProviderInput {
  const { bucket, accountId, recipientId, id, topic } = row
  const hasChoice = row.channelType === 'email' && topic !== null && !topic.required
  const texts = JSON.parse(row.channelTexts ?? '{}') as Record<string, RenderedText | undefined>
  const text: RenderedText = texts[row.channelId] ?? { subject: row.renderedSubject, body: row.renderedBody }
  return {
    delivery: { bucket, accountId, id, number: row.sendsMade + 1, messageId: row.messageId },
    channel: { id: row.viaId, name: row.viaName, type: row.channelType },
    settings: readSettings(cipher, accountId, row.viaId, row),
    to: { email: row.email, phone: row.phone, devices },
    ...{ recipientId, topicId: topic?.id ?? null, url: text.url ?? null, content: text, attachments: [] },
    subject: text.subject,
    body: text.body,
    bodyFormat: row.bodyFormat,
    messageId: messageIdOf({ accountId, id, createdAt: row.createdAt }),
    unsubscribeUrl: hasChoice ? links.oneClick({ accountId, recipientId, topicId: topic.id }) : null,
  }
}

/**
 * Decides one send. If its settings cannot be read, it stays unchanged and does not stop the other sends of its batch.
 */
function judge(row: LockedSend, now: number, suppressed: SuppressionReason | null, tools: JudgeTools): Judged {
  const delivery = deliveryOfRow(row)
  // Only devices that the channel's provider can reach.
  const devices = (row.devices ?? []).filter((device) => reachesPlatform(row.provider, device.platform))
  const decided = decideSend({
    status: delivery.status,
    settled: isSettled(delivery) || row.startedAt !== null,
    dueAt: row.dueAt,
    now,
    recipientDeleted: row.recipientDeleted,
    channelDeleted: row.channelDeleted,
    channelAttached: row.channelAttached,
    channelActive: row.channelActive,
    anyChannelLive: row.anyChannelLive,
    channelType: row.channelType,
    hasAddress: row.channelType === 'in_app' || addressOf(row) !== null || devices.length > 0,
    skipped: skipReason(row, row.topic, row.channelType),
    quietUntil: delayedUntil(row, row.topic, row.critical, now),
    suppressed,
  })
  // A plain send has no other channel, and its channel works.
  const isPlain = row.fallbackIds === null && row.viaId === row.channelId && row.failingSince === null
  const decision = decided.action === 'send' && !isPlain ? routeSend(row, routeOf(row), tools.breakers, now) : decided
  if (decision.action !== 'send') return { row, decision, input: null }
  try {
    return { row, decision, input: inputOf(row, devices, tools) }
  } catch (error) {
    const ids = { delivery_id: row.id, account_id: row.accountId, channel_id: row.viaId }
    tools.log.error({ event: 'delivery.send_unreadable', ...ids, err: error })
    return { row, decision: { action: 'leave' }, input: null }
  }
}

const routeOf = (row: LockedSend): Route => ({
  ownId: row.channelId,
  channelId: row.viaId,
  fallbackIds: row.fallbackIds,
  isPinned: row.isPinned,
  resendsAfterTimeout: row.resendAfterTimeout,
})

/** The limits for calls to the channel's provider. Null: the channel sets no limit. */
export interface ChannelLimits {
  /** The largest number of parallel calls. */
  maxConcurrency: number | null
  /** The largest number of calls begun per second. */
  maxPerSecond: number | null
}

/** `limits`: of the channel, if it was read. */
export type SendBeginning = { limits?: ChannelLimits } & SendState

type SendState =
  | BegunSend
  /** Due later, ms since the epoch: the send was moved, or the clock was set back a moment. */
  | { kind: 'waits'; dueAt: number }
  /** Settled, canceled, failed, or owned by another process: there is no send now. */
  | { kind: 'nothing' }

/** A counted send. Its provider may be called. */
export interface BegunSend {
  kind: 'begun'
  provider: string
  route: Route
  /** True: the row of the send's channel says that it is failing. */
  isFailing: boolean
  recipientId: number
  /** Rate-limited sends of the delivery so far. They do not count against the retry schedule. */
  sendsUnspent: number
  /** When the delivery was queued, ms since the epoch. */
  queuedAt: number
  /** The span of the request that created the message, or null. */
  traceparent: string | null
  /** Whether it is HTML mail that gets the pixel. */
  tracksOpens: boolean
  hasAttachments: boolean
  /** The address that the provider gets. Null for push, which goes to devices, and for the inbox. */
  sentTo: string | null
  input: ProviderInput
}

export interface BeginTools extends JudgeTools {
  pool: ServicePool
  clock: Clock
  recorder: Recorder
  processId: string
}

/** The facts of a decision. A dispatched scheduled delivery is first queued, then sent or failed. */
function factsOf(row: LockedSend, decision: SendDecision): FactReport[] {
  const key = { bucket: row.bucket, accountId: row.accountId, deliveryId: row.id, source: 'dispatcher' as const }
  const queued: FactReport[] = row.status === 'scheduled' ? [{ ...key, fact: 'queued' }] : []
  switch (decision.action) {
    case 'leave':
    case 'wait':
    case 'delay':
    case 'move':
      return []
    case 'send':
      return queued
    case 'cancel':
      return [
        {
          ...key,
          fact: 'canceled',
          errorMessage: decision.reason,
          ...(decision.friendlyErrorMessage === undefined
            ? {}
            : { friendlyErrorMessage: decision.friendlyErrorMessage }),
        },
      ]
    case 'fail': {
      const { errorMessage, friendlyErrorMessage = errorMessage, limitFeatureKey } = decision
      const limit = limitFeatureKey === undefined ? {} : { limitFeatureKey }
      return [...queued, { ...key, fact: 'failed', errorMessage, friendlyErrorMessage, ...limit }]
    }
  }
}

/**
 * Applies the account's monthly limits. Counts the deliveries with a first send, one update per account and channel
 * type. Fails the deliveries over the limit. The count commits with the sends. Deliveries are locked before the counts.
 */
async function applyAccountLimits(tx: Transaction, judged: readonly Judged[], now: number): Promise<Judged[]> {
  const starting = judged.filter(({ row, decision }) => decision.action === 'send' && row.sendsMade === 0)
  const groups = Map.groupBy(starting, ({ row }) => `${row.accountId}/${row.channelType}`)
  const wanted = [...groups.values()].map((sends) => {
    const { bucket, accountId, channelType } = sends[0]!.row
    return { bucket, accountId, channelType, wanted: sends.length }
  })
  const granted = await takeDeliveries(tx, wanted, now)
  const refused = new Set([...groups.values()].flatMap((sends, index) => sends.slice(granted[index])))
  return judged.map((send) => {
    if (!refused.has(send)) return send
    const { row } = send
    const errorMessage = `The monthly limit of ${row.channelType} deliveries is reached`
    const limitFeatureKey = LIMIT_KEYS[row.channelType]
    return { row, decision: { action: 'fail', errorMessage, limitFeatureKey }, input: null }
  })
}

/**
 * Decides and counts sends in one transaction, under the leases of their buckets. Returns for each the provider's
 * input, or the reason for not sending now.
 */
export async function beginSends(tools: BeginTools, sends: readonly SendToBegin[]): Promise<SendBeginning[]> {
  const { pool, clock, recorder, processId } = tools
  return transaction(pool, async (tx) => {
    const held = await underLease(tx, processId, sends)
    const lanes = new Set(held.map((send) => `${deliveryName(send.accountId, send.deliveryId)}/${send.channelId}`))
    const locked = await lockSends(tx, held)
    const rows = locked.filter((row) => lanes.has(`${deliveryName(row.accountId, row.id)}/${row.viaId}`))
    const now = clock.now()
    const suppressions = await findSuppressions(
      tx,
      rows.map((row) => {
        const { bucket, accountId, channelType } = row
        return { bucket, accountId, channelType, address: addressOf(row) }
      }),
    )
    const judging = rows.map((row, index) => judge(row, now, suppressions[index] ?? null, tools))
    const hasCopies = judging.some(({ input }) => input?.content.email !== undefined)
    const allowed = hasCopies ? await withoutSuppressedCopies(tx, judging) : judging
    const judged = await applyAccountLimits(tx, allowed, now)
    await recorder.advance(
      tx,
      judged.flatMap(({ row, decision }) => factsOf(row, decision)),
    )
    const delayed = judged.flatMap(({ row, decision }) => {
      const { bucket, accountId, id: deliveryId } = row
      return decision.action === 'delay' ? [{ bucket, accountId, deliveryId, dueAt: decision.dueAt }] : []
    })
    if (delayed.length > 0) await delaySends(tx, delayed)
    const moved = judged.filter(({ decision }) => decision.action === 'move')
    if (moved.length > 0) await moveSends(tx, recorder, moved, now)
    const going = judged.filter(({ input }) => input !== null).map(({ row }) => row)
    const counting = going.map(({ bucket, accountId, id: deliveryId, sendsMade }) => {
      return { bucket, accountId, deliveryId, sendsMade }
    })
    const counted = await countSends(tx, counting, isoTime(now))
    const isCounted = new Set(counted.map((row) => deliveryName(row.accountId, row.deliveryId)))
    const beginnings = new Map(
      judged.map((one) => {
        const name = deliveryName(one.row.accountId, one.row.id)
        return [name, beginningOf(one, isCounted.has(name), now)]
      }),
    )
    return sends.map(({ accountId, deliveryId }) => {
      return beginnings.get(deliveryName(accountId, deliveryId)) ?? { kind: 'nothing' }
    })
  })
}

function beginningOf({ row, decision, input }: Judged, counted: boolean, now: number): SendBeginning {
  const limits = { maxConcurrency: row.maxConcurrency, maxPerSecond: row.maxPerSecond }
  if (decision.action === 'wait') return { kind: 'waits', dueAt: row.dueAt, limits }
  if (decision.action === 'delay') return { kind: 'waits', dueAt: decision.dueAt, limits }
  if (input === null || !counted) return { kind: 'nothing', limits }
  const { provider, recipientId, sendsUnspent, traceparent } = row
  return {
    kind: 'begun',
    route: routeOf(row),
    isFailing: row.failingSince !== null,
    provider,
    recipientId,
    sendsUnspent,
    queuedAt: row.queuedAt ?? now,
    traceparent,
    tracksOpens: row.trackOpens && row.channelType === 'email' && row.bodyFormat === 'html',
    hasAttachments: row.hasAttachments,
    sentTo: addressOf(row),
    input,
    limits,
  }
}
