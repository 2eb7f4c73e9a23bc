/**
 * The expected state of an account's messages and deliveries, by the rules of docs/delivery-states.md. It shares no
 * code with the service, so that the two can be compared. In the model nothing waits: due work happens at once.
 */
import { FACT_RANKS } from '../../src/core/deliveries/status.ts'
import type { Fact } from '../../src/core/deliveries/status.ts'

/** The largest number of sends of a delivery. */
const SENDS_MAX = 6
/** Failed sends to the recipient `retry` before it succeeds. */
const RETRY_FAILURES = 2

/** The sandbox's reports after an accepted message, with their delay in ms. */
const REPORTS: Record<string, [fact: Fact, afterMs: number][]> = {
  delivered: [['delivered', 200]],
  opened: [
    ['delivered', 200],
    ['opened', 400],
  ],
  bounced: [['bounced', 200]],
  retry: [['delivered', 200]],
}

const SETTLING: Fact[] = ['sent', 'failed', 'delivered', 'bounced', 'opened', 'canceled']

export interface ModelRecipient {
  id: number
  /** The sandbox's magic word, also used as the external id. */
  word: string
  deleted: boolean
}

export interface ModelChannel {
  id: number
  type: 'email' | 'push'
  attached: boolean
  deleted: boolean
}

export interface ModelDelivery {
  id: number
  channel: ModelChannel
  recipient: ModelRecipient
  /** In the order of recording. */
  facts: Fact[]
  reason: string | null
  sends: number
  /** The time of the next send, ms since the epoch, while the delivery waits. */
  dueAt: number
  /** Sandbox reports not due yet. */
  reports: { fact: Fact; dueAt: number }[]
}

export interface ModelMessage {
  id: number
  recipient: ModelRecipient
  sendAt: number | null
  seen: boolean
  delivered: boolean
  canceled: boolean
  deliveries: ModelDelivery[]
}

export interface Model {
  nowMs: number
  recipients: ModelRecipient[]
  channels: ModelChannel[]
  messages: ModelMessage[]
}

const has = (delivery: ModelDelivery, ...facts: Fact[]) => facts.some((fact) => delivery.facts.includes(fact))
export const waits = (delivery: ModelDelivery) => !has(delivery, ...SETTLING)
const isScheduled = (delivery: ModelDelivery) => !has(delivery, 'queued', 'canceled')
export const allDeliveries = (model: Model) => model.messages.flatMap((message) => message.deliveries)

/** The facts by rank. The last one is the status. */
export function ranked(delivery: ModelDelivery): Fact[] {
  return delivery.facts.toSorted((one, other) => FACT_RANKS[one] - FACT_RANKS[other])
}

/** Records the fact if the current facts allow it. */
function record(delivery: ModelDelivery, fact: Fact): void {
  if (has(delivery, fact, 'canceled')) return
  if (fact === 'canceled' && !isScheduled(delivery)) return
  if (fact !== 'queued' && fact !== 'canceled' && !has(delivery, 'queued')) return
  if (fact === 'failed' && has(delivery, 'delivered', 'bounced', 'opened')) return
  if (fact === 'retrying' && !waits(delivery)) return
  delivery.facts.push(fact)
}

/** Records a provider's report. It proves an accepted send, unless the provider refused all sends. */
export function recordReport(delivery: ModelDelivery, fact: Fact): void {
  if (delivery.sends > 0 && delivery.recipient.word !== 'failed') record(delivery, 'sent')
  record(delivery, fact)
}

function cancel(deliveries: ModelDelivery[], reason: string): number {
  const scheduled = deliveries.filter(isScheduled)
  for (const delivery of scheduled) {
    record(delivery, 'canceled')
    delivery.reason = reason
  }
  return scheduled.length
}

function send(delivery: ModelDelivery, nowMs: number): void {
  const { word } = delivery.recipient
  delivery.sends += 1
  if (word === 'failed') return record(delivery, 'failed')
  if (word === 'exhausted' || (word === 'retry' && delivery.sends <= RETRY_FAILURES)) {
    // Shorter than any clock step.
    delivery.dueAt = nowMs + 1
    return record(delivery, delivery.sends < SENDS_MAX ? 'retrying' : 'failed')
  }
  record(delivery, 'sent')
  delivery.reports = (REPORTS[word] ?? []).map(([fact, afterMs]) => ({ fact, dueAt: nowMs + afterMs }))
}

