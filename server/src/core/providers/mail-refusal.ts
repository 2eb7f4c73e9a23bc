/**
 * Whose fault the refusal of a mail is. It is decided by the words of the reply, its enhanced status code (RFC 3463), its
 * reply code (RFC 5321 section 4.2.3) and the refused command. The words count first: servers use 5.1.1, 5.2.1 and a bare
 * 550 for refused senders as well. Pure.
 */
import type { CauseWord } from './causes.ts'

export type Refusal =
  /** The recipient's own fault, for good: the address or the mailbox does not exist, or is closed. */
  | 'no_such_address'
  /** The recipient's mailbox, but nothing says that it does not exist. */
  | 'mailbox_unavailable'
  | 'mailbox_full'
  | 'too_large'
  /** The sender, or the others to the recipient, sent too much. */
  | 'rate_limited'
  /** The fault of the sender, its server or the content. */
  | 'refused'
  /** The recipient's server could not be reached. */
  | 'unreachable'
  /** A passing refusal with no other reason. */
  | 'deferred'

/** The cause word of each refusal. */
export const REFUSAL_CAUSES = {
  no_such_address: 'mailbox_unavailable',
  mailbox_unavailable: 'mailbox_unavailable',
  mailbox_full: 'mailbox_full',
  too_large: 'message_too_large',
  rate_limited: 'rate_limited',
  refused: 'message_refused',
  unreachable: 'unreachable',
  deferred: 'deferred',
} as const satisfies Record<Refusal, CauseWord>

/** True if the refusal is about the address, and not for a passing reason. */
export function isOfAddress(refusal: Refusal | null): boolean {
  return refusal === 'no_such_address' || refusal === 'mailbox_unavailable'
}

export interface ReadRefusal {
  /** Null: the text has no reply code, no status code and no known words. */
  refusal: Refusal | null
  /** The text has a reply code or a status code. */
  hasCode: boolean
}

/** Longer than every reply in use. Providers may add the whole returned mail. */
const READ_CHARACTERS_MAX = 1_000

