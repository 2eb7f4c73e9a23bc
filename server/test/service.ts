/** The whole service in the test's process, on the test's database, and a client for its API. */
import assert from 'node:assert/strict'
import { atHome, createAccount } from '../src/core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../src/core/accounts/api-keys.ts'
import { createSystemClock } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import type { Tuning } from '../src/platform/config/config.ts'
import type { Database } from '../src/platform/db/servers/database.ts'
import type { Databases } from '../src/platform/db/servers/databases.ts'
import { transaction } from '../src/platform/db/transaction.ts'
import { createLogger } from '../src/platform/log.ts'
import type { Logger } from '../src/platform/log.ts'
import { startService } from '../src/programs/wiring/service.ts'
import type { Service } from '../src/programs/wiring/service.ts'
import { setHashCost } from '../src/features/sign-in/passwords.ts'
import { count } from './costs.ts'
import type { TestDatabase } from './database.ts'
import { testDatabases } from './databases.ts'
import { assertDocumented } from './document-responses.ts'
import { pause } from './pause.ts'
import { plainFetch } from './plain-fetch.ts'
import { healthPort } from './process.ts'

export interface ApiResponse {
  status: number
  headers: Headers
  // Tests read any field of the response.
  body: any
}

export interface Client {
  accountId: number
  bucket: number
  apiKey: string
  call(method: string, path: string, body?: unknown): Promise<ApiResponse>
}

export interface TestService {
  service: Service
  /** Creates an account, and a client with a full API key. */
  client(): Promise<Client>
  stop(): Promise<void>
}

/** Short times instead of hours. All waits use the injected clock. */
const VARIABLES = {
  HOST: '127.0.0.1',
  PORT: '0',
  SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  PROVIDER_ALLOW_CIDRS: '127.0.0.0/8',
  SWEEP_INTERVAL: '10m',
  SEND_RETRY_SCHEDULE: '50ms,50ms,50ms,50ms,50ms',
  API_RATE_LIMIT: '0',
  PUBLIC_RATE_LIMIT: '0',
  LOG_LEVEL: 'error',
}

const POLL_INTERVAL_MS = 100

/** A password's hash costs next to nothing. */
export const CHEAP_HASH = 'm=8,t=1,p=1'
setHashCost(CHEAP_HASH)

/** `tuning`: numbers of the configuration without a variable. */
export async function startTestService(
  database: TestDatabase & Partial<Pick<Database, 'requests'>> & { servers?: Databases },
  variables: Record<string, string> = {},
  clock: Clock = createSystemClock(),
  log?: Logger,
  tuning: Partial<Tuning> = {},
): Promise<TestService> {
  const given = { ...VARIABLES, DATABASE_URL: database.url, ...healthPort(variables), ...variables }
  const loaded = loadConfig(given, { pollIntervalMs: POLL_INTERVAL_MS, ...tuning })
  assert.ok(loaded.ok, loaded.ok ? '' : loaded.mistakes.join('; '))
  count('services')
  const databases = database.servers ?? testDatabases(database, clock)
  const service = await startService(loaded.config, clock, log ?? createLogger(loaded.config.logLevel), databases)
  return {
    service,
    async client() {
      const apiKey = newApiKey()
      const { id: accountId, bucket } = await transaction(databases.directory.pool, async (tx) => {
        const account = await createAccount(tx, clock, 'Test')
        const owner = { bucket: account.bucket, accountId: account.id }
        await createApiKey(tx, clock, { ...owner, name: 'Test', role: 'full', key: apiKey })
        await atHome(databases, tx, account, () => Promise.resolve())
        return account
      })
      return { accountId, bucket, apiKey, call: (method, path, body) => call(service.url!, apiKey, method, path, body) }
    },
    stop: () => service.stop(),
  }
}

/** Calls the API with a JSON body, and parses the response's body. Checks that the OpenAPI document describes it. */
export async function call(...given: Parameters<typeof callUnchecked>): Promise<ApiResponse> {
  const [, , method, path] = given
  return documented(method, path, await callUnchecked(...given))
}

/** The same without the check, which takes longer than the call. */
export async function callUnchecked(
  url: string,
  apiKey: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const ofBody = body === undefined ? {} : { 'content-type': 'application/json' }
  const options = { method, headers: { ...headers, authorization: `Bearer ${apiKey}`, ...ofBody } }
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return responseOf(await plainFetch(`${url}${path}`, { ...options, ...sent }))
}

/** Returns the response if it matches the OpenAPI document, otherwise throws. */
export function documented(method: string, path: string, response: ApiResponse): ApiResponse {
  assertDocumented(method, path, response.status, response.body)
  return response
}

export async function responseOf(response: Response): Promise<ApiResponse> {
  return apiResponse(response.status, response.headers, await response.text())
}

function apiResponse(status: number, headers: Headers, body: string): ApiResponse {
  return { status, headers, body: body === '' ? null : JSON.parse(body) }
}

/** Creates a channel, a template and a recipient through the API, with the names used by tests' messages. */
export async function prepareMessages(client: Client, email = 'delivered@tidings.test') {
  const made = async (path: string, root: string, fields: object) => {
    const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body[root]
  }
  const channelFields = { name: 'Mail', channel_type: 'email', provider: 'sandbox' }
  const channel = await made('notification_channels', 'notification_channel', channelFields)
  const template = await made('message_templates', 'message_template', {
    name: 'receipt',
    subject: 'Order {{ order.id }}',
    body: 'Hello {{ user.first_name }}, order {{ order.id }} is on its way.',
    body_format: 'text',
    channels: [{ notification_channel_id: channel.id }],
  })
  const recipientFields = { external_user_id: 'ada', email, first_name: 'Ada' }
  const recipient = await made('notification_users', 'notification_user', recipientFields)
  return { channel, template, recipient }
}

const READS_MAX = 10_000
/** The longest pause between two reads, ms. A read costs the service more than the pause costs the test. */
const PAUSE_MS_MAX = 100

/**
 * Reads until `satisfies` accepts the value. The number of reads is limited, not the time. The pauses between the reads
 * begin with 1 ms and double.
 */
export async function until<Value>(read: () => Promise<Value>, satisfies: (value: Value) => boolean): Promise<Value> {
  for (let [reads, pauseMs] = [1, 1]; ; reads++) {
    const value = await read()
    if (satisfies(value)) return value
    assert.ok(reads < READS_MAX, `It did not come to pass: ${JSON.stringify(value)}`)
    await pause(pauseMs)
    pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)
  }
}
