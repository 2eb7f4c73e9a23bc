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

export interface Hints {
  /** Tells the other processes, soon. What is sent while a NOTIFY is under way shares the next one. */
  send(kind: HintKind, bucket: number, key: string): void
  on(kind: HintKind, listener: HintListener): void
  /** Called whenever listening has begun, at first and after an interruption: hints may have been missed until then. */
  onListening(listener: () => void): void
  /** Listens on a connection of its own, for as long as `stop` is not called. */
  start(url: string): void
  /** Sends what waits, and listens no more. */
  stop(): Promise<void>
}

const CHANNEL = 'tidings'
/** PostgreSQL takes payloads below 8,000 bytes; ours are ASCII. */
const PAYLOAD_CHARACTERS_MAX = 7900
/** Hints that wait to be sent, at the most: what is beyond is left to the others' own looks. */
const WAITING_MAX = 10_000

export function createHints({ pool, log }: { pool: Pool; log: Logger }): Hints {
  const waiting = new Set<string>()
  const listeners = new Map<HintKind, HintListener[]>()
  const listeningListeners: (() => void)[] = []
  let sending: Promise<void> | null = null
  let listening: Listening | null = null

  function nextPayload(): string {
    const lines: string[] = []
    let characters = 0
    for (const line of waiting) {
      if (characters + line.length + 1 > PAYLOAD_CHARACTERS_MAX) break
      waiting.delete(line)
      lines.push(line)
      characters += line.length + 1
    }
    return lines.join('\n')
  }

  async function sendWaiting(): Promise<void> {
    // At the end of this turn of the event loop: what one commit brings shares a NOTIFY.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      while (waiting.size > 0) await notify(pool, CHANNEL, nextPayload())
    } catch (error) {
      waiting.clear()
      log.debug({ event: 'hints.not_sent', err: error })
    } finally {
      sending = null
    }
  }

  function receive(payload: string): void {
    for (const line of payload.split('\n')) {
      const [kind, bucket, key = ''] = line.split(' ')
      const known = KINDS.find((one) => one === kind)
      if (known === undefined || !/^\d+$/.test(bucket ?? '')) continue
      for (const listener of listeners.get(known) ?? []) listener(Number(bucket), key)
    }
  }

  return {
    send(kind, bucket, key) {
      if (waiting.size < WAITING_MAX) waiting.add(`${kind} ${bucket} ${key}`)
      sending ??= sendWaiting()
    },
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    onListening(listener) {
      listeningListeners.push(listener)
    },
    start(url) {
      listening = listen(url, CHANNEL, {
        onMessage: receive,
        onListening: () => {
          for (const listener of listeningListeners) listener()
        },
        onLost: (error) => log.debug({ event: 'hints.listening_lost', err: error }),
      })
    },
    async stop() {
      await sending
      await listening?.stop()
    },
  }
}
