/**
 * Sends thousands of requests to a service in another process, from callers of every kind at once, and ordinary
 * requests of another account beside them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../../../src/core/accounts/api-keys.ts'
import { API_KEY_ROLES } from '../../../src/core/accounts/role-names.ts'
import { createSystemClock } from '../../../src/platform/clock.ts'
import { createTestDatabase } from '../../database.ts'
import { startProcess } from '../../process.ts'
import { seededRandom } from '../../random.ts'
import type { Random } from '../../random.ts'
import { call, prepareMessages } from '../../service.ts'
import type { Client } from '../../service.ts'
import { createJudge } from './judge.ts'
import { createRequests, readOperations } from './requests.ts'
import type { FuzzRequest, Operation } from './requests.ts'
import { CLOSED_URL, createValues, TOMORROW } from './values.ts'

export interface FuzzOptions {
  /** Seed of the generator. If `atOnce` is 1, the same seed makes the same requests. */
  seed: number
  requests: number
  /** Concurrent requests. */
  atOnce: number
}

export interface FuzzReport {
  /** Broken rules, each with a request that shows it. At most 100. */
  breaches: string[]
  /** Responses by status. */
  statuses: Record<string, number>
  /** Operations that got a 2xx at least once, the number of all, and the others. */
  operations: { succeeded: number; all: number; missed: string[] }
  /** Requests without a response, because the connection ended. */
  cutOff: number
  canary: { asked: number; succeeded: number; medianMs: number; longestMs: number }
  /** Memory after a garbage collection: after the first tenth of the requests, and at the end. */
  memory: { beforeBytes: number; afterBytes: number; rssBeforeBytes: number; rssAfterBytes: number }
  /** Log lines of level `error` and above, by name and stack. */
  errorsLogged: Record<string, number>
  exitCode: number | null
}

export interface FuzzResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

const PROGRAM = fileURLToPath(new URL('service.ts', import.meta.url))

const RESPONSE_MS_MAX = 60_000
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024
/** Needed objects are created again after this many requests, because requests delete them. */
const REQUESTS_PER_SUPPLY = 200
/** One request of the other account per this many hostile ones. */
const REQUESTS_PER_CANARY = 20

const MEMORY_ASKS_MAX = 20

const ERROR_CHARACTERS_MAX = 600

/** Factor of memory at the end to memory after the first tenth. */
export const MEMORY_GROWTH_MAX = 1.5

/** No server listens there, so calls fail at once. */
const NOWHERE = 'http://127.0.0.1:1'
const PROVIDERS = [
  'apns',
  'apns_development',
  'expo',
  'fcm',
  'google_oauth',
  'postmark',
  'resend',
  'sendgrid',
  'ses',
  'sns',
  'twilio',
]

const EMAIL = 'owner@fuzz.example'
const PASSWORD = 'a password of the fuzz run'

const VARIABLES = {
  SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  BOOTSTRAP_EMAIL: EMAIL,
  BOOTSTRAP_PASSWORD: PASSWORD,
  API_RATE_LIMIT: '0',
  PUBLIC_RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
  SEND_TIMEOUT: '1s',
  PROVIDER_URLS: PROVIDERS.map((name) => `${name}=${NOWHERE}`).join(','),
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  WEBHOOK_DNS_SERVERS: '127.0.0.1:1',
}

/** Sends requests that `fetch` would refuse. Returns null if the connection ended before the response. */
function send(
  agent: Agent,
  url: URL,
  { method, path, headers, body }: Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body'>,
) {
  const once = (mayRepeat: boolean): Promise<FuzzResponse | null | 'late'> =>
    new Promise((resolve) => {
      const { hostname, port } = url
      const length = body === null ? {} : { 'content-length': String(body.length) }
      const request = httpRequest({
        agent,
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...length },
        timeout: RESPONSE_MS_MAX,
      })
      request.on('timeout', () => {
        resolve('late')
        request.destroy()
      })
      request.on('error', () => {
        // The service may close an idle connection while the request is on its way.
        if (mayRepeat && request.reusedSocket) void once(false).then(resolve)
        else resolve(null)
      })
      request.on('response', (response) => {
        const status = response.statusCode!
        const chunks: Buffer[] = []
        let bytes = 0
        const finish = () => resolve({ status, headers: response.headers, text: Buffer.concat(chunks).toString() })
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          bytes += chunk.length
          // A stream of events has no end.
          const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true
          if (!isStream && bytes < RESPONSE_BYTES_MAX) return
          finish()
          request.destroy()
        })
        response.on('end', finish)
        response.on('error', finish)
      })
      request.end(body ?? undefined)
    })
  return once(true)
}

