/**
 * Idempotency keys: a request that is repeated under its key is answered as the first one was, and does nothing. The
 * answer is stored by the transaction whose work it tells of: either both are there or neither, whatever crashes.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isoTime } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { Batcher } from '../db/batcher.ts'
import type { Pool } from '../db/pool.ts'
import { columns } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { ApiError, invalid } from '../errors.ts'
import { rawBody } from './raw-body.ts'

/** Keys are kept this long (decisions: idempotency). */
export const KEPT_MS = 24 * 3_600_000

const KEY_PATTERN = /^[\u0021-\u007e]{1,255}$/

export interface IdempotencyKey {
  bucket: number
  accountId: number
  key: string
  /**
   * Of the whole request: the same key with another one is a mistake. The first is stored; the others are the same request's
   * by keys that the service had before.
   */
  fingerprints: readonly [Buffer, ...Buffer[]]
}

/** An answer as the exact text that is sent, the first time and every other. */
export interface Answer {
  status: number
  body: string
}

export interface KeyedAnswer extends Answer {
  key: IdempotencyKey
}

/** The key of the request, or null if it has none. Throws 422 on one that is not 1 to 255 visible ASCII characters. */
export function readIdempotencyKey(
  request: Pick<FastifyRequest, 'method' | 'url' | 'headers' | 'body' | 'caller'>,
): IdempotencyKey | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY_PATTERN.test(key))
    throw invalid({ idempotency_key: ['must be 1 to 255 visible ASCII characters'] })
  const { bucket, accountId } = request.caller
  const [path] = request.url.split('?', 1)
  const fingerprint = createHash('sha256')
    .update(`${request.method}\n${path}\n${request.headers['content-type'] ?? ''}\n`)
    .update(rawBody(request))
    .digest()
  return { bucket, accountId, key, fingerprints: [fingerprint] }
}

/** Each by itself, by the whole key of the table, however many are asked for. */
const findFingerprints = columns('bucket smallint, account_id bigint, key text, position for ordinality').sql<
  { position: number; fingerprint: Buffer },
  [keptSince: string]
>(
  'idempotency.find_fingerprints',
  ({ input }, keptSince) => `select input.position, k.fingerprint
   from ${input}
   cross join lateral (
     select fingerprint from idempotency_keys
     where bucket = input.bucket and account_id = input.account_id and key = input.key and created_at > ${keptSince}::timestamptz
     limit 1
   ) k`,
)

const findAnswer = sql<
  { status: number; body: string },
  [bucket: number, accountId: number, key: string, keptSince: string]
>(
  'idempotency.find',
  `select status, body from idempotency_keys
   where bucket = $1 and account_id = $2 and key = $3 and created_at > $4::timestamptz`,
)

const storeAnswersSql = columns(
  'bucket smallint, account_id bigint, key text, fingerprint bytea, status smallint, body text',
).sql<{ account_id: number; key: string }, [now: string, keptSince: string]>(
  'idempotency.store',
  ({ input }, now, keptSince) => `with stored as (
     insert into idempotency_keys as k (bucket, account_id, key, fingerprint, status, body, created_at)
     select bucket, account_id, key, fingerprint, status, body, ${now}::timestamptz from ${input}
     order by bucket, account_id, key collate "C"
     on conflict (bucket, account_id, key) do update
     set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at
     where k.created_at <= ${keptSince}::timestamptz
     returning account_id, key
   )
   select account_id, key from stored`,
)

/**
 * Stores the answers, each unless its key is taken, and tells for each whether it was: then its work must not be done.
 * It waits for a transaction that is about to store the same key, so it comes before the locks of the work itself.
 */
export async function storeAnswers(
  connection: Connection,
  answers: readonly KeyedAnswer[],
  now: number,
): Promise<boolean[]> {
  if (answers.length === 0) return []
  const nameOf = ({ key: { accountId, key } }: KeyedAnswer) => `${accountId}/${key}`
  const first = new Map<string, KeyedAnswer>()
  for (const answer of answers) if (!first.has(nameOf(answer))) first.set(nameOf(answer), answer)
  const distinct = [...first.values()].map(({ key, ...answer }) => {
    return { ...key, fingerprint: key.fingerprints[0], ...answer }
  })
  const rows = await storeAnswersSql(connection, distinct, isoTime(now), isoTime(now - KEPT_MS))
  const stored = new Set(rows.map((row) => `${row.account_id}/${row.key}`))
  return answers.map((answer) => first.get(nameOf(answer)) === answer && stored.has(nameOf(answer)))
}

export interface Idempotency {
  /**
   * `pool`: the account's, for an answer that is repeated. Tells how to answer the request: as it was answered before, or by
   * `work`, which stores its answer in its own transaction, or finds (`key_taken`) that somebody else has just done so, as
   * an `ApiError` of it may mean too. What `work` throws is not kept. Throws 422 on another request under the key, 409 while the first is running.
   */
  once(
    pool: Pool,
    key: IdempotencyKey,
    work: () => Promise<Answer | 'key_taken'>,
  ): Promise<Answer & { replayed: boolean }>
}

export interface IdempotencyOptions {
  /** For the look-up of keys, which requests share. */
  pool: Pool
  clock: Clock
  config: { batchWaitMs: number }
}

const LOOKUP_KEYS_MAX = 500
const LOOKUPS_WAITING_MAX = 10_000

/** Looks keys up, those of one turn of the event loop in one statement; answers their fingerprints, null where there is none. */
function createKeyLookup({ pool, clock, config }: IdempotencyOptions): Batcher<IdempotencyKey, Buffer | null> {
  return new Batcher({
    itemsMax: LOOKUP_KEYS_MAX,
    slots: 2,
    waitingMax: LOOKUPS_WAITING_MAX,
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
  /** Requests of this process that are under way; those of other processes are waited for by `storeAnswers`. */
  const running = new Set<string>()

  async function findReplay(pool: Pool, asked: IdempotencyKey) {
    const before = await lookup.add(asked)
    if (before === null) return null
    const { bucket, accountId, key, fingerprints } = asked
    if (!fingerprints.some((fingerprint) => before.equals(fingerprint))) throw new ApiError('idempotency_key_reused')
    const [found] = await findAnswer(pool, bucket, accountId, key, isoTime(clock.now() - KEPT_MS))
    if (found === undefined) return null
    return { status: found.status, body: found.body, replayed: true }
  }

  return {
    async once(pool, key, work) {
      // Before the look at what is running: however many repeat a request that has ended, each gets its answer.
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
        // Taken, and yet not there: its time has passed this very moment.
        throw done === 'key_taken' ? runningElsewhere() : done
      } finally {
        running.delete(name)
      }
    },
  }
}

/** Of work that is refused: maybe since another process has just done it under the key. */
function refusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

const runningElsewhere = () => new ApiError('idempotency_key_running', { headers: { 'retry-after': '1' } })

/** Sends the answer's exact text. */
export function sendAnswer(reply: FastifyReply, { status, body, replayed }: Answer & { replayed: boolean }) {
  if (replayed) void reply.header('idempotency-replayed', 'true')
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}
