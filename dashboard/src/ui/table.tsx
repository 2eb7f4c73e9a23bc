import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import './table.css'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** `number`: aligned by its digits; `actions`: buttons at the end; `whole`: its text may take several lines. */
  kind?: 'text' | 'number' | 'actions' | 'whole'
  /** rem. Columns without a width share the rest. */
  width?: number
}

/** The least width of a column without a width, rem. */
const WIDTH_MIN = 9

/** One line of text. The end of a longer text is cut, and its title has all of it. Other scripts keep their direction. */
export function Line({ text }: { text: string }) {
  return (
    <bdi className="line" title={text}>
      {text}
    </bdi>
  )
}

function Cell({ content }: { content: ReactNode }) {
  return <div>{typeof content === 'string' && content !== '' ? <Line text={content} /> : content}</div>
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

/** A table with fixed columns. On a small screen each row is a card. A cell contains one element or text. */
export function Table<Row>({ label, columns, rows, keyOf, more }: TableProps<Row>) {
  const minWidth = `${columns.reduce((sum, { width = WIDTH_MIN }) => sum + width, 0)}rem`
  return (
    <div>
      <div className="table-frame">
        <table className="table" aria-label={label} style={{ minWidth }}>
          <colgroup>
            {columns.map(({ title, width }) => (
              <col key={title} style={width === undefined ? {} : { width: `${width}rem` }} />
            ))}
          </colgroup>
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
                    <Cell content={cell(row)} />
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
