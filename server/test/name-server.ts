/** A scripted name server. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export const TYPE_A = 1
export const TYPE_AAAA = 28

/** What the name server says to a question: addresses, an error code, or nothing at all. */
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

/**
 * A name server on loopback (RFC 1035 over UDP). Of questions that come faster than it answers the system keeps as many
 * as `receiveBufferBytes` hold, where it allows that many, and drops the others without a word.
 */
export async function startNameServer(
  reply: (name: string, type: number) => Reply,
  receiveBufferBytes?: number,
): Promise<{ server: string; questions: string[]; askers: Set<number>; close(): void }> {
  const socket = createSocket({
    type: 'udp4',
    ...(receiveBufferBytes === undefined ? {} : { recvBufferSize: receiveBufferBytes }),
  })
  const questions: string[] = []
  const askers = new Set<number>()
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    while (query[at]! > 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
      at += query[at]! + 1
    }
    const type = query.readUInt16BE(at + 1)
    askers.add(from.port)
    questions.push(`${labels.join('.')} ${type}`)
    const answer = reply(labels.join('.'), type)
    if (answer === null) return
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2)
    header.writeUInt16BE(typeof answer === 'number' ? 0 : answer.length, 6)
    header.writeUInt32BE(0, 8)
    const records = (typeof answer === 'number' ? [] : answer).map((address) => {
      const data = bytesOf(address)
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length])
      return Buffer.concat([record, data])
    })
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...records]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    /** The ports that questions came from. */
    askers,
    close: () => socket.close(),
  }
}
