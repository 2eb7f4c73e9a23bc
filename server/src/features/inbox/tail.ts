import type { Connection } from '../../platform/db/sql.ts'
import { rowOf } from '../../platform/db/id-conditions.ts'
import type { AccountPool, ServicePool } from '../../platform/db/pool.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import { randomFraction } from '../../platform/ids.ts'
import { decodePosition, lowestId, readEnd, scanBuckets, scanInbox, encodePosition } from './changes.ts'
import type { ChangeRow, Position } from './changes.ts'
import type { Fetches } from './states.ts'
import type { InboxCounts, Owner } from './inbox-message.ts'
import { countInbox, countMessages, ownerName, readMessages } from './queries.ts'
import type { InboxMessageRow } from './queries.ts'
import { InboxStream } from './stream.ts'
import { isoTime } from '../../platform/clock.ts'
import { inboxMessageView } from './inbox-message.ts'
import type { StreamEvent } from './stream.ts'

// The events of streams, as text.

function text(name: string, id: string | null, data: object): Buffer {
  const line = id === null ? '' : `id: ${id}\n`
  return Buffer.from(`event: ${name}\n${line}data: ${JSON.stringify(data)}\n\n`)
}

const STATE_OF = { seen_all: 'seen_at', read_all: 'read_at', archived_all: 'archived_at' } as const

/** The event of a change, or null if its message is gone. `message`: its current state. */
function changeEvent(database: string, row: ChangeRow, message: InboxMessageRow | undefined): StreamEvent | null {
  const { tx, id, kind, at, messageId } = row
  const cursor = encodePosition(database, { tx, id, atMs: at })
  if (kind === 'message' || kind === 'change')
    return message === undefined ? null : { text: text(kind, cursor, inboxMessageView(message)), after: { tx, id } }
  const data = { [STATE_OF[kind]]: isoTime(at), up_to: messageId }
  return { text: text('change_all', cursor, data), after: { tx, id } }
}

/** The counts come after every change. They have no place of their own. */
function countsEvent({ unseen, unread }: InboxCounts): StreamEvent {
  return { text: text('counts', null, { unseen, unread }), after: null }
}

/** The begin of a stream: the wait before the reader reconnects (ms), its position and the counts. */
function firstEvent(
  database: string,
  { position, counts, retryMs }: { position: Position; counts: InboxCounts; retryMs: number },
): StreamEvent {
  const head = `retry: ${retryMs}\nid: ${encodePosition(database, position)}\n`
  return { text: Buffer.concat([Buffer.from(head), countsEvent(counts).text]), after: null }
}

/** The reader's cursor is too old, so it reads the list anew. */
function resetEvent(database: string, position: Position): StreamEvent {
  return { text: text('reset', encodePosition(database, position), {}), after: null }
}

/** Those of the keys and recipients that both exist, in no order. */
const findSigners = columns('bucket smallint, account_id bigint, key_id bigint, recipient_id bigint').sql(
  'inbox.find_signers',
  ({ input }) => `select i.account_id, i.key_id, i.recipient_id
   from (select distinct * from ${input}) i
   cross join ${rowOf(['recipient_signing_keys', 'k'], 'i', ['id', 'key_id'])}
   cross join ${rowOf(['recipients', 'r'], 'i', ['id', 'recipient_id'], 'and one.deleted_at is null')}`,
)

const nameOf = (accountId: number, keyId: number, recipientId: number) => `${accountId}/${keyId}/${recipientId}`

/** Those of the streams whose signing key or recipient was deleted. One statement reads the keys of all streams. */
async function unsignedOf(pool: ServicePool, streams: readonly InboxStream[]): Promise<InboxStream[]> {
  const rows = await findSigners(
    pool,
    streams.map(({ owner, keyId }) => ({ ...owner, keyId })),
  )
  const signers = new Set(rows.map((row) => nameOf(row.accountId, row.keyId, row.recipientId)))
  return streams.filter(({ owner, keyId }) => !signers.has(nameOf(owner.accountId, keyId, owner.recipientId)))
}