const IP_ADDRESS = /\b\d{1,3}(?:\.\d{1,3}){3}(?:\/\d+)?\b/g
const EMAIL_ADDRESS = /[^\s<>()[\]:;,'"]+@[^\s<>()[\]:;,'"]+/g
const URL_TEXT = /\b(?:https?:\/\/|www\.)\S+/gi
/** Lower case at the end: `RESOLVER.ADR.RecipNotFound` is no host. */
const HOST_NAME = /\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/g

/** At the start, after punctuation, or after a status code: so `port 587` is none. */
const REPLY_CODE = /(?:^|[;:>'"]\s?|\d\.\d{1,3}\.\d{1,3} )([45][0-5]\d)\b/
/** The status of a reply follows its code. If a relay repeats the reply of the next server, the last one is the cause. */
const STATUS_OF_REPLY = /\b[45][0-5]\d[- #'"(=]{1,4}([45])\.(\d{1,3})\.(\d{1,3})(?![\d.])/g
/** `(#5.1.1)` of qmail, and the status that a provider adds. A version like `Exim 4.96.1` is none. */
const STATUS_ALONE = /(?:^|[;:#(]\s?)([45])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/

/** Postfix and Exim name the refused command: `(in reply to MAIL FROM command)`. */
const COMMAND_WORDS =
  /(?:in reply to|remote mail server after) (mail from|ehlo|helo|initial connection|(?:end of )?data)/

/** Matches if one of the parts does. `...` in a part: some words. */
const oneOf = (...parts: string[]) => new RegExp(parts.join('|').replaceAll('...', `[\\w'"()<> ]{0,40}`))

const RATE = oneOf(
  '\\b(?:sending|sender|submission|outgoing|outbound|relay|daily|hourly|tenant|receiving)...(?:limit|quota|threshold|rate)\\b',
  '(?:limit|quota|threshold|max)...(?:sending|messages|recipients|per (?:hour|day))',
  'too many (?:smtp |concurrent )?(?:messages|mails|e-?mails|connections|recipients|sessions|requests)',
  'submission.?quota|e-?mail quota|rate.?limit|message rate|connection limit|frequency limit|throttl|at a rate',
  'too (?:fast|quickly|frequently)|this hour',
)
const SPAM = /spam|unsolicited|\bube\b|junk|reputation/

const FULL = oneOf(
  'mailbox.?full|full mailbox|(?:mailbox|inbox|folder|maildir)...\\b(?:full|out of|exceed)',
  'over ?(?:the |disk |allowed )*quota|(?:quota|storage|space)...exceed|exceed\\w*...(?:quota|storage|space)|disk ?quota',
  'out of storage|no space left|(?:insufficient|not enough|not sufficient)...(?:storage|space)|too much mail data',
)
const LARGE = oneOf(
  '(?:message|mail|data|content|attachment|header)s?...\\b(?:size|length|larger)\\b',
  'too.?(?:large|big)\\b|message too long|size.?limit|larger than',
)

/** The sender in the envelope, its rights or its domain. */
const SENDER = oneOf(
  '\\bsenders? (?:e-?mail |address|domain|ip|host|verif|policy|denied|refused|rejected|blocked|unknown|not |is |was )',
  '(?:bad|invalid|banned|unknown|outbound|unauthenticated|unverified|unauthorized|forged) (?:envelope )?sender',
  'send.?as|allowed to send|mail from|return.?path|reverse.?path|envelope.?from|from.?(?:address|domain)',
)

const WHO = '(?:user|recipient|mailbox|mail box|account|address|addressee|person|customer|rcpt|local.?part)'
const UNKNOWN = oneOf(
  `${WHO}...\\b(?:unknown|unavailable|disabled|inactive|closed|deactivated|discontinued|invalid|terminated|suspended)`,
  `${WHO}...(?:\\bnot|n't|\\bno longer)[\\w' ]{0,12}\\b(?:exist|found|known|present|valid|active|listed|accepts)`,
  `(?:unknown|invalid|no such|non.?existent|inactive|disabled|deactivated|bad|not an? (?:known|valid)|not our) (?:local |virtual |e-?mail |destination )*${WHO}`,
  'no (?:mailbox|account|one|person)\\b...(?:by that name|here|at this|found|for)',
  "does(?:n't| not) have an? [\\w'. ]{0,30}account|e-?mail name is not found|userunknown|null.?mx",
)
/** Of Exchange Online, if its directory does not have the address. */
const EDGE_BLOCKED = /recipient address rejected: access denied/

const TEMPORARY = /temporar|\blater\b|gr[ae]y.?list/

/** Lists of senders and filters, in links too. */
const NAMED_LIST = /spamhaus|spamcop|sorbs|barracuda|proofpoint|abuseat|surbl|uribl|cloudmark|dnsbl/i
const POLICY = oneOf(
  SPAM.source,
  'black.?list|(?:block|deny) ?list|\\bblock(?:ed|ing)?\\b|\\brbl\\b|bulk|mass mail|abuse|complain|suspicious|banned|\\blisted (?:at|by|on)',
  'polic(?:y|ies)|\\bspf\\b|dkim|dmarc|\\bbatv\\b|authenti|authori[sz]|permission|not (?:allowed|permitted|verified)|prohibit',
  'relay|rcpthosts|proxy|mailing list|members.?only|not subscribed|access denied|registered|\\bsenders?\\b|your (?:server|access|host)',
  // Not `your account` alone: Amazon SES names the suppression list of the account, which is about the address.
  'your (?:e-?mail |sending )?account (?:has|is|was)',
  'virus|malware|phish|content|attachment|header|signature|security|filter|tls\\b|encrypt|rfc \\d{3,4}|multiple addresses|violation',
  '\\bptr\\b(?! record:)|reverse dns|\\brdns\\b|dns mx|client (?:host|ip)|\\bip\\b|\\b(?:helo|ehlo)\\b(?! handshake)|host network',
)

const NO_DOMAIN = oneOf(
  '(?:host|domain)(?: or domain)?(?: name)?...(?:not found|not exist|unknown|invalid)|nxdomain|nonexistentdomain|unroute?able',
  '(?:unknown|invalid|no such) (?:host|domain)',
)
const UNREACHABLE = oneOf(
  'tim(?:ed|e).?out|connect(?:ion)?...(?:refused|reset|lost|dropped)|(?:could not|requests to) connect|lost connection',
  'refused to talk|no route|(?:un|not )reachable|not respond|expired|queue too long|retry time|\\bhops?\\b|\\bloop',
  '\\bdns\\b|name serv|mx (?:info|lookup)|lookup fail',
)

/** The address is bad (1.1, 1.2, 1.3), has moved (1.6), its domain takes no mail (1.10), or the mailbox is closed (2.1). */
const DEAD_STATUS: ReadonlySet<string> = new Set(['1.1', '1.2', '1.3', '1.6', '1.10', '2.1'])

const BY_STATUS: ReadonlyMap<string, Refusal> = new Map([
  ...['1.0', '1.4', '1.5', '2.0', '2.1', '2.4'].map((status) => [status, 'mailbox_unavailable'] as const),
  ['2.2', 'mailbox_full'],
  ['2.3', 'too_large'],
  ['3.4', 'too_large'],
  ['4.5', 'rate_limited'],
])

interface Reply {
  code: number | null
  isPassing: boolean
  /** Subject and detail of the enhanced status code: `1.1`. */
  status: string | null
  command: string
  words: string
}

function readReply(said: string, command: string): Reply {
  const text = said
    .slice(0, READ_CHARACTERS_MAX)
    .replaceAll(IP_ADDRESS, '')
    .replace(/^[\w-]+; ?/, '')
  const code = Number(REPLY_CODE.exec(text)?.[1] ?? 0) || null
  const [, level, subject, detail] = [...text.matchAll(STATUS_OF_REPLY)].at(-1) ?? STATUS_ALONE.exec(text) ?? []
  const plain = text.replaceAll(URL_TEXT, '').replaceAll(EMAIL_ADDRESS, '').replaceAll(HOST_NAME, '').toLowerCase()
  return {
    code,
    isPassing: level === '4' || (code !== null && code < 500),
    status: level === undefined ? null : `${Number(subject)}.${Number(detail)}`,
    command: (COMMAND_WORDS.exec(plain)?.[1] ?? command).toLowerCase(),
    // Words of IronPort before each reply of the next server.
    words: `${plain.replace('unknown address error', '')}${NAMED_LIST.test(said) ? ' spam' : ''}`,
  }
}

/** The refusal by the words, or null if they say nothing. */
function byWords({ words, status, command }: Reply): Refusal | null {
  if (RATE.test(words) && !SPAM.test(words)) return 'rate_limited'
  if (status === '2.2' || FULL.test(words)) return command === 'mail from' ? 'rate_limited' : 'mailbox_full'
  if (status === '2.3' || status === '3.4' || LARGE.test(words)) return 'too_large'
  // The recipient is not named yet.
  if (/^(mail from|ehlo|helo|initial connection)/.test(command)) return 'refused'
  if (status === '1.7' || status === '1.8' || SENDER.test(words)) return 'refused'
  const isDead = status !== null && DEAD_STATUS.has(status)
  const isTemporary = TEMPORARY.test(words)
  if (status === '4.1' && EDGE_BLOCKED.test(words)) return 'no_such_address'
  const isUnknown = UNKNOWN.test(words) && !isTemporary
  if (isUnknown && isDead) return 'no_such_address'
  if (POLICY.test(words)) return 'refused'
  if (isUnknown || (isDead && !isTemporary)) return 'no_such_address'
  if (NO_DOMAIN.test(words)) return 'mailbox_unavailable'
  if (UNREACHABLE.test(words)) return 'unreachable'
  return isTemporary ? 'deferred' : null
}

/** The refusal by the codes, or null if there are none. */
function byCodes({ code, status, command }: Reply): Refusal | null {
  if (status !== null) {
    const known = BY_STATUS.get(status)
    if (known !== undefined) return known
    return status.startsWith('4.') ? 'unreachable' : 'refused'
  }
  if (code === null) return null
  if (code === 552) return 'mailbox_full'
  // The server has accepted the recipient before, and refuses the content now.
  const isOfRecipient = (code === 550 || code === 551 || code === 553) && !command.endsWith('data')
  return isOfRecipient ? 'mailbox_unavailable' : 'refused'
}

/**
 * Reads the reply of a mail server, alone (`550 5.1.1 no such user`) or as a provider reports it (`smtp;550 ...`).
 * `command`: the refused one, like `MAIL FROM`, if it is known.
 */
export function readRefusal(said: string, command = ''): ReadRefusal {
  const reply = readReply(said, command)
  const found = byWords(reply) ?? (reply.isPassing ? null : byCodes(reply))
  const refusal = reply.isPassing && (found === null || isOfAddress(found)) ? passing(reply) : found
  return { refusal, hasCode: reply.code !== null || reply.status !== null }
}

/** A passing refusal without another reason: the network by its status (X.4.x), else the server. */
function passing({ status }: Reply): Refusal {
  return status?.startsWith('4.') === true ? 'unreachable' : 'deferred'
}
