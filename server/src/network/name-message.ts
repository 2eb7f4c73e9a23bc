/** Messages of the DNS (RFC 1035), as far as the addresses of a host name need them. */

export const TYPE_A = 1
export const TYPE_AAAA = 28

const CLASS_IN = 1
const HEADER_BYTES = 12
/** Type and class, after the name. */
const QUESTION_END_BYTES = 4
/** Type, class, time to live and length of the data, after the name. */
const RECORD_HEAD_BYTES = 10
const RECURSION_DESIRED = 0x0100
/** Response, kind of query, cut off: what must be 1, 0 and 0. */
const RESPONSE_MASK = 0xfa00
const RESPONSE = 0x8000
const RCODE_MASK = 0x000f
const NO_ERROR = 0
const NAME_ERROR = 3
/** The two high bits of a length say that the rest of the name stands elsewhere. */
const POINTER = 0xc0

const PLAIN_NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/

/** The name as it stands in a message, or null if it is not one in lower case that a message could hold. */
export function wireName(hostname: string): string | null {
  if (!PLAIN_NAME.test(hostname)) return null
  let wire = ''
  for (const label of hostname.split('.')) wire += String.fromCharCode(label.length) + label
  return `${wire}\0`
}

/** The bytes of a query for the name. */
export const queryBytes = (wire: string): number => HEADER_BYTES + wire.length + QUESTION_END_BYTES

/** Writes a query for the records of one type at `at`; answers where it ends. */
export function writeQuery(target: Buffer, at: number, id: number, wire: string, type: number): number {
  target.fill(0, at, at + HEADER_BYTES)
  target.writeUInt16BE(id, at)
  target.writeUInt16BE(RECURSION_DESIRED, at + 2)
  target.writeUInt16BE(1, at + 4)
  const end = at + HEADER_BYTES + target.write(wire, at + HEADER_BYTES, 'latin1')
  target.writeUInt16BE(type, end)
  target.writeUInt16BE(CLASS_IN, end + 2)
  return end + QUESTION_END_BYTES
}

/** Where the name that begins at `at` ends, or `end` if it does not. */
function skipName(message: Buffer, at: number, end: number): number {
  while (at < end) {
    const length = message[at]!
    if (length === 0) return at + 1
    if ((length & POINTER) === POINTER) return at + 2
    at += 1 + length
  }
  return end
}

function addressAt(message: Buffer, at: number, type: number): string {
  if (type === TYPE_A) return `${message[at]}.${message[at + 1]}.${message[at + 2]}.${message[at + 3]}`
  const groups = Array.from({ length: 8 }, (_, index) => message.readUInt16BE(at + index * 2).toString(16))
  // In the usual short form (RFC 5952).
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

/**
 * The addresses in the answer that lies between `start` and `end`, of every name in it (an alias and what it stands for);
 * none if the name does not exist. Null: it is not a whole answer to that query, or says that the server failed.
 */
export function readAnswer(message: Buffer, start: number, end: number, wire: string, type: number): string[] | null {
  let at = start + HEADER_BYTES
  const recordsAt = at + wire.length + QUESTION_END_BYTES
  if (recordsAt > end) return null
  const flags = message.readUInt16BE(start + 2)
  if ((flags & RESPONSE_MASK) !== RESPONSE || message.readUInt16BE(start + 4) !== 1) return null
  if (message.toString('latin1', at, at + wire.length).toLowerCase() !== wire) return null
  if (message.readUInt16BE(recordsAt - 4) !== type || message.readUInt16BE(recordsAt - 2) !== CLASS_IN) return null
  const rcode = flags & RCODE_MASK
  if (rcode !== NO_ERROR) return rcode === NAME_ERROR ? [] : null
  const addresses: string[] = []
  at = recordsAt
  for (let records = message.readUInt16BE(start + 6); records > 0; records--) {
    const head = skipName(message, at, end)
    const data = head + RECORD_HEAD_BYTES
    if (data > end) return null
    const length = message.readUInt16BE(data - 2)
    at = data + length
    if (at > end) return null
    if (message.readUInt16BE(head) !== type || message.readUInt16BE(head + 2) !== CLASS_IN) continue
    if (length !== (type === TYPE_A ? 4 : 16)) return null
    addresses.push(addressAt(message, data, type))
  }
  return addresses
}
