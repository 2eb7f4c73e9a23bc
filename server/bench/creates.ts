import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createAccount } from '../src/core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../src/core/accounts/api-keys.ts'
import { createSystemClock } from '../src/platform/clock.ts'
import { forgetEvents } from './backlog.ts'
import { familyCpu, processCpu } from './cpu.ts'
import { measure } from './measure.ts'
import { expectMarks, told } from './receiver.ts'
import type { Bench, Run } from './scenario.ts'
import { startServiceProcess } from './service-process.ts'

/** Creates messages by requests over kept connections. */

export const CONNECTIONS = 64

export interface CreatingAccount {
  bucket: number
  accountId: number
  apiKey: string
}

/** Sent to the load process: the requests, and then the number of expected responses. */
export type ToLoad =
  | {
      kind: 'load'
      origin: string
      path: string
      /** Used in turn. */
      apiKeys: string[]
      contentType: string
      body: string
      connections: number
      /** Null: a request begins after another has got its response. */
      perSecond: number | null
    }
  | { kind: 'expect'; marks: number[] }
  /** Asks for the responses to creates at a fixed rate, since the last `expect`. */
  | { kind: 'tell' }

/** The message of a create, the start of its request and the end of its response, ms since the epoch with fractions. */
export type CreateResponse = [messageId: number, begunAtMs: number, respondedAtMs: number]

const LOAD = fileURLToPath(new URL('creates-load-process.ts', import.meta.url))
export const SINGLE_INSERTS = fileURLToPath(new URL('single-inserts-process.ts', import.meta.url))
export const IMMEDIATE_RESPONSES = fileURLToPath(new URL('creates-reference-process.ts', import.meta.url))

export interface CreateRequest {
  path: string
  contentType: string
  body: string
  /** Messages per request. */
  messages: number
  connections: number
}

const MESSAGE = {
  external_user_id: 'bench',
  message_template_name: 'bench',
  message_attributes: [{ name: 'order', value: '1234' }],
}
const FORM = `message[external_user_id]=bench&message[message_template_name]=bench&message[message_attributes_attributes][][name]=order&message[message_attributes_attributes][][value]=1234`
const BATCH_MESSAGES = 1000
const BATCH_CONNECTIONS = 4

const json = (path: string, fields: object, messages: number, connections: number): CreateRequest => {
  return { path, contentType: 'application/json', body: JSON.stringify(fields), messages, connections }
}

const { message_attributes: attributes, ...references } = MESSAGE
const SINGLE = { ...references, message_attributes_attributes: attributes }

export const REQUESTS = {
  single: json('/api/v1/messages', { message: SINGLE }, 1, CONNECTIONS),
  form: {
    path: '/api/v1/messages',
    contentType: 'application/x-www-form-urlencoded',
    body: FORM,
    messages: 1,
    connections: CONNECTIONS,
  },
  batch: json(
    '/api/v1/messages/batch',
    { messages: Array.from({ length: BATCH_MESSAGES }, () => SINGLE) },
    BATCH_MESSAGES,
    BATCH_CONNECTIONS,
  ),
} satisfies Record<string, CreateRequest>

type Post = (path: string, fields: object) => Promise<Record<string, { id: number }>>

/** Makes the objects that `REQUESTS` name: a recipient, and a template on sandbox channels. Returns how it creates. */
export async function makeObjects(
  url: string,
  apiKey: string,
  email: string,
  channelTypes: readonly string[],
): Promise<Post> {
  const post: Post = async (path, fields) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) })
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Record<string, { id: number }>
  }
  await post('notification_users', { notification_user: { external_user_id: 'bench', email } })
  const channels: { notification_channel_id: number }[] = []
  for (const type of channelTypes) {
    const channel = { name: type, channel_type: type, provider: 'sandbox' }
    const { notification_channel: made } = await post('notification_channels', { notification_channel: channel })
    channels.push({ notification_channel_id: made!.id })
  }
  const texts = {
    subject: 'Order {{ order }}',
    body: 'Dear {{ user.first_name | default: "customer" }}, your order {{ order }} is on its way.',
  }
  await post('message_templates', { message_template: { name: 'bench', ...texts, body_format: 'text', channels } })
  return post
}