/** The time between two reads of the changes, ms. */
const LOOK_INTERVAL_MS = 250
/** Changes of one read. */
const CHANGES_MAX = 500
/** Missed changes of one read. */
const MISSED_MAX = 50
const HEARTBEAT_MS = 20_000
const SWEEP_MS = 1_000
/** The time between two looks at the keys and recipients of all streams, ms. A stream ends within 10 s of its key. */
const SIGNERS_INTERVAL_MS = 5_000
/** The wait before a reader reconnects, ms. It differs, so that not all of them come back at once. */
const RETRY_MS_MIN = 1_000
const RETRY_MS_RANGE = 4_000

interface StreamRequest {
  /** For the reads of this stream: the account's share of connections. */
  pool: AccountPool
  owner: Owner
  /** The key that signed the reader's token. */
  keyId: number
  /** Null: from now on. */
  cursor: string | null
  /** When the stream ends, monotonic ms. */
  endsAt: number
}

type TailContext = Pick<Context, 'pool' | 'clock' | 'log'>

export class InboxTail {
  readonly #context: TailContext
  readonly #fetches: Pick<Fetches, 'report'>
  readonly #streams = new Map<string, Set<InboxStream>>()
  #position: Position | null = null
  #starting: Promise<void> | null = null
  /** The read under way. */
  #looking: Promise<boolean> = Promise.resolve(false)
  #sweeping: NodeJS.Timeout | undefined

  constructor(context: TailContext, fetches: Pick<Fetches, 'report'>) {
    this.#context = context
    this.#fetches = fetches
  }

  /** Opens a stream. Returns `invalid` if the cursor is not one of ours. Throws if the database fails. */
  async open({ pool, owner, keyId, cursor, endsAt }: StreamRequest): Promise<Readable | 'invalid'> {
    const { clock } = this.#context
    const stream = new InboxStream({ owner, keyId, endsAt }, clock.monotonic())
    this.#join(stream)
    try {
      await this.#started()
      const [end] = await readEnd(pool)
      const now: Position = { tx: end!.tx, id: '', atMs: clock.now() }
      const { database } = end!
      const after = cursor === null ? now : decodePosition(cursor, database, clock.now())
      if (after === 'invalid') {
        stream.readable.destroy()
        return 'invalid'
      }
      const position = after === 'too_old' ? now : after
      const counts = await countInbox(pool, owner)
      const retryMs = Math.round(RETRY_MS_MIN + randomFraction() * RETRY_MS_RANGE)
      void stream.sendMissed(firstEvent(database, { position, counts, retryMs }), clock.monotonic())
      if (after === 'too_old') void stream.sendMissed(resetEvent(database, position), clock.monotonic())
      if (position === now) stream.goLive(now, clock.monotonic())
      else void this.#catchUp(pool, stream, database, position)
      return stream.readable
    } catch (error) {
      stream.readable.destroy()
      throw error
    }
  }

  /** Ends all streams. Their readers reconnect. */
  endAll(): void {
    for (const stream of this.#all()) stream.end()
  }

  #all(): InboxStream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams])
  }

  #join(stream: InboxStream): void {
    const { accountId, recipientId } = stream.owner
    const name = ownerName(accountId, recipientId)
    const streams = this.#streams.get(name) ?? new Set()
    this.#streams.set(name, streams.add(stream))
    stream.readable.once('close', () => {
      streams.delete(stream)
      if (streams.size === 0 && this.#streams.get(name) === streams) this.#streams.delete(name)
    })
  }

