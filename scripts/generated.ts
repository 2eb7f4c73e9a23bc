import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inlineReferences } from '../server/test/document.ts'
import { readApiDocument } from './api-document.ts'
import { REFERENCE_PAGES } from './reference-pages.ts'
import { sdkTypes } from './sdk-types.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** TypeScript as all of the source is formatted. */
function formatted(path: string, text: string): string {
  const args = [`--stdin-filepath=${path}`]
  const run = spawnSync('oxfmt', args, {
    cwd: ROOT,
    input: text,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) throw new Error(`${path} could not be formatted: ${run.stderr}`)
  return run.stdout
}

/** Every file that is made of the source, as it should be now: path below the repository to text. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = await readApiDocument()
  const pages = Object.entries(REFERENCE_PAGES).map(([name, print]) => [`docs/${name}`, print()])
  return {
    ...Object.fromEntries(pages),
    'docs/openapi.json': `${JSON.stringify(document, null, 1)}\n`,
    'sdk/src/types.ts': formatted('sdk/src/types.ts', sdkTypes(inlineReferences(document))),
  }
}
