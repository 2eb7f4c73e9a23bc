import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { openDashboard } from './browser.ts'
import { PASSWORD } from './passwords.ts'
import { assertLooksGood } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
before(async () => {
  dashboard = await openDashboard()
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

test('a member finds an accessible sign-in that fits, signs in, looks around, reloads a deep link and signs out', async () => {
  const page = await dashboard.open('/recipients')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await assertLooksGood(page)
  await page.getByLabel('Email').fill(dashboard.emails.owner)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // The browser shows the requested page.
  await page.getByRole('heading', { name: 'No recipients yet' }).waitFor()
  await page.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/deliveries')
  await page.goBack()
  await page.getByRole('heading', { name: 'No recipients yet' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No recipients yet' }).waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a wrong password is told, and does not say whose email exists', async () => {
  const page = await dashboard.open('/')
  for (const email of [dashboard.emails.owner, 'nobody@example.com']) {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    const answered = page.waitForResponse('**/api/v1/session')
    await page.getByRole('button', { name: 'Sign in' }).click()
    assert.equal((await answered).status(), 401)
    await page.getByRole('alert').getByText('The email or the password is wrong').waitFor()
  }
})
