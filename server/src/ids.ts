import { randomBytes, randomInt } from 'node:crypto'
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

/** A whole number below 2^53 as so many characters of Crockford base32, zeros in front. */
function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = CROCKFORD[rest % 32]! + text
  return text
}

/** The lowest event id of a millisecond: the bound of a partition or of a cursor. */
export function eventIdFloor(timeMs: number): string {
  return `evt_${base32(timeMs, 10)}${'0'.repeat(16)}`
}

/** The millisecond in which an event id was made. */
export function eventIdTime(eventId: string): number {
  let time = 0
  for (const character of eventId.slice(4, 14)) time = time * 32 + CROCKFORD.indexOf(character)
  return time
}

/** `evt_` and 26 characters of Crockford base32 of which the first carries three bits (decisions: ids). */
export const EVENT_ID_PATTERN = /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export interface EventIds {
  /**
   * A new event id and the millisecond it carries, which is later than `afterMs`: the last change of the delivery
   * that the event is about. So the ids of one delivery ascend in the order of emission whichever process emits.
   */
  next(afterMs: number): { id: string; timeMs: number }
}

/**
 * UUIDv7 (RFC 9562 section 5.7), monotonic within the process: a 12-bit counter in `rand_a` (method 1). Of its 128 bits, two
 * zero bits and the first 48 are ten characters, and twice 40 are eight.
 */
export function createEventIds(clock: Clock): EventIds {
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
      const versionAndCounter = 0x7000 + counter
      const variantAndRandom = 0x80_0000 + randomInt(2 ** 22)
      const high = base32(versionAndCounter * 2 ** 24 + variantAndRandom, 8)
      return { id: `evt_${base32(lastMs, 10)}${high}${base32(randomInt(2 ** 40), 8)}`, timeMs: lastMs }
    },
  }
}

/** `length` characters of base62, each uniform: the random part of API keys, webhook secrets and request ids. */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length)
    // 248 is the largest multiple of 62 below 256: what lies above would favour the first characters.
    for (const byte of randomBytes(length - text.length)) if (byte < 248) text += BASE62[byte % 62]
  return text
}

/** Uniform in [0, 1): the jitter of waits. */
export function randomFraction(): number {
  return randomInt(0x1_0000_0000) / 0x1_0000_0000
}
