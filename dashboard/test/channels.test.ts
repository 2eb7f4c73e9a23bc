import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { SMTPServer } from 'smtp-server'
import { createCertificateAuthority } from '../../server/test/certificates.ts'
import type { CertificateAuthority } from '../../server/test/certificates.ts'
import { prepareMessages } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { givePassword } from './passwords.ts'
import { assertLooksGood, goWithin } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

const PASSWORD = 'hunter2-hunter2'
const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

let authority: CertificateAuthority
let smtp: SMTPServer
let port: number
const mails: string[] = []
let dashboard: Dashboard
let page: Page

before(async () => {
  authority = await createCertificateAuthority()
  smtp = new SMTPServer({
    ...(await authority.issue()),
    disableReverseLookup: true,
    closeTimeout: 10,
    onAuth: ({ username, password }, _session, callback) =>
      callback(
        username === 'me' && password === PASSWORD ? null : Object.assign(new Error('no'), { responseCode: 535 }),
        { user: 'me' },
      ),
    onData(stream, _session, callback) {
      void text(stream).then((mail) => {
        mails.push(mail)
        callback()
      })
    },
  })
  smtp.on('error', () => {})
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  port = (listener.address() as AddressInfo).port
  dashboard = await openDashboard()
  page = await dashboard.openAs('developer', '/channels')
})
after(async () => {
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  authority.close()
  await dashboard.close()
})

const click = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

async function testSend(to: string): Promise<void> {
  await click('Send a test')
  await page.getByRole('dialog').getByLabel('Email').fill(to)
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
}

async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

