/** The command for sending a message. */
import { withApi } from './api.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'

export async function send(input: CommandInput): Promise<CommandResult> {
  const [template, recipient, ...given] = input.positional
  const attributes: { name: string; value: string }[] = []
  for (const word of given) {
    const [name = '', value] = word.split(/=(.*)/s, 2)
    if (name === '' || value === undefined)
      return failure(`${JSON.stringify(word)} must be NAME=VALUE`, { exitCode: EXIT.usage })
    attributes.push({ name, value })
  }
  const { email } = input.options
  return withApi(input, async ({ client }) => {
    const message = await client.messages.create({
      message_template_name: template,
      external_user_id: recipient,
      message_attributes_attributes: attributes,
      ...(email === undefined ? {} : { notification_user: { email } }),
    })
    const lines = message.deliveries.map(({ id, status }) => `  delivery ${id}: ${status}`)
    const skipped = message.skipped_channels.map(
      ({ notification_channel: { name }, reason }) => `  not sent on ${name}: ${reason}`,
    )
    return { ok: true, text: [`Message ${message.id} was created`, ...lines, ...skipped].join('\n'), json: { message } }
  })
}
