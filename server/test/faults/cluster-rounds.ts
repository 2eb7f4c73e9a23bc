/**
 * Rounds of kill -9 under load with three processes: two dispatch, one serves the API. The kill happens at a random
 * moment or at one seen by the receiver: when a POST arrives, before its response, or just after its response.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { judge } from './checker.ts'
import type { Judgement, Run } from './checker.ts'
import { addAccounts, createCluster, createMessage } from './cluster.ts'
import { RETRY_SCHEDULE_MS } from './settings.ts'
import type { Cluster } from './cluster.ts'
import { logged } from './cluster-log.ts'
import { untilDrained } from '../drained.ts'
import type { ServiceProcess } from '../process.ts'
import { createTestDatabase } from '../database.ts'
import { seededRandom } from '../random.ts'
import type { Random } from '../random.ts'
import { SANDBOX_WORDS } from '../sandbox-words.ts'

/** The size of the rounds. */
interface Load {
  accounts: number
  callers: number
  /** The largest number of deliveries created before a kill, and of POSTs before a kill triggered by the receiver. */
  stepsMax: number
}

/** A queue of several batches at the kill. */
export const LARGE: Load = { accounts: 6, callers: 6, stepsMax: 200 }
/** Work in all states at the kill. */
const SMALL: Load = { accounts: 3, callers: 3, stepsMax: 60 }

const MOMENTS = ['drawn', 'arrival', 'before the response', 'after the response'] as const
type Moment = (typeof MOMENTS)[number]

interface Result extends Judgement {
  acknowledged: number
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
    pass('before the response')
    setImmediate(() => setImmediate(pass, 'after the response'))
    return random.chance(0.02) ? 'drop' : { status: random.chance(0.05) ? 503 : 200 }
  })
  return (moment: Moment, posts: number) =>
    new Promise<void>((reached) => {
      waitsFor = { moment, postsLeft: posts, reached }
    })
}

/** Waits until a server has no work left, and checks its accounts. `acknowledged`: all deliveries whose create returned 201. */
export async function judgeServer(
  cluster: Cluster,
  pool: Cluster['pools'][number],
  acknowledged: Pick<Run, 'acknowledgedDeliveryIds' | 'words'>,
): Promise<Judgement> {
  await untilDrained(pool)
  const own = cluster.accounts.filter(({ bucket }) => cluster.poolOf(bucket) === pool)
  const paths = new Set(own.map(({ endpoint }) => endpoint.path))
  return judge({
    pool,
    received: cluster.receiver.requests.filter(({ path }) => paths.has(path)),
    endpoints: own.map((account) => account.endpoint),
    ...acknowledged,
    retryScheduleMs: RETRY_SCHEDULE_MS,
    outputs: cluster.outputs(),
    otherSecrets: cluster.accounts.map((account) => account.apiKey),
  })
}

async function clusterRounds(rounds: number, seed: number, servers: number, load: Load): Promise<Result> {
  const random = seededRandom(seed)
  const cluster = await createCluster(undefined, servers === 2 ? await createTestDatabase() : undefined)
  const reaches = scriptReceiver(cluster, random)
  // Ids are unique on one server only.
  const words = new Map(cluster.pools.map((pool) => [pool, new Map<number, string>()]))
  const acknowledged = () => [...words.values()].reduce((sum, ofServer) => sum + ofServer.size, 0)
  try {
    let api = await cluster.start('api,tasks')
    await addAccounts(cluster, api, load.accounts)
    const dispatching = [await cluster.start('dispatch'), await cluster.start('dispatch')]

    async function callUntil(stopped: () => boolean): Promise<void> {
      while (!stopped()) {
        const word = random.pick(SANDBOX_WORDS)
        const account = random.pick(cluster.accounts)
        const ofServer = words.get(cluster.poolOf(account.bucket))!
        for (const id of await createMessage(account, api, word)) ofServer.set(id, word)
      }
    }

    for (let round = 1; round <= rounds; round++) {
      const moment = random.pick(MOMENTS)
      const reached = moment === 'drawn' ? null : reaches(moment, 1 + random.below(load.stepsMax))
      const enough = acknowledged() + 1 + random.below(load.stepsMax)
      let killed = false
      const stopped = () => killed || (reached === null && acknowledged() >= enough)
      const callers = Array.from({ length: load.callers }, () => callUntil(stopped))
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
    const judgements: Judgement[] = []
    for (const pool of cluster.pools) {
      const ofServer = words.get(pool)!
      judgements.push(
        await judgeServer(cluster, pool, { acknowledgedDeliveryIds: [...ofServer.keys()], words: ofServer }),
      )
    }
    const judgement = {
      breaches: judgements.flatMap(({ breaches }) => breaches),
      events: judgements.reduce((sum, { events }) => sum + events, 0),
      repeatedPosts: judgements.reduce((sum, { repeatedPosts }) => sum + repeatedPosts, 0),
    }
    const takeOvers = logged(cluster, 'buckets.changed').filter((line) => Number(line['left']) > 0).length
    const fenced = logged(cluster, 'webhook.attempt').filter((line) => line['recorded'] === false).length
    return { ...judgement, acknowledged: acknowledged(), takeOvers, fenced }
  } finally {
    await cluster.close()
  }
}

/** Declares the test with this number of rounds and database servers. `CRASH_SEED` repeats the rounds of an earlier run. */
export function testClusterRounds(rounds: number, servers: 1 | 2 = 1, load = SMALL): void {
  const where = servers === 1 ? '' : ', with two database servers'
  test(`nothing is lost in ${rounds} rounds of kill -9 of one of several processes${where}`, async (t) => {
    const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
    t.diagnostic(`CRASH_SEED=${seed} repeats these rounds`)
    const { breaches, acknowledged, events, repeatedPosts, takeOvers, fenced } = await clusterRounds(
      rounds,
      seed,
      servers,
      load,
    )
    t.diagnostic(`${acknowledged} deliveries acknowledged, ${events} events, ${repeatedPosts} POSTs repeated`)
    t.diagnostic(`${takeOvers} take-overs, ${fenced} fenced flushes`)
    assert.deepEqual(breaches, [], `with CRASH_SEED=${seed}`)
    assert.ok(acknowledged > 0 && events > acknowledged)
  })
}
