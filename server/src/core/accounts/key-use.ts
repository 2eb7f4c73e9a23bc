/** Notes when API keys were last used: at most once per minute and key, many keys in one statement. */
import type { Clock } from '../../platform/clock.ts'
import { CollectedWrites } from '../../platform/db/collected-writes.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Logger } from '../../platform/log.ts'

const NOTED_AGAIN_MS = 60_000
/** Uses within this time are written together, ms. */
const COLLECTED_MS = 1000
/** Keys in memory. More keys in a minute: the oldest are noted again sooner. */
const KEYS_MAX = 20_000

interface KeyUse {
  bucket: number
  accountId: number
  id: number
  /** ms since the epoch. */
  usedAt: number
}

/** Rows that another process is changing are skipped: it writes nearly the same time. */
const touchKeys = columns('bucket smallint, account_id bigint, id bigint, used_at timestamptz').sql<{ id: number }>(
  'api_keys.touch',
  ({ input }) => `with input as (
    select * from ${input}
  ), held as (
    select k.key_hash, i.used_at from api_keys k
    join input i on i.bucket = k.bucket and i.account_id = k.account_id and i.id = k.id
    where (k.last_used_at is null or k.last_used_at < i.used_at - interval '1 minute')
    for update of k skip locked
  ), touched as (
    update api_keys k set last_used_at = held.used_at from held where k.key_hash = held.key_hash returning k.id
  ) select id from touched`,
)

/** Remembers the uses of one process, and writes them in the background. A use that cannot be written is dropped. */
export class KeyUses {
  readonly #clock: Clock
  /** When each key was last noted, by `Clock.monotonic`. The oldest is first. */
  readonly #noted = new Map<string, number>()
  readonly #writes: CollectedWrites<KeyUse>

  constructor(pool: Pool, clock: Clock, log: Logger) {
    this.#clock = clock
    this.#writes = new CollectedWrites({
      collectedMs: COLLECTED_MS,
      // Each key is noted at most once per minute.
      waitingMax: Infinity,
      write: (uses) => touchKeys(pool, uses),
      onLost: (error) => logFailure(log, 'tasks', { event: 'api_key.use_not_noted' }, error),
    })
  }

  /** Notes a use of the key. Costs a look-up in memory, except once per minute. */
  note({ bucket, accountId }: { bucket: number; accountId: number }, id: number): void {
    const name = `${accountId}/${id}`
    const now = this.#clock.monotonic()
    if (now - (this.#noted.get(name) ?? -Infinity) < NOTED_AGAIN_MS) return
    this.#noted.delete(name)
    this.#noted.set(name, now)
    if (this.#noted.size > KEYS_MAX) this.#noted.delete(this.#noted.keys().next().value!)
    this.#writes.add({ bucket, accountId, id, usedAt: this.#clock.now() })
  }

  /** Writes the uses that wait. */
  close(): Promise<void> {
    return this.#writes.drained()
  }
}
