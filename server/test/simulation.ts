/**
 * A seeded simulation: accounts send, cancel, pause, rotate, delete and ask again; receivers answer as they please; the
 * clock jumps; processes are killed, stalled and overtaken. What is left in the end is judged by the checker.
 */
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { isoTime } from '../src/clock.ts'
import { judge } from './checker.ts'
import type { Judgement } from './checker.ts'
import { addAccounts, createCluster, createMessage, RETRY_SCHEDULE_MS, SANDBOX_WORDS } from './cluster.ts'
import type { Cluster, ClusterAccount } from './cluster.ts'
import { logged } from './cluster-log.ts'
import { untilDrained } from './drained.ts'
import type { ServiceProcess } from './process.ts'
import { seededRandom } from './random.ts'
import type { Random } from './random.ts'
import type { Reply } from './receiver.ts'
import { until } from './service.ts'

const PROGRAM = fileURLToPath(new URL('simulated-process.ts', import.meta.url))
const ACCOUNTS = 5
const CALLERS = 3
/** A schedule of a message, and a jump of the clock, ms. */
const SEND_AT_MS_MAX = 600_000
const JUMP_MS_MAX = 120_000
/** Turns of the event loop that a slow receiver takes. */
const SLOW_TURNS_MAX = 500
/** Creates between two steps, at the most. */
const CREATES_PER_STEP_MAX = 20

/** How the receiver of an account answers at present. */
const MANNERS = ['well', 'well', 'well', 'slowly', 'fails', 'refuses', 'drops', 'mixed'] as const
type Manner = (typeof MANNERS)[number]

export interface SimulationResult extends Judgement {
  answered: number
  steps: Record<string, number>
  takeOvers: number
  fenced: number
}

class Simulation {
  readonly cluster: Cluster
  readonly random: Random
  readonly answeredDeliveryIds: number[] = []
  readonly resends = new Map<string, number>()
  readonly steps: Record<string, number> = {}
  private readonly manners = new Map<string, Manner>()
  private readonly scheduled: { account: ClusterAccount; messageId: number }[] = []
  private api!: ServiceProcess
  private dispatching: ServiceProcess[] = []
  private offsetMs = 0

  constructor(cluster: Cluster, random: Random) {
    this.cluster = cluster
    this.random = random
    cluster.receiver.respond((request) => this.answer(this.manners.get(request.path) ?? 'well'))
  }

  async begin(): Promise<void> {
    this.api = await this.startOne('api,tasks')
    await addAccounts(this.cluster, this.api, ACCOUNTS)
    this.dispatching = [await this.startOne('dispatch'), await this.startOne('dispatch')]
  }

  /** One step of what may happen, while accounts go on sending. */
  async step(): Promise<void> {
    const enough = this.answeredDeliveryIds.length + this.random.below(CREATES_PER_STEP_MAX)
    const sending = Array.from({ length: CALLERS }, async () => {
      while (this.answeredDeliveryIds.length < enough) await this.send()
    })
    await Promise.all(sending)
    const [name, act] = this.random.pick(this.acts)
    this.steps[name] = (this.steps[name] ?? 0) + 1
    await act.call(this, this.random.pick(this.cluster.accounts))
  }

  /** Mends everything, and lets time pass until nothing is left to do. */
  async end(): Promise<Judgement> {
    this.manners.clear()
    for (const account of this.cluster.accounts) await this.makeActive(account)
    this.jump(SEND_AT_MS_MAX)
    await untilDrained(this.cluster.database.pool)
    return judge({
      pool: this.cluster.database.pool,
      received: this.cluster.receiver.requests,
      endpoints: this.cluster.accounts.map((account) => account.endpoint),
      answeredDeliveryIds: this.answeredDeliveryIds,
      retryScheduleMs: RETRY_SCHEDULE_MS,
      resends: this.resends,
      outputs: this.cluster.outputs(),
      otherSecrets: this.cluster.accounts.map((account) => account.apiKey),
    })
  }

