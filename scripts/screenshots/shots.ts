/** The pages and dialogs in the pictures. */
import type { Page } from 'playwright-core'
import { OWNER_OF_EMPTY, OWNER_OF_LONG, OWNER_OF_TRIAL, VIEWER } from './accounts.ts'
import type { Shot } from './camera.ts'
import type { LongMade } from './long.ts'
import type { Made } from './shop.ts'
import { clicks, templateShots } from './template-shots.ts'

const SETTINGS = [
  ...['server-configuration', 'topics', 'suppressions', 'api-keys', 'members', 'limits'],
  ...['audit-log', 'requests', 'mails', 'profile'],
]
const LISTS = [
  ...[
    'messages',
    'deliveries',
    'analytics',
    'templates',
    'recipients',
    'webhooks',
    'webhooks/events',
    'channels',
    'inbox',
  ],
  ...SETTINGS.map((section) => `settings/${section}`),
]

const named = (path: string) => path.replaceAll('/', '-')

/** The lists and the settings of an account. */
const pagesOf = (start: string, email?: string): Shot[] => [
  { name: `${start}home`, path: '/', ...(email && { email }) },
  ...LISTS.map((path) => ({ name: `${start}${named(path)}`, path: `/${path}`, ...(email && { email }) })),
]

function webhookShots(): Shot[] {
  return [
    {
      name: 'webhooks-event',
      path: '/webhooks/events?type=delivery.delivered',
      async prepare(page) {
        await page.getByRole('table').getByRole('link').first().click()
        await page.getByRole('region', { name: 'Verify this signature' }).waitFor()
      },
    },
    { name: 'webhooks-none', path: '/webhooks', email: OWNER_OF_EMPTY },
    { name: 'webhooks-test-receiver', path: '/webhooks', email: OWNER_OF_TRIAL },
    { name: 'secret-rotate', path: '/settings/server-configuration', prepare: clicks(/^Rotate/) },
  ]
}

function dialogShots({ channel, recipient }: Made): Shot[] {
  return [
    {
      name: 'search',
      path: '/',
      async prepare(page) {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search' }).fill('ma')
        await page.getByRole('option').nth(1).waitFor()
      },
    },
    {
      name: 'shortcuts',
      path: '/messages',
      async prepare(page) {
        await page.keyboard.press('?')
        await page.getByRole('dialog').getByText('Go to a page').waitFor()
      },
    },
    {
      name: 'menu',
      path: '/messages',
      isNarrow: true,
      async prepare(page) {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('button', { name: 'Sign out' }).waitFor()
      },
    },
    { name: 'message-new', path: '/messages', prepare: clicks(/^Send a message|^New message/) },
    { name: 'recipient-new', path: '/recipients', prepare: clicks('Add a recipient') },
    { name: 'recipient-edit', path: `/recipients/${recipient}`, prepare: clicks(/^Edit$/) },
    { name: 'channel-test', path: `/channels/${channel}`, prepare: clicks(/^Send a test/) },
    { name: 'member-new', path: '/settings/members', prepare: clicks(/^Invite|^Add/) },
    { name: 'api-key-new', path: '/settings/api-keys', prepare: clicks(/^New API key|^Create/) },
    { name: 'topic-new', path: '/settings/topics', prepare: clicks('Create a topic') },
    { name: 'inbox-message', path: '/inbox', prepare: clicks(/^Show the message to .*@/) },
  ]
}

function shopShots(made: Made): Shot[] {
  return [
    ...pagesOf(''),
    { name: 'message', path: `/messages/${made.message}` },
    { name: 'message-scheduled', path: `/messages/${made.scheduled}` },
    { name: 'delivery', path: `/deliveries/${made.delivery}` },
    { name: 'delivery-failed', path: `/deliveries/${made.failed}` },
    { name: 'recipient', path: `/recipients/${made.recipient}` },
    { name: 'numbers-30d', path: '/analytics?period=30d&by=template' },
    { name: 'channel-new', path: '/channels/new' },
    { name: 'channel-new-form', path: '/channels/new?type=email&provider=smtp' },
    { name: 'channel-new-push', path: '/channels/new?type=push&provider=fcm' },
    { name: 'channel', path: `/channels/${made.channel}` },
    { name: 'channel-smtp', path: `/channels/${made.channelOfSmtp}` },
    { name: 'deliveries-nothing-found', path: '/deliveries?status=canceled' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'viewer-home', path: '/', email: VIEWER },
    { name: 'viewer-template', path: `/templates/${made.template}`, email: VIEWER },
    { name: 'viewer-settings', path: '/settings/api-keys', email: VIEWER },
    ...templateShots(made),
    ...webhookShots(),
    ...dialogShots(made),
  ]
}

function longShots(made: LongMade): Shot[] {
  const email = OWNER_OF_LONG
  const pages: Record<string, string> = {
    message: `/messages/${made.message}`,
    delivery: `/deliveries/${made.delivery}`,
    template: `/templates/${made.template}`,
    recipient: `/recipients/${made.recipient}`,
    channel: `/channels/${made.channel}`,
    'numbers-template': '/analytics?by=template',
  }
  return [
    ...pagesOf('long-', email),
    ...Object.entries(pages).map(([name, path]) => ({ name: `long-${name}`, path, email })),
    {
      name: 'long-event',
      path: '/webhooks/events',
      email,
      async prepare(page) {
        await page.getByRole('table').getByRole('link').first().click()
        // Its receiver refuses connections, so there is no signature.
        await page.getByRole('region', { name: /^Attempt/ }).waitFor()
      },
    },
    {
      name: 'long-accounts',
      path: '/',
      email,
      async prepare(page) {
        const menu = page.getByRole('button', { name: 'Menu' })
        if (await menu.isVisible()) await menu.click()
        await clicks('Switch account')(page)
      },
    },
    {
      name: 'long-search',
      path: '/',
      email,
      async prepare(page) {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search' }).fill('customer')
        await page.getByRole('option').nth(1).waitFor()
      },
    },
  ]
}

/** Pages without a session: the sign-in, an invitation, and the pages of recipients. */
function openShots({ unsubscribe, preferences, invitation }: Made & { invitation: string }): Shot[] {
  const stop = async (page: Page) => {
    const button = page.getByRole('button', { name: /^Stop these/ }).first()
    if (await button.isVisible()) await button.click()
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  }
  const shots: Shot[] = [
    { name: 'sign-in', path: '/' },
    {
      name: 'sign-in-wrong',
      path: '/',
      async prepare(page) {
        await page.getByLabel('Email').fill('nobody@example.com')
        await page.getByLabel('Password').fill('not the password')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await page.getByRole('alert').first().waitFor()
      },
    },
    { name: 'invitation', path: invitation },
    { name: 'invitation-ended', path: '/#/invitation/unknown' },
    { name: 'preferences', path: preferences },
    { name: 'preferences-unsubscribe', path: unsubscribe },
    { name: 'preferences-unsubscribed', path: unsubscribe, prepare: stop },
    { name: 'preferences-invalid', path: '/preferences/forged' },
  ]
  return shots.map((shot) => ({ ...shot, email: null }))
}

/** Every picture. */
export function shotsOf(shop: Made, long: LongMade, invitation: string): Shot[] {
  return [
    ...openShots({ ...shop, invitation }),
    ...shopShots(shop),
    ...pagesOf('empty-', OWNER_OF_EMPTY),
    ...longShots(long),
  ]
}
