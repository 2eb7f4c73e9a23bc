import type { ReactNode } from 'react'
import { ErrorNotice, Loading } from './notice.tsx'
import { Table } from './table.tsx'
import type { Column, Selection } from './table.tsx'

interface ListedRows<Row> {
  rows: Row[]
  isLoading: boolean
  error: Error | null
  refetch: () => void
  hasMore: boolean
  endsEarly: boolean
  isLoadingMore: boolean
  loadMore: () => void
}

/** A list with pages, in each of its states. `empty` is shown if there are no rows. */
export function List<Row>({
  label,
  pages,
  columns,
  keyOf,
  pageOf,
  selection,
  empty,
}: {
  label: string
  pages: ListedRows<Row>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string | number
  pageOf?: (row: Row) => string
  selection?: Selection<Row> | undefined
  empty: ReactNode
}) {
  if (pages.isLoading) return <Loading label={`Loading ${label}`} />
  return (
    <div className="stack">
      <ErrorNotice error={pages.error} onRetry={pages.refetch} />
      {pages.rows.length > 0 && (
        <Table
          label={label}
          columns={columns}
          rows={pages.rows}
          keyOf={keyOf}
          pageOf={pageOf}
          selection={selection}
          more={pages}
        />
      )}
      {pages.rows.length === 0 && pages.error === null && empty}
    </div>
  )
}