describe('a channel of the sandbox', () => {
  test('is made without settings, and tested', async () => {
    await dashboard.forgetPassword('developer')
    await click('New channel')
    await page.getByRole('link', { name: 'Sandbox (sends nothing)' }).click()
    await page.getByLabel('Name').fill(SCRIPT)
    await page.getByText('This provider needs no settings.').waitFor()
    await click('Test the connection')
    await page.getByText(/^The provider accepts these settings/).waitFor()
    await click('Create')
    await givePassword(page)
    await page.getByRole('heading', { name: SCRIPT, level: 1 }).waitFor()
    await testSend('delivered@tidings.test')
    await page.getByText(/The provider accepted the message/).waitFor()
    await closeDialog()
  })

  test('is deactivated and activated, and keeps what the member writes', async () => {
    const state = page.getByRole('region', { name: 'About' })
    await page.getByLabel('Name').fill('Not saved yet')
    await click('Deactivate')
    await state.getByText('inactive', { exact: true }).waitFor()
    await click('Activate')
    await state.getByText('active', { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Not saved yet')
    await page.getByLabel('Name').fill(SCRIPT)
  })

  test('has limits of its own', async () => {
    await page.locator('summary').click()
    await page.getByLabel('Concurrent sends').fill('65')
    await page.getByLabel('Sends per second').fill('20')
    await page.getByLabel('Concurrent sends').fill('3')
    await page.getByLabel('Opens').selectOption('Not counted: no pixel')
    await click('Save')
    await page.getByText(/is saved$/).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await page.locator('summary').click()
    assert.equal(await page.getByLabel('Concurrent sends').inputValue(), '3')
    assert.equal(await page.getByLabel('Sends per second').inputValue(), '20')
    assert.equal(await page.getByLabel('Opens').inputValue(), 'not counted')
  })

  test('is saved without the fields that the member did not change', async () => {
    const { client } = dashboard
    const path = `/api/v1/notification_channels/${page.url().split('/').at(-1)}`
    await page.getByLabel('Concurrent sends').fill('4')
    assert.equal((await client.call('PATCH', path, { notification_channel: { max_per_second: 5 } })).status, 200)
    await click('Save')
    await page.getByText(/is saved$/).waitFor()
    const { notification_channel: saved } = (await client.call('GET', path)).body
    assert.deepEqual([saved.max_concurrency, saved.max_per_second], [4, 5])
  })

  test('names a fallback, and tells that its provider takes nothing', async () => {
    const { client, database } = dashboard
    const second = { name: 'Second', channel_type: 'email', provider: 'sandbox' }
    const made = await client.call('POST', '/api/v1/notification_channels', { notification_channel: second })
    const failing = `update channels set failing_since = now(), failing_cause = 'connection_refused: mail.example.com:587' where name = $1`
    await database.pool.query(failing, [SCRIPT])
    await page.reload()
    await page.getByText('The provider takes no messages').waitFor()
    await page.getByText(/: The provider could not be reached \(mail\.example\.com:587\)\. /).waitFor()
    await page.locator('summary', { hasText: 'Details' }).click()
    await page.getByText('connection_refused: mail.example.com:587').waitFor()
    await page.locator('summary', { hasText: 'More settings' }).click()
    await page.getByLabel('If the provider is down').selectOption('Second')
    await click('Save')
    await page.getByText('The fallbacks of the channel send.').waitFor()
    const { id } = made.body.notification_channel
    assert.equal((await client.call('DELETE', `/api/v1/notification_channels/${id}`)).status, 204)
  })

  test('is deleted', async () => {
    await click('Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No channels yet' }).waitFor()
  })
})

test('the providers are cards by type of channel, and the way back leads to them', async () => {
  await click('New channel')
  const cards = page.getByRole('list', { name: 'Providers' })
  await cards.getByText('An API key').first().waitFor()
  assert.equal(await cards.getByRole('listitem').count(), 6)
  await click('SMS')
  assert.deepEqual(await cards.getByRole('link').allTextContents(), ['Sandbox (sends nothing)', 'Twilio'])
  await cards.getByRole('link', { name: 'Twilio' }).click()
  const guide = page.getByRole('region', { name: 'At Twilio' })
  await guide.getByText('Account SID and Auth Token').waitFor()
  assert.equal(
    await guide.getByRole('link', { name: 'The whole guide' }).getAttribute('href'),
    '/docs/providers/twilio',
  )
  const shown = page.locator('form').getByRole('textbox').and(page.locator(':visible'))
  assert.equal(await shown.count(), 5)
  await page.goBack()
  await cards.getByRole('link', { name: 'Twilio' }).waitFor()
  await goWithin(page, '/channels')
})

describe('a channel of SMTP', () => {
  test('is tested before it is saved: the result names the setting that helps', async () => {
    await click('New channel')
    await page.getByRole('link', { name: 'SMTP' }).click()
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('From').fill('notify@example.com')
    await page.getByLabel('Username').fill('me')
    await page.getByLabel('Password').fill('not it')
    await page.locator('summary').click()
    await page.getByLabel('Port').fill(String(port))
    const result = page.locator('form [role=status]')
    await click('Test the connection')
    await result.getByText('Look at CA certificate.').waitFor()
    await result.getByText(/^tls_error/).waitFor()
    await page.getByLabel('CA certificate').fill(authority.pem)
    await result.getByText('Look at').waitFor({ state: 'detached' })
    await click('Test the connection')
    await result.getByText('Look at Password.').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await click('Test the connection')
    await result.getByText(/^The provider accepts these settings/).waitFor()
    await result
      .getByText(/^Mails return to bounces\.example\.net, .* need a DKIM signature of example\.com\. Look at/)
      .waitFor()
    const { body } = await dashboard.client.call('GET', '/api/v1/notification_channels')
    assert.deepEqual([body.notification_channels, mails], [[], []])
  })

  test('asks for what its provider needs, and tells beside each field what is wrong', async () => {
    await goWithin(page, '/channels/new?type=email&provider=smtp')
    await page.getByLabel('Name', { exact: true }).fill('Product mail')
    await page.getByLabel('Host').fill('127.0.0.1')
    await page.getByLabel('From').fill('nobody')
    await page.getByLabel('Username').fill('me')
    await page.getByLabel('Password').fill('not it')
    await page.locator('summary').click()
    await page.getByLabel('Port').fill(String(port))
    await page.getByLabel('CA certificate').fill('none')
    await click('Create')
    await page.getByText(/^From must be one email address/).waitFor()
    await page.getByText('CA certificate must be a certificate in PEM').waitFor()
    await page.getByLabel('From').fill('Tidings <notify@example.com>')
    await page.getByLabel('CA certificate').fill(authority.pem)
    await click('Create')
    await page.getByRole('heading', { name: 'Product mail', level: 1 }).waitFor()
  })

  test('tells in plain words why a test was not accepted', async () => {
    await testSend('ada@example.com')
    const result = page.getByRole('dialog')
    await result.getByText('The provider rejected the channel’s credentials').waitFor()
    await result.getByText('Details').click()
    await result.getByText('authentication_failed: 535').waitFor()
    await closeDialog()
    assert.equal(mails.length, 0)
  })

  test('never shows a secret again; one that is written replaces it, by the password of the member', async () => {
    await dashboard.forgetPassword('developer')
    const password = page.getByLabel('Password')
    assert.equal(await password.inputValue(), '')
    await page.getByText('Already set. Leave it empty to keep it.').waitFor()
    assert.ok(!(await page.content()).includes('not it'))
    await password.fill(PASSWORD)
    await click('Save')
    await givePassword(page)
    await page.getByText('Product mail is saved').waitFor()
    await testSend('ada@example.com')
    await page.getByText(/The provider accepted the message/).waitFor()
    await closeDialog()
    assert.match(mails[0]!, /^Subject: Test message/m)
    // A change of the name keeps it, and needs no password.
    await dashboard.forgetPassword('developer')
    await page.getByLabel('Name', { exact: true }).fill('Mail of the product')
    await click('Save')
    await page.getByRole('heading', { name: 'Mail of the product', level: 1 }).waitFor()
    await testSend('grace@example.com')
    await page.getByText(/The provider accepted the message/).waitFor()
    await closeDialog()
    assert.match(mails[1]!, /^To: .*grace@example\.com/m)
  })

  test('asks for the secret again where it would be sent elsewhere', async () => {
    await page.getByLabel('Host').fill('mail.example.com')
    await page.getByText('Enter it again, because you changed Host').waitFor()
    const password = page.getByLabel('Password')
    assert.equal(await password.getAttribute('required'), '')
    // No mail server calls a URL by itself.
    await page.getByText('Returned mails', { exact: true }).waitFor()
    assert.equal(await page.getByText('Callback URL').count(), 0)
    await page.locator('summary', { hasText: 'More settings' }).click()
    await page.getByLabel('Port').fill('587')
    await page.getByText('because you changed Host, Port').waitFor()
    await password.fill(PASSWORD)
    await click('Save')
    await givePassword(page)
    await page.getByText('Already set. Leave it empty to keep it.').waitFor()
    assert.equal(await page.getByLabel('Host').inputValue(), 'mail.example.com')
  })
})

describe('the sandbox inbox', () => {
  before(async () => {
    const { client } = dashboard
    const { channel } = await prepareMessages(client, 'silent@tidings.test')
    const message_template = {
      name: 'styled',
      subject: 'Styled {{ n }}',
      body: `<h1 style="color: rgb(1, 2, 3)">Hello {{ user.first_name }}</h1>{{ n }}${SCRIPT.replace('=x', '="data:,"')}`,
      channels: [{ notification_channel_id: channel.id }],
    }
    assert.equal((await client.call('POST', '/api/v1/message_templates', { message_template })).status, 201)
    const attributes = [{ name: 'n', value: SCRIPT }]
    const message = {
      external_user_id: 'ada',
      message_template_name: 'styled',
      message_attributes_attributes: attributes,
    }
    assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
  })

  test('shows the mail as it would look, and what was put in as text', async () => {
    await page.getByRole('link', { name: 'Sandbox inbox' }).click()
    await page
      .getByRole('row', { name: /silent@tidings.test/ })
      .getByText('sent', { exact: true })
      .waitFor()
    await page.getByRole('button', { name: /^Show the message to .*silent@tidings.test$/ }).click()
    const mail = page.frameLocator('iframe[title="The mail"]')
    await mail.getByRole('heading', { name: 'Hello Ada' }).waitFor()
    await mail.getByText(SCRIPT).waitFor()
    assert.equal(await page.title(), 'Sandbox inbox · Tidings')
    // Showing the mail does not count as opened: the pixel is not loaded.
    const { body } = await dashboard.client.call('GET', '/api/v1/sandbox_messages')
    assert.deepEqual([body.sandbox_messages.length, body.sandbox_messages[0].status], [1, 'sent'])
  })

  test('lets one report what became of it', async () => {
    const dialog = page.getByRole('dialog', { name: 'Sandbox message' })
    for (const fact of ['delivered', 'bounced', 'opened']) {
      await dialog.getByRole('button', { name: fact, exact: true }).click()
      await dialog.getByText(`Reported as ${fact}. The webhook gets an event.`).waitFor()
    }
    await dialog.getByRole('button', { name: 'bounced', exact: true }).click()
    await dialog.getByText('No change: the delivery was already bounced.').waitFor()
    await closeDialog()
    await page
      .getByRole('row', { name: /silent@tidings.test/ })
      .getByText('opened', { exact: true })
      .waitFor()
  })
})

test('a viewer looks, and can change nothing', async () => {
  const viewer = await dashboard.openAs('viewer', '/channels')
  const isDisabled = (name: string) =>
    viewer.getByRole('button', { name, exact: true }).and(viewer.locator('[aria-disabled=true]')).waitFor()
  await isDisabled('New channel')
  // A part of a name, a type or a provider finds a channel.
  await viewer.getByRole('searchbox').fill('no such channel')
  await viewer.getByRole('heading', { name: 'No channel found' }).waitFor()
  await viewer.getByRole('searchbox').fill('PRODUCT smtp')
  await viewer.getByRole('link', { name: 'Mail of the product' }).click()
  for (const name of ['Save', 'Delete', 'Deactivate', 'Send a test']) await isDisabled(name)
  await goWithin(viewer, '/inbox')
  await viewer.getByRole('searchbox').fill('nobody')
  await viewer.getByRole('heading', { name: 'No recipient found' }).waitFor()
  await viewer.getByRole('searchbox').fill('ada')
  await viewer.getByRole('button', { name: /^Show the message/ }).click()
  for (const name of ['delivered', 'opened', 'bounced']) await isDisabled(name)
})

test('the pages are accessible and fit, light and dark, narrow and wide', async () => {
  const { body } = await dashboard.client.call('GET', '/api/v1/notification_channels')
  const { id } = body.notification_channels.find((channel: { provider: string }) => channel.provider === 'smtp')
  await goWithin(page, '/channels')
  await page.getByRole('link', { name: 'Mail of the product' }).waitFor()
  await assertLooksGood(page)
  await goWithin(page, `/channels/${id}`)
  await page.getByText('No recent deliveries on this channel.').waitFor()
  await assertLooksGood(page)
  await goWithin(page, '/channels/new')
  await page.getByRole('link', { name: 'Postmark' }).waitFor()
  await assertLooksGood(page)
  await goWithin(page, '/channels/new?type=push&provider=apns')
  await page.locator('summary').click()
  await page.getByLabel('Environment').waitFor()
  await assertLooksGood(page)
  await goWithin(page, '/inbox')
  await page.getByRole('button', { name: /^Show the message/ }).click()
  await page.getByRole('dialog').getByText('Report it as').waitFor()
  await assertLooksGood(page)
})
