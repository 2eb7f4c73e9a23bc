import { domainToASCII } from 'node:url'

/** RFC 5321 section 4.5.3.1: a path has at most 256 octets, its angle brackets included. */
export const EMAIL_CHARACTERS_MAX = 254
const LOCAL_PART_CHARACTERS_MAX = 64

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** Dots that stand together, or at an end, need quotes (RFC 5321 section 4.1.2). Some mailboxes in Japan have them. */
const QUOTED_DOTS = /^"(?=\.|[^"]*\.\.|[^"]*\."$)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+"$/
/** Letters of any script are allowed. International domains are sent as punycode. */
const DOMAIN =
  /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?(\.[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)*$/u

/** A name in ASCII. A last label that is a number makes an IPv4 address of it, not a name (RFC 3696 section 2). */
const ASCII_DOMAIN =
  /^(?!(?:.*\.)?(?:\d+|0x[\da-f]*)$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/

/** The domain in punycode and lower case, or null if the text is not the name of a domain. */
function asciiDomain(text: string): string | null {
  const ascii = DOMAIN.test(text) ? domainToASCII(text) : ''
  return ASCII_DOMAIN.test(ascii) ? ascii : null
}

/**
 * The address with its domain in punycode and lower case, for mail servers. Null if the text is not exactly one email
 * address: no name, no list, no address literal, and quotes only around dots that need them. Each mailbox has one spelling.
 */
export function readEmailAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const domain = asciiDomain(text.slice(at + 1))
  if (domain === null || Math.max(text.length, at + 1 + domain.length) > EMAIL_CHARACTERS_MAX) return null
  const isLocal = local.length <= LOCAL_PART_CHARACTERS_MAX && (LOCAL_PART.test(local) || QUOTED_DOTS.test(local))
  return isLocal ? `${local}@${domain}` : null
}

export const isEmailAddress = (text: string): boolean => readEmailAddress(text) !== null

export interface Sender {
  name: string
  address: string
}

/** The content of one quoted string (RFC 5322 section 3.2.4), or the text if it is none. */
function unquoted(text: string): string {
  const [, content] = /^"((?:[^"\\]|\\.)*)"$/s.exec(text) ?? []
  return content === undefined ? text : content.replaceAll(/\\(.)/gs, '$1')
}

/** Parses `Tidings <notify@example.com>` or a plain address. Null if the text is neither. */
export function parseSender(text: string): Sender | null {
  const trimmed = text.trim()
  const open = trimmed.indexOf('<')
  if (open < 0) return isEmailAddress(trimmed) ? { name: '', address: trimmed } : null
  const name = unquoted(trimmed.slice(0, open).trim())
  const address = trimmed.slice(open + 1, -1)
  // A control character could end the mail header and add another.
  const isPlain = name.length <= 200 && !/[<>\p{Cc}]/u.test(name)
  return trimmed.endsWith('>') && isPlain && isEmailAddress(address) ? { name, address } : null
}
