/** A cache of values made of texts, bounded by the characters of the texts. */

export interface TextCache<Value> {
  get(key: string): Value | undefined
  /** Stores the value of texts with this many characters, and returns it. */
  set(key: string, characters: number, value: Value): Value
}

/** Added to each entry's text, because many tiny entries take memory too. */
const ENTRY_CHARACTERS = 200

/** Values by key. Above `charactersMax` characters of text, the least recently used ones are dropped. */
export function createTextCache<Value>(charactersMax: number): TextCache<Value> {
  const entries = new Map<string, { characters: number; value: Value }>()
  let charactersHeld = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // A map keeps insertion order, so the least recently used entry is first.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, characters, value) {
      const weight = characters + ENTRY_CHARACTERS
      charactersHeld += weight - (entries.get(key)?.characters ?? 0)
      entries.delete(key)
      entries.set(key, { characters: weight, value })
      for (const [oldest, entry] of entries) {
        if (charactersHeld <= charactersMax) break
        entries.delete(oldest)
        charactersHeld -= entry.characters
      }
      return value
    },
  }
}
