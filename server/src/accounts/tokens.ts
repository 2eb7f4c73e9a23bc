import { hash } from 'node:crypto'
import { bucketOf, randomBase62 } from '../ids.ts'

/**
 * Secrets that stand for a member: `ses_<account id>_<43 base62>` in the cookie of a session, `inv_...` in the link of an
 * invitation. The account's id is in it, so that its bucket is known before anything is looked up. 256 bits are
 * random, so that a plain SHA-256 is safe to store.
 */
export type TokenKind = 'ses' | 'inv'

const RANDOM_CHARACTERS = 43
const TOKEN_PATTERN = /^(ses|inv)_([1-9]\d{0,15})_[0-9A-Za-z]{43}$/

export function newToken(kind: TokenKind, accountId: number): string {
  return `${kind}_${accountId}_${randomBase62(RANDOM_CHARACTERS)}`
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export interface TokenPlace {
  bucket: number
  accountId: number
  tokenHash: Buffer
}

/** Where a token is to be looked up, or null if it is none of its kind. */
export function readToken(kind: TokenKind, token: string): TokenPlace | null {
  const [, found, account] = TOKEN_PATTERN.exec(token) ?? []
  const accountId = Number(account)
  if (found !== kind || !Number.isSafeInteger(accountId)) return null
  return { bucket: bucketOf(accountId), accountId, tokenHash: hashToken(token) }
}
