import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { makeCreatingAccount } from '../creates.ts'
import type { CreatingAccount } from '../creates.ts'
import { attacksOf, ENDLESS_BODY, ENDLESS_TEMPLATE, LARGE_BODY, LARGE_TEMPLATE, RECIPIENT } from '../hostile-attacks.ts'
import type { Attack, HostileAccount } from '../hostile-attacks.ts'
import type { HostileResponses, ToHostileLoad } from '../hostile-load-process.ts'
import { quantile } from '../latency.ts'
import type { Bench, Findings, Scenario } from '../scenario.ts'
import { startServiceProcess } from '../service-process.ts'

/**
 * The cost of hostile requests for another account. Its requests run at a fixed rate, alone and then during each attack.
 * The service has its defaults. A round fails if the service loses a lease.
 */

const LOAD = fileURLToPath(new URL('../hostile-load-process.ts', import.meta.url))

/** Requests of the other account, in turns a create, a list and a read of one delivery. */
const REQUESTS_PER_SECOND = 40
/** Minimum length of a measurement, s. In less time the three requests during a single pause set the p99. */
const SECONDS_MIN = 20
const P99_TIMES_MAX = 3
/** A lower p99 is always good, even if the quiet p99 is much lower. */
const P99_ALWAYS_GOOD_MS = 30
const LARGE_BATCHES = 8
const LARGE_BATCH_MESSAGES = 30
/** Interval between checks for the start of an attack, ms. */
const ATTACK_POLL_MS = 10
const LEASE_LOST = /buckets\.(aborted|renewal_failed)|database\.unavailable/

async function ask(origin: string, apiKey: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  return text === '' ? null : JSON.parse(text)
}

/** The objects of the hostile account for the attacks. */
async function prepareAttacks(origin: string, { apiKey }: CreatingAccount): Promise<HostileAccount> {
  const post = (path: string, body: object) => ask(origin, apiKey, 'POST', path, body)
  await post('notification_users', { notification_user: { external_user_id: RECIPIENT, email: 'silent@tidings.test' } })
  const settings = { account_sid: `AC${'0'.repeat(32)}`, auth_token: '0'.repeat(32), from: '+15005550006' }
  const channel = { name: 'Twilio', channel_type: 'sms', provider: 'twilio', settings }
  const made = (await post('notification_channels', { notification_channel: channel })) as {
    notification_channel: { callback_url: string }
  }
  const template = (name: string, body: string) =>
    post('message_templates', { message_template: { name, subject: name, body, body_format: 'text', channels: [] } })
  await template(ENDLESS_TEMPLATE, ENDLESS_BODY)
  await template(LARGE_TEMPLATE, LARGE_BODY)
  const large = { external_user_id: RECIPIENT, message_template_name: LARGE_TEMPLATE }
  const messages = Array.from({ length: LARGE_BATCH_MESSAGES }, () => large)
  for (let batch = 0; batch < LARGE_BATCHES; batch++) await post('messages/batch', { messages })
  return { apiKey, callbackPath: new URL(made.notification_channel.callback_url).pathname }
}

/** The p99 of the other account's requests, ms, at a fixed rate even if responses are slow. Throws if a request fails. */
async function quietP99(origin: string, { apiKey }: CreatingAccount, seconds: number): Promise<number> {
  const message = { external_user_id: 'bench', message_template_name: 'bench' }
  const requests: readonly [string, string, object?][] = [
    ['POST', 'messages', { message }],
    ['GET', 'deliveries?limit=10'],
    ['GET', 'messages?limit=10'],
  ]
  const timed = async (index: number): Promise<number> => {
    const dueMs = performance.now()
    const [method, path, body] = requests[index % requests.length]!
    await ask(origin, apiKey, method, path, body)
    return performance.now() - dueMs
  }
  const startMs = performance.now()
  const total = seconds * REQUESTS_PER_SECOND
  const times: Promise<number>[] = []
  while (times.length < total) {
    const dueMs = startMs + (times.length * 1000) / REQUESTS_PER_SECOND
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
    times.push(timed(times.length))
    // Failures are thrown below, after all requests have begun.
    times.at(-1)!.catch(() => {})
  }
  const sorted = (await Promise.all(times)).toSorted((one, other) => one - other)
  return quantile(sorted, 0.99)
}

