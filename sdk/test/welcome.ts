/** An account as a new user has it: with the template of the first programs. */
import assert from 'node:assert/strict'
import { prepareMessages } from '../../server/test/service.ts'
import type { Client } from '../../server/test/service.ts'

export async function prepareWelcome(client: Client): Promise<void> {
  const { channel } = await prepareMessages(client)
  const message_template = {
    name: 'welcome_message',
    subject: 'Welcome, {{ user.first_name }}',
    body: 'Hello',
    body_format: 'text',
    channels: [{ notification_channel_id: channel.id }],
  }
  const { status } = await client.call('POST', '/api/v1/message_templates', { message_template })
  assert.equal(status, 201)
}
