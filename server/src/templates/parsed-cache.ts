import type { Parsed } from './parse.ts'

export interface ParsedCache {
  get(key: string): Parsed | undefined
  /** Stores the parsed template of a text of this length, and returns it. */
  set(key: string, characters: number, parsed: Parsed): Parsed
}

/** Added to each entry's text, because many tiny templates take memory too. */
const ENTRY_CHARACTERS = 200

/** Parsed templates by key. Above `charactersMax` characters of text, the least recently used ones are dropped. */
export function createParsedCache(charactersMax: number): ParsedCache {
  const entries = new Map<string, { characters: number; parsed: Parsed }>()
  let charactersHeld = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      // A map keeps insertion order, so the least recently used entry is first.
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
