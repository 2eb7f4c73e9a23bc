/** The keys of an account that sign recipient tokens. The account's own server may sign with them too. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import { Id, Time } from '../../platform/http/schemas.ts'
import { randomBase62 } from '../../platform/ids.ts'
import { reencryptRows } from '../../platform/secrets.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'

/** Keys of an account: the old and the new one of a rotation, for several servers. */
export const SIGNING_KEYS_MAX = 20
const SECRET_CHARACTERS = 43

/** Every character of the secret is a byte of the key of HMAC-SHA256: 256 bits of chance. */
export const newSigningSecret = () => `rsk_${randomBase62(SECRET_CHARACTERS)}`

const fields = {
  id: Id,
  name: Type.String(),
  last4: Type.String({ description: 'The last four characters of the secret' }),
  created_at: Time,
}
export const SigningKeyOutput = Type.Object(fields)
export const SigningKeyOnce = Type.Object({
  ...fields,
  secret: Type.String({ description: 'Shown only once. All its characters are the key of HS256' }),
})

export type SigningKeyRow = Row<typeof insertSql>

export function signingKeyView({ id, name, last4, createdAt }: SigningKeyRow): Static<typeof SigningKeyOutput> {
  return { id, name, last4, created_at: isoTime(createdAt) }
}

/** The encryption context of a secret: it only decrypts for its row. */
export const signingContext = (accountId: number, id: number) => `recipient_signing_keys.secret:${accountId}:${id}`

const nextIdSql = sql('recipient_signing_keys.next_id', `select nextval('recipient_signing_keys_id_seq') as id`)

const insertSql = sql(
  'recipient_signing_keys.insert',
  `with inserted as (
     insert into recipient_signing_keys (bucket, account_id, id, name, secret, last4, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::timestamptz) returning id, name, last4, created_at
   ) select id, name, last4, created_at from inserted`,
)

export const countSigningKeys = sql(
  'recipient_signing_keys.count',
  `select count(*) from (
     select from recipient_signing_keys where bucket = $1 and account_id = $2 limit $3
   ) counted`,
)

export const listSigningKeys = sql(
  'recipient_signing_keys.list',
  `with listed as materialized (
     select id, name, last4, created_at from recipient_signing_keys
     where bucket = $1 and account_id = $2 and ($3::timestamptz is null or (created_at, id) < ($3, $4))
     order by created_at desc, id desc limit $5
   ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('name'))} order by ${NEWEST_FIRST}`,
)

export const deleteSigningKey = sql(
  'recipient_signing_keys.delete',
  `with deleted as (
     delete from recipient_signing_keys where bucket = $1 and account_id = $2 and id = $3 returning name
   ) select name from deleted`,
)

/** The newest key. */
export const newestSigningKey = sql(
  'recipient_signing_keys.newest',
  `select id, secret from recipient_signing_keys where bucket = $1 and account_id = $2
   order by created_at desc, id desc limit 1`,
)

/** Stores a new key with its secret. */
export async function storeSigningKey(
  connection: Connection,
  cipher: SecretsCipher,
  { bucket, accountId }: { bucket: number; accountId: number },
  { name, secret, nowMs }: { name: string; secret: string; nowMs: number },
): Promise<SigningKeyRow> {
  const [next] = await nextIdSql(connection)
  const { id } = next!
  const encrypted = cipher.encrypt(secret, signingContext(accountId, id))
  const [row] = await insertSql(connection, bucket, accountId, id, name, encrypted, secret.slice(-4), isoTime(nowMs))
  return row!
}

const readSecretsSql = sql(
  'recipient_signing_keys.read_secrets',
  `select account_id, id, secret as stored from recipient_signing_keys
   where bucket = $1 and (account_id, id) > ($2::bigint, $3::bigint) order by account_id, id limit $4`,
)

const replaceSecretSql = sql(
  'recipient_signing_keys.replace_secret',
  `update recipient_signing_keys set secret = $5
   where bucket = $1 and account_id = $2 and id = $3 and secret = $4 returning id`,
)

/** Encrypts the secrets with the ring's first key, if they use another one. Returns the number of changed keys. */
export function reencryptSigningKeys(connection: Connection, cipher: SecretsCipher): Promise<number> {
  return reencryptRows(cipher, {
    read: (...values) => readSecretsSql(connection, ...values),
    replace: (...values) => replaceSecretSql(connection, ...values),
    contextOf: signingContext,
  })
}
