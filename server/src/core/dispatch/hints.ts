/**
 * Hints tell other processes about new work in their buckets. A hint may be lost, repeated or late. All work is also
 * found by polling, only later.
 */
import type { DatabaseAddress } from '../../platform/db/servers/address.ts'
import { listen } from '../../platform/db/listen.ts'
import type { Listening } from '../../platform/db/listen.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import type { Logger } from '../../platform/log.ts'
import { notify } from './queries.ts'

/**
 * `webhooks`, `sends`: rows were queued for the lane. `replays`: events were queued again. `endpoints`: the endpoint
 * changed. `leases`: some leases were released.
 */
const KINDS = ['webhooks', 'sends', 'replays', 'endpoints', 'leases'] as const
export type HintKind = (typeof KINDS)[number]

export type HintListener = (bucket: number, key: string) => void

const CHANNEL = 'tidings'
/** PostgreSQL limits payloads to less than 8,000 bytes. Ours are ASCII. */
const PAYLOAD_CHARACTERS_MAX = 7900
/** The largest number of waiting hints. Further ones are dropped, and polling finds their work. */
const WAITING_MAX = 10_000

export class Hints {
  readonly #pool: ServicePool
  readonly #log: Logger
  readonly #waiting = new Set<string>()
  readonly #listeners = new Map<HintKind, HintListener[]>()
  readonly #listeningListeners: (() => void)[] = []
  #sending: Promise<void> | null = null
  #listening: Listening | null = null

  constructor({ pool, log }: { pool: ServicePool; log: Logger }) {
    this.#pool = pool
    this.#log = log
  }

  /** Sends a hint to the other processes soon. Hints given during a NOTIFY share the next one. */
  send(kind: HintKind, bucket: number, key: string): void {
    if (this.#waiting.size < WAITING_MAX) this.#waiting.add(`${kind} ${bucket} ${key}`)
    this.#sending ??= this.#sendWaiting()
  }

  on(kind: HintKind, listener: HintListener): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }

  /**
   * The listener is called whenever listening begins, also after an interruption. Hints may have been missed before.
   */
  onListening(listener: () => void): void {
    this.#listeningListeners.push(listener)
  }

  /** Listens on a separate connection until `stop`. */
  start(address: DatabaseAddress | string): void {
    this.#listening = listen(address, CHANNEL, {
      onMessage: (payload) => this.#receive(payload),
      onListening: () => {
        for (const listener of this.#listeningListeners) listener()
      },
      onLost: (error) => this.#log.debug({ event: 'hints.listening_lost', cause: (error as Error).message }),
    })
  }

  /** Sends the waiting hints and stops listening. */
  async stop(): Promise<void> {
    await this.#sending
    await this.#listening?.stop()
  }

  async #sendWaiting(): Promise<void> {
    // Waits for the end of this turn of the event loop, so that hints of one commit share a NOTIFY.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      while (this.#waiting.size > 0) await notify(this.#pool, CHANNEL, this.#nextPayload())
    } catch (error) {
      this.#waiting.clear()
      logFailure(this.#log, 'tasks', { event: 'hints.not_sent' }, error)
    } finally {
      this.#sending = null
    }
  }

  #nextPayload(): string {
    const lines: string[] = []
    let characters = 0
    for (const line of this.#waiting) {
      if (characters + line.length + 1 > PAYLOAD_CHARACTERS_MAX) break
      this.#waiting.delete(line)
      lines.push(line)
      characters += line.length + 1
    }
    return lines.join('\n')
  }

  #receive(payload: string): void {
    for (const line of payload.split('\n')) {
      const [kind, bucket, key = ''] = line.split(' ')
      const known = KINDS.find((one) => one === kind)
      if (known === undefined || !/^\d+$/.test(bucket ?? '')) continue
      for (const listener of this.#listeners.get(known) ?? []) listener(Number(bucket), key)
    }
  }
}
