/**
 * Hints between processes: that there is something to look at in a bucket that another process holds. A hint may be
 * lost, doubled or late; whoever depends on it finds the same by looking, only later.
 */
import { listen } from '../db/listen.ts'
import type { Listening } from '../db/listen.ts'
import type { Pool } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { notify } from './queries.ts'

/**
 * `webhooks`, `sends`: rows were queued for the lane; `replays`: events of it were queued again; `endpoints`: its endpoint
 * was changed; `leases`: some were given up.
 */
const KINDS = ['webhooks', 'sends', 'replays', 'endpoints', 'leases'] as const
export type HintKind = (typeof KINDS)[number]

export type HintListener = (bucket: number, key: string) => void

const CHANNEL = 'tidings'
/** PostgreSQL takes payloads below 8,000 bytes; ours are ASCII. */
const PAYLOAD_CHARACTERS_MAX = 7900
/** Hints that wait to be sent, at the most: what is beyond is left to the others' own looks. */
const WAITING_MAX = 10_000

export class Hints {
  readonly #pool: Pool
  readonly #log: Logger
  readonly #waiting = new Set<string>()
  readonly #listeners = new Map<HintKind, HintListener[]>()
  readonly #listeningListeners: (() => void)[] = []
  #sending: Promise<void> | null = null
  #listening: Listening | null = null

  constructor({ pool, log }: { pool: Pool; log: Logger }) {
    this.#pool = pool
    this.#log = log
  }

  /** Tells the other processes, soon. What is sent while a NOTIFY is under way shares the next one. */
  send(kind: HintKind, bucket: number, key: string): void {
    if (this.#waiting.size < WAITING_MAX) this.#waiting.add(`${kind} ${bucket} ${key}`)
    this.#sending ??= this.#sendWaiting()
  }

  on(kind: HintKind, listener: HintListener): void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener])
  }

  /** Called whenever listening has begun, at first and after an interruption: hints may have been missed until then. */
  onListening(listener: () => void): void {
    this.#listeningListeners.push(listener)
  }

  /** Listens on a connection of its own, for as long as `stop` is not called. */
  start(url: string): void {
    this.#listening = listen(url, CHANNEL, {
      onMessage: (payload) => this.#receive(payload),
      onListening: () => {
        for (const listener of this.#listeningListeners) listener()
      },
      onLost: (error) => this.#log.debug({ event: 'hints.listening_lost', err: error }),
    })
  }

  /** Sends what waits, and listens no more. */
  async stop(): Promise<void> {
    await this.#sending
    await this.#listening?.stop()
  }

  async #sendWaiting(): Promise<void> {
    // At the end of this turn of the event loop: what one commit brings shares a NOTIFY.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      while (this.#waiting.size > 0) await notify(this.#pool, CHANNEL, this.#nextPayload())
    } catch (error) {
      this.#waiting.clear()
      this.#log.debug({ event: 'hints.not_sent', err: error })
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
