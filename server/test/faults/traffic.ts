/** Creates without a pause while processes or servers are replaced, and the judgement of what became of them. */
import assert from 'node:assert/strict'
import { createPool } from '../../src/db/pool.ts'
import { untilDrained } from '../drained.ts'
import type { ServiceProcess } from '../process.ts'
import { judge } from './checker.ts'
import type { Cluster, ClusterAccount } from './cluster.ts'
import { Responses } from './responses.ts'
import { RETRY_SCHEDULE_MS } from './settings.ts'

/** The checker reads all events at once, several hundred thousand after a long run, ms. */
const READ_TIMEOUT_MS = 600_000

/** Creates that run at the same time, each after the one before it. */
const CALLERS = 4

/** Creates messages one after another until it is stopped, and counts the answers by status. */
export class Traffic extends Responses {
  #isStopped = false
  readonly #running: Promise<unknown>

  constructor(cluster: Cluster, api: ServiceProcess) {
    super()
    this.#running = Promise.all(Array.from({ length: CALLERS }, () => this.#create(cluster.accounts[0]!, api)))
    this.#running.catch((error: unknown) => this.fail(error))
  }

  async #create(account: ClusterAccount, api: ServiceProcess): Promise<void> {
    const message = { external_user_id: 'delivered', message_template_name: 'receipt' }
    while (!this.#isStopped) {
      const { status, headers, body } = await account.call(api, 'POST', '/api/v1/messages', { message })
      if (status === 503) assert.equal(headers.get('retry-after'), '1')
      this.add(status, body)
    }
  }

  /** Waits until `more` further creates are answered with the status. */
  further(status: number, more: number): Promise<void> {
    return this.untilMore(() => this.count(status), more)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }
}

/** Asserts that nothing is lost, invented or changed of all that was answered 201. */
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
      answeredDeliveryIds: traffic.flatMap(({ deliveryIds }) => deliveryIds),
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
