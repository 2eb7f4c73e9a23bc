/** The pages of recipients: they are accessible, fit on a phone, and need no script. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { openDashboard } from './browser.ts'
import { assertLooksGood, LOOKS } from './looks-of-page.ts'
import type { Dashboard } from './browser.ts'

let dashboard: Dashboard
/** The path of the recipient's preferences in the API. */
let path: string
/** The links of a message. */
let links: { unsubscribe: string; preferences: string }

before(async () => {
  dashboard = await openDashboard()
  const { client } = dashboard
  const made = async (of: string, root: string, fields: object) => {
    const answer = await client.call('POST', `/api/v1/${of}`, { [root]: fields })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body[root]
  }
  const description = 'News about our products, once a month.'
  await made('topics', 'topic', { name: 'news', label: 'Newsletter', description })
  await made('topics', 'topic', { name: 'law', label: 'Security', required: true })
  const channel = { name: 'Mail', channel_type: 'email', provider: 'sandbox' }
  const { id: channelId } = await made('notification_channels', 'notification_channel', channel)
  await made('message_templates', 'message_template', {
    name: 'news',
    subject: 'News',
    body: '{{ unsubscribe_url }} {{ preferences_url }}',
    body_format: 'text',
    topic: 'news',
    channels: [{ notification_channel_id: channelId }],
  })
  const person = { external_user_id: 'ada', email: 'delivered@tidings.test' }
  const recipient = await made('notification_users', 'notification_user', person)
  path = `/api/v1/notification_users/${recipient.id}/preferences`
  const names = { external_user_id: 'ada', message_template_name: 'news' }
  const message = await made('messages', 'message', names)
  const [unsubscribe = '', preferences = ''] = (message.rendered_body as string).split(' ')
  links = { unsubscribe, preferences }
})
after(() => dashboard.close())
afterEach(() => dashboard.closePages())

test('every page is accessible and fits', async () => {
  const answer = await fetch(`${dashboard.url}/preferences/forged`)
  assert.equal(answer.status, 404)
  const invalid = await answer.text()
  const page = await dashboard.open(links.unsubscribe)
  const looks = LOOKS.map((one) => ({ ...one, colorScheme: 'light' }) as const)
  const looksGood = async (heading: string) => {
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await assertLooksGood(page, looks)
  }
  await looksGood('Unsubscribe')
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await looksGood('You are unsubscribed')
  await page.goto(links.preferences)
  await looksGood('Your messages')
  await page.getByRole('checkbox', { name: 'Email' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Your choices are saved.').waitFor()
  await looksGood('Your messages')
  // The browser would report the status 404 of the page as an error.
  await page.setContent(invalid)
  await looksGood('This link is not valid')
})

test('a recipient unsubscribes and changes her mind without scripts, by the keyboard', async () => {
  const emails = async () => {
    const { body } = await dashboard.client.call('GET', path)
    const choices = body.preferences as {
      topic: string
      channel_type: string
      enabled: boolean
      source: string | null
    }[]
    const choice = choices.find(({ topic, channel_type: type }) => topic === 'news' && type === 'email')!
    return [choice.enabled, choice.source]
  }
  const page = await dashboard.open(links.unsubscribe, { javaScriptEnabled: false })
  await page.getByRole('button', { name: 'Stop these emails' }).press('Enter')
  await page.getByRole('status').getByText('You will no longer get these messages.').waitFor()
  assert.deepEqual(await emails(), [false, 'link'])
  await page.getByRole('link', { name: 'Choose which messages you get' }).press('Enter')
  const group = page.getByRole('group', { name: 'Newsletter' })
  await group.getByText('News about our products, once a month.').waitFor()
  const checkbox = group.getByRole('checkbox', { name: 'Email' })
  assert.equal(await checkbox.isChecked(), false)
  await checkbox.press('Space')
  await page.getByRole('group', { name: 'Security' }).getByText('Always sent').waitFor()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByRole('status').getByText('Your choices are saved.').waitFor()
  assert.deepEqual(await emails(), [true, 'link'])
  await page.goto(links.unsubscribe)
  await page.getByRole('button', { name: 'Stop these emails' }).waitFor()
})
