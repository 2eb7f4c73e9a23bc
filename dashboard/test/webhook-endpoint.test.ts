import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { verify } from '../../server/test/verify.ts'
import type { ReceivedRequest, Receiver } from '../../server/test/receiver.ts'
import { prepareMessages, until } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { givePassword } from './passwords.ts'
import { assertAccessible, assertLooksGood, goWithin } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

/** Specification 8. */
const FAILURES_MAX = 20
/** Messages whose events fail before that. */
const FAILING_SHOWN = 2

let receiver: Receiver
let dashboard: Dashboard
let page: Page
let secret: string

before(async () => {
  dashboard = await openDashboard()
  receiver = await dashboard.startReceiver()
  await prepareMessages(dashboard.client)
  page = await dashboard.openAs('developer', '/deliveries')
})
after(() => dashboard.close())

async function sendMessages(count: number): Promise<void> {
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  const body = { messages: Array.from({ length: count }, () => message) }
  assert.equal((await dashboard.client.call('POST', '/api/v1/messages/batch', body)).status, 200)
}

async function eventIds(state: string): Promise<string[]> {
  const { body } = await dashboard.client.call('GET', `/api/v1/webhook_events?limit=200&state=${state}`)
  return body.webhook_events.map(({ id }: { id: string }) => id)
}

function validBy({ headers, body }: ReceivedRequest, secrets: string | string[]): boolean {
  return [secrets].flat().some((secret) => verify(body, headers['x-service-signature'], secret))
}

/** Sends a test event from the page. It becomes the request with this number. */
async function testEvent(number: number): Promise<ReceivedRequest> {
  await click('Send a test event')
  const requests = await receiver.waitFor(number)
  const result = page.getByRole('dialog', { name: 'Test event' })
  await result.getByText('Your receiver confirmed the event.').waitFor()
  await page.keyboard.press('Escape')
  await result.waitFor({ state: 'hidden' })
  return requests[number - 1]!
}

const status = (text: string) => page.getByRole('status').getByText(text, { exact: true })
const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

test('a URL that is not allowed is refused beside the field', async () => {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Server Configuration' }).click()
  await page.getByLabel('Webhook URL').fill('http://example.com/webhooks')
  await click('Save')
  await page.getByText('Webhook URL must use https').waitFor()
})

test('saving the URL registers it by password, and shows the secret once with code that verifies', async () => {
  await dashboard.forgetPassword('developer')
  await page.getByLabel('Webhook URL').fill(receiver.url)
  await click('Save')
  await givePassword(page)
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  secret = (await dialog.getByText(/^whsec_\w{43}$/).textContent())!
  assert.match(secret, /^whsec_[0-9A-Za-z]{43}$/)
  const languages = { Node: 'mjs', Python: 'py', Ruby: 'rb', Go: 'go', PHP: 'php' }
  for (const [language, ending] of Object.entries(languages)) {
    await dialog.getByRole('button', { name: language, exact: true }).click()
    const code = await dialog.getByRole('region', { name: `verification code in ${language}` }).textContent()
    assert.equal(code, readFileSync(new URL(`../../docs/examples/verify.${ending}`, import.meta.url), 'utf8'))
  }
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await status('active').waitFor()
  assert.ok(!(await page.content()).includes(secret), 'it is not shown again')
})

test('a test event arrives, and so does its result', async () => {
  await click('Send a test event')
  const [ping] = await receiver.waitFor(1)
  assert.ok(validBy(ping!, secret))
  const dialog = page.getByRole('dialog', { name: 'Test event' })
  await dialog.getByText('Your receiver confirmed the event.').waitFor()
  await dialog.getByText('Response 200').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name: 'Open Webhooks' }).click()
  await page.getByRole('table', { name: 'Recent attempts' }).getByText('Response 200').waitFor()
  await page.getByRole('link', { name: 'Edit the endpoint' }).click()
})

test('the signature headers and the content of events are chosen, and saved at once', async () => {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel('Signature headers').selectOption('Both')
  assert.equal((await saved).status(), 200)
  const savedContent = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel('Content of events').selectOption('The delivery and its message')
  assert.equal((await savedContent).status(), 200)
  const { body } = await dashboard.client.call('GET', '/api/v1/webhook_endpoints')
  const [{ signature_format: format, include_message: hasMessage }] = body.webhook_endpoints
  assert.deepEqual([format, hasMessage], ['both', true])
})

