import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'

const COLUMNS = 'id, recipient_id, platform, token, subscription, created_at, updated_at'

/** Not paged, because a recipient has at most DEVICES_MAX. */
export const listDevices = sql(
  'devices.list',
  `select ${COLUMNS} from devices where bucket = $1 and account_id = $2 and recipient_id = $3 order by id`,
)

export const findDevice = sql(
  'devices.find',
  `select ${COLUMNS} from devices where bucket = $1 and account_id = $2 and recipient_id = $3 and id = $4`,
)

export const insertDevice = sql(
  'devices.insert',
  `with inserted as (
    insert into devices (bucket, account_id, recipient_id, platform, token, subscription, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6::jsonb, $7, $7)
    returning ${COLUMNS}
  ) select ${COLUMNS} from inserted`,
)

export const updateDevice = sql(
  'devices.update',
  `with updated as (
    update devices set platform = $5, token = $6, subscription = $7::jsonb, updated_at = $8
    where bucket = $1 and account_id = $2 and recipient_id = $3 and id = $4
    returning ${COLUMNS}
  ) select ${COLUMNS} from updated`,
)

export const deleteDevice = sql(
  'devices.delete',
  `with deleted as (
    delete from devices where bucket = $1 and account_id = $2 and recipient_id = $3 and id = $4 returning id
  ) select id from deleted`,
)

/** A device that its provider reported as dead. `sentAt`: start of the send, ms since the epoch. */
export interface DeadDevice {
  bucket: number
  accountId: number
  id: number
  sentAt: number
}

const deleteDeadDevices = columns('bucket smallint, account_id bigint, id bigint, sent_at timestamptz').sql(
  'devices.delete_dead',
  ({ input }) => `with input as (
    select * from ${input}
  ), gone as (
    delete from devices v using input i
    where v.bucket = i.bucket and v.account_id = i.account_id and v.id = i.id
      and v.updated_at <= i.sent_at
    returning v.id
  ) select id from gone`,
)

/** Removes dead devices. If the app registered a device again after the send, it stays. */
export async function removeDeadDevices(connection: Connection, devices: readonly DeadDevice[]): Promise<void> {
  const sorted = devices.toSorted(
    (one, other) => one.bucket - other.bucket || one.accountId - other.accountId || one.id - other.id,
  )
  await deleteDeadDevices(connection, sorted)
}
