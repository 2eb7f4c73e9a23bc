/** The unsaved text of a partial, kept in the browser until it is saved or discarded. */
import { useEffect } from 'react'
import { useSession } from '../../api/session.tsx'
import { keepInStorage, readStorage, useQuestionOnLeaving } from '../browser-storage.ts'
import type { Written } from './saving.ts'

export interface KeptText extends Written {
  /** The version that the text changes. Null for a new partial. */
  version: number | null
}

/** The place of the text. Each member has texts of their own. */
export function useTextKey(partialId: number | null): string {
  const { account, member } = useSession()
  return `partial ${account.id} ${member.id} ${partialId ?? 'new'}`
}

/** The kept text, or null. That of an older dashboard has no languages. */
export function readText(key: string): KeptText | null {
  const kept = readStorage(key) as KeptText | null
  return kept === null ? null : { ...kept, locales: kept.locales ?? [] }
}

/**
 * Keeps the text after each change. The browser asks before it leaves the dashboard. `kept` null: nothing is unsaved.
 * Returns a function to call before the page is left after a save or a deletion.
 */
export function useKeptText(key: string, kept: KeptText | null): () => void {
  const json = JSON.stringify(kept)
  useEffect(() => keepInStorage(key, JSON.parse(json) as KeptText | null), [key, json])
  useQuestionOnLeaving(kept !== null)
  return () => keepInStorage(key, null)
}
