import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { Webhook } from 'standardwebhooks'
import { assertLinear } from '../../server/test/hostile/growth.ts'
import { FORGED, GENUINE, STANDARD_SECRET, UNUSABLE_SECRETS } from '../../server/test/hostile/signatures.ts'
import { createMemoryStore, createReceiver, createVerifier, verifyWebhook, WebhookVerificationError } from './index.ts'
import type { RequestHeaders, Secret, VerifyOptions } from './index.ts'

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

const now = { nowSeconds: GENUINE.now }

/** `invalidReason` for a request with this X-Service-Signature, of any type. */
function reasonFor(body: unknown, header: unknown, secret: unknown, options: VerifyOptions = {}) {
  const headers = { 'x-service-signature': header } as RequestHeaders
  return createVerifier(secret as Secret, options).invalidReason(body, headers)
}

for (const vector of data.vectors) {
  test(`signature vector ${vector.name}`, async () => {
    const bytes = vector.body === undefined ? Buffer.from(vector.body_base64!, 'base64') : Buffer.from(vector.body)
    const { secret, t, expected_header: header } = vector
    const reason = (body: unknown) => reasonFor(body, header, secret, { nowSeconds: t })
    assert.equal(await reason(bytes), null)
    assert.equal(await reason(new Uint8Array(bytes)), null)
    if (vector.body !== undefined) assert.equal(await reason(vector.body), null)
    assert.equal(await reason(Buffer.concat([bytes, Buffer.from(' ')])), 'no_match')
  })
}

for (const item of data.verify_cases) {
  test(`case ${item.name}`, async () => {
    const reason = () => reasonFor(item.body, item.header, item.secret, { nowSeconds: item.now })
    const secrets = [item.secret].flat()
    // The vectors let such a secret match nothing. It is refused earlier.
    if (!secrets.every((secret) => /^whsec_\S+$/.test(secret))) assert.throws(reason, TypeError)
    else assert.equal((await reason()) ?? 'ok', item.expect)
  })
}

test('either secret of a rotation verifies', async () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  for (const secret of [...secrets, secrets])
    assert.equal(await reasonFor(body, expected_header, secret, { nowSeconds: t }), null)
})

test('signatures made by the common mistakes do not verify', async () => {
  const [first] = data.vectors
  for (const [name, mistaken] of Object.entries(data.common_mistakes_for_first_vector)) {
    const header = `t=${first!.t},v1=${mistaken}`
    assert.equal(await reasonFor(first!.body!, header, first!.secret, { nowSeconds: first!.t }), 'no_match', name)
  }
})

test('the tolerance can be changed, and the clock is this machine’s by default', async () => {
  const { body, secrets, t, expected_header } = data.two_secret_header
  const reason = (options?: VerifyOptions) => reasonFor(body, expected_header, secrets, options)
  assert.equal(await reason({ nowSeconds: t + 10_000, toleranceSeconds: 10_000 }), null)
  assert.equal(await reason(), 'stale')
  assert.equal(await reason({ nowSeconds: () => t }), null)
  assert.equal(await reason({ nowSeconds: () => Number.NaN }), 'stale')
})

test('a header is found in any case of its name, and refused if it is there twice', async () => {
  const { body, header, secrets } = GENUINE as { body: string; header: string; secrets: string[] }
  const reason = (headers: unknown) => createVerifier(secrets, now).invalidReason(body, headers as RequestHeaders)
  const lower = 'x-service-signature'
  for (const name of [lower, 'X-Service-Signature', 'X-SERVICE-SIGNATURE'])
    for (const headers of [{ [name]: header }, new Map([[name, header]]), new Headers({ [name]: header })])
      assert.equal(await reason(headers), null)
  assert.equal(await reason({ get: (name: string) => (name === lower ? header : undefined) }), null)
  assert.equal(await reason({ [lower]: undefined, 'X-Service-Signature': header }), null)
  assert.equal(await reason({ [lower]: header, 'X-Service-Signature': header }), 'bad_header')
  const standard = standardHeaders(body, { secrets })
  const upper = Object.entries(standard).map(([name, value]) => [name.toUpperCase(), value])
  assert.equal(await reason(Object.fromEntries(upper)), null)
})

test('a body may be a text or bytes of any type and of any realm', async () => {
  const text = GENUINE.body as string
  const bytes = new TextEncoder().encode(text)
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  const part = new Uint8Array([0, ...bytes, 0]).subarray(1, -1)
  const ofAnotherRealm = ['new Uint8Array(a)', 'new Uint8Array(a).buffer', 'new DataView(new Uint8Array(a).buffer)']
  for (const body of [
    ...[text, bytes, Buffer.from(text), bytes.buffer, new DataView(bytes.buffer), shared, shared.buffer, part],
    ...ofAnotherRealm.map((code) => runInNewContext(code, { a: [...bytes] }) as Uint8Array),
  ]) {
    const verifier = createVerifier(GENUINE.secrets as Secret, now)
    const event = await verifier.readEvent(body, { 'x-service-signature': GENUINE.header as string })
    assert.equal(event.id, 'evt_1')
  }
})

