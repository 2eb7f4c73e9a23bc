import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createMember } from '../../server/src/features/members/members.ts'
import { createSystemClock } from '../../server/src/platform/clock.ts'
import { transaction } from '../../server/src/platform/db/transaction.ts'
import { insertSuppressions } from '../../server/src/core/deliveries/suppressions.ts'
import { prepareMessages } from '../../server/test/service.ts'
import { openDashboard } from './browser.ts'
import { givePassword, PASSWORD } from './passwords.ts'
import { assertAccessible, assertFits, assertLooksGood, goWithin, LOOKS } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

const SECTIONS = [
  'server-configuration',
  'topics',
  'suppressions',
  'api-keys',
  'members',
  'limits',
  'audit-log',
  'mails',
  'profile',
]

/** Runs if a text is rendered as markup. */
const SCRIPT = '<img src=x onerror="document.title=1"><script>document.title=1</script>'

let dashboard: Dashboard
before(async () => {
  dashboard = await openDashboard()
  const { client } = dashboard
  const url = 'https://127.0.0.1:9443/webhooks?%3Cscript%3E'
  assert.equal((await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })).status, 201)
  assert.equal((await client.call('POST', '/api/v1/api_keys', { api_key: { name: SCRIPT } })).status, 201)
  const { bucket, accountId } = client
  const member = {
    bucket,
    accountId,
    email: 'script@example.com',
    name: SCRIPT,
    role: 'viewer',
    passwordHash: null,
  } as const
  const made = await transaction(dashboard.database.pool, (connection) =>
    createMember(connection, createSystemClock(), member),
  )
  assert.ok(made.ok)
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Confirms the open dialog with its button. */
async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

/**
 * The next request of the page notices the end of the session. The page may have sent it already, and then it shows no
 * link to click. A click that waits for one would click in the next test of this page.
 */
async function untilSessionEnded(page: Page): Promise<void> {
  await goWithin(page, '/recipients')
  await page.getByText('Your session has ended').waitFor()
}

/** Waits for the heading of the page, and for the end of loading. */
async function ready(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await page.locator('[role=status][aria-label^=Loading]').first().waitFor({ state: 'hidden' })
}

describe('members', () => {
  test('one is invited by a link that works once, and signs in with what the link was used for', async () => {
    const page = await dashboard.pageOf('owner', '/settings/members')
    await page.getByRole('button', { name: 'Invite a member' }).click()
    const form = page.getByRole('dialog', { name: 'Invite a member' })
    await form.getByLabel('Email').fill('joan@example.com')
    await confirm(page, 'Create the invitation')
    const dialog = page.getByRole('dialog', { name: 'Invitation' })
    const link = (await dialog.getByText(/^http/).textContent())!
    assert.ok(link.startsWith(`${dashboard.url}/#/invitation/inv_`))
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page
      .getByRole('row', { name: /joan@example.com/ })
      .getByText('invited', { exact: true })
      .waitFor()

    const joan = await dashboard.open(link.slice(dashboard.url.length))
    await joan.getByLabel('Name').fill('Joan')
    await joan.getByLabel('Password').fill('another long password')
    await joan.getByRole('button', { name: 'Accept and sign in' }).click()
    await joan.getByRole('navigation', { name: 'Main' }).waitFor()
    assert.equal(new URL(joan.url()).hash, '')
    await joan.getByRole('button', { name: 'Sign out' }).click()
    await signIn(joan, 'joan@example.com', 'another long password')
    await joan.getByRole('navigation', { name: 'Main' }).waitFor()

    const late = await dashboard.open(link.slice(dashboard.url.length))
    await late.getByLabel('Password').fill('yet another password')
    await late.getByRole('button', { name: 'Accept and sign in' }).click()
    await late.getByText('This invitation was already used').waitFor()

    await page.getByRole('button', { name: 'Remove joan@example.com' }).click()
    await confirm(page, 'Remove')
    await page.getByRole('row', { name: /joan@example.com/ }).waitFor({ state: 'detached' })
    await untilSessionEnded(joan)
  })

  test('the role of one is changed, and the last owner stays', async () => {
    const page = await dashboard.pageOf('owner', '/settings/members')
    await page.getByRole('button', { name: `Edit ${dashboard.emails.viewer}` }).click()
    await page.getByRole('dialog').getByLabel('Role').selectOption('developer')
    await confirm(page, 'Save')
    await page
      .getByRole('row', { name: new RegExp(dashboard.emails.viewer) })
      .getByText('developer')
      .waitFor()
    await page.getByRole('button', { name: `Edit ${dashboard.emails.viewer}` }).click()
    await page.getByRole('dialog').getByLabel('Role').selectOption('viewer')
    await confirm(page, 'Save')
    await page
      .getByRole('row', { name: new RegExp(dashboard.emails.viewer) })
      .getByText('viewer')
      .waitFor()
    await page.getByRole('button', { name: `Remove ${dashboard.emails.owner}` }).click()
    await confirm(page, 'Remove')
    await page.getByText('The account needs at least one active owner').waitFor()
  })
})

