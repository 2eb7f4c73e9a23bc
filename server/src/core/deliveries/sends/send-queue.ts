/**
 * The queue of sends: how its rows are read, performed and settled. A send is counted before the call of its provider,
 * because a doubled mail is worse than a doubled webhook.
 */
import { Counter, Histogram } from '@prometheus-io/client'
import { isoTime } from '../../../platform/clock.ts'
import type { Context } from '../../../platform/context.ts'
import { LIMITS } from '../../../platform/admission/limits.ts'
import { FairGate } from '../../../platform/admission/fair-gate.ts'
import { Batcher } from '../../../platform/db/batcher.ts'
import { logFailure } from '../../../platform/db/servers/outages.ts'
import type { Logger } from '../../../platform/log.ts'
import type { SecretsCipher } from '../../../platform/secrets.ts'
import type { Span, Tracing } from '../../../platform/tracing/tracing.ts'
import type { Buckets } from '../../dispatch/buckets.ts'
import { accountOf, PRIORITIES } from '../../dispatch/queue.ts'
import type { CutOff, Pace, Performed, QueueDefinition, QueueItem, QueueLimits, Read } from '../../dispatch/queue.ts'
import { writeEnds } from '../../dispatch/work.ts'
import { causeWord } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import type { Providers } from '../../providers/registry.ts'
import type { PreferenceLinks } from '../../recipients/preferences/links.ts'
import { channelKey } from '../advance.ts'
import type { QueuedSend, Recorder } from '../advance.ts'
import type { OpenPixels } from '../open-pixel.ts'
import { bucketsWithSends, readSends, sweepSends } from './queries.ts'
import { withAttachments } from './attachments.ts'
import { beginSends } from './begin.ts'
import type { SendBeginning, BegunSend } from './begin.ts'
import { readCutOff } from './cut-off.ts'
import { rateLimitWaitMs } from './decision.ts'
import { countEnd, forgetBuckets, mayHold, writeTurn } from './routing.ts'
import type { Breakers } from './routing.ts'
import type { SendEnd } from './send.ts'
import { settleSends } from './settle.ts'

/** A send to dispatch. Its content is read when it begins. Its key is the channel. */
export interface SendItem extends QueuedSend, QueueItem {
  dueAt: number
}

/** The size of a waiting send in memory, in characters. */
const SEND_CHARACTERS = 100

/** The largest number of parallel provider calls of one channel. */
const CHANNEL_CALLS_MAX = 64
/** The largest number of parallel provider calls in total. */
const CALLS_MAX = 1000
/** The largest number of sends of one list in memory. Further sends wait in the table. */
const LANE_SENDS_MAX = 2000
/** The limit of all waiting sends in memory, in characters. */
const WAITING_CHARACTERS_MAX = 16 * 1024 * 1024
const BATCH_SENDS_MAX = 200
/** The time to gather sends before they begin, ms. A send after a pause does not wait, and an urgent one neither. */
const GATHER_MS = 100
/** So many sends do not wait for more. */
const SENDS_ENOUGH = 32

const QUEUE_LIMITS: QueueLimits = {
  priorities: PRIORITIES,
  // One call until the channel's own limits are read.
  capInitial: 1,
  capAfterCrash: 1,
  capMax: CHANNEL_CALLS_MAX,
  adaptive: false,
  waitingMax: LANE_SENDS_MAX,
  charactersMax: WAITING_CHARACTERS_MAX,
  itemCharacters: SEND_CHARACTERS,
  inFlightMax: CALLS_MAX,
  inFlightFree: CALLS_MAX,
  unwrittenMax: CALLS_MAX,
  readyEnough: CALLS_MAX,
  roundMax: () => BATCH_SENDS_MAX,
}

/** All sends count as fresh, ordered by due time, including retries and scheduled sends. */
export function sendItemOf(send: QueuedSend): SendItem {
  const { accountId, channelId, deliveryId, dueAt } = send
  const key = channelKey(accountId, channelId)
  return { ...send, id: String(deliveryId), key, position: isoTime(dueAt), isRetry: false, size: SEND_CHARACTERS }
}

/** A failed send at info, another one at debug. Providers' own texts are left out: they may name the recipient. */
function logSend(log: Logger, end: SendEnd, nextDueAt: number | null): void {
  const { accountId, messageId, deliveryId, number, durationMs, result: sent } = end
  const ids = { account_id: accountId, message_id: messageId, delivery_id: deliveryId, channel_id: end.route.channelId }
  const line = { event: 'delivery.send', ...ids, number, result: sent.result, duration_ms: durationMs }
  if (sent.result === 'accepted') log.debug(line)
  else log.info({ ...line, cause: causeWord(sent.cause), next_send_at: isoTime(nextDueAt) })
}

