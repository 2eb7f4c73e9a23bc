import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { currentBuild, ensureBuilt } from './builds.ts'
import type { Build } from './builds.ts'

test('a build is made once, and another user can read it', async (t) => {
  const builds = mkdtempSync(join(tmpdir(), 'tidings-builds-'))
  t.after(() => rmSync(builds, { recursive: true, force: true }))
  const program = "require('node:fs').writeFileSync(require('node:path').join(process.argv[1], 'page'), 'built')"
  const build: Build = {
    name: 'The page',
    builds,
    sources: ['LICENSE'],
    command: (place) => ['--eval', program, place],
  }
  const lines: string[] = []
  for (let start = 0; start < 2; start += 1) await ensureBuilt(build, (line) => lines.push(line))
  assert.equal(lines.length, 2)
  assert.match(lines[0]!, /^The page is being built: /)
  assert.match(lines[1]!, /^The page was built in /)
  const current = currentBuild(build)
  assert.equal(readFileSync(join(current, 'page'), 'utf8'), 'built')
  if (process.platform !== 'win32') assert.equal(statSync(current).mode & 0o777, 0o755)
})
