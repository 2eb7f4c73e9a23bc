/** The dashboard in a real browser, for tests. The test files of a process share one service and one browser. */
import assert from 'node:assert/strict'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { buildForTests } from '../../scripts/build.ts'
import { createMember } from '../../server/src/features/members/members.ts'
import { createSystemClock } from '../../server/src/platform/clock.ts'
import { transaction } from '../../server/src/platform/db/transaction.ts'
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
import { PASSWORD, setPasswordGiven } from './passwords.ts'
import { watch } from './problems.ts'
import type { Rules } from './problems.ts'
import { goWithin, setLook } from './looks-of-page.ts'
import type { Look } from './looks-of-page.ts'

/** After this time an element counts as missing, ms. Long, because the machine may be busy. */
const ACTION_TIMEOUT_MS = 30_000

type PageOptions = Omit<BrowserContextOptions, keyof Look> & Partial<Look>

const VIEWPORT = { width: 1280, height: 720 }

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
  /** A browser profile without data at a path of the dashboard, without a session. */
  open(path: string, options?: PageOptions): Promise<Page>
  /** The same, signed in as a member with a role. */
  openAs(role: Role, path: string, options?: PageOptions): Promise<Page>
  /** The member's sessions did not give the password yet. Other sessions gave it when they began. */
  forgetPassword(role: Role): Promise<void>
  /** The page of a member that tests share. It goes to the path within the page, and `closePages` leaves it open. */
  pageOf(role: Role, path: string): Promise<Page>
  /** A receiver of webhooks that the service trusts. */
  startReceiver(options?: Omit<ReceiverOptions, 'authority'>): Promise<Receiver>
  /** Ends the use of the pages of `open` and `openAs`. An open page costs processor time. */
  closePages(): Promise<void>
  close(): Promise<void>
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

interface Cookie {
  name: string
  value: string
  url: string
}

/**
 * Signs in with the API and gives the browser the cookie. Only one test uses the form. The session gave its password, so
 * actions do not ask for it.
 */
async function signIn(url: string, email: string, database: TestDatabase): Promise<Cookie> {
  const response = await fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session: { email, password: PASSWORD } }),
  })
  assert.equal(response.status, 201)
  await setPasswordGiven(database, email, '1 hour')
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  return { name, value, url }
}

interface Running extends TestService {
  database: TestDatabase
  authority: CertificateAuthority
}

/** A service with its own database. It trusts receivers with a certificate of its authority. */
async function startDashboardService(variables: Record<string, string> = {}): Promise<Running> {
  await buildForTests([import.meta.filename], () => {})
  const [database, authority] = await Promise.all([createTestDatabase(), createCertificateAuthority()])
  const given = { WEBHOOK_EXTRA_CA_FILE: authority.pemPath, BOUNCE_DOMAIN: 'bounces.example.net', ...variables }
  // The service is idle for most of the time that a browser needs, and each poll costs two processes time.
  const running = await startTestService(database, given, undefined, undefined, { pollIntervalMs: 200 })
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

/** A page in a browser profile of its own. */
interface Opened {
  page: Page
  rules: Rules
  /** False if the profile has options for one test. */
  isReusable: boolean
}

/**
 * Pages of the shared service that no test uses. Their renderers have compiled the dashboard, so the next load costs half
 * the processor time of a load in a new profile.
 */
const idle: Opened[] = []

const sharedService = sharedInProcess(startDashboardService, (running) => running.stop())
const sharedBrowser = sharedInProcess(launchBrowser, (browser) => {
  idle.length = 0
  return browser.close()
})

async function openProfile(rules: Rules, isReusable: boolean, options: BrowserContextOptions): Promise<Opened> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    timezoneId: 'Europe/Vienna',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const page = await context.newPage()
  watch(page, rules)
  return { page, rules, isReusable }
}

/** Removes everything that a test left in the profile of its page. */
async function clear({ page, rules }: Opened): Promise<void> {
  const context = page.context()
  const others = context.pages().filter((one) => one !== page)
  await Promise.all(others.map((one) => one.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A small file without scripts, from which the storage of the origin can be reached.
  await page.goto(`${rules.origin}/icon.svg`)
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await Promise.all([context.clearCookies(), context.clearPermissions()])
}

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
  const opened: Opened[] = []
  const ofRoles = new Map<Role, Opened>()
  const receivers: Receiver[] = []
  const problems: string[] = []
  const expected = new Set<string>()

  async function open(path: string, options: PageOptions, cookie: Cookie | null): Promise<Opened> {
    const { viewport = VIEWPORT, colorScheme = 'light', ...others } = options
    const isReusable = variables === undefined && Object.keys(others).length === 0
    const baseURL = options.baseURL ?? url
    const rules = { origin: new URL(baseURL).origin, expected, problems, mayBeAway: options.baseURL !== undefined }
    const profile =
      (isReusable ? idle.pop() : undefined) ?? (await openProfile(rules, isReusable, { baseURL, ...others }))
    const { page } = profile
    Object.assign(profile.rules, rules)
    await setLook(page, { viewport, colorScheme })
    if (cookie !== null) await page.context().addCookies([cookie])
    await page.goto(path)
    return profile
  }

  async function openAs(role: Role, path: string, options: PageOptions = {}): Promise<Opened> {
    return open(path, options, await signIn(options.baseURL ?? url, emails[role], database))
  }

  /** The test of the page ends with `closePages`. */
  function ofTest(one: Opened): Page {
    opened.push(one)
    return one.page
  }

  async function closePages(): Promise<void> {
    await Promise.all(
      opened.splice(0).map(async (one) => {
        if (!one.isReusable || one.page.isClosed()) return one.page.context().close()
        await clear(one)
        idle.push(one)
      }),
    )
  }

  return {
    url,
    database,
    client,
    emails,
    expect: (origin) => void expected.add(origin),
    open: async (path, options = {}) => ofTest(await open(path, options, null)),
    openAs: async (role, path, options) => ofTest(await openAs(role, path, options)),
    forgetPassword: (role) => setPasswordGiven(database, emails[role], null),
    async pageOf(role, path) {
      const known = ofRoles.get(role)
      if (known === undefined) ofRoles.set(role, await openAs(role, path))
      else await goWithin(known.page, path)
      return ofRoles.get(role)!.page
    },
    async startReceiver(options) {
      const receiver = await startReceiver({ ...options, authority })
      receivers.push(receiver)
      return receiver
    },
    closePages,
    async close() {
      opened.push(...ofRoles.values())
      await closePages()
      await Promise.all(receivers.map((receiver) => receiver.close()))
      if (variables !== undefined) await running.stop()
      assert.deepEqual(problems, [])
    },
  }
}

/** The row of a table whose link leads to a path. */
export function rowTo(page: Page, path: string) {
  return page.getByRole('row').filter({ has: page.locator(`a[href="${path}"]`) })
}
