/** The web component in real browsers on a page of another origin, with the real service. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible, assertFits } from '../../dashboard/test/looks-of-page.ts'
import { startInboxApp, waitForMessage } from './app.ts'
import type { InboxApp } from './app.ts'

const PHONE = { viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true }

let app: InboxApp
before(async () => {
  app = await startInboxApp()
})
after(() => app.close())

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const item = (page: Page, name: string) =>
  panel(page)
    .getByRole('listitem')
    .filter({ hasText: `Order ${name}` })
/** Waits for the number at the bell. */
const unseen = (page: Page, count: number) =>
  page
    .getByRole('button', { name: count === 0 ? 'Notifications' : `Notifications, unseen: ${count}`, exact: true })
    .waitFor()
const live = (page: Page) => page.locator('tidings-inbox[data-connection=live]').waitFor()
const received = (page: Page) => page.evaluate<{ id: number; at: number }[]>('window.received')
const focused = (page: Page) =>
  page.evaluate<string | null>(`(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement
    return inside?.getAttribute('aria-label') ?? inside?.textContent ?? null
  })()`)

/** Resolves when the service has saved a change. A page shows it before, and may lose it if it ends then. `url`: all or one. */
const saved = async (page: Page, url: RegExp) => {
  const response = await page.waitForResponse((one) => one.request().method() === 'PATCH' && url.test(one.url()))
  assert.equal(await response.finished(), null)
}

const ascending = (one: number, other: number) => one - other

/** Waits until each page has received the messages. */
async function waitForAll(pages: readonly Page[], ids: readonly number[]): Promise<void> {
  for (const page of pages) for (const id of ids) await waitForMessage(page, id)
}

/** An empty inbox for the next test. */
async function clear(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('tidings-inbox').inbox.changeAll({ archived: true })")
  await unseen(page, 0)
}

describe('two tabs and a phone', () => {
  let pages: [Page, Page, Page]
  before(async () => {
    const context = await app.browser.newContext({ locale: 'en-GB' })
    pages = [await app.open(context), await app.open(context), await app.open(PHONE)]
    for (const page of pages) await live(page)
  })
  after(async () => {
    for (const page of pages) await page.close()
  })

  test('all show a message that is created, and all show the same after each change in one of them', async () => {
    const [first, second, phone] = pages
    const id = await app.send('A-1')
    await waitForAll(pages, [id])
    for (const page of pages) await unseen(page, 1)

    await bell(first).click()
    await item(first, 'A-1').waitFor()
    for (const page of pages) await unseen(page, 0)
    await bell(second).click()
    await bell(phone).click()
    for (const page of pages) await item(page, 'A-1').getByRole('button', { name: 'Mark as read' }).waitFor()
    await item(phone, 'A-1').getByRole('button', { name: 'Mark as read' }).click()
    for (const page of pages) await item(page, 'A-1').getByRole('button', { name: 'Mark as unread' }).waitFor()
    await item(second, 'A-1').getByRole('button', { name: 'Archive' }).click()
    for (const page of pages) await item(page, 'A-1').waitFor({ state: 'detached' })
    await panel(first).getByRole('button', { name: 'Archived' }).click()
    await item(first, 'A-1').getByRole('button', { name: 'Move to the inbox' }).click()
    await item(phone, 'A-1').waitFor()
    for (const page of pages) await page.keyboard.press('Escape')
  })

  test('the time from create to arrival is printed', async (t) => {
    const times: number[] = []
    for (let index = 0; index < 5; index++) {
      const createdAt = Date.now()
      const id = await app.send(`T-${index}`)
      await waitForAll(pages, [id])
      for (const page of pages) times.push((await received(page)).find((one) => one.id === id)!.at - createdAt)
    }
    const sorted = times.toSorted((a, b) => a - b)
    t.diagnostic(
      `From create to arrival: median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`,
    )
    await clear(pages[0])
  })

  test('a killed service costs no message and doubles none', async () => {
    const before = await app.send('K-0')
    await waitForAll(pages, [before])
    const ids = [before]
    for (let round = 1; round <= 2; round++) {
      await app.kill()
      await app.restart()
      ids.push(await app.send(`K-${round}`), await app.send(`K-${round}-b`))
    }
    await waitForAll(pages, ids)
    for (const page of pages) {
      await live(page)
      const arrived = (await received(page)).map(({ id }) => id).filter((id) => ids.includes(id))
      assert.deepEqual(arrived.toSorted(ascending), ids.toSorted(ascending))
      await unseen(page, ids.length)
    }
    await bell(pages[1]).click()
    for (const name of ['K-0', 'K-1-b', 'K-2-b']) await item(pages[1], name).waitFor()
    await pages[1].keyboard.press('Escape')
    await clear(pages[0])
  })

  test('a page that was offline gets the messages of that time once', async () => {
    const [first, second] = pages
    await first.context().setOffline(true)
    await first.locator('tidings-inbox[data-connection=offline]').waitFor()
    const ids = [await app.send('O-1'), await app.send('O-2')]
    await waitForAll([pages[2]], ids)
    await first.context().setOffline(false)
    await waitForAll([first, second], ids)
    for (const page of pages) {
      const arrived = (await received(page)).map(({ id }) => id).filter((id) => ids.includes(id))
      assert.deepEqual(arrived.toSorted(ascending), ids.toSorted(ascending))
    }
    await clear(first)
  })
})

