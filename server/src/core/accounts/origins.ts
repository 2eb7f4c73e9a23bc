/** The origins whose pages may read the inboxes of the account's recipients. */
import Type from 'typebox'
import type { FieldErrors } from '../../platform/errors.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'

const ORIGIN_CHARACTERS_MAX = 300
const ORIGINS_MAX = 20

export const OriginsInput = Type.Array(Type.String({ maxLength: ORIGIN_CHARACTERS_MAX }), {
  maxItems: ORIGINS_MAX,
  description:
    'The origins of your pages that show the inbox, exactly as browsers send them. They replace the former ones',
  examples: [['https://app.example.com']],
})

export const OriginsOutput = Type.Array(Type.String())

/**
 * True if the text is an origin exactly as browsers send it: scheme, host, and a port that is not the scheme's own. A host
 * with `*` is an origin for the parser of URLs, but it would match no page.
 */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false
  const { protocol, origin } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && origin === text
}

/** The errors of given origins by field, or null. */
export function originErrors(origins: readonly string[]): FieldErrors | null {
  const index = origins.findIndex((origin) => !isOrigin(origin))
  if (index >= 0)
    return {
      [`allowed_origins.${index}`]: ['must be an origin like https://app.example.com, without a path or a wildcard'],
    }
  return new Set(origins).size < origins.length ? { allowed_origins: ['has an origin twice'] } : null
}

const readSql = sql(
  'allowed_origins.read',
  'select origin from allowed_origins where bucket = $1 and account_id = $2 order by origin',
)

export async function readOrigins(connection: Connection, bucket: number, accountId: number): Promise<string[]> {
  return (await readSql(connection, bucket, accountId)).map(({ origin }) => origin)
}

const replaceSql = columns('origin text').sql(
  'allowed_origins.replace',
  ({ input }, bucket, accountId) => `with input as (
     select origin from ${input}
   ), removed as (
     delete from allowed_origins
     where bucket = ${bucket} and account_id = ${accountId} and origin not in (select origin from input)
     returning origin
   ), added as (
     insert into allowed_origins (bucket, account_id, origin)
     select ${bucket}, ${accountId}, origin from input order by origin
     on conflict (bucket, account_id, origin) do nothing
     returning origin
   )
   select origin from removed union all select origin from added`,
)

/** Stores exactly these origins. Call it in a transaction that holds the account's lock (`lockAccount`). Returns the changed ones. */
export async function replaceOrigins(
  connection: Connection,
  bucket: number,
  accountId: number,
  origins: readonly string[],
): Promise<string[]> {
  const rows = origins.map((origin) => ({ origin }))
  return (await replaceSql(connection, rows, bucket, accountId)).map(({ origin }) => origin)
}
