import assert from 'node:assert/strict'
import { test } from 'node:test'
import { masked } from './log.ts'

test('secrets are masked in a line and in its objects, and the given object stays unchanged', () => {
  const given = {
    event: 'http.request',
    status: 201,
    api_key: 'tid_1',
    headers: { authorization: 'Bearer tid_1', accept: '*/*' },
    list: [1],
    nothing: null,
  }
  const before = structuredClone(given)
  assert.deepEqual(masked(given), {
    event: 'http.request',
    status: 201,
    api_key: '[redacted]',
    headers: { authorization: '[redacted]', accept: '*/*' },
    list: [1],
    nothing: null,
  })
  assert.deepEqual(given, before)
})

test('a line without secrets is not copied', () => {
  const given = { event: 'http.request', err: new Error('away'), headers: { accept: '*/*' } }
  assert.equal(masked(given), given)
})

test('an error with a secret keeps its message and its stack', () => {
  const error = Object.assign(new Error('refused'), { code: 'EAUTH', password: 'hunter2' })
  const { err } = masked({ err: error }) as { err: Error & { code: string; password: string } }
  assert.equal(err.message, 'refused')
  assert.match(err.stack!, /log\.test\.ts/)
  assert.equal(err.code, 'EAUTH')
  assert.equal(err.password, '[redacted]')
  assert.doesNotMatch(JSON.stringify(err), /hunter2/)
})
