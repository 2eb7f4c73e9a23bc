import { readFileSync } from 'node:fs'
import { fetch, Pool as HttpPool } from 'undici'
import type { Dispatcher } from 'undici'
import type { Pool } from 'pg'
import { sign } from '../../src/core/webhooks/signature.ts'
import type { Attempt } from './attempts.ts'
import type { PeerEvent } from './events.ts'
import type { PeerPlaces, PeerSettings } from './settings.ts'

/** POSTs of an event before it fails permanently: the default of graphile-worker. */
export const ATTEMPTS_MAX = 25

const SECRET = `whsec_${'0123456789'.repeat(5).slice(0, 43)}`

interface PeerResponse {
  responseCode: number | null
  errorMessage: string | null
}

export interface Poster {
  /** Makes one signed POST. Never rejects. */
  post(event: PeerEvent, number: number): Promise<Attempt>
  close(): Promise<void>
}

const isSuccess = (code: number | null) => code !== null && code >= 200 && code < 300

/** The cheapest use of undici: `dispatch` with a handler of our own, wrapped in a promise. */
function dispatch(pool: HttpPool, options: Dispatcher.DispatchOptions): Promise<PeerResponse> {
  return new Promise((resolve) => {
    let responseCode: number | null = null
    pool.dispatch(options, {
      onRequestStart() {},
      onResponseStart(_controller, status) {
        responseCode = status
      },
      onResponseData() {},
      onResponseEnd() {
        resolve({ responseCode, errorMessage: isSuccess(responseCode) ? null : `HTTP ${responseCode}` })
      },
      onResponseError(_controller, error) {
        resolve({ responseCode, errorMessage: error.message })
      },
    })
  })
}

/** The usual way to make a request. */
async function fetchResponse(
  pool: HttpPool,
  origin: string,
  options: Dispatcher.DispatchOptions,
): Promise<PeerResponse> {
  try {
    const { method, headers, body, path } = options
    const request = { dispatcher: pool, method, headers: headers as Record<string, string>, body: body as string }
    const response = await fetch(`${origin}${path}`, request)
    // Otherwise the connection is not free for the next request.
    await response.arrayBuffer()
    return { responseCode: response.status, errorMessage: response.ok ? null : `HTTP ${response.status}` }
  } catch (error) {
    return { responseCode: null, errorMessage: error instanceof Error ? error.message : String(error) }
  }
}

/** Reads the endpoints' paths with one SELECT, and keeps its connections. */
export async function createPoster(
  { origin, caFile }: PeerPlaces,
  { connections, client }: PeerSettings,
  database: Pool,
): Promise<Poster> {
  const { rows } = await database.query<{ id: string; url: string }>('select id, url from webhook_endpoints')
  const paths = new Map(rows.map(({ id, url }) => [id, new URL(url).pathname]))
  const http = new HttpPool(origin, { connections, pipelining: 1, connect: { ca: readFileSync(caFile, 'utf8') } })
  return {
    async post(event, number) {
      const createdAt = new Date()
      const started = performance.now()
      const headers = {
        'Content-Type': 'application/json',
        'User-Agent': 'Service-Webhooks/1.0',
        'X-Service-Event': event.eventType,
        'X-Service-Event-Id': event.eventId,
        'X-Service-Signature': sign(event.body, [SECRET], Math.floor(createdAt.getTime() / 1000)),
      }
      const path = paths.get(event.endpointId)!
      const request = { path, method: 'POST' as const, headers, body: event.body }
      const response = await (client === 'fetch' ? fetchResponse(http, origin, request) : dispatch(http, request))
      const succeeded = isSuccess(response.responseCode)
      const final = succeeded || number >= ATTEMPTS_MAX
      const durationMs = Math.round(performance.now() - started)
      return { event, number, succeeded, final, ...response, durationMs, createdAt }
    },
    close: () => http.close(),
  }
}
