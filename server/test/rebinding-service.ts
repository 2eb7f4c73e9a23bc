/**
 * `rebinding-service.ts POSTS`: the whole service in a network namespace where loopback also has a public address, with a
 * name server that alternates its responses. Prints one line of JSON, a `RebindingResult`.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createSystemClock } from '../src/platform/clock.ts'
import { createEventIds } from '../src/platform/ids.ts'
import { createCertificateAuthority } from './certificates.ts'
import { createTestDatabase } from './database.ts'
import { startNameServer, TYPE_A } from './name-server.ts'
import { startReceiver } from './receiver.ts'
import { startTestService, until } from './service.ts'
import type { Client } from './service.ts'

export interface RebindingResult {
  attempts: number
  /** The number of attempts by error word or response code. */
  outcomes: Record<string, number>
  publicConnections: number
  /** TCP connections to forbidden addresses. */
  privateConnections: number
  /** Status and code of saving the URL while its name had a private address. */
  refusedAtSave: [number, string]
  /**
   * The error word of attempts to unreachable addresses, and true if they are retried. By kind of unreachable address.
   */
  withoutRoute: Record<string, [word: string, retried: boolean]>
}

/** Each account has its own name, because simultaneous lookups of a name share one response. */
const hostOf = (account: number) => `hooks-${account}.example.com`
const PUBLIC = '93.184.216.34'
const PRIVATE = ['10.1.2.3', '127.0.0.1', '169.254.169.254', '192.168.7.7', '100.64.0.9']
const WITHOUT_ROUTE = {
  none: '93.184.216.40',
  unreachable: '93.184.216.41',
  prohibit: '93.184.216.42',
  blackhole: '93.184.216.43',
}
const ACCOUNTS = 20
const EVENTS_OF_ACCOUNT = Number(process.argv[2]) / ACCOUNTS

// Checks that the namespace has only its own loopback interface.
const links = execFileSync('ip', ['-o', 'link'], { encoding: 'utf8' }).trim().split('\n')
assert.deepEqual(links.length, 1, 'not in a namespace of its own')
execFileSync('ip', ['link', 'set', 'lo', 'up'])
for (const address of [PUBLIC, ...PRIVATE.filter((one) => !one.startsWith('127.'))])
  execFileSync('ip', ['address', 'add', `${address}/32`, 'dev', 'lo'])
for (const [kind, address] of Object.entries(WITHOUT_ROUTE))
  if (kind !== 'none') execFileSync('ip', ['route', 'add', kind, address])

const authority = await createCertificateAuthority()
const hosts = Array.from({ length: ACCOUNTS }, (_, account) => hostOf(account))
const certificate = await authority.issue({ onlyNames: true, names: hosts })
const receiver = await startReceiver({ authority, certificate, host: PUBLIC })
let privateConnections = 0
for (const address of PRIVATE) {
  const server = createServer((socket) => {
    privateConnections += 1
    socket.destroy()
  })
  await once(server.listen(receiver.port, address).unref(), 'listening')
}

let mode: 'public' | 'private' | 'flip' = 'public'
const questionsOf = new Map(hosts.map((host) => [host, 0]))
const names = await startNameServer((name, type) => {
  if (!questionsOf.has(name) || type !== TYPE_A) return []
  const questions = questionsOf.get(name)! + 1
  questionsOf.set(name, questions)
  const isPrivate = mode === 'private' || (mode === 'flip' && questions % 2 === 0)
  return [isPrivate ? PRIVATE[(questions >> 1) % PRIVATE.length]! : PUBLIC]
})

// The server of the run is within reach by its Unix socket only.
const given = process.env['TEST_DATABASE_URL']
if (given !== undefined && !new URL(given).searchParams.get('host')?.startsWith('/'))
  delete process.env['TEST_DATABASE_URL']
const database = await createTestDatabase()
const clock = createSystemClock()
const running = await startTestService(
  database,
  {
    WEBHOOK_ALLOW_CIDRS: '',
    WEBHOOK_DNS_SERVERS: names.server,
    WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
    // One attempt per event.
    WEBHOOK_RETRY_SCHEDULE: '1h,1h,1h,1h,1h,1h,1h',
    // Hundreds of connections start at once on a machine that may be busy.
    WEBHOOK_RESPONSE_TIMEOUT: '60s',
    WEBHOOK_ATTEMPT_TIMEOUT: '120s',
    // So many creates at once may commit later than the lag of the queue's cursor. The sweep finds their rows.
    SWEEP_INTERVAL: '2s',
  },
  undefined,
  undefined,
  { webhookConnectTimeoutMs: 60_000 },
)

const register = (client: Client, host: string) => {
  const url = `https://${host}:${receiver.port}/hooks`
  return client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
}

mode = 'private'
const refused = await register(await running.client(), hostOf(0))
mode = 'public'
for (const host of hosts) {
  const client = await running.client()
  const created = await register(client, host)
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const prefix = createEventIds(clock).next(0).id.slice(0, 20)
  await database.pool.query({
    text: `with stored as (
        insert into events (bucket, account_id, id, type, created_at, source, body)
        select $1, $2, $4::text || lpad(n::text, 10, '0'), 'ping', now(), 'api', '{}' from generate_series(1, $5::int) n
        returning id
      )
      insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start)
      select $1, $2, $3, id, 0, 0 from stored`,
    values: [client.bucket, client.accountId, created.body.webhook_endpoint.id, prefix, EVENTS_OF_ACCOUNT],
  })
}
mode = 'flip'

// The database waits between two reads.
const countAttempts = async () =>
  (await database.pool.query('select (select count(*)::int from attempts) as count from pg_sleep(0.1)')).rows[0].count
const attempts = await until(countAttempts, (count) => count >= ACCOUNTS * EVENTS_OF_ACCOUNT)
const { rows } = await database.pool.query<{ word: string; count: number }>(
  'select coalesce(error_message, response_code::text) as word, count(*)::int as count from attempts group by word',
)
const withoutRoute: RebindingResult['withoutRoute'] = {}
for (const [kind, address] of Object.entries(WITHOUT_ROUTE)) {
  const client = await running.client()
  const { id } = (await register(client, address)).body.webhook_endpoint
  const { event_id } = (await client.call('POST', `/api/v1/webhook_endpoints/${id}/test`)).body
  const { webhook_event: event } = await until(
    async () => (await client.call('GET', `/api/v1/webhook_events/${event_id}`)).body,
    (body) => body.webhook_event.attempts_made > 0,
  )
  withoutRoute[kind] = [event.attempts[0].error_message, event.next_attempt_at !== null]
}
const result: RebindingResult = {
  attempts,
  outcomes: Object.fromEntries(rows.map(({ word, count }) => [word, count])),
  publicConnections: receiver.connections,
  privateConnections,
  refusedAtSave: [refused.status, refused.body.code],
  withoutRoute,
}
process.stdout.write(`${JSON.stringify(result)}\n`)

await running.stop()
await database.close()
await receiver.close()
names.close()
authority.close()
