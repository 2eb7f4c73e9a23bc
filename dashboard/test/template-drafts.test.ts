/** Drafts of templates, which the members of an account share. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { prepareMessages } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { assertAccessible, assertLooksGood, goWithin, waitForVersion } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
let ada: Page
let grace: Page

before(async () => {
  dashboard = await openDashboard()
  await prepareMessages(dashboard.client)
  ada = await dashboard.openAs('owner', '/templates')
  grace = await dashboard.openAs('developer', '/templates')
})
after(() => dashboard.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const click = (page: Page, name: string) => button(page, name).click()
const subject = (page: Page) => page.getByLabel('Subject').inputValue()

async function makeTemplate(name: string): Promise<{ id: number; path: string }> {
  const message_template = { name, subject: 'In use', body: 'Hello\nYour order' }
  const { body } = await dashboard.client.call('POST', '/api/v1/message_templates', { message_template })
  const { id } = body.message_template
  return { id, path: `/templates/${id}` }
}

/** Saves a draft by the API key of the tests. */
async function saveDraft(id: number, fields: object): Promise<void> {
  const draft = { name: 'by key', subject: 'By key', body: 'Hello', ...fields }
  const { status } = await dashboard.client.call('PUT', `/api/v1/message_templates/${id}/draft`, { draft })
  assert.equal(status, 200)
}

