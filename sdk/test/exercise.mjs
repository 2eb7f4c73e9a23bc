/**
 * Uses the installed package. It runs on every runtime, so it has no test runner. It exits with 1 at the first error.
 * `node exercise.mjs VECTORS_FILE`
 */
import { readFileSync } from 'node:fs'
import {
  createClient,
  createMemoryStore,
  createReceiver,
  fetchHandler,
  STATUS_RANKS,
  TidingsError,
  verifyWebhook,
} from '@tidings/sdk'
import { createClient as createClientOfClient } from '@tidings/sdk/client'
import { createPostgresStore } from '@tidings/sdk/postgres'
import { createReceiver as createReceiverOfReceiver } from '@tidings/sdk/receiver'
import { createRedisStore } from '@tidings/sdk/redis'
import { createSqliteStore } from '@tidings/sdk/sqlite'
import { createVerifier } from '@tidings/sdk/verify'

function equal(actual, expected, about) {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)]
  if (a !== b) throw new Error(`${about}: ${a} instead of ${b}`)
}

function throws(action, about) {
  try {
    action()
  } catch (error) {
    return equal(error.name, 'TypeError', about)
  }
  throw new Error(`${about}: no error`)
}

equal(createClientOfClient === createClient, true, 'createClient')
equal(createReceiverOfReceiver === createReceiver, true, 'createReceiver')
equal(STATUS_RANKS.opened, 80, 'the ranks')

const { vectors } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const { name, secret, t, body, body_base64, expected_header } of vectors) {
  const bytes = body === undefined ? Uint8Array.from(atob(body_base64), (one) => one.charCodeAt(0)) : body
  const verifier = createVerifier(secret, { nowSeconds: t })
  const headers = new Headers({ 'X-Service-Signature': expected_header })
  equal(await verifier.invalidReason(bytes, headers), null, name)
  const another = createVerifier('whsec_another', { nowSeconds: t })
  equal(await another.invalidReason(bytes, headers), 'no_match', name)
}

// The example of the specification of Standard Webhooks has a key of arbitrary bytes. This one is the text of the secret.
const standard = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1767225600',
  'webhook-signature': 'v1,67ieuG7FH2LtEogaO+Gc/j8pqcjQj9EHfbnRjSELOEQ=',
}
const ping = '{"id":"evt_1","type":"ping","created_at":"2026-01-01T00:00:00Z","data":{"message":"Hello"}}'
const event = await verifyWebhook(ping, standard, 'whsec_a', { nowSeconds: 1_767_225_600 })
equal([event.type, event.data.message], ['ping', 'Hello'], 'Standard Webhooks')

const handled = []
const receiver = createReceiver({
  secret: 'whsec_a',
  store: createMemoryStore(),
  nowSeconds: () => 1_767_225_600,
  onEvent: (received) => void handled.push(received.id),
})
const post = (headers) =>
  fetchHandler(receiver)(new Request('https://app.example.com/webhooks', { method: 'POST', body: ping, headers }))
equal((await post(standard)).status, 204, 'the receiver')
equal((await post(standard)).status, 204, 'the receiver, again')
equal((await post({})).status, 400, 'the receiver without a signature')
equal(handled, ['evt_1'], 'handled events')

const requests = []
const tidings = createClient({
  apiKey: 'sk_a',
  baseUrl: 'https://tidings.example.com',
  retriesMax: 0,
  async fetch(url, { method, headers }) {
    requests.push([method, url, headers['idempotency-key']?.length ?? null])
    const body = { error: 'No', code: 'not_found', request_id: 'r' }
    return new Response(JSON.stringify(body), { status: 404, headers: { 'content-type': 'application/json' } })
  },
})
for (const call of [() => tidings.messages.get(1), () => tidings.messages.create({ message_template_name: 'a' })]) {
  const error = await call().catch((thrown) => thrown)
  equal([error instanceof TidingsError, error.code], [true, 'not_found'], 'the client')
}
const url = 'https://tidings.example.com/api/v1/messages'
equal(
  requests,
  [
    ['GET', `${url}/1`, null],
    ['POST', url, 36],
  ],
  'requests',
)

for (const secret of [undefined, '', 'whsec_', 'a']) throws(() => createVerifier(secret), 'a secret')
for (const create of [createPostgresStore, createSqliteStore, createRedisStore]) throws(() => create(), 'a store')
throws(() => createClient({ apiKey: '', baseUrl: url }), 'the options of the client')
throws(() => createReceiver({ secret: 'whsec_a' }), 'the options of the receiver')
console.log('The package works')
