/** The search of the whole account, by a button and by Ctrl+K or ⌘K on every page. Its dialog is loaded when it is opened. */
import { lazy, Suspense, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { loadAgain } from '../api/connection.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SEARCH_CHARACTERS_MAX } from './results.ts'
import './search.css'
import './search-dialog.css'

const SearchDialog = lazy(loadAgain(() => import('./search-dialog.tsx')))

/** The key for commands on this machine. */
export const COMMAND_KEY = /^(Mac|iPhone|iPad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Opens the search. `compact`: without words, for a narrow bar. */
export function SearchButton({ compact = false, onOpen }: { compact?: boolean; onOpen: () => void }) {
  if (compact) return <Button tone="quiet" icon="search" aria-label="Search" aria-haspopup="dialog" onClick={onOpen} />
  return (
    <Button
      className="search-button"
      icon="search"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onOpen}
    >
      Search
      <kbd aria-hidden="true">{COMMAND_KEY} K</kbd>
    </Button>
  )
}

/** Takes the first letters while the dialog is loaded. They are neither lost nor shortcuts of the page. */
function Opening({ text, onType, onClose }: { text: string; onType: (text: string) => void; onClose: () => void }) {
  return (
    <Dialog title="Search" onClose={onClose}>
      <div className="search">
        <input
          className="input"
          aria-label="Search"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_CHARACTERS_MAX}
          value={text}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

/** The dialog of the search, and a function to open it. */
export function useSearchDialog(): [dialog: ReactNode, open: () => void] {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const open = () => {
    setText('')
    setOpen(true)
  }
  const onClose = () => setOpen(false)
  const openByKey = useEffectEvent(open)
  // A layout effect: the key works as soon as the button is there.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isCommand || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      // Another dialog may have unsaved input.
      if (document.querySelector('dialog[open]') === null) openByKey()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const dialog = isOpen && (
    <Suspense fallback={<Opening text={text} onType={setText} onClose={onClose} />}>
      <SearchDialog start={text} onClose={onClose} />
    </Suspense>
  )
  return [dialog, open]
}
