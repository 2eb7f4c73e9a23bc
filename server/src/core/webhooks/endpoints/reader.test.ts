import assert from 'node:assert/strict'
import test from 'node:test'
import type { QueryConfig } from 'pg'
import { createTestDatabase } from '../../../../test/database.ts'
import { createSystemClock } from '../../../platform/clock.ts'
import { bucketOf } from '../../../platform/ids.ts'
import { createReceiverPolicy } from '../../../platform/outbound/url-policy.ts'
import { createSecretsCipher, parseKeyRing } from '../../../platform/secrets.ts'
import { EndpointReader } from './reader.ts'
import { endAfterTests } from '../../../../test/end-after-tests.ts'

const database = await endAfterTests(createTestDatabase())

/** Longer than a read is valid, and longer than READ_AHEAD_MS, ms. */
const LATER_MS = 501
const AHEAD_MS = 301

let accounts = 0

/** Adds an account with an endpoint. */
async function addAccount() {
  const accountId = ++accounts
  const bucket = bucketOf(accountId)
  const { rows } = await database.pool.query<{ id: number }>({
    text: `insert into webhook_endpoints (bucket, account_id, url, secret, secret_last4, created_at, updated_at)
      values ($1, $2, 'https://example.com/', 's', 'last', now(), now()) returning id`,
    values: [bucket, accountId],
  })
  const change = (set: string) =>
    database.pool.query({
      text: `update webhook_endpoints set ${set} where bucket = $1 and account_id = $2`,
      values: [bucket, accountId],
    })
  return { accountId, bucket, id: rows[0]!.id, change }
}

/** A reader that records the names of its statements, with a clock set by the test, and an account with an endpoint. */
async function makeReader() {
  const { accountId, bucket, id, change } = await addAccount()
  const asked: Promise<unknown>[] = []
  const statements: string[] = []
  let isAway = false
  let onResponse: (() => Promise<void>) | null = null
  let nowMs = 1000
  const pool = new Proxy(database.pool, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property)
      return (config: QueryConfig) => {
        statements.push(config.name!)
        const found = isAway ? Promise.reject(new Error('away')) : target.query(config)
        const response = onResponse === null ? found : found.then((rows) => onResponse!().then(() => rows))
        asked.push(response)
        return response
      }
    },
  })
  const ring = parseKeyRing(`test:${Buffer.alloc(32, 1).toString('base64')}`)
  assert.ok(ring.ok)
  const reader = new EndpointReader({
    pool,
    clock: { ...createSystemClock(), monotonic: () => nowMs },
    cipher: createSecretsCipher(ring.keys),
    policy: createReceiverPolicy({ allowCidrs: [], allowHosts: [] }),
  })
  return {
    reader,
    /** Reads, and waits for statements sent ahead. Returns the URL and the statements sent. */
    async read() {
      const state = await reader.read(bucket, accountId, id)
      await new Promise((resolve) => setImmediate(resolve))
      while (asked.length > 0) {
        await Promise.allSettled(asked.splice(0))
        await new Promise((resolve) => setImmediate(resolve))
      }
      return [state?.href ?? null, ...statements.splice(0)]
    },
    pass: (ms: number) => (nowMs += ms),
    goAway: (away: boolean) => (isAway = away),
    /** Called when the next statement has returned, before its caller gets the result. */
    onceResponded(listener: () => Promise<void>) {
      onResponse = () => {
        onResponse = null
        return listener()
      }
    },
    change,
    remove: () =>
      database.pool.query({
        text: 'delete from webhook_endpoints where bucket = $1 and account_id = $2',
        values: [bucket, accountId],
      }),
    state: () => reader.lastRead(accountId),
    forget: () => reader.forget(accountId),
  }
}

const ENDPOINT = 'webhooks.read_endpoints'
const URL_BEFORE = 'https://example.com/'

test('an endpoint is read once, and read ahead while it is used', async () => {
  const { read, pass } = await makeReader()
  assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
  for (let reads = 0; reads < 5; reads++) {
    assert.deepEqual(await read(), [URL_BEFORE])
    pass(AHEAD_MS)
    assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
  }
  // After this long without reads, no earlier read is valid.
  pass(LATER_MS)
  assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
})

test('a change by another process is known after the next read', async () => {
  for (const set of [
    `url = 'https://example.com/new'`,
    'active = false, inactive_since = now()',
    `disabled_at = now(), disabled_reason = 'consecutive_failures', inactive_since = now()`,
    `secret = 't'`,
    `previous_secret = 's'`,
    'previous_secret_until = now()',
    `signature_format = 'both'`,
    'generation = 2',
  ]) {
    const { read, pass, change, state } = await makeReader()
    await read()
    const before = state()
    await change(set)
    assert.deepEqual(await read(), [URL_BEFORE], 'its read is young enough')
    pass(AHEAD_MS)
    assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
    assert.notEqual(state(), before, set)
  }
})

test('an endpoint that only counts failures keeps its state with the decrypted secrets', async () => {
  const { read, pass, change, state } = await makeReader()
  await read()
  const before = state()
  await change('consecutive_failures = 3, updated_at = now()')
  pass(LATER_MS)
  assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
  assert.equal(state(), before)
})

test('an endpoint that is deleted is gone with its next read', async () => {
  const { read, pass, remove } = await makeReader()
  await read()
  await remove()
  pass(LATER_MS)
  assert.deepEqual(await read(), [null, ENDPOINT])
})

test('a reported change is read at once', async () => {
  const { read, forget } = await makeReader()
  await read()
  assert.deepEqual(await read(), [URL_BEFORE])
  forget()
  assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
  assert.deepEqual(await read(), [URL_BEFORE])
})

test('an endpoint changed by this process during its read is read again', async () => {
  const { read, change, forget, onceResponded, pass } = await makeReader()
  const urlAfter = 'https://example.com/new'
  onceResponded(async () => {
    await change(`url = '${urlAfter}'`)
    forget()
  })
  assert.deepEqual(await read(), [urlAfter, ENDPOINT, ENDPOINT])
  assert.deepEqual(await read(), [urlAfter])
  // The same for a read ahead.
  pass(AHEAD_MS)
  onceResponded(async () => {
    await change(`url = '${URL_BEFORE}'`)
    forget()
  })
  assert.deepEqual(await read(), [urlAfter, ENDPOINT, ENDPOINT])
  assert.deepEqual(await read(), [URL_BEFORE])
})

test('of endpoints read together, each one changed by this process meanwhile is read again, in every read', async () => {
  const { reader, onceResponded } = await makeReader()
  const [first, second] = [await addAccount(), await addAccount()]
  onceResponded(async () => {
    await first.change(`url = 'https://example.com/first'`)
    reader.forget(first.accountId)
    onceResponded(async () => {
      await second.change(`url = 'https://example.com/second'`)
      reader.forget(second.accountId)
    })
  })
  const states = await Promise.all(
    [first, second].map(async ({ bucket, accountId, id }) => reader.read(bucket, accountId, id)),
  )
  assert.deepEqual(
    states.map((state) => state!.href),
    ['https://example.com/first', 'https://example.com/second'],
  )
})

test('while endpoints cannot be read, the last read is used until it is too old', async () => {
  const { read, pass, goAway } = await makeReader()
  await read()
  goAway(true)
  pass(AHEAD_MS)
  assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
  assert.deepEqual(await read(), [URL_BEFORE, ENDPOINT])
  pass(LATER_MS)
  await assert.rejects(read(), /away/)
  goAway(false)
  assert.equal((await read())[0], URL_BEFORE)
  assert.deepEqual(await read(), [URL_BEFORE])
})
