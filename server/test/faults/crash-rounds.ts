/**
 * Rounds of a crash under load and a restart, checked at the end. Every delivery created with a 201 exists and ends.
 * Every event reached the receiver, with one id per fact, the same bytes and valid signatures.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runningEmbedded } from '../../src/platform/db/embedded/embedded.ts'
import type { Judgement } from './checker.ts'
import { judgeDrained } from '../drained.ts'
import { startProcess } from '../process.ts'
import type { ServiceProcess } from '../process.ts'
import { seededRandom } from '../random.ts'
import { startReceiver } from '../receiver.ts'
import { SANDBOX_WORDS } from '../sandbox-words.ts'
import { call } from '../service.ts'
import { faultVariables, RETRY_SCHEDULE_MS } from './settings.ts'

const API_KEY = `sk_${'k'.repeat(43)}`
const CALLERS = 8

/** The largest number of deliveries in a round. */
const CREATES_MAX = 200

interface CrashResult extends Judgement {
  seed: number
  acknowledged: number
  /** The output of the last start. */
  output: string
}

/** A service and its database, and how they crash. */
export interface CrashingMachine {
  start(variables: Record<string, string>): Promise<ServiceProcess>
  /** Called when the account has its endpoint. No crash may take these. */
  afterSetup(): Promise<void>
  crash(service: ServiceProcess, random: () => number): Promise<void>
  databaseUrl(): Promise<string>
  close(): Promise<void>
}

/** Killed, and now and then with its embedded database. */
function killedMachine(): CrashingMachine {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-crash-'))
  return {
    start: (variables) => startProcess(dataDir, variables),
    afterSetup: async () => {},
    crash: (service, random) => service.kill(random() < 0.3),
    databaseUrl: async () => (await runningEmbedded(dataDir))!,
    close: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

interface AcknowledgedDelivery {
  id: number
  notification_channel: { channel_type: string }
}

export async function crashRounds(machine: CrashingMachine, rounds: number, seed: number): Promise<CrashResult> {
  const random = seededRandom(seed).next
  const receiver = await startReceiver()
  const variables = {
    BOOTSTRAP_API_KEY: API_KEY,
    ...faultVariables(receiver.caPath),
    LOG_LEVEL: 'warn',
  }
  // Sometimes slow, sometimes failing, so that the kill meets attempts in flight and waiting retries.
  receiver.respond(async () => {
    for (let turns = random() < 0.2 ? random() * 500 : 0; turns > 0; turns--) await new Promise(setImmediate)
    return random() < 0.02 ? 'drop' : { status: random() < 0.05 ? 503 : 200 }
  })
  let service = await machine.start(variables)
  const created = await call(service.url, API_KEY, 'POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { url: receiver.url },
  })
  assert.equal(created.status, 201)
  const { secret } = created.body.webhook_endpoint as { secret: string }
  await machine.afterSetup()

  const words = new Map<number, string>()
  async function createUntil(stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      const word = SANDBOX_WORDS[Math.floor(random() * SANDBOX_WORDS.length)]!
      const message = {
        external_user_id: word,
        notification_user: { email: `${word}@tidings.test` },
        message_template_name: 'welcome_message',
      }
      // After an error or a broken connection the message may exist or not. Only a 201 promises that it exists.
      const response = await call(service.url, API_KEY, 'POST', '/api/v1/messages', { message }).catch(() => null)
      if (response?.status === 201)
        for (const { id, notification_channel: channel } of response.body.message.deliveries as AcknowledgedDelivery[])
          // The recipients have no device, so the push fails.
          words.set(id, channel.channel_type === 'email' ? word : 'failed')
    }
  }

  try {
    for (let round = 1; round <= rounds; round++) {
      // Crash after a random number of creates. All other work is then at a random point.
      const acknowledgedAtKill = words.size + Math.floor(random() * CREATES_MAX)
      const callers = Array.from({ length: CALLERS }, () => createUntil(() => words.size >= acknowledgedAtKill))
      await Promise.race(callers)
      await machine.crash(service, random)
      await Promise.all(callers)
      service = await machine.start(variables)
    }
    // Many rounds leave a long queue. It drains without further failures.
    receiver.respond(() => ({}))
    const acknowledged = { acknowledgedDeliveryIds: [...words.keys()], words }
    const url = await machine.databaseUrl()
    const run = { url, receiver, secret, ...acknowledged, retryScheduleMs: RETRY_SCHEDULE_MS }
    return { ...(await judgeDrained(run)), seed, acknowledged: words.size, output: service.output() }
  } finally {
    await service.stop()
    await receiver.close()
    await machine.close()
  }
}

/** Declares the test with this number of rounds. `CRASH_SEED` repeats the rounds of an earlier run. */
export function testCrashRounds(rounds: number): void {
  test(`nothing is lost in ${rounds} rounds of kill -9 under load`, async (t) => {
    const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
    t.diagnostic(`CRASH_SEED=${seed} repeats these rounds`)
    const { breaches, acknowledged, events, repeatedPosts } = await crashRounds(killedMachine(), rounds, seed)
    t.diagnostic(`${acknowledged} deliveries acknowledged, ${events} events, ${repeatedPosts} POSTs repeated`)
    assert.deepEqual(breaches, [], `with CRASH_SEED=${seed}`)
    assert.ok(acknowledged > 0 && events > acknowledged)
  })
}
