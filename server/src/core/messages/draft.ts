/** Drafts a message: reads its recipient and template, renders its text, takes its ids. */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { CommonContext } from '../../platform/context.ts'
import { createIdBlocks, MESSAGE_IDS, takeIdsOfMessage } from '../../platform/db/id-blocks.ts'
import type { IdBlocks } from '../../platform/db/id-blocks.ts'
import type { MessageOfEvent } from '../events/bodies.ts'
import { requesterOf } from '../deliveries/advance.ts'
import type { NewDelivery, Requester } from '../deliveries/advance.ts'
import { metadataText } from '../deliveries/labels.ts'
import { firstFact } from '../deliveries/status.ts'
import type { ErrorCode, FieldErrors } from '../../platform/errors.ts'
import { loadRecipients } from '../recipients/load.ts'
import type { RecipientKey } from '../recipients/load.ts'
import type { Changer } from '../recipients/queries.ts'
import type { PreferenceLinks } from '../recipients/preferences/links.ts'
import type { RecipientRow } from '../recipients/recipient.ts'
import { createTemplateLoader, unknownTemplateSentence } from '../rendering/find-templates.ts'
import type { LoadedTemplate, TemplateKey, LoadedChannel } from '../rendering/find-templates.ts'
import type { NotRendered, Rendered, RenderInput } from '../rendering/render.ts'
import type { PreviewResult, Rendering, RequestTime } from '../rendering/rendering.ts'
import { attachmentsOf } from './attachments.ts'
import type { NewAttachment } from './attachments.ts'
import { sendTime } from './message.ts'
import type { Message, SkippedChannel } from './message.ts'
import type { MessageInput } from './schemas.ts'
import type { NewMessage } from './queries.ts'
import { textsOfContent } from '../rendering/content.ts'
import { localizedTemplate } from '../rendering/localized-template.ts'
import { templateNames } from '../rendering/names.ts'
import type { LinkNames } from '../rendering/names.ts'
import { skipReason } from '../recipients/preferences/preferences.ts'
import { unknownNames } from '../../platform/http/two-names.ts'
import { RECIPIENT_NAMES } from '../recipients/recipient-id.ts'
import { sharedReads } from '../../platform/db/batcher.ts'
import type { Batcher } from '../../platform/db/batcher.ts'
import type { CommonPool } from '../../platform/db/pool.ts'

export interface Sender {
  bucket: number
  accountId: number
  requester: Requester
  changer: Changer
  /** The span of the request that creates the message. Null if traces are off. */
  traceparent: string | null
}

export function senderOf(request: FastifyRequest): Sender {
  const { caller, ip: origin, span } = request
  const { bucket, accountId, actor } = caller
  const traceparent = span?.traceparent ?? null
  return { bucket, accountId, requester: requesterOf(caller), changer: { actor, origin }, traceparent }
}

export interface BodyBudget {
  /** True if all further messages are refused, so they need not be rendered. */
  isFull(): boolean
  /** Reserves room for the message. Returns false if there is not enough. */
  take(message: Message): boolean
  /** The same budget, to go back to if the messages from now on are drafted again. */
  copy(): BodyBudget
}

/** Shared by the messages of one request. */
export interface RequestBudget extends RequestTime {
  bodyBudget: BodyBudget
  /** Templates already read for the request, by the id or name that refers to them. */
  templates: Map<string, Promise<LoadedTemplate | null>>
}

/** The reasons for refusing a message: errors by field. */
export interface Refusal {
  ok: false
  errors: FieldErrors
  code: ErrorCode
}

export const refusal = (errors: FieldErrors, code: ErrorCode = 'invalid'): Refusal => ({ ok: false, errors, code })

/** A refusal because of the template, under the name that the caller has given. */
function templateRefusal(input: MessageInput, sentence: string, code: ErrorCode): Refusal {
  const field = input.message_template_id == null ? 'message_template_name' : 'message_template_id'
  return refusal({ [field]: [sentence] }, code)
}

const TOO_MUCH = 'is too large for one batch together with the earlier messages: send fewer at once'
export const tooMuch = (input: MessageInput): Refusal => templateRefusal(input, TOO_MUCH, 'template_limit')
export const notRendered = (input: MessageInput, { sentence, code }: NotRendered): Refusal =>
  templateRefusal(input, sentence, code)

