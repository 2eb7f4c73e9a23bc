import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRead } from '../api/queries.ts'
import { navigate } from '../router.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNotice, Loading } from '../ui/notice.tsx'
import { Finds, Results } from './options.tsx'
import { moreText, pageOf, SEARCH_CHARACTERS_MAX } from './results.ts'
import type { SearchResult } from './results.ts'

/** The wait after the last key before the search starts, ms. */
const TYPING_MS = 200

/** The search text after a pause in typing. `now` ends the pause. */
function useTyped(text: string): [searched: string, now: () => void] {
  const [searched, setSearched] = useState('')
  const wanted = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setSearched(wanted), TYPING_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return [searched, () => setSearched(wanted)]
}

interface Found {
  /** Results for the text in the field, or older ones while it is searched. */
  results: readonly SearchResult[]
  /** Says that there are more. Null: these are all. */
  more: string | null
  /** The results belong to the text in the field. */
  isCurrent: boolean
  error: Error | null
  retry: () => void
  searchNow: () => void
}

function useFound(text: string): Found {
  const [searched, searchNow] = useTyped(text)
  const wanted = text.trim()
  const read = useRead('GET /api/v1/search', { query: { q: searched } }, { enabled: searched !== '' })
  const isCurrent = searched === wanted && !read.isPlaceholderData && (read.data !== undefined || read.error !== null)
  const results = wanted === '' || read.error !== null ? [] : (read.data?.results ?? [])
  const more = results.length === 0 ? null : moreText(read.data!.more_of)
  return {
    results,
    more,
    isCurrent,
    error: wanted === '' ? null : read.error,
    retry: () => void read.refetch(),
    searchNow,
  }
}

/** The state of a search without a list: before it, during the first one, after a failure, and without a result. */
function WithoutResults({ text, found }: { text: string; found: Found }): ReactNode {
  if (text === '') return <Finds />
  if (found.error !== null) return <ErrorNotice error={found.error} onRetry={found.retry} />
  if (!found.isCurrent) return <Loading label="Searching" />
  return (
    <>
      <p>
        Nothing found for “<bdi>{text}</bdi>”. The search finds:
      </p>
      <Finds />
    </>
  )
}

/** The state of the field: its text, the results, and the chosen one. `onOpen` opens a result. */
function useSearchField(start: string, onOpen: (result: SearchResult) => void) {
  const [text, setText] = useState(start)
  const [chosen, setChosen] = useState(0)
  const [isWaiting, setWaiting] = useState(false)
  const found = useFound(text)
  const { results, isCurrent } = found
  const active = Math.min(chosen, results.length - 1)

  // Enter came before the results of the text.
  useEffect(() => {
    if (!isWaiting || !isCurrent) return
    setWaiting(false)
    if (results[0] !== undefined) onOpen(results[0])
  })

  function type(value: string): void {
    setText(value)
    setChosen(0)
    setWaiting(false)
  }

  function enter(): void {
    const result = results[active]
    if (!isCurrent) {
      found.searchNow()
      setWaiting(true)
    } else if (result !== undefined) onOpen(result)
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.nativeEvent.isComposing) return
    const { length } = results
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined && text.trim() !== '') enter()
    else if (step !== undefined && length > 0) setChosen((active + step + length) % length)
  }

  return { text, found, active, type, press, choose: setChosen }
}

/** Searches while the member types. `start`: the text so far. The arrow keys choose a result, Enter opens it, Escape closes the dialog. */
export default function SearchDialog({ start, onClose }: { start: string; onClose: () => void }) {
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  // The member goes on typing behind the text of the start.
  useLayoutEffect(() => field.current!.setSelectionRange(start.length, start.length), [start])
  const optionId = (index: number) => `${listId}-${index}`
  const { text, found, active, type, press, choose } = useSearchField(start, open)
  const { results, isCurrent } = found
  const hasResults = results.length > 0

  function open(result: SearchResult): void {
    onClose()
    navigate(pageOf(result))
  }

  return (
    <Dialog title="Search" onClose={onClose}>
      <div className="search">
        <input
          ref={field}
          className="input"
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={hasResults}
          aria-controls={hasResults ? listId : undefined}
          aria-activedescendant={hasResults ? optionId(active) : undefined}
          placeholder="A name, an address, a subject, #id"
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_CHARACTERS_MAX}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={press}
        />
        {hasResults ? (
          <>
            <Results
              {...{ id: listId, results, active, optionId, isBusy: !isCurrent, onActive: choose }}
              onOpen={open}
            />
            {found.more !== null && <p className="muted small">{found.more}</p>}
          </>
        ) : (
          <WithoutResults text={text.trim()} found={found} />
        )}
        <p className="unseen" role="status">
          {isCurrent &&
            text.trim() !== '' &&
            `${results.length} ${results.length === 1 ? 'result' : 'results'}. ${found.more ?? ''}`}
        </p>
      </div>
    </Dialog>
  )
}
