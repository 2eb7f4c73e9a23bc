/** A template: subject and body in Liquid, and its channels. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { PRIORITIES } from '../../core/dispatch/queue.ts'
import type { Priority } from '../../core/dispatch/queue.ts'
import { NameText, BlankIsNull, Choice, Id, Nullable, RequiredText, Time } from '../../platform/http/schemas.ts'
import { TOPIC_NAME_CHARACTERS_MAX } from '../../core/recipients/topic.ts'
import {
  localeErrors,
  localesOf,
  LocalesInput,
  withoutDetached,
  attachedChannel,
  Body,
  channelContentErrors,
  ChannelsInput,
  fieldTexts,
  Subject,
} from '../../core/rendering/texts.ts'
import { ContentOutput } from '../../core/rendering/content.ts'
import type { LocaleTexts, AttachedChannel } from '../../core/rendering/texts.ts'
import type { FieldText } from '../../core/rendering/parse.ts'
import type { TemplateRow } from './queries.ts'

export const BODY_FORMATS = ['html', 'text'] as const

export const Name = NameText(255, { examples: ['welcome_message'] })

const optional = {
  subject: Type.Optional(Subject),
  body_format: Type.Optional(Choice(BODY_FORMATS, { description: 'Default html: inserted values are escaped' })),
  track_opens: Type.Optional(
    Type.Boolean({
      description: 'Whether its HTML mails have a pixel that reports when they are opened. Default true',
    }),
  ),
  priority: Type.Optional(
    Choice(PRIORITIES, { description: 'The priority of its messages, unless they give another. Default normal' }),
  ),
  channels: Type.Optional(
    ChannelsInput('If a text is absent, null or empty, the channel uses the text of the template'),
  ),
  locales: Type.Optional(LocalesInput),
  topic: Type.Optional(
    BlankIsNull(
      RequiredText(TOPIC_NAME_CHARACTERS_MAX, {
        description: 'The name of the topic of its messages. null: none',
        examples: ['order_updates'],
      }),
    ),
  ),
}

export const TemplateInput = Type.Object({ name: Name, body: Body, ...optional })
export const TemplatePatch = Type.Object({ name: Type.Optional(Name), body: Type.Optional(Body), ...optional })
export type TemplatePatch = Static<typeof TemplatePatch>

const ChannelsOutput = Type.Array(
  Type.Object({
    notification_channel_id: Id,
    subject: Nullable(Type.String()),
    body: Nullable(Type.String()),
    url: Nullable(Type.String({ description: 'The link of messages in the inbox' })),
    ...ContentOutput,
  }),
)

export const TemplateOutput = Type.Object({
  id: Id,
  name: Type.String(),
  subject: Type.String(),
  body: Type.String(),
  body_format: Choice(BODY_FORMATS),
  track_opens: Type.Boolean(),
  priority: Type.Optional(
    Choice(['high', 'low'], { description: 'The priority of its messages. Absent if it is normal' }),
  ),
  channels: ChannelsOutput,
  locales: Type.Array(
    Type.Object({
      locale: Type.String(),
      subject: Nullable(Type.String()),
      body: Nullable(Type.String()),
      channels: ChannelsOutput,
    }),
    { description: 'Texts in other languages. null: the text falls back' },
  ),
  topic: Nullable(Type.String({ description: 'The name of the topic of its messages' })),
  version: Type.Integer({ description: 'Increases with every change of a text or of the channels' }),
  draft_revision: Nullable(Type.Integer({ description: 'The revision of its draft. null: it has no draft' })),
  created_at: Time,
  updated_at: Time,
})

/** The content of a version. */
export interface TemplateText {
  subject: string
  body: string
  bodyFormat: (typeof BODY_FORMATS)[number]
  trackOpens: boolean
  priority: Priority
  channels: AttachedChannel[]
  /** By their names. */
  locales: LocaleTexts[]
}

export function templateView(row: TemplateRow): Static<typeof TemplateOutput> {
  const { id, name, topic, version } = row
  return {
    ...{ id, name, ...textView(row), topic, version, draft_revision: row.draftRevision },
    locales: withoutDetached(row.locales, row.channels),
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  }
}

/** The content as shown: without a priority if it is normal. */
export function textView({ subject, body, bodyFormat, trackOpens, priority, channels, locales }: TemplateText) {
  return {
    ...{ subject, body, body_format: bodyFormat, track_opens: trackOpens, channels, locales },
    ...(priority === 'normal' ? {} : { priority }),
  }
}

