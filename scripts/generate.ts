/** `npm run generate` prints every file that is made from the source. `npm run check` tells if one is out of date. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './builds.ts'
import { GENERATED_FOLDERS, generatedFiles } from './generated.ts'

const files = await generatedFiles()
for (const folder of GENERATED_FOLDERS) rmSync(join(ROOT, folder), { recursive: true, force: true })
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true })
  writeFileSync(join(ROOT, path), text)
  console.log(path)
}