describe('a draft', () => {
  let id: number
  let path: string
  before(async () => ({ id, path } = await makeTemplate('shared')))

  test('is saved with a mistake in it, and the version in use stays', async () => {
    await goWithin(grace, path)
    await grace.getByText('Save puts the texts in use at once.').waitFor()
    await button(grace, 'Save as draft').and(grace.locator('[aria-disabled=true]')).waitFor()
    await grace.getByLabel('Subject').fill('Unfinished')
    await grace.getByLabel('Body', { exact: true }).fill('Hello\nYour order {{ order')
    await click(grace, 'Save as draft')
    await grace.getByText('The draft is saved. Messages do not use it').waitFor()
    await grace
      .getByText(/^You are editing the draft, last saved by you, just now\. Version 1 is in use until you publish\./)
      .waitFor()
    const { body } = await dashboard.client.call('GET', `/api/v1/message_templates/${id}`)
    assert.deepEqual([body.message_template.subject, body.message_template.version], ['In use', 1])
    // Nothing is unsaved, so the browser does not ask.
    await grace.reload()
    await grace.getByText(/^Draft by you, just now\. Version 1 is in use\./).waitFor()
    assert.equal(await subject(grace), 'In use')
  })

  test('is marked in the list, and compared by another member', async () => {
    await ada.reload()
    await ada.getByRole('row', { name: /shared.*Draft/ }).waitFor()
    assert.equal(await ada.getByRole('row', { name: /receipt.*Draft/ }).count(), 0)
    await ada.getByRole('link', { name: 'shared' }).click()
    await ada.getByText(/^Draft by grace-\d+@example\.com, just now\. Version 1 is in use\./).waitFor()
    await click(ada, 'Compare')
    const dialog = ada.getByRole('dialog', { name: 'Version 1 and the draft' })
    await dialog
      .getByRole('region', { name: 'Subject', exact: true })
      .locator('ins', { hasText: 'Unfinished' })
      .waitFor()
    await dialog.getByRole('region', { name: 'Body', exact: true }).locator('ins mark', { hasText: 'order' }).waitFor()
    await assertAccessible(ada)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  test('is opened, fixed, saved again and published', async () => {
    await click(ada, 'Open the draft')
    await ada.getByText(/^You are editing the draft, last saved by grace-\d+@example\.com/).waitFor()
    assert.equal(await subject(ada), 'Unfinished')
    await button(ada, 'Send a test').and(ada.locator('[aria-disabled=true]')).waitFor()
    await click(ada, 'Publish')
    await ada.getByText('Not saved. Fix the marked fields.').waitFor()
    await ada.getByLabel('Body', { exact: true }).fill('Hello\nYour order {{ order }}')
    await ada.getByLabel('Subject').fill('Finished')
    await ada.keyboard.press('Control+s')
    await ada.getByText(/^You are editing the draft, last saved by you/).waitFor()
    await click(ada, 'Publish')
    await waitForVersion(ada, 2)
    await ada.getByText(/editing the draft/).waitFor({ state: 'detached' })
    assert.equal(await subject(ada), 'Finished')
    await button(ada, 'Save').and(ada.locator('[aria-disabled=true]')).waitFor()
    await ada.getByRole('link', { name: 'Templates', exact: true }).click()
    await ada.getByRole('row', { name: /shared/ }).waitFor()
    // The list shows its last rows until it is read again.
    await ada.getByRole('row', { name: /shared.*Draft/ }).waitFor({ state: 'detached' })
  })

  test('is discarded after a question', async () => {
    await saveDraft(id, {})
    await grace.goto(path)
    await grace.getByText(/^Draft by Test, just now\. Version 2 is in use\./).waitFor()
    await click(grace, 'Discard')
    const dialog = grace.getByRole('dialog', { name: 'Discard the draft' })
    await dialog.getByText('The draft is removed for all members. Version 2 stays in use.').waitFor()
    await assertAccessible(grace)
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await grace.getByText('The draft is discarded').waitFor()
    await grace.getByText(/^Draft by/).waitFor({ state: 'detached' })
    assert.equal((await dashboard.client.call('GET', `/api/v1/message_templates/${id}/draft`)).status, 404)
  })

  test('of an older version says so, and the unsaved changes of it outlive a reload', async () => {
    await saveDraft(id, { based_on_version: 1 })
    await grace.reload()
    await grace.getByText('The draft was begun on version 1: compare before you publish it.').waitFor()
    await click(grace, 'Open the draft')
    await grace.getByLabel('Subject').fill('Not saved yet')
    const asked = grace.waitForEvent('dialog')
    const reloaded = grace.reload()
    await (await asked).accept()
    await reloaded
    await grace.getByText('These are your unsaved changes of the draft.').waitFor()
    assert.equal(await subject(grace), 'Not saved yet')
    await grace.getByText(/^You are editing the draft, last saved by Test/).waitFor()
    await click(grace, 'Back to version 2')
    await grace
      .getByRole('dialog', { name: 'Unsaved changes' })
      .getByRole('button', { name: 'Leave the draft' })
      .click()
    await grace.getByText(/^Draft by Test/).waitFor()
    assert.equal(await subject(grace), 'Finished')
  })
})

describe('two members with the same draft', () => {
  let id: number
  let path: string
  before(async () => {
    ;({ id, path } = await makeTemplate('contested'))
    await saveDraft(id, {})
    for (const page of [ada, grace]) {
      await goWithin(page, path)
      await click(page, 'Open the draft')
      await page.getByText(/^You are editing the draft/).waitFor()
    }
  })

  test('are told of a save that they have not seen, and replace it or open it', async () => {
    // Grace's page does not see the save before her own one is refused.
    const seen = Promise.withResolvers<void>()
    const route = `**/api/v1/message_templates/${id}`
    await grace.route(route, async (one) => {
      await seen.promise
      await one.continue()
    })
    await ada.getByLabel('Subject').fill('By Ada')
    await click(ada, 'Save as draft')
    await ada.getByText(/^You are editing the draft, last saved by you/).waitFor()
    await grace.getByLabel('Subject').fill('By Grace')
    const refused = grace.waitForResponse((one) => one.request().method() === 'PUT')
    await click(grace, 'Save as draft')
    assert.equal((await refused).status(), 409)
    await grace
      .getByText('Not saved, because somebody else saved, published or discarded the draft meanwhile.')
      .waitFor()
    seen.resolve()
    await grace.getByText(/^The draft was saved again by ada-\d+@example\.com/).waitFor()
    await grace.unroute(route)
    await button(grace, 'Publish').and(grace.locator('[aria-disabled=true]')).waitFor()
    await assertAccessible(grace)
    await click(grace, 'Compare')
    const dialog = grace.getByRole('dialog', { name: 'The draft and your texts' })
    await dialog.getByRole('region', { name: 'Subject', exact: true }).locator('del', { hasText: 'By Ada' }).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await click(grace, 'Replace it with mine')
    await grace.getByText(/^You are editing the draft, last saved by you/).waitFor()
    assert.equal(await grace.getByText(/^Not saved/).count(), 0)

    await ada.getByText(/^The draft was saved again by grace-\d+@example\.com/).waitFor()
    assert.equal(await subject(ada), 'By Ada')
    await click(ada, 'Open theirs')
    await ada.getByText(/^You are editing the draft, last saved by grace-\d+@example\.com/).waitFor()
    assert.equal(await subject(ada), 'By Grace')
  })

  test('are told of a publication, and keep their texts as a new draft', async () => {
    await click(ada, 'Publish')
    await waitForVersion(ada, 2)
    await grace.getByText('Somebody else published or discarded the draft. This editor still has your texts.').waitFor()
    await grace.getByLabel('Subject').fill('Next')
    await click(grace, 'Save mine as a new draft')
    await grace.getByText(/The draft was begun on version 1/).waitFor()
    await ada.getByText(/^Draft by grace-\d+@example\.com/).waitFor()
    await ada.getByLabel('Subject').fill('Mine')
    await button(ada, 'Save as draft').and(ada.locator('[aria-disabled=true]')).waitFor()
    await click(ada, 'Open the draft')
    await ada.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Cancel' }).click()
    await click(ada, 'Replace it with mine')
    await ada.getByText(/^You are editing the draft, last saved by you/).waitFor()
    const { body } = await dashboard.client.call('GET', `/api/v1/message_templates/${id}/draft`)
    assert.equal(body.draft.subject, 'Mine')
  })
})

test('a viewer sees a draft, and can change nothing', async () => {
  const { id, path } = await makeTemplate('viewed')
  await saveDraft(id, {})
  const viewer = await dashboard.openAs('viewer', path)
  await button(viewer, 'Discard').and(viewer.locator('[aria-disabled=true]')).waitFor()
  await click(viewer, 'Open the draft')
  await viewer.getByText(/^You are editing the draft, last saved by Test/).waitFor()
  assert.equal(await subject(viewer), 'By key')
  for (const name of ['Discard', 'Save as draft', 'Publish'])
    await button(viewer, name).and(viewer.locator('[aria-disabled=true]')).waitFor()
})

test('the pages with a draft are accessible and fit, light and dark, narrow and wide', async () => {
  const { id, path } = await makeTemplate('a_template_with_a_long_name_that_does_not_fit_into_a_narrow_list')
  await saveDraft(id, {})
  await grace.goto('/templates')
  await grace.getByRole('row', { name: /a_template_with.*Draft/ }).waitFor()
  await assertLooksGood(grace)
  await goWithin(grace, path)
  await grace.getByText(/^Draft by Test/).waitFor()
  await waitForVersion(grace, 1)
  await assertLooksGood(grace)
  await click(grace, 'Open the draft')
  await grace.getByText(/^You are editing/).waitFor()
  await assertLooksGood(grace)
})
