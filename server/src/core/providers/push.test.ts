import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Device } from './provider.ts'
import { collapseKeyOf, combineResults, fitPayload, pushDataOf, pushTextOf, pushToDevices } from './push.ts'
import type { DeviceResult } from './push.ts'

const accepted = (providerMessageId: string): DeviceResult => ({ result: 'accepted', providerMessageId })
const limited = (retryAfterMs: number | null, scope?: 'recipient'): DeviceResult => {
  return { result: 'rate_limited', retryAfterMs, cause: 'rate_limited', ...(scope ? { scope } : {}) }
}
const transient = (retryAfterMs: number | null = null): DeviceResult => ({
  result: 'transient',
  retryAfterMs,
  cause: 'timeout',
})
const refused: DeviceResult = { result: 'permanent', cause: 'message_refused' }
const dead: DeviceResult = { result: 'permanent', cause: 'device_unregistered', dead: true }

describe('the combined result of several devices', () => {
  const table: [name: string, results: DeviceResult[], combined: object][] = [
    ['one accepted is enough', [refused, transient(), accepted('b'), accepted('c')], accepted('b')],
    ['dead ones are told beside it', [dead, accepted('b'), dead], { ...accepted('b'), deadDevices: [1, 3] }],
    ['all dead', [dead, dead], { result: 'permanent', cause: 'device_unregistered', deadDevices: [1, 2] }],
    ['dead and refused', [dead, refused], { ...refused, deadDevices: [1] }],
    ['a rate limit is gentler than a failure', [transient(9000), limited(null), refused], limited(null)],
    ['the longest wait that was asked for', [limited(1000, 'recipient'), limited(5000), limited(null)], limited(5000)],
    [
      'a failure that may pass',
      [refused, transient(), transient(7000), dead],
      { ...transient(7000), deadDevices: [4] },
    ],
    ['all refused', [refused, refused], refused],
  ]
  for (const [name, results, combined] of table)
    test(name, () => {
      assert.deepEqual(combineResults(results.map((result, index) => ({ id: index + 1, result }))), combined)
    })
})

test('devices are pushed to ten at a time, each once', async () => {
  const devices = Array.from({ length: 35 }, (_, index): Device => {
    return { id: index + 1, platform: 'fcm', token: `t${index}`, subscription: null }
  })
  const pushed: number[] = []
  let underWay = 0
  let most = 0
  const result = await pushToDevices(devices, async ({ id }) => {
    most = Math.max(most, ++underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
    pushed.push(id)
    return id === 35 ? accepted('last') : dead
  })
  assert.equal(most, 10)
  assert.deepEqual(
    pushed.toSorted((one, other) => one - other),
    devices.map(({ id }) => id),
  )
  assert.deepEqual(result, { ...accepted('last'), deadDevices: devices.slice(0, 34).map(({ id }) => id) })
})

describe('a payload', () => {
  const write = ({ title, body }: { title: string; body: string }) => JSON.stringify({ title, body, data: 1 })

  test('that fits stays as it is', () => {
    const text = { title: 'Hi', body: 'x'.repeat(100) }
    assert.equal(fitPayload(text, Buffer.byteLength(write(text)), write), write(text))
  })

  test('is shortened at its body, and only then at its title', () => {
    assert.equal(
      fitPayload({ title: 'Hi', body: 'x'.repeat(100) }, 50, write),
      write({ title: 'Hi', body: 'xxxxxxxxxxxxxx…' }),
    )
    assert.equal(fitPayload({ title: 'Hi', body: 'two words' }, 40, write), write({ title: 'Hi', body: 'two…' }))
    assert.equal(fitPayload({ title: 'T'.repeat(99), body: 'b' }, 43, write), write({ title: 'TTTTTTTTT…', body: '' }))
  })

  test('fits for every text, splits no character, and is as long as possible', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 300 }), (title, body) => {
        const payload = fitPayload({ title, body }, 120, write)
        assert.ok(Buffer.byteLength(payload) <= 120)
        const shortened = JSON.parse(payload) as { title: string; body: string }
        assert.ok(shortened.title.isWellFormed() && shortened.body.isWellFormed())
        if (Buffer.byteLength(write({ title, body })) <= 120) assert.deepEqual(shortened, { title, body, data: 1 })
      }),
    )
  })
})

test('HTML becomes text, and a delivery has one key for all its sends', () => {
  assert.deepEqual(pushTextOf({ subject: 'Hi', body: '<p>One</p><p>Two &amp; three</p>', bodyFormat: 'html' }), {
    title: 'Hi',
    body: 'One\n\nTwo & three',
  })
  assert.deepEqual(pushTextOf({ subject: 'Hi', body: '<p>', bodyFormat: 'text' }), { title: 'Hi', body: '<p>' })
  assert.match(collapseKeyOf({ messageId: '7.1.abc', content: {} }), /^[\w-]{32}$/)
  assert.notEqual(
    collapseKeyOf({ messageId: '7.1.abc', content: {} }),
    collapseKeyOf({ messageId: '7.2.abc', content: {} }),
  )
})

test('the app gets the message and the delivery, for a channel test no message', () => {
  const delivery = { bucket: 1, accountId: 7, id: 8, number: 1, messageId: 9 }
  assert.deepEqual(pushDataOf({ delivery, content: {} }), { message_id: '9', delivery_id: '8' })
  assert.deepEqual(pushDataOf({ delivery: { ...delivery, messageId: null }, content: {} }), { delivery_id: '8' })
})
