/** A page of another origin with the web component, and a real service for killing. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { launchBrowser } from '../../dashboard/test/chromium.ts'
import { freePort } from '../../scripts/free-port.ts'
import { createAccount } from '../../server/src/core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../../server/src/core/accounts/api-keys.ts'
import { createSystemClock } from '../../server/src/platform/clock.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import { LEASE_TIMES } from '../../server/test/faults/cluster.ts'
import { prepareInbox, sendToInbox, tokenOf } from '../../server/test/inbox.ts'
import { startProcess } from '../../server/test/process.ts'
import type { ServiceProcess } from '../../server/test/process.ts'
import { call } from '../../server/test/service.ts'
import type { Client } from '../../server/test/service.ts'

/** After this time an element counts as missing, ms. Long, because the machine may be busy. */
const ACTION_TIMEOUT_MS = 60_000

export interface InboxApp {
  /** The URL of the service. */
  url: string
  client: Client
  recipientId: number
  browser: Browser
  /** Sends a message with the title `Order <name>`. Returns its id. */
  send(name: string): Promise<number>
  /** A new page in a browser profile of its own, or in the given one. `query`: `lang`, `theme` of the component. */
  open(options?: BrowserContextOptions | BrowserContext, query?: string): Promise<Page>
  /** Loads the app again in a page. */
  load(page: Page, query: string): Promise<void>
  /** Ends the service as by `kill -9`. */
  kill(): Promise<void>
  /** Starts it again on its port. */
  restart(): Promise<void>
  /** How many tokens the app has given. */
  tokensGiven(): number
  close(): Promise<void>
}

/**
 * The program of the page. It keeps a list of the new messages, each with the time of its arrival, and their ids in an
 * attribute for tests to wait for.
 */
const PROGRAM = `
import '@tidings/inbox/element'
const element = document.querySelector('tidings-inbox')
window.received = []
element.addEventListener('tidings-message', ({ detail }) => {
  window.received.push({ id: detail.message_id, at: Date.now() })
  document.documentElement.dataset.received = window.received.map(({ id }) => id).join(' ')
})
element.addEventListener('tidings-open', (event) => { if (new URL(location).searchParams.has('router')) event.preventDefault() })
element.getToken = async () => (await fetch('/token')).text()
`

const STYLE = `
:root { color-scheme: light; font-family: 'Open Sans', sans-serif; }
:root.dark { color-scheme: dark; }
body { margin: 0; background: light-dark(#f7f8fa, #0e1116); color: light-dark(#15191f, #e8ebf0); }
header { display: flex; align-items: center; justify-content: space-between; padding: 8px 16px; overflow: hidden; }
h1 { font-size: 18px; }
`

const htmlOf = (serviceUrl: string, { lang, theme }: { lang: string; theme: string | null }): string => `<!doctype html>
<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"${theme === 'dark' ? ' class="dark"' : ''}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Shop</title>
<link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script></head>
<body><header><h1>Shop</h1><tidings-inbox url="${serviceUrl}" page-size="5"></tidings-inbox></header>
<main><p>Welcome</p><a href="/elsewhere">A link</a></main></body></html>`

/** Strict: no inline script or style. With `isTrusted`, no text may become markup or code, not even of a test. */
const policyOf = (serviceUrl: string, isTrusted: boolean): string =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ${serviceUrl}; ` +
  `base-uri 'none'; form-action 'none'${isTrusted ? "; require-trusted-types-for 'script'; trusted-types 'none'" : ''}`

/** The program with its imports, as one module. */
async function bundleOf(program: string, minify = false): Promise<string> {
  const name = 'virtual:program.js'
  const bundle = await rolldown({
    input: name,
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === name ? fileURLToPath(new URL('program.js', import.meta.url)) : null),
        load: (id) => (id.endsWith('/test/program.js') ? program : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'es', minify })
  await bundle.close()
  return output[0].code
}

/** Waits until the page has received the message. */
export async function waitForMessage(page: Page, id: number): Promise<void> {
  await page.locator(`html[data-received~="${id}"]`).waitFor({ state: 'attached' })
}

interface Site {
  origin: string
  close(): Promise<void>
}

/** Serves the page, its program and recipient tokens, as an app does. */
async function startSite(serviceUrl: string, program: string, token: () => Promise<string>): Promise<Site> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    const send = (type: string, body: string): void =>
      void response
        .writeHead(200, {
          'content-type': type,
          'content-security-policy': policyOf(serviceUrl, searchParams.has('trusted')),
        })
        .end(body)
    if (pathname === '/page.js') send('text/javascript', program)
    else if (pathname === '/page.css') send('text/css', STYLE)
    else if (pathname === '/token')
      token().then(
        (text) => send('text/plain', text),
        () => response.writeHead(502).end(),
      )
    else if (pathname === '/favicon.ico') response.writeHead(204).end()
    else
      send(
        'text/html; charset=utf-8',
        htmlOf(serviceUrl, { lang: searchParams.get('lang') ?? 'en', theme: searchParams.get('theme') }),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function makeClient(pool: Parameters<typeof createAccount>[0], url: string): Promise<Client> {
  const clock = createSystemClock()
  const apiKey = newApiKey()
  const { id: accountId, bucket } = await createAccount(pool, clock, 'Shop')
  await createApiKey(pool, clock, { bucket, accountId, name: 'Test', role: 'full', key: apiKey })
  return { accountId, bucket, apiKey, call: (method, path, body) => call(url, apiKey, method, path, body) }
}

/** Starts all. `close` fails if a page had an unexpected error: exceptions, and refusals of its policy. */
export async function startInboxApp(program = PROGRAM): Promise<InboxApp> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-inbox-'))
  const port = await freePort()
  const variables = {
    DATABASE_URL: database.url,
    PORT: String(port),
    SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    API_RATE_LIMIT: '0',
    // A killed process leaves its leases, and the next one waits for their end.
    ...LEASE_TIMES,
  }
  let service: ServiceProcess = await startProcess(dataDir, variables)
  const { url } = service
  const client = await makeClient(database.pool, url)
  const { recipientId } = await prepareInbox(client)
  let tokens = 0
  const site = await startSite(url, await bundleOf(program), () => {
    tokens += 1
    return tokenOf(client, recipientId)
  })
  const allowed = await client.call('PATCH', '/api/v1/account', { account: { allowed_origins: [site.origin] } })
  assert.equal(allowed.status, 200, JSON.stringify(allowed.body))
  const browser = await launchBrowser()
  const problems: string[] = []

  return {
    url,
    client,
    recipientId,
    browser,
    send: (name) => sendToInbox(client, name),
    async open(options = {}, query = '') {
      const context = 'newPage' in options ? options : await browser.newContext({ locale: 'en-GB', ...options })
      context.setDefaultTimeout(ACTION_TIMEOUT_MS)
      const page = await context.newPage()
      page.on('pageerror', (error) => problems.push(`exception: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        if (/Content Security Policy|Trusted ?Type/i.test(message.text())) problems.push(message.text())
      })
      await page.goto(`${site.origin}/${query}`)
      return page
    },
    load: async (page, query) => void (await page.goto(`${site.origin}/${query}`)),
    kill: () => service.kill(false),
    async restart() {
      service = await startProcess(dataDir, variables)
      assert.equal(service.url, url)
    },
    tokensGiven: () => tokens,
    async close() {
      await browser.close()
      await site.close()
      await service.stop()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
      assert.deepEqual(problems, [])
    },
  }
}
