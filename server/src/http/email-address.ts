import { domainToASCII } from 'node:url'

/** RFC 5321 section 4.5.3.1: a path has at most 256 octets, its angle brackets included. */
export const EMAIL_CHARACTERS_MAX = 254
const LOCAL_PART_CHARACTERS_MAX = 64

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
/** Letters of any script are allowed. International domains are sent as punycode. */
const DOMAIN =
  /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?(\.[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?)*$/u

/** Whether the text is exactly one email address: no name, no list, no quoted local part, no address literal. */
export function isEmailAddress(text: string): boolean {
  if (text.length > EMAIL_CHARACTERS_MAX) return false
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  return local.length <= LOCAL_PART_CHARACTERS_MAX && LOCAL_PART.test(local) && DOMAIN.test(text.slice(at + 1))
}

/** The address with its domain in punycode and lower case, for mail servers. */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1))}`
}

export interface Sender {
  name: string
  address: string
}

/** Parses `Tidings <notify@example.com>` or a plain address. Null if the text is neither. */
export function parseSender(text: string): Sender | null {
  const trimmed = text.trim()
  const open = trimmed.indexOf('<')
  if (open < 0) return isEmailAddress(trimmed) ? { name: '', address: trimmed } : null
  const name = trimmed
    .slice(0, open)
    .trim()
    .replace(/^"(.*)"$/s, '$1')
  const address = trimmed.slice(open + 1, -1)
  // A control character could end the mail header and add another.
  const isPlain = name.length <= 200 && !/[<>"\p{Cc}]/u.test(name)
  return trimmed.endsWith('>') && isPlain && isEmailAddress(address) ? { name, address } : null
}
