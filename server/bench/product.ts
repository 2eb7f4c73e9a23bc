import { checkDrained, drained, fillBacklog } from './backlog.ts'
import type { BenchEndpoint } from './backlog.ts'
import { familyCpu, processCpu } from './cpu.ts'
import { measure } from './measure.ts'
import type { Part } from './measure.ts'
import type { Bench, Run } from './scenario.ts'
import { startServiceProcess } from './service-process.ts'
import type { ServiceProcess } from './service-process.ts'

export interface DrainOptions {
  endpoints: readonly BenchEndpoint[]
  /** Events stored before the service starts, of the endpoints in turn. */
  events: number
  /** The number of these events that the receiver counts. Absent: all, and the run then checks that each was POSTed once. */
  posts?: number
  variables?: Record<string, string>
  /** Dispatching processes. The first has all roles. */
  processes?: number
  /** Further processes to measure, by their names. */
  others?: Record<string, number>
  /** The counted parts. Absent: the middle. */
  parts?: readonly Part[]
  /** Called when the events are stored, before the service starts. */
  onFilled?(): Promise<void>
}

/** The service drains a backlog stored before its start. Returns the middle of the run. */
export async function drainBacklog(bench: Bench, options: DrainOptions): Promise<Run> {
  const [run] = await drainBacklogParts(bench, options)
  return run!
}

/** The same, with a run for each requested part. */
export async function drainBacklogParts(bench: Bench, options: DrainOptions): Promise<Run[]> {
  const { database, receiver, profileDirectory } = bench
  const { endpoints, events, posts = events, variables = {}, processes = 1, others = {}, parts } = options
  await fillBacklog(database, endpoints, events)
  await options.onFilled?.()
  const services: ServiceProcess[] = []
  const othersCpu = () => Object.fromEntries(Object.entries(others).map(([name, id]) => [name, processCpu(id)]))
  try {
    const runs = await measure({
      receiver,
      posts,
      ...(parts === undefined ? {} : { parts }),
      cpu: () => ({
        sender: services.reduce<number | null>((sum, service) => add(sum, processCpu(service.processId)), 0),
        postgres: familyCpu(database.processId),
        ...othersCpu(),
      }),
      start() {
        for (let number = 1; number <= processes; number++)
          services.push(
            startServiceProcess({
              databaseUrl: database.url,
              caFile: receiver.caFile,
              profileDirectory,
              plain: receiver.origin.startsWith('http:'),
              variables: number === 1 ? variables : { ...variables, ROLES: 'dispatch' },
            }),
          )
        return { failed: Promise.race(services.map((service) => service.failed)) }
      },
    })
    const memoryMib = services[0]!.memoryPeakMib()
    if (posts !== events) return runs.map((run) => ({ ...run, memoryMib }))
    await drained(database.pool)
    const extraAttempts = await checkDrained(database, events)
    return runs.map((run) => ({ ...run, memoryMib, extraAttempts }))
  } finally {
    await Promise.all(services.map((service) => service.stop()))
  }
}

function add(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other
}
