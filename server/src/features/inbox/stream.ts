/** One stream of an inbox: server-sent events (WHATWG HTML, section 9.2) to one reader. */
import { Readable } from 'node:stream'
import { isBefore } from './changes.ts'
import type { Position } from './changes.ts'
import type { Owner } from './inbox-message.ts'

/** Bytes that a reader may leave unread before the next event. With more, the stream ends and the reader reconnects. */
const UNREAD_BYTES_MAX = 32 * 1024
/** Missed events are read only as far as the reader takes them: this many bytes wait. */
const BUFFER_BYTES = 16 * 1024
/** Events that a stream holds until the reader has the earlier ones. With more, it ends. */
const HELD_MAX = 100

/** The text of an event, the same buffer for all streams of the inbox. `after`: its place. Null: it has none. */
export interface StreamEvent {
  text: Buffer
  after: Pick<Position, 'tx' | 'id'> | null
}

export class InboxStream {
  readonly owner: Owner
  /** The key that signed the reader's token. */
  readonly keyId: number
  readonly readable: Readable
  /** When the stream ends, monotonic ms. */
  readonly endsAt: number
  /** Monotonic ms of the last text. */
  quietSince: number
  #position: Pick<Position, 'tx' | 'id'> = { tx: '0', id: '' }
  /** Events that came while earlier ones were read from the database. Null: the stream is live. */
  #held: StreamEvent[] | null = []
  #wanted: (() => void) | null = null
  #isOver = false

  constructor({ owner, keyId, endsAt }: { owner: Owner; keyId: number; endsAt: number }, now: number) {
    this.owner = owner
    this.keyId = keyId
    this.endsAt = endsAt
    this.quietSince = now
    this.readable = new Readable({ highWaterMark: BUFFER_BYTES, read: () => this.#wake() })
    this.readable.once('close', () => {
      this.#isOver = true
      this.#wake()
    })
  }

  /** True if it gets no more events. */
  get isOver(): boolean {
    return this.#isOver
  }

  #wake(): void {
    this.#wanted?.()
    this.#wanted = null
  }

  /** Sends an event, unless the reader has it. A slow reader is ended. */
  send(event: StreamEvent, now: number): void {
    if (this.#isOver) return
    if (this.#held !== null) {
      if (this.#held.push(event) > HELD_MAX) this.end()
      return
    }
    this.#write(event, now)
  }

  /** Sends an event of those that the reader has missed. Resolves when it may get more. */
  async sendMissed(event: StreamEvent, now: number): Promise<void> {
    this.#write(event, now)
    if (this.readable.readableLength > 0 && !this.#isOver)
      await new Promise<void>((resolve) => (this.#wanted = resolve))
  }

  /** From here on, the stream is live. `position`: the reader has everything up to it. */
  goLive(position: Pick<Position, 'tx' | 'id'>, now: number): void {
    if (isBefore(this.#position, position)) this.#position = position
    const held = this.#held ?? []
    this.#held = null
    for (const event of held) this.#write(event, now)
  }

  /** Keeps the connection open at proxies. */
  beat(now: number): void {
    this.#push(HEARTBEAT, now)
  }

  /** Ends the stream after the events so far. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.readable.push(null)
    this.#wake()
  }

  #write({ text, after }: StreamEvent, now: number): void {
    if (after !== null) {
      if (!isBefore(this.#position, after)) return
      this.#position = after
    }
    this.#push(text, now)
  }

  #push(text: Buffer, now: number): void {
    if (this.#isOver) return
    this.quietSince = now
    if (this.readable.readableLength > UNREAD_BYTES_MAX) this.readable.destroy()
    else this.readable.push(text)
  }
}

const HEARTBEAT = Buffer.from(': heartbeat\n\n')
