import type { Scenario } from './scenario.ts'
import { backlogScenario } from './scenarios/backlog.ts'
import { createScenarios } from './scenarios/creates.ts'
import { isolationScenario } from './scenarios/isolation.ts'
import { namesScenario } from './scenarios/names.ts'
import { processesScenario } from './scenarios/processes.ts'
import { slowReceiverScenario } from './scenarios/slow-receiver.ts'
import { webhookScenarios } from './scenarios/webhooks.ts'

/** In the order in which they run. */
export const SCENARIOS: readonly Scenario[] = [
  ...webhookScenarios,
  namesScenario,
  slowReceiverScenario,
  isolationScenario,
  processesScenario,
  backlogScenario,
  ...createScenarios,
]

/** Those of `npm run check:speed`: ratios that a few seconds tell. */
export const CHECKED: ReadonlySet<string> = new Set(['webhooks-1', 'webhooks-1000', 'creates', 'creates-inserts'])
