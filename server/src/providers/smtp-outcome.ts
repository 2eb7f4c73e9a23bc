import type { CauseWord } from './causes.ts'
import { cause } from './causes.ts'
import { connectionCause } from './connection-cause.ts'
import type { SendResult } from './provider.ts'

/** What the mail library's errors tell. */
export interface SmtpFailure {
  code?: string | undefined
  /** Why the socket failed, as the system named it. */
  originalCode?: string | undefined
  /** The server's reply, if there was one. */
  responseCode?: number | undefined
  response?: string | undefined
  /** The command that was under way; `CONN` before the first, and where the server spoke out of turn. */
  command?: string | undefined
}

/**
 * What the server said, for people: nothing unless it is the answer to a command. Commands are sent only after a greeting
 * of SMTP, so the banner of any other service, or of a server that refuses to serve, is never shown.
 */
function saidOf({ command, response }: SmtpFailure): string {
  return command === undefined || command === 'CONN' || command === 'API' ? '' : (response ?? '')
}

/** Words by which servers say that it is the pace, not the message. */
const RATE_WORDS = /rate.?limit|too (many|fast|much)|throttl|sending (limit|quota|rate)|daily (limit|quota)|4\.7\.28/i

/** Wait after a reply that tells no time, ms. */
const RATE_LIMITED_RETRY_AFTER_MS = 60_000

/** Replies that ask for credentials, or refuse those given: whoever runs the channel can mend it. */
const AUTHENTICATION_REPLIES = new Set([454, 530, 534, 535, 538])

/** The library's own codes. */
const WORDS: Record<string, CauseWord> = {
  EABORT: 'aborted',
  ECONNECTION: 'connection_reset',
  EDNS: 'dns_error',
  ESOCKET: 'connection_reset',
}

/** The word of a refusal for good (5xx) by RFC 3463's code, where there is one, else by the reply. */
export function wordOfRefusal(code: number, response: string): CauseWord {
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(response) ?? []
  if (subject === '2' && detail === '2') return 'mailbox_full'
  if ((subject === '3' && detail === '4') || (subject === '2' && detail === '3')) return 'message_too_large'
  if (subject === '1' || subject === '2') return 'mailbox_unavailable'
  if (subject !== undefined) return 'message_refused'
  if (code === 550 || code === 551 || code === 553) return 'mailbox_unavailable'
  return code === 552 ? 'mailbox_full' : 'message_refused'
}

/**
 * What a failed send over SMTP means (RFC 5321 section 4.2.1): a 4yz reply may change, a 5yz reply to the envelope or
 * the message will not. A refused greeting or sign-in, and whatever kept us from the server, may be mended.
 */
export function smtpResult(failure: SmtpFailure): SendResult {
  const { code = '', responseCode, response = '' } = failure
  const said = saidOf(failure)
  const transient = (word: CauseWord, detail?: string): SendResult => ({
    result: 'transient',
    retryAfterMs: null,
    cause: cause(word, detail),
  })
  // Also where the server answered that it knows no STARTTLS.
  if (code === 'ETLS') return transient('tls_error', said)
  if (responseCode !== undefined && responseCode >= 400) {
    // What a server says of credentials may repeat them.
    if (code === 'EAUTH' || AUTHENTICATION_REPLIES.has(responseCode))
      return transient('authentication_failed', String(responseCode))
    if (responseCode < 500 && RATE_WORDS.test(response))
      return {
        result: 'rate_limited',
        retryAfterMs: RATE_LIMITED_RETRY_AFTER_MS,
        cause: cause('rate_limited', said),
      }
    const isFinal = responseCode >= 500 && responseCode !== 503 && (code === 'EENVELOPE' || code === 'EMESSAGE')
    if (isFinal) return { result: 'permanent', cause: cause(wordOfRefusal(responseCode, response), said) }
    return transient('provider_error', said)
  }
  if (code === 'EAUTH') return transient('authentication_failed')
  // Judged by the library before anything was sent.
  if (code === 'EENVELOPE') return { result: 'permanent', cause: cause('invalid_address') }
  if (code === 'EMESSAGE') return { result: 'permanent', cause: cause('message_too_large') }
  const system = failure.originalCode ?? ''
  for (const one of [system, code]) if (connectionCause(one) === 'tls_error') return transient('tls_error', one)
  const word = connectionCause(system) ?? connectionCause(code) ?? WORDS[code]
  return word === undefined ? transient('provider_error', code || 'unexpected') : transient(word)
}
