import type { AddressInfo } from 'node:net'
import { createShares } from '../src/platform/admission/shares.ts'
import type { ServicePool } from '../src/platform/db/pool.ts'
import { writeOn } from '../src/platform/db/transaction.ts'
import { createServer } from '../src/platform/http/server.ts'
import type { App, Caller } from '../src/platform/http/route.ts'
import { bucketOf } from '../src/platform/ids.ts'
import { createLogger } from '../src/platform/log.ts'
import { assertDocumented } from './document-responses.ts'
import { plainFetch } from './plain-fetch.ts'

export interface ApiResponse {
  status: number
  headers: Headers
  // Tests read any field of the response.
  body: any
}

export interface RoomServer {
  /** A caller with a new account. */
  newCaller(): Caller
  /** Sends a request with a JSON body, or with a form if `body` is a string. */
  request(caller: Caller, method: string, path: string, body?: unknown): Promise<ApiResponse>
  close(): Promise<void>
}

/**
 * Serves the routes of one room on loopback without API keys. A request header names the caller. The shares of
 * accounts are large.
 */
export async function startRoomServer(pool: ServicePool, register: (app: App) => void): Promise<RoomServer> {
  const app = createServer({
    config: { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null },
    log: createLogger('silent'),
  })
  const shares = createShares({ pool, connectionsMax: 100, waitMsMax: 10_000 })
  app.addHook('onRequest', (request, _reply, done) => {
    const accountId = Number(request.headers['x-test-account'])
    request.caller = { accountId, bucket: bucketOf(accountId), role: 'full', actor: 'api_key:1' }
    request.pool = shares.ofAccount(accountId)
    request.write = writeOn(request.pool)
    done()
  })
  register(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  let accounts = 0
  return {
    newCaller() {
      const accountId = ++accounts
      return { accountId, bucket: bucketOf(accountId), role: 'full', actor: 'api_key:1' }
    },
    async request(caller, method, path, body) {
      const isForm = typeof body === 'string'
      const response = await plainFetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          'x-test-account': String(caller.accountId),
          ...(body === undefined
            ? {}
            : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      })
      const { status, headers } = response
      const text = await response.text()
      const content = text === '' ? null : JSON.parse(text)
      assertDocumented(method, path, status, content)
      return { status, headers, body: content }
    },
    close: () => app.close(),
  }
}