/** An account with a recipient, and a template on two sandbox channels. */
export async function makeCreatingAccount({ database }: Bench): Promise<CreatingAccount> {
  const clock = createSystemClock()
  const { id: accountId, bucket } = await createAccount(database.pool, clock, 'Bench')
  const apiKey = newApiKey()
  await createApiKey(database.pool, clock, { bucket, accountId, name: 'Bench', role: 'full', key: apiKey })
  const service = startServiceProcess({
    databaseUrl: database.url,
    caFile: null,
    profileDirectory: null,
    variables: API_ONLY,
  })
  try {
    await makeObjects(await service.url(), apiKey, 'silent@tidings.test', ['email', 'push'])
  } finally {
    await service.stop()
  }
  return { bucket, accountId, apiKey }
}

const API_ONLY = { ROLES: 'api', API_RATE_LIMIT: '0' }

/** Removes all rows from creates and their deliveries. History stays. */
export async function forgetMessages({ database }: Bench): Promise<void> {
  await forgetEvents(database)
  await database.pool.query({
    text: 'truncate messages, deliveries, send_queue, sends, sandbox_messages, sandbox_reports',
  })
  await database.pool.query({ text: 'checkpoint' })
}

/** A process that starts its requests on `expect`. */
export function forkLoad(
  request: CreateRequest,
  { origin, apiKeys, perSecond }: Pick<ToLoad & { kind: 'load' }, 'origin' | 'apiKeys' | 'perSecond'>,
): ChildProcess {
  const { path, contentType, body, connections } = request
  const child = fork(LOAD)
  child.send({ kind: 'load', origin, path, apiKeys, contentType, body, connections, perSecond } satisfies ToLoad)
  return child
}

/** The responses to creates at a fixed rate. */
export async function responsesOf(load: ChildProcess): Promise<CreateResponse[]> {
  const response = told(load, 'answers')
  load.send({ kind: 'tell' } satisfies ToLoad)
  return (await response).responses
}

/** Requests to a service, or to the given program instead of it. Messages are the unit for per second and per item. */
export async function runCreates(
  bench: Bench,
  account: CreatingAccount,
  request: CreateRequest,
  requests: number,
  program?: string,
): Promise<Run> {
  const { database, profileDirectory } = bench
  await forgetMessages(bench)
  const options = { databaseUrl: database.url, caFile: null, profileDirectory, variables: API_ONLY }
  const service = startServiceProcess(program === undefined ? options : { ...options, program })
  try {
    const origin = await service.url()
    const load = forkLoad(request, { origin, apiKeys: [account.apiKey], perSecond: null })
    const run = await measureChild(load, requests, () => ({
      service: processCpu(service.processId),
      postgres: familyCpu(database.processId),
    }))
    return perMessage(run, request.messages)
  } finally {
    await service.stop()
  }
}

async function measureChild(
  child: ChildProcess,
  items: number,
  cpu: () => Record<string, number | null>,
): Promise<Run> {
  const exited = once(child, 'exit')
  const failed = exited.then(([code]) => {
    throw new Error(`The load ended with ${code}`)
  })
  failed.catch(() => {})
  const receiver = { processId: child.pid!, expect: (marks: number[]) => expectMarks(child, marks) }
  try {
    const [run] = await measure({ receiver, posts: items, cpu, start: () => ({ failed }) })
    const named = ({ receiver: load, ...others }: Record<string, number | null>) => ({ ...others, load: load ?? null })
    return {
      ...run!,
      newConnections: 0,
      cpuMicroseconds: named(run!.cpuMicroseconds),
      cpuShares: named(run!.cpuShares),
    }
  } finally {
    child.kill()
    await exited
  }
}

function perMessage(run: Run, messages: number): Run {
  const cpu = Object.entries(run.cpuMicroseconds).map(([name, us]) => [name, us === null ? null : us / messages])
  return { ...run, perSecond: run.perSecond * messages, cpuMicroseconds: Object.fromEntries(cpu) }
}
