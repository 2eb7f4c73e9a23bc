import type { Connection } from '../../platform/db/sql.ts'
import { insertAuditEntries } from './queries.ts'

export interface AuditEntry {
  bucket: number
  accountId: number
  /** `<noun>.<event>`: `webhook_endpoint.disabled`. */
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
