// Invariants 3, 5 and 6 with several processes: shares, hints, hand-over, fence.
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { judge } from '../faults/checker.ts'
import { addAccounts, createCluster, createMessage, LEASE_TIMES } from '../faults/cluster.ts'
import { RETRY_SCHEDULE_MS } from '../faults/settings.ts'
import type { ClusterAccount } from '../faults/cluster.ts'
import { untilDrained } from '../drained.ts'
import { pause } from '../pause.ts'
import type { ReceivedRequest, Reply } from '../receiver.ts'
import { startTestService, until } from '../service.ts'
import { endAfterTests } from '../end-after-tests.ts'

/** Only hints can bring work in time: the next poll comes after the test. */
const DEAF = { SWEEP_INTERVAL: '10m' }
/** No renewal comes between two steps of a test. */
const RARE_RENEWALS = { LEASE_DURATION: '400s' }
const CALLERS = 4
/** Between two calls of a caller, ms. */
const PAUSE_MS = 10
const TIMED_EVENTS = 20
/** Longer than a lease. */
const BLOCKED_MS = 4000
/** Timeout for output of other processes. */
const TIMEOUT_MS = 300_000

let account: ClusterAccount
const cluster = await endAfterTests(createCluster())
const api = await cluster.start('api,tasks')

