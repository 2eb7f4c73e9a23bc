/** Every relative link of every page leads to a file of the repository, and to an existing heading. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readMarkdown } from './markdown.ts'
import type { MarkdownPage } from './markdown.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IGNORED = /(^|[\\/])(node_modules|\.cache|data|dist|coverage)([\\/]|$)/

type ReadPage = (path: string) => MarkdownPage | null

function readPage(path: string): MarkdownPage | null {
  const file = join(ROOT, path)
  if (!existsSync(file)) return null
  return path.endsWith('.md') ? readMarkdown(readFileSync(file, 'utf8')) : { blocks: [], links: [], anchors: new Set() }
}

/** The broken links of the page. */
function broken(path: string, read: ReadPage): string[] {
  return read(path)!.links.flatMap(({ target, line }) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return []
    const [file = '', anchor] = target.split('#', 2)
    const page = read(file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file))))
    const leads = page !== null && (anchor === undefined || page.anchors.has(anchor))
    return leads ? [] : [`${path}:${line}: ${target}`]
  })
}

const PAGES = globSync('**/*.md', { cwd: ROOT, exclude: (path) => IGNORED.test(path) }).toSorted()

test('every relative link of every page leads to a file and an anchor', () => {
  assert.ok(PAGES.includes('README.md') && PAGES.includes(join('docs', 'events.md')), PAGES.join())
  assert.deepEqual(
    PAGES.flatMap((path) => broken(path, readPage)),
    [],
  )
})

describe('links', () => {
  const made = (pages: Record<string, string>): ReadPage => {
    return (path) => (pages[path] === undefined ? null : readMarkdown(pages[path]))
  }

  test('are broken if the file or the anchor is missing', () => {
    const read = made({
      'a.md':
        '[there](b/c.md#two-words) [no file](d.md)\n[no anchor](b/c.md#three) [own](#none) [web](https://x.test/y)',
      'b/c.md': '# Two words\n[back\nhome](../a.md) [and\nnowhere](../e.md)',
    })
    assert.deepEqual(broken('a.md', read), ['a.md:1: d.md', 'a.md:2: b/c.md#three', 'a.md:2: #none'])
    assert.deepEqual(broken('b/c.md', read), ['b/c.md:3: ../e.md'])
  })

  test('are not looked for in code, and headings count up', () => {
    const page = readMarkdown('# `A`, b\n# A b\n`[x](y.md)`\n```sh vendor\n[x](y.md)\n# no heading\n```')
    assert.deepEqual(page.links, [])
    assert.deepEqual([...page.anchors], ['a-b', 'a-b-1'])
    const text = '[x](y.md)\n# no heading'
    assert.deepEqual(
      page.blocks.map(({ language, marks, line, text: inside }) => ({ language, marks, line, inside })),
      [{ language: 'sh', marks: ['vendor'], line: 4, inside: text }],
    )
  })
})
