import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { makeRetrying } from '../../server/test/factories.ts'
import type { Receiver } from '../../server/test/receiver.ts'
import { prepareMessages, until } from '../../server/test/service.ts'
import { openDashboard, rowTo } from './browser.ts'
import { assertFits, goWithin, LOOKS, yearOfNextJanuary } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
let receiver: Receiver

before(async () => {
  dashboard = await openDashboard()
  receiver = await dashboard.startReceiver()
  await prepareMessages(dashboard.client)
  const made = await dashboard.client.call('POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { url: receiver.url },
  })
  assert.equal(made.status, 201)
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

interface Sent {
  message: number
  delivery: number
}

async function send(fields: object = {}, name = 'ada'): Promise<Sent> {
  const notification_user = { email: `${name === 'ada' ? 'delivered' : name}@tidings.test` }
  const message = { external_user_id: name, message_template_name: 'receipt', notification_user, ...fields }
  const { status, body } = await dashboard.client.call('POST', '/api/v1/messages', { message })
  assert.equal(status, 201, JSON.stringify(body))
  return { message: body.message.id, delivery: body.message.deliveries[0].id }
}

async function recipientOf({ message }: Sent): Promise<number> {
  return (await dashboard.client.call('GET', `/api/v1/messages/${message}`)).body.message.notification_user_id
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const rowOf = (page: Page, { delivery }: Sent) => rowTo(page, `/deliveries/${delivery}`)

describe('the lists', () => {
  test('show new rows and new states as they come', async () => {
    const page = await dashboard.pageOf('viewer', '/deliveries')
    await page.locator('[data-state=live]').waitFor()
    const sent = await send({ send_at: inAnHour() })
    await rowOf(page, sent).getByText('scheduled', { exact: true }).waitFor()
    await dashboard.client.call('POST', `/api/v1/messages/${sent.message}/cancel`)
    await rowOf(page, sent).getByText('canceled', { exact: true }).waitFor()
    await rowOf(page, sent).getByText('Canceled on request').last().waitFor()

    await page.getByRole('link', { name: 'Messages' }).click()
    await page.locator('[data-state=live]').waitFor()
    const another = await send({ send_at: inAnHour() })
    await rowTo(page, `/messages/${another.message}`).waitFor()
  })

  test('hold still when they are told to', async () => {
    const page = await dashboard.pageOf('viewer', '/deliveries')
    await page.locator('[data-state=live]').waitFor()
    await page.getByRole('button', { name: 'Live', pressed: true }).click()
    const sent = await send()
    await page.getByRole('button', { name: 'Live', pressed: false }).click()
    await rowOf(page, sent).waitFor()
  })

  test('are searched by recipient, status, channel, template and time, and the address keeps it', async () => {
    const mine = await send({}, 'opened')
    const page = await dashboard.pageOf('viewer', '/deliveries')
    await page.getByLabel('Recipient').fill('OPENED@tidings.test')
    await rowOf(page, mine).waitFor()
    await page.getByRole('button', { name: /^Status/ }).click()
    for (const name of ['opened', 'bounced']) await page.getByRole('checkbox', { name, exact: true }).check()
    await page.keyboard.press('Escape')
    // The choices are read when the pointer is at the filters.
    await page.getByLabel('Channel').hover()
    await page.getByLabel('Channel').selectOption('Mail')
    await page.getByLabel('Template').selectOption('receipt')
    await page.getByLabel('Created').selectOption('1h')
    await rowOf(page, mine).waitFor()
    await page.reload()
    await rowOf(page, mine).waitFor()
    await page.getByRole('button', { name: 'Status bounced, opened' }).waitFor()
    assert.equal(await page.getByRole('row').count(), 2, 'the titles, and the one that fits')
    // On a phone the filters are chips, and twelve rows fit below them.
    await page.setViewportSize({ width: 390, height: 844 })
    const { height } = (await rowOf(page, mine).boundingBox())!
    assert.ok(height <= 54, `${height} px`)
    await page.getByRole('button', { name: 'Remove the filter bounced, opened', exact: true }).click()
    await page.waitForURL((url) => !url.searchParams.has('status') && url.searchParams.has('channel'))
    await page.setViewportSize({ width: 1440, height: 900 })
    // The recipient has a text below.
    const boxes = `[...document.querySelectorAll('.filters > .field')].map((one) => one.getBoundingClientRect())`
    assert.equal(await page.evaluate(`new Set(${boxes}.map(({ top }) => top)).size`), 1, 'the filters are in one row')
    const widths = await page.evaluate<number[]>(`${boxes}.map(({ width }) => width)`)
    assert.equal(new Set(widths).size, 1, `the filters have one width: ${widths.join()}`)
    // Failed and bounced are one choice.
    await page.getByRole('button', { name: 'Status Any' }).click()
    await page.getByRole('checkbox', { name: 'failed or bounced' }).check()
    await page.waitForURL((url) => url.searchParams.get('status') === 'failed,bounced')
    await page.getByRole('button', { name: 'Status failed or bounced' }).click()
    await page.getByRole('heading', { name: 'No delivery found' }).waitFor()
    await page.getByLabel('Recipient').fill('nobody')
    await page.getByLabel('Recipient').press('Enter')
    await page.getByRole('heading', { name: 'No recipient found' }).waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await rowOf(page, mine).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const first = (await page.locator('tbody tr').first().boundingBox())!
    assert.ok(first.y + 12 * first.height <= 844, `twelve rows of ${first.height} px begin at ${first.y} px`)
    // Messages have the same filter by status.
    const messages = await dashboard.pageOf('developer', '/messages?status=scheduled')
    await rowTo(messages, `/messages/${mine.message}`).waitFor({ state: 'detached' })
    await messages.getByText('Choose only the statuses failed and bounced').waitFor({ state: 'attached' })
    await messages.getByRole('button', { name: 'Status scheduled' }).click()
    await messages.getByRole('checkbox', { name: 'opened' }).check()
    await rowTo(messages, `/messages/${mine.message}`).waitFor()
  })
})

test('a name of several recipients gives choices, and no action on the list until one is chosen', async () => {
  const people = ['Ana', 'Luz'].map((first_name) => ({ first_name, last_name: 'García' }))
  const sent: Sent[] = []
  for (const [place, names] of people.entries()) {
    const notification_user = { email: `garcia-${place}@tidings.test`, ...names }
    sent.push(await send({ external_user_id: `garcia-${place}`, notification_user }))
  }
  const [first, second] = sent as [Sent, Sent]
  for (const path of ['messages', 'deliveries']) {
    const page = await dashboard.pageOf('developer', `/${path}`)
    const rowIn = (one: Sent) => rowTo(page, `/${path}/${path === 'messages' ? one.message : one.delivery}`)
    await page.getByLabel('Recipient', { exact: true }).fill('garcia')
    const found = page.getByRole('list', { name: 'Recipients found' })
    await found.getByRole('button', { name: /^Luz García.*garcia-1@tidings/ }).waitFor()
    assert.equal(await found.getByRole('button').count(), 2)
    await page.getByText('Several recipients found').waitFor()
    for (const one of sent) assert.equal(await rowIn(one).count(), 0)
    for (const name of ['Send failed again', 'Download CSV'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
    await page.getByLabel('Recipient', { exact: true }).press('Tab')
    await found.locator('button:focus').waitFor()
    await found.getByRole('button', { name: /^Luz García/ }).press('Enter')
    await rowIn(second).waitFor()
    await rowIn(first).waitFor({ state: 'detached' })
    assert.equal(await found.count(), 0)
    await page.getByRole('button', { name: 'Send failed again' }).waitFor()
    assert.equal(await page.locator('.chips bdi').textContent(), 'Luz García', 'A chip has the name, not the id')
    assert.equal(await page.getByLabel('Recipient', { exact: true }).inputValue(), 'Luz García', 'as the field')
  }
})

describe('a delivery', () => {
  test('shows everything that has happened on one line of time, with request and response', async () => {
    const sent = await send()
    const page = await dashboard.pageOf('developer', `/deliveries/${sent.delivery}`)
    const timeline = page.getByRole('list', { name: 'Timeline' })
    for (const text of ['queued', 'Send 1: accepted by the provider', 'sent', 'delivered'])
      await timeline.getByText(text, { exact: true }).first().waitFor()
    assert.equal(await timeline.getByText(/POST|delivery\./).count(), 0, 'the webhook is apart')
    await page.getByText('Webhook: 3 events, all delivered').click()
    const events = page.getByRole('list', { name: 'Webhook events' })
    await events
      .getByText(/^1 attempt: Response 200, /)
      .nth(2)
      .waitFor()
    const before = receiver.requests.length
    await events.getByRole('button', { name: 'Request and response: delivery.delivered' }).click()
    const dialog = page.getByRole('dialog', { name: 'Webhook event' })
    await dialog.getByText(`"id": ${sent.delivery}`).waitFor()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await receiver.waitFor((requests) => requests.length > before)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await events.getByText(/^2 attempts, last: Response 200, /).waitFor()
  })

  test('that failed says why in plain words', async () => {
    // The name of the recipient must differ from the status.
    const sent = await send({ external_user_id: 'unlucky' }, 'failed')
    const page = await dashboard.pageOf('viewer', `/deliveries/${sent.delivery}`)
    const card = page.getByRole('region', { name: 'Delivery', exact: true })
    await card.getByText('failed', { exact: true }).waitFor()
    const explanation = page.getByRole('region', { name: 'Explanation' })
    await explanation.getByText('Failed: the sandbox simulated a failure', { exact: true }).waitFor()
    await explanation.getByText('this recipient always fails').waitFor()
    await explanation.getByText('first send').waitFor()
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('Send 1: rejected by the provider').waitFor()
    await timeline.getByText(/The sandbox simulated a failure · \d+ ms$/).waitFor()
    await timeline.getByText('Details').click()
    await timeline.getByText('sandbox: this recipient always fails').waitFor()
    // The list of events has the whole sentence.
    await page.setViewportSize({ width: 1440, height: 900 })
    await goWithin(page, `/webhooks/events?delivery=${sent.delivery}`)
    const sentence = page.locator('td[data-label=Event] .line', {
      hasText: /^The delivery failed: the sandbox simulated/,
    })
    await sentence.waitFor()
    assert.equal(
      await sentence.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      ),
      false,
    )
    await goWithin(page, `/deliveries/${sent.delivery}`)
    await timeline.waitFor()
    // The first screen of a phone says it, without scrolling.
    await page.setViewportSize({ width: 390, height: 844 })
    await assertFits(page)
    const { y, height } = (await explanation.boundingBox())!
    assert.ok(y + height < 420, `the explanation ends at ${y + height} px`)
    // In the list, the two lines of its row have the subject behind the name, and the channel with the whole cause.
    await goWithin(page, '/deliveries?status=failed')
    const row = rowOf(page, sent)
    await row
      .locator('td[data-phone=name]')
      .getByText(/^Order/)
      .waitFor()
    const cause = row.locator('td[data-phone=text] > div')
    await cause.getByText('The sandbox simulated a failure').waitFor()
    assert.ok(await cause.evaluate((line) => line.scrollWidth <= line.clientWidth), await cause.innerText())
    const ofRow = (await row.boundingBox())!
    assert.ok(ofRow.height <= 54, `${ofRow.height} px`)
    assert.equal(await row.getByRole('img', { name: 'Email: Mail' }).filter({ visible: true }).count(), 1)
    await assertFits(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('that came back shows its way: the accepted send, and the report with its class', async () => {
    const sent = await send({ external_user_id: 'returned' }, 'bounced')
    const page = await dashboard.pageOf('viewer', `/deliveries/${sent.delivery}`)
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('Send 1: accepted by the provider').waitFor()
    await timeline.getByText(/^bounced: /).waitFor()
    await timeline.getByText('reported by the provider', { exact: true }).last().waitFor()
    await timeline.getByText('Details').click()
    await timeline.getByText('sandbox: the address bounced').waitFor()
    // The address does not exist: another one helps. To allow it again does not.
    const suppression = { address: 'bounced@tidings.test', reason: 'bounce' }
    await dashboard.client.call('POST', '/api/v1/suppressions', { suppression })
    const earlier = await send({ external_user_id: 'earlier' })
    await dashboard.database.pool.query({
      text: 'update suppressions set delivery_id = $1 where address = $2',
      values: [earlier.delivery, suppression.address],
    })
    const text = `update deliveries set error_message = 'mailbox_unavailable: 550 5.1.1' where id = $1`
    await dashboard.database.pool.query({ text, values: [sent.delivery] })
    const asDeveloper = await dashboard.pageOf('developer', `/deliveries/${sent.delivery}`)
    const explanation = asDeveloper.getByRole('region', { name: 'Explanation' })
    await explanation
      .getByText(/^bounced@tidings\.test is suppressed since .+: a message to it bounced \(delivery #\d+\)$/)
      .waitFor()
    assert.equal(await explanation.getByText('bounce', { exact: true }).count(), 0)
    await explanation.locator(`a[href="/deliveries/${earlier.delivery}"]`).waitFor()
    await explanation.getByText('550 5.1.1').waitFor()
    const actions = await explanation
      .locator('.button')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.classList.contains('primary')]))
    assert.deepEqual(actions, [
      ['Edit the recipient', true],
      ['Allow again', false],
    ])
    // The retention removes deliveries, but no suppressions.
    await dashboard.database.pool.query({
      text: 'update suppressions set delivery_id = 1 where address = $1',
      values: [suppression.address],
    })
    const told = await dashboard.client.call('GET', `/api/v1/deliveries/${sent.delivery}/explanation`)
    assert.equal(told.body.explanation.suppression.delivery_id, null)
    const { body } = await dashboard.client.call('GET', '/api/v1/suppressions')
    await dashboard.client.call('DELETE', `/api/v1/suppressions/${body.suppressions[0].id}`)
    await goWithin(asDeveloper, `/deliveries?to=%23${await recipientOf(sent)}`)
    await rowOf(asDeveloper, sent).waitFor()
    const [file] = await Promise.all([
      asDeveloper.waitForEvent('download'),
      asDeveloper.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    const [titles, row] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    assert.match(titles!, /,Bounced$/)
    assert.match(row!, /,\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  test('that is retried says when the next send is, and how many are left, and is tried now', async () => {
    const sent = await send({ send_at: inAnHour() })
    await makeRetrying(dashboard.database.pool, sent.delivery)
    const page = await dashboard.pageOf('developer', `/deliveries/${sent.delivery}`)
    const explanation = page.getByRole('region', { name: 'Explanation' })
    await explanation.getByText('Delayed: the provider did not respond in time').waitFor()
    const text = `update deliveries set error_message = 'timeout' where id = $1`
    await dashboard.database.pool.query({ text, values: [sent.delivery] })
    const listed = await dashboard.client.call('GET', '/api/v1/deliveries?cause=timeout&status=retrying')
    assert.deepEqual(
      listed.body.deliveries.map(({ id }: any) => id),
      [sent.delivery],
    )
    await explanation.getByText(/^Next send in (9|10) min/).waitFor()
    await explanation.getByText('send 2 of 6').waitFor()
    await explanation.getByRole('button', { name: 'Try now (uses 1 of 4 tries left)' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText('Send 3: accepted by the provider').waitFor()
    const settled = await dashboard.client.call('POST', `/api/v1/deliveries/${sent.delivery}/retry`)
    assert.deepEqual([settled.status, settled.body.code], [409, 'not_retrying'])
  })

  test('that failed is sent again only where it failed', async () => {
    const { call } = dashboard.client
    const channels = []
    for (const fields of [
      { name: 'Second mail', channel_type: 'email', provider: 'sandbox' },
      { name: 'Own inbox', channel_type: 'in_app', provider: 'inbox' },
    ]) {
      const made = await call('POST', '/api/v1/notification_channels', { notification_channel: fields })
      channels.push({ notification_channel_id: made.body.notification_channel.id })
    }
    await call('POST', '/api/v1/message_templates', { message_template: { name: 'both', body: 'Hello', channels } })
    const sent = await send({ message_template_name: 'both', external_user_id: 'half' }, 'failed')
    const page = await dashboard.pageOf('developer', `/messages/${sent.message}`)
    const mail = page.getByRole('region', { name: 'On Second mail' })
    await mail.getByText('Failed: the sandbox simulated a failure').waitFor()
    await page.getByRole('link', { name: 'Own inbox' }).waitFor()
    await mail.getByRole('button', { name: 'Send again' }).click()
    const form = page.getByRole('dialog', { name: 'Send again' })
    const choice = form.getByLabel('Send on')
    assert.equal(await choice.inputValue(), 'failed')
    await choice.selectOption('all')
    await form.getByText('The recipient gets it twice on Own inbox.').waitFor()
    await choice.selectOption('failed')
    await form.getByRole('button', { name: 'Send again' }).click()
    await page.waitForURL(/\/deliveries\/\d+$/)
    const again = await call('GET', `/api/v1/deliveries?notification_user_id=${await recipientOf(sent)}`)
    const names = again.body.deliveries.map(({ notification_channel: { name } }: any) => name)
    assert.deepEqual(names.toSorted(), ['Own inbox', 'Second mail', 'Second mail'])
    // No report of an inbox comes, so nobody waits for one.
    const inbox = again.body.deliveries.find(({ notification_channel: { name } }: any) => name === 'Own inbox')
    await goWithin(page, `/deliveries/${inbox.id}`)
    await page.getByText('In the inbox of the app', { exact: true }).waitFor()
    // If all its channels failed, there is no choice, but their names.
    const single = await send({ external_user_id: 'single' }, 'failed')
    await goWithin(page, `/deliveries/${single.delivery}`)
    await page.getByRole('button', { name: 'Send again' }).click()
    await form.getByText('It sends on Mail.').waitFor()
    await page.keyboard.press('Escape')
    // A failed channel is left out if another send cannot help: of one message, and of all of a list.
    const push = { name: 'Own push', channel_type: 'push', provider: 'sandbox' }
    const made = await call('POST', '/api/v1/notification_channels', { notification_channel: push })
    const both = [...channels.slice(0, 1), { notification_channel_id: made.body.notification_channel.id }]
    const mixed = { name: 'mixed', body: 'Hello', channels: both }
    const template = await call('POST', '/api/v1/message_templates', { message_template: mixed })
    const twice = await send({ message_template_name: 'mixed', external_user_id: 'twice' }, 'failed')
    const { id: templateId } = template.body.message_template
    await until(
      () => call('GET', `/api/v1/deliveries?status=failed&message_template_id=${templateId}`),
      (failed) => failed.body.deliveries.length === both.length,
    )
    await goWithin(page, `/deliveries/${twice.delivery}`)
    await page.getByRole('button', { name: 'Send again' }).click()
    await form.getByText('It leaves out Own push, unless another send can arrive there now.').waitFor()
    await page.keyboard.press('Escape')
    await goWithin(page, `/deliveries?template=${templateId}`)
    await page.getByRole('button', { name: 'Send failed again' }).click()
    await page.getByRole('dialog').getByText('1 failed delivery of them is left out').waitFor()
    await page.keyboard.press('Escape')
    // The files of a message are not kept, so it is not offered.
    const attachments = [{ filename: 'invoice.pdf', content_type: 'application/pdf', content: 'A'.repeat(2048) }]
    const filed = await send({ attachments, external_user_id: 'filed' }, 'failed')
    await goWithin(page, `/deliveries/${filed.delivery}`)
    await page.getByText('You cannot send this message again: its attachments are no longer stored.').waitFor()
    await page.locator('.side .facts').getByText('invoice.pdf application/pdf, 1.5 KiB').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0)
    const counted = await call('POST', '/api/v1/message_resends/count', { message_ids: [filed.message] })
    assert.deepEqual([counted.body.count, counted.body.attachments_removed], [0, 1])
    // Nothing failed in a message that arrived.
    const arrived = await send({}, 'delivered')
    const refused = await call('POST', `/api/v1/messages/${arrived.message}/send_again`)
    assert.deepEqual([refused.status, refused.body.errors], [422, { channels: ['has no failed delivery'] }])
  })

  test('that is scheduled is moved, canceled, and copied as a call', async () => {
    const sent = await send({
      send_at: inAnHour(),
      message_attributes_attributes: [{ name: 'order.id', value: "it's" }],
    })
    const page = await dashboard.pageOf('developer', `/deliveries/${sent.delivery}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByRole('status').getByText('Copied').first().waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.ok(command.startsWith('curl -X POST'))
    assert.ok(command.includes(String.raw`it'\''s`))
    assert.ok(command.includes(`${dashboard.url}/api/v1/messages`))

    await page.getByRole('button', { name: 'Reschedule' }).click()
    const form = page.getByRole('dialog', { name: 'Reschedule the message' })
    const year = yearOfNextJanuary()
    await form.getByLabel('Send at').fill(`${year}-01-07T10:30`)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    const moved = await dashboard.client.call('GET', `/api/v1/messages/${sent.message}`)
    // Half past ten in Vienna, the time zone of the browser.
    assert.equal(moved.body.message.send_at, `${year}-01-07T09:30:00.000Z`)
    // The lists say it too, also in the two lines of a phone.
    for (const list of ['messages', 'deliveries']) {
      await goWithin(page, `/${list}?status=scheduled`)
      const row = list === 'messages' ? rowTo(page, `/messages/${sent.message}`) : rowOf(page, sent)
      await row.locator('td[data-label="Sends at"] time').getByText('7 Jan').waitFor()
      await page.setViewportSize(LOOKS[0].viewport)
      await row.getByText(`Sends at 7 Jan ${year}, 10:30:00`).waitFor()
      const { height } = (await row.boundingBox())!
      assert.ok(height <= 54, `${list}: ${height} px`)
      await page.setViewportSize(LOOKS[1].viewport)
    }
    await goWithin(page, '/deliveries?status=delivered')
    await page.getByRole('columnheader', { name: 'Created' }).waitFor()
    assert.equal(await page.getByRole('columnheader', { name: 'Sends at' }).count(), 0)
    await goWithin(page, `/deliveries/${sent.delivery}`)

    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the message' }).click()
    await page.getByRole('list', { name: 'Timeline' }).getByText('canceled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Reschedule' }).waitFor({ state: 'detached' })
  })

  test('that waits for the end of quiet hours says so, and is canceled', async () => {
    const { body } = await dashboard.client.call('POST', '/api/v1/notification_users', {
      notification_user: { external_user_id: 'asleep' },
    })
    const hour = (ahead: number) => `${new Date(Date.now() + ahead * 3_600_000).toISOString().slice(11, 13)}:00`
    await dashboard.client.call('PUT', `/api/v1/notification_users/${body.notification_user.id}/preferences`, {
      quiet_hours: { from: hour(-1), until: hour(3) },
    })
    const sent = await send({}, 'asleep')
    const page = await dashboard.pageOf('developer', `/messages/${sent.message}`)
    const waits = page.locator('.side').getByText('Waits for the end of quiet hours')
    await waits.waitFor()
    // It is the first line of the page.
    await page.locator('.headline').getByText('Waits for the end of quiet hours').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByRole('button', { name: 'Reschedule' }).count(), 0)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the message' }).click()
    await page.getByRole('table', { name: 'Deliveries' }).getByText('canceled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
    await waits.waitFor({ state: 'detached' })
    await page.locator('.headline').waitFor({ state: 'detached' })
  })
})

test('a message shows its text, its attributes and its deliveries', async () => {
  const sent = await send({
    message_attributes_attributes: [{ name: 'order.id', value: 'A-17' }],
    ...{ reference: 'order-A-17', metadata: { shop: 'Bern' }, priority: 'high' },
    attachments: [{ filename: 'invoice.pdf', content_type: 'application/pdf', content: 'A'.repeat(2048) }],
  })
  const page = await dashboard.pageOf('viewer', `/messages/${sent.message}`)
  await page.getByText('Hello Ada, order A-17 is on its way.').waitFor()
  await page.getByText('"order.id": "A-17"').waitFor()
  const facts = page.locator('.side .facts')
  await facts.getByText('invoice.pdf application/pdf, 1.5 KiB').waitFor()
  assert.equal(await facts.getByRole('link', { name: 'invoice.pdf' }).count(), 0)
  for (const text of ['order-A-17', 'Bern', 'high']) await facts.getByText(text, { exact: true }).waitFor()
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link', { name: 'Mail' }).click()
  await page.waitForURL(`**/deliveries/${sent.delivery}`)
  await page.getByRole('heading', { name: /: Order A-17$/ }).waitFor()
  for (const text of ['order-A-17', 'Bern', 'high']) await facts.getByText(text, { exact: true }).waitFor()
  // The reference is a filter of both lists, and the search finds it.
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const path of ['messages', 'deliveries']) {
    await goWithin(page, `/${path}`)
    await page.getByLabel('Reference').fill('order-A-17')
    await page.getByLabel('Reference').press('Enter')
    await page.waitForURL(/reference=order-A-17/)
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    await rowTo(page, `/${path}/${path === 'messages' ? sent.message : sent.delivery}`).waitFor()
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('order-A-17')
  await page
    .getByRole('option', { name: /Order A-17/ })
    .first()
    .click()
  await page.waitForURL(`**/messages/${sent.message}`)
})

test('a message is sent by hand', async () => {
  const page = await dashboard.pageOf('developer', '/messages')
  await page.getByRole('button', { name: 'Send a message' }).click()
  const form = page.getByRole('dialog', { name: 'Send a message' })
  await form.getByLabel('Template').selectOption('receipt')
  await form.getByRole('button', { name: 'To me' }).click()
  assert.match(await form.getByLabel('Email').inputValue(), /@/)
  await form.getByLabel('Recipient', { exact: true }).fill('by-hand')
  await form.getByLabel('Email').fill('silent@tidings.test')
  await form.getByLabel('order.id').fill('B-1')
  await form.getByText('Preview', { exact: true }).click()
  await form.getByText('order B-1 is on its way', { exact: false }).waitFor()
  // A recipient is found by a part of its name, and the preview is for it.
  await form.getByLabel('Recipient', { exact: true }).fill('luz')
  await form.getByRole('button', { name: 'Luz García' }).click()
  await form.getByText(/^To Luz García .*garcia-1@tidings\.test/).waitFor()
  await form.getByText('Hello Luz, order B-1', { exact: false }).waitFor()
  await form.getByRole('button', { name: 'Another recipient' }).click()
  await form.getByLabel('Recipient', { exact: true }).fill('by-hand')
  await form.getByRole('button', { name: 'Luz García' }).waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('order B-1 is on its way', { exact: false }).waitFor()
  await page.getByText('sent', { exact: true }).waitFor()
})

describe('failed messages', () => {
  /** Messages that failed, of their own template. */
  async function sendFailing(template: string, count: number): Promise<Sent[]> {
    const { call } = dashboard.client
    const fields = { name: `Mail of ${template}`, channel_type: 'email', provider: 'sandbox' }
    const { body } = await call('POST', '/api/v1/notification_channels', { notification_channel: fields })
    const channels = [{ notification_channel_id: body.notification_channel.id }]
    const made = await call('POST', '/api/v1/message_templates', {
      message_template: { name: template, subject: 'News', body: 'Hello', channels },
    })
    const sent: Sent[] = []
    for (let rest = count; rest > 0; rest--)
      sent.push(await send({ message_template_name: template, external_user_id: `unlucky-${rest}` }, 'failed'))
    templateId = made.body.message_template.id
    await until(
      () => call('GET', `/api/v1/deliveries?status=failed&message_template_id=${templateId}`),
      (failed) => failed.body.deliveries.length === count,
    )
    return sent
  }
  let templateId = 0
  const linksOf = async ({ message }: Sent) =>
    (await dashboard.client.call('GET', `/api/v1/messages/${message}?expand=notification_user`)).body.message

  test('of the filtered list are sent again by one job, shown after a reload on its list, and are marked', async () => {
    const sent = await sendFailing('weekly', 3)
    const page = await dashboard.pageOf('developer', `/deliveries?status=failed&template=${templateId}`)
    await page.getByRole('button', { name: 'Send failed again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send these again' })
    // The result is shown, even if the dialog is closed before the response.
    await page.route('**/api/v1/message_resends', async (route) => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Send 3 messages again' }).click()
    await page.getByRole('region', { name: 'Sent again' }).getByText('3 messages sent again').waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Sent again' }).getByText('3 messages sent again').waitFor()
    // The outcome is one click away.
    await page.getByRole('link', { name: 'See the deliveries of this resend' }).click()
    for (const one of sent) {
      const { sent_again_as: id } = await linksOf(one)
      const { body } = await dashboard.client.call('GET', `/api/v1/messages/${id}`)
      await rowTo(page, `/deliveries/${body.message.deliveries[0].id}`).waitFor()
    }
    await page.goBack()
    // The result belongs to its list: another filter does not show it.
    const result = page.getByRole('region', { name: 'Sent again' })
    await result.getByText('3 messages sent again').waitFor()
    await page.getByLabel('Created').selectOption('1h')
    await result.waitFor({ state: 'detached' })
    await page.getByLabel('Created').selectOption('')
    await result.getByText('3 messages sent again').waitFor()

    const links = await linksOf(sent[0]!)
    assert.ok(links.sent_again_as > sent[0]!.message)
    await rowOf(page, sent[0]!)
      .getByRole('link', { name: `Sent again as message #${links.sent_again_as}` })
      .click()
    await page.waitForURL(new RegExp(`/messages/${links.sent_again_as}$`))
    await page.getByText('Sends again', { exact: true }).waitFor()
    await page.getByRole('link', { name: `Message #${sent[0]!.message}` }).click()
    await page.getByText('Sent again as', { exact: true }).waitFor()
  })

  test('that are selected are sent again, and no others; another send that cannot help is not offered', async () => {
    const [first, second, third] = await sendFailing('daily', 3)
    const { pool } = dashboard.database
    const text = `update deliveries set error_message = 'suppressed' where id = $1`
    await pool.query({ text, values: [third!.delivery] })
    const page = await dashboard.pageOf('developer', `/deliveries?template=${templateId}`)
    const boxOf = ({ delivery }: Sent) => page.getByRole('checkbox', { name: `Select delivery #${delivery}` })
    // A phone has the box that selects all rows.
    await page.setViewportSize({ width: 390, height: 844 })
    const all = page.getByRole('checkbox', { name: 'Select all that failed' })
    await all.check()
    await page.getByText('2 messages selected').waitFor()
    await all.uncheck()
    await page.setViewportSize({ width: 1440, height: 900 })
    await boxOf(first!).check()
    assert.equal(await boxOf(third!).isDisabled(), true)
    await page.getByRole('group', { name: 'Selected messages' }).getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('button', { name: 'Send 1 message again' }).click()
    await page.getByRole('region', { name: 'Sent again' }).getByText('1 message sent again').waitFor()
    assert.notEqual((await linksOf(first!)).sent_again_as, null)
    assert.equal((await linksOf(second!)).sent_again_as, null)
    // It was sent again, so it is no longer selected, and cannot be.
    await rowOf(page, first!)
      .getByRole('link', { name: /^Sent again/ })
      .waitFor()
    assert.equal(await boxOf(first!).isDisabled(), true)
    // On a phone, its cause and the link are in one line, and twelve rows fit.
    await page.setViewportSize({ width: 390, height: 844 })
    await goWithin(page, '/deliveries?status=failed,bounced')
    const row = rowOf(page, first!)
    await row.getByText('The sandbox simulated a failure').first().waitFor()
    assert.equal(await row.locator('.of-phone > .line').getAttribute('title'), 'The sandbox simulated a failure')
    const top = (await page.locator('tbody tr').first().boundingBox())!.y
    const [{ x, width }, { height }] = [
      (await row.getByRole('link', { name: /^Sent again/ }).boundingBox())!,
      (await row.boundingBox())!,
    ]
    assert.ok(x + width < 390 && top + 12 * height <= 844, `rows of ${height} px from ${top} px on`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/deliveries?status=failed&cause=suppressed`)
    const group = page.getByRole('button', { name: 'Send failed again' })
    await page.getByTitle('Another send cannot help: the recipient’s address is suppressed').and(group).waitFor()
    await goWithin(page, '/deliveries')
    await page
      .getByTitle(/^Choose a filter first/)
      .and(group)
      .waitFor()
  })
})
