import { sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { BUCKET_COUNT } from '../ids.ts'
import type { SecretsCipher } from '../secrets.ts'
import { secretsContext } from './channel.ts'

const ROWS_AT_ONCE = 500

const readSettings = sql<
  { account_id: number; id: number; encrypted_settings: string },
  [bucket: number, afterAccountId: number, afterId: number, rows: number]
>(
  'channels.read_encrypted_settings',
  `select account_id, id, encrypted_settings from channels
   where bucket = $1 and (account_id, id) > ($2::bigint, $3::bigint) and encrypted_settings is not null
   order by account_id, id limit $4`,
)

/** Replaces only unchanged settings: a change meanwhile has already used the current key. */
const replaceSettings = sql<
  { id: number },
  [bucket: number, accountId: number, id: number, settingsBefore: string, settings: string]
>(
  'channels.replace_encrypted_settings',
  `update channels set encrypted_settings = $5
   where bucket = $1 and account_id = $2 and id = $3 and encrypted_settings = $4 returning id`,
)

/**
 * Encrypts channel secrets of older keys again with the first key of SECRETS_KEYS. Returns the number of changed
 * channels.
 */
export async function reencryptChannels(connection: Connection, cipher: SecretsCipher): Promise<number> {
  let changed = 0
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++)
    for (let after = { account_id: 0, id: 0 }; ;) {
      const rows = await readSettings(connection, bucket, after.account_id, after.id, ROWS_AT_ONCE)
      for (const { account_id: accountId, id, encrypted_settings: stored } of rows) {
        if (!cipher.needsReencryption(stored)) continue
        const context = secretsContext(accountId, id)
        const again = cipher.encrypt(cipher.decrypt(stored, context), context)
        changed += (await replaceSettings(connection, bucket, accountId, id, stored, again)).length
      }
      if (rows.length < ROWS_AT_ONCE) break
      after = rows.at(-1)!
    }
  return changed
}