let desktop: Page | null = null

/** Loads the app in the page that the tests share. */
async function open(query = ''): Promise<Page> {
  if (desktop === null) desktop = await app.open({}, query)
  else await app.load(desktop, query)
  return desktop
}
// An open list would see the messages of the next test.
afterEach(() => desktop?.goto('about:blank'))

test('a change without a network is undone, with a visible error', async () => {
  const id = await app.send('U-1')
  const page = await open()
  await live(page)
  const isSeen = saved(page, /\/messages$/)
  await bell(page).click()
  await item(page, 'U-1').waitFor()
  await unseen(page, 0)
  await isSeen
  await page.context().setOffline(true)
  await item(page, 'U-1').getByRole('button', { name: 'Archive' }).click()
  await panel(page).getByRole('alert').filter({ hasText: 'The change was not saved' }).waitFor()
  await item(page, 'U-1').waitFor()
  await page.context().setOffline(false)
  await panel(page).getByRole('button', { name: 'Dismiss' }).click()
  await panel(page).getByRole('alert').waitFor({ state: 'hidden' })
  const isArchived = saved(page, /\/messages\/\d+$/)
  await item(page, 'U-1').getByRole('button', { name: 'Archive' }).click()
  await item(page, 'U-1').waitFor({ state: 'detached' })
  await isArchived
  assert.ok(id > 0)
})

test('older pages come by the button, and the end of the list is the first message', async () => {
  for (let index = 1; index <= 12; index++) await app.send(`P-${String(index).padStart(2, '0')}`)
  const page = await open()
  await unseen(page, 12)
  await bell(page).click()
  const items = panel(page).getByRole('listitem')
  await items.nth(4).waitFor()
  const older = panel(page).getByRole('button', { name: 'Show older messages' })
  await older.click()
  await items.nth(9).waitFor()
  await older.click()
  await items.nth(11).waitFor()
  await older.waitFor({ state: 'hidden' })
  for (let index = 1; index <= 12; index++) await item(page, `P-${String(index).padStart(2, '0')}`).waitFor()
  await clear(page)
})

test('the keyboard alone does everything, and the focus stays where a person expects it', async () => {
  const page = await open('?router')
  await live(page)
  for (const count of [1, 2, 3]) {
    await app.send(`B-${count}`)
    await unseen(page, count)
  }
  await page.keyboard.press('Tab')
  assert.match((await focused(page))!, /^Notifications, unseen: 3/)
  await page.keyboard.press('Enter')
  await item(page, 'B-3').waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Close')
  // Three lists and the button for all.
  for (const name of ['Inbox', 'Unread', 'Archived', 'Mark all as read']) {
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), name)
  }
  await page.keyboard.press('Tab')
  assert.match((await focused(page))!, /Order B-3/)
  await page.keyboard.press('ArrowDown')
  assert.match((await focused(page))!, /Order B-2/)
  await page.keyboard.press('End')
  assert.match((await focused(page))!, /Order B-1/)
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await item(page, 'B-3').getByRole('button', { name: 'Mark as unread' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Archive: Order B-3')
  await page.keyboard.press('Space')
  await item(page, 'B-3').waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'Archive: Order B-2')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
  assert.match((await focused(page))!, /^Notifications/)
  await clear(page)
})

