/**
 * Idempotency keys: a repeated request under the same key gets the first response again and does nothing. The response
 * is stored in the transaction of the work, so a crash cannot keep only one of them.
 */
import type { FastifyReply } from 'fastify'
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { Batcher } from '../db/batcher.ts'
import type { AccountPool, CommonPool } from '../db/pool.ts'
import { rowOf } from '../db/id-conditions.ts'
import { columns } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { ApiError } from '../errors.ts'
import type { IdempotencyKey } from './request-head.ts'

/** How long keys are kept. */
export const KEPT_MS = 24 * 3_600_000

/** A response as its exact text, the same for every repetition. */
export interface StoredResponse {
  status: number
  body: string
}

/** A response to be stored. */
export interface NewResponse extends StoredResponse {
  /** The recipients in it, so that their erasure finds the record. Null: it may name any person. */
  recipientIds: readonly number[] | null
}

export interface KeyedResponse extends NewResponse {
  key: IdempotencyKey
}

const findFingerprints = columns('bucket smallint, account_id bigint, key text, position for ordinality').sql(
  'idempotency.find_fingerprints',
  ({ input }, keptSince) => `select input.position, k.fingerprint
   from ${input} cross join ${rowOf(['idempotency_keys', 'k'], 'input', ['key'])}
   where k.created_at > ${keptSince}::timestamptz`,
)

const findResponse = sql(
  'idempotency.find',
  `select status, body
   from (select * from idempotency_keys where bucket = $1 and account_id = $2 and key = $3 offset 0) k
   where created_at > $4::timestamptz`,
)

const storeResponsesSql = columns(
  'bucket smallint, account_id bigint, key text, fingerprint bytea, status smallint, body text, recipient_ids text null',
).sql(
  'idempotency.store',
  ({ input }, now, keptSince) => `with stored as (
     insert into idempotency_keys as k (bucket, account_id, key, fingerprint, status, body, recipient_ids, created_at)
     select bucket, account_id, key, fingerprint, status, body, recipient_ids::bigint[], ${now}::timestamptz from ${input}
     order by bucket, account_id, key collate "C"
     on conflict (bucket, account_id, key) do update
     set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
       recipient_ids = excluded.recipient_ids, created_at = excluded.created_at
     where k.created_at <= ${keptSince}::timestamptz
     returning account_id, key
   )
   select account_id, key from stored`,
)

/** The text of an array of PostgreSQL, without repetitions. */
const arrayOf = (ids: readonly number[]) => `{${[...new Set(ids)].join()}}`

/**
 * Stores each response unless its key is taken. Returns for each whether it was stored; if not, the caller must not do
 * the work. The statement waits for other transactions with the same key, so call it before the work takes locks.
 */
export async function storeResponses(
  connection: Connection,
  responses: readonly KeyedResponse[],
  now: number,
): Promise<boolean[]> {
  const nameOf = ({ key: { accountId, key } }: KeyedResponse) => `${accountId}/${key}`
  const first = new Map<string, KeyedResponse>()
  for (const response of responses) if (!first.has(nameOf(response))) first.set(nameOf(response), response)
  const distinct = [...first.values()].map(({ key, recipientIds, ...response }) => {
    return {
      ...key,
      fingerprint: key.fingerprints[0],
      ...response,
      recipientIds: recipientIds && arrayOf(recipientIds),
    }
  })
  const rows = await storeResponsesSql(connection, distinct, isoTime(now), isoTime(now - KEPT_MS))
  const stored = new Set(rows.map((row) => `${row.accountId}/${row.key}`))
  return responses.map((response) => first.get(nameOf(response)) === response && stored.has(nameOf(response)))
}

export interface Idempotency {
  /**
   * Returns the stored response, or runs `work`. `work` stores its response in its own transaction, or returns
   * `key_taken` if another request has just stored one. An `ApiError` of `work` can mean the same, so the key is looked
   * up again. Errors are not stored. `pool`: the account's, to read stored responses. Throws 422 if the key belongs to
   * another request, 409 if the first request is still running.
   */
  once(
    pool: AccountPool,
    key: IdempotencyKey,
    work: () => Promise<StoredResponse | 'key_taken'>,
  ): Promise<StoredResponse & { replayed: boolean }>
}

export interface IdempotencyOptions {
  /** For looking up keys. All requests share it. */
  pool: CommonPool
  clock: Clock
  config: { batchWaitMs: number }
}

const LOOKUP_KEYS_MAX = 500

/** Looks up keys in batches. Returns the fingerprint of each, or null if the key is unknown. */
function createKeyLookup({ pool, clock, config }: IdempotencyOptions): Batcher<IdempotencyKey, Buffer | null> {
  return new Batcher({
    itemsMax: LOOKUP_KEYS_MAX,
    slots: 2,
    accountOf: ({ accountId }) => accountId,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    async flush(keys) {
      const rows = await findFingerprints(pool, keys, isoTime(clock.now() - KEPT_MS))
      const found = new Map(rows.map(({ position, fingerprint }) => [position - 1, fingerprint]))
      return keys.map((_, index) => found.get(index) ?? null)
    },
  })
}

export function createIdempotency(options: IdempotencyOptions): Idempotency {
  const { clock } = options
  const lookup = createKeyLookup(options)
  /** Requests of this process in progress. `storeResponses` waits for requests of other processes. */
  const running = new Set<string>()

  async function findReplay(pool: AccountPool, asked: IdempotencyKey) {
    const before = await lookup.add(asked)
    if (before === null) return null
    const { bucket, accountId, key, fingerprints } = asked
    if (!fingerprints.some((fingerprint) => before.equals(fingerprint))) throw new ApiError('idempotency_key_reused')
    const [found] = await findResponse(pool, bucket, accountId, key, isoTime(clock.now() - KEPT_MS))
    if (found === undefined) return null
    return { status: found.status, body: found.body, replayed: true }
  }

  return {
    async once(pool, key, work) {
      // Looked up before `running`, so parallel repetitions of a finished request all get its response.
      const before = await findReplay(pool, key)
      if (before !== null) return before
      const name = `${key.accountId}/${key.key}`
      if (running.has(name)) throw runningElsewhere()
      running.add(name)
      try {
        const done = await work().catch(refusal)
        if (!(done instanceof ApiError) && done !== 'key_taken') return { ...done, replayed: false }
        const meanwhile = await findReplay(pool, key)
        if (meanwhile !== null) return meanwhile
        // The key was taken, but is not found: it has just expired.
        throw done === 'key_taken' ? runningElsewhere() : done
      } finally {
        running.delete(name)
      }
    },
  }
}

/** Returns an `ApiError` as a value: another process may have done the work under the key. Rethrows other errors. */
function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

const runningElsewhere = () => new ApiError('idempotency_key_running', { headers: { 'retry-after': '1' } })

export function sendResponse(reply: FastifyReply, { status, body, replayed }: StoredResponse & { replayed: boolean }) {
  if (replayed) void reply.header('idempotency-replayed', 'true')
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}
