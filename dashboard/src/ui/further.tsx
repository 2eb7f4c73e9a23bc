import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Empty } from './notice.tsx'

interface Searched {
  rows: readonly unknown[]
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

/** The number of pages searched before the member must ask for more. */
const PAGES_MAX = 5

/**
 * Shown when a search has found nothing yet. A page with a filter reads a bounded number of rows, so there may
 * be more further back. `of` names the search: another name starts again. `empty`: shown if there are no rows at all. `advice`: how
 * to search faster.
 */
export function Further({
  pages,
  of,
  empty,
  advice = 'Filter by recipient or period to search faster.',
}: {
  pages: Searched
  of: string
  empty: ReactNode
  advice?: string
}) {
  const looked = useRef({ of, pages: 0 })
  const { hasMore, isLoadingMore, loadMore, rows, error } = pages
  const isOpen = rows.length === 0 && hasMore && error === null
  useEffect(() => {
    if (looked.current.of !== of) looked.current = { of, pages: 0 }
    if (!isOpen || isLoadingMore || looked.current.pages >= PAGES_MAX) return
    looked.current.pages += 1
    loadMore()
  })
  if (!isOpen) return empty
  return (
    <Empty
      title="No match among the newest"
      action={
        <Button icon="search" busy={isLoadingMore} onClick={loadMore}>
          {isLoadingMore ? 'Searching …' : 'Search further back'}
        </Button>
      }
    >
      No match so far. {advice}
    </Empty>
  )
}

/** Shown if a text has found nothing. `what`: a row of the list. */
export function NothingFound({
  what,
  pages,
  text,
  onShowAll,
}: {
  what: string
  pages: Searched
  text: string
  onShowAll: () => void
}) {
  const empty = <Empty title={`No ${what} found`} action={<Button onClick={onShowAll}>Show all</Button>} />
  return <Further pages={pages} of={text} empty={empty} advice="" />
}
