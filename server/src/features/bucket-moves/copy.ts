/** The copy of a bucket's rows, and its progress. */
import { waitForRetention } from '../../platform/db/retention-lock.ts'
import { copyAccounts } from './accounts.ts'
import type { Mover } from './mover.ts'
import { untilFound } from './mover.ts'
import { raiseSequences } from './sequences.ts'
import { copyState, hasSubscription, lagBehind, publish, subscribe, unsubscribe } from './subscription.ts'
import { deleteRows, estimateRows, makePartitionsLike, movedTables } from './tables.ts'

/** The switch begins if the target is at most so far behind, bytes of the source's log. */
const LAG_BYTES_MAX = 1_048_576

/** The time between two looks, ms. */
const LOOK_INTERVAL_MS = 250
/** Partitions that the target lacks are made again after so many looks: its retention may have removed some. */
const LOOKS_PER_PARTITIONS = 40

/** Begins the copy, unless it has begun. The remains of an unfinished beginning are removed. */
export async function startCopy(mover: Mover): Promise<void> {
  const { bucket, source, target, tell } = mover
  if (await hasSubscription(mover)) return
  tell('Preparing the copy')
  await unsubscribe(mover)
  await deleteRows(target, bucket)
  for (const { session } of [source, target]) await waitForRetention(session)
  await makePartitionsLike(source.session, target.session)
  await copyAccounts(mover)
  await publish(mover)
  tell('Starting the copy')
  await subscribe(mover)
}

/** Waits until all tables are copied and the target is close behind. Tells the progress. */
export async function followCopy(mover: Mover): Promise<void> {
  const { bucket, source, target, tell } = mover
  const estimates = await estimateRows(source.session, await movedTables(source.session, bucket))
  const expected = Math.round([...estimates.values()].reduce((sum, rows) => sum + rows, 0))
  tell(`Copying about ${expected} rows`)
  let looks = 0
  let told = ''
  await untilFound(async () => {
    const { ready, tables, rows } = await copyState(mover)
    const { bytes } = await lagBehind(mover)
    const line = ready < tables ? `Copied ${ready} of ${tables} tables` : 'Copied all tables'
    if (line !== told)
      tell(ready < tables ? `${line}, ${rows} rows of the current ones` : `${line}: ${bytes} bytes behind`)
    told = line
    if (++looks % LOOKS_PER_PARTITIONS === 0) await makePartitionsLike(source.session, target.session)
    return tables > 0 && ready === tables && bytes <= LAG_BYTES_MAX ? true : null
  }, LOOK_INTERVAL_MS)
  // Most sequences need no change during the pause then.
  await raiseSequences(mover)
  await copyAccounts(mover)
}
