import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { prepareMessages, until } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import {
  assertAccessible,
  assertFits,
  assertLooksGood,
  fillDuringSave,
  goWithin,
  LOOKS,
  waitForVersion,
} from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

/** Runs if it is rendered as a part of the page. */
const SCRIPT = '<img src="data:," onerror="parent.document.title=1"><script>parent.document.title=1</script>'

let dashboard: Dashboard
let page: Page
/** A template for tests without changes. */
let receiptId: number

before(async () => {
  dashboard = await openDashboard()
  const { template } = await prepareMessages(dashboard.client)
  receiptId = template.id
  page = await dashboard.openAs('developer', '/templates')
})
after(() => dashboard.close())

const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const preview = () => page.getByRole('region', { name: 'Preview' })
const mail = () => page.frameLocator('iframe[title=Preview]')

/** The settings are at the side, closed. */
const openSettings = (shown: Page) => shown.locator('summary', { hasText: 'Settings' }).click()

describe('a template', () => {
  test('is written, and looks in its preview as it will be read', async () => {
    await click('New template')
    await page.getByRole('heading', { name: 'New template' }).waitFor()
    await page.getByLabel('Name', { exact: true }).fill('shipped')
    await page.getByLabel('Subject').fill('Order {{ order.id }} for {{ user.firstName }}')
    await page
      .getByLabel('Body', { exact: true })
      .fill('<p style="color: rgb(1, 2, 3)">It comes {{ when | upcase }}.</p>')
    await preview().getByText('Order for Ada').waitFor()
    // A click on a letter is for the field: the coloured copy of its text lies below.
    for (const name of ['Subject', 'Body']) {
      await page.getByRole('heading', { name: 'New template' }).click()
      await page.getByLabel(name, { exact: true }).click({ position: { x: 70, y: 18 } })
      assert.equal(
        await page.locator('textarea:focus').getAttribute('id'),
        await page.getByLabel(name, { exact: true }).getAttribute('id'),
      )
    }
    await preview()
      .getByText(/Undefined names: “order.id”, “when”/)
      .waitFor()
    await preview().getByLabel('order.id').fill('A-1')
    await preview().getByLabel('when').fill('<b>today</b>')
    await preview().getByText('Order A-1 for Ada').waitFor()
    await mail().getByText('It comes <B>TODAY</B>.').waitFor()
    // Read from outside, because no script runs in the frame, not even the script of a test.
    const colour = "getComputedStyle(document.querySelector('iframe').contentDocument.querySelector('p')).color"
    assert.equal(await page.evaluate(colour), 'rgb(1, 2, 3)')
    await preview()
      .getByText(/Undefined names:/)
      .waitFor({ state: 'hidden' })
  })

  test('is not saved with a text that does not parse; the mistake is told where it is', async () => {
    const body = page.getByLabel('Body', { exact: true })
    const written = await body.inputValue()
    await body.fill('{% if when %}now')
    await preview()
      .getByText(/The body is not valid Liquid/)
      .waitFor()
    await click('Create')
    await page.getByText(/^Body is not valid Liquid: /).waitFor()
    await body.fill(written)
    await page.getByLabel('Mail').check()
    await click('Create')
    await page.getByRole('heading', { name: 'shipped' }).waitFor()
    assert.match(new URL(page.url()).pathname, /^\/templates\/\d+$/)
  })

  test('is changed: each change of a text is a version', async () => {
    await page.getByLabel('Subject').fill('Sent: {{ order.id }}')
    await openSettings(page)
    await page.getByLabel('Opens').selectOption('Not counted: no pixel')
    await page.getByLabel('Body', { exact: true }).fill(`<p>For {{ user.firstName }}</p>${SCRIPT}`)
    await click('Save')
    await waitForVersion(page, 2)
    await mail().getByText('For Ada').waitFor()
    const saved = await dashboard.client.call('GET', `/api/v1/message_templates/${page.url().split('/').at(-1)}`)
    assert.equal(saved.body.message_template.track_opens, false)
    // No script of the mail has run.
    assert.equal(await page.title(), 'shipped · Tidings')
    await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator('[aria-disabled=true]')).waitFor()
  })

  test('has a text of its own on a channel', async () => {
    await page.getByRole('group', { name: 'Texts for' }).getByRole('button', { name: 'Mail' }).click()
    await page.getByLabel('Subject').fill('By mail: {{ order.id }}')
    await preview().getByLabel('order.id').fill('A-2')
    await preview().getByText('By mail: A-2').waitFor()
    await click('Save')
    await waitForVersion(page, 3)
    await page.getByRole('button', { name: 'Mail (its own)' }).waitFor()
    await page.getByRole('group', { name: 'Texts for' }).getByRole('button', { name: 'Every channel' }).click()
    await preview().getByText('Sent: A-2').waitFor()
  })

  test('is restored to what it was', async () => {
    await click('Show version 1')
    const dialog = page.getByRole('dialog', { name: 'Version 1' })
    await dialog.getByText('Order {{ order.id }} for {{ user.firstName }}').waitFor()
    await dialog.getByRole('button', { name: 'Restore it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await waitForVersion(page, 4)
    assert.equal(await page.getByLabel('Opens').inputValue(), 'counted')
    assert.equal(await page.getByLabel('Subject').inputValue(), 'Order {{ order.id }} for {{ user.firstName }}')
    await page.getByRole('button', { name: 'Mail (its own)' }).waitFor({ state: 'hidden' })
  })

  test('is sent as a test, and comes into the sandbox inbox', async () => {
    await preview().getByLabel('order.id').fill('A-3')
    await click('Send a test')
    // The template is given, and the test goes at once: the first field is the recipient.
    const dialog = page.getByRole('dialog', { name: 'Send a test of shipped' })
    assert.equal(await dialog.getByLabel('order.id').inputValue(), 'A-3')
    await dialog.getByRole('button', { name: 'To me' }).waitFor()
    await dialog.getByLabel('Recipient', { exact: true }).and(page.locator(':focus')).fill('ada')
    // The found recipients move the button.
    await dialog.getByRole('list', { name: 'Recipients found' }).waitFor()
    await dialog.getByRole('button', { name: 'Send the test' }).click()
    await page.waitForURL(/\/messages\/\d+$/)
    await page.getByRole('link', { name: 'Sandbox inbox' }).click()
    await page.getByRole('row', { name: /Order A-3 for Ada/ }).waitFor()
    // A part of the name finds the template. A browser without values for the preview has those of its newest message.
    await page.evaluate('localStorage.clear()')
    await page.getByRole('link', { name: 'Templates' }).click()
    await page.getByLabel('Name').fill('HÍPP')
    await page.getByLabel('Name').press('Enter')
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
    // What is typed during the first read of the values stays.
    const newest = '**/api/v1/messages?*message_template_id=*'
    await page.route(newest, async (route) => {
      await preview().getByLabel('order.id').fill('A-4')
      await route.fallback()
    })
    const response = page.waitForResponse((one) => one.url().includes('message_template_id='))
    await page.getByRole('link', { name: 'shipped' }).click()
    await (await response).finished()
    await preview().getByText('Order A-4 for Ada').waitFor()
    await page.unroute(newest)
    await preview().getByLabel('order.id').fill('')
    await click('Values of the newest message')
    await preview().getByText('Order A-3 for Ada').waitFor()
    await preview().getByRole('button', { name: 'Phone' }).click()
    await preview().locator('.sent-mail.phone').waitFor()
  })

  test('is deleted', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click()
    await page.getByRole('link', { name: 'shipped' }).click()
    await click('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'receipt' }).waitFor()
    await page.getByRole('link', { name: 'shipped' }).waitFor({ state: 'detached' })
  })
})

test('a preview reads like the newest message, and its fields have the values of the message as they are written', async () => {
  const { client } = dashboard
  const subject =
    '{{ user.first_name }}{{ user.last_name }} ({{ user.plan }}), {% if count == "9" %}{{ count }}{% endif %}'
  const message_template = { name: 'counted', subject, body: '{{ at | date: "short", user.time_zone }}' }
  const made = await client.call('POST', '/api/v1/message_templates', { message_template })
  const fields = { first_name: 'Grace', time_zone: 'Asia/Tokyo', attributes: { plan: 'gold' } }
  const attributes = { count: '9', at: '2026-01-02T03:04:05Z' }
  const sent = await client.call('POST', '/api/v1/messages', {
    message: {
      ...{ external_user_id: 'grace', notification_user: fields, message_template_name: 'counted' },
      message_attributes_attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
    },
  })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const { rendered_subject: read, rendered_body: body } = sent.body.message
  assert.equal(read, 'Grace (gold), 9')
  const readsLikeIt = async () => {
    await preview().getByText(read, { exact: true }).waitFor()
    await mail().getByText(body).waitFor()
    for (const [name, value] of [...Object.entries(attributes), ['user.first_name', 'Grace'], ['user.last_name', '']])
      assert.equal(await preview().getByLabel(name!, { exact: true }).inputValue(), value)
  }
  await goWithin(page, `/templates/${made.body.message_template.id}`)
  await readsLikeIt()
  await preview().getByLabel('user.first_name').fill('Mary')
  await preview().getByLabel('count').fill('')
  await preview().getByText('Mary (gold),', { exact: true }).waitFor()
  await click('Values of the newest message')
  await readsLikeIt()
  // The browser keeps the values of the message, and nothing of its recipient.
  await goWithin(page, `/templates/${made.body.message_template.id}`)
  await readsLikeIt()
  const kept = await page.evaluate<string>('Object.values(localStorage).join()')
  assert.deepEqual([kept.includes('2026-01-02T03:04:05Z'), /Grace|gold|Tokyo/.test(kept)], [true, false])
})

test('what is written during a save stays', async () => {
  const message_template = { name: 'quick', subject: 'one', body: 'b' }
  const made = await dashboard.client.call('POST', '/api/v1/message_templates', { message_template })
  const { id } = made.body.message_template
  const path = `/api/v1/message_templates/${id}`
  await goWithin(page, `/templates/${id}`)
  const subject = page.getByLabel('Subject')
  await subject.fill('two')
  await fillDuringSave(page, { path: `**${path}`, field: subject, text: 'three' })
  await waitForVersion(page, 2)
  assert.equal(await subject.inputValue(), 'three')
  await click('Save')
  await waitForVersion(page, 3)
  assert.equal((await dashboard.client.call('GET', path)).body.message_template.subject, 'three')
})

test('somebody else who saves meanwhile is told of', async () => {
  const { client } = dashboard
  const message_template = { name: 'shared', subject: 'one', body: 'b' }
  const made = await client.call('POST', '/api/v1/message_templates', { message_template })
  const { id } = made.body.message_template
  await goWithin(page, `/templates/${id}`)
  await page.getByLabel('Subject').fill('mine')
  await client.call('PATCH', `/api/v1/message_templates/${id}`, { message_template: { subject: 'theirs' } })
  await page.getByText('Another member saved version 2').waitFor()
  assert.equal(await page.getByLabel('Subject').inputValue(), 'mine')
  await click('Load it')
  await waitForVersion(page, 2)
  assert.equal(await page.getByLabel('Subject').inputValue(), 'theirs')
})

test('a mail has its head and a push its options, per channel and language, in drafts and in the preview', async () => {
  const { call } = dashboard.client
  const channels = []
  for (const fields of [
    { name: 'Parcel mail', channel_type: 'email', provider: 'sandbox' },
    { name: 'Parcel push', channel_type: 'push', provider: 'sandbox' },
  ]) {
    const made = await call('POST', '/api/v1/notification_channels', { notification_channel: fields })
    channels.push({ notification_channel_id: made.body.notification_channel.id })
  }
  const fields = { name: 'parcel', subject: 'Your parcel', body: 'It comes {{ day }}', channels }
  const made = await call('POST', '/api/v1/message_templates', { message_template: fields })
  const path = `/api/v1/message_templates/${made.body.message_template.id}`
  // A new load, because the page knows the channels of a moment ago.
  await page.goto(`/templates/${made.body.message_template.id}`)
  const textsFor = (name: string) =>
    page.getByRole('group', { name: 'Texts for' }).getByRole('button', { name }).click()
  const openMore = () => page.locator('.more-texts > summary').click()
  // The fields of the sample values come with the first preview. A preview with a mistake has none.
  await preview().getByLabel('day').waitFor()
  assert.equal(await page.locator('.more-texts').count(), 0, 'texts for every channel have none')

  await textsFor('Parcel mail')
  await openMore()
  await page.getByLabel('Reply to').fill('help@example.com')
  await page.getByLabel('Preheader').fill('On {{ day }}')
  await click('Add a header field')
  await page.getByLabel('Name 1').fill('Subject')
  await page.getByLabel('Value 1').fill('{{ day }}')
  await preview().getByLabel('day').fill('Monday')
  await click('Save')
  await page.getByText('Name 1 must be X-..., Feedback-ID, References or In-Reply-To').waitFor()
  await page.getByLabel('Name 1').fill('X-Day')
  const head = preview().locator('.mail-head')
  await head.getByText('Reply-To: help@example.com').waitFor()
  await head.getByText('X-Day: Monday').waitFor()
  await head.getByTitle('Preheader').getByText('On Monday').waitFor()

  await textsFor('Parcel push')
  await openMore()
  await page.getByLabel('Link', { exact: true }).fill('shop://parcels/{{ day }}')
  await page.getByLabel('Image').fill('https://shop.example.com/parcel.png')
  await page.getByLabel('Badge').fill('3')
  const phone = preview().getByRole('figure', { name: 'Push' })
  await phone.getByText('Opens shop://parcels/Monday').waitFor()
  await phone.getByText('It comes Monday').waitFor()
  await phone.locator('.app-icon').getByText('3').waitFor()
  await phone.getByRole('button', { name: 'Show images' }).waitFor()
  await page.getByLabel('Badge').fill('many {{ day }}')
  await preview()
    .getByText(/push\.badge of a channel must become an integer/)
    .waitFor()
  await page.getByLabel('Badge').fill('3')
  await openSettings(page)
  await page.getByLabel('Priority').selectOption('high')
  await click('Save as draft')
  await page.getByText('The draft is saved. Messages do not use it').waitFor()
  const { draft } = (await call('GET', `${path}/draft`)).body
  const expected = [
    { reply_to: 'help@example.com', preheader: 'On {{ day }}', headers: [{ name: 'X-Day', value: '{{ day }}' }] },
    { url: 'shop://parcels/{{ day }}', image_url: 'https://shop.example.com/parcel.png', badge: '3' },
  ]
  assert.deepEqual([draft.channels[0].email, draft.channels[1].push, draft.priority], [...expected, 'high'])
  await click('Publish')
  await waitForVersion(page, 2)
  const { message_template: saved } = (await call('GET', path)).body
  assert.deepEqual([saved.channels[0].email, saved.channels[1].push, saved.priority], [...expected, 'high'])

  // In German only the link differs. Everything else falls back.
  await click('Add a language')
  const dialog = page.getByRole('dialog', { name: 'Add a language' })
  await dialog.getByLabel('Language').fill('German')
  await dialog.getByLabel('Start with').selectOption('empty')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await openMore()
  await page.getByLabel('Link', { exact: true }).fill('shop://pakete/{{ day }}')
  await phone.getByText('Opens shop://pakete/Monday').waitFor()
  await phone.locator('.app-icon').getByText('3').waitFor()
  await assertAccessible(page)
  await click('Save')
  await waitForVersion(page, 3)
  const { locales } = (await call('GET', path)).body.message_template
  assert.deepEqual(locales[0].channels[0].push, { url: 'shop://pakete/{{ day }}' })
})

test('a viewer looks, and can change nothing', async () => {
  const viewer = await dashboard.openAs('viewer', `/templates/${receiptId}`)
  await viewer.getByRole('heading', { name: 'receipt' }).waitFor()
  for (const name of ['Save', 'Save as draft', 'Delete', 'Send a test'])
    await viewer.getByRole('button', { name, exact: true }).and(viewer.locator('[aria-disabled=true]')).waitFor()
  assert.equal(await viewer.getByLabel('Subject').getAttribute('readonly'), '')
  await goWithin(viewer, '/templates')
  await viewer.getByRole('button', { name: 'New template' }).and(viewer.locator('[aria-disabled=true]')).waitFor()
})

describe('a mail in two languages', () => {
  const languages = () => page.getByRole('group', { name: 'Language' })

  before(async () => {
    await goWithin(page, '/templates/new')
    await page.getByLabel('Name', { exact: true }).fill('trip')
    await page.getByLabel('Subject').fill('Your trip')
    await page.getByLabel('Body', { exact: true }).fill('<p>On {{ at | date: "long" }}</p>')
    await preview().getByLabel('at', { exact: true }).fill('2026-12-24')
  })

  test('begins with a copy of the texts', async () => {
    await click('Add a language')
    const dialog = page.getByRole('dialog', { name: 'Add a language' })
    await dialog.getByLabel('Language').fill('germanic')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Language must be a language like de or pt-BR').waitFor()
    await dialog.getByLabel('Language').fill('german')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await languages().getByRole('button', { name: 'German (de)', exact: true }).waitFor()
    assert.equal(await page.getByLabel('Subject').inputValue(), 'Your trip')
    await page.getByLabel('Subject').fill('Ihre Reise')
    await preview().getByText('Ihre Reise').waitFor()
    await mail().getByText('On 24. Dezember 2026').waitFor()
  })

  test('marks a text that falls back, and shows it in the preview', async () => {
    await page.getByLabel('Subject').fill('')
    await page.getByText('Falls back to the text for every channel in all other languages.').waitFor()
    await languages().getByRole('button', { name: 'German (de), 1 text falls back' }).waitFor()
    await preview().getByText('Your trip').waitFor()
    await page.getByLabel('Subject').fill('Ihre Reise')
    await page.getByLabel('Body', { exact: true }).fill('<p>Am {{ at | date: "long" }}</p>')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: 'trip' }).waitFor()
    await waitForVersion(page, 1)
    await languages().getByRole('button', { name: 'German (de)', exact: true }).click()
    await mail().getByText('Am 24. Dezember 2026').waitFor()
  })

  test('shows a mistake in the language that has it, and is removed again', async () => {
    await page.getByLabel('Body', { exact: true }).fill('{% if at %}')
    await languages().getByRole('button', { name: 'All other languages' }).click()
    await click('Save')
    await page.getByText('Not saved. Fix the marked fields.').waitFor()
    await languages().getByRole('button', { name: 'German (de)', exact: true }).click()
    await page.getByText(/^Body is not valid Liquid: /).waitFor()
    await click('Remove German (de)')
    await click('Save')
    await waitForVersion(page, 2)
    assert.equal(await languages().count(), 0)
  })

  test('is compared with another version, line by line', async () => {
    await page.getByLabel('Body', { exact: true }).fill('<p>On {{ at | date: "full" }}</p>')
    await click('Show version 1')
    const dialog = page.getByRole('dialog', { name: 'Version 1' })
    await dialog.getByLabel('Compare with').selectOption({ label: 'Version 2 (in use)' })
    const german = dialog.getByRole('region', { name: 'Body, German (de)' })
    await german.getByText('<p>Am {{ at | date: "long" }}</p>').waitFor()
    assert.equal(await german.locator('del').count(), 1)
    await dialog.getByLabel('Compare with').selectOption({ label: 'The texts in the editor' })
    const body = dialog.getByRole('region', { name: 'Body', exact: true })
    await body.locator('ins mark', { hasText: 'full' }).waitFor()
    await body.locator('del mark', { hasText: 'long' }).waitFor()
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })
})

