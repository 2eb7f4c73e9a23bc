import assert from 'node:assert/strict'
import { createECDH, randomBytes, webcrypto } from 'node:crypto'
import { test } from 'node:test'
import { decryptPush } from '../../../test/vendors/web-push.ts'
import { CURVE, encryptForSubscription, newMessageKeys, PLAINTEXT_BYTES_MAX } from './web-push-encryption.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of RFC 8291 (section 5, its steps in appendix A) comes out byte for byte', () => {
  const messageKeys = createECDH(CURVE)
  messageKeys.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const keys = {
    publicKey: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const plaintext = Buffer.from('When I grow up, I want to be a watermelon')
  const body = encryptForSubscription(plaintext, keys, bytes('DGv6ra1nlYgDCS1FRnbzlw'), messageKeys)
  assert.equal(
    body.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl' +
      '7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('a browser reads any text, and the longest makes a body of 4096 bytes', async () => {
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const pair = await webcrypto.subtle.generateKey(curve, false, ['deriveBits'])
  const publicKey = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey))
  const auth = randomBytes(16)
  for (const text of ['', 'Grüße 🎉', 'x'.repeat(PLAINTEXT_BYTES_MAX)]) {
    const keys = { publicKey, authSecret: auth }
    const body = encryptForSubscription(Buffer.from(text), keys, randomBytes(16), newMessageKeys())
    assert.equal(await decryptPush(body, { privateKey: pair.privateKey, publicKey, auth }), text)
    assert.equal(body.length, 4096 - PLAINTEXT_BYTES_MAX + Buffer.byteLength(text))
  }
})

test('a key that is no point of the curve is refused', () => {
  const keys = { publicKey: Buffer.alloc(65, 4), authSecret: randomBytes(16) }
  assert.throws(() => encryptForSubscription(Buffer.from('x'), keys, randomBytes(16), newMessageKeys()))
})
