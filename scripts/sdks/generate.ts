/**
 * `npx node scripts/sdks/generate.ts [python] [go]` makes the generated parts of the clients in Python and Go from
 * `docs/openapi.json`. It needs these languages. `npm run check` tells if the parts are out of step.
 */
import { hash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { ROOT } from '../builds.ts'
import { clientDocument } from './client-document.ts'
import { findPython, GO_SDK, hasGo, PYTHON_SDK, pythonWith, run } from './languages.ts'

/** A generated part: its place, and the inputs of its generator apart from the document. */
interface Part {
  place: string
  inputs: readonly string[]
  /** Writes the files into `place`. `document` is the path of the document, `directory` a temporary directory. */
  generate(place: string, document: string, directory: string): void
}

const STAMP = '.stamp'

export const PARTS: Readonly<Record<'python' | 'go', Part>> = {
  python: {
    place: join(PYTHON_SDK, 'src/tidings/generated'),
    inputs: ['sdks/python/generator/**/*', 'sdks/python/requirements/generator.txt'],
    generate(place, document) {
      const python = findPython()
      if (python === null) throw new Error('The client in Python needs Python 3.10 or newer, with venv')
      const programs = pythonWith(python, 'generator')
      const generator = join(PYTHON_SDK, 'generator')
      const config = [
        '--config',
        join(generator, 'config.yaml'),
        '--custom-template-path',
        join(generator, 'templates'),
      ]
      const args = ['generate', '--path', document, '--output-path', place, '--meta', 'none', '--overwrite', ...config]
      const env = { PATH: `${programs}:${process.env['PATH']}`, PYTHONDONTWRITEBYTECODE: '1' }
      run(join(programs, 'openapi-python-client'), [...args, '--fail-on-warning'], { env })
      rmSync(join(place, '.ruff_cache'), { recursive: true, force: true })
    },
  },
  go: {
    place: join(GO_SDK, 'api'),
    inputs: ['sdks/go/generator/config.yaml', 'sdks/go/generator/go.sum'],
    generate(place, document) {
      if (!hasGo()) throw new Error('The client in Go needs Go')
      const generator = join(GO_SDK, 'generator')
      const args = ['-modfile', 'go.mod', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen']
      const text = run('go', ['run', ...args, '-config', 'config.yaml', document], { cwd: generator })
      writeFileSync(join(place, 'api.gen.go'), text)
    },
  },
}

function documentText(): string {
  const document = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as object
  return `${JSON.stringify(clientDocument(document), null, 1)}\n`
}

/** A hash of the paths and contents of files below `cwd`. */
function hashOfFiles(patterns: readonly string[], cwd: string): string {
  const paths = globSync(patterns, { cwd, exclude: (path) => path.includes('__pycache__') })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path !== STAMP && statSync(join(cwd, path)).isFile())
    .toSorted()
  return hash('sha256', paths.map((path) => `${path} ${hash('sha256', readFileSync(join(cwd, path)))}`).join('\n'))
}

/** The stamp of a part: of its inputs, and of its files. If either has changed, the part is out of step. */
function stampOf({ place, inputs }: Part): string {
  const made = hash('sha256', documentText() + hashOfFiles(inputs, ROOT))
  return `Printed by scripts/sdks/generate.ts\n${made}\n${hashOfFiles(['**/*'], place)}\n`
}

/** True if the part was generated from the document of today, and its files are as they were generated. */
export function isInStep(part: Part): boolean {
  const path = join(part.place, STAMP)
  return existsSync(path) && readFileSync(path, 'utf8') === stampOf(part)
}

/** Generates the part anew, in its place or in another one. */
export function generate(part: Part, place = part.place): void {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const directory = mkdtempSync(join(ROOT, '.cache', 'generate-'))
  try {
    const document = join(directory, 'openapi.json')
    writeFileSync(document, documentText())
    rmSync(place, { recursive: true, force: true })
    mkdirSync(place, { recursive: true })
    part.generate(place, document, directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  writeFileSync(join(place, STAMP), stampOf({ ...part, place }))
}

if (import.meta.main) {
  const asked = process.argv.slice(2)
  for (const [name, part] of Object.entries(PARTS)) if (asked.length === 0 || asked.includes(name)) generate(part)
}