describe('several processes on one database', { timeout: TIMEOUT_MS }, () => {
  const acknowledgedDeliveryIds: number[] = []

  beforeEach(async () => {
    cluster.receiver.respond(() => ({}))
    await addAccounts(cluster, api, 1)
    account = cluster.accounts.at(-1)!
  })

  const create = async (word = 'silent') => {
    const ids = await createMessage(account, api, word)
    assert.equal(ids.length, 1)
    acknowledgedDeliveryIds.push(...ids)
  }
  const posts = () => cluster.receiver.requests.filter((request) => request.path === account.endpoint.path)
  const ping = async () => {
    const response = await account.call(api, 'POST', `/api/v1/webhook_endpoints/${account.endpointId}/test`)
    assert.equal(response.status, 202)
    return response.body.event_id as string
  }

  /** Number of buckets of each owner, most first. The database waits between two reads. */
  async function shares(): Promise<number[]> {
    const { rows } = await cluster.database.pool.query<{ buckets: number }>(
      `select count(*)::int as buckets from bucket_leases, (select pg_sleep(0.02)) waited
       where owner is not null and expires_at > now() group by owner order by 1 desc`,
    )
    return rows.map((row) => row.buckets)
  }
  const untilShares = (wanted: number[]) => until(shares, (found) => found.join() === wanted.join())

  async function owner(bucket: number): Promise<string | null> {
    const { rows } = await cluster.database.pool.query<{ owner: string | null }>({
      text: 'select owner from bucket_leases, (select pg_sleep(0.02)) waited where bucket = $1',
      values: [bucket],
    })
    return rows[0]!.owner
  }

  /** Holds the responses to the account's POSTs. `arrived` resolves when the first one arrives. */
  function holdResponses(): { arrived: Promise<ReceivedRequest>; response(reply: Reply): void } {
    const arrived = Promise.withResolvers<ReceivedRequest>()
    const reply = Promise.withResolvers<Reply>()
    let first = true
    cluster.receiver.respond((request) => {
      if (request.path !== account.endpoint.path || !first) return {}
      first = false
      arrived.resolve(request)
      return reply.promise
    })
    return { arrived: arrived.promise, response: reply.resolve }
  }

  async function attemptsOf(eventId: string) {
    const { rows } = await cluster.database.pool.query<{ number: number; succeeded: boolean }>({
      text: 'select number, succeeded from attempts where event_id = $1 order by number',
      values: [eventId],
    })
    return rows
  }

  async function judged() {
    await untilDrained(cluster.database.pool)
    const judgement = await judge({
      pool: cluster.database.pool,
      received: cluster.receiver.requests,
      endpoints: cluster.accounts.map((one) => one.endpoint),
      acknowledgedDeliveryIds,
      retryScheduleMs: RETRY_SCHEDULE_MS,
      outputs: cluster.outputs(),
    })
    assert.deepEqual(judgement.breaches, [])
    return judgement
  }

  test('writes and endpoint changes of another process reach the owner by hints', async (t) => {
    const owning = await cluster.start('dispatch', DEAF)
    await untilShares([64])
    // If a hint was followed, the new owner's first poll is over.
    await ping()
    await cluster.receiver.waitFor(() => posts().length === 1)
    await create()
    await cluster.receiver.waitFor(() => posts().length === 3)
    const tookMs: number[] = []
    while (tookMs.length < TIMED_EVENTS) {
      const askedAt = Date.now()
      const arrived = posts().length + 1
      await ping()
      await cluster.receiver.waitFor(() => posts().length === arrived)
      tookMs.push(posts().at(-1)!.receivedAtMs - askedAt)
    }
    const median = tookMs.toSorted((one, other) => one - other)[TIMED_EVENTS / 2]!
    t.diagnostic(`an event of another process arrives ${median} ms after its request (median of ${TIMED_EVENTS})`)

    const path = `/api/v1/webhook_endpoints/${account.endpointId}`
    const held = holdResponses()
    const first = await ping()
    await held.arrived
    await account.call(api, 'PATCH', path, { webhook_endpoint: { active: false } })
    held.response({ status: 503 })
    await until(
      () => attemptsOf(first),
      (attempts) => attempts.length === 1,
    )
    await account.call(api, 'PATCH', path, { webhook_endpoint: { active: true } })
    await cluster.receiver.waitFor(() => posts().length === TIMED_EVENTS + 5)
    assert.deepEqual(
      await until(
        () => attemptsOf(first),
        ({ length }) => length === 2,
      ),
      [
        { number: 1, succeeded: false },
        { number: 2, succeeded: true },
      ],
    )
    assert.equal(await owning.stop(), 0)
  })

  test('they share the buckets, and a clean stop under load hands over without a POST twice', async () => {
    const first = await cluster.start('dispatch', DEAF)
    await untilShares([64])
    const second = await cluster.start('dispatch', DEAF)
    await untilShares([32, 32])
    const before = (await judged()).repeatedPosts
    let stopped = false
    const callers = Array.from({ length: CALLERS }, async () => {
      for (; !stopped; await pause(PAUSE_MS)) await create('delivered')
    })
    await cluster.receiver.waitFor(() => posts().length > 50)
    assert.equal(await first.stop(), 0)
    await untilShares([64])
    stopped = true
    await Promise.all(callers)
    assert.equal((await judged()).repeatedPosts, before)
    assert.equal(await second.stop(), 0)
    await untilShares([])
  })

  test('one that is stopped for longer than its lease is overtaken, and what it does later changes nothing', async () => {
    const stalled = await cluster.start('dispatch')
    await untilShares([64])
    const held = holdResponses()
    const eventId = await ping()
    await held.arrived
    const before = await owner(account.bucket)
    stalled.signal('SIGSTOP')
    const heir = await cluster.start('dispatch')
    await until(
      () => owner(account.bucket),
      (found) => found !== before && found !== null,
    )
    await cluster.receiver.waitFor(() => posts().length === 2)
    await until(
      () => attemptsOf(eventId),
      (attempts) => attempts.length === 1,
    )
    held.response({ status: 500 })
    stalled.signal('SIGCONT')
    await stalled.printed(/"event":"buckets.aborted"/)
    await untilShares([32, 32])
    assert.deepEqual(await attemptsOf(eventId), [{ number: 1, succeeded: true }])
    await judged()
    assert.equal(await stalled.stop(), 0)
    assert.equal(await heir.stop(), 0)
  })

  test('one whose event loop is blocked for longer than its lease is overtaken likewise', async () => {
    const variables = { ...LEASE_TIMES, ROLES: 'dispatch', WEBHOOK_EXTRA_CA_FILE: cluster.receiver.caPath }
    const blocked = await startTestService(cluster.database, variables)
    const held = holdResponses()
    const eventId = await ping()
    await held.arrived
    const before = await owner(account.bucket)
    const heir = await cluster.start('dispatch')
    // Blocks this process. The receiver stops too, and responds to the new owner afterwards.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS)
    await until(
      () => owner(account.bucket),
      (found) => found !== before && found !== null,
    )
    held.response({ status: 500 })
    await until(
      () => attemptsOf(eventId),
      (attempts) => attempts.length === 1,
    )
    assert.deepEqual(await attemptsOf(eventId), [{ number: 1, succeeded: true }])
    await judged()
    await blocked.stop()
    assert.equal(await heir.stop(), 0)
  })

  test('a flush under a lease that another has taken records nothing', async () => {
    const overtaken = await cluster.start('dispatch', RARE_RENEWALS)
    await untilShares([64])
    const held = holdResponses()
    const eventId = await ping()
    await held.arrived
    // As if another process took a bucket with an expired lease.
    await cluster.database.pool.query({
      text: `update bucket_leases set owner = gen_random_uuid(), epoch = epoch + 1, expires_at = now() where bucket = $1`,
      values: [account.bucket],
    })
    held.response({ status: 200 })
    const [line] = await overtaken.printed(/\{[^\n]*"event":"webhook.attempt"[^\n]*\}/)
    assert.equal((JSON.parse(line) as { recorded: boolean }).recorded, false)
    assert.deepEqual(await attemptsOf(eventId), [])
    await overtaken.kill(false)
    await cluster.database.pool.query(`update bucket_leases set expires_at = now()`)
    const heir = await cluster.start('dispatch')
    await until(
      () => attemptsOf(eventId),
      (attempts) => attempts.length === 1,
    )
    await judged()
    assert.equal(await heir.stop(), 0)
  })
})
