import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import { asTheyAre, builtInMemory, contentTypeOf, createContent } from '../platform/http/content.ts'
import type { Content, ContentSource } from '../platform/http/content.ts'
import type { App } from '../platform/http/route.ts'

/** Directory of the builds. Its file `current` names the one to serve. */
const BUILDS_DIRECTORY = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url))

/** No content from other hosts, no inline code, no embedding in other sites. Only our own frames are allowed inside. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * An empty page for the dashboard's frame with a mail's preview. It allows the mail's own styles, but no scripts, no
 * loading and no links. It is a page of its own because an inline frame would inherit the dashboard's policy.
 */
const MAIL_FRAME = '/mail-frame.html'
const mailFrameHeaders = (images: string) => ({
  ...HEADERS,
  'content-security-policy':
    `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; form-action 'none'; base-uri 'none'; ` +
    "frame-ancestors 'self'; sandbox allow-same-origin",
  'x-frame-options': 'SAMEORIGIN',
  // Browsers would look up the hosts of the mail's links in advance.
  'x-dns-prefetch-control': 'off',
})
const MAIL_FRAME_HEADERS = mailFrameHeaders('data:')
/** If a member asks for the images of a preview. The frame sends no referrer. */
const MAIL_FRAME_IMAGES = `${MAIL_FRAME}?images`
const MAIL_FRAME_IMAGES_HEADERS = mailFrameHeaders('data: https:')

/** File names in `assets/` contain a hash of their content. */
const ASSETS = '/assets/'
const CACHED_FOR_EVER = 'public, max-age=31536000, immutable'

/** Paths without dashboard pages. Existing ones have their own routes. */
const NO_PAGE = /^\/(api|docs|o|assets)(\/|$)|\.[^/]*$/

/** Written into the page, so that the dashboard asks for the session only if there is a cookie. */
const SESSION_POSSIBLE = '<meta name="session" content="possible" />'
const SESSION_NONE = '<meta name="session" content="none" />'

interface BuiltFile {
  path: string
  contentType: string
  content: Buffer
  source: ContentSource
}

/** The build has compressed files beside those worth it. */
function sourceOf(file: string, content: Buffer): ContentSource {
  if (!existsSync(`${file}.br`)) return asTheyAre(content)
  return builtInMemory(content, { br: readFileSync(`${file}.br`), gzip: readFileSync(`${file}.gz`) })
}

function readBuild(directory: string): BuiltFile[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const contentType = contentTypeOf(entry.name)
    if (!entry.isFile() || contentType === undefined) return []
    const file = join(entry.parentPath, entry.name)
    const path = `/${file.slice(directory.length).split(sep).filter(Boolean).join('/')}`
    const content = readFileSync(file)
    return [{ path, contentType, content, source: sourceOf(file, content) }]
  })
}

function headersOf(path: string, url: string): Record<string, string> {
  if (path !== MAIL_FRAME) return HEADERS
  return url === MAIL_FRAME_IMAGES ? MAIL_FRAME_IMAGES_HEADERS : MAIL_FRAME_HEADERS
}

export interface DashboardOptions {
  /** Whether a request has a session cookie, valid or not. `rawHeaders`: names and values in turn. */
  hasSession: (rawHeaders: readonly string[]) => boolean
  /** Directory of the builds, if it is not the project's own. */
  builds?: string
}

/**
 * Serves the files that the build has at the start, from memory. The page is at `/`, and at every path without another
 * route if a browser navigates to it: the page itself shows unknown paths. Without a build (`npm start` makes one)
 * there is no dashboard.
 */
export function dashboardRoutes(app: App, { hasSession, builds = BUILDS_DIRECTORY }: DashboardOptions): void {
  const current = join(builds, 'current')
  if (!existsSync(current)) return
  const files = readBuild(join(builds, readFileSync(current, 'utf8')))
  const page = files.find((file) => file.path === '/index.html')!.content.toString()
  const pageWithoutSession = page.replace(SESSION_POSSIBLE, SESSION_NONE)

  const assets = new Map<string, Content>()
  for (const { path, contentType, source } of files) {
    if (path === '/index.html') continue
    const sent = createContent(contentType, source)
    if (path.startsWith(ASSETS)) assets.set(path, sent)
    else
      app.get(path, { schema: { hide: true } }, (request, reply) =>
        sent.send(request, reply.headers({ ...headersOf(path, request.url), 'cache-control': 'no-cache' })),
      )
  }
  // One route: the start of the service would spend a tenth of its time on routes of hundreds of files.
  app.get(`${ASSETS}*`, { schema: { hide: true } }, (request, reply) => {
    const asset = assets.get(request.url.split('?', 1)[0]!)
    if (asset !== undefined) return asset.send(request, reply.headers({ ...HEADERS, 'cache-control': CACHED_FOR_EVER }))
    reply.callNotFound()
    return reply
  })

  const sendPage = (rawHeaders: readonly string[], reply: FastifyReply) =>
    reply
      .headers({ ...HEADERS, 'cache-control': 'no-store' })
      .type(contentTypeOf('index.html')!)
      .send(hasSession(rawHeaders) ? page : pageWithoutSession)

  app.get('/', { schema: { hide: true } }, (request, reply) => sendPage(request.raw.rawHeaders, reply))
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0]!
    const navigates = request.headers.accept?.includes('text/html') === true
    if (!navigates || NO_PAGE.test(path)) {
      reply.callNotFound()
      return reply
    }
    return sendPage(request.raw.rawHeaders, reply)
  })
}
