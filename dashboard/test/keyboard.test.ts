/** The dashboard by keyboard alone. No test clicks. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { prepareMessages } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { assertLooksGood } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
let newest: number[]

before(async () => {
  dashboard = await openDashboard()
  const { client } = dashboard
  await prepareMessages(client)
  newest = []
  for (let messages = 0; messages < 3; messages++) {
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const { status, body } = await client.call('POST', '/api/v1/messages', { message })
    assert.equal(status, 201, JSON.stringify(body))
    newest.unshift(body.message.id)
  }
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

/** The path of the link with the focus. */
const focused = (page: Page) => page.evaluate<string>("document.activeElement.getAttribute('href') ?? ''")

/** Opens a list, and waits for its rows. */
async function openList(path: string): Promise<Page> {
  const page = await dashboard.openAs('developer', path)
  await page.getByRole('row').nth(3).waitFor()
  return page
}

describe('on a list', () => {
  test('j and k select a row, and Enter opens it', async () => {
    const page = await openList('/messages')
    await page.keyboard.press('k')
    assert.equal(await focused(page), `/messages/${newest[0]}`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    assert.equal(await focused(page), `/messages/${newest[1]}`)
    const selected = page.locator('tbody tr', { has: page.locator(':focus-visible') })
    const backgrounds = await page.evaluate<string[]>(
      `[...document.querySelectorAll('tbody tr')].map((row) => getComputedStyle(row).backgroundColor)`,
    )
    assert.equal(new Set(backgrounds).size, 2, 'the selected row looks different')
    assert.equal(await selected.count(), 1)
    await page.keyboard.press('Enter')
    await page.waitForURL(`/messages/${newest[1]}`)
  })

  test('the last row has no next one, and arrow keys still scroll', async () => {
    const page = await openList('/deliveries')
    for (let presses = 0; presses < 9; presses++) await page.keyboard.press('j')
    const last = await page.getByRole('row').last().getByRole('link').first().getAttribute('href')
    assert.equal(await focused(page), last)
    await page.keyboard.press('ArrowUp')
    assert.equal(await focused(page), last)
  })

  test('without a link, the button of the row has the focus', async () => {
    const page = await openList('/inbox')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Sandbox message' }).waitFor()
  })
})

describe('on every page', () => {
  test('g and a letter go to a page', async () => {
    const page = await openList('/messages')
    for (const [letter, path, heading] of [
      ['d', '/deliveries', 'Deliveries'],
      ['a', '/analytics', 'Analytics'],
      ['r', '/recipients', 'Recipients'],
      ['t', '/templates', 'Templates'],
      ['w', '/webhooks', 'Webhooks'],
      ['c', '/channels', 'Channels'],
      ['i', '/inbox', 'Sandbox inbox'],
      ['s', '/settings', 'Settings'],
      ['h', '/', 'Home'],
      ['m', '/messages', 'Messages'],
    ] as const) {
      // Together, because the letter must follow within 1.5 seconds, also on a busy machine.
      await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      assert.equal(new URL(page.url()).pathname, path)
    }
    // A letter alone, or after another key, goes nowhere.
    for (const key of ['d', 'g', 'x', 'd']) await page.keyboard.press(key)
    assert.equal(new URL(page.url()).pathname, '/messages')
  })

  test('a slash opens the search, and its field takes all keys as text', async () => {
    const page = await openList('/messages')
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.waitFor()
    await page.keyboard.type('g/j?')
    assert.equal(await field.inputValue(), 'g/j?')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  })

  test('a field of the page takes all keys as text, and an open dialog has no shortcuts', async () => {
    const page = await openList('/messages')
    const field = page.getByRole('searchbox', { name: 'Recipient' })
    await field.focus()
    await page.keyboard.type('?jgd')
    assert.equal(await field.inputValue(), '?jgd')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.goto('/messages')
    await page.getByRole('row').nth(3).waitFor()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.waitFor()
    for (const key of ['g', 'd', '/']) await page.keyboard.press(key)
    assert.equal(new URL(page.url()).pathname, '/messages')
    assert.equal(await page.getByRole('dialog').count(), 1)
  })

  test('a question mark shows all shortcuts, and there they are turned off for this browser', async () => {
    const page = await openList('/messages')
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Select the next row').waitFor()
    await dialog.getByText('Go to a page').waitFor()
    await assertLooksGood(page)
    // The first field has the focus.
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const key of ['g', 'd', '?', '/']) await page.keyboard.press(key)
    await page.reload()
    await page.getByRole('row').nth(3).waitFor()
    for (const key of ['j', 'g', 'd', '?']) await page.keyboard.press(key)
    assert.equal(new URL(page.url()).pathname, '/messages')
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.equal(await focused(page), '')
    // The search has a key with Ctrl, and the dialog has a button.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
    await dialog.waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    assert.equal(await focused(page), `/messages/${newest[0]}`)
  })
})