/** Dispatches all due deliveries. */
export function dispatch({ nowMs, messages }: Model): void {
  for (const delivery of messages.flatMap((message) => message.deliveries)) {
    if (!waits(delivery) || delivery.dueAt > nowMs) continue
    record(delivery, 'queued')
    if (delivery.recipient.deleted || delivery.channel.deleted) record(delivery, 'failed')
    else send(delivery, nowMs)
  }
}

/** Records all due sandbox reports. */
export function report({ nowMs, messages }: Model): void {
  for (const delivery of messages.flatMap((message) => message.deliveries)) {
    for (const { fact, dueAt } of delivery.reports) if (dueAt <= nowMs) recordReport(delivery, fact)
    delivery.reports = delivery.reports.filter(({ dueAt }) => dueAt > nowMs)
  }
}

/** The channels of a new message's deliveries, in the template's order. */
export const liveChannels = (model: Model) => model.channels.filter(({ attached, deleted }) => attached && !deleted)

/** Adds a created message, with the ids from the API's response. */
export function create(
  model: Model,
  recipient: ModelRecipient,
  sendAt: number | null,
  ids: { id: number; deliveryIds: number[] },
): void {
  const deliveries = liveChannels(model).map((channel, index): ModelDelivery => {
    const facts: Fact[] = [sendAt === null ? 'queued' : 'scheduled']
    const state = { facts, reason: null, sends: 0, dueAt: sendAt ?? model.nowMs, reports: [] }
    return { id: ids.deliveryIds[index]!, channel, recipient, ...state }
  })
  model.messages.push({ id: ids.id, recipient, sendAt, seen: false, delivered: false, canceled: false, deliveries })
}

/** True if a message without deliveries is still scheduled. */
const isAhead = ({ sendAt, canceled }: ModelMessage, nowMs: number) => sendAt !== null && sendAt > nowMs && !canceled

/** Returns true if anything was canceled. */
export function cancelMessage(model: Model, message: ModelMessage): boolean {
  const canceled = cancel(message.deliveries, 'requested')
  if (canceled === 0 && !(message.deliveries.length === 0 && isAhead(message, model.nowMs))) return false
  message.canceled = true
  return true
}

/** Returns true if the whole message was still scheduled, and moves it. */
export function moveMessage(model: Model, message: ModelMessage, sendAt: number): boolean {
  const { deliveries } = message
  if (message.sendAt === null || message.canceled) return false
  if (deliveries.length === 0 ? !isAhead(message, model.nowMs) : !deliveries.every(isScheduled)) return false
  message.sendAt = Math.max(sendAt, model.nowMs)
  for (const delivery of deliveries) delivery.dueAt = message.sendAt
  return true
}

export function acknowledge(message: ModelMessage, what: 'seen' | 'delivered'): void {
  message[what] = true
  for (const delivery of message.deliveries)
    if (delivery.channel.type === 'push' && !has(delivery, 'failed', 'bounced'))
      record(delivery, what === 'seen' ? 'opened' : 'delivered')
}

export function deleteRecipient(model: Model, recipient: ModelRecipient): void {
  recipient.deleted = true
  cancel(
    allDeliveries(model).filter((delivery) => delivery.recipient === recipient),
    'recipient_deleted',
  )
}

export function takeChannelAway(model: Model, channel: ModelChannel, how: 'attached' | 'deleted'): void {
  if (how === 'deleted') channel.deleted = true
  channel.attached = false
  for (const { deliveries } of model.messages) {
    const going = deliveries.filter((delivery) => delivery.channel === channel)
    const restDispatches = deliveries.some((delivery) => delivery.channel !== channel && !has(delivery, 'canceled'))
    cancel(going, restDispatches ? 'channel_deleted_or_detached' : 'no_live_channels')
  }
}

/** The recipient's unseen messages, newest first. */
export function newMessagesOf(model: Model, recipient: ModelRecipient): number[] {
  const isShown = (message: ModelMessage) => {
    const { sendAt, canceled, deliveries } = message
    if (sendAt === null || deliveries.some((delivery) => has(delivery, 'queued'))) return true
    return deliveries.length === 0 && sendAt <= model.nowMs && !canceled
  }
  const found = model.messages.filter((message) => message.recipient === recipient && !message.seen && isShown(message))
  return found.map(({ id }) => id).toReversed()
}
