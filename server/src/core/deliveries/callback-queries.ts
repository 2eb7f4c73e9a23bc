/** The statements of `callbacks.ts`. */
import { isoTime } from '../../platform/clock.ts'
import { rowOf, sameRange } from '../../platform/db/id-conditions.ts'
import { removeInChunks } from '../../platform/db/in-chunks.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row, RowOf } from '../../platform/db/sql.ts'
import { isErased } from '../providers/queries.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import type { Task } from '../../platform/task-runner.ts'

/** A provider's report, identified within its channel. */
export interface ProviderEventKey {
  bucket: number
  accountId: number
  channelId: number
  eventId: string
}

/** An event to store. With a `deliveryId`, the timeline of the delivery shows it. */
export interface NewProviderEvent extends ProviderEventKey {
  deliveryId: number | null
  cause: string | null
  /** The first bytes of a mail that cannot be read. */
  source: Buffer | null
}

const insertEvents = columns(
  `bucket smallint, account_id bigint, channel_id bigint, event_id text, delivery_id bigint null, cause text null,
   source bytea null`,
).sql(
  'provider_events.insert',
  ({ input }, now) => `with inserted as (
     insert into provider_events (bucket, account_id, channel_id, event_id, created_at, delivery_id, cause, source)
     select bucket, account_id, channel_id, event_id, ${now}::timestamptz, delivery_id, cause, source
     from (select distinct on (bucket, account_id, channel_id, event_id) * from ${input}) k
     order by bucket, account_id, channel_id, event_id collate "C"
     on conflict (bucket, account_id, channel_id, event_id) do nothing
     returning account_id, channel_id, event_id
   )
   select account_id, channel_id, event_id from inserted`,
)

/** The name of an event in the result of `insertProviderEvents`. */
export function eventName(key: Omit<ProviderEventKey, 'bucket'>): string {
  return `${key.accountId}/${key.channelId}/${key.eventId}`
}

/** Stores events being recorded. Returns the names of new ones. */
export async function insertProviderEvents(
  connection: Connection,
  events: readonly NewProviderEvent[],
  nowMs: number,
): Promise<Set<string>> {
  if (events.length === 0) return new Set()
  const rows = await insertEvents(connection, events, isoTime(nowMs))
  return new Set(
    rows.map((row) => eventName({ accountId: row.accountId, channelId: row.channelId, eventId: row.eventId })),
  )
}

/** A delivery in a report, with the fields that must match. */
export interface ReportedDelivery {
  bucket: number
  accountId: number
  id: number
  channelId: number
  createdAt: number
}

const findReportedSql = columns(
  'bucket smallint, account_id bigint, id bigint, channel_id bigint, created_at timestamptz',
)
  .sql(
    'deliveries.find_reported',
    ({ input, between, bounds }) => `select distinct d.account_id, d.id, input.channel_id, d.created_at, c.channel_type,
     d.provider_message_id, ${isErased('d')} as recipient_erased, case when c.channel_type = 'email' then (
       select coalesce(email -> 'cc', '[]') || coalesce(email -> 'bcc', '[]')
       from ${rowOf(['messages', 'm'], 'd', ['id', 'message_id'], `and ${sameRange('one.id', ...bounds('id'))} and one.channel_texts is not null`)}
       cross join lateral (select m.channel_texts::jsonb -> d.channel_id::text -> 'email' as email) texts) end as copies,
     (select sent_to from ${rowOf(['sends', 's'], 'd', ['delivery_id', 'id'], `and ${between('one.delivery_id', 'id')}`)}
      order by s.number desc limit 1) as sent_to
   from ${input}
   cross join ${rowOf(['deliveries', 'd'], 'input', ['id'], `and ${between('one.id', 'id')}`)}
   cross join ${rowOf(['channels', 'c'], 'd', ['id', 'channel_id'])}
   where d.created_at = input.created_at and (d.channel_id = input.channel_id
     -- A fallback has sent it, or its send is under way.
     or exists (select from ${rowOf(['sends', 's'], 'input', ['delivery_id', 'id'], `and ${between('one.delivery_id', 'id')} and one.channel_id = input.channel_id`)})
     or exists (select from ${rowOf(['send_queue', 'q'], 'input', ['delivery_id', 'id'], 'and case when one.started_at is not null then one.channel_id = input.channel_id end')}))`,
  )
  .as<{ copies: string[] | null }>()

