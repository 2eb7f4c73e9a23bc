/** Partials as files: `partials/NAME.liquid` in the folder of the templates. The file is the text. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { TidingsError } from '@tidings/sdk/client'
import type { Client } from '@tidings/sdk/client'
import { readBoundedFile } from '../bounded-file.ts'
import type { FileMistake } from './template.ts'

const FOLDER = 'partials'
const EXTENSION = '.liquid'
/** All partials of an account have at most 1 MiB. */
const FILE_BYTES_MAX = 1024 * 1024
/** Limits of the API (docs/openapi.json, TemplatePartialInput). */
const FILES_MAX = 100
const NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/

interface PartialFile {
  name: string
  path: string
  text: string
}

export interface PartialPair {
  name: string
  /** The path of the file, even if it does not exist. */
  path: string
  /** Null: only the account has the partial. */
  file: PartialFile | null
  /** Null: only the folder has the partial. */
  stored: { id: number; text: string } | null
  isSame: boolean
}

/** The content of the file for a text. A file ends with a line break. */
export const fileOf = (text: string): string => `${text}\n`

export const partialsFolder = (folder: string): string => join(folder, FOLDER)

/** Reads the files of partials in a folder of templates. There may be none. */
export function readPartialFiles(folder: string): { files: PartialFile[]; mistakes: FileMistake[] } {
  const mistakes: FileMistake[] = []
  const files: PartialFile[] = []
  let names: string[] = []
  try {
    names = readdirSync(partialsFolder(folder))
      .filter((name) => name.endsWith(EXTENSION))
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      mistakes.push({ path: partialsFolder(folder), line: null, sentence: (error as Error).message })
  }
  if (names.length > FILES_MAX)
    mistakes.push({ path: partialsFolder(folder), line: null, sentence: `There are more than ${FILES_MAX} files` })
  for (const fileName of names.slice(0, FILES_MAX)) {
    const path = join(partialsFolder(folder), fileName)
    const name = fileName.slice(0, -EXTENSION.length)
    const read = readBoundedFile(path, FILE_BYTES_MAX)
    if (!NAME.test(name))
      mistakes.push({
        path,
        line: null,
        sentence: 'A partial has only lower-case letters, digits, - and _ in its name',
      })
    else if (!read.ok) mistakes.push({ path, line: null, sentence: read.sentence })
    else files.push({ name, path, text: read.bytes.toString('utf8').replace(/\r?\n$/, '') })
  }
  return { files, mistakes }
}

/** Each partial once, in the order of the names. */
export function comparePartials(
  folder: string,
  files: readonly PartialFile[],
  stored: ReadonlyMap<string, { id: number; text: string }>,
): PartialPair[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const names = [...new Set([...byName.keys(), ...stored.keys()])].toSorted()
  return names.map((name) => {
    const file = byName.get(name) ?? null
    const existing = stored.get(name) ?? null
    const path = join(partialsFolder(folder), `${name}${EXTENSION}`)
    return { name, path, file, stored: existing, isSame: file !== null && file.text === existing?.text }
  })
}

const MENTION = /(?:render|layout)\s*(["'])([a-z0-9_-]+)\1/g

/** The files, each after those that it uses, because the service refuses unknown partials. */
export function inOrderOfUse<File extends Pick<PartialFile, 'name' | 'text'>>(files: readonly File[]): File[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const ordered = new Set<File>()
  const seen = new Set<File>()
  function add(file: File): void {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, , name] of file.text.matchAll(MENTION)) if (byName.has(name!)) add(byName.get(name!)!)
    ordered.add(file)
  }
  for (const file of files) add(file)
  return [...ordered]
}

/** Lets the service check partials before anything changes. */
export async function checkPartials(client: Client, files: readonly PartialFile[]): Promise<FileMistake[]> {
  if (files.length === 0) return []
  const partials = files.map(({ name, text }) => ({ name, text }))
  try {
    await client.request('POST /api/v1/message_templates/preview', { body: { preview: { body: '', partials } } })
    return []
  } catch (error) {
    if (!(error instanceof TidingsError) || error.status !== 422) throw error
    return Object.entries(error.errors ?? {}).flatMap(([field, sentences]) => {
      const file = files[Number(/^partials\.(\d+)\./.exec(field)?.[1])]
      return sentences.map((sentence) => ({
        path: file?.path ?? FOLDER,
        line: Number(/\(line (\d+), column \d+\)/.exec(sentence)?.[1] ?? 1),
        sentence: `text ${sentence}`,
      }))
    })
  }
}
