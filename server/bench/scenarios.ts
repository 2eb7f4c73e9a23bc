import type { Scenario } from './scenario.ts'
import { backlogScenario } from './scenarios/backlog.ts'
import { createScenarios } from './scenarios/creates.ts'
import { growthScenario } from './scenarios/growth.ts'
import { hostileScenario } from './scenarios/hostile.ts'
import { hostileProxiesScenario } from './scenarios/hostile-proxies.ts'
import { isolationScenario } from './scenarios/isolation.ts'
import { accountScenario, latencyScenario } from './scenarios/latency.ts'
import { lowRateScenario } from './scenarios/low-rate.ts'
import { memoryScenario } from './scenarios/memory.ts'
import { newRangeScenario } from './scenarios/new-range.ts'
import { namesScenario } from './scenarios/names.ts'
import { peerScenarios } from './scenarios/peers.ts'
import { prioritiesScenario } from './scenarios/priorities.ts'
import { processesScenario } from './scenarios/processes.ts'
import { serversScenario } from './scenarios/servers.ts'
import { slowReceiverScenario } from './scenarios/slow-receiver.ts'
import { webhookScenarios } from './scenarios/webhooks.ts'
import { wholePathScenario } from './scenarios/whole-path.ts'

/** In the order of the run. */
export const SCENARIOS: readonly Scenario[] = [
  ...webhookScenarios,
  namesScenario,
  slowReceiverScenario,
  isolationScenario,
  hostileScenario,
  hostileProxiesScenario,
  processesScenario,
  ...peerScenarios,
  backlogScenario,
  ...createScenarios,
  wholePathScenario,
  serversScenario,
  latencyScenario,
  accountScenario,
  lowRateScenario,
  newRangeScenario,
  prioritiesScenario,
  growthScenario,
  memoryScenario,
]

/** The scenarios of `npm run check:speed`: their ratios of CPU time need only a few seconds. */
export const CHECKED: ReadonlySet<string> = new Set([
  ...['webhooks-1', 'webhooks-1000', 'creates', 'creates-inserts', 'whole-path'],
])
