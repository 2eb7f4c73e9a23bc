/** The dashboard in a real browser, for tests. The test files of a process share one service and one browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { buildAll } from '../../scripts/build.ts'
import { createMember } from '../../server/src/accounts/members.ts'
import { createSystemClock } from '../../server/src/clock.ts'
import { transaction } from '../../server/src/db/transaction.ts'
import { createCertificateAuthority } from '../../server/test/certificates.ts'
import type { CertificateAuthority } from '../../server/test/certificates.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import type { TestDatabase } from '../../server/test/database.ts'
import { hashCheaply } from '../../server/test/members.ts'
import { startReceiver } from '../../server/test/receiver.ts'
import type { Receiver, ReceiverOptions } from '../../server/test/receiver.ts'
import { startTestService } from '../../server/test/service.ts'
import type { Client, TestService } from '../../server/test/service.ts'
import { sharedInProcess } from '../../server/test/shared.ts'
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
  /** A receiver of webhooks that the service trusts. */
  startReceiver(options?: Omit<ReceiverOptions, 'authority'>): Promise<Receiver>
  /** Closes the pages that are open. An open page costs processor time. */
  closePages(): Promise<void>
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

const passwordHash = hashCheaply(PASSWORD)

/** Emails are unique among all accounts of a service. */
let dashboards = 0

async function addMembers(database: TestDatabase, { accountId, bucket }: Client): Promise<Record<Role, string>> {
  const clock = createSystemClock()
  dashboards += 1
  const emails = {
    owner: `ada-${dashboards}@example.com`,
    developer: `grace-${dashboards}@example.com`,
    viewer: `linus-${dashboards}@example.com`,
  }
  for (const [role, email] of Object.entries(emails) as [Role, string][]) {
    const member = { accountId, bucket, email, role, passwordHash: await passwordHash }
    const made = await transaction(database.pool, (connection) => createMember(connection, clock, member))
    assert.ok(made.ok)
  }
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

interface Running extends TestService {
  database: TestDatabase
  authority: CertificateAuthority
}

/** A service with its own database. It trusts receivers with a certificate of its authority. */
async function startDashboardService(variables: Record<string, string> = {}): Promise<Running> {
  await buildAll()
  const [database, authority] = await Promise.all([createTestDatabase(), createCertificateAuthority()])
  const running = await startTestService(database, { WEBHOOK_EXTRA_CA_FILE: authority.pemPath, ...variables })
  return {
    ...running,
    database,
    authority,
    async stop() {
      await running.stop()
      authority.close()
      await database.close()
    },
  }
}

const sharedBrowser = sharedInProcess(launchBrowser, (browser) => browser.close())
const sharedService = sharedInProcess(startDashboardService, (running) => running.stop())

/**
 * Opens an account in the dashboard of the service that the files of a process share. With `variables` the service is one
 * of its own. `close` fails if a page sent a request to another server, or had an error in its console.
 */
export async function openDashboard(variables?: Record<string, string>): Promise<Dashboard> {
  const running = await (variables === undefined ? sharedService() : startDashboardService(variables))
  const { database, authority } = running
  const url = running.service.url!
  const client = await running.client()
  const emails = await addMembers(database, client)
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  const receivers: Receiver[] = []
  const problems: string[] = []
  const expected = new Set<string>()

  async function open(path: string, options: BrowserContextOptions = {}, cookie?: Awaited<ReturnType<typeof signIn>>) {
    const context = await browser.newContext({
      baseURL: url,
      timezoneId: 'Europe/Vienna',
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...options,
    })
    contexts.push(context)
    context.setDefaultTimeout(ACTION_TIMEOUT_MS)
    if (cookie !== undefined) await context.addCookies([cookie])
    const page = await context.newPage()
    const { baseURL = url } = options
    watch(page, { origin: new URL(baseURL).origin, expected }, problems, options.baseURL !== undefined)
    await page.goto(path)
    return page
  }

  async function closePages(): Promise<void> {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
  }

  return {
    url,
    database,
    client,
    emails,
    expect: (origin) => void expected.add(origin),
    open: (path, options) => open(path, options),
    openAs: async (role, path, options) => open(path, options, await signIn(options?.baseURL ?? url, emails[role])),
    async startReceiver(options) {
      const receiver = await startReceiver({ ...options, authority })
      receivers.push(receiver)
      return receiver
    },
    closePages,
    async close() {
      await closePages()
      await Promise.all(receivers.map((receiver) => receiver.close()))
      if (variables !== undefined) await running.stop()
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

/** Both themes and both widths. Themes and widths do not depend on each other, so two looks are enough. */
export const LOOKS: readonly [narrow: BrowserContextOptions, wide: BrowserContextOptions] = [
  { colorScheme: 'dark', viewport: { width: 375, height: 812 } },
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
]

/** Fails if the page is wider than its window. */
export async function assertFits(page: Page): Promise<void> {
  const widths = (await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as [number, number]
  assert.ok(widths[0] <= widths[1], `${page.url()} is ${widths[0]} px wide in a window of ${widths[1]} px`)
}