  private readonly acts: [name: string, act: (account: ClusterAccount) => Promise<void> | void][] = [
    ['cancel', this.cancel],
    ['cancel', this.cancel],
    ['pause', this.pause],
    ['resume', this.makeActive],
    ['resume', this.makeActive],
    ['rotate', this.rotate],
    ['replace', this.replace],
    ['delete recipient', this.deleteRecipient],
    ['resend', this.resend],
    ['resend', this.resend],
    ['manner', this.changeManner],
    ['manner', this.changeManner],
    ['manner', this.changeManner],
    ['jump', () => this.jump(this.random.below(JUMP_MS_MAX))],
    ['jump', () => this.jump(this.random.below(JUMP_MS_MAX))],
    ['kill', this.kill],
    ['kill', this.kill],
    ['stall', this.stall],
    ['overtake', this.overtake],
    ['overtake', this.overtake],
  ]

  private startOne(roles: string): Promise<ServiceProcess> {
    return this.cluster.start(roles, { SIMULATED_OFFSET_MS: String(this.offsetMs) }, PROGRAM)
  }

  private now(): number {
    return Date.now() + this.offsetMs
  }

  private async answer(manner: Manner): Promise<Reply> {
    const { random } = this
    const slow = manner === 'slowly' || random.chance(0.1)
    for (let turns = slow ? random.below(SLOW_TURNS_MAX) : 0; turns > 0; turns--) await new Promise(setImmediate)
    const kind = manner === 'mixed' ? random.pick(['well', 'fails', 'refuses', 'drops'] as const) : manner
    if (kind === 'drops') return 'drop'
    if (kind === 'fails') return { status: random.pick([500, 503, 429, 307, 408]) }
    return { status: kind === 'refuses' ? random.pick([400, 401, 404, 410]) : 200 }
  }

  private async send(): Promise<void> {
    const { random, cluster } = this
    const account = random.pick(cluster.accounts)
    if (!random.chance(0.2)) {
      const ids = await createMessage(account, this.api, random.pick(SANDBOX_WORDS))
      this.answeredDeliveryIds.push(...ids)
      return
    }
    const send_at = isoTime(this.now() + random.below(SEND_AT_MS_MAX))
    const message = { external_user_id: random.pick(SANDBOX_WORDS), message_template_name: 'receipt', send_at }
    const answer = await account.call(this.api, 'POST', '/api/v1/messages', { message })
    if (answer.status !== 201) return
    const created = answer.body.message as { id: number; deliveries: { id: number }[] }
    this.answeredDeliveryIds.push(...created.deliveries.map(({ id }) => id))
    this.scheduled.push({ account, messageId: created.id })
  }

  private async cancel(): Promise<void> {
    const [some] = this.scheduled.splice(this.random.below(this.scheduled.length), 1)
    if (some === undefined) return
    const answer = await some.account.call(this.api, 'POST', `/api/v1/messages/${some.messageId}/cancel`)
    assert.ok(answer.status === 200 || answer.status === 409, JSON.stringify(answer.body))
  }

  private path(account: ClusterAccount, operation = ''): string {
    return `/api/v1/webhook_endpoints/${account.endpointId}${operation}`
  }

  private async pause(account: ClusterAccount): Promise<void> {
    const body = { webhook_endpoint: { active: false } }
    const answer = await account.call(this.api, 'PATCH', this.path(account), body)
    assert.equal(answer.status, 200)
    const isQuiet = account.endpoint.quiet.at(-1)?.untilMs === null
    if (!isQuiet) account.endpoint.quiet.push({ fromMs: Date.now(), untilMs: null })
  }

  /** Resumes a paused endpoint, and reactivates a disabled one. */
  private async makeActive(account: ClusterAccount): Promise<void> {
    const quiet = account.endpoint.quiet.at(-1)
    if (quiet?.untilMs === null) quiet.untilMs = Date.now()
    const body = { webhook_endpoint: { active: true } }
    const answer = await account.call(this.api, 'PATCH', this.path(account), body)
    if (answer.status === 200) return
    assert.equal(answer.body.code, 'endpoint_disabled')
    const reactivated = await account.call(this.api, 'POST', this.path(account, '/reactivate'))
    if (reactivated.body.code !== 'endpoint_paused') return assert.equal(reactivated.status, 200)
    await account.call(this.api, 'PATCH', this.path(account), body)
  }

  private replaceSecret(account: ClusterAccount, secret: string): void {
    account.endpoint.secrets.at(-1)!.replacedAtMs = Date.now()
    account.endpoint.secrets.push({ secret, replacedAtMs: null })
  }

