import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { assertLinear } from '../../server/test/hostile/growth.ts'
import { FORGED, GENUINE, UNUSABLE_SECRETS } from '../../server/test/hostile/signatures.ts'
import { createMemoryStore, createReceiver, createVerifier, verify, verifyWebhook } from './index.ts'
import { WebhookVerificationError } from './index.ts'
import type { Secret } from './index.ts'

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
    const verifier = createVerifier(vector.secret, { nowSeconds: vector.t })
    assert.equal(verifier.verify(bytes, vector.expected_header), true)
    assert.equal(verifier.verify(new Uint8Array(bytes), vector.expected_header), true)
    if (vector.body !== undefined) assert.equal(verifier.verify(vector.body, vector.expected_header), true)
    const changed = Buffer.concat([bytes, Buffer.from(' ')])
    assert.equal(verifier.verify(changed, vector.expected_header), false)
    assert.equal(verifier.invalidReason(changed, vector.expected_header), 'no_match')
  })
}

for (const item of data.verify_cases) {
  test(`case ${item.name}`, () => {
    const verifier = createVerifier(item.secret, { nowSeconds: item.now })
    assert.equal(verifier.invalidReason(item.body, item.header) ?? 'ok', item.expect)
    assert.equal(verifier.verify(item.body, item.header), item.expect === 'ok')
    assert.equal(verify(item.body, item.header, item.secret, { nowSeconds: item.now }), item.expect === 'ok')
  })
}

test('either secret of a rotation verifies', () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  for (const secret of secrets) assert.ok(verify(body, expected_header, secret, { nowSeconds: t }))
  assert.ok(verify(body, expected_header, secrets, { nowSeconds: t }))
})

test('signatures made by the common mistakes do not verify', () => {
  const [first] = data.vectors
  const verifier = createVerifier(first!.secret, { nowSeconds: first!.t })
  for (const [name, mistaken] of Object.entries(data.common_mistakes_for_first_vector))
    assert.equal(verifier.invalidReason(first!.body!, `t=${first!.t},v1=${mistaken}`), 'no_match', name)
})

test('the tolerance can be changed, and the clock is this machine’s by default', () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  assert.ok(verify(body, expected_header, secrets, { nowSeconds: t + 10_000, toleranceSeconds: 10_000 }))
  assert.equal(createVerifier(secrets).invalidReason(body, expected_header), 'stale')
  assert.equal(createVerifier(secrets, { nowSeconds: () => t }).invalidReason(body, expected_header), null)
})

test('a clock or tolerance other than a number accepts no request', () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  for (const options of [{ nowSeconds: Number.NaN }, { nowSeconds: t, toleranceSeconds: Number.NaN }])
    assert.equal(verify(body, expected_header, secrets, options), false)
})

test('an event is read, or the reason is thrown', () => {
  const [first] = data.vectors
  const headers = { 'x-service-signature': first!.expected_header }
  const options = { nowSeconds: first!.t }
  const event = verifyWebhook(Buffer.from(first!.body!), headers, first!.secret, options)
  assert.equal(event.type, 'ping')
  assert.deepEqual(verifyWebhook(first!.body!, new Headers(headers), first!.secret, options), event)
  const refusal = (reason: string) => (error: unknown) =>
    error instanceof WebhookVerificationError && error.reason === reason
  assert.throws(() => verifyWebhook(first!.body!, {}, first!.secret, options), refusal('bad_header'))
  assert.throws(() => verifyWebhook(first!.body!, new Headers(), first!.secret, options), refusal('bad_header'))
  assert.throws(() => verifyWebhook(first!.body!, headers, 'whsec_other', options), refusal('no_match'))
})

const now = { nowSeconds: GENUINE.now }
const verifierOf = ({ secrets }: { secrets: unknown }) => createVerifier(secrets as Secret, now)

test('the request behind the forged ones is authentic', () => {
  assert.equal(verifierOf(GENUINE).verify(GENUINE.body, GENUINE.header), true)
})

for (const forged of FORGED)
  test(`forged: ${forged.name}`, async () => {
    const { body, header } = forged
    const verifier = createVerifier(forged.secrets as Secret, { nowSeconds: forged.now })
    assert.equal(verifier.verify(body, header), false)
    assert.notEqual(verifier.invalidReason(body, header), null)
    const headers = { 'x-service-signature': header as string }
    assert.throws(() => verifier.readEvent(body as string, headers), WebhookVerificationError)
    const receiver = createReceiver({
      secret: forged.secrets as Secret,
      store: createMemoryStore(),
      nowSeconds: () => forged.now,
      onEvent: () => assert.fail('an event was handled'),
      onError: () => assert.fail('an error came of a request'),
    })
    assert.deepEqual(await receiver.receive(body as string, headers), { status: 400 })
  })

test('forged: no headers at all', () => {
  for (const headers of [null, undefined, 'x'])
    assert.throws(() => verifierOf(GENUINE).readEvent('{}', headers as never), WebhookVerificationError)
})

for (const [name, secrets] of UNUSABLE_SECRETS)
  test(`as the secret ${name} is refused at construction`, async () => {
    const refusal = { name: 'TypeError', message: /secret is missing or empty.*set this variable/ }
    const secret = secrets as Secret
    assert.throws(() => createVerifier(secret), refusal)
    assert.throws(() => verify(GENUINE.body, GENUINE.header, secret, now), refusal)
    assert.throws(() => verifyWebhook('{}', {}, secret, now), refusal)
    const rest = { store: createMemoryStore(), onEvent: () => assert.fail('an event was handled') }
    assert.throws(() => createReceiver({ secret, ...rest }), refusal)
    const errors: unknown[] = []
    const asked = createReceiver({ secret: () => secret, ...rest, onError: (error) => errors.push(error) })
    const headers = { 'x-service-signature': GENUINE.header as string }
    assert.deepEqual(await asked.receive(GENUINE.body as string, headers), { status: 500 })
    assert.match((errors[0] as Error).message, refusal.message)
  })

test('the secret of a variable that is unset is refused', () => {
  assert.throws(() => createVerifier(process.env['A_VARIABLE_THAT_NOBODY_SETS']), /set this variable/)
})

test('verifying a body has linear cost', async () => {
  const verifier = verifierOf(GENUINE)
  const body = (size: number) => Buffer.alloc(size, 'x')
  await assertLinear(1_000_000, body, (bytes) => verifier.verify(bytes, GENUINE.header))
})
