import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { directoryHolder, lockDirectory } from './lock.ts'

/** Longer than RESPONSE_TIMEOUT_MS. */
const BLOCKED_MS = 2500

test('a stalled caller still finds the holder, and a free directory has none', async (t) => {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tidings-lock-')))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  assert.equal(await directoryHolder(directory), false)
  const result = await lockDirectory(directory)
  assert.ok('lock' in result)
  // From here on, time-outs fire before the events of connections.
  await new Promise(setImmediate)
  const asked = directoryHolder(directory)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS)
  assert.notEqual(await asked, false)
  assert.equal(await directoryHolder(directory), process.pid)
  await result.lock.release()
  assert.equal(await directoryHolder(directory), false)
})
