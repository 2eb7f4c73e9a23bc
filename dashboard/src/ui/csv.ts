/** Rows as a CSV file (RFC 4180). */

/**
 * Spreadsheets run cells that begin with these characters as formulas, also in their wide forms. In many countries they
 * divide cells by semicolons, so a cell may begin within a text. An apostrophe makes it text.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20])/g

function cellOf(value: string): string {
  const safe = value.replaceAll(FORMULA, "'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Spreadsheets take a text for UTF-8 if it begins with this. */
const BYTE_ORDER_MARK = '\uFEFF'

export function csvOf(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + [titles, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n'
}
