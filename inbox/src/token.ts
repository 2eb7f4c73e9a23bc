/** The recipient token: from the app, kept until shortly before its end. */
import { TIMER_MS_MAX } from './waits.ts'

export interface Tokens {
  /**
   * The token for a request, or null if the service has refused it. Calls `getToken` if the token is
   * near its end. Rejects if `getToken` does.
   */
  get(): Promise<string | null>
  /** The service refused this token. */
  refuse(token: string): void
  set(token: string | null): void
  /** Time until the token should be replaced, ms, for a timer. */
  msLeft(): number
}

/** A token is replaced this long before its end, or a tenth of its life if this is shorter, ms. */
const EARLIER_MS_MAX = 60_000
const GET_TOKEN_MS_MAX = 30_000

/** The life of a JWT (RFC 7519) by its claims `iat` and `exp`, ms. Null if it cannot be read. */
export function lifeOf(token: string): number | null {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')
    const { iat, exp } = JSON.parse(atob(payload)) as { iat?: unknown; exp?: unknown }
    const life = Number(exp) - Number(iat)
    return life > 0 ? life * 1000 : null
  } catch {
    return null
  }
}

function withLimit<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Too late')), GET_TOKEN_MS_MAX)
    void promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** `now`: a clock, ms. The life of a token begins when it arrives, because the clock of a device may be wrong. */
export function createTokens(
  given: string | null,
  getToken: (() => Promise<string>) | null,
  now: () => number = () => performance.now(),
): Tokens {
  let current: string | null = null
  let replaceAt = Infinity
  let asking: Promise<string> | null = null

  function set(token: string | null): void {
    current = token
    const life = lifeOf(token ?? '')
    replaceAt = getToken === null || life === null ? Infinity : now() + life - Math.min(EARLIER_MS_MAX, life / 10)
  }

  async function ask(get: () => Promise<string>): Promise<string> {
    const token = await withLimit(get())
    set(token)
    return token
  }

  set(given)
  return {
    set,
    msLeft: () => Math.min(TIMER_MS_MAX, Math.max(0, replaceAt - now())),
    refuse(token) {
      if (current === token) current = null
    },
    async get() {
      if (current !== null && now() < replaceAt) return current
      if (getToken === null) return current
      // Requests at the same time share one call.
      asking ??= ask(getToken).finally(() => (asking = null))
      return asking
    },
  }
}
