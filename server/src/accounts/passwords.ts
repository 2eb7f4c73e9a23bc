import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { randomBase62 } from '../ids.ts'
import { createTurns } from './turns.ts'

const argon2Async = promisify(argon2)

/** The lesser of the settings that OWASP's password storage cheat sheet names for argon2id: 19 MiB, 2 passes. */
const MEMORY_KIB = 19_456
const PASSES = 2
const PARALLELISM = 1
const SALT_BYTES = 16
const TAG_BYTES = 32

/** Longer passwords are refused: hashing them would only cost time. */
export const PASSWORD_CHARACTERS_MAX = 1000

/** Shorter new passwords are refused. */
export const PASSWORD_CHARACTERS_MIN = 10

/** 119 bits. */
const GENERATED_CHARACTERS = 20

/** A password for whom none was given. */
export function newPassword(): string {
  return randomBase62(GENERATED_CHARACTERS)
}

/** Each takes 19 MiB and a thread of the four that files and names are looked up with too. */
const HASHES_AT_ONCE_MAX = 2
/** Beyond that callers are told to come again: at about 30 ms each the last one waits for under a second. */
const HASHES_WAITING_MAX = 50

/**
 * Verified where there is no member, or none with a password, so that the answer takes as long. Nothing is known that
 * hashes to it, and it lets nobody in if there were.
 */
export const UNKNOWN_PERSON_PASSWORD_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`

const turns = createTurns({ atOnceMax: HASHES_AT_ONCE_MAX, waitingMax: HASHES_WAITING_MAX })

/** All alike: the guard of passwords has shared the turns among those who ask. */
const inTurn = <Result>(work: () => Promise<Result>) => turns.run('password', work)

const SETTINGS_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)$/

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** The settings of a new hash with a salt of its own, as they stand before the hash in the usual notation. */
export function newHashSettings(): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(randomBytes(SALT_BYTES))}`
}

/** The settings and the salt of a stored hash: what else is hashed by them can be compared with it. */
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

/** Whether two hashes by the same settings are of one password. It takes as long if they are not. */
export function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Whether the password is the one that was hashed, with the settings that it was hashed with. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const settings = settingsOfHash(stored)
  if (!SETTINGS_PATTERN.test(settings) || password.length > PASSWORD_CHARACTERS_MAX) return false
  return isSameHash(await hashPassword(password, settings), stored)
}
