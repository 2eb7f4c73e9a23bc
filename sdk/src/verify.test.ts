import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { verify, verifyWebhook, WebhookVerificationError } from './index.ts'

interface Vectors {
  vectors: { name: string; secret: string; t: number; body?: string; body_base64?: string; expected_header: string }[]
  two_secret_header: { secrets: string[]; t: number; body: string; expected_header: string }
  common_mistakes_for_first_vector: Record<string, string>
  verify_cases: {
    name: string
    header: string
    body: string
    secret: string | string[]
    now: number
    expect: 'ok' | 'bad_header' | 'stale' | 'no_match'
  }[]
}

const data = JSON.parse(
  readFileSync(new URL('../../server/test/data/signature-vectors.json', import.meta.url), 'utf8'),
) as Vectors

for (const vector of data.vectors) {
  test(`signature vector ${vector.name}`, () => {
    const bytes = vector.body === undefined ? Buffer.from(vector.body_base64!, 'base64') : Buffer.from(vector.body)
    const options = { nowSeconds: vector.t }
    const valid = { valid: true, timestamp: vector.t } as const
    assert.deepEqual(verify(bytes, vector.expected_header, vector.secret, options), valid)
    assert.deepEqual(verify(new Uint8Array(bytes), vector.expected_header, vector.secret, options), valid)
    if (vector.body !== undefined)
      assert.deepEqual(verify(vector.body, vector.expected_header, vector.secret, options), valid)
    const changed = Buffer.concat([bytes, Buffer.from(' ')])
    assert.deepEqual(verify(changed, vector.expected_header, vector.secret, options), {
      valid: false,
      reason: 'no_match',
    })
  })
}

for (const item of data.verify_cases) {
  test(`case ${item.name}`, () => {
    const result = verify(item.body, item.header, item.secret, { nowSeconds: item.now })
    assert.equal(result.valid ? 'ok' : result.reason, item.expect)
  })
}

test('either secret of a rotation verifies', () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  for (const secret of secrets) assert.ok(verify(body, expected_header, secret, { nowSeconds: t }).valid)
  assert.ok(verify(body, expected_header, secrets, { nowSeconds: t }).valid)
  assert.ok(!verify(body, expected_header, [], { nowSeconds: t }).valid)
})

test('signatures made by the common mistakes do not verify', () => {
  const [first] = data.vectors
  for (const [name, mistaken] of Object.entries(data.common_mistakes_for_first_vector)) {
    const result = verify(first!.body!, `t=${first!.t},v1=${mistaken}`, first!.secret, { nowSeconds: first!.t })
    assert.deepEqual(result, { valid: false, reason: 'no_match' }, name)
  }
})

test('the tolerance can be changed, and the clock is this machine’s by default', () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  assert.ok(verify(body, expected_header, secrets, { nowSeconds: t + 10_000, toleranceSeconds: 10_000 }).valid)
  assert.deepEqual(verify(body, expected_header, secrets), { valid: false, reason: 'stale' })
})

test('verifyWebhook answers the event, or throws with the reason', () => {
  const [first] = data.vectors
  const headers = { 'x-service-signature': first!.expected_header }
  const options = { nowSeconds: first!.t }
  const event = verifyWebhook(Buffer.from(first!.body!), headers, first!.secret, options)
  assert.equal(event.type, 'ping')
  assert.deepEqual(verifyWebhook(first!.body!, new Headers(headers), first!.secret, options), event)
  const refusal = (reason: string) => (error: unknown) =>
    error instanceof WebhookVerificationError && error.reason === reason
  assert.throws(() => verifyWebhook(first!.body!, {}, first!.secret, options), refusal('bad_header'))
  assert.throws(() => verifyWebhook(first!.body!, headers, 'whsec_other', options), refusal('no_match'))
})
