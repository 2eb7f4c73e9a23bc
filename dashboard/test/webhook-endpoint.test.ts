import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { verify } from '../../server/test/verify.ts'
import { startReceiver } from '../../server/test/receiver.ts'
import type { ReceivedRequest, Receiver } from '../../server/test/receiver.ts'
import { prepareMessages, until } from '../../server/test/service.ts'
import { openDashboard, PASSWORD } from './browser.ts'
import type { Dashboard } from './browser.ts'

/** Specification 8. */
const FAILURES_MAX = 20

let receiver: Receiver
let dashboard: Dashboard
let page: Page
let secret: string

before(async () => {
  receiver = await startReceiver()
  dashboard = await openDashboard({ WEBHOOK_EXTRA_CA_FILE: receiver.caPath })
  await prepareMessages(dashboard.client)
  page = await dashboard.openAs('developer', '/settings')
})
after(async () => {
  try {
    await dashboard.close()
  } finally {
    await receiver.close()
  }
})

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
  await page.getByLabel('Webhook URL').fill('http://example.com/webhooks')
  await click('Save')
  await page.getByText('Webhook URL must use https').waitFor()
})

test('saving the URL registers it, and shows the secret once with code that verifies', async () => {
  await page.getByLabel('Webhook URL').fill(receiver.url)
  await click('Save')
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
  await page.getByRole('table', { name: 'Recent attempts' }).getByText('Response 200').waitFor()
})

test('the signature headers are chosen, and saved at once', async () => {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel('Signature headers').selectOption('Both')
  assert.equal((await saved).status(), 200)
  const { body } = await dashboard.client.call('GET', '/api/v1/webhook_endpoints')
  assert.equal(body.webhook_endpoints[0].signature_format, 'both')
})

test('the secret is rotated by password, and the old one can end at once', async () => {
  await click('Rotate the secret')
  const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret' })
  await dialog.getByLabel('The old secret stops working').selectOption('At once')
  await dialog.getByLabel('Your password').fill('not the password')
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  await dialog.getByText('Your password is wrong').waitFor()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const next = (await shown.getByText(/^whsec_\w{43}$/).textContent())!
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  assert.notEqual(next, secret)
  const request = await testEvent(2)
  assert.ok(validBy(request, next) && !validBy(request, secret))
  secret = next
})

test('an overlap in which both sign is shown, also after a reload, and ended early', async () => {
  assert.equal(await page.getByText('Two secrets are active').count(), 0)
  await click('Rotate the secret')
  const dialog = page.getByRole('dialog', { name: 'Rotate the signing secret' })
  await dialog.getByLabel('The old secret stops working').selectOption('After a day')
  await dialog.getByLabel('Your password').fill(PASSWORD)
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

test('it is paused and resumed', async () => {
  await click('Pause')
  await status('paused').waitFor()
  await page.getByRole('button', { name: 'Send a test event' }).and(page.locator('[aria-disabled=true]')).waitFor()
  await click('Resume')
  await status('active').waitFor()
})

test('a receiver that fails is disabled and flagged; fixed, it is reactivated, and what was missed is replayed', async () => {
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
    return body.deliveries.length === FAILURES_MAX + 1
  }
  await until(isOver, Boolean)
  await page.getByRole('link', { name: 'Mails' }).click()
  await page.getByText(/has been disabled/).waitFor()
  await page.getByRole('link', { name: 'Server Configuration' }).click()

  receiver.respond(() => ({ status: 200 }))
  await click('Reactivate')
  await status('active').waitFor()
  await page.getByText('The webhook endpoint is disabled').waitFor({ state: 'hidden' })
  // Events pending at the time of the disabling continue by themselves.
  const { rows } = await dashboard.database.pool.query('select count(*)::int as stored from events')
  const { missed } = await until(
    async () => ({
      delivered: await eventIds('delivered'),
      missed: [...(await eventIds('failed')), ...(await eventIds('skipped'))],
    }),
    // The feed waits for every older transaction of the server, also of other tests.
    ({ delivered, missed }) => delivered.length + missed.length >= rows[0].stored,
  )
  assert.ok(missed.length > FAILURES_MAX)

  await click('Count the events')
  await page.getByText(`${missed.length} events will be sent again.`).waitFor()
  await click(`Replay ${missed.length} events`)
  await page.getByText(`${missed.length} events are being sent.`).waitFor()
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
})

test('an event is looked at, and sent again', async () => {
  const seen = receiver.requests.length
  await page
    .getByRole('button', { name: /^Show the event delivery/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Webhook event' })
  await dialog.getByText('"notification_channel"').waitFor()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await receiver.waitFor(seen + 1)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('it is deleted, and another can be registered', async () => {
  await click('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Get events on your server' }).waitFor()
  assert.equal(await page.getByLabel('Webhook URL').inputValue(), '')
})
