/**
 * `npm run bench`: measures the service against what its parts can do at the most on this machine, in the same session
 * and in turns. Absolute rates say little on a machine that others use too: the ratios are what counts.
 */
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readArguments, USAGE } from './arguments.ts'
import type { BenchArguments } from './arguments.ts'
import { startDatabase } from './database.ts'
import { startReceiver } from './receiver.ts'
import { machine, scenarioReport } from './report.ts'
import type { Scenario } from './scenario.ts'
import { backlogScenario } from './scenarios/backlog.ts'
import { createScenarios } from './scenarios/creates.ts'
import { isolationScenario } from './scenarios/isolation.ts'
import { namesScenario } from './scenarios/names.ts'
import { processesScenario } from './scenarios/processes.ts'
import { slowReceiverScenario } from './scenarios/slow-receiver.ts'
import { webhookScenarios } from './scenarios/webhooks.ts'

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))

const SCENARIOS: readonly Scenario[] = [
  ...webhookScenarios,
  namesScenario,
  slowReceiverScenario,
  isolationScenario,
  processesScenario,
  backlogScenario,
  ...createScenarios,
]

function chosen({ names }: BenchArguments): readonly Scenario[] {
  for (const name of names)
    if (!SCENARIOS.some((scenario) => scenario.name === name))
      throw new Error(
        `There is no scenario ${name}; there are ${SCENARIOS.map((scenario) => scenario.name).join(', ')}`,
      )
  return names.length === 0 ? SCENARIOS : SCENARIOS.filter((scenario) => names.includes(scenario.name))
}

async function bench(options: BenchArguments, scenarios: readonly Scenario[]): Promise<void> {
  const database = await startDatabase()
  try {
    const receiver = await startReceiver()
    try {
      const about = machine(database.description)
      console.log(about)
      const sections: string[] = [`## ${new Date().toISOString().slice(0, 10)}`, '', `${about}.`]
      for (const scenario of scenarios) {
        const progress = (text: string) => console.log(`  ${scenario.name}: ${text}`)
        const report = scenarioReport(scenario, await scenario.run({ ...options, database, receiver, progress }))
        console.log(`\n${report.join('\n')}\n`)
        sections.push('', ...report)
      }
      if (options.record) appendFileSync(RESULTS, `\n${sections.join('\n')}\n`)
    } finally {
      await receiver.close()
    }
  } finally {
    await database.close()
  }
}

function argumentsOrExit(): [BenchArguments, readonly Scenario[]] {
  try {
    const options = readArguments(process.argv.slice(2))
    return [options, chosen(options)]
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    process.exit(2)
  }
}

await bench(...argumentsOrExit())
