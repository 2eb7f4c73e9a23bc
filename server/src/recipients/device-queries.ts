import { sql } from '../db/sql.ts'
import type { DeviceRow } from './device.ts'

const COLUMNS = 'id, recipient_id, platform, token, subscription, created_at, updated_at'

type Owner = [bucket: number, accountId: number, recipientId: number]

/** All of them: a recipient has a bounded number. */
export const listDevices = sql<DeviceRow, Owner>(
  'devices.list',
  `select ${COLUMNS} from devices where bucket = $1 and account_id = $2 and recipient_id = $3 order by id`,
)

export const findDevice = sql<DeviceRow, [...Owner, id: number]>(
  'devices.find',
  `select ${COLUMNS} from devices where bucket = $1 and account_id = $2 and recipient_id = $3 and id = $4`,
)

export const insertDevice = sql<
  DeviceRow,
  [...Owner, platform: string, token: string | null, subscription: string | null, now: string]
>(
  'devices.insert',
  `with inserted as (
    insert into devices (bucket, account_id, recipient_id, platform, token, subscription, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6::jsonb, $7, $7)
    returning ${COLUMNS}
  ) select ${COLUMNS} from inserted`,
)

export const updateDevice = sql<
  DeviceRow,
  [...Owner, id: number, platform: string, token: string | null, subscription: string | null, now: string]
>(
  'devices.update',
  `with updated as (
    update devices set platform = $5, token = $6, subscription = $7::jsonb, updated_at = $8
    where bucket = $1 and account_id = $2 and recipient_id = $3 and id = $4
    returning ${COLUMNS}
  ) select ${COLUMNS} from updated`,
)

export const deleteDevice = sql<{ id: number }, [...Owner, id: number]>(
  'devices.delete',
  `with deleted as (
    delete from devices where bucket = $1 and account_id = $2 and recipient_id = $3 and id = $4 returning id
  ) select id from deleted`,
)
