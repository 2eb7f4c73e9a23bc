/** Checks of messages, deliveries and their sends. */
import type { ServicePool } from '../../src/platform/db/pool.ts'
import { FACT_RANKS, FACTS } from '../../src/core/deliveries/status.ts'
import type { DeliveryStatus, Fact } from '../../src/core/deliveries/status.ts'
import type { EventRow } from './checker-events.ts'

interface SendRow {
  number: number
  result: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
  cause: string | null
  at: number
}

export type DeliveryRow = {
  account_id: number
  id: number
  status: DeliveryStatus
  waiting: boolean
  /** True if its recipient or channel has been deleted at any time. */
  gone: boolean
  send_at: number | null
  sends: SendRow[]
  /** Numbers of the sends that reached the sandbox. */
  given: number[]
  /**
   * The number of sandbox channels that took it, or may have. The sandbox also stores messages that it refuses. The
   * account has not asked for a send after an unknown outcome.
   */
  takers: number
} & Record<`${Fact}_at`, number | null>

/** The largest number of sends that count against the retry schedule (SEND_RETRY_SCHEDULE has five waits). */
const SENDS_MAX = 6

/** The deliveries of one account, or of all (null). If a bucket has moved, two accounts may have the same id. */
export async function readDeliveries(pool: ServicePool, accountId: number | null): Promise<DeliveryRow[]> {
  const { rows } = await pool.query<DeliveryRow>({
    text: `select d.account_id, d.id, d.status, d.scheduled_at, d.queued_at, d.retrying_at, d.sent_at, d.failed_at,
        d.delivered_at, d.bounced_at, d.opened_at, d.canceled_at, q.delivery_id is not null as waiting, m.send_at,
        num_nonnulls(r.deleted_at, c.deleted_at) > 0 as gone,
        coalesce((select json_agg(json_build_object('number', s.number, 'result', s.result, 'cause', s.cause,
            'at', extract(epoch from s.started_at) * 1000) order by s.number)
          from sends s where s.bucket = d.bucket and s.account_id = d.account_id and s.delivery_id = d.id), '[]') as sends,
        coalesce((select json_agg(g.number order by g.number) from sandbox_messages g
          where g.bucket = d.bucket and g.account_id = d.account_id and g.delivery_id = d.id), '[]') as given,
        (select count(distinct g.channel_id)::int from sandbox_messages g
          left join sends s on s.bucket = g.bucket and s.account_id = g.account_id and s.delivery_id = g.delivery_id
            and s.number = g.number
          where g.bucket = d.bucket and g.account_id = d.account_id and g.delivery_id = d.id
            and s.cause is distinct from 'sandbox: send ' || g.number || ' fails for now') as takers
      from deliveries d
      join recipients r on r.bucket = d.bucket and r.account_id = d.account_id and r.id = d.recipient_id
      join channels c on c.bucket = d.bucket and c.account_id = d.account_id and c.id = d.channel_id
      left join messages m on m.bucket = d.bucket and m.account_id = d.account_id and m.id = d.message_id
      left join send_queue q on q.bucket = d.bucket and q.account_id = d.account_id and q.delivery_id = d.id
      where $1::bigint is null or d.account_id = $1`,
    values: [accountId],
  })
  return rows
}

/** Invariants 1 and 2: every fact has exactly one event, and the status never falls. */
function judgeFacts(delivery: DeliveryRow, events: readonly EventRow[]): string[] {
  const breaches: string[] = []
  const facts = FACTS.filter((fact) => fact !== 'retrying' && delivery[`${fact}_at`] !== null)
  const types = events.map((event) => event.type)
  for (const fact of facts)
    if (types.filter((type) => type === `delivery.${fact}`).length !== 1)
      breaches.push(`the fact ${fact} has the events ${types.join(', ')}`)
  if (types.length !== facts.length) breaches.push(`facts ${facts.join(', ')}, events ${types.join(', ')}`)
  let rank = 0
  for (const event of events) {
    const body = JSON.parse(event.body) as { data: { delivery: { id: number; status: DeliveryStatus } } }
    const { id, status } = body.data.delivery
    if (FACT_RANKS[status] < rank) breaches.push(`the status falls to ${status} in ${event.id}`)
    if (id !== delivery.id || event.account_id !== delivery.account_id) breaches.push(`${event.id} is of another one`)
    rank = FACT_RANKS[status]
  }
  return breaches
}

