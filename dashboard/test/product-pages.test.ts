/** Every page of the product is accessible, runs no stored script, and lets a viewer change nothing. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { assertLooksGood, goWithin } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

/** Changes the title of the page if a text is rendered as markup. */
const SCRIPT = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`
/** The same, encoded for a URL. */
const URL_WITH_SCRIPT = `https://127.0.0.1:9443/${encodeURIComponent('<script>')}?"onload='x'`
/** As it is sent, and so saved. */
const SAVED_URL = new URL(URL_WITH_SCRIPT).href

/** Pages without a script in a text. */
const LISTS = ['/templates', '/templates/new', '/channels', '/channels/new', '/recipients', '/inbox']
const SETTINGS = [
  ...[
    'server-configuration',
    'suppressions',
    'api-keys',
    'members',
    'account',
    'limits',
    'audit-log',
    'requests',
    'mails',
  ],
  'profile',
]

let dashboard: Dashboard
/** Every page, with a text to wait for. */
let pages: readonly [path: string, text: string][]
/** Pages with forms, with a text to wait for. */
let editors: readonly [path: string, text: string][]
/** Lists with filters, and a message that failed on two channels. */
let links: string[]

before(async () => {
  dashboard = await openDashboard()
  const { client } = dashboard
  const made = async (path: string, root: string, fields: object) => {
    const answer = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body[root]
  }
  await made('webhook_endpoints', 'webhook_endpoint', { url: URL_WITH_SCRIPT })
  await made('topics', 'topic', { name: 'news', label: SCRIPT, description: SCRIPT })
  const channel = await made('notification_channels', 'notification_channel', {
    name: SCRIPT,
    channel_type: 'email',
    provider: 'sandbox',
  })
  const template = await made('message_templates', 'message_template', {
    name: SCRIPT,
    subject: SCRIPT,
    body: `<p>{{ word }}</p>${SCRIPT}`,
    body_format: 'html',
    topic: 'news',
    channels: [{ notification_channel_id: channel.id }],
  })
  const partial = await made('partials', 'partial', { name: 'footer', text: `<p>{{ word }}</p>${SCRIPT}` })
  const recipient = await made('notification_users', 'notification_user', {
    external_user_id: SCRIPT,
    first_name: SCRIPT,
    email: 'failed@tidings.test',
    attributes: { script: SCRIPT },
  })
  const names = { notification_user_id: recipient.id, message_template_name: SCRIPT }
  const attributes = [{ name: 'word', value: SCRIPT }]
  const message = await made('messages', 'message', { ...names, message_attributes_attributes: attributes })
  await made('messages', 'message', { ...names, send_at: new Date(Date.now() + 3_600_000).toISOString() })
  const push = await made('notification_channels', 'notification_channel', {
    name: 'push',
    channel_type: 'push',
    provider: 'sandbox',
  })
  const both = await made('message_templates', 'message_template', {
    ...{ name: 'both', subject: 'Both {{ word }}', body: '{{ word }}' },
    channels: [{ notification_channel_id: channel.id }, { notification_channel_id: push.id }],
  })
  const twice = await made('messages', 'message', {
    ...names,
    message_template_name: 'both',
    message_attributes_attributes: attributes,
  })
  await until(
    () => client.call('GET', `/api/v1/messages/${twice.id}`),
    (shown) => shown.body.message.deliveries.every(({ status }: { status: string }) => status === 'failed'),
  )
  editors = [
    [`/templates/${template.id}`, ''],
    // Its preview with the values of the message.
    [`/templates/${both.id}`, `Both ${SCRIPT}`],
    [`/channels/${channel.id}`, ''],
  ]
  links = [
    `/deliveries?template=${both.id}&channel=${push.id}`,
    `/deliveries?template=${template.id}&channel=${push.id}`,
    `/messages?status=scheduled&template=${template.id}`,
    `/messages/${twice.id}`,
  ]
  const { body } = await client.call('GET', '/api/v1/webhook_events/newest?limit=1')
  pages = [
    ['/', SCRIPT],
    ['/messages', SCRIPT],
    [`/messages/${message.id}`, SCRIPT],
    ['/deliveries', SCRIPT],
    [`/deliveries/${message.deliveries[0].id}`, SCRIPT],
    ['/analytics?by=template', SCRIPT],
    ['/templates/partials', 'footer'],
    [`/templates/partials/${partial.id}`, 'No template uses it yet'],
    ['/recipients', SCRIPT],
    [`/recipients/${recipient.id}`, SCRIPT],
    ['/webhooks', SAVED_URL],
    ['/webhooks/events', SCRIPT],
    [`/webhooks/events/${body.webhook_events[0].id}`, SCRIPT],
    ['/settings/topics', SCRIPT],
  ]
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

/** Goes to the page, and waits until it is complete. */
async function goTo(page: Page, [path, text]: readonly [string, string]): Promise<void> {
  await goWithin(page, path)
  await page.getByText(text).filter({ visible: true }).first().waitFor()
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
}

test('every page is accessible, fits, and shows scripts in names, subjects, bodies, attributes and URLs as text', async () => {
  const page = await dashboard.openAs('owner', '/')
  for (const one of pages) {
    await goTo(page, one)
    await assertLooksGood(page)
    assert.notEqual(await page.title(), 'run', one[0])
    assert.equal(await page.locator('main img, main script').count(), 0, one[0])
    // A sent mail is in a frame, without the permission for scripts.
    for (const frame of await page.locator('main iframe').all())
      assert.equal(await frame.getAttribute('sandbox'), 'allow-same-origin', one[0])
  }
  await page.goto('/')
  await page.getByText(SAVED_URL).first().waitFor()
})

/** With the live stream. */
const CALLS_MAX = 5

/** Longer than responses are fresh, ms. */
const STALE_MS = 60_000

test(`each page makes at most ${CALLS_MAX} calls when it is opened`, async () => {
  // In a profile of its own, because its clock stands still: responses stay fresh, however long a page loads.
  const page = await dashboard.openAs('developer', '/settings/profile', {
    locale: 'en-GB',
    viewport: { width: 1440, height: 900 },
  })
  await page.addInitScript('{ const opened = Date.now(); Date.now = () => opened }')
  // A page repeats a call to stay up to date, sooner or later than the test looks.
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // The live stream of a page begins where the one before has ended.
    const body = request.postData() ?? ''
    if (pathname.startsWith('/api/v1/')) calls.add(pathname === '/api/v1/live' ? pathname : pathname + search + body)
  })
  const isComplete = async (text: string) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (text !== '') await page.getByText(text).filter({ visible: true }).first().waitFor()
    await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
  }
  const loaded = async ([path, text]: readonly [string, string]) => {
    await page.goto('about:blank')
    calls.clear()
    await page.goto(path)
    await isComplete(text)
    // A page that is loaded has the endpoint from its session.
    calls.delete('/api/v1/webhook_endpoints')
    return [...calls]
  }
  // The session has a part of what the first page shows, so that page is loaded.
  const [first, ...further] = pages
  const counted: [path: string, calls: string[]][] = [[first![0], await loaded(first!)]]
  // A page without calls of its own: these are of the frame of all pages.
  const ofFrame = await loaded(['/nowhere', ''])
  const others = [...LISTS, ...links, ...SETTINGS.map((section) => `/settings/${section}`)]
  for (const [path, text] of [...further, ...editors, ...others.map((other) => [other, ''] as const)]) {
    await page.evaluate(`{ const now = Date.now; Date.now = () => now() + ${STALE_MS} }`)
    // The page before may repeat a call at this moment.
    await goWithin(page, '/nowhere')
    calls.clear()
    await goWithin(page, path)
    await isComplete(text)
    counted.push([path, [...new Set([...ofFrame, ...calls])].toSorted()])
  }
  assert.ok(counted.some(([, made]) => made.length > ofFrame.length))
  assert.deepEqual(
    counted.filter(([, made]) => made.length > CALLS_MAX),
    [],
  )
})

