import assert from 'node:assert/strict'
import { createHash, webcrypto } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { newSecret, sign } from './signature.ts'

interface Vectors {
  vectors: {
    name: string
    secret: string
    t: number
    body?: string
    body_base64?: string
    body_bytes: number
    body_sha256: string
    v1: string
    expected_header: string
  }[]
  two_secret_header: { secrets: string[]; t: number; body: string; expected_header: string }
  common_mistakes_for_first_vector: Record<string, string>
}

const data = JSON.parse(
  readFileSync(new URL('../../../test/data/signature-vectors.json', import.meta.url), 'utf8'),
) as Vectors

for (const vector of data.vectors) {
  test(`signature vector ${vector.name}`, () => {
    const bytes = vector.body === undefined ? Buffer.from(vector.body_base64!, 'base64') : Buffer.from(vector.body)
    assert.equal(bytes.length, vector.body_bytes)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), vector.body_sha256)
    assert.equal(sign(bytes, [vector.secret], vector.t), vector.expected_header)
    if (vector.body !== undefined) assert.equal(sign(vector.body, [vector.secret], vector.t), vector.expected_header)
  })
}

test('two secrets give two v1, in their order', () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  assert.equal(sign(body, secrets, t), expected_header)
})

/** An HMAC by an implementation independent of the signing code. */
async function hmac(secret: string, signed: Uint8Array<ArrayBuffer>): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await webcrypto.subtle.importKey('raw', Buffer.from(secret), algorithm, false, ['sign'])
  return Buffer.from(await webcrypto.subtle.sign('HMAC', key, signed)).toString('hex')
}

test('any body and any secret are signed as RFC 2104 says', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1 })
  // Keys longer than a SHA-256 block are hashed first.
  const secret = fc.oneof(
    text,
    fc.constantFrom(...[63, 64, 65, 200].map((length) => 'k'.repeat(length)), 'ä'.repeat(32), 'ä'.repeat(33)),
  )
  const body = fc.oneof(
    text,
    fc.constantFrom(0, 3000, 40_000).map((length) => 'ä'.repeat(length)),
    fc.uint8Array(),
  )
  await fc.assert(
    fc.asyncProperty(body, fc.array(secret, { minLength: 1, maxLength: 2 }), fc.nat(), async (given, secrets, t) => {
      const signed = Buffer.concat([Buffer.from(`${t}.`), Buffer.from(given as string)])
      const expected = await Promise.all(secrets.map((key) => hmac(key, signed)))
      assert.equal(sign(given, secrets, t), `t=${t},v1=${expected.join(',v1=')}`)
    }),
  )
})

test('a signature by a common mistake differs', () => {
  const [first] = data.vectors
  for (const [name, mistaken] of Object.entries(data.common_mistakes_for_first_vector))
    assert.ok(!sign(first!.body!, [first!.secret], first!.t).includes(mistaken), name)
})

test('new secrets have the decided form and differ', () => {
  const secrets = Array.from({ length: 1000 }, newSecret)
  for (const secret of secrets) assert.match(secret, /^whsec_[0-9A-Za-z]{43}$/)
  assert.equal(new Set(secrets).size, secrets.length)
})
