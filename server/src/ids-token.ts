/** Tokens of two ids, for URLs without an API key. Only this service can create valid ones. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Bytes of an id below 2^53. */
const ID_BYTES = 7

export interface IdTokens {
  /** Returns the token of two ids, in base64url. */
  write(first: number, second: number): string
  /** Returns the ids of a token. Null if this service did not create it. */
  read(token: string): [first: number, second: number] | null
}

/**
 * `keys`: the first one creates tokens, all verify; the list may change. `macBytes`: length of the truncated HMAC-SHA256. A guess succeeds
 * once in 2^(8 * macBytes).
 */
export function createIdTokens(keys: readonly Buffer[], macBytes: number): IdTokens {
  if (keys.length === 0) throw new Error('There is no key for tokens')
  const macOf = (key: Buffer, ids: Buffer) => createHmac('sha256', key).update(ids).digest().subarray(0, macBytes)

  return {
    write(first, second) {
      const ids = idBytes(first, second)
      return Buffer.concat([ids, macOf(keys[0]!, ids)]).toString('base64url')
    },
    read(token) {
      const bytes = Buffer.from(token, 'base64url')
      // Several base64url texts can decode to the same bytes. Only the canonical one is accepted.
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
