import { isoTime } from '../../platform/clock.ts'
import { byKey, rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'

/** SQL: true if the recipient of a row was erased, perhaps during the send. */
export const isErased = (row: string): string => `coalesce((
       select true from recipients r where r.bucket = ${row}.bucket and r.account_id = ${row}.account_id
         and r.id = ${row}.recipient_id and r.erased_at is not null limit 1), false)`

/** A message that the sandbox received, and the reports that will follow. */
export interface SandboxMessage {
  bucket: number
  accountId: number
  deliveryId: number
  number: number
  channelId: number
  sentTo: string
  subject: string
  body: string
  at: number
  /** When the report is due, ms since the epoch. Null: never. */
  deliveredAt: number | null
  openedAt: number | null
  bouncedAt: number | null
}

export type SandboxFact = 'delivered' | 'opened' | 'bounced'

export interface SandboxReport {
  bucket: number
  accountId: number
  deliveryId: number
  fact: SandboxFact
  dueAt: number
}

/** Keeps messages and owes their reports, all or none; what is there already stays as it is. Given in key order. */
export const storeSandboxMessages = columns(
  `bucket smallint, account_id bigint, delivery_id bigint, number smallint, channel_id bigint, sent_to text, subject text,
   body text, at timestamptz, delivered_at timestamptz null, opened_at timestamptz null, bounced_at timestamptz null`,
).sql(
  'sandbox.insert',
  ({ input, between }) => `with input as (
     select i.* from (select * from ${input}) i
     left join ${rowOf(['deliveries', 'd'], 'i', ['id', 'delivery_id'], `and ${between('one.id', 'delivery_id')}`)} on true
     where not ${isErased('d')}
   ), messages as (
     insert into sandbox_messages (bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at)
     select bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at from input
     on conflict (bucket, account_id, delivery_id, number) do nothing
     returning delivery_id
   ), reports as (
     insert into sandbox_reports (bucket, account_id, delivery_id, fact, due_at)
     select bucket, account_id, delivery_id, fact, due_at from input cross join lateral (
       values ('delivered', delivered_at), ('opened', opened_at), ('bounced', bounced_at)) as report (fact, due_at)
     where due_at is not null
     on conflict (bucket, account_id, delivery_id, fact) do nothing
     returning delivery_id
   )
   select delivery_id from messages`,
)

const takeDueReports = sql(
  'sandbox.take_due_reports',
  `with due as (
     select bucket, account_id, delivery_id, fact from sandbox_reports
     where bucket = any($1::smallint[]) and due_at <= $2
     order by due_at limit $3
   ), taken as (
     delete from sandbox_reports r using due d
     where ${byKey('r', 'd', 'delivery_id')} and r.fact = d.fact
     returning r.bucket, r.account_id, r.delivery_id, r.fact, r.due_at
   )
   select bucket, account_id, delivery_id, fact, due_at from taken order by due_at, account_id, delivery_id`,
)

/**
 * Deletes and returns at most `limit` reports of these buckets due at `nowMs`, earliest first. If the caller's
 * transaction rolls back, the reports stay due. So a report and the fact recorded from it commit together.
 */
export async function takeDueSandboxReports(
  connection: Connection,
  buckets: readonly number[],
  nowMs: number,
  limit: number,
): Promise<SandboxReport[]> {
  const rows = await takeDueReports(connection, buckets, isoTime(nowMs), limit)
  return rows.map((row) => ({
    bucket: row.bucket,
    accountId: row.accountId,
    deliveryId: row.deliveryId,
    fact: row.fact,
    dueAt: row.dueAt,
  }))
}
