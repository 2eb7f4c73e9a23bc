import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** A reading from the database takes no longer than this, ms. Prometheus gives up a scrape after 10 s. */
const READING_MS_MAX = 2000

export interface GaugeDefinition<Label extends string> {
  name: string
  help: string
  labelNames?: readonly Label[]
}

/** Sets a value. Without labels if the gauge has none. */
export type SetGauge<Label extends string> = (value: number, labels?: Record<Label, string>) => void

/**
 * A gauge whose values are read when the metrics page is requested. If the reading fails or takes longer than 2 s, it
 * has no value on that page.
 */
export function addGauge<Label extends string = never>(
  metrics: Registry,
  { name, help, labelNames = [] }: GaugeDefinition<Label>,
  read: (set: SetGauge<Label>) => void | Promise<void>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [metrics],
    async collect() {
      const values: { value: number; labels: Partial<Record<Label, string>> }[] = []
      let timer: NodeJS.Timeout | undefined
      const timeUp = new Promise<never>((_, reject) => {
        timer = setTimeout(reject, READING_MS_MAX, new Error('The reading took too long'))
      })
      gauge.reset()
      try {
        await Promise.race([
          read((value, labels = {} as Record<Label, string>) => values.push({ value, labels })),
          timeUp,
        ])
        for (const { value, labels } of values) gauge.set(labels, value)
      } catch {
        // A gauge without labels would show 0.
        gauge.remove()
      } finally {
        clearTimeout(timer)
      }
    },
  })
}
