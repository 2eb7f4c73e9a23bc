import type { Connection } from '../db/sql.ts'
import { insertAuditEntries } from './queries.ts'

export interface AuditEntry {
  bucket: number
  accountId: number
  /** `<noun>.<what happened>`: `webhook_endpoint.disabled`. */
  action: string
  /** Who: `api_key:12`, `member:3`, `system`, `command_line`. */
  actor: string
  /** ms since the epoch */
  at: number
  /** From where: the caller's address, or null for what the service does by itself. */
  origin: string | null
  /** What: `webhook_endpoint:7`, or null. */
  target: string | null
  /** What changed; never a secret. */
  details: Record<string, unknown>
}

/** Writes entries of the audit log, in the transaction of what they tell of. */
export async function recordAudit(connection: Connection, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await insertAuditEntries(
    connection,
    entries.map((entry) => ({ ...entry, details: JSON.stringify(entry.details) })),
  )
}
