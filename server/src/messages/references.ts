import type { Clock } from '../clock.ts'
import { Batcher } from '../db/batcher.ts'
import type { Pool } from '../db/pool.ts'
import type { FieldErrors } from '../errors.ts'
import { loadRecipients } from '../recipients/queries.ts'
import type { RecipientKey } from '../recipients/queries.ts'
import type { RecipientRow } from '../recipients/recipient.ts'
import { loadTemplates } from '../templates/find-templates.ts'
import type { LoadedTemplate, TemplateKey } from '../templates/find-templates.ts'
import type { MessageInput } from './message.ts'

/** What a message refers to, as it is now. */
export interface References {
  recipient: RecipientRow
  template: LoadedTemplate
}

export interface ReferenceReader {
  recipient(key: RecipientKey): Promise<RecipientRow | null>
  template(key: TemplateKey): Promise<LoadedTemplate | null>
}

const BATCH_KEYS_MAX = 500
const WAITING_MAX = 10_000

/** Reads what messages refer to; concurrent creates share a statement, and those of one recipient or template a row. */
export function createReferenceReader(pool: Pool, clock: Clock, waitMsMax: number): ReferenceReader {
  function shared<Key extends { accountId: number }, Row>(load: (pool: Pool, keys: Key[]) => Promise<(Row | null)[]>) {
    return new Batcher<Key, Row | null>({
      itemsMax: BATCH_KEYS_MAX,
      slots: 2,
      waitingMax: WAITING_MAX,
      accountOf: ({ accountId }) => accountId,
      waitMsMax,
      monotonic: clock.monotonic,
      async flush(keys) {
        const texts = keys.map((key) => JSON.stringify(key))
        const distinct = new Map(texts.map((text, index) => [text, keys[index]!]))
        const rows = await load(pool, [...distinct.values()])
        const found = new Map([...distinct.keys()].map((text, index) => [text, rows[index] ?? null]))
        return texts.map((text) => found.get(text)!)
      },
    })
  }
  const recipients = shared(loadRecipients)
  const templates = shared(loadTemplates)
  return { recipient: (key) => recipients.add(key), template: (key) => templates.add(key) }
}

const DISAGREE = 'does not belong to the same object as'

/** The error of a reference that was not found: unknown, or two names of two things. */
export function recipientError(input: MessageInput): FieldErrors {
  if (input.notification_user_id == null) return { external_user_id: ['is unknown'] }
  if (input.external_user_id == null) return { notification_user_id: ['is unknown'] }
  return { notification_user_id: [`is unknown, or ${DISAGREE} external_user_id`] }
}

export function templateError(input: MessageInput): FieldErrors {
  if (input.message_template_id == null) return { message_template_name: ['is unknown'] }
  if (input.message_template_name == null) return { message_template_id: ['is unknown'] }
  return { message_template_id: [`is unknown, or ${DISAGREE} message_template_name`] }
}
