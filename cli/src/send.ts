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

/** Names and values of words like `NAME=VALUE`, or the first word that is none. */
function namesAndValues(words: readonly string[]): {
  pairs: { name: string; value: string }[]
  mistaken: string | null
} {
  const pairs = words.map((word) => {
    const end = word.indexOf('=')
    return { name: word.slice(0, end), value: word.slice(end + 1) }
  })
  return { pairs, mistaken: words.find((word) => word.indexOf('=') < 1) ?? null }
}

export async function send(input: CommandInput): Promise<CommandResult> {
  const [template, recipient, ...given] = input.positional
  const { email, attach, reference, priority } = input.options
  const attributes = namesAndValues(given)
  const metadata = namesAndValues(input.options['metadata']?.split(',') ?? [])
  const mistaken = attributes.mistaken ?? metadata.mistaken
  if (mistaken !== null) return failure(`${JSON.stringify(mistaken)} must be NAME=VALUE`, { exitCode: EXIT.usage })
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
      message_attributes_attributes: attributes.pairs,
      ...(email === undefined ? {} : { notification_user: { email } }),
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(reference === undefined ? {} : { reference }),
      ...(metadata.pairs.length === 0
        ? {}
        : { metadata: Object.fromEntries(metadata.pairs.map(({ name, value }) => [name, value])) }),
      ...(priority === undefined ? {} : { priority: priority as 'high' | 'normal' | 'low' }),
    })
    const lines = message.deliveries.map(({ id, status }) => `  delivery ${id}: ${status}`)
    const skipped = message.skipped_channels.map(
      ({ notification_channel: { name }, reason }) => `  not sent on ${name}: ${reason}`,
    )
    return { ok: true, text: [`Message ${message.id} was created`, ...lines, ...skipped].join('\n'), json: { message } }
  })
}
