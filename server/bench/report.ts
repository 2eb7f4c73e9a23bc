import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { referenceHash } from './reference.ts'
import type { Round, Run, Scenario } from './scenario.ts'

/** A scenario's rounds as lines of Markdown, read in a terminal as well. */

interface Spread {
  minimum: number
  median: number
  maximum: number
}

function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]!
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]!
  return { minimum: sorted[0]!, median: (lower + upper) / 2, maximum: sorted.at(-1)! }
}

const ratioOf = ({ product, reference }: Round): number => product.perSecond / reference.perSecond

function show({ minimum, median, maximum }: Spread, digits: number): string {
  return `${median.toFixed(digits)} (${minimum.toFixed(digits)} to ${maximum.toFixed(digits)})`
}

function showCpu(runs: readonly Run[]): string {
  const names = Object.keys(runs[0]!.cpuMicroseconds)
  const parts = names.map((name) => {
    const values = runs.map((run) => run.cpuMicroseconds[name] ?? null)
    return `${name} ${values.includes(null) ? 'not known' : Math.round(spread(values as number[]).median)}`
  })
  return parts.join(', ')
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** Median with minimum and maximum of the rounds; the last line says whether the gate was met. */
export function scenarioReport({ title, name, gate, sides }: Scenario, rounds: readonly Round[]): string[] {
  const ratio = spread(rounds.map(ratioOf))
  const row = (side: string, runs: Run[]) => {
    const rate = show(spread(runs.map((run) => run.perSecond)), 0)
    const load = spread(runs.map((run) => run.receiverLoad ?? NaN)).median
    const connections = spread(runs.map((run) => run.newConnections)).median
    const memory = runs.map((run) => run.memoryMib ?? NaN)
    const memoryText = memory.some(Number.isNaN) ? '' : `${Math.round(Math.max(...memory))} MiB`
    const loadText = Number.isNaN(load) ? '' : percent(load)
    return `| ${side} | ${rate} | ${showCpu(runs)} | ${percent(connections)} | ${loadText} | ${memoryText} |`
  }
  return [
    `### ${title} (\`${name}\`)`,
    '',
    '| | Per second | CPU per item, us | New connections | Load of the receiver | Memory at the most |',
    '|---|---|---|---|---|---|',
    row(
      sides?.reference ?? 'reference',
      rounds.map((round) => round.reference),
    ),
    row(
      sides?.product ?? 'product',
      rounds.map((round) => round.product),
    ),
    '',
    `Ratio ${sides === undefined ? 'product / reference' : `${sides.product} / ${sides.reference}`}: **${show(ratio, 2)}** in ${rounds.length} rounds; gate ${gate}: ${ratio.median >= gate ? 'met' : 'MISSED'}.`,
  ]
}

/** What a figure depends on; a load before the start means that others use the machine too. */
export function machine(database: string): string {
  const [cpu] = cpus()
  const memoryGib = Math.round(totalmem() / 1024 ** 3)
  return (
    `${cpus().length} x ${cpu?.model.trim() ?? 'unknown processor'}, ${memoryGib} GiB, ${type()} ${release()}, ` +
    `Node ${process.version}, ${database}; load before the start ${loadavg()[0]!.toFixed(1)}; reference ${referenceHash()}`
  )
}