/**
 * Specification 3.1, invariant 17: one provider takes a delivery. Sends are numbered without gaps and end with the first accepted or permanent result. A delivery
 * fails only after its last send.
 */
function judgeSends(delivery: DeliveryRow): string[] {
  const { sends, given, takers } = delivery
  const breaches: string[] = []
  if (takers > 1) breaches.push(`${takers} channels have taken it`)
  const spent = sends.filter((send) => send.result !== 'rate_limited')
  if (sends.some((send, index) => send.number !== index + 1)) breaches.push('the sends have gaps')
  if (spent.length > SENDS_MAX) breaches.push(`${spent.length} sends were spent`)
  // An accepted send with a cause had no clear result at first. A later report proved that the provider accepted it.
  const hasResult = (send: SendRow) =>
    (send.result === 'accepted' && send.cause === null) || send.result === 'permanent'
  const settling = sends.findIndex(hasResult)
  if (settling !== -1 && settling < sends.length - 1) breaches.push('a send followed the one that settled it')
  const accepted = sends.some((send) => send.result === 'accepted')
  if (delivery.sent_at !== null && !accepted) breaches.push('is sent without an accepted send')
  if (settling !== -1 && sends[settling]!.result === 'accepted' && !given.includes(sends[settling]!.number))
    breaches.push('the provider did not get what it accepted')
  // After a crash during a send, the next owner of the bucket records that send.
  if (given.some((number) => number > sends.length)) breaches.push('the provider got a send that is not recorded')
  if (delivery.canceled_at !== null && sends.length + given.length > 0) breaches.push('was canceled and sent')
  // Deleting the recipient or the channel also ends the sends.
  const retried = !delivery.gone && spent.length > 0 && spent.at(-1)!.result === 'transient'
  if (delivery.failed_at !== null && delivery.sent_at === null && retried && spent.length < SENDS_MAX)
    breaches.push(`failed after ${spent.length} sends`)
  if (delivery.send_at !== null && sends.some((send) => send.at < delivery.send_at!)) breaches.push('was sent early')
  return breaches
}

/** A provider's report, or an open seen by the tracking pixel, proves that the provider accepted a send. */
function judgeReports(delivery: DeliveryRow, events: readonly EventRow[]): string[] {
  const reported = events.some(({ source }) => source !== 'api' && source !== 'dispatcher')
  const maySent = delivery.sends.some(({ result }) => result === 'accepted' || result === 'transient')
  return reported && maySent && delivery.sent_at === null ? ['was reported on and never sent'] : []
}

export function judgeDelivery(delivery: DeliveryRow, events: readonly EventRow[]): string[] {
  const breaches = [...judgeFacts(delivery, events), ...judgeSends(delivery), ...judgeReports(delivery, events)]
  if (delivery.waiting) breaches.push(`still waits to be sent as ${delivery.status}`)
  const { sends, given } = delivery
  return breaches.map((breach) => `delivery ${delivery.id}: ${breach}; its sends: ${JSON.stringify({ sends, given })}`)
}

/** Invariant 11: a message is stored completely or not at all. It has deliveries if its template had a channel then. */
export async function judgeMessages(pool: ServicePool, accountId: number | null): Promise<string[]> {
  const { rows } = await pool.query<{ message: string }>({
    text: `select 'message ' || m.id || ': has ' || count(d.id) || ' deliveries' as message
      from messages m
      join template_versions v on v.bucket = m.bucket and v.account_id = m.account_id and v.template_id = m.template_id
        and v.version = m.template_version
      left join deliveries d on d.bucket = m.bucket and d.account_id = m.account_id and d.message_id = m.id
      where $1::bigint is null or m.account_id = $1
      group by m.bucket, m.account_id, m.id, v.channels
      having (count(d.id) > 0 and jsonb_array_length(v.channels) = 0) or (count(d.id) = 0 and exists (
        select from channels c
        where c.bucket = m.bucket and c.account_id = m.account_id and (c.deleted_at is null or c.deleted_at > m.created_at)
          and v.channels @> jsonb_build_array(jsonb_build_object('notification_channel_id', c.id))))
      union all
      select 'delivery ' || d.id || ': has no message' from deliveries d
      where ($1 is null or d.account_id = $1) and not exists (select from messages m
        where m.bucket = d.bucket and m.account_id = d.account_id and m.id = d.message_id)`,
    values: [accountId],
  })
  return rows.map((row) => row.message)
}