/** `copies`: the addresses that the mail has as cc and bcc. `sentTo`: of the newest send. Null: none. */
export type ReportedDeliveryRow = Row<typeof findReportedSql>

/**
 * The name of a delivery in the result of `findReported`. Deliveries of other channels or installations have other
 * names.
 */
export function nameOfDelivery({ accountId, id, channelId, createdAt }: Omit<ReportedDelivery, 'bucket'>): string {
  return `${accountId}/${id}/${channelId}/${createdAt}`
}

/** The existing ones of the deliveries, by name. */
export async function findReported(connection: Connection, deliveries: readonly ReportedDelivery[]) {
  const rows = await findReportedSql(connection, deliveries)
  return new Map(
    rows.map((row) => {
      const { accountId, id, channelId, createdAt } = row
      return [nameOfDelivery({ accountId, id, channelId, createdAt }), row]
    }),
  )
}

/** A report that changes no state of a delivery. `cause` null: the service cannot read the mail. */
export type DeliveryReportRow = RowOf<'provider_events.list_of_delivery'>

/** The newest reports shown. Anybody who got the mail can send more. */
const REPORTS_SHOWN_MAX = 20

const listReportsSql = sql(
  'provider_events.list_of_delivery',
  `select created_at, cause from (select * from provider_events where delivery_id = $3 offset 0) e
   where bucket = $1 and account_id = $2 order by created_at desc, event_id limit $4`,
)

/** The reports about a delivery that changed no state of it, newest first. */
export function listReports(
  connection: Connection,
  { bucket, accountId, id }: { bucket: number; accountId: number; id: number },
): Promise<DeliveryReportRow[]> {
  return listReportsSql(connection, bucket, accountId, id, REPORTS_SHOWN_MAX)
}

/** Providers repeat a report for up to three days. */
const EVENTS_KEPT_MS = 3 * 86_400_000
/** Reports in the timeline, and mails that cannot be read: a mail server gives up after some days. */
const REPORTS_KEPT_MS = 7 * 86_400_000

const removeEvents = sql(
  'provider_events.remove',
  `with old as (
     select bucket, account_id, channel_id, event_id from provider_events
     where bucket = any($1::smallint[]) and created_at < $2::timestamptz
       and (delivery_id is null and source is null or created_at < $4::timestamptz)
     order by bucket, account_id, channel_id, event_id limit $3
     for update
   ), removed as (
     delete from provider_events e using old
     where e.bucket = any($1) and e.bucket = old.bucket and e.account_id = old.account_id
       and e.channel_id = old.channel_id and e.event_id = old.event_id
     returning e.event_id
   )
   select event_id from removed`,
)

/**
 * Deletes event ids after the last possible repetition, in chunks. A later repetition does no harm, because each fact
 * is recorded once.
 */
export async function removeOldProviderEvents(
  pool: ServicePool,
  buckets: readonly number[],
  nowMs: number,
): Promise<void> {
  const [before, reportsBefore] = [isoTime(nowMs - EVENTS_KEPT_MS), isoTime(nowMs - REPORTS_KEPT_MS)]
  await removeInChunks((rows) => removeEvents(pool, buckets, before, rows, reportsBefore))
}

export const providerEventRemoval: Task = {
  name: 'provider_events_removed',
  intervalMs: 60_000,
  run: ({ pool, buckets, clock }) => removeOldProviderEvents(pool, buckets(), clock.now()),
}