test('the panel that opens leaves the focus where a quick person has put it', async () => {
  const page = await open()
  await live(page)
  await page.evaluate(`new Promise((resolve) => {
    const root = document.querySelector('tidings-inbox').shadowRoot
    const panel = root.querySelector('[popover]')
    panel.addEventListener('toggle', resolve, { once: true })
    panel.showPopover()
    root.querySelector('[part=close]').focus()
  })`)
  assert.equal(await focused(page), 'Close')
  await page.keyboard.press('Escape')
  await panel(page).waitFor({ state: 'hidden' })
})

test('a screen reader hears of new messages, together if they come together', async () => {
  const page = await open()
  await live(page)
  await app.send('L-1')
  await page
    .getByRole('status')
    .filter({ hasText: /New: Order L-1/ })
    .waitFor()
  await clear(page)
})

test('a message is text: markup in it stays visible, and a wrong address is no link', async () => {
  const fields = {
    ...{
      name: 'hostile',
      subject: '<img src=x onerror=alert(1)> {{ user.first_name }}',
      body: '<b>bold</b>',
      body_format: 'text',
    },
    channels: [{ notification_channel_id: await channelId() }],
  }
  const made = await app.client.call('POST', '/api/v1/message_templates', { message_template: fields })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const message = { external_user_id: 'ada', message_template_name: 'hostile' }
  assert.equal((await app.client.call('POST', '/api/v1/messages', { message })).status, 201)
  const page = await open()
  await unseen(page, 1)
  await bell(page).click()
  const hostile = panel(page).getByRole('listitem').filter({ hasText: 'onerror' })
  await hostile.getByText('<b>bold</b>').waitFor()
  assert.equal(await hostile.getByRole('link').count(), 0)
  await hostile.locator('.title').click()
  assert.equal(await hostile.locator('.title').getAttribute('aria-expanded'), 'true')
  await clear(page)
})

test('a page that lets no text become markup shows the messages', async () => {
  const page = await open('?trusted')
  await live(page)
  await app.send('M-1')
  await unseen(page, 1)
  await bell(page).click()
  const isArchived = saved(page, /\/messages\/\d+$/)
  await item(page, 'M-1').getByRole('button', { name: 'Archive' }).click()
  await item(page, 'M-1').waitFor({ state: 'detached' })
  await isArchived
})

async function channelId(): Promise<number> {
  const { body } = await app.client.call('GET', '/api/v1/notification_channels')
  return body.notification_channels[0].id
}

test('a link leads to the address of its message, unless the app opens it', async () => {
  await app.send('Q-1')
  const page = await open('?router')
  await bell(page).click()
  const link = item(page, 'Q-1').getByRole('link')
  assert.equal(await link.getAttribute('href'), 'https://shop.example.com/orders/Q-1')
  const url = page.url()
  await link.click()
  await item(page, 'Q-1').getByRole('button', { name: 'Mark as unread' }).waitFor()
  assert.equal(page.url(), url)
  await clear(page)
})

describe('the looks', () => {
  let phone: Page
  before(async () => {
    for (const name of ['V-1', 'V-2', 'V-3']) await app.send(name)
    phone = await app.open(PHONE)
  })

  const STILL = { reducedMotion: 'reduce', forcedColors: 'active' } as const
  const looks: [name: string, device: 'desktop' | 'phone', query: string, media?: typeof STILL][] = [
    ['light', 'desktop', ''],
    ['dark', 'desktop', '?theme=dark'],
    ['phone', 'phone', ''],
    ['phone-dark', 'phone', '?theme=dark'],
    ['arabic', 'desktop', '?lang=ar'],
    ['german', 'phone', '?lang=de'],
    ['still', 'desktop', '', STILL],
  ]
  for (const [name, device, query, media = {}] of looks)
    test(`${name}: it fits, axe finds nothing, closed and open`, async () => {
      const page = device === 'phone' ? phone : await open(query)
      if (device === 'phone') await app.load(phone, query)
      await page.emulateMedia(media)
      await live(page)
      await assertAccessible(page)
      await page.locator('tidings-inbox').getByRole('button').first().click()
      const items = page.getByRole('dialog').getByRole('listitem')
      await items.nth(2).waitFor()
      // The second one is read, so both states are checked.
      await page.evaluate(`(async () => {
        const { inbox } = document.querySelector('tidings-inbox')
        await inbox.change(inbox.state.messages[1].message_id, { read: true })
      })()`)
      await assertFits(page)
      await assertAccessible(page)
    })
})
