/** Forged webhook requests and invalid secrets, for all our verifying functions. */
import { createHmac } from 'node:crypto'

export interface SignatureCase {
  name: string
  /** Of any type, because JavaScript callers may pass any value. */
  secrets: unknown
  body: unknown
  header: unknown
  /** Unix seconds. */
  now: number
}

const SECRET = 'whsec_TEST_VECTOR_ONE_not_a_real_secret_0001'
const NOW = 1_767_225_600
const BODY = '{"id":"evt_1","type":"ping"}'

/** The v1 signature of a holder of `secret`. */
function mac(timestamp: string, { secret = SECRET, body = BODY } = {}): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

const genuine = `t=${NOW},v1=${mac(String(NOW))}`

/** Each case differs from this one in a single value. */
export const GENUINE: SignatureCase = { name: 'genuine', secrets: [SECRET], body: BODY, header: genuine, now: NOW }

const forged = (name: string, changed: Partial<SignatureCase>): SignatureCase => ({ ...GENUINE, name, ...changed })

/** Guesses of an attacker without the secret. */
const GUESSED_KEYS = ['', ' ', 'whsec_', 'w', 'undefined', 'null', 'None', 'false', SECRET.slice('whsec_'.length)]

/** Invalid times, correctly signed with the secret. */
const TIMES = [
  ...['', ' ', 'NaN', 'Infinity', '-1', '+1767225600', '1e9', '0x69557e00', '1767225600.0', '01767225600'],
  ...['1767225600 0', '١٧٦٧٢٢٥٦٠٠', '100000000000', '9'.repeat(400), '1767225600;', 'null'],
]

export const FORGED: readonly SignatureCase[] = [
  forged('a missing header', { header: null }),
  forged('an empty header', { header: '' }),
  forged('a header of blanks', { header: '   ' }),
  forged('a header of commas', { header: ','.repeat(2000) }),
  forged('a list of headers', { header: [genuine] }),
  forged('two headers in a list', { header: [`t=${NOW}`, `v1=${mac(String(NOW))}`] }),
  forged('two headers in one, as servers join them', { header: `${genuine}, ${genuine}` }),
  forged('a header that is a number', { header: NOW }),
  forged('a header that is true', { header: true }),
  forged('a header that is an object', { header: { t: NOW, v1: mac(String(NOW)) } }),
  forged('an empty time and no signature', { header: 't=,v1=' }),
  forged('names alone', { header: 't,v1' }),
  forged('a signature of no hexadecimal digits', { header: `t=${NOW},v1=${'z'.repeat(64)}` }),
  forged('a signature of wide digits', { header: `t=${NOW},v1=${'０'.repeat(64)}` }),
  forged('a signature of half surrogates', { header: `t=${NOW},v1=${'\ud800'.repeat(64)}` }),
  forged('a signature of emoji', { header: `t=${NOW},v1=${'😀'.repeat(32)}` }),
  forged('a signature of NUL', { header: `t=${NOW},v1=${'\0'.repeat(64)}` }),
  forged('a signature of Latin letters beyond ASCII', { header: `t=${NOW},v1=${'é'.repeat(64)}` }),
  forged('a signature in capitals', { header: `t=${NOW},v1=${mac(String(NOW)).toUpperCase()}` }),
  forged('a signature with a line feed', { header: `t=${NOW},v1=${mac(String(NOW)).slice(0, 63)}\n` }),
  forged('a signature that is too long', { header: `${genuine}0` }),
  forged('a signature that is too short', { header: genuine.slice(0, -1) }),
  forged('no signature that is known', { header: `t=${NOW},v2=${mac(String(NOW))},v0=${mac(String(NOW))}` }),
  forged('a ninth signature', { header: `t=${NOW},${'v1=00,'.repeat(8)}v1=${mac(String(NOW))}` }),
  forged('a header of a million signatures', { header: `t=${NOW}${',v1=00'.repeat(1_000_000)}` }),
  forged('a header of a million blanks', { header: `t=${NOW},${' '.repeat(1_000_000)}v1=${mac(String(NOW))}` }),
  forged('a time of a million digits', { header: `t=${'1'.repeat(1_000_000)},v1=${mac(String(NOW))}` }),
  forged('300 seconds and one in the past', { now: NOW + 301 }),
  forged('300 seconds and one in the future', { now: NOW - 301 }),
  forged('the farthest time there is', { header: `t=99999999999,v1=${mac('99999999999')}` }),
  forged('the first time there is', { header: `t=0,v1=${mac('0')}` }),
  forged('another body', { body: `${BODY} ` }),
  forged('no body', { body: '' }),
  forged('a missing body', { body: null }),
  forged('a body that was parsed', { body: { id: 'evt_1', type: 'ping' } }),
  forged('a body that is a number', { body: 1 }),
  forged('another secret', { secrets: ['whsec_another'] }),
  ...GUESSED_KEYS.map((secret) =>
    forged(`signed with ${JSON.stringify(secret)}`, { header: `t=${NOW},v1=${mac(String(NOW), { secret })}` }),
  ),
  ...TIMES.map((time) => forged(`the time ${time.slice(0, 20)}`, { header: `t=${time},v1=${mac(time)}` })),
]

/** Each of these secrets must be refused before any request arrives. */
export const UNUSABLE_SECRETS: readonly (readonly [name: string, secrets: unknown])[] = [
  ['a missing one', null],
  ['an empty one', ''],
  ['blanks', ' \t\n'],
  ['the prefix alone', 'whsec_'],
  ['a text without the prefix', 'TEST_VECTOR_ONE_not_a_real_secret_0001'],
  ['a secret behind a blank', ` ${SECRET}`],
  ['an empty list', []],
  ['a list of an empty one', ['']],
  ['a list of a missing one', [null]],
  ['a right one and an empty one', [SECRET, '']],
  ['an empty one and a right one', ['', SECRET]],
  ['a right one and the prefix alone', [SECRET, 'whsec_\n']],
  ['a number', 0],
  ['false, as PHP says of a variable that is unset', false],
  ['an object', {}],
  ['a list in a list', [[SECRET]]],
  ['a secret with a line feed, as files have', `${SECRET}\n`],
  ['a secret with CR, as files of Windows have', `${SECRET}\r`],
  ['a secret with a blank', `${SECRET} `],
  ['a secret with a blank in it', SECRET.replace('_not', ' not')],
  ['a secret with a zero-width space', `${SECRET}\u200b`],
  ['a secret with a byte order mark', `whsec_\ufeff${SECRET.slice(6)}`],
  ['a secret in quotes', `${SECRET}"`],
  ['two secrets in one text', `${SECRET},${SECRET}`],
  ['two secrets without a comma', `${SECRET}${SECRET}`],
  ['the prefix twice', `whsec_${SECRET}`],
  ['the preview of the dashboard', 'whsec_…0001'],
  ['the placeholder of the documentation', 'whsec_...'],
  ['a right one and a masked one', [SECRET, 'whsec_****']],
]

/** The same secret in the notation of Standard Webhooks, which is accepted too. */
export const STANDARD_SECRET = `whsec_${Buffer.from(SECRET).toString('base64')}`
