import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import { prepareMessages } from '../../server/test/service.ts'
import { openDashboard, rowTo } from './browser.ts'
import { givePassword } from './passwords.ts'
import { assertFits, goWithin } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

const PHONE = { width: 390, height: 844 }
const SCREEN = { width: 1280, height: 720 }

let dashboard: Dashboard

before(async () => {
  dashboard = await openDashboard()
  await prepareMessages(dashboard.client)
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

test('a recipient is added, changed, given a device, found and deleted', async () => {
  const page = await dashboard.pageOf('developer', '/recipients')
  await page.getByRole('button', { name: 'Add a recipient' }).click()
  const form = page.getByRole('dialog', { name: 'Add a recipient' })
  await form.getByLabel('External id').fill('grace')
  await form.getByLabel('Email').fill('not an address')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByLabel('Email').and(page.locator('[aria-invalid=true]')).waitFor()
  await form.getByLabel('Email').fill('Grace@Example.com')
  await form.getByLabel('First name').fill('Grace')
  await form.getByLabel('Attributes').fill('{"plan": "pro"}')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Grace', level: 1 }).waitFor()
  await page.getByText('"plan": "pro"').waitFor()

  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Last name').fill('Hopper')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'Add a device' }).click()
  const device = page.getByRole('dialog', { name: 'Add a device' })
  await device.getByLabel('Platform').selectOption('expo')
  await device.getByLabel('Token').fill('ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]')
  await device.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('row', { name: /Expo/ }).waitFor()
  // On a phone a device has two lines.
  await page.setViewportSize(PHONE)
  const { height } = (await page.getByRole('table', { name: 'Devices' }).locator('tbody tr').boundingBox())!
  assert.ok(height <= 60, `${height} px`)
  await page.setViewportSize(SCREEN)
  await page.getByRole('button', { name: /^Remove the device/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'No devices' }).waitFor()

  await page.getByRole('link', { name: 'Recipients' }).click()
  await page.getByRole('searchbox', { name: 'Recipient' }).fill('grace@example.com')
  await page.getByRole('searchbox', { name: 'Recipient' }).press('Enter')
  await page.getByRole('link', { name: 'Grace Hopper' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Recipients', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Ada' }).waitFor()
  // The cached list appears first.
  await page.getByRole('link', { name: 'Grace Hopper' }).waitFor({ state: 'detached' })
})

test('a recipient is erased with the password', async () => {
  const fields = { external_user_id: 'gone', email: 'gone@example.com', first_name: 'Gone' }
  const made = await dashboard.client.call('POST', '/api/v1/notification_users', { notification_user: fields })
  const { id } = made.body.notification_user
  const page = await dashboard.pageOf('developer', `/recipients/${id}`)
  await dashboard.forgetPassword('developer')
  await page.getByRole('button', { name: 'Erase' }).click()
  const form = page.getByRole('dialog', { name: 'Erase the recipient' })
  await form.getByRole('button', { name: 'Erase' }).click()
  await givePassword(page)
  await page.getByRole('heading', { name: 'Recipients', level: 1 }).waitFor()
  await page.getByText('The recipient is erased').waitFor()
  const { rows } = await dashboard.database.pool.query<{ blank: boolean }>({
    text: 'select email is null and erased_at is not null as blank from recipients where id = $1',
    values: [id],
  })
  assert.deepEqual(rows, [{ blank: true }])
})

test('a recipient refuses a topic, and the message says so', async () => {
  const { client } = dashboard
  const topic = { name: 'news', label: 'Newsletter' }
  assert.equal((await client.call('POST', '/api/v1/topics', { topic })).status, 201)
  const templates = await client.call('GET', '/api/v1/message_templates?name=receipt')
  const [template] = templates.body.message_templates
  const changed = { message_template: { topic: 'news' } }
  assert.equal((await client.call('PATCH', `/api/v1/message_templates/${template.id}`, changed)).status, 200)
  const person = { external_user_id: 'linus', email: 'linus@example.com', first_name: 'Linus' }
  const made = await client.call('POST', '/api/v1/notification_users', { notification_user: person })
  const { id } = made.body.notification_user
  const page = await dashboard.pageOf('developer', `/recipients/${id}`)
  await page.getByRole('button', { name: 'Edit preferences' }).click()
  const form = page.getByRole('dialog', { name: 'Edit the preferences' })
  // A table of check boxes: each is below the title of its column.
  const [email, checkbox] = [
    (await form.getByRole('columnheader', { name: 'Email' }).boundingBox())!,
    (await form.getByLabel('Newsletter: Email').boundingBox())!,
  ]
  const centre = checkbox.x + checkbox.width / 2
  assert.ok(email.y < checkbox.y && email.x < centre && centre < email.x + email.width)
  // On a phone too, where the name of the topic is one line.
  await page.setViewportSize(PHONE)
  const name = (await form.getByRole('rowheader', { name: 'Newsletter' }).locator('bdi').boundingBox())!
  assert.ok(name.height < 30, `the name is ${name.height} px high`)
  await page.setViewportSize(SCREEN)
  await form.getByLabel('Newsletter: Email').uncheck()
  await form.getByLabel('Quiet hours from').fill('22:00')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('must be a time like 22:00').waitFor()
  await form.getByLabel('Until').fill('07:00')
  await form.getByRole('button', { name: 'Save' }).click()
  // A table of topics by channels.
  const cell = page
    .getByRole('row', { name: /^Newsletter/ })
    .getByRole('cell')
    .first()
  await cell.getByText('no', { exact: true }).waitFor()
  await cell.getByText('Chosen by the API').waitFor()
  // On a phone too, with its titles.
  await page.setViewportSize(PHONE)
  const title = (await page.getByRole('columnheader', { name: 'Email' }).boundingBox())!
  const box = (await cell.boundingBox())!
  assert.ok(
    title.y < box.y && title.x < box.x + box.width && box.x < title.x + title.width,
    'the cell is below its title',
  )
  await assertFits(page)
  await page.setViewportSize(SCREEN)
  await page.getByText('22:00 to 07:00 UTC').waitFor()
  await page.getByText("The recipient's page").waitFor()
  const message = { external_user_id: 'linus', message_template_name: 'receipt' }
  const { body } = await client.call('POST', '/api/v1/messages', { message })
  await goWithin(page, `/messages/${body.message.id}`)
  await page.getByText('Not sent on Mail: the recipient does not want this topic').waitFor()
  await page.getByText('The preferences of the recipient excluded all channels.').waitFor()
  const other = { message_template: { topic: null } }
  assert.equal((await client.call('PATCH', `/api/v1/message_templates/${template.id}`, other)).status, 200)
})

test('a recipient shows which of its addresses are suppressed', async () => {
  const fields = { external_user_id: 'hedy', email: 'hedy@example.com', phone: '+442071838750' }
  const made = await dashboard.client.call('POST', '/api/v1/notification_users', { notification_user: fields })
  const suppression = { channel_type: 'sms', address: fields.phone }
  await dashboard.client.call('POST', '/api/v1/suppressions', { suppression })
  const page = await dashboard.pageOf('developer', `/recipients/${made.body.notification_user.id}`)
  // Without a suppression, both are in one line.
  const fine = await dashboard.client.call('POST', '/api/v1/notification_users', {
    notification_user: {
      external_user_id: 'fine',
      email: `${'l'.repeat(55)}-fine@example.com`,
      phone: '+442071838751',
    },
  })
  await page.getByRole('button', { name: 'Allow again: +442071838750' }).waitFor()
  await goWithin(page, `/recipients/${fine.body.notification_user.id}`)
  await page.setViewportSize(PHONE)
  const sentence = page.getByText(/-fine@example\.com and \+442071838751 are not suppressed\.$/)
  await sentence.waitFor()
  // A long address ends in its card.
  const [text, shown] = await page.evaluate<[number, number]>(
    `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('[aria-label="Suppressed addresses"] p'))`,
  )
  assert.ok(text <= shown, `${text} px in ${shown} px`)
  await page.setViewportSize(SCREEN)
})

test('the filter finds each word of a name without accents, in any order, while the member types', async () => {
  const fields = { external_user_id: 'jose', email: 'jose@example.com', first_name: 'José', last_name: 'García Nowak' }
  await dashboard.client.call('POST', '/api/v1/notification_users', { notification_user: fields })
  const page = await dashboard.pageOf('viewer', '/recipients')
  for (const text of ['garcia', 'nowak', 'Nowak, José García']) {
    // The search needs no key.
    await page.getByRole('searchbox').fill(text)
    await page.getByRole('link', { name: 'José García Nowak' }).waitFor()
    // The titles, and the one that is found.
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
  }
  // The button goes while the list of the last text is read.
  await page.waitForURL((url) => url.searchParams.get('to') === 'Nowak, José García')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  assert.match(
    await readFile(await file.path(), 'utf8'),
    /^\uFEFFId,Recipient,Addresses\r\n#\d+,José García Nowak,[^\r]+\r\n$/,
  )
  // The page shows the first 20 of many, and the file has all.
  const many = Array.from({ length: 22 }, (_, place) => ({ first_name: 'Manifold', external_user_id: `many-${place}` }))
  for (const notification_user of many)
    await dashboard.client.call('POST', '/api/v1/notification_users', { notification_user })
  await page.getByRole('searchbox').fill('manifold')
  await page.getByText('The first 20. Add a word to narrow the search.').waitFor()
  const [whole] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  assert.equal((await readFile(await whole.path(), 'utf8')).split('\r\n').length, 1 + many.length + 1)
  await page.getByRole('searchbox').fill('Nowak, José García')
  await page.getByRole('link', { name: 'José García Nowak' }).click()
  await page.getByRole('heading', { name: 'José García Nowak', level: 1 }).waitFor()
  const developer = await dashboard.pageOf('developer', new URL(page.url()).pathname)
  await developer.getByRole('button', { name: 'Send a message' }).click()
  const form = developer.getByRole('dialog', { name: 'Send a message' })
  await form.getByText('José García Nowak').waitFor()
  // Another one is found by a part of the name.
  await form.getByRole('button', { name: 'Another recipient' }).click()
  await form.getByLabel('Recipient', { exact: true }).fill('garc')
  await form.getByRole('button', { name: 'José García Nowak' }).click()
  await form.getByLabel('order.id').fill('A-9')
  await form.getByRole('button', { name: 'Send', exact: true }).click()
  await developer.getByRole('heading', { name: /^José García Nowak: / }).waitFor()
  await developer.getByText('"order.id": "A-9"').waitFor()
})

test('a recipient shows what was sent', async () => {
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  const { body } = await dashboard.client.call('POST', '/api/v1/messages', { message })
  const { deliveries, notification_user_id: recipientId } = body.message
  const page = await dashboard.pageOf('viewer', `/recipients/${recipientId}`)
  await page.getByText('Quiet hours').waitFor()
  assert.equal(await page.getByText("The recipient's page").count(), 0, 'its link would act for the recipient')
  const row = rowTo(page, `/deliveries/${deliveries[0].id}`)
  await row.getByText('delivered', { exact: true }).waitFor()
  // The whole row is one target.
  await row.click()
  await page.getByRole('heading', { name: /: Order/ }).waitFor()
  // The cause of a failure is not cut.
  const gone = { external_user_id: 'gone', notification_user: { email: 'bounced+gone@tidings.test' } }
  const failed = await dashboard.client.call('POST', '/api/v1/messages', { message: { ...message, ...gone } })
  const { notification_user_id: goneId } = failed.body.message
  await goWithin(page, `/recipients/${goneId}`)
  const cause = page.locator('td[data-label=Cause] .line')
  await cause.waitFor()
  assert.ok(await cause.evaluate((line) => line.scrollWidth <= line.clientWidth), await cause.innerText())
})
