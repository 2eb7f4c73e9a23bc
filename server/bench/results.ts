import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { plot } from './plot.ts'
import type { Findings, Scenario } from './scenario.ts'

/**
 * The results of the newest run and their plot, written after every scenario, so an interrupted run keeps its
 * measurements.
 */

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const PLOT_OF_ALL = fileURLToPath(new URL('results.svg', import.meta.url))

export interface Recorder {
  /** Takes the report of one more scenario, and all findings so far. Returns the file of the plot. */
  add(report: readonly string[], all: readonly { scenario: Scenario; findings: Findings }[]): string
}

export interface RecorderOptions {
  /** The machine, the versions and the run, in parts. */
  about: readonly string[]
  /** The results replace those of the repository, and its plot is drawn again at the end of a run that judges. */
  keeps: boolean
  /** Number of scenarios in all. */
  scenarios: number
  judges: boolean
}

/** The text of the page above its run. */
function introduction(): string {
  const page = readFileSync(RESULTS, 'utf8')
  return page.slice(0, page.indexOf('## 20'))
}

/** Other plots are files in the system's temporary directory. */
export function createRecorder({ about, keeps, scenarios, judges }: RecorderOptions): Recorder {
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const plotFile = join(tmpdir(), `tidings-bench-${process.pid}.svg`)
  let isFirst = true
  return {
    add(report, all) {
      const isWhole = keeps && judges && all.length === scenarios
      const file = isWhole ? PLOT_OF_ALL : plotFile
      writeFileSync(file, plot(all, [at, ...about], judges))
      if (isWhole) rmSync(plotFile, { force: true })
      if (!keeps) return file
      if (isFirst) writeFileSync(RESULTS, `${introduction()}## ${at}\n\n${about.join('; ')}.\n`)
      isFirst = false
      appendFileSync(RESULTS, `\n${report.join('\n')}\n`)
      return file
    },
  }
}
