import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { namesOfToken, signToken, TOKEN_CHARACTERS_MAX, verifyToken } from './tokens.ts'

const SECRET = 'rsk_secret'
const NAMES = { keyId: 3, accountId: 12, recipientId: 42 }
const NOW = Date.parse('2026-06-08T10:20:00Z')
const SECONDS = NOW / 1000

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(claims: object, header: object = {}): string {
  const signed = `${part({ alg: 'HS256', kid: '3', ...header })}.${part({ aud: 'inbox', iss: '12', sub: '42', ...claims })}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

describe('recipient tokens', () => {
  test('a made token names its ids, and is valid until it expires', async () => {
    const { token, expiresAt } = await signToken(NAMES, SECRET, { nowMs: NOW, seconds: 3600 })
    assert.equal(expiresAt, NOW + 3_600_000)
    assert.deepEqual(namesOfToken(token), NAMES)
    assert.equal(await verifyToken(token, NAMES, SECRET, NOW), expiresAt)
    assert.equal(await verifyToken(token, NAMES, SECRET, expiresAt - 1), expiresAt)
    assert.equal(await verifyToken(token, NAMES, SECRET, expiresAt), null)
    assert.equal(await verifyToken(token, NAMES, SECRET, NOW - 30_000), expiresAt)
    assert.equal(await verifyToken(token, NAMES, SECRET, NOW - 32_000), null)
    assert.equal(await verifyToken(token, NAMES, 'rsk_other', NOW), null)
    assert.equal(await verifyToken(token, { ...NAMES, recipientId: 43 }, SECRET, NOW), null)
    assert.equal(await verifyToken(token, { ...NAMES, accountId: 13 }, SECRET, NOW), null)
  })

  test('a token for more than a day, or without its times, is not valid', async () => {
    const good = { iat: SECONDS, exp: SECONDS + 86_400 }
    assert.equal(await verifyToken(tokenOf(good), NAMES, SECRET, NOW), NOW + 86_400_000)
    const bad = [
      { iat: SECONDS, exp: SECONDS + 86_401 },
      { exp: SECONDS + 60 },
      { iat: SECONDS },
      { iat: SECONDS + 60, exp: SECONDS + 120 },
      { iat: 'now', exp: SECONDS + 120 },
      { ...good, nbf: SECONDS + 600 },
    ]
    for (const claims of bad)
      assert.equal(await verifyToken(tokenOf(claims), NAMES, SECRET, NOW), null, JSON.stringify(claims))
  })

  test('other algorithms, audiences and forms of ids have no names', () => {
    const times = { iat: SECONDS, exp: SECONDS + 60 }
    assert.deepEqual(namesOfToken(tokenOf(times)), NAMES)
    const wrong = [
      tokenOf(times, { alg: 'none' }),
      tokenOf(times, { alg: 'HS512' }),
      tokenOf(times, { alg: 'RS256' }),
      tokenOf(times, { kid: 3 }),
      tokenOf(times, { kid: '03' }),
      tokenOf(times, { kid: '99999999999999999' }),
      tokenOf({ ...times, sub: 42 }),
      tokenOf({ ...times, sub: '-1' }),
      tokenOf({ ...times, iss: '' }),
      tokenOf({ ...times, aud: 'api' }),
      tokenOf({ ...times, aud: ['inbox'] }),
      `${part([])}.${part([])}.x`,
      'a.b.c',
      '..',
      '',
      `${tokenOf(times)}=`,
      `${tokenOf(times)}${'A'.repeat(TOKEN_CHARACTERS_MAX)}`,
    ]
    for (const token of wrong) assert.equal(namesOfToken(token), null, token)
  })
})
