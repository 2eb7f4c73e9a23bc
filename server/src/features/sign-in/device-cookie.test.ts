import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceCookies } from './device-cookie.ts'

const DAY_MS = 86_400_000
const EMAIL = 'ada@example.com'
const PERSON = 12

let now = Date.parse('2026-06-08T10:20:00Z')
const clock = { now: () => now, wall: () => now, monotonic: () => 0 }
const [key, older] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const cookies = createDeviceCookies({ keys: [key, older], clock, secure: false })

/** Headers of a browser that got the cookie. */
const sent = (cookie: string) => ['Cookie', `a=b; ${cookie.split(';', 1)[0]}`]

test('a device is known by its cookie, for the email that signed in there', () => {
  const cookie = cookies.issue(EMAIL, PERSON)
  const device = cookies.read(sent(cookie), EMAIL)
  assert.match(device!.id, /^[0-9A-Za-z]{22}$/)
  assert.equal(device!.personId, PERSON)
  assert.notEqual(cookies.read(sent(cookies.issue(EMAIL, PERSON)), EMAIL)!.id, device!.id)
  assert.equal(cookies.read(sent(cookie), 'grace@example.com'), null)
  assert.equal(cookies.read([], EMAIL), null)
  const value = /=([^;]+)/.exec(cookie)![1]!
  for (const text of [value, Buffer.from(value, 'base64url').toString('latin1')]) assert.ok(!text.includes(EMAIL))
})

test('scripts and other sites do not get it; by TLS it belongs to this host alone', () => {
  assert.match(
    cookies.issue(EMAIL, PERSON),
    /^tidings_device=[^;]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  )
  const secure = createDeviceCookies({ keys: [key], clock, secure: true })
  const cookie = secure.issue(EMAIL, PERSON)
  assert.match(cookie, /^__Host-tidings_device=[^;]+; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/)
  assert.ok(secure.read(sent(cookie), EMAIL) !== null)
  assert.equal(secure.read(sent(cookies.issue(EMAIL, PERSON)), EMAIL), null)
})

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

test('a cookie from elsewhere is not a device', () => {
  const [name, value = ''] = cookies.issue(EMAIL, PERSON).split(/[=;]/)
  const [id = '', person = '', at = '', signed = ''] = value.split('.')
  for (const forged of [
    '',
    'x',
    `${id}.${at}.${signed}`,
    `${id}.${person}.${at}`,
    `${id}.${person}.${at}.`,
    `${id}.${PERSON + 1}.${at}.${signed}`,
    `${id}.${person}.${Number(at) + 1}.${signed}`,
    `${'a'.repeat(22)}.${person}.${at}.${signed}`,
    `${id}.${person}.${at}.${signed.startsWith('A') ? 'B' : 'A'}${signed.slice(1)}`,
    `${id}.${person}.${at}.${signed}x`,
    // Other letters for the same bytes: the last letter has two bits that no byte has.
    `${id}.${person}.${at}.${signed.slice(0, -1)}${LETTERS[LETTERS.indexOf(signed.at(-1)!) + 1]!}`,
    `${id}.${person}.-1.${signed}`,
    'a'.repeat(16_000),
  ])
    assert.equal(cookies.read(sent(`${name}=${forged}`), EMAIL), null, forged)
  // Two cookies with the name: a neighbouring site may have set one.
  assert.equal(cookies.read(['cookie', `${name}=${value}; ${name}=${value}`], EMAIL), null)
  const others = createDeviceCookies({ keys: [Buffer.alloc(32, 9)], clock, secure: false })
  assert.equal(cookies.read(sent(others.issue(EMAIL, PERSON)), EMAIL), null)
})

test('a change of the keys leaves it, until the key is gone; it ends after 400 days', () => {
  const cookie = createDeviceCookies({ keys: [older], clock, secure: false }).issue(EMAIL, PERSON)
  assert.ok(cookies.read(sent(cookie), EMAIL) !== null)
  assert.equal(createDeviceCookies({ keys: [key], clock, secure: false }).read(sent(cookie), EMAIL), null)
  now += 400 * DAY_MS
  assert.ok(cookies.read(sent(cookie), EMAIL) !== null)
  now += DAY_MS
  assert.equal(cookies.read(sent(cookie), EMAIL), null)
})
