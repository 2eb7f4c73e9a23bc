/** The head of an HTTP/1.1 response: its end, its lines, its headers. */

const [CR, LF] = [0x0d, 0x0a]
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// Control characters except the tab are forbidden in a head. Readers could disagree about a lone CR.
// oxlint-disable-next-line no-control-regex -- that is what it looks for
export const FORBIDDEN = /[\0-\x08\x0a-\x1f\x7f]/
/** Headers that are lists. Repeated ones are joined. */
const LISTS = new Set(['connection', 'transfer-encoding'])

/** The empty line at the end of a head: the head's length, and the place behind. The first bytes were searched before. */
export function endOfHead(bytes: Buffer, searchedBytes: number): { end: number; next: number } | null {
  for (let at = bytes.indexOf(LF, Math.max(0, searchedBytes - 2)); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const next = at + (bytes[at + 1] === CR ? 2 : 1)
    if (bytes[next] === LF) return { end: bytes[at - 1] === CR ? at - 1 : at, next: next + 1 }
  }
  return null
}

/** True if an incomplete head may still become valid, so that garbage fails at once and not by time-out. */
export function isHeadSoFar(bytes: Buffer, judgedBytes: number): boolean {
  const start = 'HTTP/1.'
  const length = Math.min(start.length, bytes.length)
  return judgedBytes >= start.length || bytes.toString('latin1', 0, length) === start.slice(0, length)
}

export function headerList(value: string | undefined): string[] {
  return value === undefined
    ? []
    : value
        .toLowerCase()
        .split(',')
        .map((item) => item.trim())
}

/** The headers by lower-case name. Null if one is malformed, or if two lengths differ. */
export function readHeaders(lines: string[]): Map<string, string> | null {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!HEADER_NAME.test(name) || FORBIDDEN.test(line)) return null
    const value = line.slice(colon + 1).trim()
    const before = headers.get(name)
    if (before === undefined) headers.set(name, value)
    else if (LISTS.has(name)) headers.set(name, `${before}, ${value}`)
    else if (name === 'content-length' && before !== value) return null
  }
  return headers
}
