import type { Findings, Judgement, Latency, Run, Scenario, Side } from './scenario.ts'

/** A scenario's findings as lines of Markdown, also for a terminal. */

interface Spread {
  minimum: number
  median: number
  maximum: number
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]!
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]!
  return { minimum: sorted[0]!, median: (lower + upper) / 2, maximum: sorted.at(-1)! }
}

/** How far the median is on the right side of its gate: 1 is exactly at the gate, below 1 is missed, null has no gate. */
export function timesGate({ values, gate }: Judgement): number | null {
  if (gate === null) return null
  const { median } = spread(values)
  return 'atLeast' in gate ? median / gate.atLeast : gate.atMost / median
}

/** An unknown value (NaN) also counts as not met. */
export function isMissed(judgement: Judgement): boolean {
  return judgement.gate !== null && !(timesGate(judgement)! >= 1)
}

const digitsOf = (value: number): number => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)

/** With the meaningful number of digits. */
export const showNumber = (value: number): string => value.toFixed(digitsOf(value))

/** The median, with minimum and maximum. */
export function showSpread({ minimum, median, maximum }: Spread): string {
  const digits = digitsOf(median)
  return `${median.toFixed(digits)} (${minimum.toFixed(digits)} to ${maximum.toFixed(digits)})`
}

/**
 * `gate at least 0.45: met`, `gate at most 50: MISSED`, `gate at least 0.45: not judged` if the run does not judge, or
 * `no gate`.
 */
export function verdict(judgement: Judgement, judges = true): string {
  const { gate } = judgement
  if (gate === null) return 'no gate'
  const bound = 'atLeast' in gate ? `at least ${gate.atLeast}` : `at most ${gate.atMost}`
  if (!judges) return `gate ${bound}: not judged`
  return `gate ${bound}: ${isMissed(judgement) ? 'MISSED' : 'met'}`
}

const medianOf = (runs: readonly Run[], value: (run: Run) => number | null | undefined): number =>
  spread(runs.map((run) => value(run) ?? NaN)).median

function byProcess(
  runs: readonly Run[],
  of: (run: Run) => Record<string, number | null>,
  show: (value: number) => string,
) {
  const parts = Object.keys(of(runs[0]!)).map((name) => {
    const value = medianOf(runs, (run) => of(run)[name])
    return `${name} ${Number.isNaN(value) ? 'not known' : show(value)}`
  })
  return parts.join(', ')
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

function showLatency(runs: readonly Run[]): string {
  const quantile = (name: keyof Latency) => medianOf(runs, (run) => run.latency?.[name]).toFixed(1)
  return `${quantile('p50')} / ${quantile('p95')} / ${quantile('p99')} / ${quantile('max')}`
}

function showExtra(runs: readonly Run[]): string {
  const counts = runs.map((run) => run.extraAttempts?.count ?? 0)
  const causes = new Map<string, number>()
  for (const run of runs)
    for (const [cause, count] of Object.entries(run.extraAttempts?.causes ?? {}))
      causes.set(cause, (causes.get(cause) ?? 0) + count)
  const named = [...causes].map(([cause, count]) => `${cause} ${count}`).join(', ')
  return counts.join(', ') + (named === '' ? '' : ` (${named})`)
}

interface Column {
  title: string
  /** Columns without a value on any side are omitted. */
  says(run: Run): boolean
  show(runs: readonly Run[]): string
}

const COLUMNS: readonly Column[] = [
  { title: 'Per second', says: () => true, show: (runs) => showSpread(spread(runs.map((run) => run.perSecond))) },
  {
    title: 'CPU per item, us',
    says: () => true,
    show: (runs) =>
      byProcess(
        runs,
        (run) => run.cpuMicroseconds,
        (value) => value.toFixed(0),
      ),
  },
  {
    title: 'Share of one processor',
    says: () => true,
    show: (runs) =>
      byProcess(
        runs,
        (run) => run.cpuShares,
        (value) => `${(value * 100).toFixed(0)} %`,
      ),
  },
  {
    title: 'New connections',
    says: () => true,
    show: (runs) => percent(medianOf(runs, (run) => run.newConnections)),
  },
  { title: 'p50 / p95 / p99 / max, ms', says: (run) => run.latency !== undefined, show: showLatency },
  {
    title: 'Memory at the most',
    says: (run) => run.memoryMib != null,
    show: (runs) => `${Math.round(Math.max(...runs.map((run) => run.memoryMib ?? NaN)))} MiB`,
  },
  { title: 'Repeated attempts by round', says: (run) => run.extraAttempts !== undefined, show: showExtra },
]

function table(sides: readonly Side[]): string[] {
  const columns = COLUMNS.filter((column) => sides.some((side) => side.runs.some(column.says)))
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(['', ...columns.map((column) => column.title)]),
    row(['---', ...columns.map(() => '---')]),
    ...sides.map(({ name, runs }) =>
      runs.length === 0
        ? row([name, 'not run', ...columns.slice(1).map(() => '')])
        : row([name, ...columns.map((column) => (runs.some(column.says) ? column.show(runs) : ''))]),
    ),
  ]
}

/**
 * The table with the median of the rounds, minimum and maximum. If the run judges, a line for each figure says whether
 * its gate was met.
 */
export function scenarioReport(
  { title, name }: Scenario,
  { sides, judgements, notes = [] }: Findings,
  judges: boolean,
): string[] {
  const judged = judgements.map((judgement) => {
    const { what, values } = judgement
    return `- ${what}: **${showSpread(spread(values))}** in ${values.length} ${values.length === 1 ? 'round' : 'rounds'}; ${verdict(judgement, judges)}.`
  })
  return [`### ${title} (\`${name}\`)`, '', ...table(sides), '', ...judged, ...notes.map((note) => `- ${note}`)]
}

/** A line for every figure of every scenario. */
export function summary(all: readonly { scenario: Scenario; findings: Findings }[], judges: boolean): string[] {
  return all.flatMap(({ scenario, findings }) =>
    findings.judgements.map((judgement) => {
      const value = showSpread(spread(judgement.values))
      return `${scenario.name.padEnd(20)} ${value.padEnd(26)} ${verdict(judgement, judges).padEnd(32)} ${judgement.what}`
    }),
  )
}
