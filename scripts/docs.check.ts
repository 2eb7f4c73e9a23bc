import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { generatedFiles } from './generated.ts'

for (const [path, text] of Object.entries(await generatedFiles())) {
  it(`${path} is up to date (node scripts/docs.ts prints it)`, () => {
    assert.equal(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), text)
  })
}
