/** Rows for tests, created in the same way as by the service. Every test creates its own account. */
import { createAccount } from '../src/core/accounts/accounts.ts'
import { createSystemClock, isoTime } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { ServicePool } from '../src/platform/db/pool.ts'
import { transaction } from '../src/platform/db/transaction.ts'
import { Recorder } from '../src/core/deliveries/advance.ts'
import type { Delivery } from '../src/core/deliveries/delivery.ts'
import { createEmitter } from '../src/core/events/event.ts'
import type { Emitter, QueuedEvent } from '../src/core/events/event.ts'
import { MESSAGE_IDS, takeIds } from '../src/platform/db/id-blocks.ts'
import { createEventIds } from '../src/platform/ids.ts'
import { insertMessages } from '../src/core/messages/queries.ts'
import { storeInboxMessages } from '../src/core/providers/inbox-queries.ts'
import { storeSandboxMessages } from '../src/core/providers/queries.ts'
import { upsertRecipient } from '../src/core/recipients/writes.ts'

export interface Recording {
  clock: Clock
  emitter: Emitter
  recorder: Recorder
}

/** A recorder of facts, by default with the real clock. `offer` gets the queued events. */
export function createRecording(
  clock: Clock = createSystemClock(),
  offer: (events: QueuedEvent[]) => void = () => {},
): Recording {
  const emitter = createEmitter(offer)
  return { clock, emitter, recorder: new Recorder(createEventIds(clock), emitter, () => {}) }
}

export interface TestAccount {
  bucket: number
  accountId: number
  recipientId: number
  channelId: number
  templateId: number
}

/** An id for a message or a delivery. */
export async function nextMessageId(pool: ServicePool): Promise<number> {
  const [taken] = await takeIds(pool, MESSAGE_IDS, 1)
  return Number(taken!.ids)
}

async function nextId(pool: ServicePool, sequence: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>({
    text: 'select nextval($1::text::regclass) as id',
    values: [sequence],
  })
  return rows[0]!.id
}

/** Creates an account with a recipient, a sandbox email channel and a template attached to it. */
export async function makeAccount(pool: ServicePool, email = 'delivered@tidings.test'): Promise<TestAccount> {
  const clock = createSystemClock()
  const { id: accountId, bucket } = await createAccount(pool, clock, 'Test')
  const now = isoTime(clock.now())
  const changer = { actor: 'system', origin: null }
  const recipient = await upsertRecipient(pool, { bucket, accountId, changer }, 'recipient', { email }, now)
  const channelId = await nextId(pool, 'channels_id_seq')
  const templateId = await nextId(pool, 'templates_id_seq')
  const values = [bucket, accountId, channelId, templateId, now]
  await pool.query({
    text: `with channel as (
        insert into channels (bucket, account_id, id, name, channel_type, provider, created_at, updated_at)
        values ($1, $2, $3, 'Mail', 'email', 'sandbox', $5, $5)
      )
      insert into templates (bucket, account_id, id, name, version, created_at, updated_at)
      values ($1, $2, $4, 'receipt', 1, $5, $5)`,
    values,
  })
  await pool.query({
    text: `with version as (
        insert into template_versions (bucket, account_id, template_id, version, subject, body, body_format, channels, created_at)
        values ($1, $2, $4, 1, 'Receipt', 'Thank you', 'text', '[]', $5)
      )
      insert into template_channels (bucket, account_id, template_id, channel_id, position)
      values ($1, $2, $4, $3, 0)`,
    values,
  })
  return { bucket, accountId, recipientId: recipient.id, channelId, templateId }
}

/** Creates a message with one delivery, its first event and its queued send. `idOfBoth`: not the next ids. */
export async function makeDelivery(
  pool: ServicePool,
  { recorder, clock }: Recording,
  account: TestAccount,
  sendAt: number | null = null,
  idOfBoth: number | null = null,
): Promise<Delivery> {
  const { bucket, accountId, recipientId, channelId, templateId } = account
  const [messageId, deliveryId] = await Promise.all([idOfBoth ?? nextMessageId(pool), idOfBoth ?? nextMessageId(pool)])
  const createdAt = clock.now()
  const ids = { bucket, accountId, id: messageId, recipientId, templateId, templateVersion: 1, actorId: null }
  const texts = { renderedSubject: 'Receipt', renderedBody: 'Thank you', channelTexts: null, attributes: '[]' }
  const labels = { reference: null, metadata: null }
  const choices = { topicId: null, critical: false, skippedChannels: null, locale: null, attachments: null }
  const channel = { id: channelId, name: 'Mail', channelType: 'email' }
  const [delivery] = await transaction(pool, async (tx) => {
    await insertMessages(tx, [
      { ...ids, ...texts, ...labels, priority: null, ...choices, sendAt, traceparent: null, createdAt },
    ])
    const of = { bucket, accountId, deliveryId, messageId, recipientId, channel, ...labels }
    return recorder.create(tx, [{ ...of, createdAt, sendAt, priority: 'normal', source: 'api', about: '{}' }])
  })
  return delivery!
}

/** Stores the sandbox's message of a delivery, as if the sandbox had sent it. */
export async function keepSandboxMessage(
  pool: ServicePool,
  ids: { bucket: number; accountId: number; deliveryId: number; channelId: number },
): Promise<void> {
  const texts = { sentTo: 'ada@example.com', subject: 'Receipt', body: 'Thank you' }
  const times = { at: Date.now(), deliveredAt: null, openedAt: null, bouncedAt: null }
  await storeSandboxMessages(pool, [{ ...ids, number: 1, ...texts, ...times }])
}

const changeIds = createEventIds(createSystemClock())

/** Stores a message in the inbox, as if it had been sent on a channel of type in_app. */
export async function keepInboxMessage(
  pool: ServicePool,
  ids: { bucket: number; accountId: number; messageId: number; deliveryId: number; recipientId: number },
): Promise<void> {
  const { bucket, accountId, messageId, deliveryId, recipientId } = ids
  const texts = { topicId: null, title: 'Receipt', body: 'Thank you', url: null }
  const { id: changeId, timeMs: at } = changeIds.next(0)
  await storeInboxMessages(pool, [{ bucket, accountId, messageId, deliveryId, recipientId, ...texts, at, changeId }])
}

/** Makes a scheduled delivery wait for its third send, as if two had failed for now. */
export async function makeRetrying(pool: ServicePool, deliveryId: number): Promise<void> {
  await pool.query({
    text: `with made as (
        insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, cause, sent_to)
        select bucket, account_id, id, 2, now(), 5, 'transient', 'timeout', 'ada@example.com' from deliveries where id = $1
      ), queued as (
        update send_queue set due_at = now() + interval '10 minutes', sends_made = 2 where delivery_id = $1
      )
      update deliveries set status = 'retrying', queued_at = now(), retrying_at = now() where id = $1`,
    values: [deliveryId],
  })
}
