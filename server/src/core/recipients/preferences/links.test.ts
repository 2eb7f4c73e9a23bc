import assert from 'node:assert/strict'
import test from 'node:test'
import { bucketOf } from '../../../platform/ids.ts'
import { createSecretsCipher } from '../../../platform/secrets.ts'
import { createPreferenceLinks } from './links.ts'

const [oldKey, newKey, thirdKey] = [1, 2, 3].map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) }))
const linked = { accountId: 4_242, recipientId: 9_007_199_254_740_991, topicId: 3 }
const tokenOf = (url: string | null) => url!.split('/').at(-1)!

test('a token names the account with its bucket, the recipient and the topic', () => {
  const links = createPreferenceLinks([Buffer.alloc(32, 1)], () => 'https://tidings.example.com')
  const url = links.unsubscribe(linked)
  assert.match(url!, /^https:\/\/tidings\.example\.com\/unsubscribe\/[\w-]{50}$/)
  assert.deepEqual(links.read(tokenOf(url)), { ...linked, bucket: bucketOf(linked.accountId) })
  assert.equal(links.unsubscribe({ ...linked, topicId: null }), null)
  const all = links.preferences({ ...linked, topicId: null })
  assert.equal(links.read(tokenOf(all))!.topicId, null)
})

test('a forged token, one of another service, and one with a changed id are not authentic', () => {
  const links = createPreferenceLinks([Buffer.alloc(32, 1)], () => 'https://tidings.example.com')
  const token = tokenOf(links.unsubscribe(linked))
  const bytes = Buffer.from(token, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index]! ^= 1
    assert.equal(links.read(changed.toString('base64url')), null)
  }
  for (const text of ['', 'x', `${token}A`, token.slice(1), `${token}=`, 'A'.repeat(50), '\u0000', 'é'.repeat(50)])
    assert.equal(links.read(text), null, text)
  const others = createPreferenceLinks([Buffer.alloc(32, 2)], () => 'https://tidings.example.com')
  assert.equal(others.read(token), null)
})

test('a token is valid as long as its key is in the ring', () => {
  const cipher = createSecretsCipher([oldKey!])
  const links = createPreferenceLinks(cipher.deriveKeys('preference links'), () => 'https://tidings.example.com')
  const token = tokenOf(links.unsubscribe(linked))
  cipher.replaceKeys([newKey!, oldKey!])
  assert.notEqual(tokenOf(links.unsubscribe(linked)), token)
  assert.equal(links.read(token)?.recipientId, linked.recipientId)
  cipher.replaceKeys([newKey!, thirdKey!])
  assert.equal(links.read(token), null)
})

test('the header for one click needs https, and without an address of the service there are no links', () => {
  const of = (base: string | null) => createPreferenceLinks([Buffer.alloc(32, 1)], () => base)
  assert.equal(of('http://127.0.0.1:3000').oneClick(linked), null)
  assert.equal(of('https://tidings.example.com').oneClick({ ...linked, topicId: null }), null)
  assert.match(of('http://127.0.0.1:3000').unsubscribe(linked)!, /^http:/)
  const none = of(null)
  assert.deepEqual([none.unsubscribe(linked), none.preferences(linked), none.oneClick(linked)], [null, null, null])
})