test('another invitation of a member wants the password again', async () => {
  const page = await dashboard.pageOf('owner', '/settings/members')
  await dashboard.forgetPassword('owner')
  await page.getByRole('button', { name: 'New invitation for script@example.com' }).click()
  await confirm(page, 'Create the invitation')
  await givePassword(page, 'not the password')
  await page.getByRole('alert').getByText('Your password is wrong').waitFor()
  await givePassword(page)
  const dialog = page.getByRole('dialog', { name: 'Invitation', exact: true })
  assert.match((await dialog.getByText(/^http/).textContent())!, /#\/invitation\/inv_/)
})

test('an API key is shown once, works, and is refused once revoked', async () => {
  const page = await dashboard.pageOf('owner', '/settings/api-keys')
  await page.getByRole('button', { name: 'Create an API key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Shop')
  const roles = page.getByRole('dialog').getByLabel('Role')
  assert.equal(await roles.inputValue(), 'send')
  await assertAccessible(page)
  await confirm(page, 'Create')
  const dialog = page.getByRole('dialog', { name: 'API key' })
  const key = (await dialog.getByText(/^sk_/).textContent())!
  const call = () => fetch(`${dashboard.url}/api/v1/messages`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal((await call()).status, 200)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('row', { name: /Shop/ }).getByText('send', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Revoke Shop' }).click()
  await confirm(page, 'Revoke')
  await page.getByRole('row', { name: /Shop/ }).getByText('revoked').waitFor()
  assert.equal((await call()).status, 401)
})

test('the password is asked for above the dialog of an action, once for several actions, by keyboard', async () => {
  const page = await dashboard.openAs('owner', '/settings/api-keys')
  await dashboard.forgetPassword('owner')
  await page.getByRole('button', { name: 'Create an API key' }).click()
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.getByLabel('Name').fill('Kiosk')
  await form.getByLabel('Name').press('Enter')
  const prompt = page.getByRole('dialog', { name: 'Your password again' })
  const field = prompt.getByLabel('Your password')
  await field.and(page.locator(':focus')).waitFor()
  await field.press('Escape')
  await prompt.waitFor({ state: 'detached' })
  await form.getByRole('alert').getByText('Nothing changed: this action needs your password').waitFor()
  assert.equal(await form.getByLabel('Name').inputValue(), 'Kiosk')
  await form.getByLabel('Name').press('Enter')
  await givePassword(page, 'not the password')
  await prompt.getByRole('alert').getByText('Your password is wrong').waitFor()
  await assertLooksGood(page)
  await givePassword(page)
  const shown = page.getByRole('dialog', { name: 'API key', exact: true })
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'Revoke Kiosk' }).click()
  await confirm(page, 'Revoke')
  await page.getByRole('row', { name: /Kiosk/ }).getByText('revoked').waitFor()
})

test('a topic is created, changed and deleted, and the pages for recipients get a color', async () => {
  const page = await dashboard.openAs('developer', '/settings/topics')
  await page.getByRole('button', { name: 'Create a topic' }).click()
  const form = page.getByRole('dialog', { name: 'Create a topic' })
  await form.getByLabel('Name').fill('not a name')
  await form.getByLabel('Label').fill('Newsletter')
  await assertAccessible(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await form.getByText('must have letters, digits, dots').waitFor()
  await form.getByLabel('Name').fill('newsletter')
  await form.getByRole('button', { name: 'Create' }).click()
  const row = page.getByRole('row', { name: /newsletter/ })
  await row.getByText('may refuse').waitFor()
  await row.getByRole('button', { name: 'Edit newsletter' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit newsletter' })
  await edited.getByLabel('Required by law or safety').check()
  await edited.getByRole('button', { name: 'Add a language' }).click()
  await edited.getByLabel('Language 1').fill('germanic')
  await edited.getByLabel('Label 1').fill('Neuigkeiten')
  await edited.getByRole('button', { name: 'Save' }).click()
  await edited.getByText(/^Language 1 must be/).waitFor()
  await edited.getByLabel('Language 1').fill('de')
  await edited.getByRole('button', { name: 'Save' }).click()
  await row.getByText('required').waitFor()
  const { topics } = (await dashboard.client.call('GET', '/api/v1/topics')).body
  const [german] = topics.find(({ name }: { name: string }) => name === 'newsletter').locales
  assert.deepEqual([german.locale, german.label], ['de', 'Neuigkeiten'])
  await row.getByRole('cell', { name: 'de', exact: true }).waitFor()
  await row.getByRole('button', { name: 'Delete newsletter' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Accent color').fill('red')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('must be a color like #1d4ed8').waitFor()
  await page.getByLabel('Accent color').fill('#0F766E')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The page is changed').waitFor()
  const { body } = await dashboard.client.call('GET', '/api/v1/preference_page')
  assert.equal(body.preference_page.accent_color, '#0f766e')
})

test('the account keeps allowed origins and signing keys, and the focus stays where the member is', async () => {
  const page = await dashboard.openAs('owner', '/settings/account')
  const origins = page.getByLabel('Allowed origins')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const focused = page.locator(':focus')
  await origins.fill('https://b.example\n\n https://a.example/path')
  await save.click()
  await page.getByText(/^Allowed origins “https:\/\/a\.example\/path” must be an origin like/).waitFor()
  await origins.fill('https://b.example\n https://a.example')
  await save.press('Enter')
  await page.getByText('The origins are saved').waitFor()
  await page.getByTitle('No changes').and(save).and(focused).waitFor()
  assert.equal(await origins.inputValue(), 'https://a.example\nhttps://b.example')
  const { account } = (await dashboard.client.call('GET', '/api/v1/account')).body
  assert.deepEqual(account.allowed_origins, ['https://a.example', 'https://b.example'])
  // What is written during a save stays.
  await origins.fill('https://a.example')
  await page.route('**/api/v1/account', async (route) => {
    if (route.request().method() === 'PATCH') await origins.fill('https://c.example')
    await route.fallback()
  })
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await save.click()
  await saved
  await save.and(page.locator(':not([aria-disabled=true])')).click()
  await page.getByTitle('No changes').and(save).waitFor()
  assert.equal(await origins.inputValue(), 'https://c.example')

  // The name of the account is also in the navigation.
  const { name } = account
  for (const next of ['Shop of Ada', name]) {
    await page.getByLabel('Name', { exact: true }).fill(next)
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText(next, { exact: true }).first().waitFor()
    assert.equal((await dashboard.client.call('GET', '/api/v1/account')).body.account.name, next)
  }

  const create = page.getByRole('button', { name: 'Create a signing key' })
  await create.click()
  await page.getByRole('dialog').getByLabel('Name').fill('مفتاح الخادم')
  assert.equal(await page.getByRole('dialog').getByLabel('Name').getAttribute('dir'), 'auto')
  await confirm(page, 'Create')
  const shown = page.getByRole('dialog', { name: 'Signing key' })
  await shown.getByRole('button', { name: 'Copy' }).waitFor()
  await confirm(page, 'I have stored it')
  await create.and(focused).waitFor()
  await page.getByRole('button', { name: 'Delete مفتاح الخادم' }).click()
  await confirm(page, 'Delete')
  await page.getByText(/^No keys\./).waitFor()
  await create.and(focused).waitFor()
})

test('the template of mails by SMTP is chosen, and taken back', async () => {
  const { client } = dashboard
  const template = { name: 'mails', subject: '{{ mail.subject }}', body: 'x', body_format: 'text', channels: [] }
  const { body } = await client.call('POST', '/api/v1/message_templates', { message_template: template })
  const page = await dashboard.openAs('developer', '/settings/account')
  const chosen = async () => (await client.call('GET', '/api/v1/account')).body.account.smtp_template_id
  const choice = page.getByLabel('Template')
  await choice.selectOption('mails')
  await page.getByText('The template is saved').waitFor()
  assert.equal(await chosen(), body.message_template.id)
  await page.reload()
  assert.equal(await choice.inputValue(), String(body.message_template.id))
  await choice.selectOption('')
  await page.getByText('The template is saved').waitFor()
  assert.equal(await chosen(), null)
})

describe('the profile', () => {
  test('a session is ended from another one', async () => {
    const page = await dashboard.open('/settings/profile', { userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' })
    await signIn(page, dashboard.emails.developer, PASSWORD)
    const other = await dashboard.open('/deliveries', { userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0' })
    await signIn(other, dashboard.emails.developer, PASSWORD)
    await other.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor()
    await page.reload()
    await page
      .getByRole('row', { name: /Firefox 140, Linux/ })
      .getByText('this one')
      .waitFor()
    await page.getByRole('button', { name: 'End the session of Firefox 150, Windows' }).click()
    await page.getByText('Firefox 150, Windows').waitFor({ state: 'detached' })
    await untilSessionEnded(other)
  })

  test('a change of the password ends every other session, and the old password', async () => {
    const email = dashboard.emails.developer
    const [page, other] = [
      await dashboard.openAs('developer', '/settings/profile'),
      await dashboard.openAs('developer', '/deliveries'),
    ]
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('a new long password')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('Current password is wrong').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password has been changed').waitFor()
    await untilSessionEnded(other)
    await signIn(other, email, PASSWORD)
    await other.getByText('The email or the password is wrong').waitFor()
    await signIn(other, email, 'a new long password')
    await other.getByRole('heading', { name: 'No recipients yet' }).waitFor()
    // The page with the change continues with another token.
    await page.getByLabel('Current password').fill('a new long password')
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password has been changed').waitFor()
  })
})

test('guessing is slowed down, and the page says for how long', async () => {
  const page = await dashboard.open('/')
  await page.getByLabel('Email').fill('guessed@example.com')
  await page.getByLabel('Password').fill('guess')
  const GUESSES_MAX = 30
  let status = 401
  for (let guesses = 1; status === 401 && guesses <= GUESSES_MAX; guesses++) {
    const answered = page.waitForResponse('**/api/v1/session')
    await page.getByRole('button', { name: 'Sign in' }).and(page.locator(':not([aria-disabled=true])')).click()
    status = (await answered).status()
  }
  assert.equal(status, 429)
  await page.getByRole('alert').getByText('Too many failed tries').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).and(page.locator('[aria-disabled=true]')).waitFor()
})

/** Buttons without a change in the service. */
const HARMLESS =
  /^(Copy|Search|Keyboard shortcuts|Download CSV|Sample code|Details|Show|Menu|Sign out|Switch to the|1 hour|24 hours|7 days|Try again|\/api\/v1)/

test('a viewer sees what may be seen, and can change nothing', async () => {
  const page = await dashboard.pageOf('viewer', '/settings')
  for (const section of SECTIONS.filter((name) => name !== 'profile')) {
    await goWithin(page, `/settings/${section}`)
    await ready(page, 'Settings')
    const usable = page.getByRole('button').and(page.locator(':not([aria-disabled=true])'))
    const names = await usable.evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent),
    )
    assert.deepEqual(
      names.filter((name) => !HARMLESS.test(name)),
      [],
      section,
    )
  }
  await goWithin(page, '/settings/server-configuration')
  const pause = page.getByRole('button', { name: 'Pause' })
  assert.equal(await pause.getAttribute('title'), 'You are a viewer: you can only read')
  await pause.click({ force: true })
  await page.getByRole('status').getByText('active', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Webhook URL').getAttribute('readonly'), '')
  await goWithin(page, '/settings/members')
  await page.getByText('Only an owner of the account may do this').waitFor()
})

describe('how it looks', () => {
  test('every section is accessible and fits', async () => {
    const page = await dashboard.pageOf('owner', '/settings')
    for (const section of SECTIONS) {
      await goWithin(page, `/settings/${section}`)
      await ready(page, 'Settings')
      await assertLooksGood(page)
    }
    assert.match(await page.title(), /^Settings/)
  })

  test('on a small screen the menu opens in sight, wherever the page is scrolled to', async () => {
    const page = await dashboard.openAs('owner', '/settings/server-configuration', LOOKS[0])
    await ready(page, 'Settings')
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.getByRole('button', { name: 'Menu' }).click()
    const box = await page.getByRole('link', { name: 'Deliveries' }).boundingBox()
    assert.ok(box !== null && box.y > 0 && box.y + box.height < LOOKS[0].viewport.height, JSON.stringify(box))
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Deliveries' }).click()
    await page.getByRole('link', { name: 'Deliveries' }).waitFor({ state: 'hidden' })
  })

  test('names that are scripts are shown as they are', async () => {
    const page = await dashboard.pageOf('owner', '/settings/api-keys')
    await page.getByText(SCRIPT).first().waitFor()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText(SCRIPT).first().waitFor()
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('created the API key').first().waitFor()
    assert.equal(await page.title(), 'Settings · Tidings')
  })

  test('the theme is switched, and kept', async () => {
    const page = await dashboard.openAs('owner', '/settings/limits', { colorScheme: 'light' })
    const theme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme')
    assert.equal(await theme(), 'light dark')
    await page.getByRole('button', { name: 'Switch to the dark theme' }).click()
    assert.equal(await theme(), 'dark')
    await page.reload()
    await page.getByRole('button', { name: 'Switch to the light theme' }).waitFor()
    assert.equal(await theme(), 'dark')
  })
})

test('a suppressed address is shown with the delivery that caused it, and lifted', async () => {
  const { client, database } = dashboard
  await prepareMessages(client)
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  const { body } = await client.call('POST', '/api/v1/messages', { message })
  const { id } = body.message.deliveries[0]
  const { bucket, accountId } = client
  const bounced = { bucket, accountId, channelType: 'email', address: 'gone@example.com', reason: 'bounce' } as const
  await insertSuppressions(database.pool, [{ ...bounced, deliveryId: id }], Date.now())
  const page = await dashboard.openAs('owner', '/settings/suppressions')
  const row = page.getByRole('row', { name: /gone@example\.com/ })
  assert.equal(await row.getByRole('link', { name: 'bounce' }).getAttribute('href'), `/deliveries/${id}`)
  await assertLooksGood(page)
  // In a window at 200 %, the buttons of each list are whole.
  await page.setViewportSize({ width: 720, height: 450 })
  for (const [path, name] of [
    ['members', /^Edit/],
    ['api-keys', /^Revoke/],
    ['suppressions', /^Allow again/],
  ] as const) {
    await goWithin(page, `/settings/${path}`)
    const button = page.getByRole('row').getByRole('button', { name }).first()
    const [{ x, width }, frame] = [(await button.boundingBox())!, (await page.locator('.table-frame').boundingBox())!]
    assert.ok(x > frame.x && x + width <= frame.x + frame.width, `${path}: ${x + width} of ${frame.x + frame.width} px`)
    await assertFits(page)
  }
  // Two lines on a phone.
  await page.setViewportSize(LOOKS[0].viewport)
  await row.getByText('Email', { exact: true }).last().waitFor()
  assert.ok((await row.boundingBox())!.height < 60)
  await page.setViewportSize(LOOKS[1].viewport)
  await page.getByRole('button', { name: 'Suppress an address' }).click()
  const adding = page.getByRole('dialog', { name: 'Suppress an address' })
  await adding.getByLabel('Address').fill('by-hand@example.com')
  await adding.getByRole('button', { name: 'Suppress', exact: true }).click()
  const added = page.getByRole('row', { name: /by-hand@example\.com Email added by hand/ })
  await added.getByRole('button', { name: 'Allow again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow again' }).click()
  await added.waitFor({ state: 'detached' })
  // A part of an address finds it, in any case. The list is read again, although its first response comes after the change.
  const { promise: isLifted, resolve: lifted } = Promise.withResolvers<void>()
  await page.route(/address_part=EXAMPLE/, async (route) => {
    const response = await route.fetch()
    await isLifted
    await route.fulfill({ response })
  })
  await page.getByRole('searchbox').fill('EXAMPLE.co')
  await page.waitForURL(/address=EXAMPLE/)
  await row.getByRole('button', { name: 'Allow again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow again' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  lifted()
  await page.getByRole('heading', { name: 'No suppressed address found' }).waitFor()
  const left = await client.call('GET', '/api/v1/suppressions')
  assert.deepEqual(left.body.suppressions, [])
})
