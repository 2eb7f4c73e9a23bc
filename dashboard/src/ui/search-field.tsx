import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { TextField } from './field.tsx'

/** A search field. The search starts with Enter, or when the field loses the focus. */
export function SearchField({
  label,
  help,
  placeholder,
  value,
  onSearch,
}: {
  label: string
  help?: ReactNode
  placeholder?: string
  value: string
  onSearch: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  const search = () => {
    if (typed.trim() !== value) onSearch(typed.trim())
  }
  return (
    <TextField
      type="search"
      label={label}
      help={help}
      placeholder={placeholder}
      spellCheck={false}
      value={typed}
      onChange={setTyped}
      onBlur={search}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search()
      }}
    />
  )
}
