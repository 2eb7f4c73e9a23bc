import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { closeLog, createLogger, masked } from './log.ts'
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
    await closeLog(log)
    return readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

test('the last line is written, also if the lines before it are being written', async () => {
  const lines = await linesOf((log) => {
    log.info({ event: 'http.request', path: 'x'.repeat(10_000) })
    log.info({ event: 'service.stopped' })
  })
  assert.deepEqual(
    lines.map(({ event }) => event),
    ['http.request', 'service.stopped'],
  )
})

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

/** A process whose last act is to close a log with many lines. Resolves with its exit code. */
async function exitCodeOf(output: number | 'pipe'): Promise<number | null> {
  const program = `
    import { closeLog, createLogger } from ${JSON.stringify(new URL('log.ts', import.meta.url))}
    const log = createLogger('info', { output: 1 })
    for (let lines = 0; lines < 10_000; lines++) log.info({ event: 'http.request', text: 'x'.repeat(100) })
    await closeLog(log)
    process.exit(3)`
  const stdio = ['ignore', output, 'inherit'] as const
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: [...stdio] })
  const [code] = (await once(child, 'exit')) as [number | null]
  child.stdout?.destroy()
  return code
}

test('a process ends although the reader of its log stalls', async () => {
  // Nothing reads the pipe.
  assert.equal(await exitCodeOf('pipe'), 3)
})

test('a process ends although its log goes to a full disk', async (t) => {
  if (!existsSync('/dev/full')) return t.diagnostic('NOT TESTED HERE: there is no /dev/full')
  const output = openSync('/dev/full', 'w')
  try {
    assert.equal(await exitCodeOf(output), 3)
  } finally {
    closeSync(output)
  }
})
