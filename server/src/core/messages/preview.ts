/** A dry run of a create. It reads and renders like a create, and writes nothing. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountPool } from '../../platform/db/pool.ts'
import { Id, Nullable, Time } from '../../platform/http/schemas.ts'
import type { RouteContext } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { LONG_BODY_BYTES_MAX, readBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { textOfChannel } from '../providers/plain-text.ts'
import { reachesPlatform } from '../providers/registry.ts'
import type { DeviceRow } from '../recipients/device.ts'
import { listDevices } from '../recipients/device-queries.ts'
import { emptyRecipient, withFields } from '../recipients/sample.ts'
import type { RecipientFields, RecipientRow } from '../recipients/recipient.ts'
import type { LoadedChannel, LoadedTemplate } from '../rendering/find-templates.ts'
import { contentObject, RenderedContentOutput } from '../rendering/render-content.ts'
import type { RenderedText } from '../rendering/render.ts'
import { NAMES_SHOWN_MAX } from '../rendering/names-used.ts'
import { checkInput } from './create.ts'
import type { CheckedInput, CreationParts } from './create.ts'
import {
  notRendered,
  recipientKey,
  refusal,
  judgeChannels,
  localizedReferences,
  recipientErrors,
  senderOf,
} from './draft.ts'
import type { Drafter, Found, Refusal, Sender } from './draft.ts'
import { sendTime, skippedObject } from './message.ts'
import { ChannelText, messageBody, MessageOutput, NotificationChannelOutput, SkippedChannelOutput } from './schemas.ts'
import type { MessageInput } from './schemas.ts'
import { PAGE_BYTES_MAX } from '../../platform/http/pages.ts'

const PreviewOutput = Type.Object({
  notification_user: Type.Object({
    id: Nullable({ ...Id, description: 'null if the message would create the recipient' }),
    external_user_id: Nullable(Type.String()),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    first_name: Nullable(Type.String()),
    last_name: Nullable(Type.String()),
  }),
  message_template_id: Id,
  locale: MessageOutput.properties.locale,
  send_at: Nullable(Time),
  subject: Type.String(),
  body: Type.String(),
  channels: Type.Array(
    Type.Object({
      notification_channel: NotificationChannelOutput,
      live: Type.Boolean({ description: 'false if the channel is inactive: it would get no delivery' }),
      address_missing: Type.Boolean({ description: 'true if the recipient has no address for the channel' }),
      subject: Type.String(),
      body: Type.String(),
      text: ChannelText,
      url: Nullable(Type.String({ description: 'The link in the inbox. null: none' })),
      ...RenderedContentOutput,
    }),
  ),
  channels_left_out: Type.Integer({
    description: 'The number of channels left out, because the response has at most 1 MiB of texts',
  }),
  skipped_channels: Type.Array(SkippedChannelOutput, {
    description: 'Channels that would get no delivery now, because of the preferences of the recipient',
  }),
  unknown_names: Type.Array(Type.String(), {
    description: `Undefined names in the texts, at most ${NAMES_SHOWN_MAX}: they render empty`,
    examples: [['order.id']],
  }),
})

/** The recipient after the create. Its id is 0 if it does not exist yet. */
function recipientAfter(
  externalUserId: string | null,
  fields: RecipientFields | null,
  existing: RecipientRow | null,
): RecipientRow | null {
  return fields === null ? existing : withFields(existing ?? emptyRecipient(externalUserId), fields)
}

/** True if the recipient has no address for the channel. For push: no device that the provider reaches. */
function lacksAddress(channel: LoadedChannel, recipient: RecipientRow, devices: readonly DeviceRow[]): boolean {
  if (channel.channelType === 'email') return recipient.email === null
  if (channel.channelType === 'sms') return recipient.phone === null
  if (channel.channelType === 'in_app') return false
  return !devices.some((device) => reachesPlatform(channel.provider, device.platform))
}

async function previewMessage(
  pool: AccountPool,
  { clock, drafter }: { clock: Clock; drafter: Drafter },
  sender: Sender,
  given: MessageInput,
): Promise<Found<{ preview: Static<typeof PreviewOutput> }>> {
  const checked = checkInput(given, clock.now())
  if (!checked.ok) return checked
  const { input, recipient: fields } = checked
  const [existing, found] = await Promise.all([drafter.recipient(sender, input), drafter.template(sender, input, null)])
  const recipient = recipientAfter(input.external_user_id ?? null, fields, existing)
  const isMissing = recipient === null || disagrees(input, fields, existing)
  const missing = isMissing ? await missingRecipient(drafter, sender, checked) : {}
  if (!found.ok) return refusal({ ...missing, ...found.errors })
  if (recipient === null || Object.keys(missing).length > 0) return refusal(missing)
  const { template } = found
  const { bucket, accountId } = sender
  const devices = recipient.id === 0 ? [] : await listDevices(pool, bucket, accountId, recipient.id)
  const localized = localizedReferences(input, { recipient, template })
  return preview(drafter, sender, input, { ...localized, devices, sendAt: sendTime(input, clock.now()) })
}

