/** The compiler of our users, for tests of types. The repository has a newer one. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from './process.ts'

const TSC = fileURLToPath(new URL('../../sdk/node_modules/typescript/bin/tsc', import.meta.url))

/** What one compilation takes. */
interface Compilation {
  compilerOptions: Record<string, unknown>
  files: readonly string[]
}

/**
 * Compiles each of `compilations` (by name) with `strict` in the directory, without output. Returns the errors, or an empty
 * text. One process reads the libraries of all of them once.
 */
export function compileErrors(directory: string, compilations: Record<string, Compilation>): string {
  const configurations = Object.entries(compilations).map(([name, { compilerOptions, files }]) => {
    const configuration = join(directory, `tsconfig.${name}.json`)
    const all = { strict: true, noEmit: true, ...compilerOptions }
    writeFileSync(configuration, JSON.stringify({ compilerOptions: all, files }))
    return configuration
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE_FLAGS, TSC, '--build', ...configurations], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : stdout + stderr
}
