import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printTypes } from '../sdk/print-types.ts'
import { readApiDocument, readMetrics } from './api-document.ts'
import { metricsPage, REFERENCE_PAGES } from './reference-pages.ts'
import { goStatuses, pythonStatuses, synchronous } from './sdks/printed-sources.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** TypeScript in the format of the source. */
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

const python = (name: string): string => readFileSync(`${ROOT}/sdks/python/src/tidings/${name}.py`, 'utf8')

/** Every file generated from the source, with its current content: path below the repository to text. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = await readApiDocument()
  const text = JSON.stringify(document, null, 1)
  const pages = Object.entries(REFERENCE_PAGES).map(([name, print]) => [`docs/${name}`, print()])
  return {
    ...Object.fromEntries(pages),
    'docs/metrics.md': metricsPage(await readMetrics()),
    'docs/openapi.json': `${text}\n`,
    'sdks/go/webhooks/statuses.go': goStatuses(),
    'sdks/python/src/tidings/statuses.py': pythonStatuses(),
    'sdks/python/src/tidings/client.py': synchronous(python('async_client')),
    'sdks/python/src/tidings/transport.py': synchronous(python('async_transport')),
    'sdk/src/openapi.ts': formatted('sdk/src/openapi.ts', await printTypes(text)),
  }
}
