/** The dashboard of a separate service in a real browser, for tests. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { buildAll } from '../../scripts/build.ts'
import { createMember } from '../../server/src/accounts/members.ts'
import { hashPassword } from '../../server/src/accounts/passwords.ts'
import { createSystemClock } from '../../server/src/clock.ts'
import { transaction } from '../../server/src/db/transaction.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import type { TestDatabase } from '../../server/test/database.ts'
import { startTestService } from '../../server/test/service.ts'
import type { Client } from '../../server/test/service.ts'
import { launchBrowser } from './chromium.ts'

export const PASSWORD = 'correct horse battery'

/** After this time an element counts as missing, ms. Long, because the machine may be busy. */
const ACTION_TIMEOUT_MS = 30_000

type Role = 'owner' | 'developer' | 'viewer'

export interface Dashboard {
  url: string
  database: TestDatabase
  /** An API key with the role `full`, for the set-up of tests. */
  client: Client
  /** The email of one member per role. Their password is `PASSWORD`. */
  emails: Record<Role, string>
  /** Requests of pages to this origin are no problem. */
  expect(origin: string): void
  /** A new browser profile at a path of the dashboard, without a session. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>
  /** The same, signed in as a member with a role. */
  openAs(role: Role, path: string, options?: BrowserContextOptions): Promise<Page>
  close(): Promise<void>
}

/**
 * Forbidden actions of a page: requests to other servers, errors in the console, exceptions. `mayBeAway`: the test closes
 * the server of the page, and browsers report each failed connection.
 */
function watch(
  page: Page,
  { origin, expected }: { origin: string; expected: ReadonlySet<string> },
  problems: string[],
  mayBeAway: boolean,
): void {
  page.on('request', (request) => {
    const { protocol, origin: target } = new URL(request.url())
    if (target !== origin && !expected.has(target) && protocol !== 'data:' && protocol !== 'blob:')
      problems.push(`request to ${request.url()}`)
  })
  page.on('console', (message) => {
    // A browser reports every 4xx response, also expected ones: a wrong password, a bad URL,
    // a deleted object. Only the files of the page itself must load.
    const isOfApi = new URL(message.location().url || origin).pathname.startsWith('/api/')
    const answered = /^Failed to load resource: the server responded with a status of (401|403|404|409|422|429) /
    const isAway = mayBeAway && /net::ERR_|MIME type|dynamically imported/.test(message.text())
    if (message.type() === 'error' && !isAway && !(isOfApi && answered.test(message.text())))
      problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`exception: ${error.stack ?? error.message}`))
}

async function addMembers(database: TestDatabase, { accountId, bucket }: Client): Promise<Record<Role, string>> {
  const clock = createSystemClock()
  const passwordHash = await hashPassword(PASSWORD)
  const emails = { owner: 'ada@example.com', developer: 'grace@example.com', viewer: 'linus@example.com' }
  for (const [role, email] of Object.entries(emails) as [Role, string][])
    await transaction(database.pool, async (connection) => {
      const made = await createMember(connection, clock, { accountId, bucket, email, role, passwordHash })
      assert.ok(made.ok)
    })
  return emails
}

/** Signs in with the API and gives the browser the cookie. Only one test uses the form. */
async function signIn(url: string, email: string): Promise<{ name: string; value: string; url: string }> {
  const response = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: { email, password: PASSWORD } }),
  })
  assert.equal(response.status, 201)
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  return { name, value, url }
}

/**
 * Starts a service with its own database, and a browser. `close` stops both. It fails if a page sent a request to
 * another server, or had an error in its console.
 */
export async function openDashboard(variables: Record<string, string> = {}): Promise<Dashboard> {
  await buildAll()
  const database = await createTestDatabase()
  const running = await startTestService(database, variables)
  const url = running.service.url!
  const client = await running.client()
  const emails = await addMembers(database, client)
  const browser: Browser = await launchBrowser()
  const problems: string[] = []
  const expected = new Set<string>()

  async function open(path: string, options: BrowserContextOptions = {}, cookie?: Awaited<ReturnType<typeof signIn>>) {
    const context = await browser.newContext({ baseURL: url, timezoneId: 'Europe/Vienna', locale: 'en-GB', ...options })
    context.setDefaultTimeout(ACTION_TIMEOUT_MS)
    if (cookie !== undefined) await context.addCookies([cookie])
    const page = await context.newPage()
    const { baseURL = url } = options
    watch(page, { origin: new URL(baseURL).origin, expected }, problems, options.baseURL !== undefined)
    await page.goto(path)
    return page
  }

  return {
    url,
    database,
    client,
    emails,
    expect: (origin) => void expected.add(origin),
    open: (path, options) => open(path, options),
    openAs: async (role, path, options) => open(path, options, await signIn(options?.baseURL ?? url, emails[role])),
    async close() {
      await browser.close()
      await running.stop()
      await database.close()
      assert.deepEqual(problems, [])
    },
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}

/** Fails if axe finds a problem in the current page, by the rules of WCAG 2.2 AA and its best practices. */
export async function assertAccessible(page: Page): Promise<void> {
  // Evaluated, not added as a script, because the policy of the page forbids scripts.
  await page.evaluate(axe)
  const violations = (await page.evaluate(
    // Speech input needs the shown words in the names. The rule is not on by default.
    "axe.run({ resultTypes: ['violations'], rules: { 'label-content-name-mismatch': { enabled: true } } }).then(({ violations }) => violations)",
  )) as Violation[]
  assert.deepEqual(
    violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map((node) => node.failureSummary + node.html),
    })),
    [],
    `${page.url()} is not accessible`,
  )
}

/** The two themes and the two widths of every page. */
export const LOOKS: readonly BrowserContextOptions[] = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { colorScheme, viewport: { width: 375, height: 812 } },
  { colorScheme, viewport: { width: 1440, height: 900 } },
])

/** Fails if the page is wider than its window. */
export async function assertFits(page: Page): Promise<void> {
  const widths = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number]
  assert.ok(widths[0] <= widths[1], `${page.url()} is ${widths[0]} px wide in a window of ${widths[1]} px`)
}
