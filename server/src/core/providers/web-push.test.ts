import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import type { CertificateAuthority } from '../../../test/certificates.ts'
import { createTestGuardedCalls } from '../../../test/guarded.ts'
import { startNameServer, TYPE_A } from '../../../test/name-server.ts'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { startPushService } from '../../../test/vendors/web-push.ts'
import type { Browser, PushService } from '../../../test/vendors/web-push.ts'
import type { Device, Provider } from './provider.ts'
import { CURVE } from './web-push-encryption.ts'
import { webPushProvider } from './web-push.ts'

const HOST = 'push.example.org'

let authority: CertificateAuthority
let service: PushService
let names: Awaited<ReturnType<typeof startNameServer>>
let guarded: ReturnType<typeof createTestGuardedCalls>
let provider: Provider

before(async () => {
  authority = await createCertificateAuthority()
  service = await startPushService(await authority.issue({ names: [HOST], onlyNames: true }), HOST)
  names = await startNameServer((name, type) => {
    if (type !== TYPE_A) return []
    return name === HOST ? ['127.0.0.1'] : ['10.0.0.1']
  })
  const options = { allowCidrs: ['127.0.0.1/32'], nameServers: [names.server], caPem: authority.pem }
  guarded = createTestGuardedCalls(options)
  provider = webPushProvider.create(providerDependencies({ guarded }))
})
after(async () => {
  await provider.close()
  guarded.close()
  await service.close()
  names.close()
  authority.close()
})

function newSettings(more: object = {}) {
  const pair = createECDH(CURVE)
  pair.generateKeys()
  return {
    vapid_public_key: pair.getPublicKey('base64url'),
    vapid_private_key: pair.getPrivateKey('base64url'),
    vapid_subject: 'mailto:push@example.com',
    ...more,
  }
}
const settings = newSettings()

/** Browsers for the conformance tests. Each test uses the next one. */
const browsers: Browser[] = []
const BROWSERS = 20
const LOOPBACK = '127.0.0.1'

describeConformance('Web Push', {
  async start() {
    const conforming = await startPushService(await authority.issue(), LOOPBACK)
    for (let count = 0; count < BROWSERS; count++) browsers.push(await conforming.subscribe(settings.vapid_public_key))
    const about = {
      name: 'web_push',
      channelType: 'push',
      urls: {},
      settings,
      violations: [],
      callbacks: null,
    } as const
    return Object.assign(conforming, { ...about, violations: [] as string[] })
  },
  recipient(number) {
    const { subscription } = browsers[number]!
    const address = new URL(subscription.endpoint).pathname
    return { fields: {}, devices: [{ platform: 'web_push', subscription }], address }
  },
  facts: [],
  causes: { refuse_address: 'device_unregistered' },
  // A certificate authority is configured as a file.
  get variables() {
    return { WEBHOOK_EXTRA_CA_FILE: authority.pemPath }
  },
})

let devices = 0
const deviceOf = (subscription: unknown): Device => ({ id: ++devices, platform: 'web_push', token: null, subscription })

const send = (to: Device[], given: Partial<Parameters<typeof sendInput>[0]> = {}) =>
  provider.send(sendInput({ settings, to: { email: null, phone: null, devices: to }, ...given }))

const subscribed = async (): Promise<[Browser, Device]> => {
  const browser = await service.subscribe(settings.vapid_public_key)
  return [browser, deviceOf(browser.subscription)]
}

