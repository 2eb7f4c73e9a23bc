import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { SCENARIOS } from './scenarios.ts'

const BENCH = fileURLToPath(new URL('main.ts', import.meta.url))

// The peers need other programs.
for (const { name } of SCENARIOS.filter((scenario) => !scenario.name.startsWith('peers')))
  test(`the bench runs ${name}`, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--quick', name])
    assert.match(stdout, /`npm run bench` judges/)
  })
