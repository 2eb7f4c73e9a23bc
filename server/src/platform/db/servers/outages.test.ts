import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { countOutage } from './outages.ts'

test('an outage logs each class of failures at once, the rest once a minute, and its end a minute after the last', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) })
  const fail = (code: string, times: number) => {
    for (let time = 0; time < times; time++) countOutage(log, 'tasks', Object.assign(new Error('failed'), { code }))
  }
  const told = () => lines.splice(0).map((line) => [line['event'], line['class'], line['tasks']])
  fail('57P01', 3)
  fail('28P01', 2)
  assert.deepEqual(told(), [
    ['database.unavailable', 'shutdown', 1],
    ['database.unavailable', 'sign_in', 3],
  ])
  const pass = (seconds: number) => t.mock.timers.tick(seconds * 1000)
  pass(55)
  fail('57P01', 3)
  assert.deepEqual(told(), [])
  pass(5)
  assert.deepEqual(told(), [['database.unavailable', 'shutdown', 4]])
  pass(4)
  fail('57P01', 1)
  pass(56)
  assert.deepEqual(told(), [['database.unavailable', 'shutdown', 1]])
  pass(4)
  assert.deepEqual(told(), [])
  pass(1)
  assert.deepEqual(told(), [['database.available', undefined, undefined]])
  pass(600)
  fail('57P01', 1)
  assert.deepEqual(told(), [['database.unavailable', 'shutdown', 1]])
})
