import type { Page } from 'playwright-core'
import { OWNER_OF_EMPTY } from './accounts.ts'
import type { Shot } from './camera.ts'
import type { Made } from './shop.ts'

/** Clicks buttons one after another, then waits for the dialog. */
export const clicks = (...names: (string | RegExp)[]) => {
  return async (page: Page) => {
    for (const name of names) await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
    await page
      .locator('[role=status][aria-label^=Loading], [role=status][aria-label=Rendering]')
      .first()
      .waitFor({ state: 'hidden' })
  }
}

/** The versions are read when they are in the window. */
async function showVersion1(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Versions' }).scrollIntoViewIfNeeded()
  await clicks('Show version 1')(page)
}

/** The pages of templates, layouts and partials. */
export function templateShots({ template, newsletter, digest, layout }: Made): Shot[] {
  return [
    {
      name: 'template',
      path: `/templates/${template}`,
      async prepare(page) {
        const samples = { 'order.id': 'A-4711', 'order.arrival': 'on Tuesday', 'order.total': '€ 34.50' }
        for (const [name, value] of Object.entries(samples)) await page.getByLabel(name, { exact: true }).fill(value)
        await page.frameLocator('iframe').getByText('€ 34.50').waitFor()
      },
    },
    { name: 'template-new', path: '/templates/new' },
    {
      name: 'template-language',
      path: `/templates/${newsletter}`,
      async prepare(page) {
        await page.getByRole('button', { name: /^German/ }).click()
        await page.frameLocator('iframe').getByText('Hallo').waitFor()
      },
    },
    { name: 'template-add-language', path: `/templates/${newsletter}`, prepare: clicks('Add a language') },
    { name: 'template-send', path: `/templates/${newsletter}`, prepare: clicks('Send a test') },
    { name: 'template-delete', path: `/templates/${newsletter}`, prepare: clicks('Delete') },
    { name: 'template-version', path: `/templates/${template}`, prepare: showVersion1 },
    {
      name: 'template-comparison',
      path: `/templates/${template}`,
      async prepare(page) {
        await showVersion1(page)
        await page.getByLabel('Compare with').selectOption({ label: 'Version 2' })
        await page.getByRole('dialog').locator('del').first().waitFor()
      },
    },
    { name: 'template-draft', path: `/templates/${digest}` },
    { name: 'template-draft-comparison', path: `/templates/${digest}`, prepare: clicks('Compare') },
    { name: 'partials', path: '/templates/partials' },
    { name: 'partials-empty', path: '/templates/partials', email: OWNER_OF_EMPTY },
    { name: 'partial', path: `/templates/partials/${layout}` },
    { name: 'partial-new', path: '/templates/partials/new' },
    { name: 'gallery', path: '/templates/new', prepare: clicks('Start from an example') },
  ]
}
