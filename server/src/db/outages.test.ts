import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { countOutage } from './outages.ts'

const MINUTE_MS = 60_000

test('an outage logs each class of failures at once, the rest once a minute, and its end after a minute', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
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
  t.mock.timers.tick(MINUTE_MS)
  assert.deepEqual(told(), [['database.unavailable', 'sign_in', 1]])
  t.mock.timers.tick(MINUTE_MS)
  assert.deepEqual(told(), [['database.available', undefined, undefined]])
  t.mock.timers.tick(MINUTE_MS)
  fail('57P01', 1)
  assert.deepEqual(told(), [['database.unavailable', 'shutdown', 1]])
})
