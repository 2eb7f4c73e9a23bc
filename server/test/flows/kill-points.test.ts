/**
 * Kills a process by SIGKILL at one exact point of its work. The proxy before the database, the relay before the
 * receiver or the receiver itself detects the point. Invariant 11: acknowledged data is stored, other data is stored
 * completely or not at all. Invariants 3 and 5: every event ends, with attempts numbered without gaps.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { judge } from '../faults/checker.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import { RETRY_SCHEDULE_MS } from '../faults/settings.ts'
import type { Cluster, ClusterAccount } from '../faults/cluster.ts'
import { startDatabaseProxy } from '../faults/database-proxy.ts'
import type { DatabaseProxy } from '../faults/database-proxy.ts'
import { pause } from '../pause.ts'
import { untilDrained } from '../drained.ts'
import type { ServiceProcess } from '../process.ts'
import { startRelay } from '../relay.ts'
import type { Relay } from '../relay.ts'
import type { Reply } from '../receiver.ts'
import { call, until } from '../service.ts'
import type { ApiResponse } from '../service.ts'

/** Timeout for events in other processes. */
const TIMEOUT_MS = 600_000
/** Between a refusal and the next try, ms. */
const REFUSED_PAUSE_MS = 100

/** Repeats a request that a busy service refuses by 503. Nothing of it is stored. */
async function served(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await request()
    if (response.status !== 503) return response
    await pause(REFUSED_PAUSE_MS)
  }
}

