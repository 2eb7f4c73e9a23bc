import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAccount } from '../../server/src/core/accounts/accounts.ts'
import { createMember } from '../../server/src/features/members/members.ts'
import { createSystemClock } from '../../server/src/platform/clock.ts'
import { transaction } from '../../server/src/platform/db/transaction.ts'
import { openDashboard } from './browser.ts'
import { assertLooksGood, LOOKS } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

const OTHER = 'A second account with a name that is longer than the navigation is wide'

let dashboard: Dashboard
before(async () => {
  dashboard = await openDashboard()
  const clock = createSystemClock()
  const { pool } = dashboard.database
  const { id: accountId, bucket } = await createAccount(pool, clock, OTHER)
  const email = dashboard.emails.owner
  const { rows } = await pool.query<{ password_hash: string }>({
    text: 'select password_hash from people where email = $1',
    values: [email],
  })
  const passwordHash = rows[0]!.password_hash
  const made = await transaction(pool, (connection) =>
    createMember(connection, clock, { bucket, accountId, email, role: 'viewer', passwordHash }),
  )
  assert.ok(made.ok)
  const recipient = { external_user_id: 'grace', first_name: 'Grace', email: 'grace@first.example' }
  const answer = await dashboard.client.call('POST', '/api/v1/notification_users', { notification_user: recipient })
  assert.equal(answer.status, 201)
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

/** Signs in a person with two accounts, in the first account. */
async function openFirst(path: string, look = LOOKS[1]): Promise<Page> {
  const page = await dashboard.openAs('owner', path, look)
  const { account } = await sessionOf(page)
  if (account.name === OTHER) {
    await switchTo(page, 'Test', look.viewport.width < 860)
    await page.goto(path)
  }
  return page
}

async function sessionOf(page: Page): Promise<{ account: { id: number; name: string } }> {
  const answer = await page.request.get(`${dashboard.url}/api/v1/session`)
  return ((await answer.json()) as { session: { account: { id: number; name: string } } }).session
}

async function switchTo(page: Page, name: string, isNarrow = false): Promise<void> {
  if (isNarrow) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Switch account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your accounts' })
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name }).click()])
}

describe('a person with two accounts', () => {
  test('goes to the other one, where nothing is shown of the first, and back', async () => {
    const page = await openFirst('/recipients')
    await page.getByText('grace@first.example').waitFor()
    const live = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/v1/live')
    const session = page.waitForResponse(
      (response) => response.url().endsWith('/api/v1/session') && response.request().method() === 'GET',
    )
    await switchTo(page, OTHER)
    await page.getByText(OTHER).first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/')
    // The stream starts again with the session of this account: it must not continue from a cursor of the first one.
    const { session: shown } = (await (await session).json()) as { session: { live_after: string } }
    assert.equal(new URL((await live).url()).searchParams.get('after'), shown.live_after)
    await page.getByRole('link', { name: 'Recipients' }).click()
    await page.getByRole('heading', { name: 'No recipients yet' }).waitFor()
    assert.equal(await page.getByText('grace@first.example').count(), 0)
    await page.goto('/settings/profile')
    await page.getByText('viewer', { exact: true }).waitFor()
    await switchTo(page, 'Test')
    await page.getByRole('link', { name: 'Recipients' }).click()
    await page.getByText('grace@first.example').waitFor()
  })

  test('hides the first steps of one account only', async () => {
    const page = await openFirst('/')
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Hide' }).click()
    await steps.waitFor({ state: 'detached' })
    await switchTo(page, OTHER)
    await steps.waitFor()
    await switchTo(page, 'Test')
    await page.getByRole('region', { name: 'Recent failures' }).waitFor()
    assert.equal(await steps.count(), 0)
  })

  test('goes there even if a read of the previous session is refused before the change returns', async () => {
    const page = await openFirst('/settings/profile')
    const context = page.context()
    const changed = Promise.withResolvers<void>()
    await page.route('**/api/v1/notification_users*', async (route) => {
      await changed.promise
      await route.continue()
    })
    await page.route('**/api/v1/session/account', async (route) => {
      const response = await route.fetch()
      const cookies = await context.cookies()
      await context.clearCookies()
      changed.resolve()
      await page.getByText('Your session has ended').waitFor()
      await context.addCookies(cookies)
      await route.fulfill({ response })
    })
    await page.goto('/recipients')
    await switchTo(page, OTHER)
    await page.getByText(OTHER).first().waitFor()
  })

  test('finds every tab of the browser in the account that one of them went to', async () => {
    const page = await openFirst('/deliveries')
    const other = await page.context().newPage()
    await other.goto('/recipients')
    await other.getByText('grace@first.example').waitFor()
    await Promise.all([other.waitForEvent('load'), switchTo(page, OTHER)])
    await other.getByText(OTHER).first().waitFor()
    assert.equal(await other.getByText('grace@first.example').count(), 0)
  })

  test('does it by the keyboard alone', async () => {
    const page = await openFirst('/')
    await page.getByRole('button', { name: 'Switch account' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your accounts' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    const choice = dialog.getByRole('button', { name: OTHER })
    await choice.waitFor()
    while (!(await choice.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('Tab')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await page.getByText(OTHER).first().waitFor()
  })

  test('sees a switch that is accessible and fits, also behind the menu of a narrow window', async () => {
    const page = await openFirst('/settings/profile', LOOKS[0])
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Switch account' }).click()
    await page.getByRole('dialog', { name: 'Your accounts' }).waitFor()
    await assertLooksGood(page)
  })
})

test('a person with one account sees no switch', async () => {
  const page = await dashboard.openAs('developer', '/')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Switch account' }).count(), 0)
})
