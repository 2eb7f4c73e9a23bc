import type { CauseWord } from './causes.ts'
import { cause } from './causes.ts'
import { connectionCause } from './connection-cause.ts'
import { readRefusal, REFUSAL_CAUSES } from './mail-refusal.ts'
import type { SendResult } from './provider.ts'
import { accountRefused } from './send-result.ts'

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

/** Matches limits of the recipient's mailbox. */
const RECIPIENT_RATE_WORDS = /is receiving mail|recipient has exceeded/i

/** The wait if a reply names none, ms. */
const RATE_LIMITED_RETRY_AFTER_MS = 60_000

/**
 * Replies about credentials: missing, or refused. Temporary, because the channel's owner can correct them. 454 is one only
 * as the reply to AUTH: servers also use it for limits and for a refused relay.
 */
const AUTHENTICATION_REPLIES = new Set([530, 534, 535, 538])

/** Codes of the mail library. */
const WORDS: Record<string, CauseWord> = {
  EABORT: 'aborted',
  ECONNECTION: 'connection_reset',
  EDNS: 'dns_error',
  ESOCKET: 'connection_reset',
}

/** True if the server refused the recipient for good, because the mailbox does not exist: another send has the same result. */
export function refusesRecipient({ code, command, responseCode = 0, response = '' }: SmtpFailure): boolean {
  const isOfRecipient = code === 'EENVELOPE' && command === 'RCPT TO' && responseCode >= 500
  return isOfRecipient && readRefusal(response, command).refusal === 'no_such_address'
}

/** True if a passing refusal is about one recipient, like greylisting, and not about the sender. */
function isOfRecipient({ command, response = '' }: SmtpFailure): boolean {
  return command === 'RCPT TO' && readRefusal(response, command).refusal !== 'refused'
}

/**
 * The result of a failed SMTP send (RFC 5321 section 4.2.1). A 4yz reply is temporary. A 5yz reply to the envelope or
 * the message is permanent, unless it limits the rate of the sender. A refused greeting or sign-in and connection errors
 * are temporary: the operator of the channel or the server can fix them.
 */
export function smtpResult(failure: SmtpFailure): SendResult {
  const { code = '', responseCode, response = '' } = failure
  const said = saidOf(failure)
  const transient = (word: CauseWord, detail?: string) =>
    ({ result: 'transient', retryAfterMs: null, cause: cause(word, detail) }) as const
  // Also if the server does not know STARTTLS.
  if (code === 'ETLS') return transient('tls_error', said)
  if (responseCode !== undefined && responseCode >= 400) {
    // No detail: replies about credentials may repeat them.
    if (code === 'EAUTH' || AUTHENTICATION_REPLIES.has(responseCode)) return accountRefused(String(responseCode))
    const isFinal = responseCode >= 500 && responseCode !== 503 && (code === 'EENVELOPE' || code === 'EMESSAGE')
    const refusal = isFinal ? readRefusal(response, failure.command).refusal : null
    if (refusal === 'rate_limited' || (responseCode < 500 && RATE_WORDS.test(response)))
      return {
        result: 'rate_limited',
        retryAfterMs: RATE_LIMITED_RETRY_AFTER_MS,
        cause: cause('rate_limited', said),
        // The other mails of the channel do not wait for one mailbox.
        ...(RECIPIENT_RATE_WORDS.test(response) ? { scope: 'recipient' } : {}),
      }
    return isFinal
      ? { result: 'permanent', cause: cause(REFUSAL_CAUSES[refusal ?? 'refused'], said) }
      : isOfRecipient(failure)
        ? transient('deferred', said)
        : { ...transient('provider_error', said), notTaken: true }
  }
  if (code === 'EAUTH') return accountRefused()
  // The library refused it before sending anything.
  if (code === 'EENVELOPE') return { result: 'permanent', cause: cause('invalid_address') }
  if (code === 'EMESSAGE') return { result: 'permanent', cause: cause('message_too_large') }
  const system = failure.originalCode ?? ''
  for (const one of [system, code]) if (connectionCause(one) === 'tls_error') return transient('tls_error', one)
  const word = connectionCause(system) ?? connectionCause(code) ?? WORDS[code]
  return word === undefined ? transient('provider_error', code || 'unexpected') : transient(word)
}
