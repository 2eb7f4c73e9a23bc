/** One search for all objects, and the explanation of a delivery with the way to its fix. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { prepareMessages, until } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { assertAccessible, assertLooksGood, goWithin, LOOKS } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
let ada: { id: number }
let template: { id: number }

before(async () => {
  dashboard = await openDashboard()
  const prepared = await prepareMessages(dashboard.client)
  ada = prepared.recipient
  template = prepared.template
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

interface Sent {
  id: number
  deliveries: { id: number }[]
}

/** Sends a message to Ada, or to another recipient, and waits for the status of its delivery. */
async function send(status: string, fields: object = {}): Promise<Sent> {
  const { client } = dashboard
  const message = {
    external_user_id: 'ada',
    message_template_name: 'receipt',
    message_attributes_attributes: [{ name: 'order.id', value: 'A-17' }],
    ...fields,
  }
  const created = await client.call('POST', '/api/v1/messages', { message })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  await until(
    () => client.call('GET', `/api/v1/deliveries/${created.body.message.deliveries[0].id}`),
    ({ body }) => body.status === status,
  )
  return created.body.message
}

/** Opens the search by its key. */
async function openSearch(page: Page) {
  await page.getByRole('button', { name: 'Search', exact: true }).first().waitFor({ state: 'attached' })
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search' })
  await field.waitFor()
  return { dialog: page.getByRole('dialog', { name: 'Search' }), field }
}

test('a press that ends without a release of the button holds back no response', async () => {
  const page = await dashboard.openAs('viewer', '/settings/members')
  await page.getByRole('heading', { name: 'Settings', level: 1 }).hover()
  for (const [name, path] of [
    ['contextmenu', '/templates'],
    ['dragend', '/channels'],
  ]) {
    await page.mouse.down()
    await page.evaluate(`document.body.dispatchEvent(new Event('${name}', { bubbles: true }))`)
    await goWithin(page, path!)
    await page.locator('main tbody tr').first().waitFor()
    await page.mouse.up()
  }
  // A field loses the focus as a press begins, and searches after its end.
  const during = await page.evaluate(`(() => {
    const field = document.querySelector('input[type=search]')
    field.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'nothing')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    document.body.dispatchEvent(new Event('mousedown', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
    field.blur()
    return location.search
  })()`)
  assert.equal(during, '')
  await page.evaluate(`document.body.dispatchEvent(new Event('mouseup', { bubbles: true }))`)
  await page.waitForURL(/nothing/)
})

describe('the search', () => {
  test('takes letters while its dialog is loaded, and they are no shortcuts of the page', async () => {
    const page = await dashboard.openAs('viewer', '/channels')
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route(/search-dialog[^/]*\.js/, async (route) => {
      await isReleased
      await route.continue()
    })
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.keyboard.type('gr')
    assert.equal(await page.getByRole('textbox', { name: 'Search' }).inputValue(), 'gr')
    release()
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.waitFor()
    await page.keyboard.type('ace')
    assert.equal(await field.inputValue(), 'grace')
    assert.equal(new URL(page.url()).pathname, '/channels')
  })

  test('opens by a key, finds a recipient by a part of the name, and Enter opens the chosen result', async () => {
    const { deliveries } = await send('delivered')
    const page = await dashboard.pageOf('viewer', '/channels')
    const { dialog, field } = await openSearch(page)
    await dialog.getByText('recipients by the start of a word of their name').waitFor()
    await field.pressSequentially('ad')
    const [recipient, delivery] = [dialog.getByRole('option').first(), dialog.getByRole('option').nth(1)]
    await recipient.getByText('Ada', { exact: true }).waitFor()
    await delivery.getByText('delivered', { exact: true }).waitFor()
    await assertAccessible(page)
    assert.equal(await recipient.getAttribute('aria-selected'), 'true')
    await field.press('ArrowDown')
    await dialog.locator('[role=option][aria-selected=true]', { hasText: 'Order A-17' }).waitFor()
    assert.equal(await field.getAttribute('aria-activedescendant'), await delivery.getAttribute('id'))
    await field.press('Enter')
    await page.waitForURL(`/deliveries/${deliveries[0]!.id}`)
    await dialog.waitFor({ state: 'detached' })
    const again = await openSearch(page)
    await again.field.fill('AD')
    await again.dialog.getByRole('option').first().getByText('Ada', { exact: true }).click()
    await page.waitForURL(`/recipients/${ada.id}`)
  })

  test('finds by id, event, subject and name of a template; Enter need not wait for the results', async () => {
    const message = await send('delivered', {
      message_attributes_attributes: [{ name: 'order.id', value: 'unheard-of' }],
    })
    const deliveryId = message.deliveries[0]!.id
    const { webhook_events: events } = (
      await until(
        () => dashboard.client.call('GET', `/api/v1/webhook_events?delivery_id=${deliveryId}`),
        ({ body }) => body.webhook_events.length === 3,
      )
    ).body
    const page = await dashboard.pageOf('viewer', '/')
    for (const [text, path] of [
      [`#${deliveryId}`, `/deliveries/${deliveryId}`],
      ['HEARD-of', `/messages/${message.id}`],
      ['ecei', `/templates/${template.id}`],
      [events[0].id, `/webhooks/events/${events[0].id}`],
    ]) {
      await goWithin(page, '/channels')
      const { field } = await openSearch(page)
      await field.fill(text)
      await field.press('Enter')
      await page.waitForURL(path)
    }
    // The key does not open a second dialog.
    await openSearch(page)
    await page.keyboard.press('Control+k')
    assert.equal(await page.getByRole('dialog').count(), 1)
    await page.keyboard.press('Escape')
  })

  test('says if nothing is found, and returns the focus', async () => {
    const page = await dashboard.pageOf('viewer', '/')
    const opener = page.getByRole('button', { name: 'Search', exact: true })
    await opener.click()
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.fill('no%body_')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByText('Nothing found for “no%body_”').waitFor()
    await dialog.getByText('the webhook event with this id').waitFor()
    await assertAccessible(page)
    await field.press('Enter')
    await field.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.search-button:focus').waitFor()
  })

  test('says if it fails, and searches again', async () => {
    const page = await dashboard.openAs('viewer', '/')
    const { dialog, field } = await openSearch(page)
    await page.route('**/api/v1/search?*', (route) =>
      route.fulfill({ status: 429, json: { error: 'Too many requests', code: 'rate_limited' } }),
    )
    await field.fill('ada')
    await dialog.getByText('Too many requests').waitFor()
    await page.unroute('**/api/v1/search?*')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('option').first().waitFor()
  })

  test('is accessible and fits, and opens by a button of a narrow window', async () => {
    const page = await dashboard.openAs('viewer', '/', LOOKS[0])
    await page.getByRole('button', { name: 'Search', exact: true }).filter({ visible: true }).click()
    await page.getByRole('combobox', { name: 'Search' }).fill('ada')
    await page.getByRole('option').nth(1).waitFor()
    await assertLooksGood(page)
    // The cause of a failure is first, and whole.
    await send('failed', { external_user_id: 'nowhere', notification_user: { first_name: 'Nowhere' } })
    await page.getByRole('combobox', { name: 'Search' }).fill('nowhere')
    const detail = page
      .getByRole('option')
      .getByText('Delivery · The recipient has no email address · Mail', { exact: true })
    await detail.waitFor()
    assert.equal(
      await detail.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth || scrollHeight > clientHeight,
      ),
      false,
    )
  })
})