describe('a kill -9 at one point', { timeout: TIMEOUT_MS }, () => {
  let cluster: Cluster
  let proxy: DatabaseProxy
  let relay: Relay
  /** Keeps running, and responds after the others were killed. */
  let api: ServiceProcess

  before(async () => {
    cluster = await createCluster()
    proxy = await startDatabaseProxy(cluster.database.url)
    relay = await startRelay(cluster.receiver.port)
    api = await cluster.start('api,tasks')
  })
  after(async () => {
    await cluster.close()
    await relay.close()
    await proxy.close()
  })

  const addAccount = async (): Promise<ClusterAccount> => {
    await addAccounts(cluster, api, 1)
    return cluster.accounts.at(-1)!
  }

  describe('while requests with an idempotency key run, each on a connection of its own', () => {
    interface Create {
      what: string
      path: string
      body: object
      /** The statements of its transaction, up to the one where it is held. */
      statements: string[]
      /** Counts the account's rows, as other transactions see them. */
      counts: string
      /** The counts after the create. Before it, all are 0. */
      whole: Record<string, number>
    }

    const MESSAGE_COUNTS = `select (select count(*)::int from messages where bucket = $1 and account_id = $2) as messages,
      (select count(*)::int from deliveries where bucket = $1 and account_id = $2) as deliveries,
      (select count(*)::int from events where bucket = $1 and account_id = $2) as events,
      (select count(*)::int from send_queue where bucket = $1 and account_id = $2) as sends,
      (select count(*)::int from recipients where bucket = $1 and account_id = $2 and external_user_id = 'new') as recipients,
      (select count(*)::int from idempotency_keys where bucket = $1 and account_id = $2) as keys`
    const KEY_COUNTS = `select
      (select count(*)::int from api_keys where bucket = $1 and account_id = $2 and name = 'Other') as made,
      (select count(*)::int from audit_log where account_id = $2 and action = 'api_key.created') as audited,
      (select count(*)::int from idempotency_keys where account_id = $2) as keys`

    const createOfMessage = (what: string, fields: object, recipients: number): Create => ({
      what,
      path: '/api/v1/messages',
      body: { message: { message_template_name: 'receipt', ...fields } },
      statements: ['messages.insert', 'commit'],
      counts: MESSAGE_COUNTS,
      whole: { messages: 1, deliveries: 1, events: 1, sends: 1, recipients, keys: 1 },
    })
    const created = { external_user_id: 'new', notification_user: { email: 'silent@tidings.test' } }
    const CREATES = [
      createOfMessage('a message to a recipient that is there', { external_user_id: 'silent' }, 0),
      createOfMessage('a message that brings its recipient along', created, 1),
      {
        what: 'an API key',
        path: '/api/v1/api_keys',
        body: { api_key: { name: 'Other' } },
        statements: ['idempotency.fill', 'commit'],
        counts: KEY_COUNTS,
        whole: { made: 1, audited: 1, keys: 1 },
      },
    ]

    const create = (process: ServiceProcess, account: ClusterAccount, { path, body }: Create): Promise<ApiResponse> =>
      served(() => call(process.url, account.apiKey, 'POST', path, body, { 'idempotency-key': 'once' }))

    async function stored({ bucket, accountId }: ClusterAccount, { counts }: Create) {
      return (await cluster.database.pool.query({ text: counts, values: [bucket, accountId] })).rows[0]
    }

    /** Kills a process that holds all creates at their commit. Returns the account of each. */
    async function killAtCommit(point: 'before' | 'after'): Promise<Map<Create, ClusterAccount>> {
      const victim = await cluster.start('api', { DATABASE_URL: proxy.url })
      const accounts = new Map<Create, ClusterAccount>()
      const asked: Promise<unknown>[] = []
      for (const one of CREATES) {
        const account = await addAccount()
        accounts.set(one, account)
        const held = proxy.hold(one.statements, point)
        asked.push(create(victim, account, one).catch(() => null))
        await held.reached
      }
      await victim.kill(false)
      assert.deepEqual(
        await Promise.all(asked),
        CREATES.map(() => null),
      )
      return accounts
    }

    /** The response has the id of the stored message, or a key that works. */
    async function assertShown({ bucket, accountId }: ClusterAccount, { body }: ApiResponse): Promise<void> {
      if (body.api_key !== undefined)
        return assert.equal((await call(api.url, body.api_key.key, 'GET', '/api/v1/account')).status, 200)
      const text = 'select id from messages where bucket = $1 and account_id = $2'
      const { rows } = await cluster.database.pool.query({ text, values: [bucket, accountId] })
      assert.deepEqual(rows, [{ id: body.message.id }])
    }

    test('before the commit: nothing is there, and the repeated request makes it and shows it', async () => {
      for (const [one, account] of await killAtCommit('before')) {
        const nothing = Object.fromEntries(Object.keys(one.whole).map((name) => [name, 0]))
        assert.deepEqual(await stored(account, one), nothing, one.what)
        const repeated = await create(api, account, one)
        assert.equal(repeated.status, 201, JSON.stringify(repeated.body))
        assert.equal(repeated.headers.get('idempotency-replayed'), null)
        assert.deepEqual(await stored(account, one), one.whole, one.what)
        await assertShown(account, repeated)
      }
    })

    test('after the commit: it is there once, and the repeated request shows it', async () => {
      for (const [one, account] of await killAtCommit('after')) {
        assert.deepEqual(await stored(account, one), one.whole, one.what)
        const repeated = await create(api, account, one)
        assert.equal(repeated.status, 201, JSON.stringify(repeated.body))
        assert.equal(repeated.headers.get('idempotency-replayed'), 'true')
        assert.deepEqual(await stored(account, one), one.whole, one.what)
        await assertShown(account, repeated)
      }
    })
  })

  describe('of a dispatcher with an event', () => {
    interface Point {
      what: string
      /** Total POSTs of the event to the receiver. */
      posts: number
      /** Whether the endpoint is behind the relay. */
      isRelayed?: boolean
      /** Resolves when the process, with an event of the account, reaches the point. */
      reach(account: ClusterAccount, victim: ServiceProcess): Promise<void>
    }
    /** The process with all buckets. It is the next victim, and takes over after the last one. */
    let dispatching: ServiceProcess

    const startDispatching = async (): Promise<void> => {
      const variables = { DATABASE_URL: proxy.url, SWEEP_INTERVAL: '10m' }
      dispatching = await cluster.start('api,dispatch', variables)
    }
    before(startDispatching)

    const afterArrival = (account: ClusterAccount, then: (response: (reply: Reply) => void) => Promise<void> | void) =>
      new Promise<void>((resolve, reject) => {
        let first = true
        cluster.receiver.respond((request) => {
          if (request.path !== account.endpoint.path || !first) return {}
          first = false
          const reply = Promise.withResolvers<Reply>()
          Promise.resolve(then(reply.resolve)).then(resolve, reject)
          return reply.promise
        })
      })

    const POINTS: Point[] = [
      {
        what: 'after the hand-off',
        posts: 1,
        reach: () => proxy.hold(['webhooks.read_endpoints'], 'before').reached,
      },
      {
        what: 'after it has connected',
        posts: 1,
        isRelayed: true,
        reach: () => relay.hold(),
      },
      { what: 'after the bytes were sent', posts: 2, reach: (account) => afterArrival(account, () => {}) },
      {
        what: 'after the 2xx was sent, before it was read',
        posts: 2,
        reach: (account, victim) =>
          afterArrival(account, async (response) => {
            victim.signal('SIGSTOP')
            const responded = cluster.receiver.responded
            response({})
            await cluster.receiver.waitForResponses(responded + 1)
          }),
      },
      {
        what: 'before the flush',
        posts: 2,
        reach: () => proxy.hold(['webhooks.record_attempts'], 'before').reached,
      },
      {
        what: 'after the flush, before its response',
        posts: 1,
        reach: () => proxy.hold(['webhooks.record_attempts'], 'after').reached,
      },
    ]

    async function untilHoldsAll(): Promise<void> {
      await until(
        async () => {
          const { rows } = await cluster.database.pool.query<{ buckets: number }>(
            `select count(*)::int as buckets from bucket_leases, (select pg_sleep(0.02)) waited
             where owner is not null and expires_at > now()`,
          )
          return rows[0]!.buckets
        },
        (buckets) => buckets === 64,
      )
    }

    async function moveBehindRelay(account: ClusterAccount): Promise<void> {
      const url = new URL(account.url)
      url.port = String(relay.port)
      const change = { webhook_endpoint: { url: url.href } }
      const path = `/api/v1/webhook_endpoints/${account.endpointId}`
      assert.equal((await account.call(api, 'PATCH', path, change)).status, 200)
    }

    for (const { what, posts, isRelayed, reach } of POINTS)
      test(`${what}: it arrives, ${posts === 1 ? 'once' : 'again under the same number'}, and is recorded once`, async () => {
        const account = await addAccount()
        if (isRelayed) await moveBehindRelay(account)
        await untilHoldsAll()
        // A kill may repeat the POST of any event without a recorded attempt, and the judge counts those of the points.
        await untilDrained(cluster.database.pool)
        const reached = reach(account, dispatching)
        const pinged = await account.call(dispatching, 'POST', `/api/v1/webhook_endpoints/${account.endpointId}/test`)
        assert.equal(pinged.status, 202)
        await reached
        await dispatching.kill(false)
        relay.open()
        cluster.receiver.respond(() => ({}))

        await startDispatching()
        const eventId = pinged.body.event_id as string
        const attempts = async () =>
          (
            await cluster.database.pool.query({
              text: `select number, succeeded, final from attempts, (select pg_sleep(0.02)) waited
                where bucket = $1 and event_id = $2 order by number`,
              values: [account.bucket, eventId],
            })
          ).rows
        await until(attempts, (rows) => rows.length > 0)
        await untilDrained(cluster.database.pool)
        assert.deepEqual(await attempts(), [{ number: 1, succeeded: true, final: true }])
        const arrived = cluster.receiver.requests.filter((request) => request.path === account.endpoint.path)
        assert.deepEqual(
          arrived.map((request) => request.headers['x-service-event-id']),
          Array.from({ length: posts }, () => eventId),
        )
      })

    test('every invariant holds in the end', async () => {
      await untilDrained(cluster.database.pool)
      const { breaches, repeatedPosts } = await judge({
        pool: cluster.database.pool,
        received: cluster.receiver.requests,
        endpoints: cluster.accounts.map((account) => account.endpoint),
        acknowledgedDeliveryIds: [],
        retryScheduleMs: RETRY_SCHEDULE_MS,
        outputs: cluster.outputs(),
      })
      assert.deepEqual(breaches, [])
      assert.equal(repeatedPosts, POINTS.filter(({ posts }) => posts === 2).length)
    })
  })
})
