/**
 * A partial: a named Liquid text of the account. Templates and other partials use it by its name. A layout is a partial
 * with blocks. Templates are rendered with the partials in force.
 *
 * Each partial is parsed by itself, so a new version cannot make a template invalid. The limits bound the work of a
 * template with all its partials: their number and bytes, and the levels of partials within partials.
 */
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { unknownPartial } from './engine.ts'
import { placeIn } from './parse.ts'
import type { Checked, FieldText } from './parse.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { ENTRY_CHARACTERS } from './render.ts'
import type { LoadedPartial, LocalizablePartial } from './render.ts'

export const PARTIALS_MAX = 100
/** Partials within partials. With the blocks of each one, a render stays far below the limit of the stack. */
export const PARTIAL_LEVELS_MAX = 5
/** The texts in force of an account, as UTF-8. A render may parse all of them. */
const PARTIALS_BYTES_MAX = 1024 * 1024

/** The text of a partial in another language. */
export interface PartialLocale {
  locale: string
  text: string
}

/** The errors of texts whose partials do not exist: the first one of each field, with its place. */
export function missingPartials(
  texts: readonly FieldText[],
  { uses }: Pick<Checked, 'uses'>,
  existing: ReadonlySet<string>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, name, at } of uses) {
    if (existing.has(name) || errors[field] !== undefined) continue
    const { text } = texts.find((one) => one.field === field)!
    errors[field] = [`is not valid: ${unknownPartial(name)} ${placeIn(text, at)}`]
  }
  return errors
}

/** The errors of a partial to be saved. `others`: the other partials of the account, and their bytes in all. */
export function partialErrors(
  { name, texts, uses }: { name: string; texts: readonly FieldText[]; uses: Checked['uses'] },
  others: { graph: PartialGraph; bytes: number },
): FieldErrors {
  const graph = new Map([...others.graph, [name, uses.map((use) => use.name)]])
  const missing = missingPartials(texts, { uses }, new Set(graph.keys()))
  if (Object.keys(missing).length > 0) return missing
  for (const { field } of texts) {
    const ofText = uses.filter((use) => use.field === field).map((use) => use.name)
    const mistake = graphMistake(new Map([...graph, [name, ofText]]), name)
    if (mistake !== null) return { [field]: [mistake] }
  }
  const bytes = texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), others.bytes)
  return bytes <= PARTIALS_BYTES_MAX
    ? {}
    : { text: ['is too long together with the other partials of the account (maximum is 1 MiB in total)'] }
}

/** Partials by their names, each with the names of the partials that it uses. */
export type PartialGraph = ReadonlyMap<string, readonly string[]>

const arrows = (names: readonly string[]) => names.join(' → ')

/**
 * The mistake of partials that use themselves or nest too deeply, without a subject: "is part of a cycle: footer → base →
 * footer". Null: there is none. Looks at the partial `from` first. Unknown partials are skipped.
 */
export function graphMistake(graph: PartialGraph, from: string): string | null {
  /** The longest chain that begins with the partial. */
  const chains = new Map<string, readonly string[]>()
  const open: string[] = []
  let cycle: readonly string[] | null = null

  function chainOf(name: string): readonly string[] {
    const known = chains.get(name)
    if (known !== undefined || cycle !== null) return known ?? []
    const begin = open.indexOf(name)
    if (begin >= 0) {
      cycle = [...open.slice(begin), name]
      return []
    }
    open.push(name)
    let longest: readonly string[] = []
    for (const used of graph.get(name) ?? []) {
      const chain = graph.has(used) ? chainOf(used) : []
      if (chain.length > longest.length) longest = chain
    }
    open.pop()
    const chain = [name, ...longest]
    chains.set(name, chain)
    return chain
  }

  let deepest: readonly string[] = []
  for (const name of [from, ...graph.keys()]) {
    const chain = chainOf(name)
    if (cycle !== null) return `is part of a cycle: ${arrows(cycle)}`
    if (chain.length > deepest.length) deepest = chain
  }
  if (deepest.length <= PARTIAL_LEVELS_MAX) return null
  return `nests partials too deeply (maximum is ${PARTIAL_LEVELS_MAX}): ${arrows(deepest)}`
}

/** A partial in force, as the statement for templates reads it. */
export type FoundPartial = Pick<LoadedPartial, 'id' | 'name' | 'version'>

interface VersionKey {
  bucket: number
  accountId: number
  partialId: number
  version: number
}

/** Characters of the texts that a process keeps. */
const CHARACTERS_MAX = 8 * 1024 * 1024

const loadTexts = columns('bucket smallint, account_id bigint, partial_id bigint, version integer').sql(
  'partial_versions.load',
  ({ input }) => `select v.account_id, v.partial_id, v.version, v.text, v.locales
   from ${input} join partial_versions v on v.bucket = input.bucket and v.account_id = input.account_id
     and v.partial_id = input.partial_id and v.version = input.version`,
)

/** SQL: the partials that `templates t` reaches, as JSON of `FoundPartial[]`, ordered by their ids. */
export const REACHED_BY_TEMPLATE = `(
      with recursive reached (id) as (
        select u.partial_id from template_partials u
        where u.bucket = t.bucket and u.account_id = t.account_id and u.template_id = t.id
        union
        select u.used_id from reached join partial_uses u
          on u.bucket = t.bucket and u.account_id = t.account_id and u.partial_id = reached.id
      )
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'version', p.version) order by p.id), '[]')
      from reached join partials p
        on p.bucket = t.bucket and p.account_id = t.account_id and p.id = reached.id
    )`

type Texts = Pick<LocalizablePartial, 'text' | 'locales'>

interface Wanted {
  bucket: number
  accountId: number
  partials: readonly FoundPartial[]
}

const keyOf = (accountId: number, partialId: number, version: number) => `${accountId}/${partialId}/${version}`

/** Returns the partials of each one with their texts. One statement reads the texts that are not in memory. */
export function createPartialLoader(): (
  connection: Connection,
  wanted: readonly Wanted[],
) => Promise<LocalizablePartial[][]> {
  const known = new BoundedMap<string, Texts>(CHARACTERS_MAX)

  return async (connection, wanted) => {
    const texts = new Map<string, Texts>()
    const unknown = new Map<string, VersionKey>()
    for (const { bucket, accountId, partials } of wanted)
      for (const { id, version } of partials) {
        const key = keyOf(accountId, id, version)
        const found = known.get(key)
        if (found === undefined) unknown.set(key, { bucket, accountId, partialId: id, version })
        else texts.set(key, found)
      }
    const read = unknown.size === 0 ? [] : await loadTexts(connection, [...unknown.values()])
    for (const { accountId, partialId, version, text, locales: inOthers } of read) {
      const key = keyOf(accountId, partialId, version)
      const found = { text, locales: inOthers }
      known.set(key, found, inOthers.reduce((sum, one) => sum + one.text.length, text.length) + ENTRY_CHARACTERS)
      texts.set(key, found)
    }
    return wanted.map(({ accountId, partials }) =>
      partials.map((partial) => ({
        ...partial,
        ...texts.get(keyOf(accountId, partial.id, partial.version))!,
      })),
    )
  }
}

/** The mistakes of texts by their fields, as the API shows them. */
export function errorsOf(mistakes: Record<string, string>): FieldErrors {
  return Object.fromEntries(Object.entries(mistakes).map(([field, sentence]) => [field, [sentence]]))
}
