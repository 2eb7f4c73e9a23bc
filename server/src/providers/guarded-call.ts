/**
 * Connections to addresses that users give: the endpoints of web push subscriptions, mail servers, what a report names.
 * Each is judged as a webhook's receiver is: its text, then every address of its host, for this very call; and the
 * connection leads to one of these addresses. `PROVIDER_ALLOW_CIDRS` and `PROVIDER_ALLOW_HOSTS` open the way inside.
 */
import { Agent, request } from 'node:https'
import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { errorCode } from '../db/database-error.ts'
import { resolveTarget } from '../outbound/resolve.ts'
import type { HostResolver } from '../outbound/resolve.ts'
import { checkUrl } from '../outbound/url-policy.ts'
import type { ReceiverPolicy, ReceiverUrl } from '../outbound/url-policy.ts'
import { cause } from './causes.ts'
import { abortCause, connectionCause } from './connection-cause.ts'
import { ADDRESSES_TRIED_MAX, connectGuarded, RESOLVE_TIMEOUT_MS } from './guarded-socket.ts'
import type { GuardedSocket, SocketTarget } from './guarded-socket.ts'
import { firstOfEach, readBody } from './http-call.ts'
import type { HttpAnswer, HttpCall } from './http-call.ts'

/** The rules of the network that the operator has set for what users name, webhooks aside. */
export interface NetworkGuard {
  policy: ReceiverPolicy
  resolver: HostResolver
  /** The trusted roots. */
  trust: SecureContext
  /** Connections at a time: one half for mail servers, the other for the rest. */
  connectionsMax: number
}

export type GuardedAnswer =
  | HttpAnswer
  /** Nothing was connected: the URL, or an address of its host, is not public. */
  | { kind: 'refused'; cause: string }

export interface GuardedCalls {
  /** As `callHttp`, to any public address; `call.url` may come from anywhere. It never throws. */
  call(call: HttpCall): Promise<GuardedAnswer>
  /** A TCP connection to a server that a channel names. It never throws. */
  connect(target: SocketTarget): Promise<GuardedSocket>
  /** Closes connections kept open. */
  close(): void
}

const SOCKETS_PER_ADDRESS_MAX = 64
/** An unused connection is kept for so long, ms: shorter than servers keep it. */
const KEEP_ALIVE_MS = 4_000
const IDLE_SOCKETS_MAX = 64

export function createGuardedCalls({ policy, resolver, trust, connectionsMax }: NetworkGuard): GuardedCalls {
  const ofEachKindMax = Math.max(1, Math.floor(connectionsMax / 2))
  let mailConnections = 0
  // It keeps sockets apart by address, port and server name: one is used again only for an address judged just now.
  const agent = new Agent({
    secureContext: trust,
    keepAlive: true,
    timeout: KEEP_ALIVE_MS,
    maxSockets: SOCKETS_PER_ADDRESS_MAX,
    maxTotalSockets: ofEachKindMax,
    maxFreeSockets: IDLE_SOCKETS_MAX,
  })
  return {
    async call(call) {
      const checked = checkUrl(call.url, policy)
      if (!checked.ok) return { kind: 'refused', cause: cause('address_not_public', checked.code) }
      const resolved = await resolveTarget(checked.url, resolver, policy, RESOLVE_TIMEOUT_MS)
      if (call.signal.aborted) return { kind: 'failed', cause: cause(abortCause(call.signal)) }
      if (!resolved.ok && resolved.error === 'address_not_public')
        return { kind: 'refused', cause: cause('address_not_public') }
      if (!resolved.ok) return { kind: 'failed', cause: cause('dns_error') }
      let answer: HttpAnswer = { kind: 'failed', cause: cause('connection_refused') }
      for (const address of resolved.addresses.slice(0, ADDRESSES_TRIED_MAX)) {
        answer = await exchange(agent, checked.url, address, call)
        // Nothing was sent: another address may do better.
        if (answer.kind === 'answered' || answer.cause !== cause('connection_refused')) break
      }
      return answer
    },
    async connect(target) {
      if (mailConnections >= ofEachKindMax) return { ok: false, cause: cause('overloaded') }
      mailConnections += 1
      const connected = await connectGuarded({ policy, resolver }, target)
      if (connected.ok) connected.socket.once('close', () => (mailConnections -= 1))
      else mailConnections -= 1
      return connected
    },
    close: () => agent.destroy(),
  }
}

/** One request to one address, over TLS that proves the host's name. */
function exchange(
  agent: Agent,
  url: ReceiverUrl,
  address: string,
  { method, headers, body, signal, responseBytesMax }: HttpCall,
): Promise<HttpAnswer> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => {
      const code = errorCode(error) ?? ''
      const word = signal.aborted ? abortCause(signal) : (connectionCause(code) ?? 'provider_error')
      resolve({ kind: 'failed', cause: word === 'provider_error' ? cause(word, code || 'no HTTP') : cause(word) })
    }
    const outgoing = request({
      agent,
      host: address,
      port: url.port,
      servername: isIP(url.hostname) === 0 ? url.hostname : '',
      method,
      path: url.path,
      headers: { ...headers, host: url.host },
      signal,
    })
    outgoing.on('error', failed)
    outgoing.on('response', (incoming) => {
      void readBody(incoming, responseBytesMax).then((bytes) => {
        resolve({ kind: 'answered', status: incoming.statusCode!, headers: firstOfEach(incoming.headers), body: bytes })
      })
    })
    outgoing.end(body)
  })
}
