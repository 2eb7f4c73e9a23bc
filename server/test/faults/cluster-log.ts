import type { Cluster } from './cluster.ts'

/** Lines of the processes' logs with this event. */
export function logged(cluster: Cluster, event: string): Record<string, unknown>[] {
  const lines = cluster.outputs().flatMap((output) => output.split('\n'))
  return lines
    .filter((line) => line.includes(`"event":"${event}"`))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>]
      } catch {
        // Cut off by the kill.
        return []
      }
    })
}
