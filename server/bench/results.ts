import { appendFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { plot } from './plot.ts'
import type { Findings, Scenario } from './scenario.ts'

/** The dated results and their plot, written anew after every scenario: a run that is cut short keeps what it measured. */

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))
const PLOT = fileURLToPath(new URL('results.svg', import.meta.url))

export interface Recorder {
  add(report: readonly string[], all: readonly { scenario: Scenario; findings: Findings }[]): void
}

/** `about`: the machine and the versions, a line. */
export function createRecorder(about: string): Recorder {
  const at = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  let isFirst = true
  return {
    add(report, all) {
      if (isFirst) appendFileSync(RESULTS, `\n## ${at}\n\n${about}.\n`)
      isFirst = false
      appendFileSync(RESULTS, `\n${report.join('\n')}\n`)
      writeFileSync(PLOT, plot(all, [at, ...about.split('; ')]))
    },
  }
}
