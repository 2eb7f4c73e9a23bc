import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from '../router.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './table.css'

export interface Column<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** `number`: aligned by its digits; `actions`: buttons at the end; `whole`: its text may take several lines. */
  kind?: 'text' | 'number' | 'actions' | 'whole'
  /**
   * The place of the cell in the two lines of a row where the columns have no space, or `below` them with all its text. Other cells are not
   * shown there. A `figure` is one of four numbers in the second line, below their titles.
   */
  phone?: 'name' | 'state' | 'text' | 'time' | 'below' | 'figure' | undefined
  /** The value of a cell to sort the rows by. With it, the title of the column is a button. Null: the row is below all others. */
  sort?: (row: Row) => number | string | null
  /** rem. Columns without a width share the rest. */
  width?: number
}

/** Check boxes before the first cells. */
export interface Selection<Row> {
  isSelected: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Why the row cannot be selected. Null: it can. Absent: it has no check box. */
  whyNotOf: (row: Row) => string | null | undefined
  /** The name of the row's check box for screen readers. */
  labelOf: (row: Row) => string
  all: { isSelected: boolean; toggle: () => void }
}

/** The least width of a column without a width, rem. */
const WIDTH_MIN = 9

/** In a window of this width and below, a row of every table has two lines, px. */
const SMALL_SCREEN = 860

/** One line of text. The end of a longer text is cut, and its title has all of it. Other scripts keep their direction. */
export function Line({ text }: { text: string }) {
  return (
    <bdi className="line" title={text}>
      {text}
    </bdi>
  )
}

/** The check box of a row. A row without one has its space. */
function RowCheckbox<Row>({ row, of }: { row: Row; of: Selection<Row> }) {
  const whyNot = of.whyNotOf(row)
  return whyNot === undefined ? (
    <span className="no-checkbox" />
  ) : (
    <label className="select-one">
      <input
        type="checkbox"
        aria-label={of.labelOf(row)}
        title={whyNot ?? undefined}
        disabled={whyNot !== null}
        checked={of.isSelected(row)}
        onChange={() => of.toggle(row)}
      />
    </label>
  )
}

/** The first cell: a check box if rows can be selected, and the link that covers the row if they have a page. */
function FirstCell<Row>({
  row,
  content,
  pageOf,
  selection,
}: {
  row: Row
  content: ReactNode
  pageOf: ((row: Row) => string) | undefined
  selection: Selection<Row> | undefined
}) {
  const cell = <Cell content={content} />
  const linked =
    pageOf === undefined ? (
      cell
    ) : (
      <Link to={pageOf(row)} className="row-link">
        {cell}
      </Link>
    )
  if (selection === undefined) return linked
  return (
    <div className="selectable">
      <RowCheckbox row={row} of={selection} />
      {linked}
    </div>
  )
}

/** On a small screen it is above the rows, with its name. */
function SelectAll({ of: { isSelected, toggle } }: { of: Selection<never>['all'] }) {
  return (
    <label className="select-all">
      <input type="checkbox" aria-label="Select all that failed" checked={isSelected} onChange={toggle} />
      <span className="of-phone">Select all that failed</span>
    </label>
  )
}

function Cell({ content }: { content: ReactNode }) {
  return <div>{typeof content === 'string' && content !== '' ? <Line text={content} /> : content}</div>
}

const compare = (one: number | string, other: number | string) =>
  typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other)

/** The rows in the order of a column. Rows without a value are last in both directions. */
function sortedRows<Row>(rows: readonly Row[], valueOf: (row: Row) => number | string | null, isUp: boolean): Row[] {
  const valued = rows.flatMap((row) => {
    const value = valueOf(row)
    return value === null ? [] : { row, value }
  })
  const sorted = valued.toSorted((one, other) => compare(one.value, other.value)).map(({ row }) => row)
  return [...(isUp ? sorted : sorted.toReversed()), ...rows.filter((row) => valueOf(row) === null)]
}

function orderOf(title: string, sorted: Sorted | null) {
  return title === sorted?.title ? (sorted.isUp ? ('ascending' as const) : ('descending' as const)) : undefined
}

const ORDER_ICONS = { none: 'sort', ascending: 'up', descending: 'down' } as const

interface Sorted {
  title: string
  isUp: boolean
}

function Head<Row>({
  columns,
  sorted,
  onSort,
  selection,
}: {
  columns: readonly Column<Row>[]
  sorted: Sorted | null
  onSort: (sorted: Sorted) => void
  selection: Selection<Row> | undefined
}) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, kind = 'text', phone, sort: value }, place) => (
          <th key={title} scope="col" data-phone={phone} className={kind} aria-sort={orderOf(title, sorted)}>
            {place === 0 && selection !== undefined && <SelectAll of={selection.all} />}
            {kind === 'actions' ? (
              <span className="unseen">{title}</span>
            ) : value === undefined ? (
              <span>{title}</span>
            ) : (
              // The largest numbers first.
              <button
                type="button"
                onClick={() => onSort({ title, isUp: sorted?.title === title ? !sorted.isUp : kind !== 'number' })}
              >
                {title}
                <Icon name={ORDER_ICONS[orderOf(title, sorted) ?? 'none']} size={12} />
              </button>
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface TableProps<Row> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** The page of a row. The link in the first cell covers the row. */
  pageOf?: ((row: Row) => string) | undefined
  selection?: Selection<Row> | undefined
  /** Shown below the rows if there are more. */
  more?: { hasMore: boolean; endsEarly?: boolean; isLoadingMore: boolean; loadMore: () => void } | undefined
}

/** Tells whether the columns have less space than they need. `minWidth`: rem. */
function useNarrow(minWidth: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [isNarrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const space = ref.current!
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    const measure = () => setNarrow(window.innerWidth <= SMALL_SCREEN || space.clientWidth < minWidth * rem)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(space)
    return () => observer.disconnect()
  }, [minWidth])
  return { ref, isNarrow }
}

/** A table with fixed columns. Where they have no space, each row has two lines. A cell contains one element or text. */
export function Table<Row>({ label, columns, rows, keyOf, pageOf, selection, more }: TableProps<Row>) {
  const [sorted, setSorted] = useState<Sorted | null>(null)
  const sort = columns.find(({ title }) => title === sorted?.title)?.sort
  const ordered = sort === undefined ? rows : sortedRows(rows, sort, sorted!.isUp)
  const minWidth = columns.reduce((sum, { width = WIDTH_MIN }) => sum + width, 0)
  const { ref, isNarrow } = useNarrow(minWidth)
  return (
    <div ref={ref}>
      <div className={isNarrow ? 'table-frame narrow' : 'table-frame'}>
        <table className="table" aria-label={label} style={{ minWidth: `${minWidth}rem` }}>
          <colgroup>
            {columns.map(({ title, width }) => (
              <col key={title} style={width === undefined ? {} : { width: `${width}rem` }} />
            ))}
          </colgroup>
          <Head columns={columns} sorted={sorted} onSort={setSorted} selection={selection} />
          <tbody>
            {ordered.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ title, cell, kind = 'text', phone }, place) => (
                  <td key={title} data-label={title} data-phone={phone} className={kind}>
                    {place === 0 ? (
                      <FirstCell row={row} content={cell(row)} pageOf={pageOf} selection={selection} />
                    ) : (
                      <Cell content={cell(row)} />
                    )}
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
            {more.isLoadingMore ? 'Loading …' : more.endsEarly === true ? 'Search further back' : 'Show more'}
          </Button>
        </div>
      )}
    </div>
  )
}
