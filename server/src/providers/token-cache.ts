/** Tokens that a provider's calls carry: made once, kept until shortly before their end, the same for concurrent calls. */

export interface TokenCache<Token> {
  /** The token of this key, or what `make` answers: that is kept until it ends, unless it is null or throws. */
  get(key: string, nowMs: number, make: () => Promise<MadeToken<Token>>): Promise<Token>
  /** Has the next `get` make another, if the token is still the one given. */
  drop(key: string, token: Token): Promise<void>
}

export interface MadeToken<Token> {
  token: Token
  /** ms since the epoch; in the past: it is not kept. */
  keptUntil: number
}

/** `entriesMax`: beyond, the one not used for the longest time is made anew. */
export function createTokenCache<Token>(entriesMax: number): TokenCache<Token> {
  const kept = new Map<string, { keptUntil: number; token: Promise<Token> }>()
  return {
    get(key, nowMs, make) {
      const found = kept.get(key)
      kept.delete(key)
      if (found !== undefined && found.keptUntil > nowMs) {
        kept.set(key, found)
        return found.token
      }
      // Callers that come while it is made wait for the same one.
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
      if (kept.size > entriesMax) kept.delete(kept.keys().next().value!)
      return entry.token
    },
    async drop(key, token) {
      const found = kept.get(key)
      if (found === undefined || found.keptUntil === Infinity) return
      if ((await found.token) === token && kept.get(key) === found) kept.delete(key)
    },
  }
}
