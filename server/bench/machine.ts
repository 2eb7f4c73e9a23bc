import { execFileSync } from 'node:child_process'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { systemIdleMs } from './cpu.ts'
import { referenceHash } from './reference.ts'

/** What figures depend on, beside the source. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The commit that is measured, and whether files of it have changed since; `unknown` outside of a repository. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return (
      git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain', 'server') === '' ? '' : ' and changes')
    )
  } catch {
    return 'unknown'
  }
}

/** One line; a load before the start means that others use the machine too. */
export function machine(database: string): string {
  const [cpu] = cpus()
  const memoryGib = Math.round(totalmem() / 1024 ** 3)
  return (
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, ${memoryGib} GiB, ${type()} ${release()}, ` +
    `Node ${process.version}, ${database}; load before the start ${loadavg()[0]!.toFixed(1)}; ` +
    `commit ${commit()}; reference ${referenceHash()}`
  )
}

const IDLE_SAMPLE_MS = 2000

/** Processors that nobody used during two seconds, or null where that cannot be told. */
export async function idleProcessors(): Promise<number | null> {
  const before = systemIdleMs()
  const startMs = performance.now()
  await new Promise((resolve) => setTimeout(resolve, IDLE_SAMPLE_MS))
  const after = systemIdleMs()
  return before === null || after === null ? null : (after - before) / (performance.now() - startMs)
}
