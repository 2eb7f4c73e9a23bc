import { hash } from 'node:crypto'
import { bucketOf, randomBase62 } from '../../platform/ids.ts'

/**
 * Secret tokens of members: `ses_<account id>_<43 base62>` in a session's cookie, `inv_...` in an invitation's link.
 * The account's id gives the bucket for the lookup. The rest has 256 random bits, so a plain SHA-256 is safe to store.
 */
export type TokenKind = 'ses' | 'inv'

const RANDOM_CHARACTERS = 43
const TOKEN_PATTERN = /^(ses|inv)_([1-9]\d{0,15})_[0-9A-Za-z]{43}$/

export function newToken(kind: TokenKind, accountId: number): string {
  return `${kind}_${accountId}_${randomBase62(RANDOM_CHARACTERS)}`
}

/** The hash to store of a token. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export interface TokenOwner {
  bucket: number
  accountId: number
  tokenHash: Buffer
}

/** The account and hash for looking up a token. Null if it is not a token of this kind. */
export function readToken(kind: TokenKind, token: string): TokenOwner | null {
  const [, found, account] = TOKEN_PATTERN.exec(token) ?? []
  const accountId = Number(account)
  if (found !== kind || !Number.isSafeInteger(accountId)) return null
  return { bucket: bucketOf(accountId), accountId, tokenHash: hashToken(token) }
}
