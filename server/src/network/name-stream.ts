/**
 * Lookups that are asked for together, over one connection to a name server (RFC 7766): their queries go out in one write and
 * most of their answers come in one read, where datagrams take a system call for each. It is a shortcut and no more: what it
 * does not answer soon is looked up as if it had never been asked here.
 */
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import { queryBytes, readAnswer, TYPE_A, TYPE_AAAA, wireName, writeQuery } from './name-message.ts'

/** A host whose addresses are wanted. */
export interface Lookup {
  hostname: string
  resolve(addresses: string[]): void
}

export interface NameStream {
  /** Looks the hosts up, all of them here or elsewhere. */
  ask(lookups: readonly Lookup[]): void
}

export interface NameStreamOptions {
  /** As `dns.getServers` gives it: `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:5353`. */
  server: string
  clock: Pick<Clock, 'monotonic'>
  /** Looks a host up in another way. */
  elsewhere(lookup: Lookup): void
}

/**
 * What has no answer after so long is looked up elsewhere, ms; some name servers answer the queries of a connection one after
 * the other, and then a name whose own servers are slow holds up all that come after it.
 */
const STALL_MS = 250
/** How long everything is looked up elsewhere after the connection has failed, or stood still, ms. */
const PAUSE_MS = 5000
const DNS_PORT = 53
const LENGTH_BYTES = 2
const IDS = 0x10000

interface Pending {
  lookup: Lookup
  wire: string
  found: string[]
  /** Of the two queries. */
  unanswered: number
  askedAt: number
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
  let pausedUntil = -Infinity
  let timer: NodeJS.Timeout | null = null

  function giveUp(pending: Pending): void {
    if (pending.unanswered === 0) return
    pending.unanswered = 0
    elsewhere(pending.lookup)
  }

  function end(ended: Socket): void {
    ended.destroy()
    if (socket !== ended) return
    socket = null
    unread = Buffer.alloc(0)
    // Name servers close what is idle; one that leaves queries unanswered is no help.
    if (queries.size > 0) pausedUntil = clock.monotonic() + PAUSE_MS
    const left = [...queries.values()]
    queries.clear()
    for (const { pending } of left) giveUp(pending)
  }

  function open(): Socket {
    const opened = connect(place)
    opened.setNoDelay(true)
    // Whoever waits for an answer has the timer.
    opened.unref()
    opened.on('data', (bytes) => {
      if (socket === opened) read(bytes)
    })
    for (const event of ['error', 'end', 'close']) opened.on(event, () => end(opened))
    return opened
  }

  function take(message: Buffer, start: number, messageEnd: number): void {
    const id = message.readUInt16BE(start)
    const query = queries.get(id)
    if (query === undefined) return
    queries.delete(id)
    const { pending, type } = query
    if (pending.unanswered === 0) return
    const addresses = readAnswer(message, start, messageEnd, pending.wire, type)
    if (addresses === null) return giveUp(pending)
    pending.found.push(...addresses)
    pending.unanswered -= 1
    if (pending.unanswered === 0) pending.lookup.resolve(pending.found)
  }

  function read(bytes: Buffer): void {
    heardAt = clock.monotonic()
    const all = unread.length === 0 ? bytes : Buffer.concat([unread, bytes])
    let at = 0
    while (all.length - at >= LENGTH_BYTES) {
      const start = at + LENGTH_BYTES
      const messageEnd = start + all.readUInt16BE(at)
      if (messageEnd > all.length) break
      if (messageEnd - start >= LENGTH_BYTES) take(all, start, messageEnd)
      at = messageEnd
    }
    unread = all.subarray(at)
  }

  /** Looks after what has waited too long; the connection has been read since the timer came, however late that was. */
  function check(): void {
    timer = null
    const before = clock.monotonic() - STALL_MS
    const [oldest] = queries.values()
    if (oldest !== undefined && oldest.pending.askedAt <= before && heardAt <= before) return end(socket!)
    for (const [id, { pending }] of queries) {
      if (pending.askedAt > before) break
      queries.delete(id)
      giveUp(pending)
    }
    watch()
  }

  function watch(): void {
    if (queries.size > 0) timer ??= setTimeout(() => setImmediate(check), STALL_MS)
  }

  function nextId(): number {
    do lastId = (lastId + 1) % IDS
    while (queries.has(lastId))
    return lastId
  }

  return {
    ask(lookups) {
      const askedAt = clock.monotonic()
      const asked: Pending[] = []
      let bytes = 0
      for (const lookup of lookups) {
        const wire =
          askedAt < pausedUntil || queries.size + 2 * asked.length >= IDS / 2 ? null : wireName(lookup.hostname)
        if (wire === null) elsewhere(lookup)
        else {
          asked.push({ lookup, wire, found: [], unanswered: 2, askedAt })
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
      }
      socket.write(request)
      watch()
    },
  }
}
