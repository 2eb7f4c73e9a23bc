/** Matches of a sought text. */

/** More matches than these are neither counted nor marked, because each needs a range in the page. */
export const MATCHES_MAX = 500

export interface Match {
  from: number
  to: number
}

/** Characters with a meaning in regular expressions. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/g

/** The first 500 places of `sought` in the text, in any case of letters. They do not overlap. */
export function matchesIn(text: string, sought: string): Match[] {
  if (sought === '') return []
  const pattern = new RegExp(sought.replaceAll(SYNTAX, String.raw`\$&`), 'giu')
  const matches: Match[] = []
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (matches.length === MATCHES_MAX) break
    matches.push({ from: index, to: index + found.length })
  }
  return matches
}

/** The index of the first match at or after `position`, or of the first match. -1 if there is none. */
export function matchFrom(matches: readonly Match[], position: number): number {
  const next = matches.findIndex(({ from }) => from >= position)
  return next < 0 ? Math.min(0, matches.length - 1) : next
}
