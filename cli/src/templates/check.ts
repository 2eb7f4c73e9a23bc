/** Lets the service check the texts of files before anything changes. */
import { TidingsError } from '@tidings/sdk/client'
import type { Client } from '@tidings/sdk/client'
import type { TemplateFile } from './folder.ts'
import type { TextLines } from './front-matter.ts'
import type { StoredTemplates } from './stored.ts'
import { partsOf, placedChannels, placedTexts } from './template.ts'
import type { FileMistake, Parts, Template } from './template.ts'

/** The code for fields with mistakes. Other codes are about the sample values, and do not forbid the text. */
const INVALID = 'invalid'

/** The line of the file for a sentence about a text: the service counts from the first line of the text. */
function lineOf(field: string, sentence: string, lines: TextLines): number | null {
  const first = lines.get(field)
  if (first === undefined) return null
  return first + Number(/\(line (\d+), column \d+\)/.exec(sentence)?.[1] ?? 1) - 1
}

/** Partials of the folder, instead of those of the account. */
type Partials = readonly { name: string; text: string }[]

type Previewed = Pick<Template, 'subject' | 'body' | 'body_format'> &
  Parts & { partials: { name: string; text: string }[] }

/** The mistakes that the service finds in texts, by the names of their fields. */
async function mistakesOf(client: Client, preview: Previewed): Promise<{ name: string; sentence: string }[]> {
  try {
    await client.request('POST /api/v1/message_templates/preview', { body: { preview } })
    return []
  } catch (error) {
    if (!(error instanceof TidingsError) || error.status !== 422) throw error
    if (error.code !== INVALID) return []
    return Object.entries(error.errors ?? {}).flatMap(([name, sentences]) =>
      sentences.map((sentence) => ({ name, sentence })),
    )
  }
}

async function mistakesOfTexts(
  client: Client,
  { path, template, lines }: TemplateFile,
  changed: Partials,
): Promise<FileMistake[]> {
  const mistakes: FileMistake[] = []
  for (const { prefix, subject, body, url, ...more } of placedTexts(template)) {
    const parts = partsOf(more)
    const hasParts = Object.keys(parts).length > 0
    if (subject === null && body === null && url === null && !hasParts) continue
    // A link is checked as a subject: both are one line of text.
    const previews = [
      { names: ['subject', 'body'], preview: { subject: subject ?? '', body: body ?? '' } },
      ...(url === null ? [] : [{ names: ['url'], preview: { subject: url, body: '' } }]),
      ...(hasParts ? [{ names: ['email', 'push'], preview: { subject: '', body: '', ...parts } }] : []),
    ]
    for (const { names, preview } of previews) {
      const used = /render|layout/.test(`${preview.subject} ${preview.body}`) ? [...changed] : []
      const asked = { ...preview, body_format: template.body_format, partials: used }
      for (const { name, sentence } of await mistakesOf(client, asked)) {
        const field = `${prefix}${names.includes(name.split('.', 1)[0]!) ? name : names[0]!}`
        mistakes.push({ path, line: lineOf(field, sentence, lines), sentence: `${field} ${sentence}` })
      }
    }
  }
  return mistakes
}

function unknownChannels({ path, template, lines }: TemplateFile, { channels }: StoredTemplates): FileMistake[] {
  return placedChannels(template).flatMap(({ place, channel }) => {
    if (channels.has(channel)) return []
    const sentence = `The account has no channel ${JSON.stringify(channel)}`
    return [{ path, line: lines.get(place) ?? null, sentence }]
  })
}

/** All mistakes of the files. `partials`: those of the folder that differ from the account. */
export async function checkFiles(
  client: Client,
  files: readonly TemplateFile[],
  partials: Partials,
  stored: StoredTemplates,
): Promise<FileMistake[]> {
  const mistakes: FileMistake[] = []
  const changed = partials.map(({ name, text }) => ({ name, text }))
  for (const file of files)
    mistakes.push(...unknownChannels(file, stored), ...(await mistakesOfTexts(client, file, changed)))
  return mistakes
}
