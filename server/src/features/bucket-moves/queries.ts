/** Statements on the directory's moves and places, and on the leases of both servers. */
import { sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'

/** The moves that are not finished. */
export const readMoves = sql(
  'buckets.read_moves',
  'select bucket, from_server, to_server, phase from bucket_moves order by bucket',
)

export type MoveRow = Row<typeof readMoves>

/** Tells the operator how an unfinished move ends. */
export function howToEnd({ bucket, toServer: to }: MoveRow): string {
  return `finish it with npm run tidings -- buckets move ${bucket} --to ${to}, or undo it with --abort`
}

export const insertMove = sql(
  'buckets.insert_move',
  `with inserted as (
     insert into bucket_moves (bucket, from_server, to_server, phase, started_at) values ($1, $2, $3, 'copying', now())
     returning bucket
   ) select bucket from inserted`,
)

export const setPhase = sql(
  'buckets.set_phase',
  'update bucket_moves set phase = $2 where bucket = $1 returning bucket',
)

export const readPlace = sql('buckets.read_place', 'select server from bucket_places where bucket = $1')

export const readPlacesOn = sql(
  'buckets.read_places_on',
  'select bucket from bucket_places where server = $1 order by bucket',
)

/** The moment of the move: from the commit on, the bucket is on the target. */
export const setPlace = sql(
  'buckets.set_place',
  `with placed as (
     update bucket_places set server = $2 where bucket = $1 returning bucket
   )
   update bucket_moves m set phase = 'cleaning' from placed p where m.bucket = p.bucket returning m.bucket`,
)

export const deleteMove = sql('buckets.delete_move', 'delete from bucket_moves where bucket = $1 returning bucket')

/** Asks the lease's owner to release it, within `leaveMs`. */
export const askToLeave = sql(
  'buckets.ask_to_leave',
  `update bucket_leases set leave_by = coalesce(leave_by, now() + $2::integer * interval '1 millisecond')
   where bucket = $1 returning bucket`,
)

/** The owner is null if the lease was released in order. */
export const readLease = sql(
  'buckets.read_lease',
  'select owner::text, expires_at <= now() as is_free from bucket_leases where bucket = $1',
)

/**
 * Lets processes take the lease. With an owner that has ended, the next one treats work without a result as cut off.
 */
export const offerLease = sql(
  'buckets.offer_lease',
  `update bucket_leases set owner = $2::uuid, epoch = epoch + 1, expires_at = '-infinity', leave_by = null
   where bucket = $1 returning bucket`,
)

/** Lets the owner keep the lease. */
export const keepLease = sql(
  'buckets.keep_lease',
  'update bucket_leases set leave_by = null where bucket = $1 returning bucket',
)