  private async rotate(account: ClusterAccount): Promise<void> {
    const answer = await account.call(this.api, 'POST', this.path(account, '/rotate_secret'))
    assert.equal(answer.status, 200)
    this.replaceSecret(account, answer.body.webhook_endpoint.secret)
  }

  /** Deletes the endpoint, which drops what is pending, and registers another. */
  private async replace(account: ClusterAccount): Promise<void> {
    assert.equal((await account.call(this.api, 'DELETE', this.path(account))).status, 204)
    const quiet = account.endpoint.quiet.at(-1)
    if (quiet?.untilMs === null) quiet.untilMs = Date.now()
    const body = { webhook_endpoint: { url: account.url } }
    const answer = await account.call(this.api, 'POST', '/api/v1/webhook_endpoints', body)
    assert.equal(answer.status, 201)
    account.endpointId = answer.body.webhook_endpoint.id
    this.replaceSecret(account, answer.body.webhook_endpoint.secret)
  }

  private async deleteRecipient(account: ClusterAccount): Promise<void> {
    const word = this.random.pick(SANDBOX_WORDS)
    const found = await account.call(this.api, 'GET', `/api/v1/notification_users?external_user_id=${word}`)
    const [recipient] = found.body.notification_users as { id: number }[]
    const deleted = await account.call(this.api, 'DELETE', `/api/v1/notification_users/${recipient!.id}`)
    assert.equal(deleted.status, 204)
    const fields = { external_user_id: word, email: `${word}@tidings.test` }
    await account.call(this.api, 'POST', '/api/v1/notification_users', { notification_user: fields })
  }

  private async resend(account: ClusterAccount): Promise<void> {
    const listed = await account.call(this.api, 'GET', '/api/v1/webhook_events?limit=200')
    const events = listed.body.webhook_events as { id: string }[]
    if (events.length === 0) return
    const { id } = this.random.pick(events)
    const answer = await account.call(this.api, 'POST', `/api/v1/webhook_events/${id}/resend`)
    if (answer.status === 202) this.resends.set(id, (this.resends.get(id) ?? 0) + 1)
    else assert.equal(answer.status, 409, JSON.stringify(answer.body))
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

  /** Stops a process until others have what it held. */
  private async stall(): Promise<void> {
    const stalled = this.random.pick(this.dispatching)
    stalled.signal('SIGSTOP')
    await until(
      async () => {
        const { rows } = await this.cluster.database.pool.query<{ owners: number }>(
          `select count(distinct owner)::int as owners from bucket_leases, (select pg_sleep(0.05)) waited
           where expires_at > now()`,
        )
        return rows[0]!.owners
      },
      (owners) => owners <= 1,
    )
    stalled.signal('SIGCONT')
  }

  /** Takes the bucket of an account while its POSTs are under way, as a process does that has waited for its lease. */
  private async overtake(account: ClusterAccount): Promise<void> {
    this.manners.set(account.endpoint.path, 'slowly')
    const before = this.cluster.receiver.requests.length
    for (let messages = 0; messages < 5; messages++)
      this.answeredDeliveryIds.push(...(await createMessage(account, this.api, 'delivered')))
    const arrived = () =>
      this.cluster.receiver.requests.slice(before).some(({ path }) => path === account.endpoint.path)
    const isActive = account.endpoint.quiet.at(-1)?.untilMs !== null
    if (isActive) await this.cluster.receiver.waitFor(arrived).catch(() => {})
    await this.cluster.database.pool.query({
      text: `update bucket_leases set owner = gen_random_uuid(), epoch = epoch + 1, expires_at = now() where bucket = $1`,
      values: [account.bucket],
    })
  }
}

export async function simulate(steps: number, seed: number): Promise<SimulationResult> {
  const cluster = await createCluster()
  try {
    const simulation = new Simulation(cluster, seededRandom(seed))
    await simulation.begin()
    for (let step = 1; step <= steps; step++) await simulation.step()
    const judgement = await simulation.end()
    return {
      ...judgement,
      answered: simulation.answeredDeliveryIds.length,
      steps: simulation.steps,
      takeOvers: logged(cluster, 'buckets.changed').filter((line) => Number(line['left']) > 0).length,
      fenced: logged(cluster, 'webhook.attempt').filter((line) => line['recorded'] === false).length,
    }
  } finally {
    await cluster.close()
  }
}
