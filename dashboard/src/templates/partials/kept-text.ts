/** The unsaved text of a partial, kept in the browser until it is saved or discarded. */
import { useEffect } from 'react'
import { useSession } from '../../api/session.tsx'

export interface KeptText {
  name: string
  text: string
  /** The version that the text changes. Null for a new partial. */
  version: number | null
}

/** The place of the text. Each member has texts of their own. */
export function useTextKey(partialId: number | null): string {
  const { account, member } = useSession()
  return `partial ${account.id} ${member.id} ${partialId ?? 'new'}`
}

export function readText(key: string): KeptText | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as KeptText | null
  } catch {
    // There is no storage.
    return null
  }
}

function keep(key: string, kept: KeptText | null): void {
  try {
    if (kept === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // The page still has the text, and the question on leaving remains.
  }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * Keeps the text after each change. The browser asks before it leaves the dashboard. `kept` null: nothing is unsaved.
 * Returns a function to call before the page is left after a save or a deletion.
 */
export function useKeptText(key: string, kept: KeptText | null): () => void {
  const json = JSON.stringify(kept)
  useEffect(() => keep(key, JSON.parse(json) as KeptText | null), [key, json])
  const isUnsaved = kept !== null
  useEffect(() => {
    if (!isUnsaved) return
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [isUnsaved])
  return () => keep(key, null)
}
