import type { Lane } from './lane.ts'

/**
 * Items whose rows have been written while polls were reading: a poll that began before may still show a row as it was,
 * so that the id stays known until the last of them has been read.
 */
export interface WrittenItems<Item> {
  /** Forgets the id, at once if nothing is being read. */
  forget(lane: Lane<Item>, id: string): void
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
    forget(lane, id) {
      if (activePolls.size === 0) {
        lane.known.delete(id)
        return
      }
      lane.leaving.add(id)
      leaving.push({ lane, id, afterPoll: polls })
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
