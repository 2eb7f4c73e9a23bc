/** The rows of `accounts`: the directory has those of all accounts, every server those of its buckets. */
import type { Connection, Row } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Mover } from './mover.ts'

const readAccounts = sql(
  'buckets.read_accounts',
  'select id, name, created_at::text as "created_at!" from accounts where bucket = $1 order by id',
)

const insertAccounts = sql(
  'buckets.insert_accounts',
  `insert into accounts (bucket, id, name, created_at)
   select $1, a.id, a.name, a.created_at::timestamptz
   from unnest($2::bigint[], $3::text[], $4::text[]) as a (id, name, created_at) order by a.id
   on conflict (bucket, id) do nothing returning id`,
)

/** Adds the accounts that the target lacks. */
export async function copyAccounts({ bucket, directory, target }: Mover): Promise<void> {
  if (target.fence.isDirectory) return
  await insertInto(target.session, bucket, await readAccounts(directory, bucket))
}

async function insertInto(
  target: Connection,
  bucket: number,
  accounts: readonly Row<typeof readAccounts>[],
): Promise<void> {
  await insertAccounts(
    target,
    bucket,
    accounts.map(({ id }) => id),
    accounts.map(({ name }) => name),
    accounts.map(({ createdAt }) => createdAt),
  )
}
