import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { startExpo, ticketError } from '../../../test/vendors/expo.ts'
import type { ExpoVendor } from '../../../test/vendors/expo.ts'
import { expoProvider } from './expo.ts'
import type { Device, Provider } from './provider.ts'

describeConformance('Expo', {
  start: startExpo,
  facts: [],
  recipient(number) {
    const token = `ExponentPushToken[token${number}]`
    return { fields: {}, devices: [{ platform: 'expo', token }], address: token.toLowerCase() }
  },
  causes: { refuse_address: 'device_unregistered' },
})

let vendor: ExpoVendor
let provider: Provider
let devices = 0
const newDevice = (token = `ExponentPushToken[t${++devices}]`): Device => {
  return { id: ++devices, platform: 'expo', token, subscription: null }
}

const send = (to: Device[], given: Partial<Parameters<typeof sendInput>[0]> = {}) =>
  provider.send(sendInput({ settings: vendor.settings, to: { email: null, phone: null, devices: to }, ...given }))

describe('Expo', () => {
  before(async () => {
    vendor = await startExpo()
    const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map(Object.entries(vendor.urls)) }
    provider = expoProvider.create(providerDependencies({ config }))
  })
  after(async () => {
    await provider.close()
    await vendor.close()
    assert.deepEqual(vendor.violations, [])
  })

  test('every device, each with a request of its own', async () => {
    const to = Array.from({ length: 12 }, () => newDevice())
    assert.equal((await send(to, { body: 'ü'.repeat(5000) })).result, 'accepted')
    assert.deepEqual(new Set(vendor.sends.map((sent) => sent.to)), new Set(to.map(({ token }) => token)))
    assert.match(vendor.sends[0]!.text, /^ü{1900,}…$/)
  })

  test('the errors of tickets', async () => {
    const device = newDevice()
    const table: [error: string, result: object][] = [
      [
        'DeviceNotRegistered',
        { result: 'permanent', cause: 'device_unregistered: DeviceNotRegistered', deadDevices: [device.id] },
      ],
      ['MessageTooBig', { result: 'permanent', cause: 'message_too_large: MessageTooBig' }],
      [
        'MessageRateExceeded',
        { result: 'rate_limited', retryAfterMs: null, cause: 'rate_limited: MessageRateExceeded', scope: 'recipient' },
      ],
      [
        'InvalidCredentials',
        { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: InvalidCredentials' },
      ],
      ['ProviderError', { result: 'transient', retryAfterMs: null, cause: 'provider_error: ProviderError Told' }],
      ['DeveloperError', { result: 'permanent', cause: 'message_refused: DeveloperError Told' }],
    ]
    for (const [error, result] of table) {
      vendor.responses.push(ticketError(error, 'Told'))
      assert.deepEqual(await send([device]), result, error)
    }
  })

  test('the errors of whole requests, and an invalid token', async () => {
    const mixed = { errors: [{ code: 'PUSH_TOO_MANY_EXPERIENCE_IDS', message: 'Told' }] }
    vendor.responses.push({ status: 400, body: mixed })
    const refused = { result: 'permanent', cause: 'message_refused: 400 PUSH_TOO_MANY_EXPERIENCE_IDS Told' }
    assert.deepEqual(await send([newDevice()]), refused)
    vendor.responses.push({ status: 502, body: 'no JSON of theirs' })
    const transient = { result: 'transient', retryAfterMs: null, cause: 'provider_error: 502', notTaken: true }
    assert.deepEqual(await send([newDevice()]), transient)
    const before = vendor.sends.length
    const foreign = newDevice('fcm:abc')
    const dead = { result: 'permanent', cause: 'invalid_address', deadDevices: [foreign.id] }
    assert.deepEqual(await send([foreign]), dead)
    assert.equal(vendor.sends.length, before)
  })
})
