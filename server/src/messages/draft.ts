/** A message on its way into the store: what it refers to is read, its text rendered, its ids taken. */
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import { Batcher } from '../db/batcher.ts'
import { createIdBlocks } from '../db/id-blocks.ts'
import type { IdBlocks } from '../db/id-blocks.ts'
import type { Pool } from '../db/pool.ts'
import type { NewDelivery } from '../deliveries/advance.ts'
import { firstFact } from '../deliveries/status.ts'
import type { ErrorCode, FieldErrors } from '../errors.ts'
import { loadRecipients } from '../recipients/queries.ts'
import type { RecipientKey } from '../recipients/queries.ts'
import type { RecipientRow } from '../recipients/recipient.ts'
import { loadTemplates } from '../templates/find-templates.ts'
import type { LoadedTemplate, TemplateKey } from '../templates/find-templates.ts'
import { templateNames } from '../templates/names.ts'
import type { NotRendered, Rendered, RenderInput } from '../templates/rendering/render.ts'
import type { Rendering } from '../templates/rendering/rendering.ts'
import type { PreviewOutcome } from '../templates/rendering/task.ts'
import { recipientError, sendTime, templateError } from './message.ts'
import type { Message, MessageInput } from './message.ts'
import type { NewMessage } from './queries.ts'
import type { RequestShare } from './answer-size.ts'

export interface Sender {
  bucket: number
  accountId: number
}

/** Why a message cannot be: errors by field. */
export interface Refusal {
  ok: false
  errors: FieldErrors
  code: ErrorCode
}

export const refusal = (errors: FieldErrors, code: ErrorCode = 'invalid'): Refusal => ({ ok: false, errors, code })

const TOO_MUCH = {
  message_template_id: ['is too large for one batch together with the earlier messages: send fewer at once'],
}
export const tooMuch = (): Refusal => refusal(TOO_MUCH, 'template_limit')

/** A message with its deliveries as they will be stored, and `created`: as it will then be. */
export interface Draft {
  ok: true
  message: NewMessage
  deliveries: NewDelivery[]
  created: Message
}

export type Found<Thing> = ({ ok: true } & Thing) | Refusal

/** How the input names its recipient. */
export function recipientKey({ bucket, accountId }: Sender, input: MessageInput): RecipientKey {
  return { bucket, accountId, id: input.notification_user_id ?? null, externalUserId: input.external_user_id ?? null }
}

export interface DraftIds {
  message: number
  attributes: number[]
  deliveries: number[]
}

/** What a message refers to, as it is now. */
export interface References {
  recipient: RecipientRow
  template: LoadedTemplate
}

const BATCH_KEYS_MAX = 500
const WAITING_MAX = 10_000

