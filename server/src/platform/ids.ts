import { randomInt } from 'node:crypto'
import type { Clock } from './clock.ts'

/** Number of buckets for accounts. One dispatching process at a time owns a bucket. */
export const BUCKET_COUNT = 64
export const ALL_BUCKETS: readonly number[] = Array.from({ length: BUCKET_COUNT }, (_, bucket) => bucket)

/**
 * The bucket of an account, 0 to 63: MurmurHash3's finalizer of the id, so consecutive ids spread evenly. Each row of
 * the account stores it, so it must never change.
 */
export function bucketOf(accountId: number): number {
  let hash = (accountId % 0x1_0000_0000) ^ Math.floor(accountId / 0x1_0000_0000)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) % BUCKET_COUNT
}

/** The rows' buckets without repetitions, in ascending order, because PostgreSQL sorts them for every index search. */
export function distinctBuckets(rows: readonly { bucket: number }[]): number[] {
  return [...new Set(rows.map(({ bucket }) => bucket))].toSorted((a, b) => a - b)
}

/**
 * Messages and deliveries of a database server share one sequence of ids. Each partition of their tables has one range of
 * them, so `floor(id / RANGE_IDS)` names it. 5 million messages a day with a delivery each fill a range in five days: 20
 * partitions with a retention of 90 days. A connection keeps a plan of each statement for all partitions, so smaller ranges
 * would cost it memory. With larger ones, retention would delete more rows one by one.
 */
export const RANGE_IDS = 50_000_000

/** The first id of an id's range. */
export function rangeStart(id: number): number {
  return id - (id % RANGE_IDS)
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A whole number below 2^53 in Crockford base32, with leading zeros. */
function base32(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = CROCKFORD[rest % 32]! + text
  return text
}

/** The lowest event id of a millisecond, as the bound of a partition or cursor. */
export function eventIdFloor(timeMs: number): string {
  return `evt_${base32(timeMs, 10)}${'0'.repeat(16)}`
}

/** The millisecond in an event id. */
export function eventIdTime(eventId: string): number {
  let time = 0
  for (const character of eventId.slice(4, 14)) time = time * 32 + CROCKFORD.indexOf(character)
  return time
}

/** `evt_` and 26 characters of Crockford base32. The first one carries three bits. */
export const EVENT_ID_PATTERN = /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export interface EventIds {
  /**
   * Creates an event id and returns its millisecond. It is later than `afterMs`, the delivery's last change. So a
   * delivery's event ids ascend in the order of its changes, even if different processes emit them.
   */
  next(afterMs: number): { id: string; timeMs: number }
}

/**
 * UUIDv7 (RFC 9562 section 5.7), monotonic within the process by a 12-bit counter in `rand_a` (method 1). Two zero bits
 * and the first 48 bits make ten characters. The other 80 bits make twice eight.
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

/** `length` random base62 characters, uniformly distributed, for API keys, webhook secrets and request ids. */
export function randomBase62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('')
}

/** Uniform in [0, 1), for jitter. */
export function randomFraction(): number {
  return randomInt(0x1_0000_0000) / 0x1_0000_0000
}
