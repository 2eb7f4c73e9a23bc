import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PASSWORD_CHARACTERS_MAX } from '../../core/accounts/password-again.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { randomBase62 } from '../../platform/ids.ts'

const argon2Async = promisify(argon2)

/** The smaller setting for argon2id in OWASP's password storage cheat sheet: 19 MiB, 2 passes. */
const COST = 'm=19456,t=2,p=1'
let cost = COST

const SALT_BYTES = 16
const TAG_BYTES = 32

export const PASSWORD_CHARACTERS_MIN = 10

/** 20 characters have 119 bits. */
const GENERATED_CHARACTERS = 20

/** Tests hash often, so they set a low cost. Without an argument, it is the usual one. Returns the former cost. */
export function setHashCost(to = COST): string {
  const former = cost
  cost = to
  return former
}

/** Generates a password, if the operator gives none. */
export function newPassword(): string {
  return randomBase62(GENERATED_CHARACTERS)
}

/**
 * Verified if there is no person with a password, so that the response takes the same time. No known password has this
 * hash, and a match would not sign anyone in.
 */
export function unknownPersonHash(): string {
  return `$argon2id$v=19$${cost}$${'A'.repeat(22)}$${'A'.repeat(43)}`
}

/**
 * Each hash takes 19 MiB, and one of the four threads that Node also uses for files and names. One takes about 30 ms, so the
 * last one that waits has its turn in less than a second.
 */
const places = new FairGate({ placesMax: LIMITS.hashes.max, waitingPerKeyMax: LIMITS.hashesWaiting.max })

/** One key for all: the password guard already shares the turns between callers. */
const inTurn = <Result>(work: () => Promise<Result>) => places.run('password', work)

const SETTINGS_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)$/

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** The settings of a new hash with a random salt, in the usual notation without the hash. */
export function newHashSettings(): string {
  return `$argon2id$v=19$${cost}$${unpadded(randomBytes(SALT_BYTES))}`
}

/** The settings and salt of a stored hash. Another password hashed with them can be compared with it. */
export function settingsOfHash(stored: string): string {
  return stored.slice(0, stored.lastIndexOf('$'))
}

/** argon2id in the usual notation, `$argon2id$v=19$m=...,t=...,p=...$salt$hash`. */
export async function hashPassword(password: string, settings = newHashSettings()): Promise<string> {
  const [, memory, passes, parallelism, salt] = SETTINGS_PATTERN.exec(settings) ?? []
  if (salt === undefined) throw new Error('The settings of a password hash are not those of argon2id')
  const tag = await inTurn(() =>
    argon2Async('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      parallelism: Number(parallelism),
      tagLength: TAG_BYTES,
      memory: Number(memory),
      passes: Number(passes),
    }),
  )
  return `${settings}$${unpadded(tag)}`
}

/** Whether two hashes with the same settings have the same password. Takes constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Whether the password matches the stored hash. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const settings = settingsOfHash(stored)
  if (!SETTINGS_PATTERN.test(settings) || password.length > PASSWORD_CHARACTERS_MAX) return false
  return isSameHash(await hashPassword(password, settings), stored)
}