test('a mistake of the program is a 500 with a sentence, and no wrong signature', async () => {
  const { body, header } = GENUINE as { body: string; header: string }
  const signed = { 'x-service-signature': header }
  const parsed: unknown = JSON.parse(body)
  const cases: [body: unknown, headers: unknown, status: number, sentence?: RegExp][] = [
    [parsed, signed, 500, /neither raw bytes nor a string/],
    [null, signed, 500, /neither raw bytes nor a string/],
    [undefined, signed, 500, /neither raw bytes nor a string/],
    [body, undefined, 500, /headers of the webhook are missing/],
    [body, null, 500, /headers of the webhook are missing/],
    [body, header, 500, /headers of the webhook are missing/],
    ['', { ...signed, 'Content-Length': '28' }, 500, /has 0 bytes, and the request had 28/],
    [JSON.stringify(parsed, null, 1), { ...signed, 'content-length': '28' }, 500, /and the request had 28/],
    [body, { ...signed, 'content-length': '1' }, 204],
    [`${body} `, { ...signed, 'content-length': '29' }, 400],
    [`${body} `, { ...signed, 'content-length': '20', 'content-encoding': 'gzip' }, 400],
    ['', signed, 400],
    [parsed, {}, 400],
  ]
  for (const [given, headers, status, sentence] of cases) {
    const said: string[] = []
    const receiver = createReceiver({
      secret: GENUINE.secrets as Secret,
      store: { once: () => Promise.resolve('handled') },
      nowSeconds: () => GENUINE.now,
      onEvent() {},
      onError: (error) => said.push((error as Error).message),
    })
    assert.equal((await receiver.receive(given as string, headers as RequestHeaders)).status, status)
    assert.match(said.join(), sentence ?? /^$/)
  }
})

test('a secret may have the notation of Standard Webhooks', async () => {
  const { body, header } = GENUINE
  for (const secret of [STANDARD_SECRET, STANDARD_SECRET.replaceAll('=', ''), ['whsec_a', STANDARD_SECRET]])
    assert.equal(await reasonFor(body, header, secret, now), null)
})

test('the error of a secret names its wrong character, and no part of the secret', () => {
  for (const [secret, reason] of [
    ['whsec_Abc\n', /It has a blank \(U\+000A\) at place 10$/],
    ['whsec_Abc\u200b', /It has a character of no secret \(U\+200B\) at place 10$/],
    ['whsec_Abc,whsec_Abc', /It has whsec_ twice$/],
    ['Abc', /set this variable$/],
  ] as const)
    assert.throws(
      () => createVerifier(secret),
      ({ message }: Error) => reason.test(message) && !message.includes('Abc'),
    )
})

test('wrong options are refused at construction', () => {
  for (const options of [{ nowSeconds: Number.NaN }, { toleranceSeconds: Number.NaN }, { toleranceSeconds: -1 }])
    assert.throws(() => createVerifier('whsec_a', options), TypeError)
})

test('an event is read, or the reason is thrown', async () => {
  const [first] = data.vectors
  const headers = { 'x-service-signature': first!.expected_header }
  const options = { nowSeconds: first!.t }
  const read = (given: RequestHeaders, secret = first!.secret) => verifyWebhook(first!.body!, given, secret, options)
  const event = await verifyWebhook(Buffer.from(first!.body!), headers, first!.secret, options)
  assert.equal(event.type, 'ping')
  assert.deepEqual(await read(new Headers(headers)), event)
  const refusal = (reason: string) => (error: unknown) =>
    error instanceof WebhookVerificationError && error.reason === reason
  await assert.rejects(read({}), refusal('bad_header'))
  await assert.rejects(read(new Headers()), refusal('bad_header'))
  await assert.rejects(read(headers, 'whsec_other'), refusal('no_match'))
})

/** Headers of Standard Webhooks, made by its official library. */
function standardHeaders(body: string, { id = 'evt_1', secrets = ['whsec_a'], t = GENUINE.now } = {}) {
  const signatures = secrets.map((secret) => new Webhook(standardSecretOf(secret)).sign(id, new Date(t * 1000), body))
  return { 'webhook-id': id, 'webhook-timestamp': String(t), 'webhook-signature': signatures.join(' ') }
}

/** The bytes of the whole secret are the key. The library wants them in base64. */
const standardSecretOf = (secret: string) => `whsec_${Buffer.from(secret).toString('base64')}`

