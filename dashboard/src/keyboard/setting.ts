/** Whether shortcuts of a single key are on. People with speech input can turn them off (WCAG 2.2, 2.1.4). */
import { useSyncExternalStore } from 'react'

const NAME = 'shortcuts'
const OFF = 'off'

const listeners = new Set<() => void>()

function read(): boolean {
  try {
    return localStorage.getItem(NAME) !== OFF
  } catch {
    // Without storage, the choice ends with the page.
    return true
  }
}

let isOn = read()

/** Turns them on or off, in this browser. */
export function turnShortcuts(on: boolean): void {
  isOn = on
  try {
    if (on) localStorage.removeItem(NAME)
    else localStorage.setItem(NAME, OFF)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function areShortcutsOn(): boolean {
  return isOn
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn)
}
