/**
 * The topics of messages. A template has one, and recipients choose for each topic and type of channel if they get its
 * messages. The choices themselves are in `core/recipients/preferences`.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { LineText, NameText, Id, Time } from '../../platform/http/schemas.ts'

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

const optional = {
  description: Type.Optional(
    LineText(DESCRIPTION_CHARACTERS_MAX, {
      description: 'A sentence for recipients. Default empty',
      examples: ['When your order is sent and when it arrives.'],
    }),
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
  required: Type.Boolean(),
  created_at: Time,
  updated_at: Time,
})

export interface TopicRow {
  id: number
  name: string
  label: string
  description: string
  required: boolean
  created_at: number
  updated_at: number
}

export function topicView(row: TopicRow): Static<typeof TopicOutput> {
  return { ...row, created_at: isoTime(row.created_at), updated_at: isoTime(row.updated_at) }
}
