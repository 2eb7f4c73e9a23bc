/**
 * A seeded simulation. Accounts send, cancel, pause, rotate, delete and resend. Receivers respond in varying ways. The
 * clock jumps. Processes are killed, stalled, and lose their leases. At the end the checker checks all invariants.
 */
import { fileURLToPath } from 'node:url'
import { judge } from '../faults/checker.ts'
import type { Judgement } from '../faults/checker.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import { RETRY_SCHEDULE_MS } from '../faults/settings.ts'
import type { Cluster, ClusterAccount } from '../faults/cluster.ts'
import { logged } from '../faults/cluster-log.ts'
import { createTestDatabase } from '../database.ts'
import { untilDrained } from '../drained.ts'
import type { ServiceProcess } from '../process.ts'
import { seededRandom } from '../random.ts'
import type { Random } from '../random.ts'
import type { Reply } from '../receiver.ts'
import { until } from '../service.ts'
import { SEND_AT_MS_MAX, SimulatedAccounts } from './accounts.ts'

const PROGRAM = fileURLToPath(new URL('process.ts', import.meta.url))
const ACCOUNTS = 5
const CALLERS = 3
/** The longest jump of the clock, ms. */
const JUMP_MS_MAX = 120_000
/** The wait for a POST that may never come, because its endpoint may be disabled, ms. */
const ARRIVAL_TIMEOUT_MS = 10_000
/** The delay of a slow receiver in turns of the event loop. */
const SLOW_TURNS_MAX = 500
/** The largest number of creates between two steps. */
const CREATES_PER_STEP_MAX = 20

/** How an account's receiver currently responds. */
const MANNERS = ['well', 'well', 'well', 'slowly', 'fails', 'refuses', 'drops', 'mixed'] as const
type Manner = (typeof MANNERS)[number]

export interface SimulationResult extends Judgement {
  acknowledged: number
  steps: Record<string, number>
  takeOvers: number
  fenced: number
}

class Simulation {
  readonly cluster: Cluster
  readonly random: Random
  readonly accounts: SimulatedAccounts
  readonly steps: Record<string, number> = {}
  private readonly manners = new Map<string, Manner>()
  private api!: ServiceProcess
  private dispatching: ServiceProcess[] = []
  private offsetMs = 0

  constructor(cluster: Cluster, random: Random) {
    this.cluster = cluster
    this.random = random
    this.accounts = new SimulatedAccounts({
      cluster,
      random,
      api: () => this.api,
      now: () => Date.now() + this.offsetMs,
    })
    cluster.receiver.respond((request) => this.replyOf(this.manners.get(request.path) ?? 'well'))
  }

  async begin(): Promise<void> {
    this.api = await this.startOne('api,tasks')
    await addAccounts(this.cluster, this.api, ACCOUNTS)
    for (const account of this.cluster.accounts) await this.accounts.prepare(account)
    this.dispatching = [await this.startOne('dispatch'), await this.startOne('dispatch')]
  }

  /** Runs one random action after more creates. */
  async step(): Promise<void> {
    const enough = this.accounts.acknowledged.length + this.random.below(CREATES_PER_STEP_MAX)
    const sending = Array.from({ length: CALLERS }, async () => {
      while (this.accounts.acknowledged.length < enough) await this.accounts.send()
    })
    await Promise.all(sending)
    const [name, act] = this.random.pick(this.acts)
    this.steps[name] = (this.steps[name] ?? 0) + 1
    await act(this.random.pick(this.cluster.accounts))
  }

  /** Makes all receivers and endpoints work again, and lets time pass until no work is left. */
  async end(): Promise<Judgement> {
    const { cluster, accounts } = this
    this.manners.clear()
    for (const account of cluster.accounts) await accounts.makeActive(account)
    this.jump(SEND_AT_MS_MAX)
    for (const pool of cluster.pools)
      await untilDrained(pool, async () => {
        // POSTs in flight may have disabled the endpoint again, or their retry may be due later.
        for (const account of cluster.accounts) await accounts.makeActive(account)
        this.jump(JUMP_MS_MAX)
      })
    const judgements: Judgement[] = []
    for (const pool of cluster.pools) judgements.push(await this.judge(pool))
    return {
      breaches: judgements.flatMap(({ breaches }) => breaches),
      events: judgements.reduce((sum, { events }) => sum + events, 0),
      repeatedPosts: judgements.reduce((sum, { repeatedPosts }) => sum + repeatedPosts, 0),
    }
  }

  /** Checks the accounts of a server. */
  private judge(pool: Cluster['pools'][number]): Promise<Judgement> {
    const { cluster, accounts } = this
    const own = cluster.accounts.filter(({ bucket }) => cluster.poolOf(bucket) === pool)
    const ids = new Set(own.map(({ accountId }) => accountId))
    const paths = new Set(own.map(({ endpoint }) => endpoint.path))
    return judge({
      pool,
      received: cluster.receiver.requests.filter(({ path }) => paths.has(path)),
      endpoints: own.map((account) => account.endpoint),
      acknowledgedDeliveryIds: accounts.acknowledged
        .filter((one) => ids.has(one.accountId))
        .map((one) => one.deliveryId),
      retryScheduleMs: RETRY_SCHEDULE_MS,
      resends: accounts.resends,
      replays: accounts.replays,
      outputs: cluster.outputs(),
      otherSecrets: cluster.accounts.map((account) => account.apiKey),
    })
  }

