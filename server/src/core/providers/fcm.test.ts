import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { fcmError, startFcm } from '../../../test/vendors/fcm.ts'
import type { FcmVendor } from '../../../test/vendors/fcm.ts'
import { createSystemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { fcmProvider } from './fcm.ts'
import type { Device, Provider } from './provider.ts'

describeConformance('FCM', {
  start: startFcm,
  facts: [],
  recipient(number) {
    const token = `fcm-token-${number}`
    return { fields: {}, devices: [{ platform: 'fcm', token }], address: token }
  },
  causes: { refuse_address: 'device_unregistered' },
})

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

let vendor: FcmVendor
let provider: Provider
let devices = 0
const newDevice = (): Device => ({ id: ++devices, platform: 'fcm', token: `token-${devices}`, subscription: null })

const send = (to: Device[], given: Partial<Parameters<typeof sendInput>[0]> = {}) =>
  provider.send(sendInput({ settings: vendor.settings, to: { email: null, phone: null, devices: to }, ...given }))

describe('FCM', () => {
  before(async () => {
    vendor = await startFcm()
  })
  after(() => vendor.close())
  beforeEach(() => {
    clock.offsetMs = 0
    vendor.accessTokens.length = 0
    vendor.sends.length = 0
    const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map(Object.entries(vendor.urls)) }
    provider = fcmProvider.create(providerDependencies({ clock, config }))
  })
  afterEach(async () => {
    await provider.close()
    assert.deepEqual(vendor.violations, [])
  })

  test('every device with one access token', async () => {
    const to = Array.from({ length: 25 }, newDevice)
    const result = await send(to)
    assert.equal(result.result === 'accepted' && result.providerMessageId, vendor.sends[0]?.providerMessageId)
    assert.deepEqual(new Set(vendor.sends.map((sent) => sent.to)), new Set(to.map(({ token }) => token)))
    assert.equal(vendor.accessTokens.length, 1)
  })

  test('dead devices are reported, and the delivery is accepted for the others', async () => {
    const to = Array.from({ length: 3 }, newDevice)
    const all = vendor.modeOf
    vendor.modeOf = (token) => (token === to[1]!.token ? 'refuse_address' : 'accept')
    const result = await send(to)
    vendor.modeOf = all
    assert.deepEqual([result.result, result.deadDevices], ['accepted', [to[1]!.id]])
  })

  test('an access token is renewed before its end, and once when it is refused', async () => {
    for (const minutes of [-58, -6, -2]) {
      clock.offsetMs = minutes * 60_000
      assert.equal((await send([newDevice()])).result, 'accepted')
    }
    assert.equal(vendor.accessTokens.length, 2)
    vendor.revoked.add(vendor.accessTokens[1]!)
    assert.equal((await send([newDevice(), newDevice()])).result, 'accepted')
    assert.equal(vendor.accessTokens.length, 3)
    const unauthenticated = fcmError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.', null)
    vendor.responses.push(unauthenticated, unauthenticated)
    const failed = { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: UNAUTHENTICATED' }
    assert.deepEqual(await send([newDevice()]), failed)
  })

  test('a refusal of the token endpoint applies to all devices', async () => {
    clock.offsetMs = -10_000
    vendor.tokenResponses.push({ status: 503 })
    const transient = { result: 'transient', retryAfterMs: null, cause: 'provider_error: 503', notTaken: true }
    assert.deepEqual(await send([newDevice()]), transient)
    vendor.tokenResponses.push({ status: 400, body: { error: 'invalid_grant' } })
    const failed = { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: invalid_grant' }
    assert.deepEqual(await send(Array.from({ length: 25 }, newDevice)), failed)
    assert.deepEqual(await send([newDevice()]), failed)
    clock.offsetMs = 0
    assert.equal((await send([newDevice()])).result, 'accepted')
  })

  test('the codes of FCM', async () => {
    const device = newDevice()
    const dead = (code: string) => {
      return { result: 'permanent', cause: `device_unregistered: ${code}`, deadDevices: [device.id] }
    }
    const badToken = 'The registration token is not a valid FCM registration token'
    const limited = { result: 'rate_limited', retryAfterMs: 60_000 }
    const table: [ReturnType<typeof fcmError>, object][] = [
      [fcmError(404, 'NOT_FOUND', 'Requested entity was not found.', 'UNREGISTERED'), dead('UNREGISTERED')],
      [fcmError(400, 'INVALID_ARGUMENT', badToken, 'INVALID_ARGUMENT'), dead('INVALID_ARGUMENT')],
      [
        fcmError(400, 'INVALID_ARGUMENT', 'Invalid value', null),
        { result: 'permanent', cause: 'message_refused: 400 INVALID_ARGUMENT Invalid value' },
      ],
      [
        fcmError(403, 'PERMISSION_DENIED', 'SenderId mismatch', 'SENDER_ID_MISMATCH'),
        { result: 'permanent', cause: 'message_refused: 403 SENDER_ID_MISMATCH' },
      ],
      [
        fcmError(401, 'UNAUTHENTICATED', 'Auth error from APNS', 'THIRD_PARTY_AUTH_ERROR'),
        { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: THIRD_PARTY_AUTH_ERROR' },
      ],
      [
        fcmError(429, 'RESOURCE_EXHAUSTED', 'Device message rate exceeded', 'QUOTA_EXCEEDED'),
        { ...limited, cause: 'rate_limited: 429 QUOTA_EXCEEDED Device message rate exceeded', scope: 'recipient' },
      ],
      [
        { ...fcmError(429, 'RESOURCE_EXHAUSTED', 'Quota', 'QUOTA_EXCEEDED'), headers: { 'retry-after': '120' } },
        { ...limited, retryAfterMs: 120_000, cause: 'rate_limited: 429 QUOTA_EXCEEDED Quota' },
      ],
      [
        { ...fcmError(503, 'UNAVAILABLE', 'Busy', 'UNAVAILABLE'), headers: { 'retry-after': '9' } },
        { result: 'transient', retryAfterMs: 9_000, cause: 'provider_error: 503 UNAVAILABLE Busy', notTaken: true },
      ],
      [
        fcmError(500, 'INTERNAL', 'Oops', 'INTERNAL'),
        { result: 'transient', retryAfterMs: null, cause: 'provider_error: 500 INTERNAL Oops', notTaken: true },
      ],
    ]
    for (const [response, result] of table) {
      vendor.responses.push(response)
      assert.deepEqual(await send([device]), result)
    }
  })

  test('a refused token is known by the field or the reason, not by the sentence', async () => {
    const device = newDevice()
    const invalid = (...more: object[]) => {
      const response = fcmError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', 'INVALID_ARGUMENT')
      ;(response.body as { error: { details: object[] } }).error.details.push(...more)
      return response
    }
    const field = (name: string) => ({ fieldViolations: [{ field: name, description: 'Invalid' }] })
    const table: [details: object[], isDead: boolean][] = [
      [[field('message.token')], true],
      [[field('message.data'), field('message.token')], true],
      [[{ statusCode: 400, reason: 'BadDeviceToken' }], true],
      [[{ statusCode: 400, reason: 'DeviceTokenNotForTopic' }], false],
      [[field('message')], false],
      [[field('message.android.ttl')], false],
      [[{ fieldViolations: 'message.token' }], false],
      [[], false],
    ]
    for (const [details, isDead] of table) {
      vendor.responses.push(invalid(...details))
      const { deadDevices = [] } = await send([device])
      assert.deepEqual(deadDevices, isDead ? [device.id] : [], JSON.stringify(details))
    }
  })

  test('a text that is too long is shortened', async () => {
    await send([newDevice()], { body: `"${'ü'.repeat(5000)}` })
    assert.match(vendor.sends[0]!.text, /^"ü{1900,}…$/)
  })

  test('settings hold the key file of a service account', () => {
    assert.deepEqual(fcmProvider.checkSettings(vendor.settings), {})
    const file = JSON.parse(String(vendor.settings['service_account']))
    for (const wrong of [
      '',
      '{}',
      JSON.stringify({ ...file, private_key: 'x' }),
      JSON.stringify({ ...file, project_id: '../x' }),
    ])
      assert.deepEqual(Object.keys(fcmProvider.checkSettings({ service_account: wrong })), ['service_account'])
  })
})
