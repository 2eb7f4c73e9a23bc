/** Hostile callbacks: without a key, with the token of a channel, and also with its secret. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { before, describe, test } from 'node:test'
import { createSecretsCipher } from '../../src/platform/secrets.ts'
import { createCallbackAddresses } from '../../src/core/providers/callback-address.ts'
import { postmarkProvider } from '../../src/core/providers/postmark.ts'
import type { ProviderDefinition } from '../../src/core/providers/provider.ts'
import { PROVIDERS } from '../../src/core/providers/registry.ts'
import { sesProvider } from '../../src/core/providers/ses.ts'
import { snsUrl } from '../../src/core/providers/sns.ts'
import { twilioSignature } from '../../src/core/providers/twilio-signature.ts'
import { twilioProvider } from '../../src/core/providers/twilio.ts'
import { preparedCallback } from '../callbacks.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { startPostmark } from '../vendors/postmark.ts'
import { startResend } from '../vendors/resend.ts'
import { startSendgrid } from '../vendors/sendgrid.ts'
import { startSes } from '../vendors/ses.ts'
import { startTwilio } from '../vendors/twilio.ts'
import type { CallbackPost, Vendor, VendorSend } from '../vendors/vendor.ts'
import { assertLinear } from './growth.ts'
import { plainFetch } from '../plain-fetch.ts'

const vendors: Vendor[] = []
for (const start of [startTwilio, startSendgrid, startResend, startPostmark, startSes])
  vendors.push(await endAfterTests<Vendor>(start()))
const urls = vendors.flatMap((vendor) => Object.entries(vendor.urls)).map(([name, url]) => `${name}=${url}`)
const { running } = await testService({ variables: { PROVIDER_URLS: urls.join(',') } })

const parameters = (count: number) =>
  new URLSearchParams(Array.from({ length: count }, (_, index) => [`p${index}`, 'v'] satisfies [string, string]))

const asTwilio = (body: string) =>
  preparedCallback(twilioProvider, { headers: { 'x-twilio-signature': 'x' }, body }, { auth_token: 't' })

describe('a form of Twilio with many parameters', () => {
  for (const count of [5_000, 10_000, 20_000, 40_000, 90_000])
    test(`${count} of them are refused for their number`, async () => {
      const parse = asTwilio(parameters(count).toString())
      assert.deepEqual(await parse(), { result: 'refused', reason: 'it has too many parameters' })
    })

  test('is refused in linear time', () =>
    assertLinear(
      90_000,
      (size) => asTwilio(parameters(size).toString()),
      (parse) => parse(),
    ))

  const sign = (form: URLSearchParams) => twilioSignature('token', 'https://tidings.example.com/callbacks/x', form)
  // Ten times the accepted number. With more, the test would measure the CPU caches.
  const SIGNED = 2_000
  test('the signature of as many names', () => assertLinear(SIGNED, parameters, sign))
  test('the signature of one name with as many values', () =>
    assertLinear(
      SIGNED,
      (count) =>
        new URLSearchParams(Array.from({ length: count }, (_, index) => ['p', `v${index}`] satisfies [string, string])),
      sign,
    ))
})

describe('reading of bodies', () => {
  const TOPIC_ARN = 'arn:aws:sns:eu-central-1:123456789012:t'
  const NOW = 1_750_000_000_000
  const basic = Buffer.from('u:0123456789abcdef').toString('base64')
  /** Providers without a check before parsing, or without a signature over the body. */
  const reading: [provider: ProviderDefinition, headers: Record<string, string>, settings: Record<string, unknown>][] =
    [
      [twilioProvider, { 'x-twilio-signature': 'x' }, { auth_token: 't' }],
      [sesProvider, { 'x-amz-sns-topic-arn': TOPIC_ARN }, { topic_arns: TOPIC_ARN }],
      [
        postmarkProvider,
        { authorization: `Basic ${basic}` },
        { webhook_username: 'u', webhook_password: '0123456789abcdef' },
      ],
    ]
  /** Bodies of many parts. A parser might read each of them once per other part. */
  const bodies: [name: string, make: (size: number) => string][] = [
    ['an array of numbers', (size) => `[${'1,'.repeat(size / 2)}1]`],
    ['an object of one name', (size) => `{${'"a":1,'.repeat(size / 6)}"a":1}`],
    ['a text of escapes', (size) => `{"Type":"${'\\u0000'.repeat(size / 6)}"}`],
  ]

  test('by all that report is bounded', () => {
    const reporting = PROVIDERS.filter(({ callbacks }) => callbacks !== undefined)
    const bounds = reporting.map(({ name, callbacks }) => [name, callbacks!.bodyBytesMax / 1024])
    assert.deepEqual(Object.fromEntries(bounds), {
      smtp: 1024,
      sendgrid: 1024,
      postmark: 1024,
      resend: 64,
      ses: 256,
      twilio: 64,
    })
  })

  for (const [provider, headers, settings] of reading)
    for (const [name, make] of bodies)
      test(`${provider.title}: ${name}`, () =>
        assertLinear(
          provider.callbacks!.bodyBytesMax,
          (size) => preparedCallback(provider, { headers, body: make(size), receivedAt: NOW }, settings),
          (parse) => parse(),
        ))
})

