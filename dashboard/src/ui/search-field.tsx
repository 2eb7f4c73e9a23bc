import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { TextField } from './field.tsx'

/** A press begins: the field loses the focus before its click ends. */
let isPressed = false
window.addEventListener('mousedown', () => (isPressed = true), true)
window.addEventListener('mouseup', () => (isPressed = false), true)

/**
 * Searches after the end of a press, because a list that changes under the pointer loses the click. Not if the click has opened
 * another page, or removed the filters.
 */
function afterPress(search: () => void): void {
  if (!isPressed) return search()
  const { href } = window.location
  const end = () => setTimeout(() => window.location.href === href && search())
  window.addEventListener('mouseup', end, { once: true })
}

/** The search starts after a pause in the typing, ms. */
const PAUSE_MS = 300

/** A search field. The search starts while the member types, and at once with Enter or when the field loses the focus. */
export function SearchField({
  label,
  help,
  below,
  problems,
  placeholder,
  value,
  onSearch,
}: {
  label: string
  help?: ReactNode
  below?: ReactNode
  problems?: readonly string[] | undefined
  placeholder?: string
  value: string
  onSearch: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  // What the field shows and its last search, now: a timer may come before React has rendered a new value.
  const now = useRef({ typed: value, sought: value, onSearch })
  const type = (text: string) => {
    now.current.typed = text
    setTyped(text)
  }
  // A result of this field's own search, which comes while the member types on, does not change the text.
  useEffect(() => {
    if (value !== now.current.sought) type(value)
    now.current.sought = value
  }, [value])
  useEffect(() => {
    now.current.onSearch = onSearch
  })
  const search = () => {
    const text = now.current.typed.trim()
    if (text === now.current.sought) return
    now.current.sought = text
    now.current.onSearch(text)
  }
  useEffect(() => {
    const timer = setTimeout(() => afterPress(search), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      type="search"
      label={label}
      help={help}
      below={below}
      problems={problems}
      placeholder={placeholder}
      spellCheck={false}
      value={typed}
      onChange={type}
      onBlur={() => afterPress(search)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search()
      }}
    />
  )
}
