import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { pino } from 'pino'
import { tellOutages } from '../db/servers/outages.ts'
import { ApiError } from '../errors.ts'
import { createServer } from './server.ts'

interface Line {
  level: number
  event: string
  code?: string
  cause?: string
  class?: string
  count?: number
  requests?: number
  tasks?: number
  err?: { stack: string }
}

const WARN = 40
const ERROR = 50

test('refused load is a line a second, an outage a line a minute, without a stack; a bug is a line each, with it', async () => {
  const lines: Line[] = []
  let onLine = (): void => {}
  const kept = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line)
      onLine()
      done()
    },
  })
  const config = { trustProxy: [], shutdownTimeoutMs: 1000, publicUrl: null }
  const log = pino({ level: 'warn' }, kept)
  const app = createServer({ config, log })
  app.get('/overloaded', () => {
    throw new ApiError('overloaded', { headers: { 'retry-after': '1' } })
  })
  app.get('/away', () => {
    // As Node throws it if a host has several addresses.
    throw Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  })
  app.get('/bug', () => {
    throw new Error('a bug')
  })
  app.get('/old', () => {
    throw new ApiError('unsupported_http_version')
  })
  const TIMES = 300
  for (let times = 0; times < TIMES; times++)
    for (const url of ['/overloaded', '/away']) assert.equal((await app.inject({ url })).statusCode, 503)
  tellOutages(log)
  const countOf = () => lines.reduce((sum, { count = 0 }) => sum + count, 0)
  await new Promise<void>((resolve) => {
    onLine = () => {
      if (countOf() === TIMES) resolve()
    }
    onLine()
  })
  assert.ok(lines.length < TIMES / 10, `${lines.length} lines`)
  const outages = lines.filter(({ event }) => event === 'database.unavailable')
  assert.deepEqual(
    outages.map(({ requests, tasks }) => [requests, tasks]),
    [
      [1, 0],
      [TIMES - 1, 0],
    ],
  )
  for (const line of outages) assert.deepEqual([line.class, line.cause], ['connection', 'ECONNREFUSED'])
  for (const { level, event, err } of lines) {
    assert.deepEqual([level, err], [WARN, undefined])
    assert.ok(event === 'http.unavailable' || event === 'database.unavailable', event)
  }

  lines.length = 0
  // The mistake of a caller, although its status is above 500.
  assert.equal((await app.inject({ url: '/old' })).statusCode, 505)
  assert.equal(lines.length, 0)
  for (let times = 0; times < 3; times++) assert.equal((await app.inject({ url: '/bug' })).statusCode, 500)
  assert.equal(lines.length, 3)
  for (const { level, event, err } of lines) {
    assert.deepEqual([level, event], [ERROR, 'http.error'])
    assert.match(err!.stack, /Error: a bug\n\s+at /)
  }
  await app.close()
})
