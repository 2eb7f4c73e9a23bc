import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readMarkdown } from '../../scripts/markdown.ts'

/** The texts of the blocks in one language in a section of a page in `docs`. Throws if there are none. */
export function blocksOf(page: string, heading: string, language: string): [string, ...string[]] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/${page}`, import.meta.url)), 'utf8')
  const [, section = ''] = text.split(`\n## ${heading}\n`)
  const { blocks } = readMarkdown(section.split('\n## ')[0]!)
  const [first, ...others] = blocks.filter((block) => block.language === language).map((block) => block.text)
  if (first === undefined) throw new Error(`${page} has no block of ${language} below "${heading}"`)
  return [first, ...others]
}
