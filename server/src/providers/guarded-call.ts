/**
 * Connections to addresses that users give: the endpoints of web push subscriptions, mail servers, what a report names.
 * Each is judged as a webhook's receiver is: its text, then every address of its host, for this very call; and the
 * connection leads to one of these addresses. `PROVIDER_ALLOW_CIDRS` and `PROVIDER_ALLOW_HOSTS` open the way inside.
 */
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import type { HttpCall } from '../outbound/http-client.ts'
import { connectJudged } from '../outbound/judged-socket.ts'
import type { SocketTarget } from '../outbound/judged-socket.ts'
import type { HostResolver } from '../outbound/resolve.ts'
import type { ReceiverPolicy } from '../outbound/url-policy.ts'
import { cause } from './causes.ts'
import { failureCause } from './connection-cause.ts'
import { answerOf } from './http-call.ts'
import type { HttpAnswer } from './http-call.ts'

/** The rules of the network that the operator has set for what users name, webhooks aside. */
export interface NetworkGuard {
  policy: ReceiverPolicy
  resolver: HostResolver
  /** The trusted roots. */
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  /** Connections at a time: one half for mail servers, the other for the rest. */
  connectionsMax: number
}

export type GuardedAnswer =
  | HttpAnswer
  /** Nothing was connected: the URL, or an address of its host, is not public. */
  | { kind: 'refused'; cause: string }

export type GuardedSocket =
  | { ok: true; socket: Socket }
  /** `cause` as in a `SendResult`: a fixed word, and for what the operator can allow the names of the variables. */
  | { ok: false; cause: string }

export interface GuardedCalls {
  /** As `callHttp`, to any public address; `call.url` may come from anywhere. It never throws. */
  call(call: HttpCall): Promise<GuardedAnswer>
  /** A TCP connection to a server that a channel names. It never throws. */
  connect(target: SocketTarget): Promise<GuardedSocket>
  /** Closes connections kept open. */
  close(): void
}

/** What opens the way to a host inside the operator's own network. */
export const PROVIDER_ALLOWANCE = 'PROVIDER_ALLOW_CIDRS or PROVIDER_ALLOW_HOSTS'

const CONNECTIONS_PER_ORIGIN_MAX = 64

export function createGuardedCalls(guard: NetworkGuard): GuardedCalls {
  const ofEachKindMax = Math.max(1, Math.floor(guard.connectionsMax / 2))
  let mailConnections = 0
  const client = createHttpClient({
    ...guard,
    connectionsMax: ofEachKindMax,
    connectionsPerOriginMax: CONNECTIONS_PER_ORIGIN_MAX,
  })
  return {
    async call(call) {
      const result = await client.call(call)
      if (!result.ok && result.error === 'address_not_public')
        return { kind: 'refused', cause: cause('address_not_public', result.detail) }
      return answerOf(result, call.signal)
    },
    async connect(target) {
      if (mailConnections >= ofEachKindMax) return { ok: false, cause: cause('overloaded') }
      mailConnections += 1
      const connected = await connectJudged(guard, target)
      if (connected.ok) {
        connected.socket.once('close', () => (mailConnections -= 1))
        return connected
      }
      mailConnections -= 1
      const { error } = connected
      const isRefused = error === 'address_not_public' || error === 'port_not_allowed'
      return { ok: false, cause: isRefused ? cause(error, `${PROVIDER_ALLOWANCE} can allow it`) : failureCause(error) }
    },
    close: () => client.close(),
  }
}
