import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { familyCpu, processCpu } from './cpu.ts'
import { responsesOf, CONNECTIONS, forkLoad, REQUESTS } from './creates.ts'
import type { CreateResponse } from './creates.ts'
import { WEBHOOKS_PER_MESSAGE } from './creating-accounts.ts'
import type { MessagingAccount } from './creating-accounts.ts'
import type { BenchDatabase } from './database.ts'
import { measure } from './measure.ts'
import { expectMarks } from './receiver.ts'
import type { Bench, Run } from './scenario.ts'
import { startServiceProcess } from './service-process.ts'
import type { ServiceProcess } from './service-process.ts'

/** Messages from their create by HTTP to the last of their webhooks, through one service with all its roles. */

export interface MessagesOptions {
  service: ServiceProcess
  accounts: readonly Pick<MessagingAccount, 'apiKey' | 'webhooksPerMessage'>[]
  messages: number
  /** Creates begun a second, at a fixed rate. Null: each connection sends them one after the other. */
  perSecond: number | null
  /** Absent: 64. */
  connections?: number
  /** The database servers of the service. Absent: that of the bench. */
  databases?: readonly Pick<BenchDatabase, 'processId'>[]
  /** Average number of webhooks of one message that the receiver will count. Absent: all. */
  webhooksPerMessage?: number
  /** With a rate: called with the responses to the creates, after all webhooks have arrived. */
  onResponse?(responses: CreateResponse[]): void
}

/** Run before the measurement, so that frequent code is compiled and connections are open. */
export const WARMING_MESSAGES = 300

/** Messages to estimate the number for the requested seconds. */
const CALIBRATING_MESSAGES = 500

/** Starts the service and warms it up. `use` gets it, and then it is stopped. `variables`: settings besides the usual. */
export async function withService<T>(
  bench: Bench,
  accounts: readonly MessagingAccount[],
  use: (service: ServiceProcess) => Promise<T>,
  variables: Record<string, string> = {},
): Promise<T> {
  const { database, receiver, profileDirectory } = bench
  const service = startServiceProcess({
    databaseUrl: database.url,
    caFile: receiver.caFile,
    profileDirectory,
    // The run does not wait for hanging requests at the end.
    variables: { API_RATE_LIMIT: '0', SHUTDOWN_TIMEOUT: '1s', ...variables },
  })
  try {
    await runMessages(bench, { service, accounts, messages: WARMING_MESSAGES, perSecond: null })
    return await use(service)
  } finally {
    await service.stop()
  }
}

async function stopLoad(load: ChildProcess): Promise<void> {
  if (load.exitCode !== null || load.signalCode !== null) return
  const exited = once(load, 'exit')
  load.kill()
  await exited
}

/**
 * Creates messages, of the accounts in turn, and waits for all their webhooks. Webhooks are the unit for per second and
 * per item, from the first arrival to the last.
 */
export async function runMessages(bench: Bench, options: MessagesOptions): Promise<Run> {
  const { receiver } = bench
  const { service, accounts, messages, perSecond, webhooksPerMessage = accounts[0]!.webhooksPerMessage } = options
  const { databases = [bench.database], connections = CONNECTIONS } = options
  const origin = await service.url()
  const load = forkLoad(
    { ...REQUESTS.single, connections },
    { origin, apiKeys: accounts.map((account) => account.apiKey), perSecond },
  )
  try {
    const [run] = await measure({
      receiver,
      posts: Math.round(messages * webhooksPerMessage),
      parts: [{ begin: 0, end: 1 }],
      cpu: () => ({
        service: processCpu(service.processId),
        postgres: sum(databases.map(({ processId }) => familyCpu(processId))),
        load: processCpu(load.pid!),
      }),
      start() {
        const ended = once(load, 'exit').then(([code]) => {
          throw new Error(`The load ended with ${code}`)
        })
        const expecting = expectMarks(load, [messages])
        const failed = Promise.race([service.failed, ended, expecting.then(() => ended)])
        failed.catch(() => {})
        return { failed }
      },
    })
    if (options.onResponse !== undefined) options.onResponse(await responsesOf(load))
    return { ...run!, memoryMib: service.memoryPeakMib() }
  } finally {
    await stopLoad(load)
  }
}

/** Null if one is unknown. */
function sum(values: readonly (number | null)[]): number | null {
  return values.reduce((one, other) => (one === null || other === null ? null : one + other), 0)
}

/** The rate of webhooks of the service if creates come as fast as it responds to them. */
export async function measureCapacity(
  bench: Bench,
  service: ServiceProcess,
  accounts: readonly MessagingAccount[],
  seconds: number,
  more: Pick<MessagesOptions, 'databases' | 'connections'> = {},
): Promise<Run> {
  const options = { service, accounts, perSecond: null, ...more }
  const guess = await runMessages(bench, { ...options, messages: CALIBRATING_MESSAGES })
  const filling = Math.ceil((guess.perSecond / WEBHOOKS_PER_MESSAGE) * seconds)
  if (filling <= CALIBRATING_MESSAGES) return guess
  return runMessages(bench, { ...options, messages: filling })
}
