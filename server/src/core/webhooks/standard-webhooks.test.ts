/** The format of Standard Webhooks, judged by its official library, through the whole service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook } from '../../../../sdk/src/verify.ts'
import type { ReceivedRequest } from '../../../test/receiver.ts'
import { until } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'
import { verify } from '../../../test/verify.ts'

const PATH = '/api/v1/webhook_endpoints'
const OWN = ['x-service-signature']
const STANDARD = ['webhook-id', 'webhook-signature', 'webhook-timestamp']

const { receiver, running } = await testService({ receiver: true })

/** An account with an endpoint of this format. `ping` returns the request of a test event. */
async function register(fields: object) {
  const client = await running.client()
  const url = `${receiver.url}/${client.accountId}`
  const created = await client.call('POST', PATH, { webhook_endpoint: { url, ...fields } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id, secret, standard_secret: standardSecret } = created.body.webhook_endpoint
  const path = `${PATH}/${id}`
  return {
    shown: created.body.webhook_endpoint,
    secret,
    standardSecret,
    patch: (changed: object) => client.call('PATCH', path, { webhook_endpoint: changed }),
    rotate: async (body: object) => (await client.call('POST', `${path}/rotate_secret`, body)).body.webhook_endpoint,
    async ping(): Promise<ReceivedRequest> {
      const { event_id: eventId } = (await client.call('POST', `${path}/test`)).body
      const isIt = (request: ReceivedRequest) => request.headers['x-service-event-id'] === eventId
      return (await receiver.waitFor((all) => all.some(isIt))).find(isIt)!
    },
  }
}

/** The names of the headers with signatures. */
const signatureHeadersOf = ({ headers }: ReceivedRequest) =>
  Object.keys(headers)
    .filter((name) => OWN.includes(name) || name.startsWith('webhook-'))
    .toSorted()

/** Throws if the library does not accept the request. */
const judge = ({ body, headers }: ReceivedRequest, standardSecret: string) =>
  new Webhook(standardSecret).verify(body.toString(), headers as Record<string, string>)

test('by default requests have only the signature of the specification', async () => {
  const { secret, ping } = await register({})
  const request = await ping()
  assert.deepEqual(signatureHeadersOf(request), OWN)
  assert.ok(verify(request.body, request.headers['x-service-signature'], secret))
})

test('the library accepts requests in the formats standard and both, and the SDK does', async () => {
  for (const [format, names] of [
    ['standard', STANDARD],
    ['both', [...STANDARD, ...OWN]],
  ] as const) {
    const { secret, standardSecret, ping } = await register({ signature_format: format })
    const request = await ping()
    assert.deepEqual(signatureHeadersOf(request), names)
    assert.equal(request.headers['webhook-id'], request.headers['x-service-event-id'])
    const event = JSON.parse(request.body.toString())
    assert.deepEqual(judge(request, standardSecret), event)
    assert.deepEqual(await verifyWebhook(request.body, request.headers, secret), event)
    assert.throws(() => judge({ ...request, body: Buffer.from(`${request.body.toString()} `) }, standardSecret))
    assert.throws(() => judge(request, `whsec_${Buffer.from('another').toString('base64')}`))
  }
})

test('create and rotate return exactly four fields, and a fifth only for a format of Standard Webhooks', async () => {
  const four = ['id', 'url', 'active', 'secret']
  for (const [fields, later, created, rotated] of [
    [{}, {}, four, four],
    [{ signature_format: 'service' }, { signature_format: 'both' }, four, [...four, 'standard_secret']],
    [{ signature_format: 'standard' }, {}, [...four, 'standard_secret'], [...four, 'standard_secret']],
    [{ signature_format: 'both' }, { signature_format: 'service' }, [...four, 'standard_secret'], four],
  ] as const) {
    const { shown, patch, rotate } = await register(fields)
    await patch(later)
    const again = await rotate({})
    assert.deepEqual([Object.keys(shown), Object.keys(again)], [created, rotated], JSON.stringify(fields))
    for (const { secret, standard_secret: standard } of [shown, again])
      if (standard !== undefined)
        assert.equal(Buffer.from(standard.slice('whsec_'.length), 'base64').toString(), secret)
  }
})

test('in an overlap the library accepts requests with either secret', async () => {
  const { standardSecret, ping, rotate } = await register({ signature_format: 'standard' })
  const { standard_secret: next } = await rotate({ overlap_seconds: 3600 })
  const request = await ping()
  assert.equal(String(request.headers['webhook-signature']).split(' ').length, 2)
  for (const secret of [next, standardSecret]) judge(request, secret)
  const { standard_secret: last } = await rotate({})
  const later = await ping()
  judge(later, last)
  for (const secret of [next, standardSecret]) assert.throws(() => judge(later, secret))
})

test('a change of the format holds for the next request', async () => {
  const { standardSecret, ping, patch } = await register({ signature_format: 'both' })
  judge(await ping(), standardSecret)
  const changed = await patch({ signature_format: 'service' })
  assert.deepEqual([changed.status, changed.body.webhook_endpoint.signature_format], [200, 'service'])
  assert.deepEqual(signatureHeadersOf(await ping()), OWN)
  const refused = await patch({ signature_format: 'svix' })
  assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, ['signature_format']])
})

test('an attempt shows its headers as they were sent, in every format and after a change of the secret', async () => {
  const client = await running.client()
  const url = `${receiver.url}/${client.accountId}`
  const { body: created } = await client.call('POST', PATH, { webhook_endpoint: { url } })
  const path = `${PATH}/${created.webhook_endpoint.id}`
  for (const format of ['service', 'standard', 'both']) {
    await client.call('PATCH', path, { webhook_endpoint: { signature_format: format } })
    await client.call('POST', `${path}/rotate_secret`, { overlap_seconds: 3600 })
    const { event_id: id } = (await client.call('POST', `${path}/test`)).body
    const requests = await receiver.waitFor((all) => all.some(({ headers }) => headers['x-service-event-id'] === id))
    const { headers } = requests.find((one) => one.headers['x-service-event-id'] === id)!
    const { body } = await until(
      () => client.call('GET', `/api/v1/webhook_events/${id}`),
      ({ body: shown }) => shown.webhook_event.attempts_made === 1,
    )
    const shown: { name: string; value: string }[] = body.webhook_event.attempts[0].request_headers
    assert.deepEqual(
      Object.fromEntries(shown.map(({ name, value }) => [name.toLowerCase(), value])),
      Object.fromEntries(
        Object.entries(headers).filter(([name]) => !['host', 'content-length', 'connection'].includes(name)),
      ),
    )
  }
})