/** Buttons without a change in the service. */
const LOOKING =
  /^(Live|Hide|Clear|Copy|Show more|Show version|Show attempt|Request and response|Search further back|Preview$|HTML$|Plain text$|Desktop$|Phone$|1 hour$|24 hours$|7 days$|30 days$|90 days$|This week$|Last week$|Between|Deliveries$|Delivered$|Opened$|Bounced$|Failed$|Channel$|Template$|Template by channel$|Download CSV$|Any$|Readable$|As sent$|tidings$|OpenSSL$|Node$|Python$)/

/** The name, `aria-disabled` and the title of each button of the page, in one call of the browser. */
function buttonsOf(page: Page): Promise<[name: string, isDisabled: string | null, title: string | null][]> {
  // oxlint-disable-next-line typescript/no-implied-eval -- it runs in the page
  const read = new Function(
    'buttons',
    `return buttons.map((one) => [
      one.getAttribute('aria-label') ?? one.textContent, one.getAttribute('aria-disabled'), one.getAttribute('title')])`,
  ) as (buttons: unknown) => [string, string | null, string | null][]
  return page.locator('main').getByRole('button').evaluateAll(read)
}

test('a viewer sees no control that would change something, and is told why', async () => {
  const page = await dashboard.openAs('viewer', '/')
  let refused = 0
  for (const one of pages) {
    await goTo(page, one)
    for (const [name, isDisabled, title] of await buttonsOf(page)) {
      if (LOOKING.test(name)) continue
      assert.equal(isDisabled, 'true', `${one[0]}: ${name}`)
      assert.match(title ?? '', /viewer/, `${one[0]}: ${name}`)
      refused += 1
    }
  }
  assert.ok(refused > 0, 'the controls are there to be explained')
})
