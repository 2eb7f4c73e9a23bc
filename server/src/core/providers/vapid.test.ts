import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJwt } from '../../../test/jwt.ts'
import { readVapidKeys, vapidAuthorization } from './vapid.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)
/** The key pair of the example in RFC 8291 appendix A. */
const PUBLIC_KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'
const PRIVATE_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'

test("the tests' own reader accepts the example of RFC 8292 (section 2.4), and no altered one", async () => {
  const token =
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6' +
    'Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSS' +
    'HzvoD1oA'
  const raw = Buffer.from(
    'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
    'base64url',
  )
  const { claims } = await readJwt('ES256', { raw }, token)
  assert.deepEqual(claims, { aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' })
  await assert.rejects(readJwt('ES256', { raw: Buffer.from(PUBLIC_KEY, 'base64url') }, token))
})

test('the public key follows from the private one', () => {
  assert.equal(readVapidKeys(PRIVATE_KEY)?.publicKey, PUBLIC_KEY)
  assert.equal(readVapidKeys(`${PRIVATE_KEY}=`)?.publicKey, PUBLIC_KEY)
  const curveOrder = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
  for (const wrong of ['', 'abc', PUBLIC_KEY, '!'.repeat(43), curveOrder.toString('base64url')])
    assert.equal(readVapidKeys(wrong), null, wrong)
})

test('the authorization has the push service, the expiry and the contact', async () => {
  const header = await vapidAuthorization(
    readVapidKeys(PRIVATE_KEY)!,
    'mailto:a@example.com',
    'https://push.example.org',
    NOW,
  )
  const [, token, key] = /^vapid t=(\S+), k=(\S+)$/.exec(header)!
  assert.equal(key, PUBLIC_KEY)
  const { header: joseHeader, claims } = await readJwt('ES256', { raw: Buffer.from(key, 'base64url') }, token!)
  assert.deepEqual(joseHeader, { alg: 'ES256', typ: 'JWT' })
  const exp = NOW / 1000 + 12 * 3600
  assert.deepEqual(claims, { aud: 'https://push.example.org', exp, sub: 'mailto:a@example.com' })
})
