import type { CallFailure } from '../outbound/http-client.ts'
import type { SocketError } from '../outbound/judged-socket.ts'
import { cause } from './causes.ts'
import type { CauseWord } from './causes.ts'

/** What the system calls the ways in which a connection of HTTP/2 fails. */
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

/** Codes of node:tls for a certificate that does not hold, and of OpenSSL for a handshake that fails. */
const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)|^EPROTO$/

/** The word for the code of a connection's error, or null for a code that says nothing of a connection. */
export function connectionCause(code: string): CauseWord | null {
  return TLS_CODE.test(code) ? 'tls_error' : (WORDS[code] ?? null)
}

/** Why a call was ended by its signal: its time was over, or nobody waits for it any more. */
export function abortCause(signal: AbortSignal): CauseWord {
  return (signal.reason as { name?: unknown } | null)?.name === 'TimeoutError' ? 'timeout' : 'aborted'
}

/** The cause of what failed on the way to a provider's server. */
export function failureCause(error: CallFailure['error'] | SocketError, detail?: string): string {
  switch (error) {
    case 'connect_timeout':
    case 'response_timeout':
      return cause('timeout')
    case 'protocol_error':
      return cause('provider_error', 'the response is not HTTP')
    case 'unsendable':
      return cause('provider_error', detail ?? 'a header cannot be sent')
    case 'exhausted':
      return cause('overloaded')
    default:
      return cause(error)
  }
}
