import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { TextField } from './field.tsx'
import { afterPress } from '../press.ts'

/** Searches after the end of a press, unless the click has opened another page, or removed the filters. */
function searchAfterPress(search: () => void): void {
  const { href } = window.location
  afterPress(() => {
    if (window.location.href === href) search()
  })
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
    const timer = setTimeout(() => searchAfterPress(search), PAUSE_MS)
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
      onBlur={() => searchAfterPress(search)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search()
      }}
    />
  )
}
