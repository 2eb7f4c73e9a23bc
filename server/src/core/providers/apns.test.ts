import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { constants } from 'node:http2'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { once } from 'node:events'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import type { CertificateAuthority } from '../../../test/certificates.ts'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { startApns } from '../../../test/vendors/apns.ts'
import type { ApnsVendor } from '../../../test/vendors/apns.ts'
import { createSystemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { apnsProvider } from './apns.ts'
import type { Device, Provider } from './provider.ts'

/** The root certificates of this process before the tests. */
const roots = getCACertificates('default')
let authority: CertificateAuthority
let vendor: ApnsVendor
let provider: Provider

/** The real clock with a wall time shifted by the test. */
const machine = createSystemClock()
const clock: Clock & { offsetMs: number } = {
  offsetMs: 0,
  now: machine.now,
  wall() {
    return machine.wall() + this.offsetMs
  },
  monotonic: machine.monotonic,
}

before(async () => {
  authority = await createCertificateAuthority()
  setDefaultCACertificates([...roots, authority.pem])
})
after(() => {
  setDefaultCACertificates(roots)
  authority.close()
})

describeConformance('APNs', {
  facts: [],
  start: async () => startApns(await authority.issue()),
  recipient(number) {
    const token = `abcdef${String(number).padStart(10, '0')}`
    return { fields: {}, devices: [{ platform: 'apns', token }], address: token }
  },
  causes: { refuse_address: 'device_unregistered' },
})

let devices = 0
function newDevice(): Device {
  const id = ++devices
  return {
    id,
    platform: 'apns',
    token: `00fc13adff785122b4ad28809a3420982341241421348097878e577c99${1000 + id}`,
    subscription: null,
  }
}

const inputTo = (to: Device[], given: Partial<Parameters<typeof sendInput>[0]> = {}) =>
  sendInput({ settings: vendor.settings, to: { email: null, phone: null, devices: to }, ...given })
const send = (to: Device[], given?: Parameters<typeof inputTo>[1]) => provider.send(inputTo(to, given))

describe('APNs', () => {
  before(async () => {
    vendor = await startApns(await authority.issue())
  })
  after(() => vendor.close())
  beforeEach(() => {
    const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map(Object.entries(vendor.urls)) }
    provider = apnsProvider.create(providerDependencies({ clock, config }))
    clock.offsetMs = 0
    vendor.tokens.length = 0
    vendor.sends.length = 0
    vendor.silent = false
  })

  afterEach(() => provider.close())

  test('many devices over one connection, with one token', async () => {
    const to = Array.from({ length: 25 }, newDevice)
    const result = await send(to)
    assert.equal(result.result, 'accepted')
    assert.deepEqual(new Set(vendor.sends.map((sent) => sent.to)), new Set(to.map(({ token }) => token)))
    assert.equal(new Set(vendor.tokens).size, 1)
    assert.equal(vendor.sessions.length, 1)
  })

  test('a token is used for 40 minutes, and a refused one is replaced at once', async () => {
    const [device] = [newDevice()]
    for (const minutes of [-50, -11, -9, 0]) {
      clock.offsetMs = minutes * 60_000
      await send([device])
    }
    assert.equal(new Set(vendor.tokens).size, 2)
    vendor.refusals.push({ status: 403, reason: 'ExpiredProviderToken' })
    assert.equal((await send([device])).result, 'accepted')
    assert.equal(new Set(vendor.tokens).size, 3)
    vendor.refusals.push(
      { status: 403, reason: 'ExpiredProviderToken' },
      { status: 403, reason: 'ExpiredProviderToken' },
    )
    const failed = { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: ExpiredProviderToken' }
    assert.deepEqual(await send([device]), failed)
  })

  test('the reasons of Apple', async () => {
    const device = newDevice()
    const dead = (reason: string) => {
      return { result: 'permanent', cause: `device_unregistered: ${reason}`, deadDevices: [device.id] }
    }
    const table: [status: number, reason: string, result: object][] = [
      [400, 'BadDeviceToken', dead('BadDeviceToken')],
      [410, 'Unregistered', dead('Unregistered')],
      [410, 'ExpiredToken', dead('ExpiredToken')],
      [400, 'DeviceTokenNotForTopic', { result: 'permanent', cause: 'message_refused: 400 DeviceTokenNotForTopic' }],
      [400, 'TopicDisallowed', { result: 'permanent', cause: 'message_refused: 400 TopicDisallowed' }],
      [400, 'IdleTimeout', { result: 'transient', retryAfterMs: null, cause: 'timeout: IdleTimeout' }],
      [
        403,
        'BadEnvironmentKeyInToken',
        { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: BadEnvironmentKeyInToken' },
      ],
      [413, 'PayloadTooLarge', { result: 'permanent', cause: 'message_too_large: 413 PayloadTooLarge' }],
      [
        429,
        'TooManyRequests',
        { result: 'rate_limited', retryAfterMs: null, cause: 'rate_limited: 429 TooManyRequests', scope: 'recipient' },
      ],
      [
        429,
        'TooManyProviderTokenUpdates',
        { result: 'rate_limited', retryAfterMs: 60_000, cause: 'rate_limited: TooManyProviderTokenUpdates' },
      ],
      [
        500,
        'InternalServerError',
        { result: 'transient', retryAfterMs: null, cause: 'provider_error: 500 InternalServerError', notTaken: true },
      ],
      [
        503,
        'Shutdown',
        { result: 'transient', retryAfterMs: null, cause: 'provider_error: 503 Shutdown', notTaken: true },
      ],
    ]
    for (const [status, reason, result] of table) {
      vendor.refusals.push({ status, reason })
      assert.deepEqual(await send([device]), result, reason)
    }
  })

  test('after GOAWAY the next push goes over another connection', async () => {
    const device = newDevice()
    assert.equal((await send([device])).result, 'accepted')
    const first = vendor.sessions.at(-1)
    const closed = once(first!, 'close')
    // The server shuts down: GOAWAY, then the end of the connection.
    first!.close()
    await closed
    assert.equal((await send([device])).result, 'accepted')
    assert.ok(vendor.sessions.at(-1) !== first)
  })

  test('an unprocessed push is sent again, one that is cut off is not', async () => {
    const device = newDevice()
    assert.equal((await send([device])).result, 'accepted')
    // The server refuses all streams, so it processed none (RFC 9113 section 6.8).
    const first = vendor.sessions.at(-1)
    first!.once('stream', (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM))
    assert.equal((await send([device])).result, 'accepted')
    const before = vendor.sends.length
    const all = vendor.modeOf
    vendor.modeOf = () => 'accept_and_hang_up'
    assert.deepEqual(await send([device]), { result: 'transient', retryAfterMs: null, cause: 'connection_reset' })
    vendor.modeOf = all
    assert.equal(vendor.sends.length, before + 1)
    assert.equal((await send([device])).result, 'accepted')
  })

  test('a silent connection is not used again', async () => {
    const device = newDevice()
    assert.equal((await send([device])).result, 'accepted')
    const first = vendor.sessions.at(-1)
    const aborting = new AbortController()
    const { promise: taken, resolve } = Promise.withResolvers<void>()
    vendor.silent = true
    vendor.onAccepted = async () => resolve()
    const sending = send([device], { signal: aborting.signal })
    await taken
    aborting.abort(new DOMException('late', 'TimeoutError'))
    assert.deepEqual(await sending, { result: 'transient', retryAfterMs: null, cause: 'timeout' })
    vendor.silent = false
    assert.equal((await send([device])).result, 'accepted')
    assert.ok(vendor.sessions.at(-1) !== first)
  })

  test('a missing server, or one other than Apple’s', async () => {
    const refusing = createServer()
    refusing.listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const { port } = refusing.address() as AddressInfo
    refusing.close()
    await once(refusing, 'close')
    const foreign = await createCertificateAuthority()
    const impostor = await startApns(await foreign.issue())
    for (const [url, cause] of [
      [`https://127.0.0.1:${port}`, 'connection_refused'],
      [impostor.urls['apns']!, 'tls_error'],
    ] as const) {
      const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map([['apns', url]]) }
      const lost = apnsProvider.create(providerDependencies({ clock, config }))
      assert.deepEqual(await lost.send(inputTo([newDevice()])), { result: 'transient', retryAfterMs: null, cause })
      await lost.close()
    }
    await impostor.close()
    foreign.close()
  })

  test('settings hold a private key of P-256', () => {
    assert.deepEqual(apnsProvider.checkSettings(vendor.settings), {})
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    for (const wrong of ['no key', rsa.toString()])
      assert.deepEqual(Object.keys(apnsProvider.checkSettings({ ...vendor.settings, private_key: wrong })), [
        'private_key',
      ])
  })

  test('a check of the settings pushes to no device, and names the key that Apple refuses', async () => {
    const signal = AbortSignal.timeout(30_000)
    assert.deepEqual(await provider.check!({ settings: vendor.settings, signal }), { ok: true })
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const settings = { ...vendor.settings, private_key }
    assert.deepEqual(await provider.check!({ settings, signal }), {
      ok: false,
      cause: 'authentication_failed: InvalidProviderToken',
      field: 'private_key',
      sentence: 'The provider rejected the channel’s credentials. The key, its id and the team id must belong together',
    })
    assert.deepEqual(vendor.sends, [])
  })
})
