/** Lines of one kind about the same thing are this far apart, ms. */
const INTERVAL_MS = 1000

export interface CountedLog<Fields> {
  /** Counts one occurrence of `key`, of which there must be few; the fields are those of the first in each line. */
  add(key: string, fields: Fields): void
}

interface Waiting<Fields> {
  count: number
  fields: Fields
}

/**
 * Tells of what may happen thousands of times a second at most once a second for each key: the first one at once, those of the
 * second that follows together, with their count.
 */
export function createCountedLog<Fields>(write: (fields: Fields, count: number) => void): CountedLog<Fields> {
  const waiting = new Map<string, Waiting<Fields> | null>()

  function tell(key: string): void {
    const after = waiting.get(key) ?? null
    if (after === null) return void waiting.delete(key)
    write(after.fields, after.count)
    waiting.set(key, null)
    setTimeout(tell, INTERVAL_MS, key).unref()
  }

  return {
    add(key, fields) {
      const already = waiting.get(key)
      if (already === undefined) {
        waiting.set(key, { count: 1, fields })
        tell(key)
      } else if (already === null) waiting.set(key, { count: 1, fields })
      else already.count += 1
    },
  }
}
