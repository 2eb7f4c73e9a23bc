/** Several processes of the service on one database, with accounts and a receiver for their events. */
import assert from 'node:assert/strict'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../../src/core/accounts/api-keys.ts'
import { insertAccount } from '../../src/core/accounts/queries.ts'
import { createSystemClock, isoTime } from '../../src/platform/clock.ts'
import type { WatchedEndpoint } from './checker.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { divideBuckets } from '../databases.ts'
import { startProcess } from '../process.ts'
import type { ServiceProcess } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import type { Receiver } from '../receiver.ts'
import { SANDBOX_WORDS } from '../sandbox-words.ts'
import { call, prepareMessages } from '../service.ts'
import type { ApiResponse } from '../service.ts'
import { faultVariables } from './settings.ts'

/** Short leases, so that a take-over is quick. The margins still allow for a busy machine. */
export const LEASE_TIMES = { LEASE_DURATION: '2s' }

export interface ClusterAccount {
  accountId: number
  bucket: number
  apiKey: string
  endpointId: number
  endpoint: WatchedEndpoint
  /** The full URL of the endpoint. */
  url: string
  /** Calls the API through a process with the role `api`. */
  call(process: WithUrl, method: string, path: string, body?: unknown): Promise<ApiResponse>
}

/** A service, in a process of its own or in the test's process. */
export type WithUrl = Pick<ServiceProcess, 'url'>

export interface Cluster {
  database: TestDatabase
  /** The pools of all database servers, the directory's first. */
  pools: readonly TestDatabase['pool'][]
  /** The pool of the server with the bucket's rows. */
  poolOf(bucket: number): TestDatabase['pool']
  receiver: Receiver
  accounts: ClusterAccount[]
  /** The environment of every process. */
  variables: Record<string, string>
  /** The output of all processes, including ended ones. */
  outputs(): string[]
  start(roles: string, variables?: Record<string, string>, program?: string): Promise<ServiceProcess>
  /** Kills the running processes, and drops the database. */
  close(): Promise<void>
}

/** Divides the buckets between the directory `a` and `b`. Returns the value of DATABASES. */
async function divide(a: TestDatabase, b: TestDatabase): Promise<string> {
  await divideBuckets(a.pool, ['a', 'b'])
  return `a=${a.url}, b=${b.url}`
}

/**
 * Creates a receiver, and a database if none is given. With `second`, the accounts are divided between two servers. Start a process with the role `api`, then add accounts with
 * `addAccounts`.
 */
export async function createCluster(given?: TestDatabase, second?: TestDatabase): Promise<Cluster> {
  const database = given ?? (await createTestDatabase())
  const receiver = await startReceiver()
  const processes: ServiceProcess[] = []
  const running = new Set<ServiceProcess>()
  const variables = {
    ...LEASE_TIMES,
    ...(second === undefined ? { DATABASE_URL: database.url } : { DATABASES: await divide(database, second) }),
    DATABASE_CONNECTIONS_MAX: '8',
    SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    ...faultVariables(receiver.caPath),
    LOG_LEVEL: 'info',
  }
  return {
    database,
    pools: [database.pool, ...(second === undefined ? [] : [second.pool])],
    poolOf: (bucket) => (second === undefined || bucket % 2 === 0 ? database : second).pool,
    receiver,
    accounts: [],
    variables,
    outputs: () => processes.map((one) => one.output()),
    async start(roles, others = {}, program) {
      const started = await startProcess('/nonexistent', { ...variables, ROLES: roles, ...others }, { program })
      processes.push(started)
      running.add(started)
      void started.exited.then(() => running.delete(started))
      return started
    },
    async close() {
      await Promise.all([...running].map((one) => one.kill(false)))
      await receiver.close()
      await database.close()
      await second?.close()
    },
  }
}

/** Adds accounts, each with a channel, a template, a recipient per magic word, and an endpoint with its own path. */
export async function addAccounts(cluster: Cluster, api: WithUrl, count: number): Promise<void> {
  const { database, receiver } = cluster
  const clock = createSystemClock()
  for (let made = 0; made < count; made++) {
    const { id: accountId, bucket } = await createAccount(database.pool, clock, 'Test')
    const apiKey = newApiKey()
    await createApiKey(database.pool, clock, { bucket, accountId, name: 'Test', role: 'full', key: apiKey })
    const home = cluster.poolOf(bucket)
    if (home !== database.pool) await insertAccount(home, bucket, accountId, 'Test', isoTime(clock.now()))
    const callBy: ClusterAccount['call'] = (process, method, path, body) =>
      call(process.url, apiKey, method, path, body)
    const callHere = (method: string, path: string, body?: unknown) => callBy(api, method, path, body)
    await prepareMessages({ accountId, bucket, apiKey, call: callHere })
    for (const word of SANDBOX_WORDS) {
      const fields = { external_user_id: word, email: `${word}@tidings.test` }
      const response = await callHere('POST', '/api/v1/notification_users', { notification_user: fields })
      assert.equal(response.status, 201)
    }
    const path = `/hooks/${accountId}`
    const url = new URL(path, receiver.url).href
    const created = await callHere('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    assert.equal(created.status, 201)
    const { id: endpointId, secret } = created.body.webhook_endpoint as { id: number; secret: string }
    const endpoint = { accountId, path, secrets: [{ secret, replacedAtMs: null }], quiet: [] }
    cluster.accounts.push({ accountId, bucket, apiKey, endpointId, endpoint, url, call: callBy })
  }
}

/** Creates a message and returns the ids of its deliveries. Returns no ids unless the response was 201. */
export async function createMessage(
  account: ClusterAccount,
  api: ServiceProcess,
  word: string,
  sendAt: string | null = null,
): Promise<number[]> {
  const fields = { external_user_id: word, message_template_name: 'receipt' }
  const message = sendAt === null ? fields : { ...fields, send_at: sendAt }
  // After an error or a broken connection the message may exist or not. Only a 201 promises that it exists.
  const response = await account.call(api, 'POST', '/api/v1/messages', { message }).catch(() => null)
  return response?.status === 201 ? (response.body.message.deliveries as { id: number }[]).map(({ id }) => id) : []
}
