import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { hashApiKey } from './authentication.ts'
import { insertApiKey } from './queries.ts'
import type { ApiKeyRow } from './queries.ts'
import type { ApiKeyRole } from './role-names.ts'

const API_KEY_RANDOM_CHARACTERS = 43

export const API_KEY_NAME_CHARACTERS_MAX = 255

export function newApiKey(): string {
  return `sk_${randomBase62(API_KEY_RANDOM_CHARACTERS)}`
}

export interface NewApiKey {
  bucket: number
  accountId: number
  name: string
  role: ApiKeyRole
  /** The key in plain text. It is not stored. */
  key: string
}

export async function createApiKey(connection: Connection, clock: Clock, input: NewApiKey): Promise<ApiKeyRow> {
  const { bucket, accountId, name, role, key } = input
  const now = isoTime(clock.now())
  const [row] = await insertApiKey(connection, hashApiKey(key), bucket, accountId, name, role, key.slice(-4), now)
  return row!
}

/** The key's data as the API returns it, without the key itself. */
export function apiKeyView(row: ApiKeyRow) {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    last4: row.last4,
    created_at: isoTime(row.createdAt),
    last_used_at: isoTime(row.lastUsedAt),
    revoked_at: isoTime(row.revokedAt),
  }
}
