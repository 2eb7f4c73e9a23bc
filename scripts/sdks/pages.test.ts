/** The pages of the clients show the programs that the tests run. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../builds.ts'
import { readMarkdown } from '../markdown.ts'

const PROGRAMS = {
  'docs/guides/python.md': 'sdks/python/examples/*.py',
  'docs/guides/go.md': 'sdks/go/examples/*/*.go',
}

for (const [page, pattern] of Object.entries(PROGRAMS))
  test(`${page} shows every example as it is`, () => {
    const blocks = readMarkdown(readFileSync(join(ROOT, page), 'utf8')).blocks
    const shown = blocks.filter(({ marks }) => marks.includes('example')).map(({ text }) => text.trimEnd())
    const programs = globSync(pattern, { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), 'utf8').trimEnd())
    assert.deepEqual(shown.toSorted(), programs.toSorted())
  })
