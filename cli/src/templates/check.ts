/** Lets the service check the texts of files before anything changes. */
import { TidingsError } from '@tidings/sdk/client'
import type { Client } from '@tidings/sdk/client'
import type { TemplateFile } from './folder.ts'
import type { TextLines } from './front-matter.ts'
import type { StoredTemplates } from './stored.ts'
import type { FileMistake, Template } from './template.ts'

/** The code for fields with mistakes. Other codes are about the sample values, and do not forbid the text. */
const INVALID = 'invalid'

/** The line of the file for a sentence about a text: the service counts from the first line of the text. */
function lineOf(field: string, sentence: string, lines: TextLines): number | null {
  const first = lines.get(field)
  if (first === undefined) return null
  return first + Number(/\(line (\d+), column \d+\)/.exec(sentence)?.[1] ?? 1) - 1
}

/** The texts with the names of their fields: the template's first, then those of channels with texts of their own. */
function textsOf({ subject, body, channels }: Template): { prefix: string; subject: string; body: string }[] {
  const own = channels.flatMap((channel, index) =>
    channel.subject === null && channel.body === null
      ? []
      : [{ prefix: `channels.${index}.`, subject: channel.subject ?? '', body: channel.body ?? '' }],
  )
  return [{ prefix: '', subject, body }, ...own]
}

async function mistakesOfTexts(client: Client, { path, template, lines }: TemplateFile): Promise<FileMistake[]> {
  const mistakes: FileMistake[] = []
  for (const { prefix, subject, body } of textsOf(template)) {
    try {
      const preview = { subject, body, body_format: template.body_format }
      await client.send('POST /api/v1/message_templates/preview', { body: { preview } })
    } catch (error) {
      if (!(error instanceof TidingsError) || error.status !== 422) throw error
      if (error.code !== INVALID) continue
      for (const [name, sentences] of Object.entries(error.errors ?? {}))
        for (const sentence of sentences) {
          const field = `${prefix}${name}`
          mistakes.push({ path, line: lineOf(field, sentence, lines), sentence: `${field} ${sentence}` })
        }
    }
  }
  return mistakes
}

function unknownChannels({ path, template, lines }: TemplateFile, { channels }: StoredTemplates): FileMistake[] {
  return template.channels.flatMap(({ channel }, index) =>
    channels.has(channel)
      ? []
      : [
          {
            path,
            line: lines.get(`channels.${index}`) ?? null,
            sentence: `The account has no channel ${JSON.stringify(channel)}`,
          },
        ],
  )
}

/** All mistakes of the files. */
export async function checkFiles(
  client: Client,
  files: readonly TemplateFile[],
  stored: StoredTemplates,
): Promise<FileMistake[]> {
  const mistakes: FileMistake[] = []
  for (const file of files) mistakes.push(...unknownChannels(file, stored), ...(await mistakesOfTexts(client, file)))
  return mistakes
}
