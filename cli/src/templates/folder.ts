/** The folder of template files. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBoundedFile } from '../bounded-file.ts'
import { parseFrontMatter } from './front-matter.ts'
import type { TextLines } from './front-matter.ts'
import type { FileMistake, Template } from './template.ts'

/** `.liquid`: editors know the language. */
const EXTENSION = '.liquid'

/** The API takes bodies of 4 MiB. YAML may write a character with several. */
const FILE_BYTES_MAX = 16 * 1024 * 1024
const FILES_MAX = 10_000
const NAME_CHARACTERS_MAX = 100

export interface TemplateFile {
  path: string
  template: Template
  lines: TextLines
}

export interface Folder {
  files: TemplateFile[]
  mistakes: FileMistake[]
}

/** Reads all files of the folder, not of its folders. Null if there is no folder. */
export function readFolder(folder: string): Folder | null {
  let names: string[]
  try {
    names = readdirSync(folder)
      .filter((name) => name.endsWith(EXTENSION))
      .toSorted()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    return { files: [], mistakes: [{ path: folder, line: null, sentence: (error as Error).message }] }
  }
  const files: TemplateFile[] = []
  const mistakes: FileMistake[] = []
  if (names.length > FILES_MAX)
    mistakes.push({ path: folder, line: null, sentence: `There are more than ${FILES_MAX} files` })
  const paths = new Map<string, string>()
  for (const path of names.slice(0, FILES_MAX).map((name) => join(folder, name))) {
    const read = readBoundedFile(path, FILE_BYTES_MAX)
    if (!read.ok) {
      mistakes.push({ path, line: null, sentence: read.sentence })
      continue
    }
    const parsed = parseFrontMatter(read.bytes.toString('utf8'))
    if (!parsed.ok) {
      mistakes.push(...parsed.mistakes.map((mistake) => ({ path, ...mistake })))
      continue
    }
    const { template, lines } = parsed
    const other = paths.get(template.name)
    if (other !== undefined)
      mistakes.push({ path, line: lines.get('name') ?? null, sentence: `${other} has the same template` })
    paths.set(template.name, path)
    files.push({ path, template, lines })
  }
  return { files, mistakes }
}

/** Names that Windows keeps for devices. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * The file name for a template. A name may contain any characters, and comes from the service: only letters, digits,
 * hyphens and underscores are kept. If some are lost, or `taken` has the file already, a hash of the name makes it unique.
 */
export function fileNameOf(name: string, taken: ReadonlySet<string>): string {
  const safe = name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, NAME_CHARACTERS_MAX)
  // Some file systems ignore the case.
  const isPlain = safe === name && !DEVICES.test(safe) && !taken.has(`${safe}${EXTENSION}`.toLowerCase())
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12)
  return `${isPlain ? safe : `${safe}-${hash}`}${EXTENSION}`
}

/** Replaces a file. If the path is a link, the link is replaced and not its target. */
export function writeTemplateFile(folder: string, path: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  const written = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(written, text, { flag: 'wx' })
    renameSync(written, path)
  } catch (error) {
    rmSync(written, { force: true })
    throw error
  }
}
