/** Where the links of a page lead on the site: relative to its source, as they are written for a reader of the repository. */
import { posix } from 'node:path'
import type { Page } from './pages.ts'

/** Files that are no pages and are served elsewhere. */
const SERVED: Record<string, string> = { 'docs/openapi.json': '/openapi.json' }

export type Target =
  /** Of a page, with its anchor; `anchor` is empty or begins with #. */
  | { kind: 'page'; page: Page; anchor: string }
  /** An absolute path of the service outside the site. */
  | { kind: 'service'; path: string }
  /** A file of the repository that the site does not have. */
  | { kind: 'file'; path: string }
  /** Another host, or an anchor of the same page: stays as it is. */
  | { kind: 'as written' }

/** Where a link of the page leads. A folder leads to its README. */
export function targetOf(href: string, source: string, pages: ReadonlyMap<string, Page>): Target {
  if (/^([a-z][a-z0-9+.-]*:|#|\/)/i.test(href)) return { kind: 'as written' }
  const [file = '', anchor] = href.split('#', 2)
  const path = posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(file)))
  const page = pages.get(path) ?? pages.get(posix.join(path, 'README.md'))
  if (page !== undefined) return { kind: 'page', page, anchor: anchor === undefined ? '' : `#${anchor}` }
  const served = SERVED[path]
  return served === undefined ? { kind: 'file', path } : { kind: 'service', path: served }
}
