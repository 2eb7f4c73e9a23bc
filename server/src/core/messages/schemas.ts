/** A message in the bodies of requests and responses. */
import { rootBody } from '../../platform/http/body-input.ts'
import Type from 'typebox'
import type { Static } from 'typebox'
import { LocaleInput } from '../../platform/http/locale.ts'
import {
  AlsoNamed,
  AnyJson,
  BlankIsNull,
  Choice,
  Id,
  IntegerInput,
  Nullable,
  OpenObject,
  OwnId,
  RequiredText,
  Time,
  TimeInput,
} from '../../platform/http/schemas.ts'
import { PRIORITIES } from '../dispatch/queue.ts'
import { labelFields, labelInputs } from '../deliveries/labels.ts'
import { FACTS } from '../deliveries/status.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import { SKIP_REASONS } from '../recipients/preferences/preferences.ts'
import { AttachmentsInput, AttachmentsOutput } from './attachments.ts'
import { AttributesInput } from '../rendering/texts.ts'

/** With values of `ATTRIBUTE_VALUE_BYTES_MAX` (`message.ts`) each, they fit into the body of a request (`LONG_BODY_BYTES_MAX`). */
const ATTRIBUTES_MAX = 100

const IdInput = IntegerInput(1, Number.MAX_SAFE_INTEGER)
const OrBlank = 'blank counts as absent'

const OF_TEMPLATE = 'a message has the texts of its template. Give values for them in message_attributes'
const OF_RECIPIENT = 'give the recipient as external_user_id, with its address in notification_user'
const OF_CHANNEL = 'set it in the email of a channel of the template'

/** Fields of other services, for callers that guess. */
const INSTEAD = {
  ...{ subject: OF_TEMPLATE, body: OF_TEMPLATE, html: OF_TEMPLATE, text: OF_TEMPLATE, content: OF_TEMPLATE },
  ...{ to: OF_RECIPIENT, email: OF_RECIPIENT, recipient: OF_RECIPIENT, phone: OF_RECIPIENT },
  ...{ from: 'the sender is a setting of the channel', tags: 'give your own words as metadata' },
  ...{ cc: OF_CHANNEL, bcc: OF_CHANNEL, reply_to: OF_CHANNEL, headers: OF_CHANNEL },
}

/** The fields of a create under `message` (specification 2.1). */
export const MessageInput = Type.Object(
  {
    external_user_id: Type.Optional(
      BlankIsNull(OwnId(255, { description: `Your own id of the recipient; ${OrBlank}` })),
    ),
    notification_user_id: Type.Optional(BlankIsNull(IdInput)),
    message_template_name: Type.Optional(
      BlankIsNull(RequiredText(255, { description: `Your own name of the template; ${OrBlank}` })),
    ),
    message_template_id: Type.Optional(BlankIsNull(IdInput)),
    message_attributes_attributes: Type.Optional(AlsoNamed(AttributesInput(ATTRIBUTES_MAX), 'message_attributes')),
    actor_id: Type.Optional(Nullable(IdInput)),
    ...labelInputs,
    priority: Type.Optional(
      Nullable(
        Choice(PRIORITIES, {
          description:
            'Which sends of a channel go first. `high` goes before all others, and `low` gets one of ten places while others wait. ' +
            'Default: the priority of the template',
        }),
      ),
    ),
    critical: Type.Optional(
      Type.Boolean({ description: "The recipient's quiet hours do not delay the message. Default false" }),
    ),
    locale: Type.Optional(
      BlankIsNull(
        LocaleInput({
          description:
            'The locale of the texts, of their dates and numbers. Default: the locale of the recipient. If the template has no ' +
            'texts for it, those of the language are used, then the own texts of the template',
        }),
      ),
    ),
    send_at: Type.Optional(AlsoNamed(Nullable(TimeInput), 'scheduled_at')),
    attachments: Type.Optional(AttachmentsInput),
    notification_user: Type.Optional({
      ...OpenObject,
      description: 'Creates or updates the recipient with this external_user_id, in the same transaction',
    }),
  },
  { 'x-instead': INSTEAD },
)
export type MessageInput = Static<typeof MessageInput>

export const NotificationChannelOutput = Type.Object({
  id: Id,
  name: Type.String(),
  channel_type: Type.Unsafe<string>(Choice(CHANNEL_TYPES)),
})

export const ChannelText = Type.String({
  description:
    'The plain text that an SMS, a push or the inbox gets, for email the text alternative of its HTML. A provider of pushes ' +
    'cuts it to the size of its payload',
})

/** A channel without a delivery, because of the recipient's preferences. */
export const SkippedChannelOutput = Type.Object({
  notification_channel: NotificationChannelOutput,
  reason: Choice(SKIP_REASONS, {
    description:
      '`topic_disabled`: the recipient does not want the topic on this type of channel. `recipient_paused`: the recipient has paused messages',
  }),
})

/** A message in the API. */
export const MessageOutput = Type.Object({
  id: Id,
  notification_user_id: Id,
  message_template_id: Id,
  account_id: Id,
  actor_id: Nullable(Id),
  seen: Type.Boolean(),
  subject: Type.String({ description: 'The text of the template when the message was created' }),
  body: Type.String(),
  rendered_subject: Type.String(),
  rendered_body: Type.String(),
  message_attributes: Type.Array(Type.Object({ id: Id, name: Type.String(), value: AnyJson })),
  send_at: Nullable(Time),
  seen_at: Nullable(Time),
  delivered_at: Nullable(Time),
  canceled_at: Nullable(Time),
  created_at: Time,
  updated_at: Time,
  deliveries: Type.Array(
    Type.Object({
      id: Id,
      status: Type.Unsafe<string>(Choice(FACTS)),
      notification_channel: NotificationChannelOutput,
    }),
  ),
  critical: Type.Boolean(),
  locale: Nullable(
    Type.String({ description: "The locale of the template whose texts were used. null: the template's own texts" }),
  ),
  skipped_channels: Type.Array(SkippedChannelOutput, {
    description:
      'Channels without a delivery, because of the preferences of the recipient when the message was created',
  }),
  ...labelFields,
  attachments: Type.Optional(AttachmentsOutput),
  priority: Type.Optional(Choice(['high', 'low'], { description: 'Absent if the priority is normal' })),
})

/** Read by `platform/http/spans.ts`. It stands here for the OpenAPI document. */
export const TraceHeaders = Type.Object({
  traceparent: Type.Optional(
    Type.String({
      pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      description:
        'The trace context of W3C. If the operator has traces on, sends and webhook attempts of the messages link to it. An invalid one is ignored.',
      examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    }),
  ),
})

export const messageBody = rootBody('message', MessageInput)
