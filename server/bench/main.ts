/**
 * `npm run bench` measures the service against the limits of its parts on this machine, in one run and in turns. Absolute
 * rates say little on a shared machine. Only the ratios count (README.md).
 */
import { readArguments, USAGE } from './arguments.ts'
import type { BenchArguments } from './arguments.ts'
import { idleProcessors, machine } from './machine.ts'
import { createProgress } from './progress.ts'
import { isMissed, scenarioReport, summary } from './report.ts'
import { createRecorder } from './results.ts'
import { ratioFindings } from './scenario.ts'
import type { Bench, Findings, Scenario } from './scenario.ts'
import { CHECKED, SCENARIOS } from './scenarios.ts'
import { withDatabaseAndReceiver } from './database-and-receiver.ts'

/** The service needs a processor, and so do the load and the receiver. */
const IDLE_PROCESSORS_MIN = 1.8

interface Measured {
  scenario: Scenario
  findings: Findings
}

function chosen({ names, check, size }: BenchArguments): readonly Scenario[] {
  for (const name of names)
    if (!SCENARIOS.some((scenario) => scenario.name === name))
      throw new Error(
        `There is no scenario ${name}; there are ${SCENARIOS.map((scenario) => scenario.name).join(', ')}`,
      )
  if (names.length > 0) return SCENARIOS.filter((scenario) => names.includes(scenario.name))
  if (check) return SCENARIOS.filter((scenario) => CHECKED.has(scenario.name))
  return SCENARIOS.filter((scenario) => size !== 'quick' || scenario.notQuick !== true)
}

/** In fewer seconds code is still being compiled, and one round may fall into a slow moment of the machine. */
const JUDGED_ROUNDS_MIN = 3
const JUDGED_SECONDS_MIN = 6

const judges = ({ size, rounds, seconds }: Pick<Bench, 'size' | 'rounds' | 'seconds'>): boolean =>
  size !== 'quick' && rounds >= JUDGED_ROUNDS_MIN && seconds >= JUDGED_SECONDS_MIN

async function measureAll(
  bench: Omit<Bench, 'progress'>,
  scenarios: readonly Scenario[],
  onMeasured: (report: string[], all: Measured[]) => void,
): Promise<Measured[]> {
  const all: Measured[] = []
  for (const [index, scenario] of scenarios.entries()) {
    const progress = createProgress(`${index + 1}/${scenarios.length} ${scenario.name}`)
    try {
      const found = await scenario.run({ ...bench, progress: progress.tell })
      const findings = Array.isArray(found) ? ratioFindings(scenario, found) : found
      all.push({ scenario, findings })
    } finally {
      progress.end()
    }
    onMeasured(scenarioReport(scenario, all.at(-1)!.findings, judges(bench)), all)
  }
  return all
}

async function bench(options: BenchArguments, scenarios: readonly Scenario[]): Promise<Measured[]> {
  const { record, rounds, seconds, size } = options
  const idle = await idleProcessors()
  if (idle !== null && idle < IDLE_PROCESSORS_MIN)
    console.log(
      `\n!!! Only ${idle.toFixed(1)} processors are idle: what runs beside makes every figure doubtful. !!!\n`,
    )
  return withDatabaseAndReceiver(async ({ database, receiver }) => {
    const about = [
      ...machine(database.description, idle),
      `${size} size, ${rounds} ${rounds === 1 ? 'round' : 'rounds'} of about ${seconds} s`,
    ]
    console.log(about.join('; '))
    const recorder = createRecorder({ about, keeps: record, scenarios: SCENARIOS.length, judges: judges(options) })
    return measureAll({ ...options, database, receiver }, scenarios, (report, all) => {
      console.log(`\n${report.join('\n')}\n\nThe plot: ${recorder.add(report, all)}\n`)
    })
  })
}

function argumentsOrExit(): [BenchArguments, readonly Scenario[]] {
  try {
    const options = readArguments(process.argv.slice(2))
    if (options.help) {
      console.log(`${USAGE}\nScenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}`)
      process.exit(0)
    }
    return [options, chosen(options)]
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(2)
  }
}

const [options, scenarios] = argumentsOrExit()
const all = await bench(options, scenarios)
console.log(summary(all, judges(options)).join('\n'))
if (!judges(options)) {
  const least = `${JUDGED_ROUNDS_MIN} rounds of ${JUDGED_SECONDS_MIN} s`
  console.log(`\nWhat is quick, or has fewer than ${least}, shows what is broken. \`npm run bench\` judges.`)
}
const missed = all.filter(({ findings }) => findings.judgements.some(isMissed)).map(({ scenario }) => scenario.name)
if (options.check && judges(options) && missed.length > 0) {
  console.error(`Missed their gates: ${missed.join(', ')}`)
  process.exitCode = 1
}