describe('a delivery', () => {
  const cardOf = (page: Page) => page.getByRole('region', { name: 'Explanation' })

  test('to a suppressed address leads to the fix: the address is allowed again, and the message is sent again', async () => {
    const address = 'delivered+blocked@tidings.test'
    await dashboard.client.call('POST', '/api/v1/suppressions', { suppression: { channel_type: 'email', address } })
    const to = { external_user_id: 'blocked', notification_user: { email: address } }
    const { id, deliveries } = await send('failed', to)
    const path = `/deliveries/${deliveries[0]!.id}`
    const page = await dashboard.pageOf('developer', path)
    const card = cardOf(page)
    await card.getByText('Failed: the recipient’s address is suppressed', { exact: true }).waitFor()
    await card.getByText(`${address} is suppressed since`).waitFor()
    assert.equal(await card.getByRole('button', { name: 'Send again' }).count(), 0, 'it would be refused again')
    assert.equal(await card.getByText(/T\d\d:\d\d:/).count(), 0, 'times are in the zone of the member')
    await assertAccessible(page)
    await card.getByRole('button', { name: 'Allow again' }).click()
    const lift = page.getByRole('dialog', { name: 'Allow the address again' })
    await lift.getByText(address).waitFor()
    await lift.getByRole('button', { name: 'Allow again' }).click()
    await card.getByText(`${address} is suppressed since`).waitFor({ state: 'detached' })
    await card.getByRole('button', { name: 'Send again' }).click()
    await page.getByRole('dialog', { name: 'Send again' }).getByRole('button', { name: 'Send again' }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/deliveries/') && url.pathname !== path)
    await card.getByText('Delivered', { exact: true }).waitFor()
    assert.equal(await card.locator('.notice.bad').count(), 0)
    await page.goto(`/messages/${id}`)
    await page
      .getByRole('region', { name: 'Deliveries' })
      .getByText('Failed: the recipient’s address is suppressed')
      .waitFor()
  })

  test('has a button for each action, which leads to its page', async () => {
    const to = { external_user_id: 'without', notification_user: { first_name: 'Without' } }
    const { deliveries } = await send('failed', to)
    const path = `/deliveries/${deliveries[0]!.id}`
    const page = await dashboard.pageOf('developer', path)
    await cardOf(page).getByText('Failed: the recipient has no address').waitFor()
    await cardOf(page).getByRole('link', { name: 'Edit the recipient' }).click()
    await page.getByRole('heading', { name: 'Without', level: 1 }).waitFor()
    const viewer = await dashboard.pageOf('viewer', path)
    await cardOf(viewer).getByText('Failed: the recipient has no address').waitFor()
    assert.equal(await cardOf(viewer).getByRole('link', { name: 'Edit the recipient' }).count(), 0)
    assert.equal(await cardOf(viewer).getByRole('button', { name: 'Send again' }).count(), 0)
  })

  test('that arrived is calm', async () => {
    const { deliveries } = await send('delivered')
    const page = await dashboard.pageOf('developer', `/deliveries/${deliveries[0]!.id}`)
    await cardOf(page).locator('.notice.good').getByText('Delivered', { exact: true }).waitFor()
    assert.equal(await cardOf(page).locator('.notice').getByRole('button').count(), 0)
  })
})
