import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { assertAccessible, assertLooksGood, fillDuringSave, goWithin } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
let page: Page

before(async () => {
  dashboard = await openDashboard()
  page = await dashboard.openAs('developer', '/templates')
})
after(() => dashboard.close())

const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const preview = () => page.getByRole('region', { name: 'Preview' })
const mail = () => page.frameLocator('iframe[title=Preview]')
const text = () => page.getByLabel('Text', { exact: true })

async function made(path: string, root: string, fields: object) {
  const answer = await dashboard.client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body[root]
}

describe('a partial', () => {
  test('is made from an example, with a preview', async () => {
    await page
      .getByRole('navigation', { name: 'Templates' })
      .getByRole('link', { name: 'Layouts and partials' })
      .click()
    await page.getByText('No layouts or partials yet').waitFor()
    await assertAccessible(page)
    await click('New partial')
    await page.getByRole('heading', { name: 'New partial' }).waitFor()
    await click('A layout')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'base')
    await mail().getByText('The block content').waitFor()
    await assertAccessible(page)
    await page.getByLabel('Name', { exact: true }).fill('Base')
    await click('Create')
    await page.getByText(/^Name must have only lower-case letters/).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('base')
    await click('Create')
    await page.getByRole('heading', { name: 'base', level: 1 }).waitFor()
    await page.getByText("{% layout 'base' %}").waitFor()
  })

  test('is changed with the keyboard, in the preview of a template that uses it', async () => {
    const body = "{% layout 'base' %}{% block content %}<p>Hello</p>{% endblock %}"
    await made('message_templates', 'message_template', { name: 'welcome', subject: 'Hi', body })
    await page.reload()
    await page.getByLabel('Preview in').waitFor()
    assert.equal(await page.getByLabel('Preview in').locator('option:checked').textContent(), 'welcome')
    await mail().getByText('Hello').waitFor()
    await text().fill('<b>New</b>{% block content %}{% endblock %}')
    await mail().getByText('New').waitFor()
    await text().fill('{% if a %}')
    await preview()
      .getByText(/^The text of the partial is not valid Liquid/)
      .waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(/^Text is not valid Liquid/).waitFor()
    await text().fill('<b>New</b>{% block content %}{% endblock %}')
    // What is written during the save stays.
    await fillDuringSave(page, { path: '**/api/v1/partials/*', field: text(), text: '<b>Newer</b>' })
    await page.getByRole('row', { name: /2 \(in use\)/ }).waitFor()
    assert.equal(await text().inputValue(), '<b>Newer</b>')
    await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'welcome' }).waitFor()
  })

  test('has versions to compare and to restore', async () => {
    await text().fill('unsaved')
    await click('Show version 1')
    const dialog = page.getByRole('dialog', { name: 'Version 1' })
    await dialog.getByLabel('Compare with').selectOption({ label: 'Version 2 (in use)' })
    await dialog.locator('ins', { hasText: '<b>New</b>' }).waitFor()
    await dialog.getByLabel('Compare with').selectOption({ label: 'Your unsaved text' })
    await dialog.locator('ins', { hasText: 'unsaved' }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Restore it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('row', { name: /3 \(in use\)/ }).waitFor()
    assert.match(await text().inputValue(), /\{% block title %\}Acme/)
  })

  test('has texts in other languages, in the preview and in its versions', async () => {
    await click('Add a language')
    const dialog = page.getByRole('dialog', { name: 'Add a language' })
    await dialog.getByLabel('Language').fill('German')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await text().fill('{% if')
    await click('Save')
    await page.getByText(/^Text is not valid Liquid/).waitFor()
    await text().fill('<b>Neu</b>{% block content %}{% endblock %}')
    await mail().getByText('Neu').waitFor()
    await click('Save')
    await page.getByRole('row', { name: /4 \(in use\)/ }).waitFor()
    const { partials } = (await dashboard.client.call('GET', '/api/v1/partials')).body
    const { partial } = (await dashboard.client.call('GET', `/api/v1/partials/${partials[0].id}`)).body
    const german = { locale: 'de', text: '<b>Neu</b>{% block content %}{% endblock %}' }
    assert.deepEqual(partial.locales, [german])
    await click('Show version 4')
    await page.getByRole('dialog', { name: 'Version 4' }).getByText('German (de):').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page
      .getByRole('group', { name: 'Language' })
      .getByRole('button', { name: /other languages/ })
      .click()
    assert.match(await text().inputValue(), /Acme/)
    // The list names its languages, and a text in Arabic has its own direction.
    await text().fill('مرحبا {% block content %}{% endblock %}')
    const direction = await page.evaluate(`getComputedStyle(document.querySelector('.liquid textarea')).direction`)
    assert.equal(direction, 'rtl')
    await goWithin(page, '/templates/partials')
    await page.getByRole('cell', { name: 'de', exact: true }).waitFor()
    await page.goBack()
  })

  test('keeps an unsaved text, and is deleted only if nothing uses it', async () => {
    await text().fill('kept {% block content %}{% endblock %}')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'Layouts and partials' }).click()
    await page.getByRole('row', { name: /base/ }).getByText('1', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'base' }).click()
    await page.getByText('This is your unsaved text.').waitFor()
    assert.match(await text().inputValue(), /^kept/)
    await click('Discard the text')
    await page.getByText('This is your unsaved text.').waitFor({ state: 'hidden' })
    await click('Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText(/These use the partial: the template welcome/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
})

test('a template completes the names of partials, and links to one that does not exist', async () => {
  await goWithin(page, '/templates/new')
  await page.getByLabel('Name', { exact: true }).fill('new')
  const body = page.getByLabel('Body', { exact: true })
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await body.pressSequentially("{% layout 'b")
  await list.getByRole('option', { name: /base/ }).waitFor()
  await body.press('Enter')
  assert.equal(await body.inputValue(), "{% layout 'base' %}")
  await body.fill("Hi\n{% render 'gone' %}")
  await click('Create')
  await page.getByText(/^Body is not valid: the partial gone does not exist \(line 2, column 1\)/).waitFor()
  await page.getByRole('link', { name: 'Create the partial gone' }).click()
  await page.getByRole('heading', { name: 'New partial' }).waitFor()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'gone')
  await until(
    () => page.getByRole('link', { name: 'Create the partial gone' }).count(),
    (count) => count === 0,
  )
})

test('the pages are accessible and fit, light and dark, narrow and wide', async () => {
  const { body } = await dashboard.client.call('GET', '/api/v1/partials')
  for (const path of ['/templates/partials', '/templates/partials/new', `/templates/partials/${body.partials[0].id}`]) {
    await goWithin(page, path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
    await assertLooksGood(page)
  }
})

test('a viewer looks, and can change nothing', async () => {
  const viewer = await dashboard.openAs('viewer', '/templates/partials')
  await viewer.getByRole('button', { name: 'New partial' }).and(viewer.locator('[aria-disabled=true]')).waitFor()
  await viewer.getByRole('link', { name: 'base' }).click()
  for (const name of ['Save', 'Delete'])
    await viewer.getByRole('button', { name, exact: true }).and(viewer.locator('[aria-disabled=true]')).waitFor()
  assert.equal(await viewer.getByLabel('Text', { exact: true }).getAttribute('readonly'), '')
})
