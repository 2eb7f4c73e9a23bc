import { Gauge } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'

/** A reading from the database takes no longer than this, ms. Prometheus gives up a scrape after 10 s. */
const READING_MS_MAX = 2000

export interface GaugeDefinition<Label extends string> {
  name: string
  help: string
  labelNames?: readonly Label[]
}

/** Sets a value. Without labels if the gauge has none. */
export type SetGauge<Label extends string> = (value: number, labels?: Record<Label, string>) => void

/** The value of `read`. Rejects if it takes too long. */
async function inTime<Value>(read: () => Value | Promise<Value>, msMax = READING_MS_MAX): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, msMax, new Error('The reading took too long'))
  })
  try {
    return await Promise.race([read(), timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A gauge whose values are read when the metrics page is requested. If the reading fails or takes longer than 2 s, it
 * has no value on that page.
 */
export function addGauge<Label extends string = never>(
  metrics: Registry,
  { name, help, labelNames = [] }: GaugeDefinition<Label>,
  read: (set: SetGauge<Label>) => void | Promise<void>,
): void {
  const gauge: Gauge<string> = new Gauge<string>({
    name,
    help,
    labelNames: [...labelNames],
    registers: [metrics],
    async collect() {
      const values: { value: number; labels: Partial<Record<Label, string>> }[] = []
      gauge.reset()
      try {
        await inTime(() => read((value, labels = {} as Record<Label, string>) => values.push({ value, labels })))
        for (const { value, labels } of values) gauge.set(labels, value)
      } catch {
        // A gauge without labels would show 0.
        gauge.remove()
      }
    },
  })
}

/**
 * The same with a value for each database server, in the label `server`. A server that is away has no value, and the
 * others keep theirs. Each reading takes at most 1 s.
 */
export function addServerGauge<Server extends { name: string }>(
  metrics: Registry,
  { name, help }: { name: string; help: string },
  servers: readonly Server[],
  read: (server: Server) => number | Promise<number>,
): void {
  addGauge(metrics, { name, help, labelNames: ['server'] }, async (set) => {
    const readings = await Promise.allSettled(servers.map((server) => inTime(() => read(server), READING_MS_MAX / 2)))
    for (const [index, reading] of readings.entries())
      if (reading.status === 'fulfilled') set(reading.value, { server: servers[index]!.name })
  })
}
