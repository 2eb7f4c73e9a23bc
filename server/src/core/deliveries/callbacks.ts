/**
 * Handles providers' reports: the provider verifies them, then each is recorded once as a fact of its delivery. The
 * event id, the suppression and the fact commit together. After a crash the provider has no response and repeats the
 * report.
 */
import { createHash } from 'node:crypto'
import { Counter } from '@prometheus-io/client'
import { readSettings } from '../channels/secrets.ts'
import type { ChannelRow } from '../channels/queries.ts'
import { findChannel } from '../channels/queries.ts'
import type { CommonContext } from '../../platform/context.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { bucketOf } from '../../platform/ids.ts'
import type { CallbackReport, CallbackRequest, ProviderCallbacks } from '../providers/callback.ts'
import type { CallbackChannel } from '../providers/callback-address.ts'
import { friendlySentence, withoutDetail } from '../providers/causes.ts'
import type { GuardedCalls } from '../providers/guarded-call.ts'
import type { DeliveryReference } from '../providers/message-id.ts'
import { findProvider } from '../providers/registry.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import type { FactReport, Recorder } from './advance.ts'
import { eventName, findReported, insertProviderEvents, nameOfDelivery } from './callback-queries.ts'
import type { NewProviderEvent, ReportedDeliveryRow } from './callback-queries.ts'
import { comparableAddress, insertSuppressions } from './suppressions.ts'
import type { NewSuppression } from './suppressions.ts'

const BATCH_REPORTS_MAX = 500
const ID_CHARACTERS_MAX = 255

/** A channel with a provider that sends reports. */
export interface ReportingChannel {
  /** The longest body that the provider may send, bytes. */
  bodyBytesMax: number
  bucket: number
  accountId: number
  channelId: number
  provider: string
  callbacks: ProviderCallbacks
  row: ChannelRow
}

export type CallbackResult = 'recorded' | 'refused' | 'unavailable' | 'unreadable'

export interface Callbacks {
  /**
   * Finds the channel. Null: it is deleted, or its provider sends no reports. Throws if the database is unavailable.
   */
  find(channel: CallbackChannel): Promise<ReportingChannel | null>
  /** Verifies and records a callback. Resolves when its facts are durable. Throws if the database is unavailable. */
  receive(channel: ReportingChannel, request: CallbackRequest): Promise<CallbackResult>
  /** Resolves when all received reports are recorded. */
  drained(): Promise<void>
}

/** `unknown`: the report is not about a delivery of this channel. */
type ReportResult = 'recorded' | 'duplicate' | 'unknown'

interface ReceivedReport {
  bucket: number
  accountId: number
  channelId: number
  report: CallbackReport
}

const keyOf = ({ bucket, accountId, channelId, report }: ReceivedReport) => ({
  bucket,
  accountId,
  channelId,
  eventId: storableId(report.providerEventId!),
})

/** The event to store. A report with a cause and no fact is for the timeline only. */
function eventOf(received: ReceivedReport, delivery: ReportedDeliveryRow): NewProviderEvent {
  const { fact, cause } = received.report
  const shown = fact === null && cause !== null && !isAboutCopy(received.report, delivery)
  const text = shown && delivery.recipientErased ? withoutDetail(cause) : cause
  return { ...keyOf(received), deliveryId: shown ? delivery.id : null, cause: shown ? text : null, source: null }
}

/** The provider's id of an event or a message, or its hash if it cannot be stored. */
function storableId(text: string): string {
  const fits = text.length <= ID_CHARACTERS_MAX && /^[\u0020-\u007e]*$/.test(text)
  return fits ? text : `sha256:${createHash('sha256').update(text).digest('base64url')}`
}

/** The reported delivery, if it belongs to the account of the called channel. */
function deliveryOf({ bucket, accountId, channelId, report }: ReceivedReport) {
  const { delivery } = report
  if (delivery === null || delivery.accountId !== accountId) return null
  return { bucket, accountId, channelId, id: delivery.id, createdAt: delivery.createdAt }
}

