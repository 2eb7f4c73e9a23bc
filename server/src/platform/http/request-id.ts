import type { IncomingMessage } from 'node:http'
import { randomBase62 } from '../ids.ts'

const REQUEST_ID_PATTERN = /^[A-Za-z0-9._-]{1,64}$/

export function newRequestId(): string {
  return `req_${randomBase62(20)}`
}

/** The caller's `X-Request-Id` if it is safe for logs and headers, otherwise a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : newRequestId()
}
