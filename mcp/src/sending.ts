/** Tools that preview a message, and send one to the sandbox. */
import { z } from 'zod'
import type { Client } from '@tidings/sdk/client'
import { ExternalUserId, shorten, TemplateName, tool, ToolFailure } from './tool.ts'
import type { Tool } from './tool.ts'

const VALUES_MAX = 100

const message = {
  template_name: TemplateName,
  external_user_id: ExternalUserId,
  email: z.string().max(320).optional().describe('The address of a new recipient. It changes no existing recipient'),
  values: z
    .record(z.string().min(1).max(255), z.json())
    .default({})
    .refine((values) => Object.keys(values).length <= VALUES_MAX, `At most ${VALUES_MAX} values`)
    .describe('The values for the texts of the template: {"order.id": "A-1"}'),
}

type Input = z.infer<z.ZodObject<typeof message>>

function inputOf({ template_name, external_user_id, email, values }: Input) {
  return {
    message_template_name: template_name,
    external_user_id,
    message_attributes_attributes: Object.entries(values).map(([name, value]) => ({ name, value })),
    ...(email === undefined ? {} : { notification_user: { email } }),
  }
}

/** Fails if a channel of the message would send to a real address. */
async function wantSandbox(client: Client, input: Input): Promise<void> {
  const { channels, channels_left_out: hidden } = await client.messages.preview(inputOf(input))
  if (hidden > 0) throw new ToolFailure('The template has too many channels to check them')
  for (const { notification_channel: channel, live } of channels) {
    if (!live) continue
    const path = { id: channel.id }
    const { notification_channel: found } = await client.request('GET /api/v1/notification_channels/{id}', { path })
    if (found.provider !== 'sandbox')
      throw new ToolFailure(
        `Nothing was sent: the channel ${channel.name} sends by ${found.provider}, and this tool sends to the sandbox only. Use preview_message`,
      )
  }
}

const SANDBOX_DOMAIN = '@tidings.test'

/** Fails if the message would change the address of a recipient, or give a new one a real address. */
async function wantOwnAddress(client: Client, { external_user_id, email }: Input): Promise<void> {
  if (email === undefined) return
  const { notification_users } = await client.request('GET /api/v1/notification_users', { query: { external_user_id } })
  const [existing] = notification_users
  if (existing === undefined && !email.toLowerCase().endsWith(SANDBOX_DOMAIN))
    throw new ToolFailure(`Nothing was sent: the address of a new recipient must end with ${SANDBOX_DOMAIN}`)
  if (existing !== undefined && existing.email !== email)
    throw new ToolFailure('Nothing was sent: the recipient has another address, and this tool does not change it')
}

export const SENDING_TOOLS: readonly Tool[] = [
  tool({
    name: 'preview_message',
    title: 'Preview a message',
    description:
      'Renders a message for a recipient, and stores and sends nothing. Undefined names are in unknown_names.',
    input: message,
    isReadOnly: true,
    roles: ['send', 'full'],
    async run(input, { client }) {
      const { subject, body, channels, ...preview } = await client.messages.preview(inputOf(input))
      const shown = channels.map((channel) => ({ ...channel, body: shorten(channel.body) }))
      return { preview: { ...preview, subject, body: shorten(body), channels: shown } }
    },
  }),
  tool({
    name: 'send_to_sandbox',
    title: 'Send to the sandbox',
    description:
      'Sends a message if all channels of its template are sandbox channels, so it reaches no person. The address decides the outcome: opened@tidings.test, bounced@tidings.test.',
    input: message,
    isReadOnly: false,
    roles: ['full'],
    async run(input, { client }) {
      await wantSandbox(client, input)
      await wantOwnAddress(client, input)
      const { id, rendered_subject, deliveries, skipped_channels } = await client.messages.create(inputOf(input))
      return { message: { id, subject: rendered_subject, deliveries, skipped_channels } }
    },
  }),
]
