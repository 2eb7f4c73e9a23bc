import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { makeFirstObjects } from '../../server/src/programs/bootstrap.ts'
import { createSystemClock } from '../../server/src/platform/clock.ts'
import { transaction } from '../../server/src/platform/db/transaction.ts'
import type { Receiver } from '../../server/test/receiver.ts'
import { openDashboard, rowTo } from './browser.ts'
import { assertFits, assertLooksGood, goWithin, LOOKS } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'
import { startProxy } from './proxy.ts'

let dashboard: Dashboard
let receiver: Receiver
let templateId: number

before(async () => {
  dashboard = await openDashboard()
  receiver = await dashboard.startReceiver()
  await transaction(dashboard.database.pool, (tx) => makeFirstObjects(tx, createSystemClock(), dashboard.client))
  await dashboard.client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url: receiver.url } })
  const [template] = (await dashboard.client.call('GET', '/api/v1/message_templates')).body.message_templates
  templateId = template.id
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

interface Sent {
  id: number
  deliveries: { id: number; notification_channel: { channel_type: string } }[]
}

async function send(fields: object = {}): Promise<Sent> {
  const message = { external_user_id: 'test-recipient', message_template_name: 'welcome_message', ...fields }
  const { status, body } = await dashboard.client.call('POST', '/api/v1/messages', { message })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message
}

const deliveryOn = ({ deliveries }: Sent, type: string) =>
  deliveries.find(({ notification_channel: channel }) => channel.channel_type === type)!.id

