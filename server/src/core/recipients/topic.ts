/**
 * The topics of messages. A template has one, and recipients choose for each topic and type of channel if they get its
 * messages. The choices themselves are in `core/recipients/preferences`.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import { byLocale, LocaleInput, textsFor } from '../../platform/http/locale.ts'
import { LineText, NameText, Nullable, Id, Time } from '../../platform/http/schemas.ts'

/** Topics of an account. A recipient has up to three choices for each, in one row. */
export const TOPICS_MAX = 100

export const TOPIC_NAME_CHARACTERS_MAX = 64
const LABEL_CHARACTERS_MAX = 100
const DESCRIPTION_CHARACTERS_MAX = 500

const Name = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: TOPIC_NAME_CHARACTERS_MAX,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  sentence: 'must have letters, digits, dots, hyphens and underscores only',
  description: 'Your own unique name of the topic',
  examples: ['order_updates'],
})

const Label = NameText(LABEL_CHARACTERS_MAX, {
  description: 'The name that recipients see',
  examples: ['Order updates'],
})

const Description = LineText(DESCRIPTION_CHARACTERS_MAX, {
  description: 'A sentence for recipients. Default empty',
  examples: ['When your order is sent and when it arrives.'],
})

const TOPIC_LOCALES_MAX = 30

const optional = {
  description: Type.Optional(Description),
  locales: Type.Optional(
    Type.Array(
      Type.Object({ locale: LocaleInput(), label: Label, description: Type.Optional(Nullable(Description)) }),
      {
        maxItems: TOPIC_LOCALES_MAX,
        description:
          'The label and the description in other languages. A recipient with `de-AT` sees those in `de-AT` or `de`, otherwise the own ones of the topic',
      },
    ),
  ),
  required: Type.Optional(
    Type.Boolean({
      description: 'Law or safety demands these messages: no preference, pause or quiet hours stop them. Default false',
    }),
  ),
}

export const TopicInput = Type.Object({ name: Name, label: Label, ...optional })
export const TopicPatch = Type.Object({ name: Type.Optional(Name), label: Type.Optional(Label), ...optional })

export const TopicOutput = Type.Object({
  id: Id,
  name: Type.String({ examples: ['order_updates'] }),
  label: Type.String({ examples: ['Order updates'] }),
  description: Type.String(),
  locales: Type.Array(
    Type.Object({ locale: Type.String(), label: Type.String(), description: Nullable(Type.String()) }),
    { description: 'The texts in other languages. null: the description falls back' },
  ),
  required: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
})

export interface TopicLocale {
  locale: string
  label: string
  description: string | null
}

export type TopicRow = RowOf<'topics.all'>

export function topicView(row: TopicRow): Static<typeof TopicOutput> {
  const { id, name, label, description, locales, required, createdAt, updatedAt } = row
  const times = { created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) }
  return { id, name, label, description, locales, required, ...times }
}

/** The locales of a request in stored form. */
export const topicLocales = (given: NonNullable<Static<typeof TopicInput>['locales']>): TopicLocale[] =>
  byLocale(given).map(({ locale, label, description }) => ({ locale, label, description: description || null }))

/** The topic with its texts for a locale of a recipient. Each falls back alone to the own one. */
export function localTopic(topic: TopicRow, asked: string | null): TopicRow {
  const texts = asked === null ? null : textsFor(asked, topic.locales)
  if (texts === null) return topic
  return { ...topic, label: texts.label, description: texts.description ?? topic.description }
}
