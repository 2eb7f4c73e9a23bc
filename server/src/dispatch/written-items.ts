import type { Lane } from './lane.ts'

/**
 * Items whose rows have been written while polls were reading: a poll that began before may still show a row as it was,
 * so that the id stays known until the last of them has been read.
 */
export interface WrittenItems<Item> {
  /** Forgets the ids, at once if nothing is being read. */
  forget(entries: { lane: Lane<Item>; id: string }[]): void
  /** Between the two calls a poll reads the table. */
  pollBegan(): number
  pollEnded(poll: number): void
  readonly isReading: boolean
}

export function createWrittenItems<Item>(): WrittenItems<Item> {
  let polls = 0
  const activePolls = new Set<number>()
  let leaving: { lane: Lane<Item>; id: string; afterPoll: number }[] = []
  return {
    forget(entries) {
      for (const entry of entries) {
        if (activePolls.size === 0) {
          entry.lane.known.delete(entry.id)
          continue
        }
        entry.lane.leaving.add(entry.id)
        leaving.push({ ...entry, afterPoll: polls })
      }
    },
    pollBegan() {
      polls += 1
      activePolls.add(polls)
      return polls
    },
    pollEnded(poll) {
      activePolls.delete(poll)
      const oldestActive = Math.min(...activePolls, Infinity)
      const staying: typeof leaving = []
      for (const entry of leaving) {
        if (entry.afterPoll >= oldestActive) {
          staying.push(entry)
          continue
        }
        entry.lane.known.delete(entry.id)
        entry.lane.leaving.delete(entry.id)
      }
      leaving = staying
    },
    get isReading() {
      return activePolls.size > 0
    },
  }
}