  /** Resolves when the tail runs, and no read that began before the call is under way. */
  async #started(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = null
      throw error
    })
    await this.#starting
    await this.#looking.catch(() => {})
  }

  async #start(): Promise<void> {
    const [end] = await readEnd(this.#context.pool)
    this.#position = { tx: end!.tx, id: '', atMs: this.#context.clock.now() }
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref()
    void this.#run(end!.database)
  }

  async #run(database: string): Promise<void> {
    const { log, clock } = this.#context
    let signersReadAt = clock.monotonic()
    try {
      while (this.#streams.size > 0) {
        if (clock.monotonic() - signersReadAt >= SIGNERS_INTERVAL_MS) {
          for (const stream of await unsignedOf(this.#context.pool, this.#all())) stream.end()
          signersReadAt = clock.monotonic()
        }
        this.#looking = this.#look(database)
        if (!(await this.#looking)) await delay(LOOK_INTERVAL_MS, undefined, { ref: false })
      }
    } catch (error) {
      logFailure(log, 'requests', { event: 'inbox.tail_failed' }, error)
      this.endAll()
    }
    clearInterval(this.#sweeping)
    this.#position = null
    this.#starting = null
  }

  /** Reads the next changes and sends them. Returns true if there may be more. */
  async #look(database: string): Promise<boolean> {
    const { pool, clock } = this.#context
    const after = this.#position!
    const atMs = clock.now()
    const buckets = [...new Set(this.#all().map(({ owner }) => owner.bucket))].map((bucket) => ({ bucket }))
    const rows = await scanBuckets(pool, buckets, after.tx, after.id, lowestId(after), CHANGES_MAX)
    const changes = rows.filter((row): row is typeof row & ChangeRow => row.id !== null)
    const last = changes.at(-1)
    const isFull = changes.length === CHANGES_MAX && last !== undefined
    await this.#send(database, changes)
    this.#position = isFull ? { tx: last.tx, id: last.id, atMs: last.at } : { tx: rows[0]!.endTx, id: '', atMs }
    return isFull
  }

  async #send(database: string, changes: readonly ChangeRow[]): Promise<void> {
    const streamsOf = (row: ChangeRow) => this.#streams.get(ownerName(row.accountId, row.recipientId))
    const wanted = changes.filter((row) => streamsOf(row) !== undefined)
    if (wanted.length === 0) return
    const { pool, clock } = this.#context
    const messages = await this.#messagesOf(pool, wanted)
    const counts = await countMessages(pool, wanted.map(ownerOf))
    const now = clock.monotonic()
    for (const row of wanted) {
      const event = changeEvent(database, row, messages.get(messageName(row.accountId, row.messageId)))
      if (event !== null) for (const stream of streamsOf(row) ?? []) stream.send(event, now)
    }
    for (const [name, counted] of counts) {
      const event = countsEvent(counted)
      for (const stream of this.#streams.get(name) ?? []) stream.send(event, now)
    }
  }

  /** The messages of changes by their names. They count as fetched. */
  async #messagesOf(pool: Connection, changes: readonly ChangeRow[]): Promise<Map<string, InboxMessageRow>> {
    const keys = changes.flatMap((row) => {
      const isOfOne = row.kind === 'message' || row.kind === 'change'
      return isOfOne ? [{ ...ownerOf(row), messageId: row.messageId! }] : []
    })
    const rows = keys.length === 0 ? [] : await readMessages(pool, keys)
    this.#fetches.report(rows)
    return new Map(rows.map((row) => [messageName(row.accountId, row.id), row]))
  }

  /** Sends the changes after a position, then lets the stream go live. If the database fails, the stream ends. */
  async #catchUp(pool: Connection, stream: InboxStream, database: string, from: Position): Promise<void> {
    const { clock, log } = this.#context
    const { bucket, accountId, recipientId } = stream.owner
    const account = [bucket, accountId, recipientId] as const
    try {
      let after = from
      for (let isFull = true; isFull && !stream.isOver;) {
        const rows = await scanInbox(pool, ...account, after.tx, after.id, lowestId(after), MISSED_MAX)
        const messages = await this.#messagesOf(pool, rows)
        for (const row of rows) {
          const event = changeEvent(database, row, messages.get(messageName(accountId, row.messageId)))
          if (event !== null) await stream.sendMissed(event, clock.monotonic())
          after = { tx: row.tx, id: row.id, atMs: row.at }
        }
        isFull = rows.length === MISSED_MAX
      }
      stream.goLive(after, clock.monotonic())
      const counts = await countInbox(pool, stream.owner)
      if (after !== from) stream.send(countsEvent(counts), clock.monotonic())
    } catch (error) {
      stream.end()
      logFailure(log, 'requests', { event: 'inbox.stream_failed', account_id: accountId }, error)
    }
  }

  #sweep(): void {
    const now = this.#context.clock.monotonic()
    for (const stream of this.#all())
      if (now >= stream.endsAt) stream.end()
      else if (now - stream.quietSince >= HEARTBEAT_MS) stream.beat(now)
  }
}

const ownerOf = (row: ChangeRow): Owner => {
  return { bucket: row.bucket, accountId: row.accountId, recipientId: row.recipientId }
}

const messageName = (accountId: number, messageId: number | null) => `${accountId}/${messageId}`
