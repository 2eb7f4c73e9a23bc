/**
 * Caches tokens for calls to a provider. A token is made once, shared by concurrent calls, and kept until shortly
 * before it expires.
 */
import { BoundedMap } from '../../platform/admission/bounded-map.ts'

export interface TokenCache<Token> {
  /**
   * The cached token of this key, or the result of `make`. A result is cached until its `keptUntil`, unless `make`
   * throws.
   */
  get(key: string, nowMs: number, make: () => Promise<MadeToken<Token>>): Promise<Token>
  /** Removes the token from the cache if it is still the current one. */
  drop(key: string, token: Token): Promise<void>
}

export interface MadeToken<Token> {
  token: Token
  /** ms since the epoch. If it is in the past, the token is not kept. */
  keptUntil: number
}

/** If there are more than `entriesMax` tokens, the least recently used one is removed. */
export function createTokenCache<Token>(entriesMax: number): TokenCache<Token> {
  const kept = new BoundedMap<string, { keptUntil: number; token: Promise<Token> }>(entriesMax)
  return {
    get(key, nowMs, make) {
      const found = kept.get(key)
      if (found !== undefined && found.keptUntil > nowMs) return found.token
      // Callers that arrive meanwhile wait for the same token.
      const made = make()
      const entry = { keptUntil: Infinity, token: made.then(({ token }) => token) }
      kept.set(key, entry)
      const forget = (): void => {
        if (kept.get(key) === entry) kept.delete(key)
      }
      made.then(({ keptUntil }) => {
        entry.keptUntil = keptUntil
        if (keptUntil <= nowMs) forget()
      }, forget)
      return entry.token
    },
    async drop(key, token) {
      const found = kept.get(key)
      if (found === undefined || found.keptUntil === Infinity) return
      if ((await found.token) === token && kept.get(key) === found) kept.delete(key)
    },
  }
}
