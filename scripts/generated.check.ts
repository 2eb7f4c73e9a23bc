import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { it } from 'node:test'
import { ROOT } from './builds.ts'
import { GENERATED_FOLDERS, generatedFiles } from './generated.ts'

const files = await generatedFiles()

for (const [path, text] of Object.entries(files)) {
  it(`${path} is up to date (npm run generate prints it)`, () => {
    assert.equal(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'), text)
  })
}

it('only generated files are in the generated folders', () => {
  const found = globSync(
    GENERATED_FOLDERS.map((folder) => `${folder}/**/*.{ts,py,go}`),
    { cwd: ROOT },
  ).map((path) => path.split(sep).join('/'))
  assert.deepEqual(
    found.filter((path) => !(path in files)),
    [],
  )
})
