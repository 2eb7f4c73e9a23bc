/** The rows of all lists of the page. The row with the focus is the selected one, so Enter opens its link. */

/** A row of a table, or the button for more rows below it. */
const ROWS = 'main .table tbody tr, main .table-more'

/** Where the focus is put in a row: the link or button that covers it, else its first link or button, else the row. */
function controlOf(row: HTMLElement): HTMLElement {
  const control =
    row.querySelector<HTMLElement>('.row-link, .row-cover') ??
    row.querySelector<HTMLElement>('a[href]') ??
    row.querySelector('button')
  if (control !== null) return control
  row.tabIndex = -1
  return row
}

/** Selects the next row (1) or the previous one (-1), or the first if none is selected. The last row has no next one. */
export function selectRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
  const current = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[current === -1 ? 0 : current + step]
  if (row === undefined) return
  controlOf(row).focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}
