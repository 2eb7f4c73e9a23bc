/**
 * `npm run explain` measures what the service's statements read, prints docs/list-queries.md, and fails if one reads too
 * much. `npm run explain -- lists` and `npm run explain -- rows` print one of its sections.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { explainLists } from './explain-lists.ts'
import { explainRows } from './explain-rows.ts'

const PAGE = new URL('../../docs/list-queries.md', import.meta.url)

const SECTIONS = {
  lists: { heading: 'Pages of the lists', explain: explainLists },
  rows: { heading: 'Rows of the statements', explain: explainRows },
}

/** Replaces the text of a section of the page. */
function writeSection(heading: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8')
  const start = page.indexOf(`## ${heading}\n`)
  if (start === -1) throw new Error(`The page has no section ${heading}`)
  const next = page.indexOf('\n## ', start)
  const rest = next === -1 ? '' : page.slice(next)
  writeFileSync(PAGE, `${page.slice(0, start)}## ${heading}\n\n${text}${rest}`)
}

const names = process.argv.slice(2)
for (const [name, { heading, explain }] of Object.entries(SECTIONS)) {
  if (names.length > 0 && !names.includes(name)) continue
  const { text, tooMuch } = await explain()
  writeSection(heading, text)
  for (const sentence of tooMuch) console.error(sentence)
  if (tooMuch.length > 0) process.exitCode = 1
}
