/** The site in a real browser: nothing that its policy forbids, nothing from elsewhere, usable by everybody. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDashboard } from '../../dashboard/test/browser.ts'
import { assertAccessible, assertLooksGood } from '../../dashboard/test/looks-of-page.ts'
import type { Dashboard } from '../../dashboard/test/browser.ts'
import { prepareInbox, sendToInbox, tokenOf } from '../../server/test/inbox.ts'

let service: Dashboard

before(async () => {
  service = await openDashboard()
})
// Fails if a page had an error, or asked for anything elsewhere.
after(() => service.close())
afterEach(() => service.closePages())

/** A page of the site that takes clicks: the program of the page gives the switch of the theme its title. */
async function open(path: string, options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> {
  const page = await service.open(path, options)
  await page.locator('.VPSwitchAppearance[title^=Switch]').first().waitFor({ state: 'attached' })
  return page
}

test('the search finds a sentence, and leads to its heading', async () => {
  const page = await open('/docs/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('idempotency key is still running')
  await page.getByRole('option').filter({ hasText: 'idempotency_key_running' }).first().click()
  await page.waitForURL('**/docs/errors#idempotency_key_running')
  await page.getByRole('heading', { name: 'idempotency_key_running' }).waitFor()
})

test('a sample shows one language, and the choice stays on other pages', async () => {
  const page = await open('/docs/guides/sending')
  const chosen = page.getByRole('tab', { selected: true })
  assert.deepEqual(await chosen.allTextContents(), ['curl', 'curl'])
  await page.getByRole('tab', { name: 'Python' }).last().click()
  assert.deepEqual(await chosen.allTextContents(), ['Python', 'Python'])
  await page.keyboard.press('ArrowRight')
  assert.deepEqual(await page.getByRole('tabpanel', { name: 'Go' }).count(), 2)
  assert.equal(await page.getByText('from tidings import Client').first().isVisible(), false)
  await page.goto('/docs/guides/lists')
  await page.getByRole('tab', { name: 'Go', selected: true }).waitFor()
  await page.getByText('client.NotificationUsers.List').waitFor()
  assert.deepEqual(await chosen.allTextContents(), ['Go'])
  // Without JavaScript, the page shows all of them.
  const html = await (await fetch(`${service.url}/docs/guides/lists`)).text()
  assert.deepEqual(
    [...html.matchAll(/<div class="tab" data-name="(\w+)">/g)].map(([, name]) => name),
    ['curl', 'TypeScript', 'Python', 'Go'],
  )
})

test('a link within the site loads no other document, one to the dashboard does', async () => {
  const page = await open('/docs/')
  await page.evaluate('window.isSameDocument = true')
  await page.getByRole('link', { name: /^Templates/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
  assert.equal(await page.evaluate('window.isSameDocument'), true)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByLabel('Email').waitFor()
  assert.equal(new URL(page.url()).pathname, '/')
})

test('a page of the dashboard links to its guide', async () => {
  const page = await service.openAs('owner', '/templates')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Help' }).click()
  const guide = await opened
  await guide.getByRole('heading', { level: 1, name: 'Templates' }).waitFor()
  assert.equal(new URL(guide.url()).pathname, '/docs/guides/templates')
})

test('the guide of the component shows the live inbox of a token', async () => {
  const { recipientId } = await prepareInbox(service.client)
  const token = await tokenOf(service.client, recipientId)
  const page = await open('/docs/guides/inbox-component')
  await page.getByLabel('Recipient token').fill(token)
  await page.getByRole('button', { name: 'Show the inbox' }).click()
  await page.locator('tidings-inbox[data-connection=live]').waitFor()
  await sendToInbox(service.client, 'A-1')
  await page.getByRole('button', { name: 'Notifications, unseen: 1' }).click()
  await page.getByRole('dialog').getByText('Order A-1').waitFor()
  await assertAccessible(page)
})

test('the theme that is chosen is that of the dashboard and of the reference, which shows the operations of the API', async () => {
  const page = await open('/docs/guides/sending', { colorScheme: 'light' })
  const isDark = () => page.evaluate("document.documentElement.classList.contains('dark')")
  assert.equal(await isDark(), false)
  await page.getByRole('switch').first().click()
  assert.equal(await isDark(), true)
  await page.goto('/')
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
  await page.goto('/docs/api')
  await page.locator('body.dark-mode').waitFor()
  // The reference shows the operations of the API.
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>
  }
  await page.getByText(paths['/api/v1/messages']!['post']!.summary).first().waitFor()
  await page.getByRole('link', { name: 'Guides' }).click()
  await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
  assert.equal(await isDark(), true)
})

test('pages fit and are accessible, light and dark, narrow and wide', async () => {
  const page = await open('/docs/')
  for (const path of ['/docs/', '/docs/guides/sending', '/docs/errors', '/docs/configuration']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await assertLooksGood(page)
  }
})
