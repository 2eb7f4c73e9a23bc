/** Time between two lines with the same key, ms. */
const INTERVAL_MS = 1000

export interface CountedLog<Fields> {
  /**
   * Counts one occurrence of `key`. There must be few different keys. A line has the fields of its first occurrence.
   */
  add(key: string, fields: Fields): void
}

interface Waiting<Fields> {
  count: number
  fields: Fields
}

/**
 * Logs frequent events at most once a second per key. The first occurrence is logged at once. Later ones wait for the
 * end of the second and become one line with their count.
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
