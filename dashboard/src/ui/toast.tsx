import { useSyncExternalStore } from 'react'
import './toast.css'

interface Toast {
  id: number
  text: string
}

const SHOWN_MS = 4000
const TOASTS_MAX = 3

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Confirms an action in one short sentence and disappears. Errors are shown where they happened. */
export function showToast(text: string): void {
  lastId += 1
  const id = lastId
  set([...toasts, { id, text }].slice(-TOASTS_MAX))
  setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), SHOWN_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Once per page: a live region must exist before it has content. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div className="toasts" role="status">
      {shown.map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
        </p>
      ))}
    </div>
  )
}
