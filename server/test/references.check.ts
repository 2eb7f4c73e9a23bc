import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

/** Comments and pages name only files, folders, records, migrations, rules and headings that exist. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const IGNORED = /(^|[\\/])(node_modules|dist|data|coverage|\.cache|\.git)([\\/]|$)/
const HISTORY = /^(CHANGELOG\.md|server\/bench\/(RESULTS|EXPERIMENTS)\.md|site\/vendor\/|sdks\/)/

const ENDING = /(\.(test|long|check))?\.ts$/

const paths = globSync('**/*', { cwd: ROOT, exclude: (path) => IGNORED.test(path) }).map((path) =>
  path.split(sep).join('/'),
)
/** Every end of every path, with and without the ending `.ts`: a text may leave out the folders that its reader knows. */
const ends = new Set(
  paths.flatMap((path) => {
    const names = path.split('/')
    return names.flatMap((_, index) => {
      const end = names.slice(index).join('/')
      return [end, end.replace(ENDING, '')]
    })
  }),
)
/** Paths below the folders of the server, with and without the ending. */
const inServer = new Set(
  paths.flatMap((path) => {
    const [, below] = /^server\/(?:src|test)\/(.*)$/.exec(path) ?? []
    return below === undefined ? [] : [below, below.replace(ENDING, '')]
  }),
)

/** Files of a reader's own program. */
const OF_READERS = new Set(['app/webhooks/route.ts'])

interface Text {
  path: string
  text: string
}

/** The lines of comments of a source file, and empty lines for its code. */
function commentsOf(source: string, isSql: boolean): string {
  const line = isSql ? /(?:^|\s)-- (.*)$/ : /^\s*(?:\/\/|\/?\*+)(.*)$|^[^'"`]*\s\/\/ (.*)$/
  return source
    .split('\n')
    .map((text) => line.exec(text)?.slice(1).join('') ?? '')
    .join('\n')
}

/** A page without its blocks of code. */
const proseOf = (page: string) => page.replaceAll(/^\s*(```+|~~~+)[^]*?^\s*\1\s*$/gm, '')

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const current = paths.filter((path) => !HISTORY.test(path))
const pages: Text[] = current
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: proseOf(read(path)) }))
const comments: Text[] = current
  .filter((path) => /\.(ts|tsx|js|mjs|sql)$/.test(path) && !path.endsWith('references.check.ts'))
  .map((path) => ({ path, text: commentsOf(read(path), path.endsWith('.sql')) }))
const texts = [...pages, ...comments]

/** All that `pattern` finds and `exists` does not know, as `path: what`. */
function missing(some: readonly Text[], pattern: RegExp, exists: (match: RegExpExecArray) => boolean): string[] {
  return some.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].flatMap((match) => (exists(match) ? [] : [`${path}: ${match[0]}`])),
  )
}

/** The numbers of `12`, `3, 5 and 6`. */
const numbersOf = (list: string) => list.match(/\d+/g)!.map(Number)
const LIST = '(\\d+(?:(?:,\\s+|\\s+and\\s+|,\\s+and\\s+)\\d+)*)\\b'
const isEvery = (known: ReadonlySet<number>) => (match: RegExpExecArray) =>
  numbersOf(match[1]!).every((number) => known.has(number))
const numberedLines = (path: string) =>
  new Set([...read(path).matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number)))

describe('comments and pages', () => {
  it('name files that exist', () => {
    // `NNNN` stands for a number.
    const file =
      /(?<![\w./@:$*<{-])(?!NNNN)(?:\.{1,2}\/)*((?:[\w-]+\/)*[\w-]+(?:\.(?:test|long|check|config|d))?\.(?:tsx?|mjs|sql|md))\b(?!\.\w)/g
    assert.deepEqual(
      missing(texts, file, ([, path]) => ends.has(path!) || OF_READERS.has(path!)),
      [],
    )
  })

  it('name folders and files of the server that exist', () => {
    const path =
      /(?<![\w./-])(?:server\/src\/)?((?:platform|core|features|programs|hostile|flows|faults)\/[\w-]+(?:\/[\w-]+)*)/g
    assert.deepEqual(
      missing(texts, path, ([, below]) => inServer.has(below!)),
      [],
    )
    const full = /\bserver\/src\/([\w-]+(?:\/[\w-]+)*)/g
    assert.deepEqual(
      missing(texts, full, ([, below]) => inServer.has(below!)),
      [],
    )
  })

  it('name records by the number of one file', () => {
    const numbers = paths.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []).map(Number)
    const records = new Set(numbers)
    assert.equal(records.size, numbers.length, 'two records have one number')
    const list = new RegExp(`\\b[Rr]ecords?\\s+${LIST}`, 'g')
    const [ofRecords, others] = [true, false].map((isRecord) =>
      texts.filter(({ path }) => path.startsWith('docs/decisions/') === isRecord),
    )
    assert.deepEqual(missing(others!, list, isEvery(records)), [])
    // Records name those that they replace.
    const replaced = [...read('docs/decisions/README.md').matchAll(/^\| (\d+), /gm)].map(([, number]) => Number(number))
    assert.deepEqual(missing(ofRecords!, list, isEvery(new Set([...records, ...replaced]))), [])
    const named = missing(texts, /\(decisions?: [^)]*\)/g, () => false)
    assert.deepEqual(named, [], 'a record is named by its number')
  })

  it('name migrations that exist', () => {
    const migrations = new Set(
      paths.flatMap((path) => /^server\/migrations\/(\d{4})_/.exec(path)?.[1] ?? []).map(Number),
    )
    const sources = comments.filter(({ path }) => path.startsWith('server/src/') || path.endsWith('.sql'))
    assert.deepEqual(missing(sources, new RegExp(`\\b[Mm]igrations?\\s+${LIST}`, 'g'), isEvery(migrations)), [])
  })

  it('name rules and invariants that exist', () => {
    const rules = numberedLines('STYLE.md')
    const invariants = numberedLines('docs/invariants.md')
    // The rules of the specification have numbers too.
    const ours = texts.filter(({ path }) => !path.includes('specification'))
    assert.deepEqual(missing(ours, new RegExp(`\\brules?\\s+${LIST}`, 'g'), isEvery(rules)), [])
    assert.deepEqual(missing(texts, new RegExp(`\\b[Ii]nvariants?\\s+${LIST}`, 'g'), isEvery(invariants)), [])
  })

  it('name headings that exist', () => {
    const heading = /\b((?:[\w-]+\/)*[\w-]+\.md)`?\)?, "([^"\n]+)"/g
    const headings = (page: string) =>
      paths
        .filter((path) => path === page || path.endsWith(`/${page}`))
        .flatMap((path) => read(path).match(/^#+ .*$/gm) ?? [])
    assert.deepEqual(
      missing(texts, heading, ([, page, title]) => headings(page!).some((line) => line.replace(/^#+ /, '') === title)),
      [],
    )
  })
})
