import type { Cluster } from './cluster.ts'

/** Log lines of all processes with this event name. */
export function logged(cluster: Cluster, event: string): Record<string, unknown>[] {
  const lines = cluster.outputs().flatMap((output) => output.split('\n'))
  return lines
    .filter((line) => line.includes(`"event":"${event}"`))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>]
      } catch {
        // The kill cut this line off.
        return []
      }
    })
}
