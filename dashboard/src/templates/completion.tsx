/** Suggestions below the caret of a text field. The focus stays in the field (the combobox pattern of ARIA). */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { caretBox } from './text-boxes.ts'
import './completion.css'
import { suggestionsAt } from './suggestions.ts'
import type { Suggested, Suggestion } from './suggestions.ts'

interface Open extends Suggested {
  active: number
  /** The position of the list in the window, px. */
  left: number
  top: number
}

/** Keys that leave the word before the caret, or refuse its suggestions. */
const LEAVING = /^(Escape|Arrow(Left|Right)|Home|End|Page)/

/** Writes text as if it was typed, so that undo works. */
function write(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.setSelectionRange(from, to)
  // The only way to keep the history of undo. Browsers have no other function for it.
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Writes the suggestion instead of the word before the caret. */
function complete(field: HTMLTextAreaElement, { text }: Suggestion, { from, to, close }: Suggested): void {
  // A click may choose from the list of the text before, so more of the word may be typed.
  write(field, from, Math.max(to, field.selectionStart), `${text}${close}`)
  if (close === '') return
  const caret = from + text.length
  field.setSelectionRange(caret, caret)
}

/** The suggestion that a key chooses. The shown list may belong to the text before. */
const chosenOf = ({ suggestions, active }: Open, now: Suggested) =>
  now.suggestions[now.suggestions === suggestions ? active : 0]!

/** Completes a word of Liquid. `field`: its text. `copy`: the coloured text, which has the same layout. */
export function useCompletion(
  field: RefObject<HTMLTextAreaElement | null>,
  copy: RefObject<HTMLPreElement | null>,
  names: () => readonly string[],
  partials: () => readonly string[],
) {
  const listId = useId()
  const [open, setOpen] = useState<Open | null>(null)
  const frame = useRef(0)
  /** The suggestions for the text as it is now. They are shown a frame later. */
  const newest = useRef<Suggested | null>(null)

  /** Closes the list, also if the suggestions of the last text are still to come. */
  function leave(): void {
    cancelAnimationFrame(frame.current)
    setOpen(null)
  }

  function look(isAsked: boolean): void {
    cancelAnimationFrame(frame.current)
    const element = field.current
    if (element === null || element.selectionStart !== element.selectionEnd) return setOpen(null)
    const suggested = suggestionsAt(element.value, element.selectionStart, names, isAsked, partials)
    newest.current = suggested
    // The coloured text is painted after this event, so its place is read a frame later.
    frame.current = requestAnimationFrame(() => {
      const box = suggested === null || copy.current === null ? null : caretBox(copy.current, suggested.from)
      setOpen(suggested === null || box === null ? null : { ...suggested, active: 0, ...box })
    })
  }

  function choose(one: Suggestion, suggested: Suggested): void {
    leave()
    complete(field.current!, one, suggested)
  }

  function move(by: number): void {
    if (open === null) return
    const { length } = open.suggestions
    setOpen({ ...open, active: (open.active + by + length) % length })
  }

  function pressed(event: KeyboardEvent): void {
    if (LEAVING.test(event.key)) leave()
    if (event.key === ' ' && event.ctrlKey) look(true)
    else if (open === null) return
    else if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      if (newest.current === null) return leave()
      choose(chosenOf(open, newest.current), newest.current)
    } else if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    typed: (event: Event) => look(/^[\w{|%. '"-]$/.test((event as InputEvent).data ?? '') || open !== null),
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': open === null ? undefined : listId,
      'aria-activedescendant': open === null ? undefined : `${listId}-${open.active}`,
      onKeyDown: pressed,
      onBlur: leave,
      // A text that is typed at the edge scrolls too, before its suggestions come.
      onScroll: () => setOpen(null),
    },
    list: open !== null && <SuggestionList id={listId} open={open} onChoose={(one) => choose(one, open)} />,
  }
}

function SuggestionList({
  id,
  open: { suggestions, active, left, top },
  onChoose,
}: {
  id: string
  open: Open
  onChoose: (suggestion: Suggestion) => void
}) {
  const ref = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    // In the top layer, so that no card cuts it.
    ref.current!.showPopover()
  }, [])
  useLayoutEffect(() => {
    // Newer browsers return a promise.
    ref.current!.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <ul
        ref={ref}
        id={id}
        className="suggestions"
        popover="manual"
        role="listbox"
        aria-label="Suggestions"
        style={{ left, top }}
      >
        {suggestions.map((suggestion, index) => (
          <li
            key={suggestion.text}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Not at the click: the field would lose the focus before.
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(suggestion)
            }}
          >
            <code>{suggestion.text}</code>
            <span className="muted small">{suggestion.hint}</span>
          </li>
        ))}
      </ul>
      <p
        className="unseen"
        role="status"
      >{`${suggestions.length} suggestions. Enter writes ${suggestions[active]!.text}`}</p>
    </>
  )
}
