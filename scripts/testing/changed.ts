/** The test files that a change may break: those that import a changed file, directly or not. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Imports of TypeScript name the file. `new URL(...)` names programs and pages. */
const IMPORT = /(?:from|import\(|import|new URL\()\s*['"](\.[^'"]+)['"]/g

/** Tests of files that no import names: the first matching pattern counts. */
const OTHERS: readonly [changed: RegExp, tests: RegExp][] = [
  [/^(package(-lock)?\.json|\.npmrc|tsconfig\.json)$/, /./],
  [/^server\/migrations\//, /^server\//],
  [/^dashboard\/(src|public)\//, /^dashboard\//],
  [/^inbox\/src\//, /^(inbox|dashboard)\//],
  // These take the built package.
  [/^(sdk|cli|mcp)\/src\//, /\/package\.test\.ts$|^scripts\/pages\.test/],
  [/^(site|docs|[A-Z]+\.md|sdk\/README|inbox\/README)/, /^(site|scripts)\//],
  [/^sdks\//, /^scripts\/sdks\//],
  [/^(deploy|Dockerfile|compose\.yaml|\.github)/, /^scripts\//],
]

function git(...args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

/** Paths below the repository: changed since the last commit, or not committed yet. */
function changedFiles(): string[] {
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The files that each file is imported by. */
function importers(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const sources = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.js', '*.mjs')
  for (const source of sources) {
    if (!existsSync(join(ROOT, source))) continue
    for (const [, name] of readFileSync(join(ROOT, source), 'utf8').matchAll(IMPORT)) {
      const imported = relative(ROOT, resolve(ROOT, dirname(source), name!))
      found.set(imported, [...(found.get(imported) ?? []), source])
    }
  }
  return found
}

/** Of these test files (absolute paths), those that the changed files reach. */
export function reachedByChanges(tests: readonly string[]): string[] {
  const changed = changedFiles()
  const by = importers()
  const reached = new Set(changed)
  for (const file of reached) for (const importer of by.get(file) ?? []) reached.add(importer)
  const patterns = changed.flatMap((file) => OTHERS.find(([pattern]) => pattern.test(file))?.[1] ?? [])
  return tests.filter((test) => {
    const path = relative(ROOT, test)
    return reached.has(path) || patterns.some((pattern) => pattern.test(path))
  })
}
