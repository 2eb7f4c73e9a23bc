/** Tokens of two ids, for addresses that are called without an API key: nobody but this service can make one. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** An id of less than 2^53, in bytes. */
const ID_BYTES = 7

export interface IdTokens {
  /** The token of two ids, in base64url. */
  write(first: number, second: number): string
  /** The ids of a token, or null if this service has not made it. */
  read(token: string): [first: number, second: number] | null
}

/**
 * `keys`: the first makes tokens, all are accepted. `macBytes`: the length of the HMAC-SHA256 that proves a token; a
 * guess is right once in 2^(8 * macBytes).
 */
export function createIdTokens(keys: readonly Buffer[], macBytes: number): IdTokens {
  const [current] = keys
  if (current === undefined) throw new Error('There is no key for tokens')
  const macOf = (key: Buffer, ids: Buffer) => createHmac('sha256', key).update(ids).digest().subarray(0, macBytes)

  return {
    write(first, second) {
      const ids = idBytes(first, second)
      return Buffer.concat([ids, macOf(current, ids)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Other texts may stand for the same bytes: one token is one text.
      if (bytes.length !== 2 * ID_BYTES + macBytes || bytes.toString('base64url') !== token) return null
      const ids = bytes.subarray(0, 2 * ID_BYTES)
      const mac = bytes.subarray(2 * ID_BYTES)
      if (!keys.some((key) => timingSafeEqual(macOf(key, ids), mac))) return null
      return [readId(ids, 0), readId(ids, ID_BYTES)]
    },
  }
}

function idBytes(first: number, second: number): Buffer {
  const bytes = Buffer.alloc(2 * 8)
  bytes.writeBigUInt64BE(BigInt(first), 0)
  bytes.writeBigUInt64BE(BigInt(second), 8)
  return Buffer.concat([bytes.subarray(1, 8), bytes.subarray(9, 16)])
}

function readId(bytes: Buffer, offset: number): number {
  return Number(BigInt(`0x${bytes.toString('hex', offset, offset + ID_BYTES)}`))
}