/** Callers: a key of each role, a signed-in owner, a wrong key, and no key. */
function createCallers(makeKey: (role: (typeof API_KEY_ROLES)[number]) => Promise<string>, url: string) {
  const keys = new Map<(typeof API_KEY_ROLES)[number], string>()
  let session: Record<string, string> | null = null

  async function signIn(): Promise<void> {
    const response = await fetch(`${url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session: { email: EMAIL, password: PASSWORD } }),
    })
    const body = (await response.json()) as { session?: { csrf_token: string } }
    const [cookie = ''] = response.headers.get('set-cookie')?.split(';', 1) ?? []
    if (body.session === undefined) return
    session = { cookie, 'x-csrf-token': body.session.csrf_token, 'sec-fetch-site': 'same-origin' }
  }

  return {
    pick: (random: Random, { method, path }: Operation) => {
      // Rarely ends the session, because the limit of sign-ins is low.
      const ends = session === null || (/session/.test(path) && method !== 'GET' && random.chance(0.97))
      if (random.chance(0.6)) return random.pick(['full', ends ? 'full' : 'session'] as const)
      return random.pick([...API_KEY_ROLES, ends ? 'nobody' : 'session', 'wrong key', 'nobody'] as const)
    },
    async start() {
      for (const role of API_KEY_ROLES) keys.set(role, await makeKey(role))
      await signIn()
      return session !== null
    },
    headersOf(name: string): Record<string, string> {
      if (name === 'session') return session ?? {}

      if (name === 'nobody') return {}
      const key = keys.get(name as (typeof API_KEY_ROLES)[number]) ?? 'sk_wrong'
      return { authorization: `Bearer ${key}` }
    },
    /** A request may have revoked the key or ended the session. */
    async renew(name: string) {
      const role = API_KEY_ROLES.find((one) => one === name)
      if (role !== undefined) keys.set(role, await makeKey(role))
      if (name === 'session') session = null
    },
    /** Called rarely, because the limit of sign-ins is low. */
    async signInAgain() {
      if (session === null) await signIn()
    },
  }
}

/** Creates the needed objects if they are missing, and learns their ids. If it is refused, the object exists. */
async function supply(owner: Client, learn: (path: string, body: unknown) => void): Promise<void> {
  const create = (fields: object) => {
    const message = { external_user_id: 'ada', message_template_name: 'receipt', ...fields }
    return owner.call('POST', '/api/v1/messages', { message })
  }
  if ((await create({})).status !== 201) await prepareMessages(owner).catch(() => {})
  const { status, body } = await create({ send_at: TOMORROW })
  if (status === 201) learn('/api/v1/messages', body)
  await owner.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url: CLOSED_URL } })
  for (const collection of [
    'deliveries',
    'sandbox_messages',
    'webhook_endpoints',
    'webhook_events',
    'notification_users',
  ])
    learn(`/api/v1/${collection}`, (await owner.call('GET', `/api/v1/${collection}`)).body)
}

/** Ids by collection. Only the newest are kept. */
function createKnownIds(random: Random) {
  const IDS_MAX = 40
  const known = new Map<string, (number | string)[]>()
  const keep = (collection: string, id: number | string) =>
    known.set(collection, [...(known.get(collection) ?? []), id].slice(-IDS_MAX))

  return {
    pick: (collection: string) => {
      const ids = known.get(collection)
      return ids === undefined ? undefined : random.pick(ids)
    },
    learn(path: string, body: unknown): void {
      const collection = path
        .replaceAll(/\/\{\w+\}/g, '')
        .split('/')
        .at(-1)!
      if (typeof body !== 'object' || body === null) return
      for (const one of [body, ...Object.values(body)].flat() as unknown[]) {
        const { id, callback_url: callback, preferences_url: page } = (one ?? {}) as Record<string, unknown>
        if (typeof id === 'number' || typeof id === 'string') keep(collection, id)
        if (typeof callback === 'string') keep('callbacks', new URL(callback).pathname)
        if (typeof page === 'string') keep('preference_pages', new URL(page).pathname)
      }
    },
  }
}

function errorsIn(output: string): Record<string, number> {
  const found: Record<string, number> = {}
  for (const line of output.split('\n').filter((one) => /^\{"level":"(error|fatal)",/.test(one))) {
    const { event, err } = JSON.parse(line) as { event: string; err?: { stack?: string } }
    const name = `${event} ${err?.stack ?? ''}`.slice(0, ERROR_CHARACTERS_MAX)
    found[name] = (found[name] ?? 0) + 1
  }
  return found
}

/** Sends the requests and returns a report. */
export async function runFuzz({ seed, requests, atOnce }: FuzzOptions): Promise<FuzzReport> {
  const random = seededRandom(seed)
  const clock = createSystemClock()
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-fuzz-'))
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const service = await startProcess(dataDir, { ...VARIABLES, DATABASE_URL: database.url }, { program: PROGRAM })
  try {
    const url = new URL(service.url)
    const { rows } = await database.pool.query({ text: 'select id, bucket from accounts order by id limit 1' })
    const own = { accountId: Number(rows[0]!['id']), bucket: Number(rows[0]!['bucket']) }
    const makeKey = async (place: typeof own, role: (typeof API_KEY_ROLES)[number]) => {
      const key = newApiKey()
      await createApiKey(database.pool, clock, { ...place, name: `Fuzz ${role}`, role, key })
      return key
    }
    const clientOf = async (place: typeof own) => {
      const apiKey = await makeKey(place, 'full')
      const ask = (method: string, path: string, body?: unknown) => call(service.url, apiKey, method, path, body)
      return { ...place, apiKey, call: ask }
    }
    const made = await createAccount(database.pool, clock, 'Canary')
    const canary = await clientOf({ accountId: made.id, bucket: made.bucket })
    await prepareMessages(canary)
    const owner = await clientOf(own)
    const callers = createCallers((role) => makeKey(own, role), service.url)
    const signedIn = await callers.start()

    const operations = readOperations((await call(service.url, canary.apiKey, 'GET', '/openapi.json')).body)
    const known = createKnownIds(random)
    const next = createRequests(operations, random, createValues(random, known), known)
    const judge = createJudge([dataDir, new URL(database.url).pathname.slice(1)])
    if (!signedIn) judge.breach('nobody could sign in')

    const canaryMs: number[] = []
    let canariesAsked = 0
    let canaryRuns = false
    async function askCanary(): Promise<void> {
      if (canaryRuns) return
      canaryRuns = true
      const began = clock.monotonic()
      const message = { external_user_id: 'ada', message_template_name: 'receipt' }
      const response = await (
        canariesAsked++ % 2 === 0
          ? canary.call('GET', '/api/v1/deliveries?limit=5')
          : canary.call('POST', '/api/v1/messages', { message })
      ).catch(() => null)
      canaryRuns = false
      if (response !== null && response.status < 300) canaryMs.push(clock.monotonic() - began)
      else judge.breach(`the other account got ${response?.status ?? 'no response'}: ${JSON.stringify(response?.body)}`)
    }

    let memoryAsks = 0
    async function memory(): Promise<{ bytes: number; rss: number }> {
      const ask = ++memoryAsks
      service.send({ ask })
      const [, json] = await service.printed(new RegExp(`memory ${ask} (\\{.*\\})`))
      return JSON.parse(json!) as { bytes: number; rss: number }
    }

    let sent = 0
    async function keepSending(until: number): Promise<void> {
      while (sent < until) {
        sent += 1
        if (sent % REQUESTS_PER_CANARY === 0) void askCanary()
        if (sent % REQUESTS_PER_SUPPLY === 1) {
          await supply(owner, known.learn)
          await callers.signInAgain()
        }
        const request = next()
        const caller = callers.pick(random, request.operation)
        const headers = { ...request.headers, ...callers.headersOf(caller) }
        const response = await send(agent, url, { ...request, headers })
        const body = judge.judge(request, caller, response)
        if (response === null || response === 'late') continue
        if (response.status < 300) known.learn(request.operation.path, body)
        if (response.status === 401 && request.headers['cookie'] === undefined) await callers.renew(caller)
      }
    }
    const sendUntil = (until: number) => Promise.all(Array.from({ length: atOnce }, () => keepSending(until)))

    await sendUntil(Math.floor(requests / 10))
    const before = await memory()
    await sendUntil(requests)
    let after = await memory()
    for (let asks = 1; asks < MEMORY_ASKS_MAX && after.bytes > MEMORY_GROWTH_MAX * before.bytes; asks++) {
      await askCanary()
      after = await memory()
    }
    agent.destroy()
    const exitCode = await service.stop()
    const sorted = canaryMs.toSorted((a, b) => a - b)
    return {
      ...judge.report(operations),
      canary: {
        asked: canariesAsked,
        succeeded: sorted.length,
        medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
        longestMs: sorted.at(-1) ?? Number.NaN,
      },
      memory: {
        beforeBytes: before.bytes,
        afterBytes: after.bytes,
        rssBeforeBytes: before.rss,
        rssAfterBytes: after.rss,
      },
      errorsLogged: errorsIn(service.output()),
      exitCode,
    }
  } finally {
    agent.destroy()
    await service.stop()
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
