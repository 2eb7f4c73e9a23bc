/** Counts the expensive things of a test file. `npm test -- --profile` prints the counts. */
export type Counted = 'databases' | 'browsers' | 'services'

/** The counts of this process so far. */
export const counts: Record<Counted, number> = { databases: 0, browsers: 0, services: 0 }

/** Adds one to a count. */
export function count(thing: Counted): void {
  counts[thing] += 1
}
