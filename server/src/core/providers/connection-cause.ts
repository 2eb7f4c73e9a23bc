import type { CallFailure } from '../../platform/outbound/http-client.ts'
import type { SocketError } from '../../platform/outbound/judged-socket.ts'
import { cause } from './causes.ts'
import type { CauseWord } from './causes.ts'

/** System error codes of failed connections, for HTTP/2. */
const WORDS: Record<string, CauseWord> = {
  EAI_AGAIN: 'dns_error',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EHOSTUNREACH: 'connection_refused',
  ENETUNREACH: 'connection_refused',
  ENOTFOUND: 'dns_error',
  EPIPE: 'connection_reset',
  ETIMEDOUT: 'timeout',
}

/** Codes of node:tls for invalid certificates, and of OpenSSL for failed handshakes. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)|^EPROTO$/

/** The cause word for an error code, or null if the code is not about a connection. */
export function connectionCause(code: string): CauseWord | null {
  return TLS_CODE.test(code) ? 'tls_error' : (WORDS[code] ?? null)
}

/** Why the signal ended the call: `timeout`, or `aborted` if the caller gave up. */
export function abortCause(signal: AbortSignal): CauseWord {
  return (signal.reason as { name?: unknown } | null)?.name === 'TimeoutError' ? 'timeout' : 'aborted'
}

/** `host:port` of a server, for people. A path may be secret. */
export function placeOf({ host, port }: { host: string; port: number }): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** The same of the server of a valid URL. */
export function placeOfUrl(url: string): string {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

/** The cause of a failure on the way to a provider's server. `detail`: of the request, or the place of the server. */
export function failureCause(error: CallFailure['error'] | SocketError, detail?: string): string {
  switch (error) {
    case 'connect_timeout':
    case 'response_timeout':
      return cause('timeout', detail)
    case 'protocol_error':
      return cause('provider_error', 'the response is not HTTP')
    case 'unsendable':
      return cause('provider_error', detail ?? 'a header cannot be sent')
    case 'exhausted':
      return cause('overloaded')
    case 'aborted':
      return cause('aborted')
    default:
      return cause(error, detail)
  }
}
