/** The service as it was at an earlier commit, to run beside the present one. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The server, and the workspaces whose files it imports. Packages come from this directory's `node_modules`. */
const PARTS = ['package.json', 'server', 'sdk']

function run(program: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, input, maxBuffer: 2 ** 30 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.toString()}`)
  return stdout
}

/**
 * Writes the files of a commit below `.cache`, and returns the path of the service's program. A clone without the whole
 * history may not have the commit: `git fetch --unshallow` brings it.
 */
export function programOf(commit: string): string {
  const directory = join(ROOT, '.cache', 'commits', commit)
  if (!existsSync(directory)) {
    const unfinished = `${directory}-${process.pid}`
    mkdirSync(unfinished, { recursive: true })
    try {
      run('tar', ['-x', '-C', unfinished], run('git', ['archive', commit, ...PARTS]))
      renameSync(unfinished, directory)
    } finally {
      rmSync(unfinished, { recursive: true, force: true })
    }
  }
  const source = join(directory, 'server', 'src')
  // Older commits have their programs at the top.
  return ['programs/main.ts', 'main.ts'].map((name) => join(source, name)).find((path) => existsSync(path))!
}
