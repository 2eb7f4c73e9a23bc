import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { App } from './route.ts'

const DASHBOARD_DIRECTORY = fileURLToPath(new URL('../../../dashboard/', import.meta.url))

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
}

/** Nothing from elsewhere, nothing inline, no frame around it. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/** Serves the dashboard's page at `/` and its files beside it, from memory: only what is there at the start exists. */
export function dashboardRoutes(app: App, directory = DASHBOARD_DIRECTORY): void {
  for (const file of readdirSync(directory)) {
    const contentType = CONTENT_TYPES[extname(file)]
    if (contentType === undefined) continue
    const content = readFileSync(`${directory}/${file}`)
    app.get(file === 'index.html' ? '/' : `/${file}`, { schema: { hide: true } }, (_request, reply) =>
      reply.headers(HEADERS).type(contentType).send(content),
    )
  }
}
