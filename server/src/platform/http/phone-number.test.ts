import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPhoneNumber } from './phone-number.ts'

const PLUS = 'must begin with + and a country code, like +442071838750'
const ONE = 'must be one international phone number, like +442071838750'
const COUNTRY = 'begins with a country code that does not exist'
const SHORT = 'is too short for a number of its country'
const LONG = 'is too long for a number of its country'
const LENGTH = 'has a length that no number of its country has'
const EXTENSION = 'must have no extension'
const ZERO = 'must be written without (0)'

/** Phone numbers as people write them, and the number that is stored or the mistake. */
const table: [written: string, number: string][] = [
  ['+442071838750', '+442071838750'],
  ['+44 20 7183 8750', '+442071838750'],
  ['+44 (20) 7183-8750', '+442071838750'],
  ['+44.20.7183.8750', '+442071838750'],
  ['+44/20/7183/8750', '+442071838750'],
  ['+44 20–7183–8750', '+442071838750'],
  ['\u202a+44 20\u00a07183\u00a08750\u202c', '+442071838750'],
  ['＋４４２０７１８３８７５０', '+442071838750'],
  ['+٤٤٢٠٧١٨٣٨٧٥٠', '+442071838750'],
  // The zero of calls inside the country is none of the number.
  ['+44 (0)20 7183 8750', '+442071838750'],
  ['+4402071838750', '+442071838750'],
  ['+49 (0) 170 1234567', '+491701234567'],
  ['+33 (0)6 12 34 56 78', '+33612345678'],
  ['+33 06 12 34 56 78', '+33612345678'],
  ['+41 (0)79 123 45 67', '+41791234567'],
  ['+43 (0) 660 12345678', '+4366012345678'],
  ['+46 (0)70 123 45 67', '+46701234567'],
  ['+61 (0)412 345 678', '+61412345678'],
  ['+81 (0)90-1234-5678', '+819012345678'],
  ['+91 098765 43210', '+919876543210'],
  ['+353 (0)86 123 4567', '+353861234567'],
  ['+972 (0)50 123 4567', '+972501234567'],
  // In Italy landlines keep it, and mobile numbers have none.
  ['+39 06 6982 0000', '+390669820000'],
  ['+39 (0)6 6982 0000', '+390669820000'],
  ['+39 (0) 339 1234567', ZERO],
  ['+1 (0) 202 555 0143', LONG],
  // Other prefixes of calls inside a country.
  ['+54 11 15 2345 6789', '+5491123456789'],
  ['+7 8 495 123 45 67', '+74951234567'],
  ['+36 06 1 234 5678', '+3612345678'],
  ['+52 1 55 1234 5678', LONG],
  ['+1 (202) 555-0143', '+12025550143'],
  ['+225 07 07 12 34 56', '+2250707123456'],
  ['+800 1234 5678', '+80012345678'],
  ['(202) 555-0143', PLUS],
  ['0044 20 7183 8750', PLUS],
  ['020 7183 8750', PLUS],
  ['tel:+442071838750', PLUS],
  ['call +442071838750', PLUS],
  ['', PLUS],
  ['+0123456789', COUNTRY],
  ['+999 123 456 789', COUNTRY],
  ['+44', SHORT],
  ['+44 20 71', SHORT],
  ['+1 202 555 014', SHORT],
  ['+44 20 7183 8750 1234', LONG],
  ['+47 123 456', LENGTH],
  ['+44 20 7183 875O', ONE],
  ['+1 800 FLOWERS', ONE],
  ['++442071838750', ONE],
  ['+44 20 7183 8750, +44 20 7183 8751', ONE],
  ['+442071838750\nBcc: +442071838751', ONE],
  ['+44 20 7183 8750 ext. 12', EXTENSION],
  ['+442071838750;ext=5', EXTENSION],
]

for (const [written, expected] of table)
  test(`the phone number ${JSON.stringify(written)}`, () => {
    const read = readPhoneNumber(written)
    assert.equal(read.ok ? read.number : read.mistake, expected)
  })