/** True if the report is about a copy of the mail. The state of a delivery is about its own recipient. */
function isAboutCopy({ recipient }: CallbackReport, { copies, sentTo }: ReportedDeliveryRow): boolean {
  if (recipient === null || copies === null) return false
  const comparable = (address: string) => comparableAddress('email', address)
  const named = comparable(recipient)
  return named !== null && named !== comparable(sentTo ?? '') && copies.map(comparable).includes(named)
}

/**
 * The address in a report of a stranger: one to which the mail was sent. Null if it may be about a copy, and names none.
 */
function addressOfSend(report: CallbackReport, delivery: ReportedDeliveryRow): string | null {
  if (isAboutCopy(report, delivery)) return report.recipient
  return report.recipient === null && delivery.copies !== null && delivery.copies.length > 0 ? null : delivery.sentTo
}

function factOf({ bucket, accountId, report }: ReceivedReport, delivery: ReportedDeliveryRow): FactReport | null {
  const { fact, cause, providerMessageId } = report
  if (fact === null || isAboutCopy(report, delivery)) return null
  // If the response to the send was lost, the delivery has no message id yet.
  const isNew = providerMessageId !== null && delivery.providerMessageId === null
  const id = isNew ? { providerMessageId: storableId(providerMessageId) } : {}
  const error = cause === null ? {} : { errorMessage: cause, friendlyErrorMessage: friendlySentence(cause) }
  return { bucket, accountId, deliveryId: delivery.id, fact, source: 'provider', ...id, ...error }
}

function suppressionOf(
  { bucket, accountId, report }: ReceivedReport,
  delivery: ReportedDeliveryRow,
): NewSuppression | null {
  const { suppress } = report
  const channelType = delivery.channelType
  if (suppress === null || (channelType !== 'email' && channelType !== 'sms')) return null
  // The erasure removed the address, and a late report must not bring it back.
  if (delivery.recipientErased) return null
  const given = suppress.address ?? addressOfSend(report, delivery)
  const address = given === null ? null : comparableAddress(channelType, given)
  return address === null
    ? null
    : { bucket, accountId, channelType, address, reason: suppress.reason, deliveryId: delivery.id }
}

/** Records reports in one transaction. Reports of a delivery are recorded in the order in which they happened. */
async function record(
  tx: Transaction,
  recorder: Recorder,
  received: readonly ReceivedReport[],
  nowMs: number,
): Promise<ReportResult[]> {
  const deliveries = await findReported(
    tx,
    received.map(deliveryOf).filter((delivery) => delivery !== null),
  )
  const found = received.map((one) => {
    const reference = deliveryOf(one)
    return { one, delivery: reference === null ? null : (deliveries.get(nameOfDelivery(reference)) ?? null) }
  })
  const events = found.flatMap(({ one, delivery }) =>
    delivery === null || one.report.providerEventId === null ? [] : eventOf(one, delivery),
  )
  const fresh = await insertProviderEvents(tx, events, nowMs)
  const recording: { one: ReceivedReport; delivery: ReportedDeliveryRow }[] = []
  const results = found.map(({ one, delivery }): ReportResult => {
    if (delivery === null) return 'unknown'
    // A repeated event in one batch counts as new once.
    if (one.report.providerEventId !== null && !fresh.delete(eventName(keyOf(one)))) return 'duplicate'
    recording.push({ one, delivery })
    return 'recorded'
  })
  recording.sort((a, b) => (a.one.report.at ?? nowMs) - (b.one.report.at ?? nowMs))
  const suppressions = recording.map(({ one, delivery }) => suppressionOf(one, delivery)).filter((one) => one !== null)
  if (suppressions.length > 0) await insertSuppressions(tx, suppressions, nowMs)
  await recorder.advance(
    tx,
    recording.map(({ one, delivery }) => factOf(one, delivery)).filter((fact) => fact !== null),
  )
  return results
}

