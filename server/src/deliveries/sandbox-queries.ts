/** What of a delivery is shown beside the message that the sandbox was given of it. */
import { sql } from '../db/sql.ts'
import type { BodyFormat } from '../templates/parse.ts'
import type { DeliveryStatus } from './status.ts'

export interface SandboxDeliveryRow {
  id: number
  status: DeliveryStatus
  message_id: number
  channel_id: number
  channel_name: string
  channel_type: string
}

export const findSandboxDeliveries = sql<
  SandboxDeliveryRow,
  [bucket: number, accountId: number, ids: readonly number[]]
>(
  'sandbox.find_deliveries',
  `select d.id, d.status, d.message_id, d.channel_id, c.name as channel_name, c.channel_type
   from deliveries d
   join channels c on c.bucket = $1 and c.account_id = d.account_id and c.id = d.channel_id
   where d.bucket = $1 and d.account_id = $2 and d.id = any($3::bigint[])`,
)

/** The format of the body of a message. */
export const findBodyFormat = sql<{ body_format: BodyFormat }, [bucket: number, accountId: number, messageId: number]>(
  'sandbox.find_body_format',
  `select v.body_format from messages m
   join template_versions v on v.bucket = $1 and v.account_id = m.account_id and v.template_id = m.template_id
     and v.version = m.template_version
   where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
)
