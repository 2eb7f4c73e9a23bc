import { useLayoutEffect } from 'react'

/** Saves on Ctrl+S, or on Cmd+S. `save` null: nothing to save, but the browser does not save the page either. */
export function useSaveKey(save: (() => void) | null): void {
  // A layout effect: the key saves what the page shows.
  useLayoutEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 's' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // A dialog has its own buttons.
      if (document.querySelector('dialog[open]') === null) save?.()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
}
