/**
 * `node scripts/screenshots.ts [--docs | --whole] [PAGE...]` starts a service with a sample account and takes pictures of
 * the dashboard: every page, light and dark, narrow and wide, into `.cache/screenshots`. `--docs`: only the pictures of
 * the README, into `docs/screenshots`. `--whole`: the pages in full length. Pages have the names of their files.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../dashboard/test/chromium.ts'
import { randomBase62 } from '../server/src/ids.ts'
import { buildAll } from './build.ts'
import { createCertificate, startReceiver } from './demo-receiver.ts'
import { startService } from './demo-service.ts'
import { makeAccount } from './screenshots-data.ts'
import type { Made } from './screenshots-data.ts'

const directoryOf = (path: string) => fileURLToPath(new URL(`../${path}/`, import.meta.url))

const NARROW = { width: 375, height: 812 }
const WIDE = { width: 1440, height: 900 }

type Look = { viewport: typeof WIDE; colorScheme: 'light' | 'dark' }

const LOOKS: readonly Look[] = [NARROW, WIDE].flatMap((viewport) => [
  { viewport, colorScheme: 'light' },
  { viewport, colorScheme: 'dark' },
])
const DOCS_LOOKS: readonly Look[] = [{ viewport: WIDE, colorScheme: 'light' }]
/** The pictures of the README. */
const DOCS_NAMES = ['delivery', 'template', 'webhooks']

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse battery'

/** Until everything has been sent and reported: seconds, on a busy machine more. */
const SETTLE_TIMEOUT_MS = 120_000
const POLL_INTERVAL_MS = 500
const ACTION_TIMEOUT_MS = 30_000

interface Shot {
  name: string
  path: string
  /** Actions on the page before the picture. */
  prepare?: (page: Page) => Promise<void>
}

function shotsOf({ message, delivery, template, recipient, channel, channelOfSmtp }: Made): Shot[] {
  const settings = [
    ...['server-configuration', 'topics', 'suppressions', 'api-keys', 'members'],
    ...['limits', 'audit-log', 'mails', 'profile'],
  ]
  return [
    { name: 'home', path: '/' },
    { name: 'messages', path: '/messages' },
    { name: 'message', path: `/messages/${message}` },
    { name: 'deliveries', path: '/deliveries' },
    { name: 'delivery', path: `/deliveries/${delivery}` },
    { name: 'templates', path: '/templates' },
    {
      name: 'template',
      path: `/templates/${template}`,
      async prepare(page) {
        const samples = { 'order.id': 'A-4711', 'order.arrival': 'on Tuesday', 'order.total': '€ 34.50' }
        for (const [name, value] of Object.entries(samples)) await page.getByLabel(name, { exact: true }).fill(value)
        await page.frameLocator('iframe').getByText('€ 34.50').waitFor()
      },
    },
    {
      name: 'search',
      path: '/',
      async prepare(page) {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search' }).fill('ma')
        await page.getByRole('option').nth(1).waitFor()
      },
    },
    { name: 'recipients', path: '/recipients' },
    { name: 'recipient', path: `/recipients/${recipient}` },
    { name: 'webhooks', path: '/webhooks' },
    { name: 'webhooks-events', path: '/webhooks/events' },
    {
      name: 'webhooks-event',
      path: '/webhooks/events?type=delivery.delivered',
      async prepare(page) {
        await page.getByRole('table').getByRole('link', { name: 'delivery.delivered' }).first().click()
        await page.getByRole('region', { name: 'Verify this signature' }).waitFor()
      },
    },
    { name: 'channels', path: '/channels' },
    { name: 'channel-new', path: '/channels/new' },
    { name: 'channel-new-form', path: '/channels/new?type=email&provider=smtp' },
    {
      name: 'shortcuts',
      path: '/messages',
      async prepare(page) {
        await page.keyboard.press('?')
        await page.getByRole('dialog').getByText('Go to a page').waitFor()
      },
    },
    { name: 'channel', path: `/channels/${channel}` },
    { name: 'channel-smtp', path: `/channels/${channelOfSmtp}` },
    { name: 'inbox', path: '/inbox' },
    {
      name: 'inbox-message',
      path: '/inbox',
      async prepare(page) {
        await page
          .getByRole('button', { name: /^Show the message to opened.grace@/ })
          .first()
          .click()
        await page.getByRole('dialog').getByText('Report it as').waitFor()
      },
    },
    ...settings.map((section) => ({ name: `settings-${section}`, path: `/settings/${section}` })),
  ]
}