test('the secret is rotated by password, and the old one ends at once by default', async () => {
  await click('Rotate the secret')
  const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret' })
  assert.equal(await dialog.getByLabel('The old secret stops working').inputValue(), '0')
  await dashboard.forgetPassword('developer')
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  await givePassword(page)
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const next = (await shown.getByText(/^whsec_\w{43}$/).textContent())!
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  assert.notEqual(next, secret)
  const request = await testEvent(2)
  assert.ok(validBy(request, next) && !validBy(request, secret))
  const { body } = await dashboard.client.call('GET', '/api/v1/webhook_endpoints')
  assert.equal(body.webhook_endpoints[0].previous_secret_expires_at, null)
  secret = next
})

test('an overlap in which both sign is shown, also after a reload, and ended early', async () => {
  assert.equal(await page.getByText('Two secrets are active').count(), 0)
  await click('Rotate the secret')
  const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret' })
  await dialog.getByLabel('The old secret stops working').selectOption('After a day')
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const next = (await shown.getByText(/^whsec_\w{43}$/).textContent())!
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  const both = await testEvent(3)
  assert.ok(validBy(both, next) && validBy(both, secret))
  await page.reload()
  await page.getByText('Two secrets are active').waitFor()
  const { body } = await dashboard.client.call('GET', '/api/v1/webhook_endpoints')
  const until = body.webhook_endpoints[0].previous_secret_expires_at
  await page.locator(`time[datetime="${until}"]`).waitFor()
  await click('End the overlap')
  await page.getByRole('dialog', { name: 'End the overlap' }).getByRole('button', { name: 'End it now' }).click()
  await page.getByText('Two secrets are active').waitFor({ state: 'hidden' })
  const one = await testEvent(4)
  assert.ok(validBy(one, next) && !validBy(one, secret))
  secret = next
})

