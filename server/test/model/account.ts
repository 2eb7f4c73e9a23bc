/** An account of the real service with the same actions as its model, and the comparison between the two. */
import assert from 'node:assert/strict'
import { createSystemClock } from '../../src/platform/clock.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import type { Fact } from '../../src/core/deliveries/status.ts'
import { recordSandboxReports } from '../../src/features/sandbox/reports.ts'
import { Hints } from '../../src/core/dispatch/hints.ts'
import { createLogger } from '../../src/platform/log.ts'
import { judge } from '../faults/checker.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { createRecording } from '../factories.ts'
import type { Recording } from '../factories.ts'
import { allDeliveries, newMessagesOf, ranked, waits } from './model.ts'
import type { Model } from './model.ts'
import { startReceiver } from '../receiver.ts'
import type { Receiver } from '../receiver.ts'
import { startTestService, until } from '../service.ts'
import type { ApiResponse, Client, TestService } from '../service.ts'
import { ALL_BUCKETS } from '../../src/platform/ids.ts'

/** The smallest clock step. All waits of the service are shorter. */
export const CLOCK_STEP_MS = 1000
/** Clock steps until all work is done: a delivery that always fails, and its last event. */
const DRAINING_STEPS_MAX = 20

/** A clock that moves only if the test moves it. */
interface StandingClock extends Clock {
  moveTo(timeMs: number): void
}

export interface ModelService {
  database: TestDatabase
  receiver: Receiver
  running: TestService
  clock: StandingClock
  recording: Recording
  close(): Promise<void>
}

/** Starts a service without the role `tasks`. The test's steps do that work instead. */
export async function startModelService(): Promise<ModelService> {
  const database = await createTestDatabase()
  const receiver = await startReceiver()
  const system = createSystemClock()
  let nowMs = system.now()
  const clock: StandingClock = {
    now: () => nowMs,
    wall: () => system.wall(),
    monotonic: () => system.monotonic(),
    moveTo(timeMs) {
      nowMs = timeMs
    },
  }
  const variables = {
    ROLES: 'api,dispatch',
    SWEEP_INTERVAL: '10s',
    WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
  }
  const running = await startTestService(database, variables, clock, undefined, { pollIntervalMs: 5 })
  // Reports are recorded as if by another process, with hints to this one.
  const hints = new Hints({ pool: database.pool, log: createLogger('silent') })
  const recording = createRecording(clock, (events) => {
    for (const { bucket, accountId } of events) hints.send('webhooks', bucket, String(accountId))
  })
  return {
    database,
    receiver,
    running,
    clock,
    recording,
    async close() {
      await hints.stop()
      await running.stop()
      await receiver.close()
      await database.close()
    },
  }
}

interface StoredDelivery {
  id: number
  facts: Fact[]
  status: Fact
  reason: string | null
  waits: boolean
  events: string[]
}

interface StoredMessage {
  id: number
  seen: boolean
  delivered: boolean
  canceled: boolean
}

const DELIVERIES = `
  select d.id, d.status, case when d.status = 'canceled' then d.error_message end as reason,
    array_remove(array[
      case when d.scheduled_at is not null then 'scheduled' end, case when d.queued_at is not null then 'queued' end,
      case when d.retrying_at is not null then 'retrying' end, case when d.sent_at is not null then 'sent' end,
      case when d.failed_at is not null then 'failed' end, case when d.delivered_at is not null then 'delivered' end,
      case when d.bounced_at is not null then 'bounced' end, case when d.opened_at is not null then 'opened' end,
      case when d.canceled_at is not null then 'canceled' end], null) as facts,
    exists (select from send_queue q
      where q.bucket = d.bucket and q.account_id = d.account_id and q.delivery_id = d.id) as waits,
    (select array_agg(e.type order by e.id) from events e
      where e.bucket = d.bucket and e.account_id = d.account_id and e.delivery_id = d.id) as events
  from deliveries d where d.bucket = $1 and d.account_id = $2 order by d.id`

const MESSAGES = `
  select id, seen_at is not null as seen, delivered_at is not null as delivered, canceled_at is not null as canceled
  from messages where bucket = $1 and account_id = $2 order by id`

const DUE = `
  select ((select count(*) from send_queue where bucket = $1 and account_id = $2 and due_at <= $3)
    + (select count(*) from webhook_queue where bucket = $1 and account_id = $2 and (due_at is null or due_at <= $3)))::int as due
  from pg_sleep(0.002)`

const LEFT = `
  select ((select count(*) from send_queue where bucket = $1 and account_id = $2)
    + (select count(*) from sandbox_reports where bucket = $1 and account_id = $2)
    + (select count(*) from webhook_queue where bucket = $1 and account_id = $2))::int as remaining`