const EMPTY: TemplateText = {
  ...{ subject: '', body: '', bodyFormat: 'html', trackOpens: true, priority: 'normal' },
  ...{ channels: [], locales: [] },
}

export type MergedTemplate = { ok: true; text: TemplateText; isNew: boolean } | { ok: false; errors: FieldErrors }

/**
 * Applies the input to a template's text. Returns the result or errors. `isNew`: it differs from `existing`. It does
 * not check if the texts parse.
 */
export function mergeTemplate(existing: TemplateText | null, input: TemplatePatch): MergedTemplate {
  const before = inOrder(existing ?? EMPTY)
  const channels = input.channels?.map(attachedChannel) ?? before.channels
  const text: TemplateText = {
    subject: input.subject ?? before.subject,
    body: input.body ?? before.body,
    bodyFormat: input.body_format ?? before.bodyFormat,
    trackOpens: input.track_opens ?? before.trackOpens,
    priority: input.priority ?? before.priority,
    channels,
    locales: input.locales === undefined ? withoutDetached(before.locales, channels) : localesOf(input.locales),
  }
  const errors = { ...templateErrors(text), ...localeErrors(input.locales ?? [], channels) }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, text, isNew: existing === null || JSON.stringify(text) !== JSON.stringify(before) }
}

/** Brings fields into the input's order, for comparing them as JSON. */
function inOrder({ channels, locales, ...text }: TemplateText): TemplateText {
  const { subject, body, bodyFormat, trackOpens, priority } = text
  const texts = withoutDetached(localesOf(locales), channels)
  const attached = channels.map(attachedChannel)
  return { subject, body, bodyFormat, trackOpens, priority, channels: attached, locales: texts }
}

function templateErrors({ channels }: TemplateText): FieldErrors {
  const ids = new Set<number>()
  for (const { notification_channel_id: id } of channels) {
    if (ids.has(id)) return { channels: [`has the channel ${id} twice`] }
    ids.add(id)
  }
  return channelContentErrors('', channels)
}

/**
 * The errors of the attached channels, or null. `types`: the types of the existing ones by id. A message has one place in
 * an inbox, so a second channel of type in_app could deliver nothing.
 */
export function channelErrors(
  { channels, locales }: Pick<TemplateText, 'channels' | 'locales'>,
  types: ReadonlyMap<number, string>,
): FieldErrors | null {
  const unknown = channels.flatMap(({ notification_channel_id: id }) => (types.has(id) ? [] : [id]))
  if (unknown.length > 0) return { channels: [`has an unknown channel: ${unknown.join(', ')}`] }
  const isInApp = ({ notification_channel_id: id }: AttachedChannel) => types.get(id) === 'in_app'
  if (channels.filter(isInApp).length > 1) return { channels: ['has two channels of type in_app'] }
  for (const [index, channel] of channels.entries()) {
    const misplaced = misplacedPart(channel, types)
    if (misplaced !== null)
      return { [`channels.${index}.${misplaced.part}`]: [`is only for a channel of type ${misplaced.type}`] }
  }
  for (const texts of locales) {
    const misplaced = texts.channels.map((channel) => misplacedPart(channel, types)).find((part) => part !== null)
    if (misplaced === undefined || misplaced === null) continue
    const { part, type } = misplaced
    const article = part === 'email' ? 'an' : 'a'
    return { locales: [`has for ${texts.locale} ${article} ${part} on a channel that is not of type ${type}`] }
  }
  return null
}

/** Texts that only channels of a type have. */
const PARTS = { url: 'in_app', email: 'email', push: 'push' } as const

/** The first text of a channel that its type does not have, or null. */
function misplacedPart(channel: AttachedChannel, types: ReadonlyMap<number, string>) {
  const type = types.get(channel.notification_channel_id)
  const found = Object.entries(PARTS).find(([part, only]) => {
    const value = channel[part as keyof typeof PARTS]
    return value !== null && value !== undefined && type !== only
  })
  return found === undefined ? null : { part: found[0], type: found[1] }
}

/** The given texts with their field names. */
export function textsOf(given: TemplatePatch): FieldText[] {
  const ofLocales = (given.locales ?? []).flatMap((texts, index) => fieldTexts(`locales.${index}.`, texts))
  return [...fieldTexts('', given), ...ofLocales]
}
