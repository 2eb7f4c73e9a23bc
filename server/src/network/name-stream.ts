/**
 * Lookups that are asked for together, or while answers to such are awaited, over one connection to a name server (RFC 7766):
 * queries go out in one write and most answers come in one read, where datagrams take a system call for each. It is a shortcut
 * and no more: what it does not answer soon is looked up as if it had never been asked here.
 */
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { queryBytes, readAnswer, TYPE_A, TYPE_AAAA, wireName, writeQuery } from './name-message.ts'

/** A host whose addresses are wanted. */
export interface AskedHost {
  hostname: string
  resolve(addresses: string[]): void
}

export interface NameStream {
  /** Looks the hosts up, all of them here or elsewhere. */
  ask(hosts: readonly AskedHost[]): void
  /** The connection is there, and answers are awaited on it. */
  readonly isBusy: boolean
}

export interface NameStreamOptions {
  /** As `dns.getServers` gives it: `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:5353`. */
  server: string
  clock: Pick<Clock, 'monotonic'>
  /** Looks a host up in another way. */
  elsewhere(host: AskedHost): void
}

/**
 * What has no answer after so long is looked up elsewhere, ms; some name servers answer the queries of a connection one after
 * the other, and then a name whose own servers are slow holds up all that come after it.
 */
const STALL_MS = 250
/** How long everything is looked up elsewhere after a connection that was no help, ms; after each further one twice as long. */
const PAUSE_MS = 5000
const PAUSE_MAX_MS = 300_000
/** A connection that has answered as many queries was of help: some name servers end each after a hundred. */
const HELPFUL_ANSWERS = 32
const DNS_PORT = 53
const LENGTH_BYTES = 2
const ID_BYTES = 2
const IDS = 0x10000

interface Pending {
  host: AskedHost
  wire: string
  found: string[]
  /** Of the two queries. */
  unanswered: number
  /** When it was asked, or the connection was made. */
  waitsSince: number
}

interface Query {
  pending: Pending
  type: number
}

function placeOf(server: string): { host: string; port: number } {
  if (isIP(server) !== 0) return { host: server, port: DNS_PORT }
  const { hostname, port } = new URL(`dns://${server}`)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || DNS_PORT }
}

export function createNameStream({ server, clock, elsewhere }: NameStreamOptions): NameStream {
  const place = placeOf(server)
  /** In the order in which they were asked. */
  const queries = new Map<number, Query>()
  let socket: Socket | null = null
  let unread: Buffer = Buffer.alloc(0)
  let lastId = 0
  let heardAt = 0
  let answers = 0
  let pauseMs = PAUSE_MS
  let pausedUntil = -Infinity
  let timer: NodeJS.Timeout | null = null

  function giveUp(pending: Pending): void {
    if (pending.unanswered === 0) return
    pending.unanswered = 0
    elsewhere(pending.host)
  }

  function end(ended: Socket): void {
    ended.destroy()
    if (socket !== ended) return
    socket = null
    unread = Buffer.alloc(0)
    // Name servers close what is idle.
    if (answers < HELPFUL_ANSWERS && queries.size > 0) {
      pausedUntil = clock.monotonic() + pauseMs
      pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)
    }
    const left = [...queries.values()]
    queries.clear()
    for (const { pending } of left) giveUp(pending)
  }

  function open(): Socket {
    const opened = connect(place)
    opened.setNoDelay(true)
    // While somebody waits, the timer keeps the process alive.
    opened.unref()
    opened.on('connect', () => {
      if (socket !== opened) return
      heardAt = clock.monotonic()
      for (const { pending } of queries.values()) pending.waitsSince = heardAt
    })
    opened.on('data', (bytes) => {
      if (socket === opened) read(bytes)
    })
    for (const event of ['error', 'end', 'close']) opened.on(event, () => end(opened))
    return opened
  }

  function take(message: Buffer, start: number, messageEnd: number): void {
    const id = message.readUInt16BE(start)
    const query = queries.get(id)
    // An answer that comes too late is no sign of life: else queries would queue behind forgotten ones for ever.
    if (query === undefined) return
    queries.delete(id)
    heardAt = clock.monotonic()
    answers += 1
    if (answers === HELPFUL_ANSWERS) pauseMs = PAUSE_MS
    const { pending, type } = query
    if (pending.unanswered === 0) return
    const addresses = readAnswer(message, start, messageEnd, pending.wire, type)
    if (addresses === null) return giveUp(pending)
    pending.found.push(...addresses)
    pending.unanswered -= 1
    if (pending.unanswered === 0) pending.host.resolve(pending.found)
  }

  function read(bytes: Buffer): void {
    const all = unread.length === 0 ? bytes : Buffer.concat([unread, bytes])
    let at = 0
    while (all.length - at >= LENGTH_BYTES) {
      const start = at + LENGTH_BYTES
      const messageEnd = start + all.readUInt16BE(at)
      if (messageEnd > all.length) break
      if (messageEnd - start >= ID_BYTES) take(all, start, messageEnd)
      at = messageEnd
    }
    unread = all.subarray(at)
  }

  /** Gives up what has waited too long; the connection has been read since the timer came, however late that was. */
  function check(): void {
    timer = null
    const before = clock.monotonic() - STALL_MS
    const [oldest] = queries.values()
    if (oldest !== undefined && oldest.pending.waitsSince <= before && heardAt <= before) {
      // Whatever it has answered before: the name that holds it up would hold up the next connection too.
      answers = 0
      return end(socket!)
    }
    for (const [id, { pending }] of queries) {
      if (pending.waitsSince > before) break
      queries.delete(id)
      giveUp(pending)
    }
    watch()
  }

  function watch(): void {
    const [oldest] = queries.values()
    if (oldest === undefined || timer !== null) return
    const leftMs = oldest.pending.waitsSince + STALL_MS - clock.monotonic()
    timer = setTimeout(() => setImmediate(check), Math.max(1, Math.ceil(leftMs) + 1))
  }

  function nextId(): number {
    do lastId = (lastId + 1) % IDS
    while (queries.has(lastId))
    return lastId
  }

  return {
    ask(hosts) {
      const askedAt = clock.monotonic()
      const asked: Pending[] = []
      let bytes = 0
      for (const host of hosts) {
        const wire =
          askedAt < pausedUntil || queries.size + 2 * asked.length >= IDS / 2 ? null : wireName(host.hostname)
        if (wire === null) elsewhere(host)
        else {
          asked.push({ host, wire, found: [], unanswered: 2, waitsSince: askedAt })
          bytes += 2 * (LENGTH_BYTES + queryBytes(wire))
        }
      }
      if (asked.length === 0) return
      const request = Buffer.allocUnsafe(bytes)
      let at = 0
      for (const pending of asked)
        for (const type of [TYPE_A, TYPE_AAAA]) {
          const id = nextId()
          queries.set(id, { pending, type })
          at = request.writeUInt16BE(queryBytes(pending.wire), at)
          at = writeQuery(request, at, id, pending.wire, type)
        }
      if (socket === null) {
        socket = open()
        heardAt = askedAt
        answers = 0
      }
      socket.write(request)
      watch()
    },
    get isBusy() {
      return queries.size > 0 && socket?.connecting === false
    },
  }
}
