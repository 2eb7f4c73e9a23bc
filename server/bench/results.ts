import { appendFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plot } from './plot.ts'
import type { Findings, Scenario } from './scenario.ts'

/** The dated results and their plot, written anew after every scenario: a run that is cut short keeps what it measured. */

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const PLOT = fileURLToPath(new URL('results.svg', import.meta.url))

export interface Recorder {
  add(report: readonly string[], all: readonly { scenario: Scenario; findings: Findings }[]): void
  /** The file of the plot. */
  plot: string
}

/**
 * `about`: the machine, the versions and the run, in parts. `keeps`: results are added to the repository's; its plot is
 * drawn anew only if the run has all scenarios (`isWhole`), any other goes to the system's temporary directory.
 */
export function createRecorder(options: { about: readonly string[]; keeps: boolean; isWhole: boolean }): Recorder {
  const { about, keeps, isWhole } = options
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const plotFile = keeps && isWhole ? PLOT : join(tmpdir(), 'tidings-bench.svg')
  let isFirst = true
  return {
    add(report, all) {
      writeFileSync(plotFile, plot(all, [at, ...about]))
      if (!keeps) return
      if (isFirst) appendFileSync(RESULTS, `\n## ${at}\n\n${about.join('; ')}.\n`)
      isFirst = false
      appendFileSync(RESULTS, `\n${report.join('\n')}\n`)
    },
    plot: plotFile,
  }
}
