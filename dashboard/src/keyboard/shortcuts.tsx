/** Shortcuts on every page. The dialog with all of them is loaded when it is opened. */
import { lazy, Suspense, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { loadAgain } from '../api/connection.ts'
import { NAVIGATION } from '../navigation.ts'
import { navigate } from '../router.ts'
import { selectRow } from './rows.ts'
import { shortcuts } from './setting.ts'

const ShortcutsDialog = lazy(loadAgain(() => import('./shortcuts-dialog.tsx')))

/** The longest wait between `g` and its letter, ms. */
const LETTER_WITHIN_MS = 1500

/** Fields take the keys as text, and a dialog covers the page. */
const DEAF = 'input, select, textarea, [contenteditable], dialog'

/** True if the key is a shortcut here and now. */
function isForPage({ target, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || isComposing || !shortcuts.get()) return false
  if (target instanceof Element && target.closest(DEAF) !== null) return false
  return document.querySelector('dialog[open]') === null
}

/** The dialog with the shortcuts, and a function to open it. `onSearch` opens the search. */
export function useShortcuts(onSearch: () => void): [dialog: ReactNode, open: () => void] {
  const [isOpen, setOpen] = useState(false)
  const search = useEffectEvent(onSearch)

  // A layout effect: the keys work as soon as the page is there.
  useLayoutEffect(() => {
    let letterUntil = -Infinity
    const actions: Record<string, (event: KeyboardEvent) => void> = {
      j: () => selectRow(1),
      k: () => selectRow(-1),
      // The time of the key, because a busy page handles it later.
      g: ({ timeStamp }) => (letterUntil = timeStamp + LETTER_WITHIN_MS),
      '/': () => search(),
      '?': () => setOpen(true),
    }
    const listen = (event: KeyboardEvent) => {
      if (!isForPage(event)) return
      const page = NAVIGATION.find(({ letter }) => letter === event.key)
      const isLetter = event.timeStamp < letterUntil && page !== undefined
      letterUntil = -Infinity
      const action = isLetter ? () => navigate(page.to) : actions[event.key]
      if (action === undefined) return
      event.preventDefault()
      action(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const dialog = isOpen && (
    <Suspense fallback={null}>
      <ShortcutsDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
  return [dialog, () => setOpen(true)]
}
