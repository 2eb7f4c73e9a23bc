/** Calls of the routes below `/api/v1/inbox`. Failures are values. */
import type { Tokens } from './token.ts'
import { waitAfter } from './waits.ts'

/**
 * `unauthorized`: the service takes no token of this app. `refused`: it understood and declined. `unreachable`: no
 * response, or a later try may get another one.
 */
export type Failure = 'unauthorized' | 'refused' | 'unreachable'

export type Result = { failure: null; body: Record<string, unknown> } | { failure: Failure }

type Init = Pick<RequestInit, 'method' | 'signal' | 'body'> & { headers?: Record<string, string> }

export interface Requests {
  /** One request with the token. `path` begins with `/`. Rejects only if the app's `getToken` or `fetch` does. */
  open(path: string, init?: Init): Promise<Response | null>
  /** The same with a time limit, a JSON body and further tries. Never rejects. */
  call(method: string, path: string, body?: unknown): Promise<Result>
}

const TRIES_MAX = 3
const FIRST_WAIT_MS = 500
const TIME_LIMIT_MS = 15_000

/** `url`: the URL of the service, without `/api/v1`. Throws a TypeError if it is not one. */
export function createRequests(url: string, tokens: Tokens): Requests {
  const base = `${new URL(url, globalThis.location?.href).href.replace(/\/$/, '')}/api/v1/inbox`

  /** Null: there is no token. */
  async function open(path: string, init: Init = {}): Promise<Response | null> {
    const token = await tokens.get()
    if (token === null) return null
    const response = await fetch(base + path, {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
      // A change survives the page: a click on a link marks the message as read and leaves the page.
      keepalive: init.method === 'PATCH',
      // The token is the only credential. Cookies of the service would be another person's.
      credentials: 'omit',
    })
    if (response.status === 401) tokens.refuse(token)
    return response
  }

  async function attempt(method: string, path: string, body: unknown): Promise<Result> {
    try {
      const content =
        body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const response = await open(path, { method, signal: AbortSignal.timeout(TIME_LIMIT_MS), ...content })
      if (response === null || response.status === 401) return { failure: 'unauthorized' }
      if (response.ok) return { failure: null, body: (await response.json()) as Record<string, unknown> }
      return { failure: response.status >= 429 ? 'unreachable' : 'refused' }
    } catch {
      return { failure: 'unreachable' }
    }
  }

  return {
    open,
    async call(method, path, body) {
      for (let tries = 1; ; tries++) {
        const result = await attempt(method, path, body)
        const { failure } = result
        // After a 401 the next try asks the app for another token.
        if (failure === null || failure === 'refused' || tries === TRIES_MAX || isOffline()) return result
        const wait = waitAfter(tries, FIRST_WAIT_MS, Math.random())
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    },
  }
}

/** True if the browser has no network. */
export const isOffline = (): boolean => (globalThis.navigator as Partial<Navigator> | undefined)?.onLine === false