/** Runs `work` during the attack, and returns the responses to the attack. */
async function beside<Result>(
  origin: string,
  attack: Attack,
  work: () => Promise<Result>,
): Promise<{ result: Result; responses: HostileResponses }> {
  const child = fork(LOAD)
  const exited = once(child, 'exit')
  try {
    const tell = async (): Promise<HostileResponses> => {
      const told = once(child, 'message')
      child.send('tell')
      const [responses] = (await told) as [HostileResponses]
      return responses
    }
    child.send({ ...attack, origin } satisfies ToHostileLoad)
    // Starting this process costs CPU time that does not belong to the service.
    while (Object.keys(await tell()).length === 0) await new Promise((resolve) => setTimeout(resolve, ATTACK_POLL_MS))
    const result = await work()
    return { result, responses: await tell() }
  } finally {
    child.kill()
    await exited
  }
}

/** An attack and where it goes: to the service or to a proxy before it. The other account's requests go there too. */
export interface AimedAttack {
  name: string
  attack: Attack
  origin: string
}

interface Measured {
  name: string
  /** The p99 of each round, ms. */
  alone: number[]
  beside: number[]
  responses: HostileResponses
}

const ratioOf = (alone: number, beside: number): number => beside / Math.max(alone, P99_ALWAYS_GOOD_MS / P99_TIMES_MAX)

function findingsOf(measured: readonly Measured[]): Findings {
  const times = (values: readonly number[]) => values.map((value) => value.toFixed(1)).join(', ')
  return {
    sides: [],
    judgements: measured.map(({ name, alone, beside: during }) => ({
      what: `${name}: p99 beside / alone, below ${P99_ALWAYS_GOOD_MS} ms as ${P99_TIMES_MAX}`,
      values: alone.map((one, round) => ratioOf(one, during[round]!)),
      gate: { atMost: P99_TIMES_MAX },
    })),
    notes: measured.map(
      ({ name, alone, beside: during, responses }) =>
        `${name}: p99 alone ${times(alone)} ms, beside ${times(during)} ms; answers by status ${JSON.stringify(responses)}; 0: closed`,
    ),
  }
}

/** Measures each attack in each round, on one service with these settings. No lease may be lost. */
export async function measureAttacks(
  bench: Bench,
  variables: Record<string, string>,
  aimedAt: (serviceUrl: string, hostile: CreatingAccount) => Promise<readonly AimedAttack[]>,
): Promise<Findings> {
  const { database, rounds, profileDirectory, progress } = bench
  const seconds = Math.max(bench.seconds, SECONDS_MIN)
  const other = await makeCreatingAccount(bench)
  const hostile = await makeCreatingAccount(bench)
  const service = startServiceProcess({ databaseUrl: database.url, caFile: null, profileDirectory, variables })
  try {
    const attacks = await aimedAt(await service.url(), hostile)
    const found: Measured[] = attacks.map(({ name }) => ({ name, alone: [], beside: [], responses: {} }))
    for (let round = 1; round <= rounds; round++)
      for (const [index, { name, attack, origin }] of attacks.entries()) {
        const measured = found[index]!
        const alone = await quietP99(origin, other, seconds)
        const { result: during, responses } = await beside(origin, attack, () => quietP99(origin, other, seconds))
        progress(
          `round ${round} of ${rounds}: ${name}: p99 ${alone.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside; ${JSON.stringify(responses)}`,
        )
        if (LEASE_LOST.test(service.log())) throw new Error(`${name}: the service lost a lease`)
        measured.alone.push(alone)
        measured.beside.push(during)
        for (const [status, count] of Object.entries(responses))
          measured.responses[Number(status)] = (measured.responses[Number(status)] ?? 0) + count
      }
    return findingsOf(found)
  } finally {
    await service.stop()
  }
}

export const hostileScenario: Scenario = {
  name: 'hostile',
  title: `Requests of one account (${REQUESTS_PER_SECOND}/s), alone and beside hostile ones of another account or without a key`,
  notQuick: true,
  run: (bench) =>
    measureAttacks(bench, {}, async (origin, hostile) =>
      attacksOf(await prepareAttacks(origin, hostile)).map((attack) => ({ name: attack.name, attack, origin })),
    ),
}
