/** Tokens of a few ids, for URLs without an API key. Only this service can create valid ones. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The bytes of a base64url text. Null unless it is their only spelling: other texts may have other unused bits, padding or
 * characters that Node skips. A credential with two spellings would be two credentials for limits and memories.
 */
export function fromBase64url(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

/** Bytes of an id below 2^53. */
const ID_BYTES = 7

interface IdTokens<Ids extends number[]> {
  /** Returns the token of the ids, in base64url. */
  write(...ids: Ids): string
  /** Returns the ids of a token. Null if this service did not create it. */
  read(token: string): Ids | null
}

/**
 * `keys`: the first one creates tokens, all verify; the list may change. `macBytes`: length of the truncated
 * HMAC-SHA256. A guess succeeds once in 2^(8 * macBytes). `count`: ids in each token.
 */
export function createIdTokens<Ids extends number[] = [first: number, second: number]>(
  keys: readonly Buffer[],
  macBytes: number,
  count: Ids['length'] = 2,
): IdTokens<Ids> {
  if (keys.length === 0) throw new Error('There is no key for tokens')
  const macOf = (key: Buffer, ids: Buffer) => createHmac('sha256', key).update(ids).digest().subarray(0, macBytes)

  return {
    write(...given) {
      const ids = Buffer.concat(given.map(idBytes))
      return Buffer.concat([ids, macOf(keys[0]!, ids)]).toString('base64url')
    },
    read(token) {
      const bytes = fromBase64url(token)
      if (bytes?.length !== count * ID_BYTES + macBytes) return null
      const ids = bytes.subarray(0, count * ID_BYTES)
      const mac = bytes.subarray(count * ID_BYTES)
      if (!keys.some((key) => timingSafeEqual(macOf(key, ids), mac))) return null
      return Array.from({ length: count }, (_, index) => readId(ids, index * ID_BYTES)) as Ids
    },
  }
}

function idBytes(id: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(id), 0)
  return bytes.subarray(1)
}

function readId(bytes: Buffer, offset: number): number {
  return Number(BigInt(`0x${bytes.toString('hex', offset, offset + ID_BYTES)}`))
}
