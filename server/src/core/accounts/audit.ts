import type { Connection } from '../../platform/db/sql.ts'
import { insertAuditEntries, findActorNames } from './queries.ts'

/** The kinds of objects with changes in the audit log: the part of an action before the point. */
export const AUDIT_OBJECTS = [
  'account',
  'api_key',
  'member',
  'message_resend',
  'notification_channel',
  'notification_user',
  'preference_page',
  'recipient_signing_key',
  'suppression',
  'topic',
  'webhook_endpoint',
] as const

interface AuditEntry {
  bucket: number
  accountId: number
  /** `<noun>.<event>`: `webhook_endpoint.disabled`. The noun is in `AUDIT_OBJECTS`. */
  action: string
  /** `api_key:12`, `member:3`, `system` or `command_line`. */
  actor: string
  /** ms since the epoch. */
  at: number
  /** The IP address of the caller. Null if the service itself acts. */
  origin: string | null
  /** The changed object: `webhook_endpoint:7`, or null. */
  target: string | null
  /** The change, without secrets. */
  details: Record<string, unknown>
}

/** Writes audit log entries. Call it in the transaction of the changes. */
export async function recordAudit(connection: Connection, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await insertAuditEntries(
    connection,
    entries.map((entry) => ({ ...entry, details: JSON.stringify(entry.details) })),
  )
}

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
