import { isoTime } from '../clock.ts'
import { sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'

/** What the sandbox was given, and what it will report of it. */
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
  reports: readonly { fact: SandboxFact; dueAt: number }[]
}

export type SandboxFact = 'delivered' | 'opened' | 'bounced'

export interface SandboxReport {
  bucket: number
  accountId: number
  deliveryId: number
  fact: SandboxFact
  dueAt: number
}

const insertSandboxMessages = sql<{ delivery_id: number }>(
  'sandbox.insert',
  `with messages as (
     insert into sandbox_messages (bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at)
     select * from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::smallint[], $5::bigint[], $6::text[], $7::text[],
       $8::text[], $9::timestamptz[])
     on conflict (bucket, account_id, delivery_id, number) do nothing
     returning delivery_id
   ), reports as (
     insert into sandbox_reports (bucket, account_id, delivery_id, fact, due_at)
     select * from unnest($10::smallint[], $11::bigint[], $12::bigint[], $13::text[], $14::timestamptz[])
     on conflict (bucket, account_id, delivery_id, fact) do nothing
     returning delivery_id
   )
   select delivery_id from messages`,
)

/** Keeps messages and owes their reports, all or none; what is there already stays as it is. */
export async function storeSandboxMessages(connection: Connection, messages: readonly SandboxMessage[]): Promise<void> {
  const sorted = messages.toSorted(
    (one, other) =>
      one.bucket - other.bucket ||
      one.accountId - other.accountId ||
      one.deliveryId - other.deliveryId ||
      one.number - other.number,
  )
  const reports = sorted.flatMap((message) => message.reports.map((report) => ({ ...message, ...report })))
  await insertSandboxMessages(
    connection,
    sorted.map((message) => message.bucket),
    sorted.map((message) => message.accountId),
    sorted.map((message) => message.deliveryId),
    sorted.map((message) => message.number),
    sorted.map((message) => message.channelId),
    sorted.map((message) => message.sentTo),
    sorted.map((message) => message.subject),
    sorted.map((message) => message.body),
    sorted.map((message) => message.at),
    reports.map((report) => report.bucket),
    reports.map((report) => report.accountId),
    reports.map((report) => report.deliveryId),
    reports.map((report) => report.fact),
    reports.map((report) => report.dueAt),
  )
}

const takeDueReports = sql<{
  bucket: number
  account_id: number
  delivery_id: number
  fact: SandboxFact
  due_at: number
}>(
  'sandbox.take_due_reports',
  `with due as (
     select bucket, account_id, delivery_id, fact from sandbox_reports
     where bucket = any($1::smallint[]) and due_at <= $2
     order by due_at limit $3
   ), taken as (
     delete from sandbox_reports r using due d
     where r.bucket = any($1) and r.bucket = d.bucket and r.account_id = d.account_id and r.delivery_id = d.delivery_id
       and r.fact = d.fact
     returning r.bucket, r.account_id, r.delivery_id, r.fact, r.due_at
   )
   select bucket, account_id, delivery_id, fact, due_at from taken order by due_at, account_id, delivery_id`,
)

/**
 * Takes at most `limit` reports of these buckets that are due at `nowMs`, the earliest first. They are gone when the
 * caller's transaction commits, together with the facts that it records of them; otherwise they are still owed.
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
    accountId: row.account_id,
    deliveryId: row.delivery_id,
    fact: row.fact,
    dueAt: row.due_at,
  }))
}
