/** A message on its way into the store: what it refers to is read, its text rendered, its ids taken. */
import type { Context } from '../context.ts'
import { createIdBlocks } from '../db/id-blocks.ts'
import type { NewDelivery } from '../deliveries/advance.ts'
import { firstFact } from '../deliveries/status.ts'
import type { ErrorCode, FieldErrors } from '../errors.ts'
import type { RecipientKey } from '../recipients/queries.ts'
import type { RecipientRow } from '../recipients/recipient.ts'
import type { LoadedTemplate, TemplateKey } from '../templates/find-templates.ts'
import { templateNames } from '../templates/names.ts'
import type { NotRendered, Rendered, RenderInput } from '../templates/rendering/render.ts'
import type { Rendering } from '../templates/rendering/rendering.ts'
import type { PreviewOutcome } from '../templates/rendering/task.ts'
import { sendTime } from './message.ts'
import type { Message, MessageInput } from './message.ts'
import type { NewMessage } from './queries.ts'
import { createReferenceReader, recipientError, templateError } from './references.ts'
import type { References } from './references.ts'
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

const TOO_MUCH = 'is too much for one batch with the messages before: send fewer at once'

export const tooMuch = (): Refusal => refusal({ message_template_id: [TOO_MUCH] }, 'template_limit')

/** A message with its deliveries as they will be stored, and as it will then be shown. */
export interface Draft {
  ok: true
  message: NewMessage
  deliveries: NewDelivery[]
  shown: Message
}

export type Found<Thing> = ({ ok: true } & Thing) | Refusal

/** How the input names its recipient. */
export function recipientKey({ bucket, accountId }: Sender, input: MessageInput): RecipientKey {
  return { bucket, accountId, id: input.notification_user_id ?? null, externalUserId: input.external_user_id ?? null }
}

export interface Drafter {
  /** What the input refers to. `request`: as for `draft`; a template is read once for it. */
  references(sender: Sender, input: MessageInput, request: RequestShare | null): Promise<Found<References>>
  /** The template alone, and whether the actor exists: where the recipient comes along with the message. */
  template(
    sender: Sender,
    input: MessageInput,
    request: RequestShare | null,
  ): Promise<Found<{ template: LoadedTemplate }>>
  recipient(sender: Sender, input: MessageInput): Promise<RecipientRow | null>
  /** The texts of the message, of inactive channels too, and the names that they use. */
  preview(sender: Sender, input: MessageInput, found: References): Promise<PreviewOutcome>
  /** Ids for the message, its attributes and its deliveries. */
  takeIds(input: MessageInput, template: LoadedTemplate): Promise<DraftIds>
  /**
   * Renders and puts together what will be stored. It takes no connection, so that a transaction may wait for it.
   * `request`: the time and the room that the messages of one request share, or null.
   * @throws {ApiError} as `Rendering.render`
   */
  draft(
    sender: Sender,
    input: MessageInput,
    found: References,
    ids: DraftIds,
    request: RequestShare | null,
  ): Promise<Draft | Refusal>
}

export interface DraftIds {
  message: number
  attributes: number[]
  deliveries: number[]
}

export function createDrafter({ pool, clock, config }: Context, rendering: Rendering): Drafter {
  const reader = createReferenceReader(pool, clock, config.batchWaitMs)
  const messageIds = createIdBlocks(pool, 'messages_id_seq')
  const deliveryIds = createIdBlocks(pool, 'deliveries_id_seq')
  const attributeIds = createIdBlocks(pool, 'message_attributes_id_seq')

  function readTemplate(key: TemplateKey, request: RequestShare | null): Promise<LoadedTemplate | null> {
    if (request === null) return reader.template(key)
    const name = JSON.stringify([key.id, key.name])
    const before = request.templates.get(name)
    if (before !== undefined) return before
    const reading = reader.template(key)
    request.templates.set(name, reading)
    // A failure is of those that wait for it, and not of the messages after them.
    reading.catch(() => request.templates.delete(name))
    return reading
  }

  const drafter: Drafter = {
    recipient: (sender, input) => reader.recipient(recipientKey(sender, input)),

    async template({ bucket, accountId }, input, request) {
      const key = { id: input.message_template_id ?? null, name: input.message_template_name ?? null }
      const actorId = input.actor_id ?? null
      const [template, actor] = await Promise.all([
        readTemplate({ bucket, accountId, ...key }, request),
        actorId === null ? null : reader.recipient({ bucket, accountId, id: actorId, externalUserId: null }),
      ])
      const errors = actorId !== null && actor === null ? { actor_id: ['is unknown'] } : {}
      if (template === null) return refusal({ ...templateError(input), ...errors })
      return Object.keys(errors).length > 0 ? refusal(errors) : { ok: true, template }
    },

    async references(sender, input, request) {
      const [recipient, found] = await Promise.all([
        drafter.recipient(sender, input),
        drafter.template(sender, input, request),
      ])
      const missing = recipient === null ? recipientError(input) : {}
      if (!found.ok) return refusal({ ...missing, ...found.errors })
      return recipient === null ? refusal(missing) : { ok: true, recipient, template: found.template }
    },

    preview(sender, input, found) {
      return rendering.preview(renderInput(sender, input, found, found.template.allChannels), [])
    },

    async takeIds(input, template) {
      const [[message], attributes, deliveries] = await Promise.all([
        messageIds.take(1),
        attributeIds.take(input.message_attributes_attributes?.length ?? 0),
        deliveryIds.take(template.channels.length),
      ])
      return { message: message!, attributes, deliveries }
    },

    async draft(sender, input, found, ids, request) {
      const result = rendering.render(renderInput(sender, input, found, found.template.channels), request)
      // Most are rendered at once, and wait for nothing.
      const rendered = result instanceof Promise ? await result : result
      if (!rendered.ok) return notRendered(rendered)
      const draft = assemble(sender, input, found, rendered, ids, clock.now())
      return request === null || request.room.take(draft.shown) ? draft : tooMuch()
    },
  }
  return drafter
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
  const message: NewMessage = {
    bucket,
    accountId,
    id,
    recipientId: recipient.id,
    templateId: template.id,
    templateVersion: template.version,
    actorId: input.actor_id ?? null,
    renderedSubject: rendered.subject,
    renderedBody: rendered.body,
    channelTexts: rendered.channels.size === 0 ? null : Object.fromEntries(rendered.channels),
    attributes: (input.message_attributes_attributes ?? []).map(({ name, value }, index) => {
      return { id: ids.attributes[index]!, name, value: value ?? null }
    }),
    sendAt,
    createdAt,
  }
  const deliveries = template.channels.map(({ channelId, name, channelType }, index): NewDelivery => {
    const channel = { id: channelId, name, channelType }
    const deliveryId = ids.deliveries[index]!
    return { bucket, accountId, deliveryId, messageId: id, recipientId: recipient.id, channel, createdAt, sendAt }
  })
  const shown: Message = {
    ...message,
    subject: template.subject,
    body: template.body,
    seenAt: null,
    deliveredAt: null,
    canceledAt: null,
    updatedAt: createdAt,
    deliveries: deliveries.map(({ deliveryId, channel }) => ({ id: deliveryId, status: firstFact(sendAt), channel })),
  }
  return { ok: true, message, deliveries, shown }
}
