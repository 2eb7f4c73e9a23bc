import type { Context } from '../../platform/context.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import type { Pool } from '../../platform/db/pool.ts'

const BATCH_KEYS_MAX = 500
const WAITING_MAX = 10_000

/** Reads shared by concurrent creates: one statement for all, and one row per recipient or template. */
export function sharedReads<Key extends { accountId: number }, Row>(
  { pool, clock, config }: Context,
  load: (pool: Pool, keys: Key[]) => Promise<(Row | null)[]>,
): Batcher<Key, Row | null> {
  return new Batcher({
    itemsMax: BATCH_KEYS_MAX,
    slots: 2,
    waitingMax: WAITING_MAX,
    accountOf: ({ accountId }) => accountId,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    async flush(keys) {
      const texts = keys.map((key) => JSON.stringify(key))
      const distinct = new Map(texts.map((text, index) => [text, keys[index]!]))
      const rows = await load(pool, [...distinct.values()])
      const found = new Map([...distinct.keys()].map((text, index) => [text, rows[index] ?? null]))
      return texts.map((text) => found.get(text)!)
    },
  })
}
