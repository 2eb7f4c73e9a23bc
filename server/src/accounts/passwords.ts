import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
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

/** Each takes 19 MiB and a thread of the four that files and names are looked up with too. */
const HASHES_AT_ONCE_MAX = 2
/** Beyond that callers are told to come again: at about 30 ms each the last one waits for under a second. */
const HASHES_WAITING_MAX = 50

/**
 * Verified where there is no member, or none with a password, so that the answer takes as long. Nothing is known that
 * hashes to it, and it lets nobody in if there were.
 */
export const NOBODYS_PASSWORD_HASH = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`

const turns = createTurns({ atOnceMax: HASHES_AT_ONCE_MAX, waitingMax: HASHES_WAITING_MAX })

/** All alike: the guard of passwords has shared the turns among those who ask. */
const inTurn = <Result>(work: () => Promise<Result>) => turns.run('password', work)

const STORED_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/** argon2id in the usual notation, `$argon2id$v=19$m=...,t=...,p=...$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await inTurn(() =>
    argon2Async('argon2id', {
      message: password,
      nonce,
      parallelism: PARALLELISM,
      tagLength: TAG_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  )
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Whether the password is the one that was hashed, with the settings that it was hashed with. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = STORED_PATTERN.exec(stored) ?? []
  if (salt === undefined || tag === undefined || password.length > PASSWORD_CHARACTERS_MAX) return false
  const expected = Buffer.from(tag, 'base64')
  const actual = await inTurn(() =>
    argon2Async('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      parallelism: Number(parallelism),
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    }),
  )
  return timingSafeEqual(actual, expected)
}