  private readonly acts: [name: string, act: (account: ClusterAccount) => Promise<void> | void][] = [
    ['cancel', () => this.accounts.cancel()],
    ['cancel', () => this.accounts.cancel()],
    ['mark', () => this.accounts.mark()],
    ['mark', () => this.accounts.mark()],
    ['pause', (account) => this.accounts.pause(account)],
    ['resume', (account) => this.accounts.makeActive(account)],
    ['resume', (account) => this.accounts.makeActive(account)],
    ['rotate', (account) => this.accounts.rotate(account)],
    ['rotate with overlap', (account) => this.accounts.rotateWithOverlap(account)],
    ['replace', (account) => this.accounts.replace(account)],
    ['delete recipient', (account) => this.accounts.deleteRecipient(account)],
    ['delete channel', (account) => this.accounts.deleteChannel(account)],
    ['provider down', (account) => this.accounts.turnProvider(account)],
    ['provider down', (account) => this.accounts.turnProvider(account)],
    ['resend', (account) => this.accounts.resend(account)],
    ['resend', (account) => this.accounts.resend(account)],
    ['replay', (account) => this.accounts.replay(account)],
    ['manner', (account) => this.changeManner(account)],
    ['manner', (account) => this.changeManner(account)],
    ['manner', (account) => this.changeManner(account)],
    ['jump', () => this.jump(this.random.below(JUMP_MS_MAX))],
    ['jump', () => this.jump(this.random.below(JUMP_MS_MAX))],
    ['kill', () => this.kill()],
    ['kill', () => this.kill()],
    ['stall', () => this.stall()],
    ['overtake', (account) => this.overtake(account)],
    ['overtake', (account) => this.overtake(account)],
  ]

  private startOne(roles: string): Promise<ServiceProcess> {
    return this.cluster.start(roles, { SIMULATED_OFFSET_MS: String(this.offsetMs) }, PROGRAM)
  }

  private async replyOf(manner: Manner): Promise<Reply> {
    const { random } = this
    const slow = manner === 'slowly' || random.chance(0.1)
    for (let turns = slow ? random.below(SLOW_TURNS_MAX) : 0; turns > 0; turns--) await new Promise(setImmediate)
    const kind = manner === 'mixed' ? random.pick(['well', 'fails', 'refuses', 'drops'] as const) : manner
    if (kind === 'drops') return 'drop'
    if (kind === 'fails') return { status: random.pick([500, 503, 429, 307, 408]) }
    return { status: kind === 'refuses' ? random.pick([400, 401, 404, 410]) : 200 }
  }

  private changeManner(account: ClusterAccount): void {
    this.manners.set(account.endpoint.path, this.random.pick(MANNERS))
  }

  private jump(ms: number): void {
    this.offsetMs += ms
    for (const one of [this.api, ...this.dispatching]) one.send({ offsetMs: this.offsetMs })
  }

  private async kill(): Promise<void> {
    const index = this.random.below(this.dispatching.length + 1)
    if (index === this.dispatching.length) {
      await this.api.kill(false)
      this.api = await this.startOne('api,tasks')
      return
    }
    await this.dispatching[index]!.kill(false)
    this.dispatching[index] = await this.startOne('dispatch')
  }

  /** Stops a process until others own its buckets. */
  private async stall(): Promise<void> {
    const stalled = this.random.pick(this.dispatching)
    stalled.signal('SIGSTOP')
    await until(
      async () => {
        const owners = await Promise.all(
          this.cluster.pools.map(async (pool) => {
            const { rows } = await pool.query<{ owners: number }>(
              `select count(distinct owner)::int as owners from bucket_leases, (select pg_sleep(0.05)) waited
               where expires_at > now()`,
            )
            return rows[0]!.owners
          }),
        )
        return Math.max(...owners)
      },
      (owners) => owners <= 1,
    )
    stalled.signal('SIGCONT')
  }

  /** Takes an account's bucket during its POSTs, as another process does after the lease expires. */
  private async overtake(account: ClusterAccount): Promise<void> {
    this.manners.set(account.endpoint.path, 'slowly')
    const before = this.cluster.receiver.requests.length
    for (let messages = 0; messages < 5; messages++) await this.accounts.sendTo(account, 'delivered', null)
    const arrived = () =>
      this.cluster.receiver.requests.slice(before).some(({ path }) => path === account.endpoint.path)
    const isActive = account.endpoint.quiet.at(-1)?.untilMs !== null
    if (isActive) await this.cluster.receiver.waitFor(arrived, ARRIVAL_TIMEOUT_MS).catch(() => {})
    await this.cluster.poolOf(account.bucket).query({
      text: `update bucket_leases set owner = gen_random_uuid(), epoch = epoch + 1, expires_at = now() where bucket = $1`,
      values: [account.bucket],
    })
  }
}

/** `servers`: the number of database servers, 1 or 2. */
export async function simulate(steps: number, seed: number, servers: number): Promise<SimulationResult> {
  const cluster = await createCluster(undefined, servers === 2 ? await createTestDatabase() : undefined)
  try {
    const simulation = new Simulation(cluster, seededRandom(seed))
    await simulation.begin()
    for (let step = 1; step <= steps; step++) await simulation.step()
    const judgement = await simulation.end()
    return {
      ...judgement,
      acknowledged: simulation.accounts.acknowledged.length,
      steps: simulation.steps,
      takeOvers: logged(cluster, 'buckets.changed').filter((line) => Number(line['left']) > 0).length,
      fenced: logged(cluster, 'webhook.attempt').filter((line) => line['recorded'] === false).length,
    }
  } finally {
    await cluster.close()
  }
}
