/** Loads the texts of partials for renders, and keeps them in memory: a version never changes. */
import { columns } from '../../../platform/db/rows.ts'
import type { Connection } from '../../../platform/db/sql.ts'
import type { LoadedPartial } from '../render.ts'
import { createTextCache } from '../text-cache.ts'

/** A partial in force, as the statement for templates reads it. */
export type FoundPartial = Omit<LoadedPartial, 'text'>

interface VersionKey {
  bucket: number
  accountId: number
  partialId: number
  version: number
}

/** Characters of the texts that a process keeps. */
const CHARACTERS_MAX = 8 * 1024 * 1024

const loadTexts = columns('bucket smallint, account_id bigint, partial_id bigint, version integer').sql<{
  account_id: number
  partial_id: number
  version: number
  text: string
}>(
  'partial_versions.load',
  ({ input }) => `select v.account_id, v.partial_id, v.version, v.text
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
) => Promise<LoadedPartial[][]> {
  const known = createTextCache<string>(CHARACTERS_MAX)

  return async (connection, wanted) => {
    const texts = new Map<string, string>()
    const unknown = new Map<string, VersionKey>()
    for (const { bucket, accountId, partials } of wanted)
      for (const { id, version } of partials) {
        const key = keyOf(accountId, id, version)
        const text = known.get(key)
        if (text === undefined) unknown.set(key, { bucket, accountId, partialId: id, version })
        else texts.set(key, text)
      }
    const read = unknown.size === 0 ? [] : await loadTexts(connection, [...unknown.values()])
    for (const { account_id, partial_id, version, text } of read) {
      const key = keyOf(account_id, partial_id, version)
      texts.set(key, known.set(key, text.length, text))
    }
    return wanted.map(({ accountId, partials }) =>
      partials.map((partial) => ({ ...partial, text: texts.get(keyOf(accountId, partial.id, partial.version))! })),
    )
  }
}
