/** Creates for the accounts of several database servers, and their waits by server. */
import type { ServiceProcess } from '../process.ts'
import type { Cluster, ClusterAccount } from './cluster.ts'
import { Responses } from './responses.ts'

/** For each server. A create waits for the one before it of the same caller. */
const CALLERS = 2
const MESSAGE = { external_user_id: 'delivered', message_template_name: 'receipt' }

/** Creates messages for the accounts of one server in turn, until it is stopped. */
export class ServerTraffic extends Responses {
  /** The waits since the last call of `takeWaits`, ms. */
  #waits: number[] = []
  #isStopped = false
  #next = 0
  readonly #accounts: readonly ClusterAccount[]
  readonly #api: ServiceProcess
  readonly #running: Promise<unknown>

  constructor(accounts: readonly ClusterAccount[], api: ServiceProcess) {
    super()
    this.#accounts = accounts
    this.#api = api
    this.#running = Promise.all(Array.from({ length: CALLERS }, () => this.#create()))
    this.#running.catch((error: unknown) => this.fail(error))
  }

  async #create(): Promise<void> {
    while (!this.#isStopped) {
      const account = this.#accounts[this.#next++ % this.#accounts.length]!
      const startedAt = performance.now()
      const { status, body } = await account.call(this.#api, 'POST', '/api/v1/messages', { message: MESSAGE })
      this.#waits.push(performance.now() - startedAt)
      this.add(status, body)
    }
  }

  /** Waits until `more` further creates are answered with the status. */
  further(status: number, more: number): Promise<void> {
    return this.untilMore(() => this.count(status), more)
  }

  /** The percentile of the waits since the last call, ms, and their number. */
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

/** Traffic for each server, by its pool. */
export function groupTraffic(cluster: Cluster, api: ServiceProcess): ServerTraffic[] {
  return cluster.pools.map(
    (pool) =>
      new ServerTraffic(
        cluster.accounts.filter(({ bucket }) => cluster.poolOf(bucket) === pool),
        api,
      ),
  )
}
