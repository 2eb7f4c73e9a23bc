/** Finds the streams whose credential has ended. */
import { rowOf } from '../../platform/db/id-conditions.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import type { InboxStream } from './stream.ts'

/** Those of the keys and recipients that both exist, in no order. */
const findSigners = columns('bucket smallint, account_id bigint, key_id bigint, recipient_id bigint').sql<{
  account_id: number
  key_id: number
  recipient_id: number
}>(
  'inbox.find_signers',
  ({ input }) => `select i.account_id, i.key_id, i.recipient_id
   from (select distinct * from ${input}) i
   cross join ${rowOf(['recipient_signing_keys', 'k'], 'i', ['id', 'key_id'])}
   cross join ${rowOf(['recipients', 'r'], 'i', ['id', 'recipient_id'], 'and one.deleted_at is null')}`,
)

const nameOf = (accountId: number, keyId: number, recipientId: number) => `${accountId}/${keyId}/${recipientId}`

/** Those of the streams whose signing key or recipient was deleted. One statement reads the keys of all streams. */
export async function unsignedOf(pool: Pool, streams: readonly InboxStream[]): Promise<InboxStream[]> {
  const rows = await findSigners(
    pool,
    streams.map(({ owner, keyId }) => ({ ...owner, keyId })),
  )
  const signers = new Set(rows.map((row) => nameOf(row.account_id, row.key_id, row.recipient_id)))
  return streams.filter(({ owner, keyId }) => !signers.has(nameOf(owner.accountId, keyId, owner.recipientId)))
}
