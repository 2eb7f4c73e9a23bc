import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { BUCKET_COUNT } from '../../platform/ids.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { secretContext } from './endpoints/reader.ts'

const ROWS_AT_ONCE = 500

const readSecrets = sql(
  'webhook_endpoints.read_secrets',
  `select account_id, id, secret, previous_secret from webhook_endpoints
   where bucket = $1 and account_id > $2 order by account_id limit $3`,
)

/** Changes only secrets equal to the ones read. A rotation meanwhile has already used the current key. */
const replaceSecrets = sql(
  'webhook_endpoints.replace_secrets',
  `update webhook_endpoints set secret = $5, previous_secret = $6
   where bucket = $1 and account_id = $2 and id = $3 and secret = $4 returning id`,
)

/**
 * Encrypts webhook secrets with the ring's first key, if they use another one. Returns the number of changed endpoints.
 */
export async function reencryptWebhookSecrets(connection: Connection, cipher: SecretsCipher): Promise<number> {
  let changed = 0
  for (let bucket = 0; bucket < BUCKET_COUNT; bucket++)
    for (let afterAccountId = 0; ;) {
      const rows = await readSecrets(connection, bucket, afterAccountId, ROWS_AT_ONCE)
      for (const { accountId, id, secret, previousSecret: previous } of rows) {
        if (![secret, previous].some((stored) => stored !== null && cipher.needsReencryption(stored))) continue
        const context = secretContext(accountId, id)
        const again = (stored: string) => cipher.encrypt(cipher.decrypt(stored, context), context)
        const values = [secret, again(secret), previous === null ? null : again(previous)] as const
        changed += (await replaceSecrets(connection, bucket, accountId, id, ...values)).length
      }
      if (rows.length < ROWS_AT_ONCE) break
      afterAccountId = rows.at(-1)!.accountId
    }
  return changed
}
