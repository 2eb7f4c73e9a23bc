import { hash } from 'node:crypto'

/** Credentials remembered of one account, and in all: their hashes alone. */
const CREDENTIALS_OF_ACCOUNT_MAX = 500
const CREDENTIALS_MAX = 50_000

export interface KnownCredentials {
  has(credential: string): boolean
  /** The credential was valid just now. */
  add(accountId: number, credential: string): void
  remove(credential: string): void
}

/**
 * Keys and sessions that were valid in this process. Each account has places of its own, and loses the credential that it used
 * longest ago: no account can make those of another one forgotten.
 */
export function createKnownCredentials(): KnownCredentials {
  const accountOf = new Map<string, number>()
  /** Each account's in the order of their last use; the account that was used longest ago is first. */
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
