/** The command for sending a message through a running service. */
import { API_OPTIONS, apiOf, KEY_MISSING } from './api.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult, OwnCommand } from './command.ts'

export const MESSAGE_COMMANDS: readonly OwnCommand[] = [
  {
    words: ['send'],
    positional: ['TEMPLATE_NAME', 'EXTERNAL_USER_ID', '[NAME=VALUE...]'],
    options: { ...API_OPTIONS, email: 'ADDRESS' },
    summary: 'Send a message; --email creates or changes the recipient',
    runAlone: send,
  },
]

async function send(input: CommandInput): Promise<CommandResult> {
  const call = apiOf(input)
  if (call === null) return failure(KEY_MISSING)
  const [template, recipient, ...given] = input.positional
  const attributes: { name: string; value: string }[] = []
  for (const word of given) {
    const [name = '', value] = word.split(/=(.*)/s, 2)
    if (name === '' || value === undefined) return failure(`${JSON.stringify(word)} must be NAME=VALUE`)
    attributes.push({ name, value })
  }
  const { email } = input.options
  const message = {
    message_template_name: template,
    external_user_id: recipient,
    message_attributes_attributes: attributes,
    ...(email === undefined ? {} : { notification_user: { email } }),
  }
  const answer = await call('POST', '/api/v1/messages', { message })
  if (!answer.ok) return failure(answer.sentence)
  const made = answer.body['message'] as { id: number; deliveries: { id: number; status: string }[] }
  const lines = made.deliveries.map(({ id, status }) => `  delivery ${id}: ${status}`)
  return { ok: true, text: [`Message ${made.id} was created`, ...lines].join('\n'), json: answer.body }
}
