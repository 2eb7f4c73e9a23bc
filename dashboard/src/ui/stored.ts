/** A value that the browser stores, and that all components of the page share. */
import { useSyncExternalStore } from 'react'

export interface Stored<Value> {
  get(): Value
  /** Changes it in the page, and for later pages of this browser. */
  set(value: Value): void
  /** The hook for components. */
  use(): Value
}

/** `read` gets the value as stored, which may be of another version. Without one, it is `otherwise`. */
export function stored<Value>(name: string, otherwise: Value, read: (value: unknown) => Value): Stored<Value> {
  const listeners = new Set<() => void>()

  function readStored(): Value {
    try {
      const text = localStorage.getItem(name)
      return text === null ? otherwise : read(JSON.parse(text))
    } catch {
      // There is no storage, or the text is not ours.
      return otherwise
    }
  }

  let current = readStored()
  const get = () => current

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    get,
    set(value) {
      current = value
      try {
        localStorage.setItem(name, JSON.stringify(value))
      } catch {
        // Without storage, the choice ends with the page.
      }
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
