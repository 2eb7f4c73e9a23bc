import type { HttpAnswer, HttpRequest } from './http-connection.ts'
import type { Failure } from './open-connections.ts'
import type { ReceiverHost, ReceiverUrl } from './url-policy.ts'

/** The host of a URL accepted by `checkUrl`. `isPlain` (HTTP without TLS) is only for the operator's own URLs. */
export type ConnectionTarget = ReceiverHost & Pick<ReceiverUrl, 'host' | 'port'> & { isPlain?: boolean }

/** A connection for one request. Call either `send` or `release` once. */
export interface AcquiredConnection {
  address: string
  isPublic: boolean
  /** True if `send` sent the request twice, because a kept connection closed without a response. */
  readonly sentAgain: boolean
  /** @throws if a header's value is invalid (`isHeaderValue`). */
  send(request: Omit<HttpRequest, 'host'>): Promise<HttpAnswer | Failure>
  /** Gives the connection back without a request. */
  release(): void
  /** Closes the connection. A request under way ends as aborted. */
  abort(): void
}

export type AcquireResult = { ok: true; connection: AcquiredConnection } | Failure
