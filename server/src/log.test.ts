import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLogger, flushed, masked } from './log.ts'
import type { Logger } from './log.ts'
import { VERSION } from './version.ts'

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

/** The lines that `write` logs. */
async function linesOf(write: (log: Logger) => void): Promise<Record<string, unknown>[]> {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-log-'))
  const file = join(directory, 'log')
  const output = openSync(file, 'a')
  try {
    const log = createLogger('info', { output, roles: ['api', 'tasks'] })
    write(log)
    await flushed(log)
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  } finally {
    closeSync(output)
    rmSync(directory, { recursive: true })
  }
}

test('each line has its level as a word, its time, and the process', async () => {
  const [line, ...more] = await linesOf((log) => {
    log.debug({ event: 'delivery.send' })
    log.warn({ event: 'mail.refused', password: 'hunter2' })
  })
  const { time, ...rest } = line!
  assert.equal(new Date(String(time)).toISOString(), time)
  const about = { pid: process.pid, roles: 'api,tasks', version: VERSION }
  assert.deepEqual(rest, { level: 'warn', ...about, event: 'mail.refused', password: '[redacted]' })
  assert.deepEqual(more, [])
})

test('an error keeps its message and its stack, and no SQL and no values of rows', async () => {
  const cause = new Error('duplicate key value')
  const ofDriver = { code: '23505', detail: 'Key (email)=(ada@example.com) exists', where: 'SQL statement "x"' }
  const error = Object.assign(new TypeError('refused', { cause }), ofDriver, { password: 'hunter2' })
  const [line] = await linesOf((log) => log.error({ event: 'http.error', err: error }))
  const { stack, ...rest } = line!['err'] as { stack: string }
  assert.match(stack, /^TypeError: refused\n +at .*log\.test\.ts/)
  assert.deepEqual(rest, { type: 'TypeError', message: 'refused', code: '23505', cause: 'duplicate key value' })
})
