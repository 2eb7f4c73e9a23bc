/** The pages for programs: the Markdown of each beside it, and an index of them (llmstxt.org). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceLinks } from '../scripts/markdown.ts'
import { BASE } from './assets.ts'
import { targetOf } from './links.ts'
import { groupPages, ROOT, START_PAGE } from './pages.ts'
import type { Group, Page } from './pages.ts'

const HEAD = `# Tidings

> Tidings takes notification messages over an HTTP API, sends them by email, push and SMS, keeps one honest state per
> delivery, and pushes every change of it, signed, to a webhook. It runs on your own machine.

The OpenAPI document of the API is [/openapi.json](/openapi.json).
`

const address = ({ path }: Page): string => `${BASE}${path}.md`

/** A page with its links as they lead on the site; a link to a file that is not there becomes its text and the path. */
function markdownOf({ source }: Page, pages: ReadonlyMap<string, Page>): string {
  return replaceLinks(readFileSync(join(ROOT, source), 'utf8'), (text, href) => {
    const target = targetOf(href, source, pages)
    switch (target.kind) {
      case 'page':
        return `[${text}](${address(target.page)}${target.anchor})`
      case 'service':
        return `[${text}](${target.path})`
      case 'file':
        return target.path.endsWith('.png') ? '' : `${text} (\`${target.path}\`)`
      case 'as written':
        return null
    }
  })
}

function indexOf(groups: readonly Group[]): string {
  const linesOf = ({ pages, groups: inside }: Group): string[] => [
    ...pages.map((page) => `- [${page.title}](${address(page)}): ${page.description}`),
    ...inside.flatMap(linesOf),
  ]
  return groups.map((group) => `## ${group.title}\n\n${linesOf(group).join('\n')}\n`).join('\n')
}

export function addMarkdown(directory: string, pages: ReadonlyMap<string, Page>): void {
  for (const page of pages.values()) {
    if (page.source === START_PAGE) continue
    const file = join(directory, `${page.path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdownOf(page, pages))
  }
  writeFileSync(join(directory, 'llms.txt'), `${HEAD}\n${indexOf(groupPages(pages))}`)
}
