/** Tools that find messages, recipients and templates. */
import { z } from 'zod'
import type { Message, NotificationUser, Operations } from '@tidings/sdk/client'
import { ExternalUserId, Id, Limit, shorten, TemplateName, Time, tool } from './tool.ts'
import type { Tool } from './tool.ts'

type Failure = Operations['GET /api/v1/recent_failures']['answer']['recent_failures'][number]

const ALL = ['read', 'send', 'full'] as const
const ATTRIBUTES_SHOWN_MAX = 20

function recipientView({ attributes, ...recipient }: NotificationUser) {
  return { ...recipient, attribute_names: Object.keys(attributes).slice(0, ATTRIBUTES_SHOWN_MAX) }
}

function messageView({
  id,
  notification_user_id,
  message_template_id,
  rendered_subject,
  deliveries,
  skipped_channels,
  ...message
}: Message) {
  const { send_at, seen_at, canceled_at, created_at } = message
  return {
    id,
    notification_user_id,
    message_template_id,
    subject: shorten(rendered_subject),
    send_at,
    seen_at,
    canceled_at,
    created_at,
    deliveries: deliveries.map((delivery) => {
      return { id: delivery.id, status: delivery.status, channel: delivery.notification_channel.name }
    }),
    skipped_channels: skipped_channels.map(({ notification_channel, reason }) => {
      return { channel: notification_channel.name, reason }
    }),
  }
}

function failureView({ id, message_id, status, error_message, friendly_error_message, message, ...delivery }: Failure) {
  return {
    delivery_id: id,
    message_id,
    status,
    channel: delivery.notification_channel.name,
    external_user_id: message?.notification_user?.external_user_id ?? null,
    subject: shorten(message?.rendered_subject ?? ''),
    cause: error_message,
    sentence: friendly_error_message,
    updated_at: delivery.updated_at,
  }
}

export const MESSAGE_TOOLS: readonly Tool[] = [
  tool({
    name: 'find_recipient',
    title: 'Find a recipient',
    description: 'Finds recipients by their id in the app or by their email address.',
    input: { external_user_id: ExternalUserId.optional(), email: z.string().min(1).max(320).optional(), limit: Limit },
    isReadOnly: true,
    roles: ALL,
    async run(query, { client }) {
      const { notification_users } = await client.request('GET /api/v1/notification_users', { query })
      return { recipients: notification_users.map(recipientView) }
    },
  }),
  tool({
    name: 'find_messages',
    title: 'Find messages',
    description:
      'Lists messages with the status of each delivery, newest first: of a recipient, of a template, of a period.',
    input: {
      external_user_id: ExternalUserId.optional(),
      message_template_name: TemplateName.optional(),
      created_after: Time.optional(),
      created_before: Time.optional(),
      limit: Limit,
    },
    isReadOnly: true,
    roles: ALL,
    async run(query, { client }) {
      const { messages } = await client.request('GET /api/v1/messages', { query })
      return { messages: messages.map(messageView) }
    },
  }),
  tool({
    name: 'get_message',
    title: 'Show a message',
    description: 'Shows a message with its rendered text and its deliveries.',
    input: { message_id: Id },
    isReadOnly: true,
    roles: ALL,
    async run({ message_id: id }, { client }) {
      const message = await client.messages.get(id)
      return { message: { ...messageView(message), body: shorten(message.rendered_body) } }
    },
  }),
  tool({
    name: 'what_failed_lately',
    title: 'What failed lately?',
    description:
      'Lists the newest failed and bounced deliveries of all recipients, each with its cause and recipient. Pass a delivery to why_did_it_not_arrive for its story.',
    input: { limit: Limit },
    isReadOnly: true,
    roles: ALL,
    async run({ limit }, { client }) {
      const { recent_failures: failures } = await client.request('GET /api/v1/recent_failures', {})
      return { failures: failures.slice(0, limit).map(failureView) }
    },
  }),
  tool({
    name: 'list_suppressions',
    title: 'List suppressed addresses',
    description: 'Lists addresses that get no messages, after a bounce, a complaint, an unsubscription, or by hand.',
    input: { address: z.string().min(1).max(255).optional(), limit: Limit },
    isReadOnly: true,
    roles: ALL,
    async run(query, { client }) {
      const { suppressions } = await client.request('GET /api/v1/suppressions', { query })
      return { suppressions }
    },
  }),
  tool({
    name: 'list_templates',
    title: 'List templates',
    description: 'Lists templates with their texts, newest first, or one by its name.',
    input: { name: TemplateName.optional(), limit: Limit },
    isReadOnly: true,
    roles: ['read', 'full'],
    async run(query, { client }) {
      const { message_templates } = await client.request('GET /api/v1/message_templates', { query })
      return {
        templates: message_templates.map(({ id, name, subject, body, body_format, channels, version }) => {
          const ids = channels.map(({ notification_channel_id }) => notification_channel_id)
          return { id, name, subject, body: shorten(body), body_format, notification_channel_ids: ids, version }
        }),
      }
    },
  }),
]
