/**
 * Connections to addresses from users: endpoints of web push subscriptions, mail servers, URLs in callbacks. Each call
 * checks the address like a webhook's URL: first its text, then every address its host resolves to. The connection uses
 * one of the checked addresses. `PROVIDER_ALLOW_CIDRS` and `PROVIDER_ALLOW_HOSTS` allow private addresses.
 */
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../../platform/clock.ts'
import { createHttpClient } from '../../platform/outbound/http-client.ts'
import type { HttpCall } from '../../platform/outbound/http-client.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { connectJudged } from '../../platform/outbound/judged-socket.ts'
import type { SocketTarget } from '../../platform/outbound/judged-socket.ts'
import type { HostResolver } from '../../platform/outbound/resolve.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import { cause } from './causes.ts'
import { failureCause, placeOf, placeOfUrl } from './connection-cause.ts'
import { responseOf } from './http-call.ts'
import type { CallResult } from './http-call.ts'

/** The operator's network rules for addresses from users, except webhook endpoints. */
export interface NetworkGuard {
  policy: ReceiverPolicy
  resolver: HostResolver
  /** The trusted root certificates. */
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  /** The limit of open connections: one half for mail servers, one half for HTTP. */
  connectionsMax: number
}

export type GuardedCallResult =
  | CallResult
  /** Not connected: the URL or an address of its host is not public. */
  | { kind: 'refused'; cause: string }

export type GuardedSocket =
  | { ok: true; socket: Socket }
  /** `cause` as in a `SendResult`. If the operator could allow the address, it names the variables to set. */
  | { ok: false; cause: string }

export interface GuardedCalls {
  /** Like `callHttp`, but to public addresses only; `call.url` may come from users. Never throws. */
  call(call: HttpCall): Promise<GuardedCallResult>
  /** Opens a TCP connection to a server named by a channel. Never throws. */
  connect(target: SocketTarget): Promise<GuardedSocket>
  /** Closes kept connections. */
  close(): void
}

/** The variables that allow a host in the operator's own network. */
export const PROVIDER_ALLOWANCE = 'PROVIDER_ALLOW_CIDRS or PROVIDER_ALLOW_HOSTS'

export function createGuardedCalls(guard: NetworkGuard): GuardedCalls {
  const ofEachKindMax = Math.max(1, Math.floor(guard.connectionsMax / 2))
  const mailConnections = new FairGate<'all'>({ placesMax: ofEachKindMax })
  const client = createHttpClient({
    ...guard,
    connectionsMax: ofEachKindMax,
    connectionsPerOriginMax: LIMITS.channelConnectionsOfOrigin.max,
  })
  return {
    async call(call) {
      const result = await client.call(call)
      if (!result.ok && result.error === 'address_not_public')
        return { kind: 'refused', cause: cause('address_not_public', result.detail) }
      const isReached = result.ok || result.error === 'unsendable'
      return responseOf(isReached ? result : { ...result, detail: placeOfUrl(call.url) }, call.signal)
    },
    async connect(target) {
      const leave = mailConnections.enterNow('all')
      if (leave === null) return { ok: false, cause: cause('overloaded') }
      const connected = await connectJudged(guard, target)
      if (connected.ok) {
        connected.socket.once('close', () => leave())
        return connected
      }
      leave()
      const { error } = connected
      const isRefused = error === 'address_not_public' || error === 'port_not_allowed'
      if (isRefused) return { ok: false, cause: cause(error, `${PROVIDER_ALLOWANCE} can allow it`) }
      return { ok: false, cause: failureCause(error, placeOf(target)) }
    },
    close: () => client.close(),
  }
}
