import { randomFillSync, randomInt } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Number of buckets that the accounts are spread over; each is owned by one dispatching process at a time. */
export const BUCKET_COUNT = 64
export const ALL_BUCKETS: readonly number[] = Array.from({ length: BUCKET_COUNT }, (_, bucket) => bucket)

/**
 * The bucket of an account, 0 to 63: the finalizer of MurmurHash3 over the id, so that consecutive ids spread evenly.
 * It is stored with every row of the account and must never change.
 */
export function bucketOf(accountId: number): number {
  let hash = (accountId % 0x1_0000_0000) ^ Math.floor(accountId / 0x1_0000_0000)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKET_COUNT
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const CROCKFORD_BYTES = Buffer.from(CROCKFORD, 'latin1')
/** Filled anew for each text: one that grew by its characters would leave a text for each of them. */
const characters = Buffer.alloc(26)

/** Crockford base32, 26 characters, of 16 bytes: the 128 bits with two zero bits in front, so text order is byte order. */
function crockford(bytes: Uint8Array): string {
  let length = 0
  let held = 0
  let heldBits = 2
  for (const byte of bytes) {
    held = (held << 8) | byte
    heldBits += 8
    while (heldBits >= 5) {
      heldBits -= 5
      characters[length++] = CROCKFORD_BYTES[(held >>> heldBits) & 31]!
    }
    held &= (1 << heldBits) - 1
  }
  return characters.toString('latin1')
}

/** The lowest event id of a millisecond: the bound of a partition or of a cursor. */
export function eventIdFloor(timeMs: number): string {
  const bytes = new Uint8Array(16)
  writeTime(bytes, timeMs)
  return `evt_${crockford(bytes)}`
}

/** The millisecond in which an event id was made. */
export function eventIdTime(eventId: string): number {
  let time = 0
  for (const character of eventId.slice(4, 14)) time = time * 32 + CROCKFORD.indexOf(character)
  return time
}

/** `evt_` and 26 characters of Crockford base32 of which the first carries three bits (decisions: ids). */
export const EVENT_ID_PATTERN = /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

function writeTime(bytes: Uint8Array, timeMs: number): void {
  for (let index = 5, rest = timeMs; index >= 0; index--, rest = Math.floor(rest / 256)) bytes[index] = rest % 256
}

export interface EventIds {
  /**
   * A new event id and the millisecond it carries, which is later than `afterMs`: the last change of the delivery
   * that the event is about. So the ids of one delivery ascend in the order of emission whichever process emits.
   */
  next(afterMs: number): { id: string; timeMs: number }
}

/** UUIDv7 (RFC 9562 section 5.7), monotonic within the process: a 12-bit counter in `rand_a` (method 1). */
export function createEventIds(clock: Clock): EventIds {
  const bytes = new Uint8Array(16)
  const random = new Uint8Array(8 * 512)
  let randomUsed = random.length
  let lastMs = 0
  let counter = 0
  return {
    next(afterMs) {
      const earliestMs = Math.max(clock.now(), afterMs + 1)
      if (earliestMs > lastMs) {
        lastMs = earliestMs
        counter = 0
      } else if (++counter > 0xfff) {
        lastMs += 1
        counter = 0
      }
      if (randomUsed === random.length) {
        randomFillSync(random)
        randomUsed = 0
      }
      writeTime(bytes, lastMs)
      bytes[6] = 0x70 | (counter >>> 8)
      bytes[7] = counter & 0xff
      for (let index = 8; index < bytes.length; index++) bytes[index] = random[randomUsed++]!
      bytes[8] = 0x80 | (bytes[8]! & 0x3f)
      return { id: `evt_${crockford(bytes)}`, timeMs: lastMs }
    },
  }
}

/** Drawn at once, since each draw has a price of its own, and used once. */
const randomPool = new Uint8Array(4096)
let randomPoolUsed = randomPool.length

function randomByte(): number {
  if (randomPoolUsed === randomPool.length) {
    randomFillSync(randomPool)
    randomPoolUsed = 0
  }
  const byte = randomPool[randomPoolUsed]!
  randomPool[randomPoolUsed] = 0
  randomPoolUsed += 1
  return byte
}

/** `length` characters of base62, each uniform: the random part of API keys, webhook secrets and request ids. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    // 248 is the largest multiple of 62 below 256: what lies above would favour the first characters.
    if (byte < 248) text += BASE62[byte % 62]
  }
  return text
}

/** Uniform in [0, 1): the jitter of waits. */
export function randomFraction(): number {
  return randomInt(0x1_0000_0000) / 0x1_0000_0000
}
