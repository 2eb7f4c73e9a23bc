/**
 * Rounds of kill -9 under load and a restart, checked at the end. Every delivery created with a 201 exists and ends.
 * Every event reached the receiver, with one id per fact, the same bytes and valid signatures.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Judgement } from './checker.ts'
import { judgeDrained } from '../drained.ts'
import { startProcess } from '../process.ts'
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
  answered: number
}

interface AnsweredDelivery {
  id: number
  notification_channel: { channel_type: string }
}

async function crashRounds(rounds: number, seed: number): Promise<CrashResult> {
  const random = seededRandom(seed).next
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-crash-'))
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
  let service = await startProcess(dataDir, variables)
  const created = await call(service.url, API_KEY, 'POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { url: receiver.url },
  })
  assert.equal(created.status, 201)
  const { secret } = created.body.webhook_endpoint as { secret: string }

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
      const answer = await call(service.url, API_KEY, 'POST', '/api/v1/messages', { message }).catch(() => null)
      if (answer?.status === 201)
        for (const { id, notification_channel: channel } of answer.body.message.deliveries as AnsweredDelivery[])
          // The recipients have no device, so the push fails.
          words.set(id, channel.channel_type === 'email' ? word : 'failed')
    }
  }

  try {
    for (let round = 1; round <= rounds; round++) {
      // Kill after a random number of creates. All other work is then at a random point.
      const answeredAtKill = words.size + Math.floor(random() * CREATES_MAX)
      const callers = Array.from({ length: CALLERS }, () => createUntil(() => words.size >= answeredAtKill))
      await Promise.race(callers)
      await service.kill(random() < 0.3)
      await Promise.all(callers)
      service = await startProcess(dataDir, variables)
    }
    // Many rounds leave a long queue. It drains without further failures.
    receiver.respond(() => ({}))
    const answered = { answeredDeliveryIds: [...words.keys()], words }
    const run = { dataDir, receiver, secret, ...answered, retryScheduleMs: RETRY_SCHEDULE_MS }
    return { ...(await judgeDrained(run)), seed, answered: words.size }
  } finally {
    await service.stop()
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Declares the test with this number of rounds. `CRASH_SEED` repeats the rounds of an earlier run. */
export function testCrashRounds(rounds: number): void {
  test(`nothing is lost in ${rounds} rounds of kill -9 under load`, async (t) => {
    const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
    t.diagnostic(`CRASH_SEED=${seed} repeats these rounds`)
    const { breaches, answered, events, repeatedPosts } = await crashRounds(rounds, seed)
    t.diagnostic(`${answered} deliveries answered, ${events} events, ${repeatedPosts} POSTs repeated`)
    assert.deepEqual(breaches, [], `with CRASH_SEED=${seed}`)
    assert.ok(answered > 0 && events > answered)
  })
}
