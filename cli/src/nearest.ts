/**
 * The number of changes of one character from `from` to `to`: insert, delete, replace, or swap two neighbours. Stops
 * counting at `limit`, and returns it.
 */
function editDistance(from: string, to: string, limit: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let distance = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        distance = Math.min(distance, beforeLast[column - 2]! + 1)
      current.push(distance)
    }
    // No later row has a smaller number than the smaller ones of two rows.
    if (Math.min(...last) >= limit && Math.min(...current) >= limit) return limit
    beforeLast = last
    last = current
  }
  return Math.min(last[to.length]!, limit)
}

/** Longer words are never misspellings of ours, and would only take time. */
const WORD_LENGTH_MAX = 64

/**
 * The candidate that `word` most likely misspells, ignoring case. Null if none is within `changesMax` changes of a
 * character.
 */
export function nearest(word: string, candidates: readonly string[], changesMax: number): string | null {
  if (word.length > WORD_LENGTH_MAX) return null
  const given = word.toLowerCase()
  let best: string | null = null
  let bestDistance = changesMax + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = editDistance(given, candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** A name counts as misspelled if at most one character in three is wrong, and at most five in total. */
const CHARACTERS_PER_CHANGE = 3
const CHANGES_MAX = 5

/** The name that the given one most likely misspells, or null. */
export function nearestName(given: string, names: readonly string[]): string | null {
  return nearest(given, names, Math.min(CHANGES_MAX, Math.floor(given.length / CHARACTERS_PER_CHANGE)))
}
