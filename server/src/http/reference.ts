import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'
import { randomBase62 } from '../ids.ts'
import { createContent } from './content.ts'
import type { Content } from './content.ts'
import type { App } from './route.ts'

/** 22 characters have 130 bits. */
const NONCE_CHARACTERS = 22

interface Reference {
  /** The page, split at the nonces. */
  parts: string[]
  script: Content
}

/** Throws if the thread fails. */
async function makeReference(): Promise<Reference> {
  const nonce = randomBase62(NONCE_CHARACTERS)
  const worker = new Worker(new URL('./reference-worker.ts', import.meta.url), { workerData: { nonce } })
  const [{ page, script }] = (await once(worker, 'message')) as [{ page: string; script: Uint8Array }]
  return {
    parts: page.split(nonce),
    script: createContent('application/javascript; charset=utf-8', Buffer.from(script)),
  }
}

/**
 * `/docs`: the reference page for `/openapi.json`. It loads nothing from other hosts. It is made at the first request.
 */
export async function referenceRoutes(app: App): Promise<void> {
  let made: Promise<Reference> | undefined
  async function reference(): Promise<Reference> {
    made ??= makeReference()
    // If it failed, the next request tries again.
    made.catch(() => (made = undefined))
    return made
  }

  await app.register((docs, _options, done) => {
    docs.addHook('onRequest', (request, _reply, next) => {
      next(URL.canParse(`http://${request.hostname}`) ? undefined : new ApiError('malformed_request'))
    })
    docs.get('/docs', { schema: { hide: true } }, (_request, reply) => reply.redirect('/docs/', 301))
    docs.get('/docs/', { schema: { hide: true } }, async (_request, reply) => {
      const { parts } = await reference()
      const nonce = randomBase62(NONCE_CHARACTERS)
      return reply.headers(pageHeaders(nonce)).type('text/html; charset=utf-8').send(parts.join(nonce))
    })
    docs.get('/docs/js/scalar.js', { schema: { hide: true } }, async (request, reply) => {
      const { script } = await reference()
      return script.send(request, reply.header('cache-control', 'private, max-age=3600'))
    })
    done()
  })
}

/** The page sets inline styles and starts with an inline script. This response's nonce allows that script. */
function pageHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy':
      `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ` +
      "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'",
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}
