import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

test('one message runs no more files, functions and lines than the ceilings', () => {
  const script = fileURLToPath(new URL('../../scripts/measure-engine.ts', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--list', '--check'], { encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
})
