/** Commands for templates as files, for reviews and for CI. */
import { join } from 'node:path'
import { withApi } from '../api.ts'
import type { Api } from '../api.ts'
import { failure } from '../command.ts'
import type { CommandInput, CommandResult, Failure } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { checkFiles } from './check.ts'
import { compare } from './compare.ts'
import type { Pair } from './compare.ts'
import { diffOf } from './diff.ts'
import { fileNameOf, readFolder, writeTemplateFile } from './folder.ts'
import type { TemplateFile } from './folder.ts'
import { writeFrontMatter } from './front-matter.ts'
import {
  checkPartials,
  comparePartials,
  inOrderOfUse,
  partialsFolder,
  readPartialFiles,
  wholeOf,
  writePartial,
} from './partials.ts'
import type { PartialPair } from './partials.ts'
import { readStored } from './stored.ts'
import type { StoredTemplates } from './stored.ts'
import { mistakeLine } from './template.ts'
import type { FileMistake, Template, TemplateChannel } from './template.ts'

const FOLDER_DEFAULT = 'templates'

const folderOf = ({ positional }: CommandInput): string => positional[0] ?? FOLDER_DEFAULT

function mistaken(mistakes: readonly FileMistake[]): Failure {
  return failure(mistakes.map(mistakeLine).join('\n'), {
    exitCode: EXIT.usage,
    details: { code: 'invalid_files', mistakes },
  })
}

interface Compared {
  api: Api
  stored: StoredTemplates
  files: TemplateFile[]
  pairs: Pair[]
  partials: PartialPair[]
}

/** Reads the folder and the account. `isNew`: the folder may be absent. */
function withTemplates(
  input: CommandInput,
  isNew: boolean,
  work: (compared: Compared) => Promise<CommandResult>,
): Promise<CommandResult> {
  const folder = readFolder(folderOf(input))
  if (folder === null && !isNew)
    return Promise.resolve(
      failure(`There is no folder ${folderOf(input)}`, {
        exitCode: EXIT.usage,
        remedy: 'Make it with `tidings templates pull`.',
      }),
    )
  const { files } = folder ?? { files: [] }
  const ofPartials = readPartialFiles(folderOf(input))
  const mistakes = [...(folder?.mistakes ?? []), ...ofPartials.mistakes]
  if (mistakes.length > 0) return Promise.resolve(mistaken(mistakes))
  return withApi(input, async (api) => {
    const stored = await readStored(api)
    const partials = comparePartials(folderOf(input), ofPartials.files, stored.partials)
    return work({ api, stored, files, pairs: compare(files, stored), partials })
  })
}

/** One change of a file, or of a template or partial. */
interface Change {
  kind: 'create' | 'update'
  name: string
  path: string
}

/** The plan, or the changes made. `others`: a line about templates that stay as they are. */
function report(
  changes: readonly Change[],
  { pairs, partials }: Pick<Compared, 'pairs' | 'partials'>,
  isPlan: boolean,
  others: string[],
): CommandResult {
  const unchanged = [...pairs, ...partials].filter(({ isSame }) => isSame).length
  const lines = changes.map(({ kind, name, path }) => `${kind}  ${path}  ${name}`)
  const verb = isPlan ? 'to change' : 'changed'
  const text = [...lines, ...others, `${changes.length} ${verb}, ${unchanged} unchanged`].join('\n')
  return { ok: true, text, json: { dry_run: isPlan, changes, unchanged } }
}

export function pull(input: CommandInput): Promise<CommandResult> {
  const folder = folderOf(input)
  return withTemplates(input, true, async (compared) => {
    const { files, pairs, partials } = compared
    const isPlan = input.options['dry-run'] !== undefined
    const taken = new Set(files.map(({ path }) => path.slice(folder.length + 1).toLowerCase()))
    const changes: Change[] = []
    for (const { name, file, stored, isSame } of pairs) {
      if (stored === null || isSame) continue
      const fileName = fileNameOf(name, taken)
      const path = file?.path ?? join(folder, fileName)
      taken.add(fileName.toLowerCase())
      if (!isPlan) writeTemplateFile(folder, path, writeFrontMatter(stored.template))
      changes.push({ kind: file === null ? 'create' : 'update', name, path })
    }
    for (const partial of partials) {
      const { name, path, file, stored, isSame } = partial
      if (stored === null || isSame) continue
      if (!isPlan) writePartial(partialsFolder(folder), partial)
      changes.push({ kind: file === null ? 'create' : 'update', name, path })
    }
    const own = [...pairs, ...partials].filter(({ stored }) => stored === null)
    return report(
      changes,
      compared,
      isPlan,
      own.map(({ name, file }) => `only here  ${file!.path}  ${name}`),
    )
  })
}

