/** Rows as a CSV file (RFC 4180). */

/** Spreadsheets run cells that begin with these characters as formulas. The apostrophe makes them text. */
const FORMULA = /^[=+\-@\t\r]/

function cellOf(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Spreadsheets take a text for UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF'

export function csvOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + [titles, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n'
}

/** Lets the browser save a text as a file. */
export function saveFile(name: string, contentType: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