describe('the host that SNS is asked at', () => {
  const arn = 'arn:aws:sns:us-west-2:123456789012:reports'
  const path = '/SimpleNotificationService-1.pem'

  test('is that of the region of the topic', () => {
    assert.ok(snsUrl(`https://sns.us-west-2.amazonaws.com${path}`, arn))
    assert.ok(snsUrl(`https://sns.cn-north-1.amazonaws.com.cn${path}`, 'arn:aws-cn:sns:cn-north-1:123456789012:t'))
    assert.ok(
      snsUrl(`https://sns.us-gov-west-1.amazonaws.com${path}`, 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:t'),
    )
  })

  for (const host of [
    'sns.s3-us-west-2.amazonaws.com',
    'sns.us-east-1.amazonaws.com',
    'sns.us-west-2.amazonaws.com.evil.test',
    'sns.us-west-2.amazonaws.com:444',
    'sns.us-west-2.amazonaws.com.',
    'a@sns.us-west-2.amazonaws.com',
    'sns.us-west-2.s3.amazonaws.com',
    'xsns.us-west-2.amazonaws.com',
    'sns.us-west-2\\.amazonaws.com',
    '127.0.0.1',
  ])
    test(`is not ${host}`, () => assert.equal(snsUrl(`https://${host}${path}`, arn), null))
})

describe('over HTTP', () => {
  let client: Client
  const channels = new Map<string, { id: number; callback_url: string }>()

  before(async () => {
    client = await running.client()
    for (const vendor of vendors) channels.set(vendor.name, await makeChannel(vendor.name))
  })

  const vendorOf = (name: string) => vendors.find((vendor) => vendor.name === name)!

  async function makeChannel(name: string, by = client): Promise<{ id: number; callback_url: string }> {
    const { channelType, settings } = vendorOf(name)
    const fields = { name, channel_type: channelType, provider: name, settings }
    const response = await by.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body.notification_channel
  }

  const send: VendorSend = {
    ...{ reference: '1.2.abc', providerMessageId: 'm1', to: '+15005550001', subject: 'Hi' },
    ...{ text: 'Hi', html: null, repetitionKey: null },
  }

  async function post({ url, headers, body }: CallbackPost) {
    const response = await plainFetch(url, { method: 'POST', headers, body })
    const text = await response.text()
    return { status: response.status, text, headers: response.headers }
  }

  /** Leaves out values that are different in each response. */
  function comparable({ status, text, headers }: Awaited<ReturnType<typeof post>>) {
    const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
    return { status, text: text.replace(/req_\w+/, ''), headers: shown }
  }

  /** All metrics of callbacks: they count callbacks that reached a provider. */
  async function judged(): Promise<string[]> {
    const text = await (await plainFetch(`${running.service.url}/metrics`)).text()
    return text.split('\n').filter((line) => line.startsWith('tidings_provider_callbacks_total'))
  }

  /** Texts that a lenient decoder reads as the token at the end of the URL. */
  function otherSpellings(url: string): string[] {
    const [base, token] = [url.slice(0, url.lastIndexOf('/') + 1), url.slice(url.lastIndexOf('/') + 1)]
    const changed = [
      ...['=', '%3D', '%20', '%00', '%0A', '.', '%2F', '+', ';a'].map((end) => token + end),
      ...['%20', '%0A', '='].map((begin) => begin + token),
      `${token.slice(0, 20)}%20${token.slice(20)}`,
      token.toLowerCase(),
      token.toUpperCase(),
      token.replaceAll('-', '+').replaceAll('_', '%2F'),
      Buffer.from(token, 'base64url').toString('hex'),
    ]
    return changed.filter((one) => one !== token).map((one) => base + one)
  }

  test('every wrong token, channel, account and signature gets the same 401', async () => {
    const stranger = await running.client()
    const gone = await makeChannel('twilio', stranger)
    await stranger.call('DELETE', `/api/v1/notification_channels/${gone.id}`)
    const sandboxFields = { name: 'S', channel_type: 'email', provider: 'sandbox' }
    const sandbox = await stranger.call('POST', '/api/v1/notification_channels', {
      notification_channel: sandboxFields,
    })
    // Callback addresses of a channel without one, and of missing channels.
    const { cipher } = running.service
    const own = createCallbackAddresses(cipher.deriveKeys('callbacks'), () => running.service.url!)
    const urlOf = (accountId: number, channelId: number) => own.urlOf({ accountId, channelId })
    const others = createSecretsCipher([{ id: 'k', key: Buffer.alloc(32, 9) }]).deriveKeys('callbacks')
    const base = `${running.service.url}/callbacks`
    const { id, callback_url: url } = channels.get('twilio')!
    assert.equal(url, urlOf(client.accountId, id))
    const wrong = [
      `${base}/x`,
      `${base}/${id}`,
      `${base}/${'A'.repeat(40)}`,
      `${base}/%00`,
      `${url}A`,
      url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ...otherSpellings(url),
      createCallbackAddresses(others, () => running.service.url!).urlOf({ accountId: client.accountId, channelId: id }),
      createCallbackAddresses(cipher.deriveKeys('open pixels'), () => running.service.url!).urlOf({
        accountId: client.accountId,
        channelId: id,
      }),
      urlOf(9_000_000_000_000_001, id),
      urlOf(client.accountId, 9_000_000_000_000_001),
      urlOf(stranger.accountId, id),
      urlOf(stranger.accountId, sandbox.body.notification_channel.id),
      gone.callback_url,
    ]
    const delivered = (to: string) => vendorOf('twilio').callbacks!.of.delivered!(send, to)
    const responses = await Promise.all(wrong.map((one) => post(delivered(one))))
    const [forgery] = vendorOf('twilio').callbacks!.forgeries(delivered(url))
    responses.push(await post(forgery!))
    // These are too large. A 413 would reveal that the channel exists.
    responses.push(await post({ url: wrong[2]!, headers: {}, body: 'x'.repeat(3 * 1024 * 1024) }))
    responses.push(await post({ url: gone.callback_url, headers: {}, body: 'x'.repeat(100 * 1024) }))
    for (const response of responses) {
      assert.equal(response.status, 401)
      assert.deepEqual(comparable(response), comparable(responses[0]!))
    }
  })

  test('the address of two small numbers leads nowhere', async () => {
    const { id } = channels.get('twilio')!
    const url = `${running.service.url}/callbacks/${client.accountId}/${id}`
    assert.equal((await post(vendorOf('twilio').callbacks!.of.delivered!(send, url))).status, 404)
  })

  test('a token of an older key of the ring is still good', () => {
    const ring = (...bytes: number[]) =>
      createSecretsCipher(bytes.map((byte) => ({ id: `k${byte}`, key: Buffer.alloc(32, byte) }))).deriveKeys(
        'callbacks',
      )
    const url = createCallbackAddresses(ring(1), () => '').urlOf({ accountId: 7, channelId: 9 })
    const token = url.split('/').at(-1)!
    assert.deepEqual(createCallbackAddresses(ring(2, 1), () => '').read(token), { accountId: 7, channelId: 9 })
    assert.equal(createCallbackAddresses(ring(2), () => '').read(token), null)
  })

  for (const count of [201, 5_000])
    test(`${count} parameters with the right signature are refused`, async () => {
      const { callback_url: url } = channels.get('twilio')!
      const form = parameters(count)
      const signature = twilioSignature(String(vendorOf('twilio').settings['auth_token']), url, form)
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
      assert.equal((await post({ url, headers, body: form.toString() })).status, 401)
    })

  for (const count of [10_000, 20_000, 40_000, 90_000])
    test(`${count} parameters are too long to be read`, async () => {
      const before = await judged()
      const { callback_url: url } = channels.get('twilio')!
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' }
      assert.equal((await post({ url, headers, body: parameters(count).toString() })).status, 413)
      assert.deepEqual(await judged(), before)
    })

  test('a body that is longer than its provider’s bound is not judged, announced or not', async () => {
    for (const vendor of vendors) {
      const before = await judged()
      const { callback_url: url } = channels.get(vendor.name)!
      const { bodyBytesMax } = PROVIDERS.find(({ name }) => name === vendor.name)!.callbacks!
      const bytes = Buffer.alloc(bodyBytesMax + 1, 'x')
      assert.equal((await post({ url, headers: {}, body: bytes.toString() })).status, 413, vendor.name)
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(bytes))
          controller.close()
        },
      })
      const unannounced = await fetch(url, { method: 'POST', body: stream, duplex: 'half' })
      assert.equal(unannounced.status, 413, vendor.name)
      await unannounced.arrayBuffer()
      assert.deepEqual(await judged(), before)
    }
  })

  test('a batch of more events than fit into a batch is refused, though it is signed', async () => {
    const { callback_url: url } = channels.get('sendgrid')!
    const events = (count: number) => `[${Array.from({ length: count }, () => '{"event":"open"}').join(',')}]`
    const signed = (count: number) => vendorOf('sendgrid').signBody!(url, events(count))
    assert.equal((await post(signed(10_000))).status, 200)
    assert.equal((await post(signed(10_001))).status, 401)
  })

  describe('if bodies do not come', () => {
    const CHANNEL_MAX = 16
    const ACCOUNT_MAX = 32
    const refused = new Set<Socket>()

    /** After a few turns of the event loop, the service (in this process) has read the earlier requests. */
    async function caughtUp(): Promise<void> {
      for (let responses = 0; responses < 3; responses++)
        await (await fetch(`${running.service.url}/healthz`)).arrayBuffer()
    }

    async function begin(url: string): Promise<Socket> {
      const { hostname, port, pathname } = new URL(url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.on('data', () => refused.add(socket))
      await once(socket, 'connect')
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\n12345`,
      )
      return socket
    }

    const delivered = (channel: { callback_url: string }) =>
      post(vendorOf('sendgrid').callbacks!.of.delivered!(send, channel.callback_url))

    /** Begins `count` callbacks until one of `probe` finds no place. Starts again callbacks that found none. */
    async function fill(url: string, count: number, probe: { callback_url: string }) {
      const sockets = await Promise.all(Array.from({ length: count }, () => begin(url)))
      const full = await until(
        async () => {
          for (const [index, socket] of sockets.entries()) if (refused.delete(socket)) sockets[index] = await begin(url)
          await caughtUp()
          return delivered(probe)
        },
        ({ status }) => status === 503,
      )
      return { sockets, full }
    }

    test('one channel takes its places only, and one account a quarter of all', async () => {
      const one = channels.get('sendgrid')!
      const other = await makeChannel('sendgrid')
      const third = await makeChannel('sendgrid')
      const first = await fill(one.callback_url, CHANNEL_MAX, one)
      assert.equal(first.full.headers.get('retry-after'), '1')
      assert.equal((await delivered(other)).status, 200)
      const second = await fill(other.callback_url, ACCOUNT_MAX - CHANNEL_MAX, third)
      for (const socket of [...first.sockets, ...second.sockets]) socket.destroy()
      await until(
        () => delivered(third),
        ({ status }) => status === 200,
      )
    })

    test('a wrong token takes no place', async () => {
      const sockets = await Promise.all(
        Array.from({ length: 200 }, () => begin(`${running.service.url}/callbacks/${'A'.repeat(40)}`)),
      )
      await caughtUp()
      assert.equal((await delivered(channels.get('sendgrid')!)).status, 200)
      for (const socket of sockets) socket.destroy()
    })
  })
})
