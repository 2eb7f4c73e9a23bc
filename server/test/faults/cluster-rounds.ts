/**
 * Rounds of kill -9 under load with three processes: two dispatch, one serves the API. The kill happens at a random
 * moment or at one seen by the receiver: when a POST arrives, before its response, or just after its response.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { judge } from './checker.ts'
import type { Judgement } from './checker.ts'
import { addAccounts, createCluster, createMessage } from './cluster.ts'
import { RETRY_SCHEDULE_MS } from './settings.ts'
import type { Cluster } from './cluster.ts'
import { logged } from './cluster-log.ts'
import { untilDrained } from '../drained.ts'
import type { ServiceProcess } from '../process.ts'
import { seededRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { SANDBOX_WORDS } from '../sandbox-words.ts'

const ACCOUNTS = 6
const CALLERS = 6
/** The largest number of deliveries created before a kill. */
const CREATES_MAX = 200
/** The largest number of POSTs before a kill triggered by the receiver. */
const POSTS_MAX = 200

const MOMENTS = ['drawn', 'arrival', 'before the answer', 'after the answer'] as const
type Moment = (typeof MOMENTS)[number]

interface Result extends Judgement {
  answered: number
  takeOvers: number
  fenced: number
}

/**
 * Responds with 200 in most cases, sometimes late, sometimes not at all. The returned function resolves at the
 * requested moment.
 */
function scriptReceiver(cluster: Cluster, random: Random) {
  let waitsFor: { moment: Moment; postsLeft: number; reached: () => void } | null = null
  const pass = (moment: Moment): void => {
    if (waitsFor?.moment !== moment || --waitsFor.postsLeft > 0) return
    waitsFor.reached()
    waitsFor = null
  }
  cluster.receiver.respond(async () => {
    pass('arrival')
    for (let turns = random.chance(0.2) ? random.below(500) : 0; turns > 0; turns--) await new Promise(setImmediate)
    pass('before the answer')
    setImmediate(() => setImmediate(pass, 'after the answer'))
    return random.chance(0.02) ? 'drop' : { status: random.chance(0.05) ? 503 : 200 }
  })
  return (moment: Moment, posts: number) =>
    new Promise<void>((reached) => {
      waitsFor = { moment, postsLeft: posts, reached }
    })
}

async function clusterRounds(rounds: number, seed: number): Promise<Result> {
  const random = seededRandom(seed)
  const cluster = await createCluster()
  const reaches = scriptReceiver(cluster, random)
  const words = new Map<number, string>()
  try {
    let api = await cluster.start('api,tasks')
    await addAccounts(cluster, api, ACCOUNTS)
    const dispatching = [await cluster.start('dispatch'), await cluster.start('dispatch')]

    async function callUntil(stopped: () => boolean): Promise<void> {
      while (!stopped()) {
        const word = random.pick(SANDBOX_WORDS)
        for (const id of await createMessage(random.pick(cluster.accounts), api, word)) words.set(id, word)
      }
    }

    for (let round = 1; round <= rounds; round++) {
      const moment = random.pick(MOMENTS)
      const reached = moment === 'drawn' ? null : reaches(moment, 1 + random.below(POSTS_MAX))
      const enough = words.size + 1 + random.below(CREATES_MAX)
      let killed = false
      const stopped = () => killed || (reached === null && words.size >= enough)
      const callers = Array.from({ length: CALLERS }, () => callUntil(stopped))
      await (reached ?? Promise.race(callers))
      // Kill one dispatching process or the API, sometimes all dispatching processes as well.
      const victims: ServiceProcess[] = random.chance(0.2) ? [api] : [random.pick(dispatching)]
      if (random.chance(0.2)) victims.push(...dispatching.filter((one) => !victims.includes(one)))
      await Promise.all(victims.map((victim) => victim.kill(false)))
      killed = true
      await Promise.all(callers)
      for (const victim of victims)
        if (victim === api) api = await cluster.start('api,tasks')
        else dispatching[dispatching.indexOf(victim)] = await cluster.start('dispatch')
    }

    // Many rounds leave a long queue. It drains without further failures.
    cluster.receiver.respond(() => ({}))
    await untilDrained(cluster.database.pool)
    const judgement = await judge({
      pool: cluster.database.pool,
      received: cluster.receiver.requests,
      endpoints: cluster.accounts.map((account) => account.endpoint),
      answeredDeliveryIds: [...words.keys()],
      words,
      retryScheduleMs: RETRY_SCHEDULE_MS,
      outputs: cluster.outputs(),
      otherSecrets: cluster.accounts.map((account) => account.apiKey),
    })
    const takeOvers = logged(cluster, 'buckets.changed').filter((line) => Number(line['left']) > 0).length
    const fenced = logged(cluster, 'webhook.attempt').filter((line) => line['recorded'] === false).length
    return { ...judgement, answered: words.size, takeOvers, fenced }
  } finally {
    await cluster.close()
  }
}

/** Declares the test with this number of rounds. `CRASH_SEED` repeats the rounds of an earlier run. */
export function testClusterRounds(rounds: number): void {
  test(`nothing is lost in ${rounds} rounds of kill -9 of one of several processes`, async (t) => {
    const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
    t.diagnostic(`CRASH_SEED=${seed} repeats these rounds`)
    const { breaches, answered, events, repeatedPosts, takeOvers, fenced } = await clusterRounds(rounds, seed)
    t.diagnostic(`${answered} deliveries answered, ${events} events, ${repeatedPosts} POSTs repeated`)
    t.diagnostic(`${takeOvers} take-overs, ${fenced} fenced flushes`)
    assert.deepEqual(breaches, [], `with CRASH_SEED=${seed}`)
    assert.ok(answered > 0 && events > answered)
  })
}
