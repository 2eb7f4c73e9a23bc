import type { CauseWord } from './causes.ts'
import { cause } from './causes.ts'
import { connectionCause } from './connection-cause.ts'
import type { SendResult } from './provider.ts'

/** The fields of the mail library's errors. */
export interface SmtpFailure {
  code?: string | undefined
  /** The system's error code of the socket. */
  originalCode?: string | undefined
  /** The status code of the server's reply, if it sent one. */
  responseCode?: number | undefined
  response?: string | undefined
  /** The last command sent. `CONN` before the first command, and also if the server replied without a command. */
  command?: string | undefined
}

/**
 * The server's reply to a command, for people, else an empty text. The library sends commands only after an SMTP
 * greeting. So this never shows the banner of another kind of service, or of a server that refuses to serve.
 */
function saidOf({ command, response }: SmtpFailure): string {
  return command === undefined || command === 'CONN' || command === 'API' ? '' : (response ?? '')
}

/** Matches replies that limit the rate and do not refuse the message. */
const RATE_WORDS = /rate.?limit|too (many|fast|much)|throttl|sending (limit|quota|rate)|daily (limit|quota)|4\.7\.28/i

/** The wait if a reply names none, ms. */
const RATE_LIMITED_RETRY_AFTER_MS = 60_000

/** Replies about credentials: missing, or refused. Temporary, because the channel's owner can correct them. */
const AUTHENTICATION_REPLIES = new Set([454, 530, 534, 535, 538])

/** Codes of the mail library. */
const WORDS: Record<string, CauseWord> = {
  EABORT: 'aborted',
  ECONNECTION: 'connection_reset',
  EDNS: 'dns_error',
  ESOCKET: 'connection_reset',
}

/**
 * The cause word of a permanent refusal (5xx): by the enhanced status code (RFC 3463) if the reply has one, else by the
 * reply code.
 */
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
 * The result of a failed SMTP send (RFC 5321 section 4.2.1). A 4yz reply is temporary. A 5yz reply to the envelope or
 * the message is permanent. A refused greeting or sign-in and connection errors are temporary: the operator of the
 * channel or the server can fix them.
 */
export function smtpResult(failure: SmtpFailure): SendResult {
  const { code = '', responseCode, response = '' } = failure
  const said = saidOf(failure)
  const transient = (word: CauseWord, detail?: string): SendResult => ({
    result: 'transient',
    retryAfterMs: null,
    cause: cause(word, detail),
  })
  // Also if the server does not know STARTTLS.
  if (code === 'ETLS') return transient('tls_error', said)
  if (responseCode !== undefined && responseCode >= 400) {
    // No detail: replies about credentials may repeat them.
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
  // The library refused it before sending anything.
  if (code === 'EENVELOPE') return { result: 'permanent', cause: cause('invalid_address') }
  if (code === 'EMESSAGE') return { result: 'permanent', cause: cause('message_too_large') }
  const system = failure.originalCode ?? ''
  for (const one of [system, code]) if (connectionCause(one) === 'tls_error') return transient('tls_error', one)
  const word = connectionCause(system) ?? connectionCause(code) ?? WORDS[code]
  return word === undefined ? transient('provider_error', code || 'unexpected') : transient(word)
}
