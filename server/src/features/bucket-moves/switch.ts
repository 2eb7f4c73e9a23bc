/** The pause of a bucket: the source refuses its writes, the target catches up and takes it over. */
import { setTimeout as delay } from 'node:timers/promises'
import { fenceBuckets } from '../../platform/db/servers/fence.ts'
import { notify } from '../../core/dispatch/queries.ts'
import type { Mover, Side } from './mover.ts'
import { MoveFailure, untilFound } from './mover.ts'
import { askToLeave, keepLease, offerLease, readLease, readPlacesOn, setPhase, setPlace } from './queries.ts'
import { raiseSequences } from './copy.ts'
import { lagBehind, readPosition, unsubscribe } from './subscription.ts'

/**
 * The longest wait for the lease's owner to end its running sends and POSTs. It is longer than the time limit of an
 * attempt, because a lease that is taken away cuts off all work of its process, ms.
 */
const LEAVE_MS_MAX = 20_000
const LEASE_LOOK_MS = 50

/** If the target does not catch up in this time, writes are permitted again and the copy continues, ms. */
const CATCH_UP_MS_MAX = 5000
const CATCH_UP_LOOK_MS = 10

/** Lets the server take writes of its buckets, with or without the moved one. */
async function fence(
  { bucket, directory }: Pick<Mover, 'bucket' | 'directory'>,
  { session, database, fence: options }: Side,
  holds: boolean,
): Promise<void> {
  const buckets = (await readPlacesOn(directory, database.name)).map((row) => row.bucket)
  const others = buckets.filter((one) => one !== bucket)
  await fenceBuckets(session, holds ? [...others, bucket].toSorted((a, b) => a - b) : others, options)
}

/** As before the move: the source takes writes, and the target refuses them. */
export async function openFences(mover: Mover): Promise<void> {
  await fence(mover, mover.target, false)
  await fence(mover, mover.source, true)
}

/** Waits until no process works on the bucket. */
async function emptyLease({ bucket, source: { session } }: Mover): Promise<void> {
  await askToLeave(session, bucket, LEAVE_MS_MAX)
  await notify(session, 'tidings', `leases ${bucket} `)
  await untilFound(async () => ((await readLease(session, bucket))[0]!.isFree ? true : null), LEASE_LOOK_MS)
}

/** Waits until the target has applied all that the source has written. Returns false if this takes too long. */
async function catchUp(mover: Mover): Promise<boolean> {
  const { clock } = mover
  const [position] = await readPosition(mover.source.session)
  const startedAt = clock.monotonic()
  while (!(await lagBehind(mover, position!.lsn)).isApplied) {
    if (clock.monotonic() - startedAt > CATCH_UP_MS_MAX) return false
    await delay(CATCH_UP_LOOK_MS)
  }
  return true
}

/**
 * Makes the source refuse the bucket's writes, and waits until the target has all rows. Returns the time when the refusal
 * began, on the monotonic clock. Null: the target was too slow, and the source takes writes again.
 */
export async function switchOver(mover: Mover): Promise<number | null> {
  const { bucket, directory, source, clock, tell } = mover
  await setPhase(directory, bucket, 'switching')
  tell(`Waiting for the process that works on the bucket`)
  await emptyLease(mover)
  tell(`Refusing writes of the bucket on ${source.database.name}`)
  const refusedAt = clock.monotonic()
  await fence(mover, mover.source, false)
  tell(`Catching up`)
  if (await catchUp(mover)) {
    await raiseSequences(mover)
    await setPhase(directory, bucket, 'adopting')
    return refusedAt
  }
  tell(`The target is too slow: writes are permitted again`)
  await permitWrites(mover)
  return null
}

/** Ends the pause without a change of the server. The copy continues. */
export async function permitWrites(mover: Pick<Mover, 'bucket' | 'directory' | 'source'>): Promise<void> {
  const { bucket, directory, source } = mover
  await fence(mover, source, true)
  await keepLease(source.session, bucket)
  await setPhase(directory, bucket, 'copying')
}

/** The target has everything. From the end of this function on, it has the bucket. */
export async function adopt(mover: Mover): Promise<void> {
  const { bucket, directory, source, target, tell } = mover
  tell(`Ending the replication`)
  await unsubscribe(mover)
  const [lease] = await readLease(source.session, bucket)
  await offerLease(target.session, bucket, lease?.owner ?? null)
  tell(`Permitting writes on ${target.database.name}`)
  await fence(mover, mover.target, true)
  const placed = await setPlace(directory, bucket, target.database.name)
  if (placed.length === 0) throw new MoveFailure(`The directory has no place of bucket ${bucket}`)
  tell(`Bucket ${bucket} is on ${target.database.name}`)
}