/** The errors of the recipient. If its fields are given, a create makes it, so its name is known. */
function missingRecipient(drafter: Drafter, sender: Sender, { input, recipient: fields }: CheckedInput) {
  return recipientErrors(recipientKey(sender, input), async ({ id, externalUserId }) =>
    id === null && fields !== null
      ? fields
      : drafter.recipient(sender, { notification_user_id: id, external_user_id: externalUserId }),
  )
}

/** True if both ids are given and no recipient has both. */
function disagrees(input: MessageInput, fields: RecipientFields | null, existing: RecipientRow | null): boolean {
  return fields !== null && input.notification_user_id != null && existing === null
}

async function preview(
  drafter: Drafter,
  sender: Sender,
  input: MessageInput,
  about: { recipient: RecipientRow; template: LoadedTemplate; devices: readonly DeviceRow[]; sendAt: number | null },
): Promise<Refusal | { ok: true; preview: Static<typeof PreviewOutput> }> {
  const { recipient, template, devices, sendAt } = about
  const { result: rendered, unknownNames } = await drafter.preview(sender, input, { recipient, template })
  if (!rendered.ok) return notRendered(input, rendered)
  const live = new Set(template.channels.map((channel) => channel.channelId))
  const textOf = ({ channelId }: LoadedChannel): RenderedText => rendered.channels.get(channelId) ?? rendered
  const onPage = channelsOfPage([rendered.subject, rendered.body], template.allChannels, (channel) => {
    const { subject, body, url, ...content } = textOf(channel)
    return [subject, body, body, url ?? '', JSON.stringify(contentObject(content))]
  })
  const { id, externalUserId, email, phone, firstName, lastName } = recipient
  return {
    ok: true,
    preview: {
      notification_user: {
        id: id === 0 ? null : id,
        external_user_id: externalUserId,
        email,
        phone,
        first_name: firstName,
        last_name: lastName,
      },
      message_template_id: template.id,
      locale: template.localized?.locale ?? null,
      send_at: isoTime(sendAt),
      subject: rendered.subject,
      body: rendered.body,
      channels: onPage.map((channel) => {
        const { channelId, name, channelType } = channel
        const text = textOf(channel)
        return {
          notification_channel: { id: channelId, name, channel_type: channelType },
          live: live.has(channelId),
          address_missing: lacksAddress(channel, recipient, devices),
          subject: text.subject,
          body: text.body,
          text: textOfChannel(channelType, { ...text, bodyFormat: template.bodyFormat }),
          url: text.url ?? null,
          ...contentObject(text),
        }
      }),
      channels_left_out: template.allChannels.length - onPage.length,
      // As if it was dispatched now, even if it is scheduled.
      skipped_channels: judgeChannels({ recipient, template }, null).skipped.map(skippedObject),
      unknown_names: unknownNames,
    },
  }
}

const bytesOf = (texts: readonly string[]) => texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0)

/**
 * The first channels that fit into a page together with the message. Always includes the first channel. `message` and
 * `textsOf`: the texts that the response has of the message and of a channel.
 */
export function channelsOfPage<Channel>(
  message: readonly string[],
  channels: readonly Channel[],
  textsOf: (channel: Channel) => readonly string[],
): Channel[] {
  let bytes = bytesOf(message)
  const end = channels.findIndex((channel, index) => {
    bytes += bytesOf(textsOf(channel))
    return index > 0 && bytes > PAGE_BYTES_MAX
  })
  return end === -1 ? [...channels] : channels.slice(0, end)
}

export function previewRoute(app: App, { clock }: Pick<RouteContext, 'clock'>, { serverOf }: CreationParts): void {
  app.post(
    '/api/v1/messages/preview',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      config: { hasLargeResponse: true, idempotencyKey: 'ignored' },
      schema: {
        tags: ['Messages'],
        summary: 'Preview a message; nothing is stored',
        description:
          'The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without texts.',
        body: messageBody.document,
        response: { 200: Type.Object({ preview: PreviewOutput }) },
      },
    },
    async (request) => {
      const { pool } = request
      const sender = senderOf(request)
      const { drafter } = serverOf(request).messages
      const result = await previewMessage(pool, { clock, drafter }, sender, readBody(request, messageBody))
      if (!result.ok) throw invalid(result.errors, result.code)
      return { preview: result.preview }
    },
  )
}
