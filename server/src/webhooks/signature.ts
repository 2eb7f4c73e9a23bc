import { hash } from 'node:crypto'
import { randomBase62 } from '../ids.ts'

/** Decisions, webhook endpoints: the random part of a secret, in characters of base62 (256 bits). */
const SECRET_LENGTH = 43

/** A new signing secret: `whsec_` and 43 characters of base62. */
export function newSecret(): string {
  return `whsec_${randomBase62(SECRET_LENGTH)}`
}

/** Of SHA-256 (FIPS 180-4). */
const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

/** Bodies are about 1 KB. A longer one has its place made, which stays: twice that of the longest at the most. */
const SIGNED_BYTES_AT_FIRST = 4096

/** What the two hashes are of, a block of the key's first. Signing is synchronous, so that these serve every signature. */
let inner = Buffer.alloc(SIGNED_BYTES_AT_FIRST)
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES)
const key = Buffer.alloc(BLOCK_BYTES)

/** The two blocks that RFC 2104 makes of a key. */
function writeKey(secret: string): void {
  key.fill(0)
  if (Buffer.byteLength(secret) <= BLOCK_BYTES) key.write(secret)
  else key.write(hash('sha256', secret, 'binary'), 'binary')
  for (let index = 0; index < BLOCK_BYTES; index++) {
    inner[index] = key[index]! ^ 0x36
    outer[index] = key[index]! ^ 0x5c
  }
}

/** Writes the text after the key's block, and answers where it ends. */
function writeSigned(timestampSeconds: number, body: string | Uint8Array): number {
  const stamp = `${timestampSeconds}.`
  const bodyStart = BLOCK_BYTES + stamp.length
  const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  const end = bodyStart + bodyBytes
  if (inner.length < end) inner = Buffer.alloc(2 * end)
  inner.write(stamp, BLOCK_BYTES, 'latin1')
  // Where UTF-8 is ASCII, latin1 gives the same bytes faster.
  if (typeof body === 'string') inner.write(body, bodyStart, bodyBytes === body.length ? 'latin1' : 'utf8')
  else inner.set(body, bodyStart)
  return end
}

/**
 * The value of X-Service-Signature (specification 5.3): `t=<unix seconds>,v1=<hex>`, one v1 per secret in the order
 * given. The key of the HMAC is the UTF-8 of the whole secret, its prefix included; signed are the bytes that are sent.
 * HMAC is written out as its two hashes (RFC 2104): `createHmac` leaves an object with a finalizer, which V8 handles one by one.
 */
export function sign(body: string | Uint8Array, secrets: readonly string[], timestampSeconds: number): string {
  // First, since it may replace the buffer that keys are written into.
  const end = writeSigned(timestampSeconds, body)
  let header = `t=${timestampSeconds}`
  for (const secret of secrets) {
    writeKey(secret)
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary')
    header += `,v1=${hash('sha256', outer, 'hex')}`
  }
  return header
}
