/** The command for sending a message. */
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { withApi } from './api.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'

/** The media types of usual files by their extensions. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.ics': 'text/calendar',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.zip': 'application/zip',
}

/** The file as an attachment. Throws if it cannot be read. */
function attachmentOf(path: string) {
  const content_type = MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  return { filename: basename(path), content_type, content: readFileSync(path).toString('base64') }
}

export async function send(input: CommandInput): Promise<CommandResult> {
  const [template, recipient, ...given] = input.positional
  const attributes: { name: string; value: string }[] = []
  for (const word of given) {
    const [name = '', value] = word.split(/=(.*)/s, 2)
    if (name === '' || value === undefined)
      return failure(`${JSON.stringify(word)} must be NAME=VALUE`, { exitCode: EXIT.usage })
    attributes.push({ name, value })
  }
  const { email, attach } = input.options
  let attachments: ReturnType<typeof attachmentOf>[] = []
  try {
    attachments = attach === undefined ? [] : attach.split(',').map(attachmentOf)
  } catch (error) {
    return failure(`--attach: ${(error as Error).message}`, { exitCode: EXIT.usage })
  }
  return withApi(input, async ({ client }) => {
    const message = await client.messages.create({
      message_template_name: template,
      external_user_id: recipient,
      message_attributes_attributes: attributes,
      ...(email === undefined ? {} : { notification_user: { email } }),
      ...(attachments.length === 0 ? {} : { attachments }),
    })
    const lines = message.deliveries.map(({ id, status }) => `  delivery ${id}: ${status}`)
    const skipped = message.skipped_channels.map(
      ({ notification_channel: { name }, reason }) => `  not sent on ${name}: ${reason}`,
    )
    return { ok: true, text: [`Message ${message.id} was created`, ...lines, ...skipped].join('\n'), json: { message } }
  })
}