/** Takes a picture of the page after all its data has arrived. */
async function take(page: Page, { path, prepare }: Shot, file: string, isWhole: boolean): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
  await prepare?.(page)
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)')
  await page.screenshot({ path: file, fullPage: isWhole, animations: 'disabled' })
}

interface Pictures {
  shots: readonly Shot[]
  /** The requested pages. None: all, and the sign-in too. */
  names: readonly string[]
  looks: readonly Look[]
  directory: string
  isWhole: boolean
}

async function takeAll(browser: Browser, url: string, { shots, names, looks, directory, isWhole }: Pictures) {
  for (const { viewport, colorScheme } of looks) {
    const context = await browser.newContext({ baseURL: url, colorScheme, viewport, locale: 'en-GB' })
    context.setDefaultTimeout(ACTION_TIMEOUT_MS)
    const page = await context.newPage()
    const fileOf = (name: string) => join(directory, `${name}-${viewport.width}-${colorScheme}.png`)
    await page.goto('/')
    await page.getByLabel('Email').waitFor()
    if (names.length === 0) await page.screenshot({ path: fileOf('sign-in'), animations: 'disabled' })
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { level: 1 }).getByText('Sign in').waitFor({ state: 'detached' })
    for (const shot of shots) await take(page, shot, fileOf(shot.name), isWhole)
    await context.close()
  }
}

/** Calls the API. A response other than 2xx is an error with its body. */
function caller(url: string, apiKey: string) {
  return async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
    return JSON.parse(text) as Answer
  }
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitedMs = 0; !(await isSo()); waitedMs += POLL_INTERVAL_MS) {
    if (waitedMs > SETTLE_TIMEOUT_MS) throw new Error('The deliveries did not come to their end')
    await delay(POLL_INTERVAL_MS)
  }
}

async function run(directory: string, onStop: (stop: () => Promise<void>) => void): Promise<void> {
  const args = process.argv.slice(2)
  const isForDocs = args.includes('--docs')
  const names = isForDocs ? DOCS_NAMES : args.filter((arg) => !arg.startsWith('--'))
  const certificate = await createCertificate()
  const authorityFile = join(directory, 'receiver-ca.pem')
  writeFileSync(authorityFile, certificate.cert)
  const receiver = await startReceiver(certificate, () => {})
  onStop(() => receiver.close())
  await buildAll((line) => console.log(line))
  const apiKey = `sk_${randomBase62(43)}`
  const service = await startService(directory, {
    DATA_DIR: join(directory, 'data'),
    BOOTSTRAP_API_KEY: apiKey,
    BOOTSTRAP_EMAIL: EMAIL,
    BOOTSTRAP_PASSWORD: PASSWORD,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_EXTRA_CA_FILE: authorityFile,
    SEND_RETRY_SCHEDULE: '200ms,200ms,200ms,200ms,200ms',
  })
  onStop(() => service.stop())
  const call = caller(service.url, apiKey)
  await call('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url } })
  const { made, isSettled } = await makeAccount(call)
  await waitUntil(isSettled)
  const browser = await launchBrowser()
  onStop(() => browser.close())
  const target = directoryOf(isForDocs ? 'docs/screenshots' : '.cache/screenshots')
  mkdirSync(target, { recursive: true })
  const all = shotsOf(made).filter(({ name }) => names.length === 0 || names.includes(name))
  const looks = isForDocs ? DOCS_LOOKS : LOOKS
  await takeAll(browser, service.url, {
    shots: all,
    names,
    looks,
    directory: target,
    isWhole: args.includes('--whole'),
  })
  console.log(`The pictures are in ${target}`)
}

const directory = mkdtempSync(join(tmpdir(), 'tidings-screenshots-'))
// If root starts it, the database runs as another user. This user must be able to reach its directory.
if (process.getuid?.() === 0) chmodSync(directory, 0o755)
const stops: (() => Promise<void>)[] = []
try {
  await run(directory, (stop) => stops.push(stop))
} finally {
  for (const stop of stops.toReversed()) await stop()
  rmSync(directory, { recursive: true, force: true })
}
