import type { Parsed } from './parse.ts'

export interface ParsedCache {
  get(key: string): Parsed | undefined
  /** Keeps and answers the parsed template of a text of so many characters. */
  set(key: string, characters: number, parsed: Parsed): Parsed
}

/** Charged for each entry beside its text: many tiny templates take memory too. */
const ENTRY_CHARACTERS = 200

/** Parsed templates by key, the least recently used dropped first, bounded by the characters of their texts. */
export function createParsedCache(charactersMax: number): ParsedCache {
  const entries = new Map<string, { characters: number; parsed: Parsed }>()
  let charactersHeld = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // A map keeps the order of insertion: the front is what was not used for the longest time.
      entries.delete(key)
      entries.set(key, entry)
      return entry.parsed
    },
    set(key, characters, parsed) {
      const weight = characters + ENTRY_CHARACTERS
      charactersHeld += weight - (entries.get(key)?.characters ?? 0)
      entries.delete(key)
      entries.set(key, { characters: weight, parsed })
      for (const [oldest, entry] of entries) {
        if (charactersHeld <= charactersMax) break
        entries.delete(oldest)
        charactersHeld -= entry.characters
      }
      return parsed
    },
  }
}