describe('web push', () => {
  test('is encrypted for each browser, and accepted by its push service', async () => {
    const [one, oneDevice] = await subscribed()
    const [other, otherDevice] = await subscribed()
    const input = sendInput({ settings, to: { email: null, phone: null, devices: [oneDevice, otherDevice] } })
    const result = await provider.send(input)
    assert.equal(result.result, 'accepted')
    assert.match(String(result.result === 'accepted' && result.providerMessageId), /\/message\/\d+$/)
    const [received] = one.received
    assert.deepEqual(other.received, one.received)
    assert.deepEqual(JSON.parse(received!.text), {
      title: 'Order 17',
      body: 'It is on its way',
      tag: received!.topic,
      data: { message_id: String(input.delivery.messageId), delivery_id: String(input.delivery.id) },
    })
    assert.deepEqual([received!.ttl, received!.urgency, received!.topic.length], ['2419200', 'normal', 32])
  })

  test('is declarative with a link of the web', async () => {
    const [browser, device] = await subscribed()
    const to = { email: null, phone: null, devices: [device] }
    const push = async (content: Parameters<typeof sendInput>[0]['content']) => {
      const input = sendInput({ settings, to, ...(content === undefined ? {} : { content }) })
      assert.equal((await provider.send(input)).result, 'accepted')
      const ids = { message_id: String(input.delivery.messageId), delivery_id: String(input.delivery.id) }
      return { received: browser.received.at(-1)!, ids }
    }
    const content = {
      push: {
        url: 'https://shop.example.com/orders/42',
        image_url: 'https://shop.example.com/42.png',
        badge: 3,
        collapse_key: 'order-42',
        ttl_seconds: 3600,
        data: [{ name: 'order_id', value: '42' }],
      },
    }
    const { received, ids } = await push(content)
    assert.deepEqual(JSON.parse(received.text), {
      web_push: 8030,
      notification: {
        title: 'Order 17',
        body: 'It is on its way',
        navigate: content.push.url,
        image: content.push.image_url,
        tag: received.topic,
        data: { order_id: '42', ...ids },
        app_badge: 3,
      },
      app_badge: 3,
    })
    assert.equal(received.ttl, '3600')
    // The same key gives the same topic, so the later push replaces the earlier one.
    assert.equal((await push(content)).received.topic, received.topic)
    const app = await push({ push: { url: 'shop://orders/42', sound: 'none' } })
    const { web_push: declared, title, data, silent } = JSON.parse(app.received.text)
    assert.deepEqual([declared, title, silent], [undefined, 'Order 17', true])
    assert.deepEqual(data, { url: 'shop://orders/42', ...app.ids })
  })

  test("uses the settings' time to live and urgency, and shortens long texts", async () => {
    const [browser, device] = await subscribed()
    const result = await send([device], {
      settings: { ...settings, ttl_seconds: 60, urgency: 'high' },
      body: '🎉'.repeat(4000),
    })
    assert.equal(result.result, 'accepted')
    const [received] = browser.received
    assert.deepEqual([received!.ttl, received!.urgency], ['60', 'high'])
    assert.match((JSON.parse(received!.text) as { body: string }).body, /^(🎉){900,}…$/u)
  })

  test('a removed subscription is dead, one with another key only fails', async () => {
    const [browser] = await subscribed()
    const gone = deviceOf({ ...browser.subscription, endpoint: `https://${HOST}:${service.port}/push/gone` })
    const dead = { result: 'permanent', cause: 'device_unregistered: 404', deadDevices: [gone.id] }
    assert.deepEqual(await send([gone]), dead)
    const foreign = await service.subscribe(newSettings().vapid_public_key)
    const refused = { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: 403' }
    assert.deepEqual(await send([deviceOf(foreign.subscription)]), refused)
  })

  test('responses of push services', async () => {
    const [, device] = await subscribed()
    const table: [number, Record<string, string>, object][] = [
      [410, {}, { result: 'permanent', cause: 'device_unregistered: 410', deadDevices: [device.id] }],
      [
        429,
        { 'retry-after': '7' },
        { result: 'rate_limited', retryAfterMs: 7000, cause: 'rate_limited: 429', scope: 'recipient' },
      ],
      [406, {}, { result: 'rate_limited', retryAfterMs: null, cause: 'rate_limited: 429', scope: 'recipient' }],
      [413, {}, { result: 'permanent', cause: 'message_too_large: 413' }],
      [400, {}, { result: 'permanent', cause: 'message_refused: 400' }],
      [502, {}, { result: 'transient', retryAfterMs: null, cause: 'provider_error: 502', notTaken: true }],
    ]
    for (const [status, headers, result] of table) {
      service.script.push({ status, headers })
      assert.deepEqual(await send([device]), result, String(status))
    }
    service.script.push({ status: 400, body: '{"reason":"VapidPkHashMismatch"}' })
    const otherKey = { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: VapidPkHashMismatch' }
    assert.deepEqual(await send([device]), otherKey)
    service.script.push({ fault: 'reset', after: true })
    assert.deepEqual(await send([device]), {
      result: 'transient',
      retryAfterMs: null,
      cause: `connection_reset: ${HOST}:${service.port}`,
    })
  })

  test('nothing is sent to a private endpoint or with invalid keys', async () => {
    const [browser] = await subscribed()
    const { subscription } = browser
    const before = service.requests.length
    const inside = deviceOf({ ...subscription, endpoint: `https://inside.example.org:${service.port}/push/1` })
    assert.deepEqual(await send([inside]), { result: 'permanent', cause: 'address_not_public' })
    const metadata = deviceOf({ ...subscription, endpoint: 'https://169.254.169.254/latest' })
    assert.deepEqual(await send([metadata]), { result: 'permanent', cause: 'address_not_public: url_not_public' })
    const wrong = [
      null,
      {},
      { ...subscription, endpoint: 'nowhere' },
      { ...subscription, keys: { ...subscription.keys, auth: 'short' } },
      { ...subscription, keys: { ...subscription.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
    ]
    for (const one of wrong) {
      const device = deviceOf(one)
      const dead = { result: 'permanent', cause: 'invalid_address', deadDevices: [device.id] }
      assert.deepEqual(await send([device]), dead)
    }
    assert.equal(service.requests.length, before)
  })

  test('a send that is cut off is transient', async () => {
    const [browser, device] = await subscribed()
    service.script.push({ fault: 'silence', after: true })
    const aborting = new AbortController()
    const sending = send([device], { signal: aborting.signal })
    await service.came(service.requests.length + 1)
    aborting.abort(new DOMException('late', 'TimeoutError'))
    assert.deepEqual(await sending, { result: 'transient', retryAfterMs: null, cause: 'timeout' })
    assert.equal(browser.received.length, 1)
  })

  test('settings are a key pair', () => {
    assert.deepEqual(webPushProvider.checkSettings(settings), {})
    assert.deepEqual(
      webPushProvider.checkSettings({ ...settings, vapid_public_key: `${settings.vapid_public_key}=` }),
      {},
    )
    const foreign = { ...settings, vapid_public_key: newSettings().vapid_public_key }
    assert.deepEqual(Object.keys(webPushProvider.checkSettings(foreign)), ['vapid_public_key'])
    const none = { ...settings, vapid_private_key: 'x'.repeat(43) + '!' }
    assert.deepEqual(Object.keys(webPushProvider.checkSettings(none)), ['vapid_private_key'])
  })
})
