import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Request } from 'playwright-core'
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

test('the first page after a sign-in reads each list once', async () => {
  const page = await dashboard.open('/')
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/v1/')) reads.push(pathname.slice('/api/v1/'.length))
  })
  const countOf = (path: string) => reads.filter((read) => read === path).length
  await page.getByLabel('Email').fill(dashboard.emails.owner)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('No deliveries yet. Each message').waitFor()
  // The page reads the session again some time after the live stream has opened.
  while (countOf('session') < 2) await page.waitForRequest('**/api/v1/session')
  assert.deepEqual(['live', 'deliveries', 'webhook_endpoints'].map(countOf), [1, 1, 0])
})

test('a read of the session that began before its end does not sign the member in again', async () => {
  const page = await dashboard.openAs('viewer', '/')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.waitFor()
  const [read, out] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The home page reads it again until the first steps are done.
  await page.route('**/api/v1/session', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    read.resolve()
    await out.promise
    await route.fulfill({ response })
  })
  await read.promise
  const isRead = (request: Request) => request.method() === 'GET' && request.url().endsWith('/api/v1/session')
  const ended = Promise.race([page.waitForEvent('requestfinished', isRead), page.waitForEvent('requestfailed', isRead)])
  await signOut.click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  out.resolve()
  await ended
  await page.getByLabel('Email').fill('still@example.com')
  assert.equal(await page.getByLabel('Email').inputValue(), 'still@example.com')
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