test('a request in the format of Standard Webhooks verifies with each of its secrets', async () => {
  const body = '{"id":"evt_1","type":"ping","data":{"message":"ünïcode"}}'
  const headers = standardHeaders(body, { secrets: ['whsec_a', 'whsec_b'] })
  for (const secret of ['whsec_a', 'whsec_b', ['whsec_c', 'whsec_b']])
    for (const given of [headers, new Headers(headers)])
      assert.equal((await verifyWebhook(Buffer.from(body), given, secret, now)).id, 'evt_1')
  assert.equal(await createVerifier('whsec_c', now).invalidReason(body, headers), 'no_match')
  assert.equal(await createVerifier('whsec_a', now).invalidReason(`${body} `, headers), 'no_match')
})

test('forged requests in the format of Standard Webhooks are refused', async () => {
  const body = '{"id":"evt_1"}'
  const genuine = standardHeaders(body)
  const signature = genuine['webhook-signature']
  const verifier = createVerifier('whsec_a', now)
  assert.equal(await verifier.invalidReason(body, genuine), null)
  const cases: [expected: string, changed: Record<string, unknown>][] = [
    ['bad_header', { 'webhook-id': undefined }],
    ['bad_header', { 'webhook-id': '' }],
    ['bad_header', { 'webhook-id': 'evt_1.1' }],
    ['bad_header', { 'webhook-id': 'x'.repeat(256) }],
    ['bad_header', { 'webhook-timestamp': undefined }],
    ['bad_header', { 'webhook-timestamp': `0${GENUINE.now}` }],
    ['bad_header', { 'webhook-timestamp': [String(GENUINE.now)] }],
    ['bad_header', { 'webhook-signature': '' }],
    ['bad_header', { 'webhook-signature': signature.replace('v1,', 'v2,') }],
    ['bad_header', { 'webhook-signature': `${'v1,x '.repeat(8)}${signature}` }],
    ['bad_header', { 'webhook-signature': `${signature} ${'x'.repeat(2048)}` }],
    ['bad_header', { 'x-service-signature': '' }],
    ['no_match', { 'webhook-id': 'evt_2' }],
    ['no_match', { 'webhook-timestamp': String(GENUINE.now - 1) }],
    ['no_match', { 'webhook-signature': `${signature}=` }],
    ['no_match', { 'webhook-signature': signature.replaceAll('=', '') }],
    ['stale', standardHeaders(body, { t: GENUINE.now - 301 })],
  ]
  for (const [expected, changed] of cases) {
    const headers = { ...genuine, ...changed } as RequestHeaders
    assert.equal(await verifier.invalidReason(body, headers), expected, JSON.stringify(changed).slice(0, 100))
  }
})

test('the request behind the forged ones is authentic', async () => {
  assert.equal(await reasonFor(GENUINE.body, GENUINE.header, GENUINE.secrets, now), null)
})

for (const forged of FORGED)
  test(`forged: ${forged.name}`, async () => {
    const { body, header } = forged
    const verifier = createVerifier(forged.secrets as Secret, { nowSeconds: forged.now })
    const headers = { 'x-service-signature': header as string }
    const reason = await verifier.invalidReason(body, headers)
    assert.notEqual(reason, null)
    const errors: unknown[] = []
    await assert.rejects(verifier.readEvent(body as string, headers), WebhookVerificationError)
    const receiver = createReceiver({
      secret: forged.secrets as Secret,
      store: createMemoryStore(),
      nowSeconds: () => forged.now,
      onEvent: () => assert.fail('an event was handled'),
      onError: (error) => errors.push(error),
    })
    // No request causes a body or headers of another type: the program does, so the event must come again.
    const isMistake = typeof body !== 'string' && reason === 'bad_body'
    assert.deepEqual(await receiver.receive(body as string, headers), { status: isMistake ? 500 : 400 })
    assert.equal(errors.length, isMistake ? 1 : 0)
  })

test('forged: no headers at all', async () => {
  for (const headers of [null, undefined, 'x'])
    assert.equal(await createVerifier('whsec_a').invalidReason('{}', headers as never), 'bad_header')
})

for (const [name, secrets] of UNUSABLE_SECRETS)
  test(`as the secret ${name} is refused at construction`, async () => {
    const refusal = { name: 'TypeError', message: /secret is missing, empty or not a secret.*set this variable/ }
    const secret = secrets as Secret
    assert.throws(() => createVerifier(secret), refusal)
    await assert.rejects(verifyWebhook('{}', {}, secret, now), refusal)
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
  const body = (size: number) => Buffer.alloc(size, 'x')
  await assertLinear(1_000_000, body, (bytes) => reasonFor(bytes, GENUINE.header, GENUINE.secrets, now))
})