test('a message is sent in the language of its recipient, or in a chosen one', async () => {
  const { client } = dashboard
  const texts = { name: 'journey', subject: 'Journey', body: 'Soon', body_format: 'text' }
  const locales = [
    { locale: 'de', subject: 'Reise {{ tag }}' },
    // Too long for one text with those of the other languages.
    { locale: 'fr', subject: `Voyage {{ jour }} ${'x'.repeat(1_970)}` },
  ]
  const made = await client.call('POST', '/api/v1/message_templates', { message_template: { ...texts, locales } })
  await goWithin(page, '/messages')
  await page.getByRole('button', { name: 'Send a message' }).click()
  const form = page.getByRole('dialog', { name: 'Send a message' })
  await form.getByLabel('Template').selectOption('receipt')
  assert.equal(await form.getByLabel('Language').count(), 0)
  await form.getByLabel('Template').selectOption('journey')
  assert.deepEqual(await form.getByLabel('Language').locator('option').allTextContents(), [
    "The recipient's language",
    'German (de)',
    'French (fr)',
  ])
  await form.getByLabel('Language').selectOption('German (de)')
  await form.getByLabel('tag', { exact: true }).fill('Montag')
  assert.equal(await form.getByLabel('jour').count(), 0)
  await assertAccessible(page)
  await form.getByLabel('Recipient', { exact: true }).fill('ada')
  await form.getByRole('list', { name: 'Recipients found' }).waitFor()
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await page.waitForURL(/\/messages\/\d+$/)
  await page.getByText('Reise Montag').first().waitFor()
  // The same message again has its language.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied').first().waitFor()
  assert.match(await page.evaluate('navigator.clipboard.readText()'), /"locale": ?"de"/)

  // A test begins with the shown language.
  await goWithin(page, `/templates/${made.body.message_template.id}`)
  await page.getByRole('button', { name: /^French \(fr\)/ }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const test = page.getByRole('dialog', { name: 'Send a test of journey' })
  assert.equal(await test.getByLabel('Language').inputValue(), 'fr')
  // It has no channel for an email.
  assert.equal(await test.getByRole('button', { name: 'To me' }).count(), 0)
  await test.getByLabel('Language').selectOption("The recipient's language")
  await test.getByLabel('Recipient', { exact: true }).fill('ada')
  await test.getByRole('list', { name: 'Recipients found' }).waitFor()
  await test.getByRole('button', { name: 'Send the test' }).click()
  await page.waitForURL(/\/messages\/\d+$/)
  await page.getByText('Journey').first().waitFor()
  const { body } = await client.call('GET', '/api/v1/messages?limit=2')
  assert.deepEqual(
    body.messages.map((message: { locale: string | null }) => message.locale),
    [null, 'de'],
  )
})

test('names and filters are completed by keyboard', async () => {
  await goWithin(page, '/templates/new')
  const body = page.getByLabel('Body', { exact: true })
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await body.pressSequentially('Hello {{ first')
  await list
    .getByRole('option', { name: /user\.first_name/ })
    .and(page.locator('[aria-selected=true]'))
    .waitFor()
  await assertAccessible(page)
  await body.press('Enter')
  await list.waitFor({ state: 'detached' })
  assert.equal(await body.inputValue(), 'Hello {{ user.first_name }}')
  await body.pressSequentially(' | u')
  await list.locator('[aria-selected=true]', { hasText: 'uniq' }).waitFor()
  // The page shows the suggestions a frame after a letter, and a key may come before.
  await page.evaluate(`{
    const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
    document.execCommand('insertText', false, 'p'), document.activeElement.dispatchEvent(tab)
  }`)
  assert.equal(await body.inputValue(), 'Hello {{ user.first_name | upcase }}')
  await body.press('End')
  await body.pressSequentially('{% ')
  await list.waitFor()
  await body.press('ArrowDown')
  await list.locator('[aria-selected=true]').getByText('block').waitFor()
  await body.press('Escape')
  await list.waitFor({ state: 'detached' })
  // A member who leaves before the page has painted the text gets no list afterwards.
  const typedAndLeft = "document.execCommand('insertText', false, '{{ '), document.activeElement.blur()"
  const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'
  await page.evaluate(`(${typedAndLeft}, ${painted})`)
  assert.equal(await list.count(), 0)
  await body.press('Control+z')
  await body.press('Control+z')
  await until(
    () => page.locator('textarea:focus').inputValue(),
    (text) => !text.endsWith('{% '),
  )
})

test('a text is found in the field, and the found one is selected at the end', async () => {
  await goWithin(page, '/templates/new')
  const body = page.getByLabel('Body', { exact: true })
  await body.fill('Ada and ada.\n\n{{ ada }} (a+b)\n')
  await body.press('Control+Home')
  await body.press('Control+f')
  const bar = page.getByRole('search', { name: 'Find in this text' })
  const sought = bar.getByLabel('Find', { exact: true })
  await sought.fill('ADA')
  await bar.getByText('1 of 3').waitFor()
  assert.equal(await page.evaluate("CSS.highlights.get('found').size"), 2)
  await sought.press('Enter')
  await bar.getByText('2 of 3').waitFor()
  await sought.press('Enter')
  await sought.press('Enter')
  await bar.getByText('1 of 3').waitFor()
  await bar.getByRole('button', { name: 'Previous match' }).click()
  await bar.getByText('3 of 3').waitFor()
  await assertAccessible(page)
  await assertFits(page)
  await sought.fill('nobody')
  await bar.getByText('Not found').waitFor()
  await sought.press('Enter')
  await sought.fill('a+B')
  await bar.getByText('1 of 1').waitFor()
  await sought.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await page.keyboard.type('b')
  assert.equal(await body.inputValue(), 'Ada and ada.\n\n{{ ada }} (b)\n')
  assert.equal(await page.evaluate("CSS.highlights.get('found').size + CSS.highlights.get('found-current').size"), 0)
})

test('a new template starts from an example, and its samples stay', async () => {
  const shown = await dashboard.openAs('developer', '/templates')
  for (const { viewport } of LOOKS) {
    await shown.setViewportSize(viewport)
    await goWithin(shown, '/templates/new')
    await shown.getByRole('button', { name: 'Start from an example' }).click()
    const dialog = shown.getByRole('dialog', { name: 'Start from an example' })
    for (const title of ['Welcome', 'Receipt', 'Weekly summary']) {
      await dialog.getByRole('button', { name: new RegExp(`^${title}`) }).click()
      const frame = dialog.frameLocator(`iframe[title="Preview of ${title}"]`)
      await frame.locator('h1').waitFor()
      const widths =
        "[...document.querySelectorAll('iframe')].map((one) => one.contentDocument.documentElement).every((one) => one.scrollWidth <= one.clientWidth)"
      assert.equal(await shown.evaluate(widths), true, `${title} at ${viewport.width} px`)
    }
    await assertAccessible(shown)
    await assertFits(shown)
    await dialog.getByRole('button', { name: 'Use this mail' }).click()
    assert.equal(await shown.getByLabel('Name', { exact: true }).inputValue(), 'weekly_summary')
    await shown.getByLabel('Name', { exact: true }).fill(`summary ${viewport.width}`)
    await shown.getByText('Subject: Your week at Acorn Supplies').waitFor()
    await shown.getByRole('button', { name: 'Create' }).click()
    await shown.getByRole('heading', { name: `summary ${viewport.width}` }).waitFor()
    await shown.getByText('Subject: Your week at Acorn Supplies').waitFor()
  }
})

test('a mail has nothing in its frame that connects to another server', async () => {
  await goWithin(page, '/templates/new')
  const elsewhere = 'https://127.0.0.1:1/'
  const parts = [
    `<link rel="preconnect" href="${elsewhere}"><link <b rel="preconnect" href="${elsewhere}">`,
    `<base href="${elsewhere}"><meta http-equiv="refresh" content="0;url=${elsewhere}">`,
    `<iframe srcdoc="<link rel=preconnect href=${elsewhere}>"></iframe><object data="${elsewhere}"></object>`,
    `<table background="${elsewhere}"><tr><td><img <b srcset="${elsewhere}" onerror="parent.document.title=1"></td></tr></table>`,
  ]
  await page.getByLabel('Body', { exact: true }).fill(`${parts.join('')}<p>Look at <a href="${elsewhere}">this</a></p>`)
  await mail().getByText('Look at').waitFor()
  assert.equal(await mail().locator('link, base, meta, iframe, object, [srcset], [background], [onerror]').count(), 0)
  assert.equal(await mail().locator('img').count(), 1)
  await mail().getByText('this').click()
  await mail().getByText('Look at').waitFor()
})

test('images of other servers are shown in the preview only if a member asks for them', async () => {
  await goWithin(page, '/templates/new')
  const image = 'https://127.0.0.1:1/image.png'
  await page.getByLabel('Body', { exact: true }).fill(`<p>Look</p><img alt="A hat" src="${image}">`)
  await mail().getByText('Look').waitFor()
  assert.equal(await mail().locator('img').getAttribute('src'), null)
  dashboard.expect(new URL(image).origin)
  await page.route(image, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  const response = page.waitForResponse((one) => one.url().includes('mail-frame.html?images'))
  await preview().getByRole('button', { name: 'Show images' }).click()
  assert.match((await response).headers()['content-security-policy']!, /img-src data: https:;/)
  await mail().locator(`img[src="${image}"]`).waitFor()
  await preview().getByRole('button', { name: 'Show images' }).waitFor({ state: 'hidden' })
})

test('the pages are accessible and fit, light and dark, narrow and wide', async () => {
  await goWithin(page, '/templates')
  await page.getByRole('link', { name: 'receipt' }).waitFor()
  await assertLooksGood(page)
  await goWithin(page, `/templates/${receiptId}`)
  await page.getByRole('region', { name: 'rendered body' }).getByText('Hello Ada').waitFor()
  await waitForVersion(page, 1)
  await assertLooksGood(page)
})
