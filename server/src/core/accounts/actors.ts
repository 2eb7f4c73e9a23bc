/** The names of the actors in a log: `api_key:12`, `member:3`. */
import type { Connection } from '../../platform/db/sql.ts'
import { findActorNames } from './queries.ts'

function idsOf(kind: string, rows: readonly { actor: string }[]): number[] {
  const ids = rows.map(({ actor }) => new RegExp(`^${kind}:(\\d{1,15})$`).exec(actor)?.[1])
  return [...new Set(ids)].filter((id) => id !== undefined).map(Number)
}

/**
 * The names of members and API keys by their actor. Former members have none. `connection`: to the directory.
 */
export async function nameActors(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  rows: readonly { actor: string }[],
): Promise<Map<string, string>> {
  const [members, keys] = [idsOf('member', rows), idsOf('api_key', rows)]
  const named = await findActorNames(connection, bucket, accountId, members, keys)
  return new Map(named.map(({ actor, name }) => [actor, name]))
}
