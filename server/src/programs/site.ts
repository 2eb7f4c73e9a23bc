import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { contentTypeOf, createContent, inFiles } from '../platform/http/content.ts'
import type { App } from '../platform/http/route.ts'

/** Where builds are; the file `current` names the directory of the one to serve. */
const BUILDS_DIRECTORY = fileURLToPath(new URL('../../../site/dist/', import.meta.url))

const BASE = '/docs'
/** Its script writes styles into the page; everything else follows the policy of the other pages. */
const API_REFERENCE = '/api'

/** Scripts and styles of our own files only. */
const policyOf = (styles: string, more = '') =>
  `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data:${more}; font-src 'self' data:; ` +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

const HEADERS = {
  'content-security-policy': policyOf("'self'"),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const API_REFERENCE_HEADERS = {
  ...HEADERS,
  'content-security-policy': `${policyOf("'self' 'unsafe-inline'", ' blob:')}; worker-src 'self' blob:`,
}

/** The name of a file in `assets/` has a hash of its content. */
const ASSETS = '/assets/'
const CACHED_FOR_EVER = 'public, max-age=31536000, immutable'

/** What a build lists (`site/manifest.ts`): each address below `/docs` with the file that is its content. */
interface Manifest {
  files: Record<string, { file: string; digest: string; compressed: boolean }>
}

/**
 * Serves the documentation at `/docs`, with the reference of the API at `/docs/api`, and the index of its pages for programs
 * at `/llms.txt`. Only the addresses that the build lists exist. A file is read when it is first asked for. Without a build
 * there is no documentation; `npm start` makes one. `builds`: where builds are, instead of the project's own.
 */
export function siteRoutes(app: App, { builds = BUILDS_DIRECTORY }: { builds?: string } = {}): void {
  const current = join(builds, 'current')
  if (!existsSync(current)) return
  const directory = join(builds, readFileSync(current, 'utf8'))
  const { files } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8')) as Manifest
  const contents = new Map(
    Object.entries(files).map(([address, { file, digest, compressed }]) => {
      const source = inFiles(join(directory, file), { digest, isCompressed: compressed })
      return [address, createContent(contentTypeOf(file)!, source)]
    }),
  )
  const notFoundPage = readFileSync(join(directory, '404.html'))
  contents.delete('/404')
  const schema = { hide: true }

  app.get(BASE, { schema }, (_request, reply) => reply.redirect(`${BASE}/`, 301))
  app.get(`${BASE}/*`, { schema }, (request, reply) => {
    const address = request.url.split('?', 1)[0]!.slice(BASE.length)
    const content = contents.get(address)
    if (content !== undefined) {
      const cache = address.startsWith(ASSETS) ? CACHED_FOR_EVER : 'no-cache'
      const headers = address === API_REFERENCE ? API_REFERENCE_HEADERS : HEADERS
      return content.send(request, reply.headers({ ...headers, 'cache-control': cache }))
    }
    if (address.endsWith('/') && contents.has(address.slice(0, -1)))
      return reply.redirect(`${BASE}${address.slice(0, -1)}`, 301)
    if (!address.startsWith(ASSETS) && request.headers.accept?.includes('text/html') === true)
      return reply.code(404).headers(HEADERS).type(contentTypeOf('404.html')!).send(notFoundPage)
    reply.callNotFound()
    return reply
  })
  app.get('/llms.txt', { schema }, (request, reply) =>
    contents.get('/llms.txt')!.send(request, reply.headers({ ...HEADERS, 'cache-control': 'no-cache' })),
  )
}
