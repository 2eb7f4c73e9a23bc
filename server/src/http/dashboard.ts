import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply } from 'fastify'
import { createContent } from './content.ts'
import type { App } from './route.ts'

/** Where builds are; the file `current` names the directory of the one to serve. */
const BUILDS_DIRECTORY = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url))

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Nothing from elsewhere, nothing inline, no frame around it; within it one of our own. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/**
 * The empty page into which the dashboard puts a mail, to show it as it will look: styles of its own, and nothing that
 * runs, loads, or leads elsewhere. It is a page since a frame made within the dashboard's would have its policy.
 */
const MAIL_FRAME = '/mail-frame.html'
const MAIL_FRAME_HEADERS = {
  ...HEADERS,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; " +
    "frame-ancestors 'self'; sandbox allow-same-origin",
  'x-frame-options': 'SAMEORIGIN',
}

/** The name of a file in `assets/` has a hash of its content. */
const ASSETS = '/assets/'
const CACHED_FOR_EVER = 'public, max-age=31536000, immutable'

/** Paths of the service that are no pages; those that exist have routes of their own. */
const NO_PAGE = /^\/(api|docs|o|assets)(\/|$)|\.[^/]*$/

/** In the page: whether it need ask which member is signed in. */
const SESSION_POSSIBLE = '<meta name="session" content="possible" />'
const SESSION_NONE = '<meta name="session" content="none" />'

interface BuiltFile {
  path: string
  contentType: string
  content: Buffer
}

function readBuild(directory: string): BuiltFile[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const contentType = CONTENT_TYPES[extname(entry.name)]
    if (!entry.isFile() || contentType === undefined) return []
    const file = join(entry.parentPath, entry.name)
    const path = `/${file.slice(directory.length).split(sep).filter(Boolean).join('/')}`
    return [{ path, contentType, content: readFileSync(file) }]
  })
}

export interface DashboardOptions {
  /** Whether a request comes with the cookie of a session, be it valid or not; takes names and values in turn. */
  hasSession: (rawHeaders: readonly string[]) => boolean
  /** Where builds are, instead of the project's own. */
  builds?: string
}

/**
 * Serves the dashboard from memory: only what is there at the start exists. Its page is at `/` and, for browsers that
 * navigate, at every path that is nobody else's: the page itself knows which of them it has. Without a build there is
 * no dashboard; `npm start` makes one.
 */
export function dashboardRoutes(app: App, { hasSession, builds = BUILDS_DIRECTORY }: DashboardOptions): void {
  const current = join(builds, 'current')
  if (!existsSync(current)) return
  const files = readBuild(join(builds, readFileSync(current, 'utf8')))
  const page = files.find((file) => file.path === '/index.html')!.content.toString()
  const pageWithoutSession = page.replace(SESSION_POSSIBLE, SESSION_NONE)

  for (const { path, contentType, content } of files) {
    if (path === '/index.html') continue
    const cache = path.startsWith(ASSETS) ? CACHED_FOR_EVER : 'no-cache'
    const headers = path === MAIL_FRAME ? MAIL_FRAME_HEADERS : HEADERS
    const sent = createContent(contentType, content)
    app.get(path, { schema: { hide: true } }, (request, reply) =>
      sent.send(request, reply.headers({ ...headers, 'cache-control': cache })),
    )
  }

  const sendPage = (rawHeaders: readonly string[], reply: FastifyReply) =>
    reply
      .headers({ ...HEADERS, 'cache-control': 'no-store' })
      .type(CONTENT_TYPES['.html']!)
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
