import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { systemIdleMs } from './cpu.ts'
import { referenceHash } from './reference.ts'

/** Facts about the machine and versions that affect the figures. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files that affect the figures: not pages, and not the results, which this run changes. */
const MEASURED = ['server', ':!server/bench/*.md', ':!server/bench/*.svg']

/** The measured commit, and whether files have changed since. `unknown` outside of a repository. */
export function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    return (
      git('rev-parse', '--short=12', 'HEAD') +
      (git('status', '--porcelain', '--', ...MEASURED) === '' ? '' : ' and changes')
    )
  } catch {
    return 'unknown'
  }
}

/** In parts. If fewer processors are idle than exist, other programs use the machine too. */
export function machine(database: string, idle: number | null): string[] {
  const [cpu] = cpus()
  const memoryGib = Math.round(totalmem() / 1024 ** 3)
  return [
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, ${memoryGib} GiB, ${type()} ${release()}, Node ${process.version}, ${database}`,
    `${idle === null ? 'an unknown number of' : idle.toFixed(1)} processors idle before the start`,
    `commit ${measuredCommit()}`,
    `reference ${referenceHash('webhooks')}, of creates ${referenceHash('creates')}, peers ${referenceHash('peers')}`,
  ]
}

const IDLE_SAMPLE_MS = 2000

/** Number of idle processors during two seconds, or null if it is unknown. */
export async function idleProcessors(): Promise<number | null> {
  const before = systemIdleMs()
  const startMs = performance.now()
  await new Promise((resolve) => setTimeout(resolve, IDLE_SAMPLE_MS))
  const after = systemIdleMs()
  return before === null || after === null ? null : (after - before) / (performance.now() - startMs)
}
