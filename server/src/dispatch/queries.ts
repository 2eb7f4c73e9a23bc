import { sql } from '../db/sql.ts'

/*
 * A lease is locked in three strengths. Who writes under it takes KEY SHARE, which other writers and renewals do not
 * wait for; a renewal is a plain update; who takes or releases it locks it FOR UPDATE, and so waits until every write
 * under it is committed. With SHARE, flushes that overlap without a gap would keep a renewal waiting for ever.
 */

/** Ends every stored lease without releasing it, so that its next owner knows that it was left; no process is alive. */
export const voidLeases = sql<{ bucket: number }, []>(
  'dispatch.void_leases',
  `with gone as (
     delete from processes returning id
   )
   update bucket_leases set expires_at = '-infinity' where bucket between 0 and 63 returning bucket`,
)

/**
 * Says that the process is alive, removes those that have not said so for as long as a lease lasts, and extends the
 * leases that the process holds: what it does not answer has been lost. `others`: live processes that dispatch too.
 */
export const renewBuckets = sql<
  { buckets: number[]; others: number },
  [processId: string, roles: readonly string[], leaseDurationMs: number]
>(
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
     from held h where l.bucket = h.bucket and l.owner = $1::uuid
     returning l.bucket
   )
   select coalesce((select array_agg(bucket::integer order by bucket) from renewed), '{}') as buckets,
     (select count(*)::integer from processes
      where id <> $1::uuid and 'dispatch' = any(roles)
        and heartbeat_at > now() - $3::integer * interval '1 millisecond') as others`,
)

/** What a look between two renewals needs: leases that have ended, and other live processes that dispatch. */
export const readShares = sql<{ free: number; others: number }, [processId: string, leaseDurationMs: number]>(
  'dispatch.read_shares',
  `select (select count(*)::integer from bucket_leases where expires_at <= now()) as free,
     (select count(*)::integer from processes
      where id <> $1::uuid and 'dispatch' = any(roles)
        and heartbeat_at > now() - $2::integer * interval '1 millisecond') as others`,
)

/**
 * Takes up to so many leases that have ended, each under a new epoch, and answers them in the order of the buckets.
 * `was_left`: its last owner did not release it.
 */
export const takeBuckets = sql<
  { bucket: number; epoch: number; was_left: boolean },
  [processId: string, leaseDurationMs: number, bucketsMax: number]
>(
  'dispatch.take_buckets',
  `with free as (
     select bucket, owner is not null as was_left from bucket_leases
     where expires_at <= now() order by bucket limit $3::integer for update
   ), taken as (
     update bucket_leases l
     set owner = $1::uuid, epoch = l.epoch + 1, expires_at = now() + $2::integer * interval '1 millisecond'
     from free f
     where l.bucket = f.bucket
     returning l.bucket, l.epoch, f.was_left
   )
   select bucket, epoch, was_left from taken order by bucket`,
)

/** Gives up leases of the process: others may take them at once. */
export const releaseBuckets = sql<{ bucket: number }, [processId: string, buckets: readonly number[]]>(
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

export const removeProcess = sql<{ id: string }, [processId: string]>(
  'dispatch.remove_process',
  `delete from processes where id = $1::uuid returning id`,
)

/**
 * Locks, in order, the leases under which a flush writes, and answers those that the process still holds: one that was
 * overtaken gets none for the buckets that it lost, and so changes nothing in them.
 */
export const holdLeases = sql<{ bucket: number; epoch: number }, [processId: string, buckets: readonly number[]]>(
  'dispatch.hold_leases',
  `select l.bucket, l.epoch from bucket_leases l
   where l.bucket = any($2::smallint[]) and l.owner = $1::uuid
   order by l.bucket for key share`,
)

/** Sends a hint to every process that listens. */
export const notify = sql<{ sent: unknown }, [channel: string, payload: string]>(
  'dispatch.notify',
  `select pg_notify($1::text, $2::text) as sent`,
)