test('another URL needs the password, and pausing and resuming does not', async () => {
  await dashboard.forgetPassword('developer')
  await click('Pause')
  await status('paused').waitFor()
  await page.getByRole('button', { name: 'Send a test event' }).and(page.locator('[aria-disabled=true]')).waitFor()
  await click('Resume')
  await status('active').waitFor()
  const urlOf = async () =>
    (await dashboard.client.call('GET', '/api/v1/webhook_endpoints')).body.webhook_endpoints[0].url
  const before = await urlOf()
  await page.getByLabel('Webhook URL').fill(`${before}?moved`)
  await click('Save')
  await page.getByRole('dialog', { name: 'Your password again' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing changed: this action needs your password').waitFor()
  assert.equal(await urlOf(), before)
  await click('Save')
  await givePassword(page)
  // The page has read the endpoint again.
  const unchanged = page.getByRole('button', { name: 'Save', exact: true }).and(page.getByTitle('Change the URL first'))
  await unchanged.waitFor()
  assert.equal(await urlOf(), `${before}?moved`)
  await page.getByLabel('Webhook URL').fill(before)
  await click('Save')
  await unchanged.waitFor()
  assert.equal(await urlOf(), before)
})

/** Goes to the page by the main navigation. */
const goToWebhooks = () =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks', exact: true }).click()

/** The events that the receiver missed while it failed. The last is the newest that failed: its first attempt got the status 404. */
let missed: string[] = []

test('a receiver that answers 500 is told at once, where the endpoint is shown', async () => {
  receiver.respond(() => ({ status: 500 }))
  await sendMessages(FAILING_SHOWN)
  for (const path of ['/', '/webhooks', '/settings']) {
    await goWithin(page, path)
    await page
      .getByText(/^Your receiver fails since .+: \d+ of \d+ attempts in the last 10 minutes failed\.$/)
      .waitFor()
    await page.getByText(/^Last error: Response 500/).waitFor()
  }
  await status('failing').waitFor()
  // A passed test ends it, although most attempts of this minute have failed.
  receiver.respond(() => ({ status: 200 }))
  await goToWebhooks()
  await click('Send a test event')
  const result = page.getByRole('dialog', { name: 'Test event' })
  await result.getByText('Your receiver confirmed the event.').waitFor()
  await page.keyboard.press('Escape')
  await status('failing').waitFor({ state: 'detached' })
})

test('a receiver that fails is disabled and flagged; fixed, it is reactivated, and what was missed is replayed', async () => {
  await goToWebhooks()
  receiver.respond(() => ({ status: 404 }))
  await sendMessages(FAILURES_MAX)
  await status('disabled').waitFor()
  await page.getByText('20 of 20 consecutive failed events').waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByText('The webhook endpoint is disabled').waitFor()
  await page.getByRole('link', { name: 'Open it' }).click()
  // Events in the meantime are stored.
  await sendMessages(1)
  const { client } = dashboard
  const isOver = async () => {
    const { body } = await client.call('GET', '/api/v1/deliveries?status=delivered&limit=200')
    return body.deliveries.length === FAILURES_MAX + 1 + FAILING_SHOWN
  }
  await until(isOver, Boolean)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Mails' }).click()
  await page.getByText(/has been disabled/).waitFor()
  const refused = `update mails set error_message = 'connection_refused: 127.0.0.1:25' where account_id = $1`
  await dashboard.database.pool.query({ text: refused, values: [client.accountId] })
  await page.reload()
  await page.getByText('The provider could not be reached').first().waitFor()
  await page
    .getByRole('button', { name: /^Show / })
    .first()
    .click()
  await page.getByRole('dialog').getByText('Details').click()
  await page.getByRole('dialog').getByText('connection_refused: 127.0.0.1:25').waitFor()
  await page.keyboard.press('Escape')
  await goWithin(page, '/')
  await page.getByRole('button', { name: 'Test, then reactivate' }).waitFor()
  await goToWebhooks()

  // A test fails while the receiver does, and nothing changes. Once it passes, the same button reactivates.
  await click('Test, then reactivate')
  await page.getByText(/^The test failed\. .* Response 404, after [\d,]+ ms/).waitFor()
  await status('disabled').waitFor()
  // The number of missed events is told before it is active again.
  await page.getByText(/only if you replay them: \d+ events so far\./).waitFor()
  receiver.respond(() => 'drop')
  await click('Only test')
  await page
    .getByText(/^The test failed\. .+ closed the connection before it responded \(127\.0\.0\.1:\d+\), after/)
    .waitFor()
  receiver.respond(() => ({ status: 200 }))
  await click('Only test')
  await page.getByText(/^The test passed\. Response 200, after [\d,]+ ms/).waitFor()
  await status('disabled').waitFor()
  await click('Test, then reactivate')
  await status('active').waitFor()
  const passed = page.getByText(/^The test passed\. The endpoint is active again\. Response 200, after [\d,]+ ms/)
  await passed.waitFor()
  await page.getByText('The webhook endpoint is disabled').waitFor({ state: 'hidden' })
  // Events pending at the time of the disabling continue by themselves.
  const { rows } = await dashboard.database.pool.query({
    text: 'select count(*)::int as stored from events where bucket = $1 and account_id = $2',
    values: [dashboard.client.bucket, dashboard.client.accountId],
  })
  const ended = await until(
    async () => ({
      delivered: await eventIds('delivered'),
      missed: [...(await eventIds('skipped')), ...(await eventIds('failed'))],
    }),
    // The feed waits for every older transaction of the server, also of other tests.
    (now) => now.delivered.length + now.missed.length >= rows[0].stored,
  )
  missed = ended.missed
  assert.ok(missed.length > FAILURES_MAX)

  // The offer has the focus, because the button before is gone.
  const offer = page.getByRole('group', { name: 'Missed events' })
  await page.locator('[aria-label="Missed events"]:focus').waitFor()
  await offer.getByText(`${missed.length} events missing:`).waitFor()
  await assertAccessible(page)
  await offer.getByRole('button', { name: 'Replay the missing events' }).click()
  await offer.getByText('missing:').waitFor({ state: 'detached' })
  // The events that the receiver has not taken yet are no alarm.
  await page.evaluate(`
    globalThis.alarms = 0
    new MutationObserver(() => {
      if (document.body.textContent.includes('missing:')) globalThis.alarms += 1
    }).observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })`)
  await passed.waitFor({ state: 'detached' })
  const isThere = (requests: ReceivedRequest[]) => {
    const answered = requests.map(({ headers }) => String(headers['x-service-event-id']))
    return missed.every((id) => answered.lastIndexOf(id) > 0)
  }
  await receiver.waitFor(isThere, 30_000)
  await until(
    () => eventIds('delivered'),
    (ids) => missed.every((id) => ids.includes(id)),
  )
  // The first two arrived before the last rotation.
  assert.ok(receiver.requests.slice(2).every((request) => validBy(request, secret)))
  await page.getByRole('table', { name: 'Replays' }).getByText('finished').waitFor()
  // The notice of the replay goes by itself when no event is missing.
  await offer.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate('globalThis.alarms'), 0)
  await click('Count the events')
  await page.getByText('0 events will be sent again.').waitFor()

  // The result of a test goes with a later deactivation.
  const { body } = await client.call('GET', '/api/v1/webhook_endpoints')
  const path = `/api/v1/webhook_endpoints/${body.webhook_endpoints[0].id}`
  const setActive = (active: boolean) => client.call('PATCH', path, { webhook_endpoint: { active } })
  await setActive(false)
  await click('Test, then resume')
  await passed.waitFor()
  await setActive(false)
  await status('paused').waitFor()
  await setActive(true)
  await status('active').waitFor()
  assert.equal(await passed.count(), 0)
})

const addressOf = () => new URL(page.url())

test('the filters of the events are in the address, and survive a reload', async () => {
  await page.getByRole('navigation', { name: 'Webhooks' }).getByRole('link', { name: 'Events' }).click()
  const table = page.getByRole('table', { name: 'Events' })
  // The name and the address of the recipient lead, then what the event says.
  const first = table.locator('tbody tr', { hasText: 'The message arrived' }).first()
  await first.locator('td:first-child', { hasText: 'Ada' }).getByText('@tidings.test').waitFor()
  const types = async () => table.locator('tbody tr td:nth-child(2)').allTextContents()
  await table.getByText('The message arrived').first().waitFor()
  // Only a search can end before it has found a page of events.
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  await page.getByLabel('Type').selectOption('ping')
  await page.getByLabel('Created').selectOption('Last hour')
  await table.getByText('The message arrived').first().waitFor({ state: 'detached' })
  // They are further back than a page scans, so the page looks for them by itself.
  // Between the first filter and the second one, the list may be empty again.
  const onlyTests = () => until(types, (found) => [...new Set(found)].join() === 'A test of the webhook endpoint')
  await onlyTests()
  await page.reload()
  await onlyTests()
  assert.equal(await page.getByLabel('Type').inputValue(), 'ping')
  assert.equal(addressOf().search, '?type=ping&period=1h')

  await page.getByLabel('State').selectOption('failed')
  await page.getByRole('heading', { name: 'No event found' }).waitFor()
  await click('Clear')
  const { body } = await dashboard.client.call('GET', '/api/v1/deliveries?limit=1')
  await page.getByLabel('Delivery').fill(`#${body.deliveries[0].id}`)
  await page.getByLabel('Delivery').press('Enter')
  await until(types, (found) => found.length === 3)
  assert.deepEqual((await types()).toSorted(), [
    'The delivery waits for its send',
    'The message arrived',
    'The provider took the message',
  ])
  assert.equal(addressOf().search, `?delivery=${body.deliveries[0].id}`)
  await page.getByLabel('Delivery').fill('none')
  await page.getByLabel('Delivery').press('Enter')
  await page.getByText('The id of a delivery is a number.').waitFor()
  await click('Clear')
  await table.getByText('The provider took the message').first().waitFor()
})

test('the events of one recipient are found, and the page of the recipient leads to them', async () => {
  const bea = { email: 'delivered@tidings.test', first_name: 'Bea' }
  const message = { external_user_id: 'bea', notification_user: bea, message_template_name: 'receipt' }
  const created = await dashboard.client.call('POST', '/api/v1/messages', { message })
  const { body } = await dashboard.client.call('GET', `/api/v1/messages/${created.body.message.id}`)
  const recipientId = body.message.notification_user_id
  await goWithin(page, `/recipients/${recipientId}`)
  await page.getByRole('link', { name: 'Webhook events' }).click()
  const table = page.getByRole('table', { name: 'Events' })
  const ofBea = table.getByRole('row', { name: /Bea/ })
  await ofBea.nth(2).waitFor()
  assert.equal(await table.locator('tbody tr').count(), 3)
  assert.equal(addressOf().search, `?to=%23${recipientId}`)
  const field = page.getByLabel('Recipient')
  await field.fill('bea')
  await field.press('Enter')
  await page.locator('.help', { hasText: 'Bea' }).waitFor()
  assert.equal(await table.locator('tbody tr').count(), 3)
  await field.fill('nobody')
  await field.press('Enter')
  await page.getByText('No recipient found.').waitFor()
  await click('Clear')
  await table.locator('tbody tr').nth(3).waitFor()
})

/** The command `tidings`, as npm starts it. */
const TIDINGS = fileURLToPath(new URL('../../scripts/tidings.js', import.meta.url))
const VALID = /^(valid|The signature is valid)$/m

const folder = mkdtempSync(join(tmpdir(), 'tidings-verify-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a program with the secret on its standard input and in its environment. Returns its output. */
async function run(program: string, args: string[]): Promise<string> {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, INIT_CWD: folder, TIDINGS_WEBHOOK_SECRET: secret, CURL_CA_BUNDLE: receiver.caPath },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {})
  child.stdin.end(`${secret}\n`)
  return text(child.stdout)
}

test('an event shows each request as it was sent, with code that verifies it', async () => {
  const id = missed.at(-1)!
  const sent = receiver.requests.findLast(({ headers }) => headers['x-service-event-id'] === id)!
  await page.goto(`/webhooks/events/${id}`)
  const attempts = page.getByRole('table', { name: 'Attempts of the event' })
  await attempts.getByText('Response 200').waitFor()
  const request = page.getByRole('region', { name: 'Request' })
  const head = (await request.getByRole('region', { name: 'headers of the request' }).textContent())!
  assert.ok(head.startsWith(`POST ${receiver.url}\n`))
  assert.ok(head.includes(`\nX-Service-Signature: ${String(sent.headers['x-service-signature'])}\n`))
  await request.getByRole('button', { name: 'As sent' }).click()
  const body = request.getByRole('region', { name: 'body of the request' })
  assert.equal(await body.textContent(), sent.body.toString())

  const verification = page.getByRole('region', { name: 'Verify this signature' })
  const code = verification.getByRole('region', { name: /^code that verifies/ })
  // The button covers no code.
  const copy = verification.getByRole('button', { name: /^Copy/ })
  const [text, button] = [(await code.boundingBox())!, (await copy.boundingBox())!]
  assert.ok(text.x + text.width <= button.x)
  for (const [language, program, args] of [
    ['tidings', 'bash', ['-c']],
    ['OpenSSL', 'bash', ['-c']],
    ['Node', process.execPath, ['--input-type=module', '-e']],
    ['Python', 'python3', ['-c']],
  ] as const) {
    await verification.getByRole('button', { name: language, exact: true }).click()
    const shown = (await code.textContent())!.replace('npm run -s tidings --', `'${process.execPath}' '${TIDINGS}'`)
    assert.match(await run(program, [...args, shown]), VALID, language)
    assert.doesNotMatch(await run(program, [...args, shown.replaceAll('"message_id"', '"id"')]), VALID, language)
  }
})

test('the copied curl sends the headers as they were sent', async () => {
  const id = missed.at(-1)!
  const sent = receiver.requests.findLast(({ headers }) => headers['x-service-event-id'] === id)!
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await click('Copy as curl')
  await page.getByRole('status').getByText('Copied').first().waitFor()
  const count = receiver.requests.length
  assert.match(await run('bash', ['-c', await page.evaluate('navigator.clipboard.readText()')]), /^HTTP/)
  const again = (await receiver.waitFor(count + 1)).at(-1)!
  assert.deepEqual(again.body, sent.body)
  // curl adds its own header Accept.
  for (const [name, value] of Object.entries(sent.headers))
    if (name !== 'connection') assert.equal(again.headers[name], value, name)
})

test('an earlier attempt is shown too, and the address keeps the choice', async () => {
  const attempts = page.getByRole('table', { name: 'Attempts of the event' })
  await attempts.getByRole('button', { name: 'Show attempt 1' }).click()
  await page.getByRole('heading', { name: 'Attempt 1' }).waitFor()
  await page.getByRole('region', { name: 'Response' }).getByText('Response 404').waitFor()
  assert.equal(addressOf().search, '?attempt=1')
  await page.reload()
  await page.getByRole('region', { name: 'Response' }).getByText('Response 404').waitFor()
})

test('an event is sent again', async () => {
  const seen = receiver.requests.length
  await page.getByRole('region', { name: 'body of the request' }).getByText('"notification_channel"').waitFor()
  await click('Send again')
  await receiver.waitFor(seen + 1)
  await page.getByRole('button', { name: 'Show attempt 3' }).waitFor()
})

test('the pages are accessible and fit, light and dark, narrow and wide', async () => {
  for (const [path, name] of [
    ['/webhooks', 'Replays'],
    ['/webhooks/events', 'Events'],
    [`/webhooks/events/${missed.at(-1)}`, 'Attempts of the event'],
  ] as const) {
    await goWithin(page, path)
    await page.getByRole('table', { name }).waitFor()
    await assertLooksGood(page)
  }
})

test('it is deleted, and another can be registered', async () => {
  await goWithin(page, '/settings')
  await click('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Get events on your server' }).waitFor()
  assert.equal(await page.getByLabel('Webhook URL').inputValue(), '')
  await goToWebhooks()
  await page.getByRole('heading', { name: 'No webhook endpoint yet' }).waitFor()
  const command = await page.getByRole('region', { name: 'command for your own machine' }).textContent()
  assert.ok(command!.startsWith(`export TIDINGS_URL='${dashboard.url}'\n`))
  await assertAccessible(page)
})
