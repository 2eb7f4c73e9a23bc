import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignedBySvix, svixKey } from './svix.ts'

// Published in docs.svix.com/receiving/verifying-payloads/how (the example of every library).
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SIGNED = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: Buffer.from('{"test": 2432232314}'),
  signatures: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('the published signature is valid, altered ones are not', () => {
  const key = svixKey(SECRET)!
  assert.ok(isSignedBySvix(key, SIGNED))
  const among = `v1,bm9ldHUw v1a,xyz ${SIGNED.signatures} v2,g0hM`
  assert.ok(isSignedBySvix(key, { ...SIGNED, signatures: among }))
  const wrong = [
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJel' },
    { timestamp: '1614265331' },
    { body: Buffer.from('{"test": 2432232315}') },
    { signatures: SIGNED.signatures.replace('v1', 'v2') },
    { signatures: SIGNED.signatures.replace('g0', 'g1') },
    { signatures: '' },
    { signatures: 'v1' },
  ]
  for (const change of wrong) assert.ok(!isSignedBySvix(key, { ...SIGNED, ...change }), JSON.stringify(change))
  assert.ok(!isSignedBySvix(svixKey(SECRET.replace('MfKQ', 'MfKR'))!, SIGNED))
})

test('a secret is its prefix and a key', () => {
  for (const text of ['', 'whsec_', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', `${SECRET}!`]) assert.equal(svixKey(text), null)
})