/** Concurrent creates share a statement, and those of one recipient or template a row. */
function sharedReads<Key extends { accountId: number }, Row>(
  { pool, clock, config }: Context,
  load: (pool: Pool, keys: Key[]) => Promise<(Row | null)[]>,
): Batcher<Key, Row | null> {
  return new Batcher({
    itemsMax: BATCH_KEYS_MAX,
    slots: 2,
    waitingMax: WAITING_MAX,
    accountOf: ({ accountId }) => accountId,
    waitMsMax: config.batchWaitMs,
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

export class Drafter {
  readonly #clock: Clock
  readonly #rendering: Rendering
  readonly #recipients: Batcher<RecipientKey, RecipientRow | null>
  readonly #templates: Batcher<TemplateKey, LoadedTemplate | null>
  readonly #messageIds: IdBlocks
  readonly #deliveryIds: IdBlocks
  readonly #attributeIds: IdBlocks

  constructor(context: Context, rendering: Rendering) {
    const { pool, clock } = context
    this.#clock = clock
    this.#rendering = rendering
    this.#recipients = sharedReads(context, loadRecipients)
    this.#templates = sharedReads(context, loadTemplates)
    this.#messageIds = createIdBlocks(pool, 'messages_id_seq')
    this.#deliveryIds = createIdBlocks(pool, 'deliveries_id_seq')
    this.#attributeIds = createIdBlocks(pool, 'message_attributes_id_seq')
  }

  recipient(sender: Sender, input: MessageInput): Promise<RecipientRow | null> {
    return this.#recipients.add(recipientKey(sender, input))
  }

  /**
   * The template alone, and whether the actor exists: where the recipient comes along with the message. `request`: as for
   * `draft`; a template is read once for it.
   */
  async template(
    { bucket, accountId }: Sender,
    input: MessageInput,
    request: RequestShare | null,
  ): Promise<Found<{ template: LoadedTemplate }>> {
    const { message_template_id: id = null, message_template_name: name = null, actor_id: actorId = null } = input
    const [template, actor] = await Promise.all([
      this.#readTemplate({ bucket, accountId, id, name }, request),
      actorId === null ? null : this.#recipients.add({ bucket, accountId, id: actorId, externalUserId: null }),
    ])
    const errors = actorId !== null && actor === null ? { actor_id: ['is unknown'] } : {}
    if (template === null) return refusal({ ...templateError(input), ...errors })
    return Object.keys(errors).length > 0 ? refusal(errors) : { ok: true, template }
  }

  #readTemplate(key: TemplateKey, request: RequestShare | null): Promise<LoadedTemplate | null> {
    if (request === null) return this.#templates.add(key)
    const name = JSON.stringify([key.id, key.name])
    const before = request.templates.get(name)
    if (before !== undefined) return before
    const reading = this.#templates.add(key)
    request.templates.set(name, reading)
    // A failure is of those that wait for it, and not of the messages after them.
    reading.catch(() => request.templates.delete(name))
    return reading
  }

  /** What the input refers to. `request`: as for `template`. */
  async references(sender: Sender, input: MessageInput, request: RequestShare | null): Promise<Found<References>> {
    const [recipient, found] = await Promise.all([this.recipient(sender, input), this.template(sender, input, request)])
    const missing = recipient === null ? recipientError(input) : {}
    if (!found.ok) return refusal({ ...missing, ...found.errors })
    return recipient === null ? refusal(missing) : { ok: true, recipient, template: found.template }
  }

  /** The texts of the message, of inactive channels too, and the names that they use. */
  preview(sender: Sender, input: MessageInput, found: References): Promise<PreviewOutcome> {
    return this.#rendering.preview(renderInput(sender, input, found, found.template.allChannels), [])
  }

  /** Ids for the message, its attributes and its deliveries. */
  async takeIds(input: MessageInput, template: LoadedTemplate): Promise<DraftIds> {
    const [[message], attributes, deliveries] = await Promise.all([
      this.#messageIds.take(1),
      this.#attributeIds.take(input.message_attributes_attributes?.length ?? 0),
      this.#deliveryIds.take(template.channels.length),
    ])
    return { message: message!, attributes, deliveries }
  }

  /**
   * Renders and puts together what will be stored. It takes no connection, so that a transaction may wait for it.
   * `request`: the time and the room that the messages of one request share, or null.
   * @throws {ApiError} as `Rendering.render`
   */
  async draft(
    sender: Sender,
    input: MessageInput,
    found: References,
    ids: DraftIds,
    request: RequestShare | null,
  ): Promise<Draft | Refusal> {
    const result = this.#rendering.render(renderInput(sender, input, found, found.template.channels), request)
    // Most are rendered at once, and wait for nothing.
    const rendered = result instanceof Promise ? await result : result
    if (!rendered.ok) return notRendered(rendered)
    const draft = assemble(sender, input, found, rendered, ids, this.#clock.now())
    return request === null || request.room.take(draft.created) ? draft : tooMuch()
  }
}

function renderInput(
  { accountId }: Sender,
  input: MessageInput,
  { recipient, template }: References,
  channels: LoadedTemplate['channels'],
): RenderInput {
  const { id: templateId, version, subject, body, bodyFormat } = template
  const attributes = (input.message_attributes_attributes ?? []).map(({ name, value }) => ({ name, value }))
  const names = templateNames(attributes, recipient)
  return { accountId, templateId, version, subject, body, bodyFormat, channels, names }
}

export const notRendered = ({ sentence, code }: NotRendered): Refusal =>
  refusal({ message_template_id: [sentence] }, code)

function assemble(
  { bucket, accountId }: Sender,
  input: MessageInput,
  { recipient, template }: References,
  rendered: Rendered,
  ids: DraftIds,
  createdAt: number,
): Draft {
  const { message: id } = ids
  const sendAt = sendTime(input, createdAt)
  const channelTexts = rendered.channels.size === 0 ? null : Object.fromEntries(rendered.channels)
  const attributes = (input.message_attributes_attributes ?? []).map(({ name, value }, index) => {
    return { id: ids.attributes[index]!, name, value: value ?? null }
  })
  const refersTo = { recipientId: recipient.id, templateId: template.id, actorId: input.actor_id ?? null }
  const texts = { renderedSubject: rendered.subject, renderedBody: rendered.body }
  const message: NewMessage = {
    ...{ bucket, accountId, id, ...refersTo, ...texts, sendAt, createdAt },
    templateVersion: template.version,
    channelTexts: channelTexts === null ? null : JSON.stringify(channelTexts),
    attributes: JSON.stringify(attributes),
  }
  const deliveries = template.channels.map(({ channelId, name, channelType }, index): NewDelivery => {
    const channel = { id: channelId, name, channelType }
    const deliveryId = ids.deliveries[index]!
    return { bucket, accountId, deliveryId, messageId: id, recipientId: recipient.id, channel, createdAt, sendAt }
  })
  const created: Message = {
    ...{ id, accountId, ...refersTo, ...texts, channelTexts, attributes, sendAt, createdAt },
    subject: template.subject,
    body: template.body,
    seenAt: null,
    deliveredAt: null,
    canceledAt: null,
    updatedAt: createdAt,
    deliveries: deliveries.map(({ deliveryId, channel }) => ({ id: deliveryId, status: firstFact(sendAt), channel })),
  }
  return { ok: true, message, deliveries, created }
}
