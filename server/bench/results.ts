import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plot } from './plot.ts'
import type { Findings, Scenario } from './scenario.ts'

/** The dated results and their plot, written after every scenario: a run that is cut short keeps what it measured. */

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const PLOT_OF_ALL = fileURLToPath(new URL('results.svg', import.meta.url))

export interface Recorder {
  /** The report of one scenario more, and what was found in all until now; `isLast` when there are no further ones. */
  add(report: readonly string[], all: readonly { scenario: Scenario; findings: Findings }[], isLast: boolean): void
  /** The file of the plot. */
  plot(): string
}

export interface RecorderOptions {
  /** The machine, the versions and the run, in parts. */
  about: readonly string[]
  /** Results are added to the repository's, and its plot is drawn anew at the end of a run of all scenarios that judges. */
  keeps: boolean
  /** The run has all scenarios. */
  isWhole: boolean
  judges: boolean
}

/** Any other plot is a file of the run's own in the system's temporary directory. */
export function createRecorder({ about, keeps, isWhole, judges }: RecorderOptions): Recorder {
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  let plotFile = join(mkdtempSync(join(tmpdir(), 'tidings-bench-plot-')), 'results.svg')
  let isFirst = true
  return {
    add(report, all, isLast) {
      if (isLast && keeps && isWhole && judges) plotFile = PLOT_OF_ALL
      writeFileSync(plotFile, plot(all, [at, ...about], judges))
      if (!keeps) return
      if (isFirst) appendFileSync(RESULTS, `\n## ${at}\n\n${about.join('; ')}.\n`)
      isFirst = false
      appendFileSync(RESULTS, `\n${report.join('\n')}\n`)
    },
    plot: () => plotFile,
  }
}