export class ModelAccount {
  readonly service: ModelService
  readonly client: Client
  readonly endpoint: { id: number; secret: string; path: string }
  readonly templateId: number

  constructor(service: ModelService, client: Client, ids: Pick<ModelAccount, 'endpoint' | 'templateId'>) {
    this.service = service
    this.client = client
    this.endpoint = ids.endpoint
    this.templateId = ids.templateId
  }

  call(method: string, path: string, body?: unknown): Promise<ApiResponse> {
    return this.client.call(method, `/api/v1/${path}`, body)
  }

  private get key() {
    return [this.client.bucket, this.client.accountId]
  }

  moveClock(timeMs: number): void {
    this.service.clock.moveTo(timeMs)
  }

  /** Records the sandbox reports that are due. */
  async report(): Promise<void> {
    const { database, clock, recording } = this.service
    await recordSandboxReports(database.pool, ALL_BUCKETS, clock, recording.recorder)
  }

  /** Records a provider's callback, also a repeated one. */
  async callBack(deliveryId: number, fact: Fact): Promise<void> {
    const { bucket, accountId } = this.client
    const { database, recording } = this.service
    await transaction(database.pool, (tx) =>
      recording.recorder.advance(tx, [{ bucket, accountId, deliveryId, fact, source: 'provider' }]),
    )
  }

  /** Resolves when no due work is left. */
  async settled(): Promise<void> {
    const { database, clock } = this.service
    const values = [...this.key, new Date(clock.now()).toISOString()]
    const read = async () => (await database.pool.query<{ due: number }>({ text: DUE, values })).rows[0]!.due
    await until(read, (due) => due === 0)
  }

  /** Compares everything in the model with the database. */
  async agrees(model: Model): Promise<void> {
    const { pool } = this.service.database
    const [deliveries, messages] = await Promise.all([
      pool.query<StoredDelivery>({ text: DELIVERIES, values: this.key }),
      pool.query<StoredMessage>({ text: MESSAGES, values: this.key }),
    ])
    const expected = allDeliveries(model).map((delivery): StoredDelivery => {
      const facts = ranked(delivery)
      const emitted = delivery.facts.filter((fact) => fact !== 'retrying').map((fact) => `delivery.${fact}`)
      const { id, reason } = delivery
      return { id, status: facts.at(-1)!, reason, facts, waits: waits(delivery), events: emitted }
    })
    assert.deepEqual(
      deliveries.rows,
      expected.toSorted((one, other) => one.id - other.id),
    )
    const shown = model.messages.map(({ id, seen, delivered, canceled }) => ({ id, seen, delivered, canceled }))
    assert.deepEqual(
      messages.rows,
      shown.toSorted((one, other) => one.id - other.id),
    )
  }

  /** Compares everything in the model with the API. */
  async shows(model: Model): Promise<void> {
    const { body } = await this.call('GET', 'deliveries?limit=200')
    const shown = new Map((body.deliveries as { id: number; status: string }[]).map(({ id, status }) => [id, status]))
    assert.deepEqual(shown, new Map(allDeliveries(model).map((delivery) => [delivery.id, ranked(delivery).at(-1)])))
    for (const recipient of model.recipients.filter(({ deleted }) => !deleted)) {
      const feed = await this.call('GET', `messages/new_messages_for?notification_user_id=${recipient.id}`)
      const ids = feed.body.messages.map(({ id }: { id: number }) => id)
      assert.deepEqual(new Set(ids), new Set(newMessagesOf(model, recipient)))
      assert.equal(new Set(ids).size, ids.length)
    }
  }

  /** Moves the clock until no work is left, then checks the account against all invariants. */
  async drain(): Promise<void> {
    const { database, clock, receiver } = this.service
    const { pool } = database
    const left = async () =>
      (await pool.query<{ remaining: number }>({ text: LEFT, values: this.key })).rows[0]!.remaining
    for (let steps = 0; steps < DRAINING_STEPS_MAX && (await left()) > 0; steps++) {
      clock.moveTo(clock.now() + CLOCK_STEP_MS)
      await this.settled()
      await this.report()
      await this.settled()
    }
    const { path, secret } = this.endpoint
    const { accountId } = this.client
    const { breaches } = await judge({
      pool,
      accountId,
      received: receiver.requests.filter((request) => request.path === path),
      endpoints: [{ accountId, path, secrets: [{ secret, replacedAtMs: null }], quiet: [] }],
      acknowledgedDeliveryIds: [],
      retryScheduleMs: [],
      sameClock: false,
    })
    assert.deepEqual(breaches, [])
  }
}