/** The fields for the API. */
function inputOf({ channels, locales, ...texts }: Template, stored: StoredTemplates) {
  const attached = (of: readonly TemplateChannel[]) =>
    of.map(({ channel, ...texts }) => {
      return { notification_channel_id: stored.channels.get(channel)!, ...texts }
    })
  const translated = locales.map((locale) => ({ ...locale, channels: attached(locale.channels) }))
  return { ...texts, channels: attached(channels), locales: translated }
}

/** Creates and updates partials, each after those that it uses. */
async function pushPartials({ client }: Api, partials: readonly PartialPair[], isPlan: boolean): Promise<Change[]> {
  const changed = partials.flatMap(({ file, stored, isSame }) =>
    file === null || isSame ? [] : [{ ...file, id: stored?.id ?? null }],
  )
  const changes: Change[] = []
  for (const { id, name, path, text, locales } of inOrderOfUse(changed)) {
    const texts = { text, locales }
    if (!isPlan && id === null) await client.request('POST /api/v1/partials', { body: { partial: { name, ...texts } } })
    if (!isPlan && id !== null)
      await client.request('PATCH /api/v1/partials/{id}', { path: { id }, body: { partial: texts } })
    changes.push({ kind: id === null ? 'create' : 'update', name, path })
  }
  return changes
}

export function push(input: CommandInput): Promise<CommandResult> {
  return withTemplates(input, false, async (compared) => {
    const { api, stored, pairs, partials } = compared
    const isPlan = input.options['dry-run'] !== undefined
    const changed = pairs.flatMap((pair) =>
      pair.file === null || pair.isSame ? [] : [{ file: pair.file, stored: pair.stored }],
    )
    const changedPartials = partials.flatMap(({ file, isSame }) => (file === null || isSame ? [] : [file]))
    const wrong = await checkPartials(api.client, changedPartials)
    if (wrong.length > 0) return mistaken(wrong)
    const mistakes = await checkFiles(
      api.client,
      changed.map(({ file }) => file),
      changedPartials,
      stored,
    )
    if (mistakes.length > 0) return mistaken(mistakes)
    const changes = await pushPartials(api, partials, isPlan)
    if (!isPlan) for (const { kind, name } of changes) input.onProgress(`${kind}d  ${name}`)
    for (const { file, stored: existing } of changed) {
      const message_template = inputOf(file.template, stored)
      const kind = existing === null ? 'create' : 'update'
      if (!isPlan && existing === null)
        await api.client.request('POST /api/v1/message_templates', { body: { message_template } })
      if (!isPlan && existing !== null)
        await api.client.request('PATCH /api/v1/message_templates/{id}', {
          path: { id: existing.id },
          body: { message_template },
        })
      if (!isPlan) input.onProgress(`${kind}d  ${file.template.name}`)
      changes.push({ kind, name: file.template.name, path: file.path })
    }
    const others = [...pairs, ...partials]
      .filter(({ file }) => file === null)
      .map(({ name }) => `only in the account  ${name}`)
    return report(changes, compared, isPlan, others)
  })
}

/** A template or a partial as the text of its files. */
const textOf = (one: { template: Template } | Parameters<typeof wholeOf>[0]): string =>
  'template' in one ? writeFrontMatter(one.template) : wholeOf(one)

export function diff(input: CommandInput): Promise<CommandResult> {
  return withTemplates(input, false, ({ pairs, partials }) => {
    const differing = [...pairs.filter(({ isSame }) => !isSame), ...partials.filter(({ isSame }) => !isSame)]
    const only = differing.filter(({ file }) => file === null).map(({ name }) => name)
    const texts = differing.flatMap(({ name, file, stored }) => {
      if (file === null) return [`Only in the account: ${name}`]
      const [before, after] = [stored, file].map((one) => (one === null ? '' : textOf(one)))
      return [diffOf(`account/${name}`, file.path, before!, after!)]
    })
    const isSame = differing.length === 0
    return Promise.resolve({
      ok: true,
      text: isSame ? 'The files are the templates of the account' : texts.join('\n'),
      json: {
        same: isSame,
        differing: differing.map(({ name }) => name),
        only_in_account: only,
        diff: texts.join('\n'),
      },
      exitCode: isSame ? EXIT.done : EXIT.failed,
    })
  })
}
