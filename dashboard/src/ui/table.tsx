import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import './table.css'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** `number`: aligned by its digits; `actions`: buttons at the end. */
  kind?: 'text' | 'number' | 'actions'
}

interface TableProps<Row> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Shown below the rows if there are more. */
  more?: { hasMore: boolean; isLoadingMore: boolean; loadMore: () => void } | undefined
}

/** A table. On a small screen each row is a card. A cell contains one element or text. */
export function Table<Row>({ label, columns, rows, keyOf, more }: TableProps<Row>) {
  return (
    <div>
      <div className="table-frame">
        <table className="table" aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ title, kind = 'text' }) => (
                <th key={title} scope="col" className={kind}>
                  {kind === 'actions' ? <span className="unseen">{title}</span> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ title, cell, kind = 'text' }) => (
                  <td key={title} data-label={title} className={kind}>
                    <div>{cell(row)}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more?.hasMore === true && (
        <div className="table-more">
          <Button busy={more.isLoadingMore} onClick={more.loadMore}>
            {more.isLoadingMore ? 'Loading …' : 'Show more'}
          </Button>
        </div>
      )}
    </div>
  )
}