/** A message and its deliveries to be stored. `created`: the message as the API will show it. */
export interface Draft {
  ok: true
  message: NewMessage
  deliveries: NewDelivery[]
  created: Message
  attachments: readonly NewAttachment[]
}

export type Found<Thing> = ({ ok: true } & Thing) | Refusal

/** The recipient's ids in the input. */
export function recipientKey({ bucket, accountId }: Sender, input: MessageInput): RecipientKey {
  return { bucket, accountId, id: input.notification_user_id ?? null, externalUserId: input.external_user_id ?? null }
}

export interface DraftIds {
  message: number
  attributes: number[]
  deliveries: number[]
}

/** The current recipient and template of a message. */
export interface References {
  recipient: RecipientRow
  template: LoadedTemplate
}

export class Drafter {
  readonly #pool: CommonPool
  readonly #clock: Clock
  readonly #rendering: Rendering
  readonly #recipients: Batcher<RecipientKey, RecipientRow | null>
  readonly #templates: Batcher<TemplateKey, LoadedTemplate | null>
  readonly #ids: IdBlocks
  readonly #attributeIds: IdBlocks
  readonly #links: PreferenceLinks

  constructor(context: CommonContext, { rendering, links }: { rendering: Rendering; links: PreferenceLinks }) {
    const { pool, clock } = context
    this.#pool = pool
    this.#clock = clock
    this.#rendering = rendering
    this.#links = links
    this.#recipients = sharedReads(context, loadRecipients)
    this.#templates = sharedReads(context, createTemplateLoader())
    this.#ids = createIdBlocks(pool, MESSAGE_IDS, clock)
    this.#attributeIds = createIdBlocks(pool, 'message_attributes_id_seq', clock)
  }

  recipient(sender: Sender, input: MessageInput): Promise<RecipientRow | null> {
    return this.#recipients.add(recipientKey(sender, input))
  }

