import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { reencryptRows } from '../../platform/secrets.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { secretsContext } from './secrets.ts'

const readStored = sql(
  'channels.read_encrypted_settings',
  `select account_id, id, encrypted_settings as "stored!" from channels
   where bucket = $1 and (account_id, id) > ($2::bigint, $3::bigint) and encrypted_settings is not null
   order by account_id, id limit $4`,
)

const replaceStored = sql(
  'channels.replace_encrypted_settings',
  `update channels set encrypted_settings = $5
   where bucket = $1 and account_id = $2 and id = $3 and encrypted_settings = $4 returning id`,
)

/**
 * Encrypts channel secrets of older keys again with the first key of SECRETS_KEYS. Returns the number of changed
 * channels.
 */
export function reencryptChannels(connection: Connection, cipher: SecretsCipher): Promise<number> {
  return reencryptRows(cipher, {
    read: (...values) => readStored(connection, ...values),
    replace: (...values) => replaceStored(connection, ...values),
    contextOf: secretsContext,
  })
}
