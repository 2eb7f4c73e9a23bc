import { hash } from 'node:crypto'

/** Limits of remembered credentials, per account and in total. Only hashes are kept. */
const CREDENTIALS_OF_ACCOUNT_MAX = 500
const CREDENTIALS_MAX = 50_000

export interface KnownCredentials {
  has(credential: string): boolean
  /** Called after the credential was found valid. */
  add(accountId: number, credential: string): void
  remove(credential: string): void
}

/**
 * API keys and sessions found valid in this process. Each account has its own limit and loses its least recently
 * used credential, so no account can push out those of another.
 */
export function createKnownCredentials(): KnownCredentials {
  const accountOf = new Map<string, number>()
  /** The least recently used account is first, and so is each account's least recently used credential. */
  const ofAccounts = new Map<number, Set<string>>()
  const digestOf = (credential: string) => hash('sha256', credential, 'base64url')

  function forget(digest: string): void {
    const accountId = accountOf.get(digest)
    if (accountId === undefined) return
    accountOf.delete(digest)
    const own = ofAccounts.get(accountId)!
    own.delete(digest)
    if (own.size === 0) ofAccounts.delete(accountId)
  }

  return {
    has: (credential) => accountOf.has(digestOf(credential)),
    add(accountId, credential) {
      const digest = digestOf(credential)
      const own = ofAccounts.get(accountId) ?? new Set<string>()
      own.delete(digest)
      own.add(digest)
      ofAccounts.delete(accountId)
      ofAccounts.set(accountId, own)
      accountOf.set(digest, accountId)
      if (own.size > CREDENTIALS_OF_ACCOUNT_MAX) forget(own.values().next().value!)
      if (accountOf.size > CREDENTIALS_MAX) forget(ofAccounts.values().next().value!.values().next().value!)
    },
    remove: (credential) => forget(digestOf(credential)),
  }
}
