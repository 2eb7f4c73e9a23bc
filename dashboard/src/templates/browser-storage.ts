/** Unsaved texts in the storage of the browser, and the question before the browser leaves them. */
import { useEffect } from 'react'

/** The value under the key, as it was kept. Null: nothing is kept, or there is no storage. */
export function readStorage(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps the value, or nothing if it is null. Without storage, or if it is full, the page still has the value. */
export function keepInStorage(key: string, value: object | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // The question on leaving remains.
  }
}

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** The browser asks before it leaves the dashboard, as long as something is unsaved. */
export function useQuestionOnLeaving(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    window.addEventListener('beforeunload', askFirst)
    return () => window.removeEventListener('beforeunload', askFirst)
  }, [isUnsaved])
}
