/** The reference of the API in a real browser, under the policy of each answer. */
import { test } from 'node:test'
import { openDashboard } from './browser.ts'

test('the reference shows, runs nothing that its policy forbids, and asks nobody else', async () => {
  const dashboard = await openDashboard({ ROLES: 'api' })
  try {
    const page = await dashboard.open('/docs')
    await page.getByText('Sends notification messages').first().waitFor()
  } finally {
    // Fails if the page had an error, or asked for anything elsewhere.
    await dashboard.close()
  }
})
