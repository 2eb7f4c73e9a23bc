import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import type { Answer, Input } from '../api/call.ts'
import type { ListName } from '../api/queries.ts'
import { Button } from './button.tsx'
import { csvOf } from './csv.ts'
import { ErrorNotice } from './notice.tsx'
import { showToast } from './toast.tsx'

const ROWS_MAX = 10_000
const ROWS_OF_PAGE = 200
/** A page with a filter reads a bounded number of rows, so it may have few of them. */
const PAGES_MAX = 500

/** A column of the file: its title, and the text of a row. Null: empty. */
export type CsvColumn<Row> = readonly [title: string, cell: (row: Row) => string | number | null | undefined]

/** An id in a file. The `#` keeps its digits in spreadsheets. */
export const numbered = (id: number | null | undefined) => (id == null ? null : `#${id}`)

interface Download<Name extends ListName, Row> {
  /** The name of the file, without its ending. */
  file: string
  list: Name
  /** The input of the list, with the filters in force. */
  input: Input<Name>
  rowsOf: (answer: Answer<Name>) => Row[]
  columns: readonly CsvColumn<Row>[]
}

/** Reads the list page by page. `isCut`: there are more rows. */
async function readAll<Name extends ListName, Row>(
  { list, input, rowsOf }: Download<Name, Row>,
  onRows: (rows: number) => void,
  signal: AbortSignal,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = []
  const { query = {} } = input as { query?: object }
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_MAX && rows.length < ROWS_MAX; pages++) {
    const ofPage = { ...(input as object), query: { ...query, limit: ROWS_OF_PAGE, cursor } }
    const answer = await call(list, ofPage as unknown as Input<Name>, signal)
    rows.push(...rowsOf(answer))
    onRows(rows.length)
    const { next_cursor: next } = answer as { next_cursor: string | null }
    if (next === null) return { rows, isCut: false }
    cursor = next
  }
  return { rows: rows.slice(0, ROWS_MAX), isCut: true }
}

/** Lets the browser save rows as a file. */
export function saveCsv<Row>(file: string, rows: readonly Row[], columns: readonly CsvColumn<Row>[]): void {
  const titles = columns.map(([title]) => title)
  const cells = rows.map((row) => columns.map(([, cell]) => String(cell(row) ?? '')))
  saveFile(`${file}.csv`, 'text/csv; charset=utf-8', csvOf(titles, cells))
}

function saveFile(name: string, contentType: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** Reads a list with its filters and saves it as a CSV file, at most 10,000 rows. */
export function DownloadCsv<Name extends ListName, Row>(download: Download<Name, Row>) {
  const [rowsRead, setRowsRead] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function save(): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setRowsRead(0)
    setError(null)
    try {
      const { rows, isCut } = await readAll(download, setRowsRead, controller.signal)
      saveCsv(download.file, rows, download.columns)
      if (isCut)
        showToast(`The file has the newest ${rows.length.toLocaleString()} rows. Choose a shorter period for the rest`)
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure as Error)
    }
    setRowsRead(null)
  }

  return (
    <span className="row">
      <span role="status" className="muted small">
        {rowsRead !== null && `${rowsRead.toLocaleString()} rows …`}
      </span>
      {rowsRead === null ? (
        <Button icon="download" onClick={() => void save()}>
          Download CSV
        </Button>
      ) : (
        <Button onClick={() => running.current?.abort()}>Cancel</Button>
      )}
      <ErrorNotice error={error} />
    </span>
  )
}
