import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LIMITS } from '../src/platform/admission/limits.ts'
import type { Limit } from '../src/platform/admission/limits.ts'

/** The table of limits is what the code uses and the tests meet. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TABLE = 'platform/admission/limits.ts'

const sources = globSync('**/*.ts', { cwd: join(ROOT, 'server/src') })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path !== TABLE && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, 'server/src', path), 'utf8') }))

const all: [name: string, limit: Limit][] = Object.entries(LIMITS)

it('the code takes the number of each limit from the table, or from its variable', () => {
  const isUsed = (pattern: RegExp) => sources.some(({ text }) => pattern.test(text))
  const unused = all.filter(([name, { max }]) => {
    const isSetting = typeof max === 'object' && 'setting' in max && isUsed(new RegExp(`\\b${max.setting}\\b`))
    return !isSetting && !isUsed(new RegExp(`\\bLIMITS\\.${name}\\b`))
  })
  assert.deepEqual(
    unused.map(([name]) => name),
    [],
  )
})

it('each limit has a test', () => {
  assert.deepEqual(
    all.flatMap(([name, { test }]) => (existsSync(join(ROOT, `${test}.test.ts`)) ? [] : [`${name}: ${test}`])),
    [],
  )
})

/** These get their numbers from their callers. */
const OF_CALLERS = new Set([
  'core/providers/guarded-call.ts',
  'platform/admission/fair-gate.ts',
  'platform/admission/test-limit.ts',
  'platform/db/batcher.ts',
  'platform/outbound/http-client.ts',
])

it('gates, queues and rates take their numbers from the table', () => {
  const others = sources.filter(
    ({ path, text }) =>
      /new (FairGate|FairQueue|TokenBuckets)\b/.test(text) && !text.includes('LIMITS.') && !OF_CALLERS.has(path),
  )
  assert.deepEqual(
    others.map(({ path }) => path),
    [],
  )
})

it('no map but the bounded one forgets its oldest entry', () => {
  const found = sources.filter(({ text }) => /\(\)\.next\(\)\.value/.test(text))
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  )
})
