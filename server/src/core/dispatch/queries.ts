import { sql } from '../../platform/db/sql.ts'

/** A statement for `QueueDefinition.bucketsWithRows`: the buckets, of those given, that have a row in the queue. */
export const bucketsWithRows = (
  name: 'sends.buckets_with_rows' | 'webhooks.buckets_with_rows',
  table: 'send_queue' | 'webhook_queue',
) =>
  sql(
    name,
    `select b.bucket as "bucket!" from unnest($1::smallint[]) as b (bucket)
     cross join lateral (select from ${table} q where q.bucket = b.bucket order by q.bucket limit 1) q order by b.bucket`,
  )

/*
 * A lease is locked in three strengths. Writers take KEY SHARE: it lets other writers and renewals pass. A renewal is a
 * plain update. Taking or releasing a lease locks it FOR UPDATE, so it waits for all writes under the lease to commit.
 * With SHARE instead, overlapping writers could block a renewal for ever.
 */

/**
 * Ends all stored leases without releasing them, so that the next owner knows they were left. Use it only if no process
 * is alive.
 */
export const voidLeases = sql(
  'dispatch.void_leases',
  `with gone as (
     delete from processes returning id
   )
   update bucket_leases set expires_at = '-infinity' where bucket between 0 and 63 returning bucket`,
)

/**
 * Records that this process is alive, deletes processes silent for a lease's duration, and extends this process's
 * leases. Leases missing in the result are lost. `leaving`: held leases of buckets that move to another server. `others`:
 * other live dispatching processes.
 */
export const renewBuckets = sql(
  'dispatch.renew_buckets',
  `with alive as (
     insert into processes (id, roles, started_at, heartbeat_at) values ($1::uuid, $2::text[], now(), now())
     on conflict (id) do update set heartbeat_at = now()
     returning id
   ), dead as (
     select id from processes
     where id <> $1::uuid and heartbeat_at <= now() - $3::integer * interval '1 millisecond'
     order by id for update skip locked
   ), removed as (
     delete from processes p using dead d where p.id = d.id returning p.id
   ), held as (
     select bucket from bucket_leases where owner = $1::uuid order by bucket for no key update
   ), renewed as (
     update bucket_leases l set expires_at = now() + $3::integer * interval '1 millisecond'
     from held h where l.bucket = h.bucket and l.owner = $1::uuid and (l.leave_by is null or l.leave_by > now())
     returning l.bucket, l.leave_by
   )
   select coalesce((select array_agg(bucket::integer order by bucket) from renewed), '{}') as buckets,
     coalesce((select array_agg(bucket::integer order by bucket) from renewed where leave_by is not null), '{}') as leaving,
     (select count(*)::integer from processes
      where id <> $1::uuid and 'dispatch' = any(roles)
        and heartbeat_at > now() - $3::integer * interval '1 millisecond') as others`,
)

/** For a check between renewals: the number of ended leases of these buckets, and of other live dispatching processes. */
export const readBalance = sql(
  'dispatch.read_balance',
  `select (select count(*)::integer from bucket_leases where bucket = any($3::smallint[]) and expires_at <= now()
       and leave_by is null) as free,
     (select count(*)::integer from processes
      where id <> $1::uuid and 'dispatch' = any(roles)
        and heartbeat_at > now() - $2::integer * interval '1 millisecond') as others`,
)

/**
 * Takes up to `bucketsMax` ended leases of these buckets, each under a new epoch, in the order of buckets. `wasLeft`: the last owner
 * did not release it.
 */
export const takeBuckets = sql(
  'dispatch.take_buckets',
  `with free as (
     select bucket, owner is not null as was_left from bucket_leases
     where bucket = any($4::smallint[]) and expires_at <= now() and leave_by is null order by bucket limit $3::integer for update
   ), taken as (
     update bucket_leases l
     set owner = $1::uuid, epoch = l.epoch + 1, expires_at = now() + $2::integer * interval '1 millisecond'
     from free f
     where l.bucket = f.bucket
     returning l.bucket, l.epoch, f.was_left
   )
   select bucket, epoch, was_left from taken order by bucket`,
)

/** Releases leases of the process. Others may take them at once. */
export const releaseBuckets = sql(
  'dispatch.release_buckets',
  `with held as (
     select bucket from bucket_leases
     where bucket = any($2::smallint[]) and owner = $1::uuid order by bucket for update
   ), released as (
     update bucket_leases l set owner = null, expires_at = '-infinity'
     from held h where l.bucket = h.bucket
     returning l.bucket
   )
   select bucket from released`,
)

export const removeProcess = sql('dispatch.remove_process', `delete from processes where id = $1::uuid returning id`)

/**
 * Locks the leases for a write, in order, and returns those still held by the process. Buckets lost to another process
 * are missing, so the write changes nothing there.
 */
export const holdLeases = sql(
  'dispatch.hold_leases',
  `select l.bucket, l.epoch from bucket_leases l
   where l.bucket = any($2::smallint[]) and l.owner = $1::uuid
   order by l.bucket for key share`,
)

/** Sends a hint to all listening processes. */
export const notify = sql('dispatch.notify', `select pg_notify($1::text, $2::text) as sent`)
