/** A scripted name server. */
import { createSocket } from 'node:dgram'
import type { Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'

export const TYPE_A = 1
export const TYPE_AAAA = 28

const BIND_TRIES_MAX = 10
/** RFC 1035, section 4.2.1: the longest UDP response, bytes. */
const DATAGRAM_BYTES_MAX = 512
/** The flag of a truncated response. */
const CUT_OFF = 0x0200

/** The response to a question: addresses, an error code, or null for no response. */
type Reply = string[] | number | null

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  return Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  )
}

/** The response to a query (RFC 1035), or null. If it is longer than `bytesMax`, it is truncated to no records. */
function answerTo(query: Buffer, bytesMax: number, ask: (name: string, type: number) => Reply): Buffer | null {
  const labels: string[] = []
  let at = 12
  while (query[at]! > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
    at += query[at]! + 1
  }
  const type = query.readUInt16BE(at + 1)
  const answer = ask(labels.join('.'), type)
  if (answer === null) return null
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2)
  header.writeUInt16BE(typeof answer === 'number' ? 0 : answer.length, 6)
  header.writeUInt32BE(0, 8)
  const records = (typeof answer === 'number' ? [] : answer).map((address) => {
    const data = bytesOf(address)
    const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
    return Buffer.concat([record, data])
  })
  const question = query.subarray(12, at + 5)
  const whole = Buffer.concat([header, question, ...records])
  if (whole.length <= bytesMax) return whole
  header.writeUInt16BE(header.readUInt16BE(2) | CUT_OFF, 2)
  header.writeUInt16BE(0, 6)
  return Buffer.concat([header, question])
}

/** Responds to the complete queries, and returns the remaining bytes. */
function answerStream(bytes: Buffer, socket: Socket, ask: (name: string, type: number) => Reply): Buffer {
  let at = 0
  while (bytes.length - at >= 2) {
    const end = at + 2 + bytes.readUInt16BE(at)
    if (end > bytes.length) break
    const answer = answerTo(bytes.subarray(at + 2, end), Infinity, ask)
    at = end
    if (answer === null) continue
    const length = Buffer.alloc(2)
    length.writeUInt16BE(answer.length)
    socket.write(Buffer.concat([length, answer]))
  }
  return bytes.subarray(at)
}

export interface NameServer {
  /** `127.0.0.1:<port>`, for UDP and TCP. */
  server: string
  /** `<name> <type>` of each UDP query, in order of arrival. */
  questions: string[]
  /** The same for TCP queries. */
  streamed: string[]
  /** Source ports of the UDP queries. */
  askers: Set<number>
  close(): void
}

export interface NameServerOptions {
  /** The size of the UDP receive buffer. It limits how many waiting queries the system keeps. */
  receiveBufferBytes?: number
}

/** Binds one port for UDP and TCP. It retries, because a port free for TCP may be taken for UDP. */
async function bindBoth(
  streams: Server,
  recvBufferSize?: number,
): Promise<{ port: number; datagrams: DatagramSocket }> {
  for (let tries = 1; ; tries++) {
    streams.listen(0, '127.0.0.1')
    await once(streams, 'listening')
    const { port } = streams.address() as AddressInfo
    const datagrams = createSocket({ type: 'udp4', ...(recvBufferSize === undefined ? {} : { recvBufferSize }) })
    try {
      datagrams.bind(port, '127.0.0.1')
      await once(datagrams, 'listening')
      return { port, datagrams }
    } catch (error) {
      datagrams.close()
      streams.close()
      if (tries === BIND_TRIES_MAX) throw error
    }
  }
}

/** Starts a name server on loopback (RFC 1035): UDP, and TCP for longer responses. */
export async function startNameServer(
  reply: (name: string, type: number) => Reply,
  { receiveBufferBytes }: NameServerOptions = {},
): Promise<NameServer> {
  const sockets = new Set<Socket>()
  const streams = createServer((socket) => {
    sockets.add(socket)
    let unread: Buffer = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      unread = answerStream(Buffer.concat([unread, bytes]), socket, (name, type) => {
        nameServer.streamed.push(`${name} ${type}`)
        return reply(name, type)
      })
    })
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  const { port, datagrams } = await bindBoth(streams, receiveBufferBytes)
  datagrams.on('message', (query, from) => {
    nameServer.askers.add(from.port)
    const answer = answerTo(query, DATAGRAM_BYTES_MAX, (name, type) => {
      nameServer.questions.push(`${name} ${type}`)
      return reply(name, type)
    })
    if (answer !== null) datagrams.send(answer, from.port, from.address)
  })
  const nameServer: NameServer = {
    server: `127.0.0.1:${port}`,
    questions: [],
    streamed: [],
    askers: new Set(),
    close() {
      datagrams.close()
      streams.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return nameServer
}
