/** The face of the dashboard: rows, fonts, icons, columns and times. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { prepareMessages, until } from '../../server/test/service.ts'
import { openDashboard, rowTo } from './browser.ts'
import { assertAccessible, assertFits, goWithin, LOOKS, setLook, yearOfNextJanuary } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

const ROW_PX_MIN = 36
const ROW_PX_MAX = 40
const PHONE = { colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const
const FINGER_PX_MIN = 44
const PHONE_ROW_PX_MAX = 56

let dashboard: Dashboard
let recipientId: number
let channelId: number
let messageId: number
let deliveryId: number
let eventId: string

before(async () => {
  dashboard = await openDashboard()
  const { client } = dashboard
  const prepared = await prepareMessages(client)
  recipientId = prepared.recipient.id
  channelId = prepared.channel.id
  const [address, kept] = ['suppressed@tidings.test', { external_user_id: 'kept', message_template_name: 'receipt' }]
  await client.call('POST', '/api/v1/suppressions', { suppression: { address } })
  await client.call('POST', '/api/v1/messages', { message: { ...kept, notification_user: { email: address } } })
  for (let messages = 0; messages < 3; messages++) {
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const { body } = await client.call('POST', '/api/v1/messages', { message })
    messageId = body.message.id
    deliveryId = body.message.deliveries[0].id
  }
  await until(
    () => client.call('GET', `/api/v1/deliveries/${deliveryId}`),
    ({ body }) => body.status === 'delivered',
  )
  const { body } = await client.call('GET', '/api/v1/webhook_events/newest')
  eventId = body.webhook_events[0].id
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

interface Box {
  x: number
  y: number
  width: number
  height: number
}

const boxesOf = (page: Page, selector: string) =>
  page.evaluate<Box[]>(
    `[...document.querySelectorAll('${selector}')].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      return { x, y, width, height }
    })`,
  )

async function ready(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
}

describe('lists', () => {
  test(`have rows of ${ROW_PX_MIN} to ${ROW_PX_MAX} px`, async () => {
    const page = await dashboard.openAs('owner', '/', LOOKS[1])
    for (const path of [
      '/messages',
      '/deliveries',
      '/recipients',
      '/templates',
      '/channels',
      '/inbox',
      '/webhooks/events',
      '/settings/api-keys',
      '/settings/requests',
      '/settings/members',
      '/settings/profile',
    ]) {
      await goWithin(page, path)
      await page.getByRole('row').nth(1).waitFor()
      const heights = (await boxesOf(page, 'tbody tr')).map(({ height }) => height)
      assert.ok(
        heights.every((height) => height >= ROW_PX_MIN && height <= ROW_PX_MAX),
        `${path}: ${heights.join()}`,
      )
      if (path !== '/deliveries') continue
      // A cause has two lines in it. The fields of the filters have space for what they ask for.
      assert.ok((await boxesOf(page, '.line.two'))[0]!.height > 30)
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.filters input')].filter((input) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(input)
        const context = document.createElement('canvas').getContext('2d')
        context.font = font
        const space = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
        return context.measureText(input.placeholder).width > space
      }).map((input) => input.placeholder)`)
      assert.deepEqual(cut, [])
      // Only the name in a row is underlined.
      await page.locator('tbody tr').first().hover()
      const lines = await page.evaluate<string[]>(
        `[...document.querySelectorAll('tbody tr:first-child .row-link, tbody tr:first-child .row-link .line')].map((one) => getComputedStyle(one).textDecorationLine)`,
      )
      assert.deepEqual(lines, ['none', 'underline', 'none'])
    }
  })

  test('show twelve rows on a phone, each for a finger, under one row of actions and one of filters', async () => {
    const page = await dashboard.openAs('owner', '/', PHONE)
    for (const path of [
      '/deliveries?status=delivered&period=7d',
      '/messages',
      '/recipients',
      '/webhooks/events',
      '/templates',
    ]) {
      await goWithin(page, path)
      await page.locator('main tbody tr').first().waitFor()
      const [row] = await boxesOf(page, 'main tbody tr')
      const { y, height } = row!
      assert.ok(height >= FINGER_PX_MIN && height <= PHONE_ROW_PX_MAX, `${path}: ${height} px`)
      assert.ok(y + 12 * height <= PHONE.viewport.height, `${path}: twelve rows of ${height} px begin at ${y} px`)
      const [head] = await boxesOf(page, '.page > header')
      assert.ok(head!.height < 2 * FINGER_PX_MIN, `${path}: the actions need ${head!.height} px`)
      const controls = await boxesOf(
        page,
        '.page > header .button, .filters .button.more, .filters > .field:first-child > input',
      )
      assert.ok(
        controls.every((one) => one.height >= FINGER_PX_MIN),
        path,
      )
      await assertFits(page)
    }
    // The chips are one row that scrolls, and opened filters fill each of their rows.
    await goWithin(page, '/deliveries?status=delivered,sent,opened&period=7d&reference=a-long-reference&to=ada')
    const chips = await boxesOf(page, '.chips > button')
    assert.deepEqual([chips.length, new Set(chips.map(({ y }) => y)).size], [4, 1])
    await page.getByRole('button', { name: /^Filters/ }).click()
    const parts = await boxesOf(page, '.filters > .field, .filters > .button')
    for (const [top, ofRow] of Map.groupBy(parts, ({ y }) => Math.round(y))) {
      const end = Math.max(...ofRow.map(({ x, width }) => x + width))
      assert.ok(end > PHONE.viewport.width - 20, `the row at ${top} px ends at ${end} px`)
    }
    await assertFits(page)
  })

  test('are one target a row, with the exact time beside the relative one', async () => {
    const page = await dashboard.openAs('owner', '/', LOOKS[1])
    for (const path of [
      '/deliveries',
      '/messages',
      '/recipients',
      '/templates',
      '/channels',
      '/webhooks/events',
      '/settings/requests',
      '/inbox',
    ]) {
      await goWithin(page, path)
      const row = page.locator('main tbody tr').first()
      await row.waitFor()
      // The name of the recipient over the address.
      if (path === '/inbox') await row.locator('td:first-child .line + .line').waitFor()
      if (path !== '/channels')
        assert.match((await row.textContent())!, /\d{2}:\d{2}:\d{2}.*(just now|ago)/, `${path}: both times`)
      // The titles stay in sight: they stick to the window, not to a frame that scrolls.
      const sticks = `['main th', 'main .table-frame'].map((one) => getComputedStyle(document.querySelector(one)))`
      const [head, frame] = await page.evaluate<{ position: string; overflow: string }[]>(
        `${sticks}.map(({ position, overflow }) => ({ position, overflow }))`,
      )
      assert.deepEqual([head!.position, frame!.overflow], ['sticky', 'visible'], path)
      const { x, y, width, height } = (await row.boundingBox())!
      await page.mouse.click(x + width - 4, y + height / 2)
      const isDialog = path === '/settings/requests' || path === '/inbox'
      if (isDialog) await page.getByRole('dialog').waitFor()
      else await page.waitForURL((url) => url.pathname.startsWith(path) && url.pathname !== path)
      if (isDialog) await page.keyboard.press('Escape')
    }
  })

  test('keep names of other directions at the start of their column', async () => {
    const notification_user = { external_user_id: 'noa', first_name: 'נועה', last_name: 'לוי' }
    await dashboard.client.call('POST', '/api/v1/notification_users', { notification_user })
    const page = await dashboard.openAs('viewer', '/recipients', LOOKS[1])
    await page.getByRole('link', { name: 'נועה לוי' }).waitFor()
    const starts = await page.evaluate<
      number[]
    >(`[...document.querySelectorAll('tbody tr td:first-child bdi')].map((name) => {
      const range = document.createRange()
      range.selectNodeContents(name)
      return Math.round(range.getBoundingClientRect().left)
    })`)
    assert.ok(starts.length > 1)
    assert.equal(new Set(starts).size, 1, starts.join())
  })

  test('have two lines a row where their columns have no space: in a window at 200 % and on a tablet', async () => {
    const page = await dashboard.openAs('owner', '/')
    for (const width of [720, 1024]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of [
        '/deliveries',
        '/messages',
        '/recipients',
        '/channels',
        '/webhooks/events',
        '/settings/members',
        '/settings/requests',
        '/analytics',
      ]) {
        await goWithin(page, path)
        await page.locator('main .table tbody tr').filter({ visible: true }).first().waitFor()
        const widths = await page.evaluate<[number, number][]>(
          `[...document.querySelectorAll('main .table-frame')].map((frame) => [frame.scrollWidth, frame.clientWidth])`,
        )
        for (const [content, frame] of widths) assert.ok(content <= frame, `${path}: ${content} px in ${frame} px`)
        const rows = await boxesOf(page, 'main .table tbody tr')
        assert.ok(
          rows.every(({ height }) => height <= PHONE_ROW_PX_MAX),
          `${path}: ${rows.map(({ height }) => height).join()}`,
        )
        const fields = await boxesOf(page, 'main .filters > .field')
        const filterRows = new Set(fields.filter(({ height }) => height > 0).map(({ y }) => y)).size
        assert.ok(width > 860 || filterRows <= 1, `${path}: ${filterRows} rows of filters`)
        await assertFits(page)
      }
    }
  })

  test('show a request in one line, and all of it after a click', async () => {
    const rename = 'update api_keys set name = $1 where account_id = $2'
    await dashboard.database.pool.query({ text: rename, values: ['ada.lovelace@mail.io', dashboard.client.accountId] })
    const page = await dashboard.openAs('developer', '/settings/requests')
    await page.setViewportSize({ width: 1440, height: 900 })
    const caller = page.locator('td[data-label=By] .line', { hasText: 'ada.lovelace@mail.io' }).first()
    await caller.waitFor()
    assert.equal(await caller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth), false, 'cut')
    await page.getByRole('button', { name: '/api/v1/messages', exact: true }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Request' })
    await dialog.getByText('POST /api/v1/messages').waitFor()
    await dialog.getByText(/^\d+ ms$/).waitFor()
    await dialog.getByRole('link', { name: `message #${messageId}` }).waitFor()
    await dialog.getByText(/^req_/).waitFor()
    // The filters are in the URL, and one caller's requests are one click away.
    await dialog.getByRole('button', { name: /api_key:/ }).click()
    await page.getByLabel('Method').selectOption('POST')
    await page.getByLabel('Path').fill('/messages')
    await page.getByLabel('Path').press('Enter')
    await page.getByLabel('Status').fill('201')
    await page.getByLabel('Status').press('Enter')
    await page.waitForURL(/actor=api_key%3A\d+&method=POST&path=%2Fmessages&status=201/)
    await page.getByRole('button', { name: '/api/v1/messages', exact: true }).first().waitFor()
    await page.getByLabel('Status').fill('404')
    await page.getByLabel('Status').press('Enter')
    await page.getByRole('heading', { name: 'No request found' }).waitFor()
    // A wrong filter is told instead of all requests. The click that leaves the field is not lost.
    await page.getByLabel('Status').fill('4xx')
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.waitForURL((url) => url.search === '')
    const opened = page.getByRole('button', { name: '/api/v1/messages', exact: true }).first()
    // The search may begin before the click, and its result removes the row.
    const { promise: isClicked, resolve: clicked } = Promise.withResolvers<void>()
    await page.route(/path=%2Fmessage_templates/, async (route) => {
      await isClicked
      await route.continue()
    })
    await page.getByLabel('Path').fill('/message_templates')
    await opened.click()
    clicked()
    await page.getByRole('dialog', { name: 'Request' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/path=%2Fmessage_templates$/)
    await goWithin(page, '/settings/requests?status=4xx&method=MOVE')
    await page.getByText('Status is a number like 422, not “4xx”.', { exact: false }).waitFor()
    await page.getByText('Method is POST, PATCH, PUT, DELETE, GET, not “MOVE”.', { exact: false }).waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
  })

  test('keep a filter that a click sets while a search field waits for the end of the typing', async () => {
    const page = await dashboard.openAs('developer', '/settings/requests')
    await page.getByRole('button', { name: '/api/v1/messages', exact: true }).first().click()
    await page.getByRole('dialog', { name: 'Request' }).waitFor()
    // The pause of the field ends while the page is busy, so its timer comes right after the click, before React renders.
    await page.evaluate(`{
      window.urls = []
      const replace = history.replaceState.bind(history)
      history.replaceState = (state, title, url) => (urls.push(url), replace(state, title, url))
      const by = document.querySelector('input[placeholder="api_key:12"]')
      const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
      for (const text of ['x', '']) {
        type.call(by, text)
        by.dispatchEvent(new Event('input', { bubbles: true }))
      }
      const end = performance.now() + 500
      while (performance.now() < end);
      document.querySelector('dialog .as-link').click()
    }`)
    await page.getByLabel('Path').fill('/messages')
    await page.waitForURL(/path=/)
    const urls = await page.evaluate<string[]>('urls')
    assert.equal(urls.length, 2, urls.join())
    assert.match(urls[0]!, /\?actor=api_key%3A\d+$/)
  })

  test('tell a status by a word and an icon, and the type of a channel by an icon with a name', async () => {
    const page = await dashboard.openAs('viewer', '/deliveries')
    const row = rowTo(page, `/deliveries/${deliveryId}`)
    await row.getByText('delivered', { exact: true }).waitFor()
    assert.equal(await row.locator('.badge svg').count(), 1)
    const type = row.getByRole('img', { name: 'Email' })
    await type.waitFor()
    // Times are exact, the titles stay in sight, and the whole row is one target.
    await row.locator('td[data-label=Created] time', { hasText: /^\d{2}:\d{2}:\d{2}$/ }).waitFor()
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('main th')).position`), 'sticky')
    const { x, y, width, height } = (await type.boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2)
    await page.waitForURL(`**/deliveries/${deliveryId}`)
  })

  test('show the start of a cut subject of the other direction', async () => {
    const { client } = dashboard
    const subject = 'החשבונית שלך מוכנה וממתינה לתשלום '.repeat(5)
    const channels = [{ notification_channel_id: channelId }]
    const message_template = { name: 'hebrew', subject, body: 'שלום', channels }
    await client.call('POST', '/api/v1/message_templates', { message_template })
    for (const external_user_id of ['ada', 'kept'])
      await client.call('POST', '/api/v1/messages', { message: { external_user_id, message_template_name: 'hebrew' } })
    const page = await dashboard.openAs('viewer', '/')
    for (const [look, path] of [
      [LOOKS[1], '/messages'],
      [LOOKS[1], '/deliveries'],
      [PHONE, '/messages'],
      [PHONE, '/deliveries'],
      // The subject is behind the name.
      [PHONE, '/deliveries?status=failed'],
    ] as const) {
      await setLook(page, look)
      await goWithin(page, path)
      await page.getByText(subject.trim()).filter({ visible: true }).first().waitFor()
      const [cell, start, end] = await page.evaluate<{ left: number; right: number }[]>(`(() => {
        const text = [...document.querySelectorAll('td bdi')].find((one) => one.checkVisibility() && /^החשבונית/.test(one.textContent)).firstChild
        const placeOf = (offset) => {
          const range = document.createRange()
          range.setStart(text, offset)
          range.setEnd(text, offset + 1)
          return range.getBoundingClientRect()
        }
        const boxes = [text.parentElement.closest('td').getBoundingClientRect(), placeOf(0), placeOf(text.length - 2)]
        return boxes.map(({ left, right }) => ({ left, right }))
      })()`)
      const at = `${path}, ${look.viewport.width} px`
      assert.ok(start!.left > cell!.left && start!.right <= cell!.right, `${at}: starts at ${start!.right} px`)
      assert.ok(end!.left < cell!.left, `${at}: not cut`)
    }
  })
})

test('the fonts of the service are used, and figures have one width', async () => {
  const page = await dashboard.openAs('viewer', `/messages/${messageId}`)
  await page.locator('code').first().waitFor()
  const families = await page.evaluate<string[]>(
    `document.fonts.ready.then(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))`,
  )
  assert.deepEqual(new Set(families.map((family) => family.replaceAll('"', ''))), new Set(['Geist', 'Geist Mono']))
  const widths = await page.evaluate<number[]>(`['1111', '0000', '8888'].map((digits) => {
    const time = document.createElement('time')
    time.textContent = digits
    document.querySelector('main').append(time)
    const { width } = time.getBoundingClientRect()
    time.remove()
    return width
  })`)
  assert.equal(new Set(widths).size, 1, widths.join())
})

test('a detail page has its facts at the side of a wide window, and fits at every width', async () => {
  const page = await dashboard.openAs('developer', '/')
  for (const path of [
    `/messages/${messageId}`,
    `/deliveries/${deliveryId}`,
    `/recipients/${recipientId}`,
    `/webhooks/events/${eventId}`,
    `/channels/${channelId}`,
  ]) {
    await goWithin(page, path)
    await ready(page)
    await page.locator('.side .facts').waitFor()
    for (const width of [375, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const [content, side] = (await boxesOf(page, '.sides > *')) as [Box, Box]
      const at = `${path}, ${width} px`
      if (width >= 1440) assert.ok(side.x > content.x + content.width && side.y === content.y, at)
      else if (width < 1000) assert.ok(side.x === content.x && side.y >= content.y + content.height, at)
      await assertFits(page)
      // The other widths have the layouts of LOOKS, in which other tests check these pages.
      if (width === 1024) await assertAccessible(page)
    }
  }
})

test('a title begins with the name, also if the name is of the other direction', async () => {
  const { client } = dashboard
  const notification_user = { external_user_id: 'sara', first_name: 'שרה', email: 'sara@tidings.test' }
  await client.call('POST', '/api/v1/notification_users', { notification_user })
  const message = { external_user_id: 'sara', message_template_name: 'receipt' }
  const { body } = await client.call('POST', '/api/v1/messages', { message })
  const page = await dashboard.openAs('viewer', `/messages/${body.message.id}`, PHONE)
  await page.getByRole('heading', { level: 1, name: 'שרה: Order' }).waitFor()
  const [name, subject] = await boxesOf(page, 'h1 bdi')
  assert.ok(name!.x + name!.width < subject!.x && name!.y === subject!.y)
  assert.equal(await page.title(), 'שרה: Order · Tidings')
})

describe('times', () => {
  const year = yearOfNextJanuary()
  const at = `${year}-01-06T22:30:00.000Z`

  test('are in the zone and with the hours that the member has chosen, and stay ISO in their titles', async () => {
    const { client } = dashboard
    const message = { external_user_id: 'ada', message_template_name: 'receipt', send_at: at }
    const { body } = await client.call('POST', '/api/v1/messages', { message })
    const page = await dashboard.openAs('developer', `/messages/${body.message.id}`)
    const scheduled = page.locator('.side').locator(`time[datetime="${at}"]`)
    await scheduled.getByText(`6 Jan ${year}, 23:30:00`).waitFor()
    assert.equal(await scheduled.getAttribute('title'), at)
    await goWithin(page, '/settings/profile')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByLabel('Hours').selectOption('12')
    await page.getByText(/^It is .*(am|pm)/).waitFor()
    await page.goto(`/messages/${body.message.id}`)
    await scheduled.getByText(new RegExp(String.raw`^7 Jan ${year}, 0?7:30:00\sam$`)).waitFor()
    assert.equal(await scheduled.getAttribute('title'), at)
    // Fields use the same zone.
    await page.getByRole('button', { name: 'Reschedule' }).click()
    const field = page.getByRole('dialog').getByLabel('Send at')
    assert.equal(await field.inputValue(), `${year}-01-07T07:30`)
    await field.fill(`${year}-01-08T00:15`)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.locator('.side').locator(`time[datetime="${year}-01-07T15:15:00.000Z"]`).waitFor()
    await goWithin(page, '/settings/profile')
    await page.getByLabel('Time zone').selectOption('')
    await page.getByLabel('Hours').selectOption('auto')
    await goWithin(page, `/messages/${body.message.id}`)
    await page.locator('.side').getByText(`7 Jan ${year}, 16:15:00`).waitFor()
  })

  test('of other days are whole in lists, also with AM and PM', async () => {
    const { client } = dashboard
    const sendAt = new Date(Date.now() + 28 * 3_600_000).toISOString()
    const message = { external_user_id: 'ada', message_template_name: 'receipt', send_at: sendAt }
    await client.call('POST', '/api/v1/messages', { message })
    const page = await dashboard.openAs('viewer', '/messages', {
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
    })
    const times = page.locator('td time')
    await times
      .getByText(/^\w+ \d+, \d\d:\d\d\s[AP]M$/)
      .first()
      .waitFor()
    const cut = await page.evaluate(
      "[...document.querySelectorAll('td time')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)",
    )
    assert.deepEqual(cut, [])
  })
})
