/** The search in a text field, with its matches marked in the coloured copy. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { Button } from '../ui/button.tsx'
import './find.css'
import { matchesIn, matchFrom, MATCHES_MAX } from './matches.ts'
import type { Match } from './matches.ts'
import { rangeOf } from './text-boxes.ts'

/** Marks a range for a style of `::highlight()`. Browsers without it show no marks. Returns its undo. */
function mark(style: string, range: Range | null): () => void {
  if (range === null || !('highlights' in CSS)) return () => {}
  const marks = CSS.highlights.get(style) ?? new Highlight()
  CSS.highlights.set(style, marks)
  marks.add(range)
  return () => marks.delete(range)
}

/** Marks the matches, and scrolls to the current one unless the text has the focus. */
function useMarks(
  field: RefObject<HTMLTextAreaElement | null>,
  copy: RefObject<HTMLPreElement | null>,
  matches: readonly Match[],
  current: number,
): void {
  useEffect(() => {
    const ranges = matches.map(({ from, to }) => rangeOf(copy.current!, from, to))
    const undo = ranges.map((range, index) => mark(index === current ? 'found-current' : 'found', range))
    if (document.activeElement !== field.current)
      ranges[current]?.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
    return () => undo.forEach((one) => one())
  }, [field, copy, matches, current])
}

/** The sentence about the matches. */
function countOf(matches: readonly Match[], current: number, sought: string): string {
  if (sought === '') return ''
  if (matches.length === 0) return 'Not found'
  return `${current + 1} of ${matches.length === MATCHES_MAX ? `${MATCHES_MAX} or more` : matches.length}`
}

function FindBar({
  field,
  copy,
  text,
  first,
  onClose,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  copy: RefObject<HTMLPreElement | null>
  text: string
  /** The text to find at first. */
  first: string
  onClose: () => void
}) {
  const [sought, setSought] = useState(first)
  const [position, setPosition] = useState(() => field.current!.selectionStart)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current!.select(), [])
  const matches = useMemo(() => matchesIn(text, sought), [text, sought])
  const current = matchFrom(matches, position)
  useMarks(field, copy, matches, current)

  function step(by: number): void {
    const next = matches.at((current + by) % matches.length)
    if (next !== undefined) setPosition(next.from)
  }

  function close(): void {
    const match = matches[current]
    onClose()
    field.current!.focus()
    if (match !== undefined) field.current!.setSelectionRange(match.from, match.to)
  }

  function pressed(event: KeyboardEvent): void {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="find" role="search" aria-label="Find in this text">
      <input
        ref={input}
        className="input"
        aria-label="Find"
        placeholder="Find"
        spellCheck={false}
        autoComplete="off"
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={pressed}
      />
      <span className="muted small" role="status">
        {countOf(matches, current, sought)}
      </span>
      <Button tone="quiet" icon="chevron" className="previous" aria-label="Previous match" onClick={() => step(-1)} />
      <Button tone="quiet" icon="chevron" className="next" aria-label="Next match" onClick={() => step(1)} />
      <Button tone="quiet" icon="close" aria-label="Close the search" onClick={close} />
    </div>
  )
}

/** Finds texts in a field after Ctrl+F or Cmd+F. `copy`: the coloured text. `pressed` returns true if the key was that. */
export function useFind(
  field: RefObject<HTMLTextAreaElement | null>,
  copy: RefObject<HTMLPreElement | null>,
  text: string,
) {
  const [first, setFirst] = useState<string | null>(null)

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>): boolean {
    if (event.key.toLowerCase() !== 'f' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey))
      return false
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    setFirst(value.slice(selectionStart, selectionEnd))
    return true
  }

  return {
    pressed,
    bar: first !== null && (
      <FindBar key={first} field={field} copy={copy} text={text} first={first} onClose={() => setFirst(null)} />
    ),
  }
}
