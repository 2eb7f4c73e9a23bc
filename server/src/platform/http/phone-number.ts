import { createRequire } from 'node:module'
import type * as PhoneNumbers from 'libphonenumber-js/min'

/** Reading the numbering plans takes 50 ms, so a process does it at the first phone number, and not at its start. */
const load = createRequire(import.meta.url)

export type ReadPhoneNumber =
  /** `number`: in the form of E.164, like `+442071838750`. */
  | { ok: true; number: string }
  /** `mistake`: a sentence without its subject. */
  | { ok: false; mistake: string }

const MISTAKES: Readonly<Record<string, string>> = {
  INVALID_COUNTRY: 'begins with a country code that does not exist',
  TOO_SHORT: 'is too short for a number of its country',
  TOO_LONG: 'is too long for a number of its country',
  INVALID_LENGTH: 'has a length that no number of its country has',
}

const refused = (mistake: string) => ({ ok: false, mistake }) as const

/**
 * Reads one international phone number by the numbering plan of its country. A zero that people dial only inside the country
 * is dropped, as in `+44 (0)20 7183 8750` (E.123 section 7). A number with the right length may be unassigned: countries open
 * new ranges faster than we learn about them.
 */
export function readPhoneNumber(given: string): ReadPhoneNumber {
  // Digits of full width become ASCII. Contacts on phones copy numbers with marks of direction.
  const text = given
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  if (!text.startsWith('+')) return refused('must begin with + and a country code, like +442071838750')
  const { parsePhoneNumberFromString, validatePhoneNumberLength } = load('libphonenumber-js/min') as typeof PhoneNumbers
  const phone = parsePhoneNumberFromString(text, { extract: false })
  if (phone === undefined || !phone.isPossible())
    return refused(
      MISTAKES[validatePhoneNumberLength(text) ?? ''] ?? 'must be one international phone number, like +442071838750',
    )
  if (phone.ext !== undefined) return refused('must have no extension')
  // In some countries no number has this zero, in Italy landlines keep it.
  if (/\(\s*0\s*\)/.test(text) && !phone.isValid()) return refused('must be written without (0)')
  return { ok: true, number: phone.number }
}
