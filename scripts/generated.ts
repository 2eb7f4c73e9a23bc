import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { printTypes } from '../sdk/print-types.ts'
import { readApiDocument, readMetrics } from './api-document.ts'
import { ROOT } from './builds.ts'
import { compactJson } from './compact-json.ts'
import { metricsPage, operationsPage, REFERENCE_PAGES, withLimits } from './reference-pages.ts'
import { postmanCollection } from './postman.ts'
import { readClientApi } from './sdks/client-api.ts'
import { goClient } from './sdks/go-client.ts'
import { goResources } from './sdks/go-resources.ts'
import { goStatuses, pythonStatuses, synchronous } from './sdks/printed-sources.ts'
import { pythonClient } from './sdks/python-client.ts'
import { typescriptResources } from './sdks/typescript-resources.ts'
import { statementTypes } from '../server/statements/statement-types.ts'

const PYTHON = 'sdks/python/src/tidings'
const GO = 'sdks/go'

/** Folders that have nothing else. A package of Go is a folder, so `api` is one of them. */
export const GENERATED_FOLDERS = [`${PYTHON}/generated`, `${GO}/api`, 'sdk/src/generated', 'server/generated']

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

const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8')

const below = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]))

/** Every file generated from the source, with its current content: path below the repository to text. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = await readApiDocument()
  const api = readClientApi(document)
  const [, goModule = ''] = /^module (\S+)$/m.exec(read(`${GO}/go.mod`)) ?? []
  const pages = Object.entries(REFERENCE_PAGES).map(([name, print]) => [`docs/${name}`, print()])
  return {
    ...Object.fromEntries(pages),
    'SECURITY.md': withLimits(read('SECURITY.md')),
    'docs/metrics.md': metricsPage(await readMetrics()),
    'docs/operations.md': operationsPage(document),
    'docs/openapi.json': `${compactJson(document)}\n`,
    'docs/postman.json': postmanCollection(document),
    'server/generated/statements.ts': formatted('statements.ts', await statementTypes()),
    'sdk/src/generated/openapi.ts': formatted('openapi.ts', await printTypes(JSON.stringify(document))),
    'sdk/src/generated/resources.ts': formatted('resources.ts', typescriptResources(api)),
    ...below(`${PYTHON}/generated`, {
      ...pythonClient(api),
      'calls.py': synchronous(read(`${PYTHON}/async_calls.py`)),
      'client.py': synchronous(read(`${PYTHON}/async_client.py`)),
      'statuses.py': pythonStatuses(),
      'transport.py': synchronous(read(`${PYTHON}/async_transport.py`)),
    }),
    ...below(GO, {
      ...below('api', goClient(api, goModule)),
      'resources.go': goResources(api, goModule),
      'webhooks/statuses.go': goStatuses(),
    }),
  }
}