/** The bytes kept of a mail that cannot be read. */
const UNREAD_BYTES_MAX = 64 * 1024

function unreadEvent(
  {
    delivery,
    ...channel
  }: { bucket: number; accountId: number; channelId: number; delivery: DeliveryReference | null },
  body: Buffer,
): NewProviderEvent {
  const eventId = `unread:${createHash('sha256').update(body).digest('base64url')}`
  const deliveryId = delivery?.accountId === channel.accountId ? delivery.id : null
  return { ...channel, eventId, deliveryId, cause: null, source: body.subarray(0, UNREAD_BYTES_MAX) }
}

export interface CallbackMetrics {
  callbacks: Counter<'provider' | 'result'>
  reports: Counter<'provider' | 'result'>
}

/** The counters of callbacks. */
export function createCallbackMetrics({ metrics }: Pick<CommonContext, 'metrics'>): CallbackMetrics {
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['provider', 'result'], registers: [metrics] })
  return {
    callbacks: counter('tidings_provider_callbacks_total', 'Callbacks of providers by result'),
    reports: counter('tidings_provider_reports_total', 'Reports in callbacks of providers by result'),
  }
}

export interface CallbackTools {
  recorder: Recorder
  cipher: SecretsCipher
  guarded: GuardedCalls
  metrics: CallbackMetrics
}

export function createCallbacks(
  context: CommonContext,
  { recorder, cipher, guarded, metrics }: CallbackTools,
): Callbacks {
  const { pool, clock, config, log } = context
  const { callbacks, reports } = metrics
  const batcher = new Batcher<ReceivedReport, ReportResult>({
    itemsMax: BATCH_REPORTS_MAX,
    slots: 2,
    waitingMax: LIMITS.callbacks.max * LIMITS.reportsOfCallback.max,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    flush: (received) => transaction(pool, (tx) => record(tx, recorder, received, clock.now())),
  })

  return {
    async find({ accountId, channelId }) {
      const bucket = bucketOf(accountId)
      const [row] = await findChannel(pool, bucket, accountId, channelId)
      const its = row === undefined ? undefined : findProvider(row.provider)?.callbacks
      if (row === undefined || its === undefined) return null
      const { bodyBytesMax } = its
      return { bodyBytesMax, bucket, accountId, channelId, provider: row.provider, callbacks: its, row }
    },
    async receive({ bucket, accountId, channelId, provider, callbacks: its, row }, request) {
      const settings = readSettings(cipher, accountId, channelId, row)
      const parsed = await its.parse(request, settings, { clock, config, guarded, log })
      const ids = { provider, account_id: accountId, channel_id: channelId }
      if (parsed.result !== 'reports') {
        callbacks.inc({ provider, result: parsed.result })
        log.warn({ event: `callback.${parsed.result}`, ...ids, reason: parsed.reason })
        if (parsed.result === 'unreadable') {
          const event = unreadEvent({ bucket, accountId, channelId, delivery: parsed.delivery }, request.body)
          await insertProviderEvents(pool, [event], clock.now())
        }
        return parsed.result
      }
      const counts: Record<ReportResult, number> = { recorded: 0, duplicate: 0, unknown: 0 }
      for (let at = 0; at < parsed.reports.length; at += LIMITS.reportsOfCallback.max) {
        const some = parsed.reports.slice(at, at + LIMITS.reportsOfCallback.max)
        const added = some.map((report) => batcher.add({ bucket, accountId, channelId, report }))
        for (const result of await Promise.all(added)) counts[result] += 1
      }
      for (const [result, count] of Object.entries(counts)) reports.inc({ provider, result }, count)
      callbacks.inc({ provider, result: 'recorded' })
      log.info({ event: 'callback.recorded', ...ids, ...counts })
      return 'recorded'
    },
    drained: () => batcher.drained(),
  }
}
