/**
 * Causes of failed sends: a word for programs, and the sentence shown to people as the delivery's
 * `friendly_error_message`. A cause is the word alone, or the word, a colon and the provider's own text. The dashboard has
 * the sentences from here. Its headlines have at most eight words, so a sentence has at most seven.
 */
export const CAUSES = {
  address_not_public: 'The provider’s address is not public',
  aborted: 'The send was interrupted',
  authentication_failed: 'The provider rejected the channel’s credentials',
  connection_refused: 'The provider could not be reached',
  connection_reset: 'The provider closed the connection',
  deferred: 'The mail server refused for now',
  device_unregistered: 'The recipient’s device no longer accepts messages',
  dns_error: 'The provider’s host name did not resolve',
  invalid_address: 'The recipient’s address is not valid',
  mailbox_full: 'The recipient’s mailbox is full',
  mailbox_unavailable: 'The recipient’s address does not exist',
  message_refused: 'The provider refused the message',
  message_too_large: 'The message is too large',
  no_text: 'The HTML body has no text',
  overloaded: 'The service is overloaded',
  port_not_allowed: 'The channel’s port is not allowed',
  provider_error: 'The provider returned an error',
  rate_limited: 'The provider’s limit is reached',
  sandbox: 'The sandbox simulated a failure',
  suppressed: 'The recipient’s address is suppressed',
  timeout: 'The provider did not respond in time',
  tls_error: 'The secure connection to the provider failed',
  unreachable: 'The recipient could not be reached',
  unsubscribed: 'The recipient has unsubscribed',
} as const satisfies Record<string, string>

/** The causes of failed and bounced deliveries: also those that the service finds before it calls a provider. */
export const FAILURE_CAUSES = {
  ...CAUSES,
  channel_deleted: 'The channel was deleted',
  limit_reached: 'The monthly limit is reached',
  no_address: 'The recipient has no address',
  no_device: 'The recipient has no device',
  recipient_deleted: 'The recipient was deleted',
  unknown: 'The provider gave no reason',
} as const satisfies Record<string, string>

/** Why deliveries are canceled. */
export const CANCEL_REASONS = {
  requested: 'Canceled on request',
  recipient_deleted: 'The recipient was deleted',
  channel_deleted_or_detached: 'The channel was deleted, deactivated or removed from the template',
  no_live_channels: 'The template had no active channel',
} as const satisfies Record<string, string>

export type CauseWord = keyof typeof CAUSES
export const CAUSE_WORDS = Object.keys(CAUSES) as CauseWord[]

export const CAUSE_CHARACTERS_MAX = 500

/** A cause in one line, cut to `CAUSE_CHARACTERS_MAX`. */
export function cause(word: CauseWord, detail?: string): string {
  if (detail === undefined || detail === '') return word
  return `${word}: ${detail.replace(/[\p{Cc}\s]+/gu, ' ').trim()}`.slice(0, CAUSE_CHARACTERS_MAX).toWellFormed()
}

/** The word of a cause, without the provider's own text. An unknown word becomes `provider_error`. */
export function causeWord(text: string): CauseWord {
  const word = text.split(':', 1)[0]!
  return Object.hasOwn(CAUSES, word) ? (word as CauseWord) : 'provider_error'
}

/** The text without the provider's own words. Our own sentences have no colon. */
export function withoutDetail(text: string): string {
  return text.split(':', 1)[0]!
}

/** The texts behind these words name the server or the fault of TLS, and never a recipient. */
const OF_CONNECTIONS: ReadonlySet<string> = new Set<CauseWord>([
  'connection_refused',
  'connection_reset',
  'dns_error',
  'timeout',
  'tls_error',
])

/** The cause as the state of a channel has it: without the words of a provider, because they may name a recipient. */
export function causeOfChannel(text: string): string {
  const word = causeWord(text)
  return OF_CONNECTIONS.has(word) ? text : word
}

/** The sentences of `suppressed` with the reason of the suppression. */
const SUPPRESSED: Readonly<Record<string, string>> = {
  'suppressed: bounce': 'The recipient’s address is suppressed, because an earlier message bounced',
  'suppressed: complaint': 'The recipient’s address is suppressed, because the recipient complained about a message',
  'suppressed: unsubscribe': 'The recipient’s address is suppressed, because the recipient unsubscribed',
  'suppressed: manual': 'The recipient’s address is suppressed, because somebody added it by hand or by the API',
}

/** The sentence for a cause. An unknown word gets the sentence of `provider_error`. */
export function friendlySentence(text: string): string {
  return Object.hasOwn(SUPPRESSED, text) ? SUPPRESSED[text]! : CAUSES[causeWord(text)]
}

/**
 * The text with each secret replaced, in case the provider echoed one. Values below 4 characters are not replaced: they
 * match ordinary words.
 */
export function withoutSecrets(text: string, secrets: readonly unknown[]): string {
  let clean = text
  for (const secret of secrets)
    if (typeof secret === 'string' && secret.length >= 4) clean = clean.replaceAll(secret, '[redacted]')
  return clean
}