/** A template of its own on the email channel. */
async function makeTemplate(fields: object): Promise<number> {
  const channels = (await dashboard.client.call('GET', '/api/v1/notification_channels')).body.notification_channels
  const email = channels.find((channel: { channel_type: string }) => channel.channel_type === 'email')
  const { status, body } = await dashboard.client.call('POST', '/api/v1/message_templates', {
    message_template: { body_format: 'html', channels: [{ notification_channel_id: email.id }], ...fields },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message_template.id
}

/** Runs code with `element` in the page, because the types of the page are not known here. */
function ofElement<Result>(locator: Locator, code: string): Promise<Result> {
  // oxlint-disable-next-line typescript/no-implied-eval -- it runs in the page
  const run = new Function('element', `return ${code}`) as (element: unknown) => Result
  return locator.evaluate(run)
}
const isFocused = (locator: Locator) => ofElement<boolean>(locator, 'element === document.activeElement')
const styleOf = (locator: Locator, name: string) =>
  ofElement<string>(locator, `getComputedStyle(element).getPropertyValue('${name}')`)

/** Confirms the open dialog with its button. */
async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
}

test('the first test is all green, and its event is a finished step', async () => {
  const page = await dashboard.pageOf('owner', '/')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByRole('button', { name: 'Send a test message' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await steps.getByText('delivered', { exact: true }).nth(1).waitFor()
  assert.equal(await steps.getByText('delivered', { exact: true }).count(), 2, 'the email and the push')
  await steps.getByRole('heading', { name: 'Receive the first event (done)' }).waitFor()
})

describe('dialogs', () => {
  test('open on the first field, and return the focus', async () => {
    const page = await dashboard.pageOf('owner', '/recipients')
    const opener = page.getByRole('button', { name: 'Add a recipient' })
    await opener.click()
    await page.locator('dialog .dialog-body input:focus').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.ok(await isFocused(opener))
  })

  test('with a secret ask on Escape and on the cross until it was copied', async () => {
    const page = await dashboard.pageOf('owner', '/settings/api-keys')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Create an API key' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Escaped')
    await confirm(page, 'Create')
    const dialog = page.getByRole('dialog', { name: 'API key' })
    const secret = dialog.getByText(/^sk_\w{43}$/)
    await secret.waitFor()
    assert.ok(await isFocused(dialog.getByRole('button', { name: 'Copy', exact: true })))
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Escape')
    await dialog.getByText('You have not copied it.').waitFor()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    assert.ok(await secret.isVisible())
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await dialog.getByText('You have not copied it.').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('the editor of templates', () => {
  test('keeps unsaved texts and sample values, and asks before the browser leaves', async () => {
    const id = await makeTemplate({ name: 'kept', subject: 'Before', body: 'Order {{ order }}' })
    const page = await dashboard.pageOf('developer', `/templates/${id}`)
    await page.getByLabel('Subject').fill('After')
    await page.getByLabel('order', { exact: true }).fill('A-77')
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByText('Your unsaved changes are kept in this browser').waitFor()
    await page.goBack()
    await page.getByText('These are your unsaved changes of version 1.').waitFor()
    assert.equal(await page.getByLabel('Subject').inputValue(), 'After')
    assert.equal(await page.getByLabel('order', { exact: true }).inputValue(), 'A-77')
    const asked = page.waitForEvent('dialog')
    const reloaded = page.reload()
    await (await asked).accept()
    await reloaded
    assert.equal(await page.getByLabel('Subject').inputValue(), 'After')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Version 2 is saved and in use').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator('[aria-disabled=true]')).waitFor()
    await page.reload()
    await page.getByLabel('Subject').waitFor()
    assert.equal(await page.getByText('These are your unsaved changes').count(), 0)
  })

  test('forgets an error when its text is fixed, numbers the lines, and keeps Save readable', async () => {
    const id = await makeTemplate({ name: 'fixed', subject: 'Hello', body: 'one\ntwo' })
    const page = await dashboard.pageOf('developer', `/templates/${id}`)
    const body = page.getByLabel('Body', { exact: true })
    await body.fill('one\ntwo {{ broken\nthree')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByText('Not saved. Fix the marked fields.').waitFor()
    assert.equal(await page.locator('.source-line.wrong').textContent(), 'two {{ broken')
    assert.match(await styleOf(page.locator('.source-line').last(), 'counter-increment'), /none|line/)
    await body.fill('one\ntwo\nthree')
    await page.getByText('Not saved. Fix the marked fields.').waitFor({ state: 'detached' })
    assert.equal(await page.locator('.source-line.wrong').count(), 0)
    await save.click()
    await page.getByText('Version 2 is saved and in use').waitFor()
    await save.and(page.locator('[aria-disabled=true]')).hover()
    const sunken = await styleOf(page.locator('.sidebar'), 'background-color')
    assert.equal(await styleOf(save, 'background-color'), sunken, 'not the blue of the enabled button')
    // The text begins on the first screen, Save stays in sight, and a window at 200 % has no scroll bar below.
    const first = (await body.boundingBox())!
    assert.ok(first.y < 450, `the text begins at ${first.y} px`)
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const bar = (await save.boundingBox())!
    assert.ok(bar.y >= 0 && bar.y < 60, `Save is at ${bar.y} px`)
    for (const width of [640, 720, 900]) {
      await page.setViewportSize({ width, height: 450 })
      await assertFits(page)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('keeps Save in sight on a phone, and each focused control out of its bar', async () => {
    const lines = Array.from({ length: 60 }, (_, line) => `Line ${line} {{ name_${line % 9} }}`).join('\n')
    const id = await makeTemplate({ name: 'long', subject: 'Hello', body: lines, body_format: 'text' })
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 320, height: 568 },
    ]) {
      const page = await dashboard.openAs('developer', `/templates/${id}`, { viewport, colorScheme: 'dark' })
      await page.getByLabel('name_8', { exact: true }).waitFor()
      const save = page.getByRole('button', { name: 'Save', exact: true })
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const box = (await save.boundingBox())!
      assert.ok(box.y > 0 && box.y + box.height < 120, `Save is at ${box.y} px`)
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, `Save begins at ${box.x} px`)
      // From the last control back to the bar, each is below the bar, wholly if it fits.
      await page.locator('main').locator('button, input, textarea, summary').last().focus()
      const seen: string[] = []
      while (!(await isFocused(save))) {
        const [name, top, height] = await page.evaluate<[string, number, number]>(`(() => {
          const one = document.activeElement
          const { top, height } = one.getBoundingClientRect()
          return [one.outerHTML.slice(0, 160), top, height]
        })()`)
        const bottom = box.y + box.height
        assert.ok(height > viewport.height - bottom ? top + height > bottom : top >= bottom, `${top} px: ${name}`)
        assert.ok(seen.push(name) < 100)
        await page.keyboard.press('Shift+Tab')
      }
      assert.ok(seen.length > 10)
    }
  })
})

describe('messages and deliveries', () => {
  test('show a sent mail as its recipient sees it, and its sources', async () => {
    await makeTemplate({ name: 'mail', subject: 'A mail', body: '<h1>Hello {{ user.email }}</h1><p>Read it</p>' })
    const message = await send({ message_template_name: 'mail' })
    const page = await dashboard.pageOf('viewer', `/messages/${message.id}`)
    await page.frameLocator('iframe[title="The mail"]').getByRole('heading', { name: 'Hello' }).waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    const frame = page.locator('.sent-mail.phone iframe')
    await frame.waitFor()
    assert.equal((await frame.boundingBox())!.width, 375)
    await page.getByRole('button', { name: 'HTML' }).click()
    await page.getByText('<h1>Hello delivered@tidings.test</h1>').waitFor()
    await page.getByRole('button', { name: 'Plain text' }).click()
    assert.equal((await page.getByRole('region', { name: 'plain text' }).textContent())!.includes('<'), false)
  })

  test('show a push as a bubble', async () => {
    const page = await dashboard.pageOf('viewer', `/deliveries/${deliveryOn(await send(), 'push')}`)
    await page.getByRole('figure', { name: 'Push' }).getByText('it is good to have you here').waitFor()
  })

  test('tell to whom a message went, and to which address', async () => {
    const message = await send({
      external_user_id: 'moved',
      notification_user: { email: 'delivered+first@tidings.test', first_name: 'Moved', last_name: 'Away' },
    })
    const page = await dashboard.pageOf('viewer', '/messages')
    await rowTo(page, `/messages/${message.id}`)
      .getByRole('link', { name: 'Moved Away delivered+first@tidings.test' })
      .waitFor()
    const path = '/api/v1/notification_users/by_external_id/moved'
    const email = { notification_user: { email: 'second@tidings.test' } }
    await goWithin(page, `/deliveries/${deliveryOn(message, 'email')}`)
    const card = page.getByRole('region', { name: 'Delivery', exact: true })
    await card.getByText('delivered+first@tidings.test').waitFor()
    await dashboard.client.call('PUT', path, email)
    await page.reload()
    await card.getByText('delivered+first@tidings.test').waitFor()
  })

  test('tell the last try from the others, and the dashboard from the API', async () => {
    const failing = await send({
      external_user_id: 'exhausted',
      notification_user: { email: 'exhausted@tidings.test' },
    })
    const page = await dashboard.pageOf('developer', `/deliveries/${deliveryOn(failing, 'email')}`)
    const timeline = page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('Send 6: failed, the last try').waitFor()
    await timeline.getByText('Send 5: failed, then retried').waitFor()
    await timeline.getByText('by an API call').first().waitFor()
    await goWithin(page, '/messages')
    await page.getByRole('button', { name: 'Send a message' }).click()
    const form = page.getByRole('dialog', { name: 'Send a message' })
    await form.getByLabel('Template').selectOption(String(templateId))
    await form.getByLabel('Recipient', { exact: true }).fill('test-recipient')
    await form.getByRole('list', { name: 'Recipients found' }).waitFor({ state: 'attached' })
    await form.getByRole('button', { name: 'Send', exact: true }).click()
    await page.waitForURL(/\/messages\/\d+$/)
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click()
    await timeline.getByText('by a member in the dashboard').first().waitFor()
  })

  test('keep long names and subjects on one line, and filters narrow', async () => {
    const name = 'Long '.repeat(40)
    await makeTemplate({ name: `${name} template`, subject: `Subject ${name}`, body: 'x' })
    await send({
      message_template_name: `${name} template`,
      external_user_id: 'long',
      notification_user: { email: 'delivered+long@tidings.test', first_name: name, last_name: '\u202Eesrever' },
    })
    const page = await dashboard.pageOf('viewer', '/deliveries')
    await page
      .getByText(/^Subject Long/)
      .first()
      .waitFor()
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)`,
    )
    const LINE_PX_MAX = 60
    assert.ok(
      heights.every((height) => height < LINE_PX_MAX),
      `every row has one line: ${heights.join()}`,
    )
    assert.equal(await page.locator('tbody bdi', { hasText: 'esrever' }).first().getAttribute('class'), 'line')
    assert.ok((await page.getByLabel('Template').boundingBox())!.width <= 240)
    await page.setViewportSize(LOOKS[0].viewport)
    assert.equal(await page.getByLabel('Template').isVisible(), false, 'behind a button on a phone')
    const { y } = (await page.locator('tbody tr').first().boundingBox())!
    assert.ok(y < 240, `the first row begins at ${y} px`)
    assert.ok((await page.locator('tbody tr').first().boundingBox())!.height <= LINE_PX_MAX)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Template').waitFor()
    await assertLooksGood(page)
    // Webhook events have two lines too: twelve of them fit on a screen.
    await goWithin(page, '/webhooks/events')
    const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr')
    await rows.nth(12).waitFor({ state: 'attached' })
    const [first, last] = [(await rows.first().boundingBox())!, (await rows.nth(11).boundingBox())!]
    assert.ok(last.y + last.height - first.y <= LOOKS[0].viewport.height, `${first.y} to ${last.y + last.height} px`)
    await goWithin(page, '/webhooks')
    const attempts = page.getByRole('table', { name: 'Recent attempts' }).locator('tbody tr')
    assert.ok((await attempts.first().boundingBox())!.height <= LINE_PX_MAX)
    assert.equal(await attempts.getByText(/^delivery\./).count(), 0, 'an event is a sentence')
    await page.setViewportSize(LOOKS[1].viewport)
    await page
      .getByRole('table', { name: 'Recent attempts' })
      .getByText('delivered+long@tidings.test')
      .first()
      .waitFor()
    await assertLooksGood(page)
  })

  test('look different while they are live and while they are paused', async () => {
    const page = await dashboard.pageOf('viewer', '/deliveries')
    const live = page.getByRole('button', { name: 'Live' })
    await page.locator('[data-state=live]').waitFor()
    const background = await styleOf(live, 'background-color')
    await live.click()
    await page.locator('[data-state=paused]').waitFor()
    await page.mouse.move(0, 0)
    assert.notEqual(await styleOf(live, 'background-color'), background)
  })
})

test('the health of the webhook tells failed events from recovered ones, and a disabled endpoint has no next retry', async () => {
  receiver.respond(() => ({ status: 410 }))
  // Each message has two deliveries with three events each.
  for (let messages = 0; messages < 5; messages++) await send()
  const page = await dashboard.pageOf('developer', '/webhooks')
  const health = page.getByRole('region', { name: 'Health' })
  await page.getByRole('status').getByText('disabled', { exact: true }).waitFor()
  await health.getByText('20 of 20 consecutive failed events').waitFor()
  await health.getByRole('img', { name: /^Results of \d+ attempts over time: [1-9]\d* failed$/ }).waitFor()
  // It opens with the shortest period that has the last attempts, and each bar says its time and results.
  await health.getByRole('button', { name: '1 hour', pressed: true }).waitFor()
  const bars = health.getByRole('slider', { name: 'Attempts by time and result' })
  assert.match((await bars.getAttribute('aria-valuetext')) ?? '', /\d\d:\d\d: \d+ succeeded, \d+ failed/)
  await health.locator('.chart path.line[d^=M]').waitFor({ state: 'attached' })
  await health.getByText('Response time, p95').first().waitFor()
  const figure = (name: string) => health.locator('.figures div', { hasText: name }).locator('dd')
  assert.notEqual(await figure('Failed now').textContent(), '0')
  assert.equal(await health.getByText('Next retry').count(), 0)
  receiver.respond(() => ({ status: 200 }))
  await page.getByRole('button', { name: 'Reactivate', exact: true }).click()
  // Every member is told of missing events, until a member dismisses them. It is kept on the server.
  const offerOn = (shown: Page) => shown.getByRole('group', { name: 'Missed events' })
  const other = await dashboard.openAs('owner', '/webhooks')
  await offerOn(other).getByText('missing:').waitFor()
  await other.reload()
  await offerOn(other).getByText('missing:').waitFor()
  await offerOn(page).getByRole('button', { name: 'Dismiss' }).click()
  await offerOn(page).waitFor({ state: 'detached' })
  const counted = other.waitForResponse(/stats/)
  await other.reload()
  await counted
  await other.getByRole('region', { name: 'Health' }).waitFor()
  assert.equal(await offerOn(other).count(), 0)
  await page.getByRole('button', { name: 'Count the events' }).click()
  await page.getByRole('button', { name: /^Replay \d+ events$/ }).click()
  await health.locator('.figures div', { hasText: 'Failed now' }).locator('dd', { hasText: /^0$/ }).waitFor()
  // Until the receiver has confirmed them, the events of the replay are pending.
  await health
    .locator('.figures div', { hasText: 'Missed, delivered later' })
    .locator('dd', { hasText: /^[1-9]/ })
    .waitFor()
})

test('while the service is away a banner says so, and afterwards everything works without a reload', async () => {
  const proxy = await startProxy(dashboard.url)
  const page = await dashboard.openAs('viewer', '/deliveries', { baseURL: proxy.url })
  await page.locator('[data-state=live]').waitFor()
  await proxy.goAway()
  const banner = page.locator('.banner', { hasText: 'The service cannot be reached' })
  await banner.waitFor()
  // The file of this page was not loaded yet.
  await page.getByRole('link', { name: 'Templates' }).click()
  await proxy.comeBack()
  await banner.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'welcome_message' }).waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.locator('[data-state=live]').waitFor()
  await page.context().close()
  await proxy.goAway()
})

describe('settings', () => {
  test('the page of an invitation names the account, the role and who invited', async () => {
    const page = await dashboard.pageOf('owner', '/settings/members')
    await page.getByRole('button', { name: 'Invite a member' }).click()
    await page.getByRole('dialog').getByLabel('Email').fill('mary@example.com')
    await page.getByRole('dialog').getByLabel('Role').selectOption('viewer')
    await confirm(page, 'Create the invitation')
    const link = (await page.getByRole('dialog', { name: 'Invitation' }).locator('.once code').textContent())!
    const invited = await dashboard.open(link.slice(link.indexOf('/#')))
    await invited.getByText(`${dashboard.emails.owner} has invited you to the account Test as viewer`).waitFor()
    await invited.getByText('mary@example.com').waitFor()
  })

  test('an API key shows its last use', async () => {
    const page = await dashboard.pageOf('owner', '/settings/api-keys')
    await page.getByRole('row', { name: /^Test .*(just now|\d+ min ago)/ }).waitFor()
    await page
      .getByRole('row', { name: /^Escaped/ })
      .getByText('never')
      .waitFor()
  })

  test('the audit log is sentences with links, filters and an export', async () => {
    const page = await dashboard.pageOf('developer', '/settings/audit-log')
    const { owner } = dashboard.emails
    const created = page.getByRole('row', { name: new RegExp(`${owner} created the API key Escaped`) })
    await created.getByRole('link', { name: 'Escaped' }).waitFor()
    await page.getByLabel('Object').selectOption('webhook_endpoint')
    // The list without the filter has the row of the webhook endpoint too.
    await created.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /The service disabled the webhook endpoint/ }).waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const stream = await (await saving).createReadStream()
    const csv = Buffer.concat(await stream.toArray()).toString()
    assert.match(csv, /^\uFEFFTime,Sentence,Action,Actor,IP address,Object,Details\r\n/)
    assert.match(csv, /The service disabled the webhook endpoint/)
    assert.doesNotMatch(csv, /api_key\.created/)
    await page.getByRole('button', { name: 'Clear' }).click()
    await created.waitFor()
    // A name finds its entries while the member types.
    await page.getByLabel('Text').fill('escaped KEY')
    await page.getByRole('row', { name: /disabled the webhook endpoint/ }).waitFor({ state: 'detached' })
    await created.waitFor()
  })
})

test('files and long answers travel compressed, an answer with a secret does not', async () => {
  const encodingOf = async (path: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${dashboard.client.apiKey}`
    const response = await fetch(`${dashboard.url}${path}`, {
      headers: {
        'accept-encoding': 'br',
        accept: 'text/html',
        ...(path.startsWith('/api') && { authorization }),
        ...headers,
      },
    })
    assert.equal(response.status, 200, path)
    await response.arrayBuffer()
    return response.headers.get('content-encoding')
  }
  const page = await (await fetch(dashboard.url, { headers: { accept: 'text/html' } })).text()
  for (const [, script] of page.matchAll(/src="(\/assets\/[^"]+\.js)"/g)) assert.equal(await encodingOf(script!), 'br')
  assert.equal(await encodingOf('/api/v1/messages'), 'br')
  assert.equal(await encodingOf('/api/v1/api_key'), null, 'short')
})
