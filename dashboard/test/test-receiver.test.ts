/** The built-in test receiver in the page Webhooks: from no endpoint to a verified request, its responses, and its end. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { prepareMessages } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { assertLooksGood, goWithin } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
let page: Page

before(async () => {
  dashboard = await openDashboard({ WEBHOOK_RETRY_SCHEDULE: '20ms,1h,1h,1h,1h,1h,1h' })
  await prepareMessages(dashboard.client)
  page = await dashboard.openAs('developer', '/webhooks')
})
after(() => dashboard.close())

const card = () => page.getByRole('region', { name: 'Test receiver' })
const requests = () => card().getByRole('table', { name: 'Received requests' })
const click = (name: string) => card().getByRole('button', { name, exact: true }).click()

test('one click turns it on, and a test event appears with its headers, its body and the verdict', async () => {
  await page.getByRole('button', { name: 'Use the test receiver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Signing secret' })
  await dialog.getByText(/^whsec_\w{43}$/).waitFor()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await card().getByText('No requests yet').waitFor()
  await click('Send a test event')
  await requests().getByRole('link', { name: 'ping' }).waitFor()
  await requests().getByText('valid', { exact: true }).waitFor()
  await card().getByText('The signature is valid: your secret signed exactly this body.').waitFor()
  const head = (await card().getByRole('region', { name: 'headers of the request' }).textContent())!
  assert.match(head, /^POST https:\/\/test-receiver\.invalid\/204\nX-Service-Signature: t=\d+,v1=[0-9a-f]{64}\n/)
  const body = card().getByRole('region', { name: 'body of the request' })
  assert.match((await body.textContent())!, /^\{\n {2}"id": "evt_/)
  await click('As sent')
  assert.match((await body.textContent())!, /^\{"id":"evt_/)
})

test('the request is copied as a command for another receiver', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card().getByRole('button', { name: 'Copy as curl' }).click()
  await card().getByText('Copied').first().waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(copied, /^curl -i --globoff --path-as-is --http1\.1 \\\n {2}-H 'X-Service-Signature: t=/)
  assert.match(copied, /"\$WEBHOOK_URL"$/)
})

test('it fails with 500 as chosen, shows the retry, and takes the events of a message afterwards', async () => {
  await card().getByLabel('Response').selectOption('500')
  await page.getByText('https://test-receiver.invalid/500', { exact: true }).first().waitFor()
  await click('Send a test event')
  // The event and its retry.
  await requests().getByText('500', { exact: true }).nth(1).waitFor()
  await page.getByRole('table', { name: 'Recent attempts' }).getByText('Response 500').first().waitFor()
  await card().getByLabel('Response').selectOption('204')
  await page.getByText('https://test-receiver.invalid/204', { exact: true }).first().waitFor()
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  assert.equal((await dashboard.client.call('POST', '/api/v1/messages', { message })).status, 201)
  await requests().getByRole('link', { name: 'delivery.delivered' }).waitFor()
})

test('an earlier request is shown whole, and stays while others arrive', async () => {
  const show = requests().getByRole('button', { name: /^Show request/ })
  const body = card().getByRole('region', { name: 'body of the request' })
  await card().getByRole('button', { name: 'Show more' }).click()
  await show.last().click()
  await card().getByText('"type": "ping"').waitFor()
  const shown = await body.textContent()
  const before = await show.count()
  await click('Send a test event')
  await show.nth(before).waitFor()
  assert.equal(await body.textContent(), shown)
})

test('a viewer sees the requests on an accessible page that fits, and changes nothing', async () => {
  const viewer = await dashboard.openAs('viewer', '/webhooks')
  const region = viewer.getByRole('region', { name: 'Test receiver' })
  await region.getByText('The signature is valid').waitFor()
  await viewer.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
  await assertLooksGood(viewer)
  for (const name of ['Send a test event', 'Stop'])
    assert.equal(await region.getByRole('button', { name }).getAttribute('aria-disabled'), 'true', name)
  assert.ok(await region.getByLabel('Response').isDisabled())
})

async function respondWith(status: string): Promise<void> {
  await card().getByLabel('Response').selectOption(status)
  await page.getByText(`https://test-receiver.invalid/${status}`, { exact: true }).first().waitFor()
}

/** Sends a message, and returns the id of its delivery. */
async function send(): Promise<number> {
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  const { body } = await dashboard.client.call('POST', '/api/v1/messages', { message })
  return body.message.deliveries[0].id
}

test('missed events that wait for a retry after a replay are not offered again', async () => {
  await respondWith('410')
  await send()
  const offer = page.getByRole('group', { name: 'Missed events' })
  await offer.getByText('3 events missing:').waitFor()
  await respondWith('500')
  await offer.getByRole('button', { name: 'Replay the missing events' }).click()
  await offer.getByText('Waiting for your receiver: 3 of 3 events sent again, 3 not delivered yet.').waitFor()
  const counted = page.waitForResponse(/stats/)
  const calls = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.add(pathname)
  })
  await page.reload()
  assert.deepEqual((await (await counted).json()).stats.missing.events, 0)
  await page.getByRole('region', { name: 'Health' }).getByText('Next retry').waitFor()
  assert.equal(await offer.count(), 0)
  await requests().waitFor()
  assert.ok(calls.size <= 5, [...calls].join(' '))
})

test('the events of one delivery are sent again from its page', async () => {
  await respondWith('410')
  const id = await send()
  await page.getByText('3 events missing:').waitFor()
  await respondWith('204')
  await goWithin(page, `/deliveries/${id}`)
  const missing = page.getByText('Webhook: your server does not have 3 events of this delivery.')
  await missing.waitFor()
  await page.getByRole('button', { name: 'Send 3 events again' }).click()
  await missing.waitFor({ state: 'detached' })
  await page.getByText('Webhook: 3 events, all delivered').waitFor()
  await goWithin(page, '/webhooks')
})

test('it is stopped after a question, and the first steps offer it again', async () => {
  await click('Stop')
  const dialog = page.getByRole('dialog', { name: 'Stop the test receiver' })
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('No webhook endpoint yet').waitFor()
  const { body } = await dashboard.client.call('GET', '/api/v1/webhook_endpoints')
  assert.deepEqual(body.webhook_endpoints, [])
  await goWithin(page, '/')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('button', { name: 'Use the test receiver' }).click()
  await page.getByRole('dialog', { name: 'Signing secret' }).getByRole('button', { name: 'I have stored it' }).click()
  await steps.getByRole('link', { name: 'See the requests arrive' }).click()
  await card().waitFor()
})
