/** Creates all the time while processes or servers are replaced, and the judgement of what became of them. */
import assert from 'node:assert/strict'
import { createPool } from '../../src/platform/db/pool.ts'
import { pause } from '../pause.ts'
import { untilDrained } from '../drained.ts'
import type { ServiceProcess } from '../process.ts'
import { judge } from './checker.ts'
import type { Cluster, ClusterAccount } from './cluster.ts'
import { Responses } from './responses.ts'
import { RETRY_SCHEDULE_MS } from './settings.ts'

/** The checker reads all events at once, several hundred thousand after a long run, ms. */
const READ_TIMEOUT_MS = 600_000

/** Creates that run at the same time, each after the one before it. */
const CALLERS = 2
/** Between two creates of a caller, ms. A test needs creates at each moment, and not many: the time they take grows with it. */
const PAUSE_MS = 200
const MESSAGE = { external_user_id: 'delivered', message_template_name: 'receipt' }

/** Creates messages for accounts in turn until it is stopped, and counts the responses by status. */
export class Traffic extends Responses {
  #isStopped = false
  #next = 0
  /** Since the last call of `takeWaits`, ms. */
  #waits: number[] = []
  readonly #running: Promise<unknown>

  constructor(accounts: readonly ClusterAccount[], api: ServiceProcess) {
    super()
    this.#running = Promise.all(Array.from({ length: CALLERS }, () => this.#create(accounts, api)))
    this.#running.catch((error: unknown) => this.fail(error))
  }

  async #create(accounts: readonly ClusterAccount[], api: ServiceProcess): Promise<void> {
    while (!this.#isStopped) {
      const account = accounts[this.#next++ % accounts.length]!
      const startedAt = performance.now()
      const { status, headers, body } = await account.call(api, 'POST', '/api/v1/messages', { message: MESSAGE })
      this.#waits.push(performance.now() - startedAt)
      if (status === 503) assert.equal(headers.get('retry-after'), '1')
      this.add(status, body)
      await pause(PAUSE_MS)
    }
  }

  /** Waits until `more` further creates return the status. */
  further(status: number, more: number): Promise<void> {
    return this.untilMore(() => this.count(status), more)
  }

  /** Percentiles of the waits since the last call, ms, and their number. */
  takeWaits(): { p50: number; p99: number; count: number } {
    const waits = this.#waits.toSorted((a, b) => a - b)
    this.#waits = []
    const at = (part: number) => Math.round((waits[Math.floor((waits.length - 1) * part)] ?? NaN) * 10) / 10
    return { p50: at(0.5), p99: at(0.99), count: waits.length }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }
}

/** Traffic for the accounts of each server, in the order of their pools. */
export function trafficOfServers(cluster: Cluster, api: ServiceProcess): Traffic[] {
  return cluster.pools.map((pool) => {
    const own = cluster.accounts.filter(({ bucket }) => cluster.poolOf(bucket) === pool)
    return new Traffic(own, api)
  })
}

/** Asserts that nothing is lost, invented or changed of all creates that returned 201. */
export async function judged(cluster: Cluster, ...traffic: Responses[]): Promise<void> {
  const pool = createPool({
    ...{ url: cluster.database.url, connectionsMax: 2, connectTimeoutMs: 10_000 },
    statementTimeoutMs: READ_TIMEOUT_MS,
    applicationName: 'tidings test',
    onError: () => {},
  })
  try {
    await untilDrained(pool)
    const judgement = await judge({
      pool,
      received: cluster.receiver.requests,
      endpoints: cluster.accounts.map((one) => one.endpoint),
      acknowledgedDeliveryIds: traffic.flatMap(({ deliveryIds }) => deliveryIds),
      retryScheduleMs: RETRY_SCHEDULE_MS,
      outputs: cluster.outputs(),
    })
    assert.deepEqual(judgement.breaches, [])
  } finally {
    await pool.end()
  }
}

export async function readiness(api: ServiceProcess): Promise<{ status: number; reasons: string[] }> {
  const response = await fetch(`${api.url}/readyz`)
  const { reasons = [] } = (await response.json()) as { reasons?: string[] }
  return { status: response.status, reasons }
}