  /**
   * Reads the template, and checks that the actor exists. Used alone if the recipient is inline. `request`: see
   * `draft`. Each template is read once per request.
   */
  async template(
    { bucket, accountId }: Sender,
    input: MessageInput,
    request: RequestBudget | null,
  ): Promise<Found<{ template: LoadedTemplate }>> {
    const { message_template_id: id = null, message_template_name: name = null, actor_id: actorId = null } = input
    const key = { bucket, accountId, id, name }
    const [template, actor] = await Promise.all([
      request === null ? this.#templates.add(key) : this.#readOnce(key, request),
      actorId === null ? null : this.#recipients.add({ bucket, accountId, id: actorId, externalUserId: null }),
    ])
    const errors = actorId !== null && actor === null ? { actor_id: ['is unknown'] } : {}
    if (template === null) {
      const unknown = await templateErrors(key, (alone) => this.#templates.add(alone))
      // A batch may have 1,000 unknown names.
      if (request === null && name !== null && unknown['message_template_name'] !== undefined)
        unknown['message_template_name'] = [await unknownTemplateSentence(this.#pool, { ...key, name })]
      return refusal({ ...unknown, ...errors })
    }
    return Object.keys(errors).length > 0 ? refusal(errors) : { ok: true, template }
  }

  #readOnce(key: TemplateKey, request: RequestBudget): Promise<LoadedTemplate | null> {
    const name = JSON.stringify([key.id, key.name])
    const before = request.templates.get(name)
    if (before !== undefined) return before
    const reading = this.#templates.add(key)
    request.templates.set(name, reading)
    // A failed read fails for the messages waiting for it. Later messages read again.
    reading.catch(() => request.templates.delete(name))
    return reading
  }

  /** Reads the recipient and the template. `request`: see `draft`. */
  async references(sender: Sender, input: MessageInput, request: RequestBudget | null): Promise<Found<References>> {
    const key = recipientKey(sender, input)
    const [recipient, found] = await Promise.all([this.#recipients.add(key), this.template(sender, input, request)])
    const missing = recipient === null ? await recipientErrors(key, (alone) => this.#recipients.add(alone)) : {}
    if (!found.ok) return refusal({ ...missing, ...found.errors })
    return recipient === null ? refusal(missing) : { ok: true, recipient, template: found.template }
  }

  /** Renders the texts of the message, also for inactive channels, and lists the names used in them. */
  preview(sender: Sender, input: MessageInput, found: References): Promise<PreviewResult> {
    return this.#rendering.preview(
      renderInput(sender.accountId, input, { ...found, channels: found.template.allChannels }, this.#links),
      [],
    )
  }

  /** Takes ids for the message, its attributes and its deliveries. */
  async takeIds(input: MessageInput, template: LoadedTemplate): Promise<DraftIds> {
    const [ids, attributes] = await Promise.all([
      takeIdsOfMessage(this.#ids, template.channels.length),
      this.#attributeIds.take(input.message_attributes_attributes?.length ?? 0),
    ])
    return { ...ids, attributes }
  }

  /**
   * Renders the message and assembles the rows to store. Takes no connection, so a transaction may wait for it.
   * `request`: the time and room shared by the messages of one request, or null.
   * @throws {ApiError} like `Rendering.render`
   */
  async draft(
    sender: Sender,
    input: MessageInput,
    references: References,
    ids: DraftIds,
    request: RequestBudget | null,
  ): Promise<Draft | Refusal> {
    const createdAt = this.#clock.now()
    const found = localizedReferences(input, references)
    const judged = judgeChannels(found, sendTime(input, createdAt))
    const rendered = await this.#rendering.render(
      renderInput(sender.accountId, input, { ...found, channels: judged.channels }, this.#links),
      request,
    )
    if (!rendered.ok) return notRendered(input, rendered)
    const draft = assemble(sender, input, found, { ...judged, rendered }, ids, createdAt)
    return request === null || request.bodyBudget.take(draft.created) ? draft : tooMuch(input)
  }
}

function assemble(
  { bucket, accountId, requester: source, traceparent }: Sender,
  input: MessageInput,
  { recipient, template }: References,
  { rendered, channels, skipped }: JudgedChannels & { rendered: Rendered },
  ids: DraftIds,
  createdAt: number,
): Draft {
  const { message: id } = ids
  const priority = input.priority ?? template.priority ?? 'normal'
  const labels = { reference: input.reference ?? null, metadata: metadataText(input.metadata) }
  const locale = template.localized?.locale ?? null
  const sendAt = sendTime(input, createdAt)
  const channelTexts = rendered.channels.size === 0 ? null : Object.fromEntries(rendered.channels)
  const attributes = (input.message_attributes_attributes ?? []).map(({ name, value }, index) => {
    return { id: ids.attributes[index]!, name, value: value ?? null }
  })
  const files = input.attachments?.length
    ? attachmentsOf(input.attachments, { bucket, accountId, messageId: id, createdAt })
    : null
  const message: NewMessage = {
    ...{ bucket, accountId, id, sendAt, traceparent, createdAt, locale, ...labels },
    priority: priority === 'normal' ? null : priority,
    recipientId: recipient.id,
    templateId: template.id,
    templateVersion: template.version,
    actorId: input.actor_id ?? null,
    topicId: template.topic?.id ?? null,
    renderedSubject: rendered.subject,
    renderedBody: rendered.body,
    critical: input.critical ?? false,
    skippedChannels: skipped.length === 0 ? null : JSON.stringify(skipped),
    channelTexts: channelTexts === null ? null : JSON.stringify(channelTexts),
    attributes: JSON.stringify(attributes),
    attachments: files === null ? null : JSON.stringify(files.shown),
  }
  const ofEvent: MessageOfEvent = {
    id,
    external_user_id: recipient.externalUserId,
    message_template_name: template.name,
  }
  const about = JSON.stringify(ofEvent)
  const deliveries = channels.map(({ channelId, name, channelType }, index): NewDelivery => {
    const own = { deliveryId: ids.deliveries[index]!, channel: { id: channelId, name, channelType } }
    const of = { bucket, accountId, messageId: id, recipientId: recipient.id }
    return { ...of, createdAt, sendAt, priority, source, about, ...labels, ...own }
  })
  const created: Message = {
    ...message,
    ...{ channelTexts, attributes, skippedChannels: skipped, attachments: files?.shown ?? null },
    subject: template.subject,
    body: template.body,
    bodyFormat: template.bodyFormat,
    seenAt: null,
    deliveredAt: null,
    canceledAt: null,
    updatedAt: createdAt,
    deliveries: deliveries.map(({ deliveryId, channel }) => ({ id: deliveryId, status: firstFact(sendAt), channel })),
  }
  return { ok: true, message, deliveries, created, attachments: files?.rows ?? [] }
}

/** The references with the texts of the template for the message's locale. */
export function localizedReferences<Found extends References>(input: MessageInput, found: Found): Found {
  if (found.template.locales.length === 0) return found
  const template = localizedTemplate(found.template, input.locale ?? found.recipient.locale)
  return template === found.template ? found : { ...found, template }
}

/** The texts of a message and the values for them. */
function renderInput(
  accountId: number,
  input: MessageInput,
  { recipient, template, channels }: References & { channels: LoadedChannel[] },
  links: PreferenceLinks,
): RenderInput {
  const { id: templateId, version, subject, body, bodyFormat, localized, partials } = template
  const attributes = (input.message_attributes_attributes ?? []).map(({ name, value }) => ({ name, value }))
  const texts = { subject, body, channels, partials }
  // Only a topic that the recipient may refuse.
  const topicId = template.topic?.required === false ? template.topic.id : null
  const linked = { accountId, recipientId: recipient.id, topicId }
  const locale = localized?.locale ?? null
  const names = templateNames(attributes, recipient, linkNames(texts, linked, links), locale)
  return { accountId, templateId, version, bodyFormat, localized, names, ...texts }
}

/** The links that the texts use. Making a link costs more than searching most texts. */
function linkNames(
  { subject, body, channels, partials }: Pick<RenderInput, 'subject' | 'body' | 'channels' | 'partials'>,
  linked: Parameters<PreferenceLinks['preferences']>[0],
  links: PreferenceLinks,
): LinkNames {
  // The preview of a message with a new recipient has no id yet.
  if (linked.recipientId === 0) return { unsubscribe_url: '', preferences_url: '' }
  const ofChannels = channels.flatMap((channel) => [
    channel.subject,
    channel.body,
    channel.url,
    ...(channel.content === null ? [] : textsOfContent(channel.content)),
  ])
  const texts = [subject, body, ...ofChannels, ...partials.map(({ text }) => text)]
  const uses = (name: string) => texts.some((text) => text?.includes(name))
  return {
    unsubscribe_url: (uses('unsubscribe_url') && links.unsubscribe(linked)) || '',
    preferences_url: (uses('preferences_url') && links.preferences(linked)) || '',
  }
}

/** A message's channels, and those without a delivery because of the recipient's preferences. */
interface JudgedChannels {
  channels: LoadedChannel[]
  skipped: SkippedChannel[]
}

/**
 * Judges the channels of a message that is sent at once. A scheduled message is judged when it is dispatched
 * (`deliveries/sends/decision.ts`), because preferences may change until then.
 */
export function judgeChannels(
  { recipient, template: { channels, topic } }: { recipient: RecipientRow; template: LoadedTemplate },
  sendAt: number | null,
): JudgedChannels {
  const skipped: SkippedChannel[] = []
  const hasNone = recipient.preferences.length === 0 && !recipient.paused
  if (sendAt !== null || hasNone) return { channels, skipped }
  const going = channels.filter(({ channelId: id, name, channelType }) => {
    const reason = skipReason(recipient, topic, channelType)
    if (reason !== null) skipped.push({ id, name, channelType, reason })
    return reason === null
  })
  return { channels: going, skipped }
}

/** `load` reads the recipient of one name. */
export function recipientErrors(
  key: RecipientKey,
  load: (alone: RecipientKey) => Promise<object | null>,
): Promise<FieldErrors> {
  return unknownNames(RECIPIENT_NAMES, { id: key.id, name: key.externalUserId }, async ({ id, name }) => {
    return (await load({ ...key, id, externalUserId: name })) !== null
  })
}

/** `load` reads the template of one name. */
function templateErrors(key: TemplateKey, load: (alone: TemplateKey) => Promise<object | null>): Promise<FieldErrors> {
  return unknownNames(['message_template_id', 'message_template_name'], key, async (alone) => {
    return (await load({ ...key, ...alone })) !== null
  })
}