interface SendQueueOptions {
  context: Context
  buckets: Buckets
  recorder: Recorder
  providers: Providers
  cipher: SecretsCipher
  pixels: OpenPixels
  links: Pick<PreferenceLinks, 'oneClick'>
  metrics: SendMetrics
}

export class SendQueue implements QueueDefinition<SendItem, SendEnd> {
  readonly name = 'sends'
  readonly hints = { offer: 'sends' } as const
  readonly limits = QUEUE_LIMITS
  readonly #options: SendQueueOptions
  readonly #begins: Batcher<SendItem & { epoch: number }, SendBeginning>
  readonly #ends: Batcher<SendEnd, number | null>
  readonly #breakers: Breakers = new Map()
  /** Sends with files in memory, by account. A file of 3 MiB needs about 15 MiB as a mail. */
  readonly #withFiles = new FairGate({
    placesMax: LIMITS.sendsWithFiles.max,
    ofKeyMax: LIMITS.sendsWithFilesOfAccount.max,
  })
  /** Cuts off the provider calls in flight. */
  #calls = new AbortController()

  constructor(options: SendQueueOptions) {
    const { context, buckets, recorder, cipher, links } = options
    const { pool, clock, log, config } = context
    const { processId } = buckets
    const tools = { pool, clock, recorder, processId, breakers: this.#breakers }
    const batches = { itemsMax: BATCH_SENDS_MAX, slots: 2, waitMsMax: Infinity, monotonic: clock.monotonic }
    this.#options = options
    this.#begins = new Batcher<SendItem & { epoch: number }, SendBeginning>({
      ...batches,
      itemsEnough: SENDS_ENOUGH,
      gatherMs: GATHER_MS,
      waitingMax: CALLS_MAX,
      flush: (sends) => beginSends({ ...tools, cipher, links, log }, sends),
    })
    this.#ends = new Batcher<SendEnd, number | null>({
      ...batches,
      // Without `gatherMs`: after a crash, the result of a send that has ended would be unknown.
      waitingMax: Infinity,
      flush: (ends) => writeEnds(buckets, () => settleSends({ ...tools, schedule: config.sendRetryScheduleMs }, ends)),
    })
    buckets.onChange((_taken, lost) => forgetBuckets(this.#breakers, lost))
    buckets.onAbort(() => {
      this.#calls.abort()
      this.#calls = new AbortController()
    })
  }

  positionAt(timeMs: number): string {
    return isoTime(timeMs)
  }

  async readFresh(bucket: number, reads: readonly Read[]): Promise<SendItem[]> {
    const lists = reads.map(({ key, priority: name, cursor, rowsMax }) => {
      const [accountId, channelId] = key.split('/').map(Number) as [number, number]
      const priority = PRIORITIES.indexOf(name)
      return { accountId, channelId, priority, cursor: cursor === '' ? '-infinity' : cursor, rowsMax }
    })
    const rows = await readSends(this.#options.context.pool, lists, bucket)
    return rows.map((row) => {
      const { accountId, channelId, deliveryId, dueAt } = row
      const priority = PRIORITIES[row.priority]!
      return sendItemOf({ bucket, accountId, channelId, deliveryId, priority, dueAt })
    })
  }

  async bucketsWithRows(buckets: readonly number[]): Promise<number[]> {
    return (await bucketsWithSends(this.#options.context.pool, buckets)).map(({ bucket }) => bucket)
  }

  async sweep(bucket: number): Promise<string[]> {
    const rows = await sweepSends(this.#options.context.pool, bucket)
    return rows.map((row) => channelKey(row.accountId, row.channelId))
  }

  readCutOff(bucket: number, epoch: number): Promise<CutOff<SendEnd>[]> {
    return readCutOff(this.#options.context.pool, bucket, epoch)
  }

  async perform(item: SendItem, epoch: number, pace: Pace<SendItem>, isUrgent: boolean): Promise<Performed<SendEnd>> {
    const begun = await this.#begins.add({ ...item, epoch }, isUrgent || item.priority === 'high')
    if (begun.limits !== undefined) {
      const { maxConcurrency, maxPerSecond } = begun.limits
      pace.limit(item, maxConcurrency ?? CHANNEL_CALLS_MAX, maxPerSecond)
    }
    if (begun.kind !== 'begun') return begun
    if (begun.hasAttachments) return this.#withFiles.run(item.accountId, () => this.#send(item, epoch, begun, pace))
    return this.#send(item, epoch, begun, pace)
  }

  async #send(item: SendItem, epoch: number, begun: BegunSend, pace: Pace<SendItem>): Promise<Performed<SendEnd>> {
    // The send has begun without a result. The sweep settles it as cut off.
    if (!this.#options.buckets.owns(item.bucket, epoch)) return { kind: 'nothing' }
    const end = await this.#callProvider(item, epoch, begun)
    const { result } = end
    // Other sends of the channel would get the same result.
    if (result.result === 'rate_limited' && mayHold(begun.route, result))
      pace.hold(item, rateLimitWaitMs(result.retryAfterMs))
    if (result.result !== 'accepted' || begun.isFailing || this.#breakers.size > 0)
      end.turn = countEnd(this.#breakers, item.key, begun.isFailing, result, this.#options.context.clock.now())
    return { kind: 'ended', succeeded: result.result === 'accepted', end }
  }

  async #callProvider(item: SendItem, epoch: number, begun: BegunSend): Promise<SendEnd> {
    const { context, providers, pixels, metrics } = this.#options
    const { clock, config, tracing } = context
    const { provider, recipientId, sendsUnspent, queuedAt, sentTo, route } = begun
    const { number, messageId } = begun.input.delivery
    const startedAt = clock.now()
    const startedMonotonic = clock.monotonic()
    const span = tracing === null ? null : startSendSpan(tracing, begun)
    const loaded = begun.hasAttachments ? await withAttachments(context.pool, begun.input) : begun
    let result: SendResult
    if ('result' in loaded) result = loaded.result
    else {
      const input = begun.tracksOpens ? pixels.addTo(loaded.input) : loaded.input
      const signal = AbortSignal.any([this.#calls.signal, AbortSignal.timeout(config.sendTimeoutMs)])
      result = await providers.send(provider, { ...input, signal })
    }
    const durationMs = Math.round(clock.monotonic() - startedMonotonic)
    metrics.sends.inc({ provider, result: result.result })
    metrics.durations.observe({ provider }, durationMs / 1000)
    if (span !== null) endSendSpan(span, result)
    const { bucket, accountId, deliveryId, priority } = item
    const sent = { bucket, epoch, accountId, deliveryId, messageId, recipientId, number, priority, sendsUnspent }
    return { ...sent, queuedAt, startedAt, durationMs, sentTo, route, result, turn: null }
  }

  async settle(end: SendEnd): Promise<number | null> {
    const nextDueAt = await this.#ends.add(end)
    const { context, buckets } = this.#options
    logSend(context.log, end, nextDueAt)
    if (end.turn !== null) await writeTurn(context, buckets.processId, end)
    return nextDueAt
  }

  logFailure(key: string, id: string, error: unknown): void {
    const ids = { account_id: accountOf(key), delivery_id: Number(id) }
    logFailure(this.#options.context.log, 'tasks', { event: 'delivery.send_not_recorded', ...ids }, error)
  }
}

/** Starts the span of a provider call, with a link to the request that created the message. */
function startSendSpan(tracing: Tracing, { provider, traceparent, input }: BegunSend): Span {
  const { delivery, channel } = input
  return tracing.start('delivery.send', {
    kind: 'client',
    link: traceparent,
    attributes: {
      'tidings.account.id': delivery.accountId,
      ...(delivery.messageId === null ? {} : { 'tidings.message.id': delivery.messageId }),
      'tidings.delivery.id': delivery.id,
      'tidings.send.number': delivery.number,
      'tidings.channel.type': channel.type,
      'tidings.provider': provider,
    },
  })
}

/** The provider's own text behind the word of a cause is left out, because it often has the recipient's address. */
function endSendSpan(span: Span, result: SendResult): void {
  const error = result.result === 'accepted' ? null : causeWord(result.cause)
  span.end({ 'tidings.send.result': result.result }, error)
}

const DURATION_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** The finished calls to providers, and how long they took. */
export function createSendMetrics({ metrics }: Pick<Context, 'metrics'>) {
  return {
    sends: new Counter({
      name: 'tidings_sends_total',
      help: 'Finished calls to providers: accepted, rate_limited, transient or permanent',
      labelNames: ['provider', 'result'],
      registers: [metrics],
    }),
    durations: new Histogram({
      name: 'tidings_send_duration_seconds',
      help: 'Duration of calls to providers, in seconds',
      labelNames: ['provider'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers: [metrics],
    }),
  }
}

export type SendMetrics = ReturnType<typeof createSendMetrics>
