/**
 * Builds the site into the directory of the first argument: the pages, then all that stands beside them. It is a process of
 * its own, since the generator keeps in memory what it has loaded.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vitepress'
import { addApiReference } from './api-reference.ts'
import { writeAsset } from './assets.ts'
import { addMarkdown } from './llms.ts'
import { readPages } from './pages.ts'
import { writeManifest } from './manifest.ts'

const SITE = fileURLToPath(new URL('.', import.meta.url))

/** The scripts in the head of each page, in the place of which `appearance.js` does both. */
const INLINE_SCRIPTS = /<script id="check-(?:dark-mode|mac-os)">[^<]*<\/script>\s*/g
/** Of the generator's theme; `style.css` says it again where it matters. */
const STYLES_IN_TAGS = /(<[a-z][^<>]*?) style="[^"]*"/g

/** The page for addresses without a page is made by its script alone. */
const NOT_FOUND_WITHOUT_SCRIPT =
  '<noscript><p>No page has this address. <a href="/docs/">Start page of the documentation</a></p></noscript>'

/** What the policy of the pages refuses: scripts and styles in the page itself. */
function moveOutInline(directory: string): void {
  const appearance = writeAsset(directory, 'appearance.js', readFileSync(join(SITE, 'appearance.js')))
  for (const name of globSync('**/*.html', { cwd: directory })) {
    const path = join(directory, name)
    const html = readFileSync(path, 'utf8')
    const moved = html
      .replaceAll(INLINE_SCRIPTS, '')
      .replaceAll(STYLES_IN_TAGS, '$1')
      .replace('<div id="app"></div>', `$&${NOT_FOUND_WITHOUT_SCRIPT}`)
      .replace('<head>', `<head>\n    <script src="${appearance}"></script>`)
    writeFileSync(path, moved)
  }
}

const directory = resolve(process.argv[2]!)
const pages = readPages()
await build(SITE, {
  outDir: directory,
  onAfterConfigResolve(config) {
    // Builds at the same time do not share a directory.
    config.tempDir = join(directory, '.temp')
    config.pages = config.pages.filter((source) => pages.has(source))
  },
})
moveOutInline(directory)
addApiReference(directory)
addMarkdown(directory, pages)
await writeManifest(directory)
