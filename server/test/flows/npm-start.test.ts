// The README's command under a supervisor: signals to npm reach the service.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { environment, killGroup, logLines } from '../process.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

test('SIGTERM to npm start alone ends npm, the service and its database in order', { timeout: 120_000 }, async (t) => {
  if (process.platform === 'win32') return t.diagnostic('NOT TESTED HERE: Windows has no such signal')
  const directory = mkdtempSync(join(tmpdir(), 'tidings-npm-'))
  const dataDir = join(directory, 'data')
  const env = environment({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0' })
  // Without `--silent`, npm prints the command first.
  const npm = spawn('npm', ['start', '--silent'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  t.after(() => {
    killGroup(npm.pid!)
    rmSync(directory, { recursive: true, force: true })
  })
  let output = ''
  let errors = ''
  const { promise: started, resolve } = Promise.withResolvers<string>()
  npm.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    const url = /"event":"service\.started","url":"([^"]+)"/.exec(output)?.[1]
    if (url !== undefined) resolve(url)
  })
  npm.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  // The pipes close when their last process has ended.
  const closed = once(npm, 'close')
  const url = await Promise.race([started, closed.then(() => assert.fail(`${output}${errors}`))])
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  assert.ok(existsSync(join(dataDir, 'postgres', 'postmaster.pid')))
  npm.kill('SIGTERM')
  const [code, signal] = (await closed) as [number | null, NodeJS.Signals | null]
  const events = new Set(logLines(output).map(({ event }) => event))
  for (const event of ['first_start', 'service.started', 'service.stopping']) assert.ok(events.has(event), event)
  assert.equal(errors, '')
  assert.ok(code === 0 || code === 143 || signal === 'SIGTERM', `${code} ${signal}\n${output}`)
  assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false)
  await assert.rejects(fetch(`${url}/healthz`))
})
