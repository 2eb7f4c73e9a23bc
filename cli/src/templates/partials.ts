/**
 * Partials as files: `partials/NAME.liquid` in the folder of the templates, and `partials/NAME.LOCALE.liquid` for each text
 * in another language. The file is the text.
 */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TidingsError } from '@tidings/sdk/client'
import type { Client } from '@tidings/sdk/client'
import { readBoundedFile } from '../bounded-file.ts'
import { writeTemplateFile } from './folder.ts'
import type { FileMistake } from './template.ts'

const FOLDER = 'partials'
const EXTENSION = '.liquid'
/** All partials of an account have at most 1 MiB. */
const FILE_BYTES_MAX = 1024 * 1024
/** Limits of the API (docs/openapi.json, TemplatePartialInput). */
const PARTIALS_MAX = 100
const LOCALES_MAX = 30
const FILES_MAX = PARTIALS_MAX * (LOCALES_MAX + 1)
const NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/
const LOCALE = /^[A-Za-z0-9-]{1,100}$/

interface PartialTexts {
  text: string
  /** In the order of the locales. */
  locales: { locale: string; text: string }[]
}

interface PartialFile extends PartialTexts {
  name: string
  path: string
}

interface StoredPartial extends PartialTexts {
  id: number
}

export interface PartialPair {
  name: string
  /** The path of the file, even if it does not exist. */
  path: string
  /** Null: only the account has the partial. */
  file: PartialFile | null
  /** Null: only the folder has the partial. */
  stored: StoredPartial | null
  isSame: boolean
}

/** The content of the file for a text. A file ends with a line break. */
const fileOf = (text: string): string => `${text}\n`

/** The texts of a partial as one text, for comparisons. */
export const wholeOf = ({ text, locales }: PartialTexts): string =>
  [fileOf(text), ...locales.map(({ locale, text: own }) => `--- ${locale}\n${fileOf(own)}`)].join('')

const localePath = (path: string, locale: string): string => `${path.slice(0, -EXTENSION.length)}.${locale}${EXTENSION}`

/** Writes the files of a partial as it is stored, and removes files of locales that it does not have. */
export function writePartial(folder: string, { name, path, file, stored }: PartialPair): void {
  // Both come from the service, and must not lead out of the folder.
  if (!NAME.test(name) || stored!.locales.some(({ locale }) => !LOCALE.test(locale)))
    throw new Error('A partial of the account has a name or a locale that cannot be the name of a file')
  const kept = new Map(stored!.locales.map(({ locale, text }) => [localePath(path, locale), text]))
  for (const { locale } of file?.locales ?? [])
    if (!kept.has(localePath(path, locale))) rmSync(localePath(path, locale), { force: true })
  for (const [one, text] of [[path, stored!.text] as const, ...kept]) writeTemplateFile(folder, one, fileOf(text))
}

export const partialsFolder = (folder: string): string => join(folder, FOLDER)

/** Reads the files of partials in a folder of templates. There may be none. */
export function readPartialFiles(folder: string): { files: PartialFile[]; mistakes: FileMistake[] } {
  const mistakes: FileMistake[] = []
  const files = new Map<string, PartialFile>()
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
  // The text of a partial before its texts in other languages.
  const ordered = names.map((fileName) => fileName.slice(0, -EXTENSION.length).split('.')).toSorted(byLength)
  for (const [name = '', locale, ...more] of ordered.slice(0, FILES_MAX)) {
    const path = join(
      partialsFolder(folder),
      [name, locale, ...more].filter((one) => one !== undefined).join('.') + EXTENSION,
    )
    const read = readBoundedFile(path, FILE_BYTES_MAX)
    const mistake = (sentence: string) => mistakes.push({ path, line: null, sentence })
    const partial = files.get(name)
    if (!NAME.test(name)) mistake('A partial has only lower-case letters, digits, - and _ in its name')
    else if (more.length > 0) mistake('The name of the file must be NAME.liquid or NAME.LOCALE.liquid')
    else if (!read.ok) mistake(read.sentence)
    else if (locale !== undefined && partial === undefined) mistake(`There is no file ${name}${EXTENSION}`)
    else {
      const text = read.bytes.toString('utf8').replace(/\r?\n$/, '')
      if (locale === undefined) files.set(name, { name, path, text, locales: [] })
      else partial!.locales.push({ locale, text })
    }
  }
  return { files: [...files.values()], mistakes }
}

const byLength = (one: readonly string[], other: readonly string[]) => one.length - other.length

/** Each partial once, in the order of the names. */
export function comparePartials(
  folder: string,
  files: readonly PartialFile[],
  stored: ReadonlyMap<string, StoredPartial>,
): PartialPair[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const names = [...new Set([...byName.keys(), ...stored.keys()])].toSorted()
  return names.map((name) => {
    const file = byName.get(name) ?? null
    const existing = stored.get(name) ?? null
    const path = join(partialsFolder(folder), `${name}${EXTENSION}`)
    const isSame = file !== null && existing !== null && wholeOf(file) === wholeOf(existing)
    return { name, path, file, stored: existing, isSame }
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
