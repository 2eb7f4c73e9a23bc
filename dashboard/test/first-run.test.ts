import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { verifyWebhook } from '../../sdk/src/verify.ts'
import type { Receiver } from '../../server/test/receiver.ts'
import { prepareMessages } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
let receiver: Receiver

before(async () => {
  dashboard = await openDashboard()
  receiver = await dashboard.startReceiver()
  // The first start of a service creates a sandbox channel and a template.
  await prepareMessages(dashboard.client)
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

test('from the first look to the first verified webhook, in the page alone', async () => {
  const page = await dashboard.openAs('owner', '/')
  const steps = page.getByRole('region', { name: 'First steps' })

  await steps.getByRole('button', { name: 'Send a test message' }).click()
  const form = page.getByRole('dialog', { name: 'Send a message' })
  assert.equal(await form.getByLabel('Email').inputValue(), 'delivered@tidings.test')
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await steps.getByRole('heading', { name: 'Send a test message (done)' }).waitFor()
  await steps.getByText('delivered', { exact: true }).waitFor()

  await steps.getByLabel('Webhook URL').fill(receiver.url)
  await steps.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = (await shown.getByText(/^whsec_\w{43}$/).textContent())!
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await steps.getByRole('heading', { name: 'Register your webhook (done)' }).waitFor()
  assert.ok(!(await page.content()).includes(secret), 'the secret is shown once')

  await steps.getByRole('button', { name: 'Send a test event' }).click()
  await page.getByText('Your receiver confirmed the event.').waitFor()
  await page.getByRole('dialog', { name: 'Test event' }).getByRole('button', { name: 'Close' }).last().click()
  await steps.getByRole('heading', { name: 'Receive the first event (done)' }).waitFor()

  const [request] = await receiver.waitFor(1)
  assert.equal((await verifyWebhook(request!.body, request!.headers, secret)).type, 'ping')

  await steps.getByRole('link', { name: 'Connect a provider' }).click()
  await page.waitForURL('**/channels/new')
})

test('the home page tells what happened, what failed and why, and how the webhook is doing', async () => {
  const { client } = dashboard
  for (const name of ['bounced', 'failed']) {
    const fields = { external_user_id: name, message_template_name: 'receipt' }
    const notification_user = { email: `${name}@tidings.test`, first_name: `Person ${name}` }
    const { status } = await client.call('POST', '/api/v1/messages', { message: { ...fields, notification_user } })
    assert.equal(status, 201)
  }
  const page = await dashboard.openAs('viewer', '/')
  const failures = page.getByRole('region', { name: 'Recent failures' })
  await failures.getByRole('link', { name: 'Person bounced' }).waitFor()
  await failures.getByText('The sandbox simulated a failure').first().waitFor()
  await failures.getByRole('link', { name: 'Person failed' }).waitFor()
  const day = page.getByRole('region', { name: 'Last 24 hours' })
  await day.getByRole('img', { name: /1 bounced, 1 failed\./ }).waitFor()
  const webhook = page.getByRole('region', { name: 'Webhook' })
  await webhook.getByRole('meter', { name: 'Failure budget' }).waitFor()
  await webhook.getByText('100.0%').waitFor()
  // A long cause is whole on a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  const [text, shown] = await page.evaluate<[number, number]>(`(() => {
    const cause = document.querySelector('.failures .cause')
    cause.firstChild.nodeValue = 'The provider refused the message. '.repeat(3)
    return [cause.scrollWidth, cause.clientWidth]
  })()`)
  assert.ok(text <= shown, `${text} px in ${shown} px`)
  await page.setViewportSize({ width: 1280, height: 720 })
  // The whole row leads to the delivery.
  const cause = failures.getByText('The sandbox simulated a failure').last()
  await cause.scrollIntoViewIfNeeded()
  const place = (await cause.boundingBox())!
  await page.mouse.click(place.x + place.width - 2, place.y + 2)
  await page.getByRole('heading', { name: /^Person (bounced|failed)/, level: 1 }).waitFor()
})

test('a receiver that fails is told, with what is left of its failure budget', async () => {
  receiver.respond(() => ({ status: 410 }))
  const page = await dashboard.openAs('owner', '/')
  const { body } = await dashboard.client.call('GET', '/api/v1/webhook_endpoints')
  const { id } = body.webhook_endpoints[0]
  assert.equal((await dashboard.client.call('POST', `/api/v1/webhook_endpoints/${id}/test`)).status, 202)
  const webhook = page.getByRole('region', { name: 'Webhook' })
  await webhook.getByText('The service has given up the newest event.').waitFor()
  await webhook.getByText('1 of 20 used').waitFor()
})
