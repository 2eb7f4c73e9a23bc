/** Whether the service responds. A call without a response begins the checks, and the first response ends them. */
import { useSyncExternalStore } from 'react'

/** The wait between two checks while the service is away, ms. */
const CHECK_AGAIN_MS = 2000
/** A route without a key or a session. */
const CHECKED_PATH = '/healthz'

let isAway = false
let checking: Promise<void> | null = null
const listeners = new Set<() => void>()
const returned = new Set<() => void>()

function setAway(next: boolean): void {
  if (isAway === next) return
  isAway = next
  for (const listener of listeners) listener()
  if (!next) for (const listener of returned) listener()
}

async function responds(): Promise<boolean> {
  const response = await fetch(CHECKED_PATH, { cache: 'no-store' }).catch(() => null)
  return response?.ok === true
}

async function checkUntilBack(): Promise<void> {
  while (!(await responds())) {
    setAway(true)
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS))
  }
  setAway(false)
}

/** Call it after a failure that may come from the connection. Resolves when the service responds. */
export function whenBack(): Promise<void> {
  checking ??= checkUntilBack().finally(() => (checking = null))
  return checking
}

/** Calls the listener each time that the service is back. Returns a function to stop. */
export function onBack(listener: () => void): () => void {
  returned.add(listener)
  return () => returned.delete(listener)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useIsAway(): boolean {
  return useSyncExternalStore(subscribe, () => isAway)
}

const RELOADED = 'reloaded for a file'

/** Reloads the page, once per file: if the file is still missing afterwards, the error is shown. */
function reloadFor(error: Error): Promise<never> {
  const name = `${RELOADED} ${error.message}`
  if (sessionStorage.getItem(name) !== null) throw error
  sessionStorage.setItem(name, 'yes')
  window.location.reload()
  return new Promise(() => {})
}

/**
 * Loads a file of the dashboard. If it fails while the service is away, it loads again after the return. Some browsers
 * remember the failure until the page is reloaded, and after an update of the service the file has another name: then the
 * page reloads itself. Rejects if that did not help.
 */
export function loadAgain<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return () =>
    load().catch(async () => {
      await whenBack()
      return load().catch(reloadFor)
    })
}
