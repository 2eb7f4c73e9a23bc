/** An account of a typical shop, made by the public API. */
import { make } from './api.ts'
import type { Call } from './api.ts'
import { makeDigest } from './digest.ts'

const PEOPLE = [
  ['ada', 'Ada', 'Lovelace', 'ada.lovelace@example.com'],
  ['grace', 'Grace', 'Hopper', 'opened+grace@tidings.test'],
  ['joan', 'Joan', 'Clarke', 'joan.clarke@example.com'],
  ['katherine', 'Katherine', 'Johnson', 'opened+katherine@tidings.test'],
  ['annie', 'Annie', 'Easley', 'annie.easley@example.com'],
  ['mary', 'Mary', 'Jackson', 'bounced+mary@tidings.test'],
  ['barbara', 'Barbara', 'Liskov', 'barbara.liskov@example.com'],
  ['radia', 'Radia', 'Perlman', 'opened+radia@tidings.test'],
  ['margaret', 'Margaret', 'Hamilton', 'failed+margaret@tidings.test'],
  ['hedy', 'Hedy', 'Lamarr', 'hedy.lamarr@example.com'],
  ['frances', 'Frances', 'Allen', 'retry+frances@tidings.test'],
  ['edith', 'Edith', 'Clarke', 'edith.clarke@example.com'],
] as const

const SHIPPED = `<div style="max-width: 32rem; margin: 0 auto; padding: 1.5rem; font-family: sans-serif; color: #1f2933">
  <h1 style="margin: 0 0 1rem; font-size: 1.4rem">Your order is on its way</h1>
  <p>Hello {{ user.first_name | default: "there" }},</p>
  <p>order <strong>{{ order.id }}</strong> has left our warehouse and arrives {{ order.arrival }}.</p>
  {% if order.total %}
    <p style="padding: 0.75rem 1rem; border-radius: 6px; background: #eef2ff">Total: {{ order.total }}</p>
  {% endif %}
  <p style="color: #616e7c">You get this mail since you bought something from us.</p>
</div>`

const TEMPLATES = [
  { name: 'order_shipped', subject: 'Order {{ order.id }} is on its way', body: SHIPPED },
  {
    name: 'password_reset',
    subject: 'Reset your password',
    body: '<p>Hello {{ user.first_name }},</p><p>use the code <strong>{{ code }}</strong> within an hour.</p>',
  },
  {
    name: 'weekly_summary',
    subject: 'Your week: {{ visits }} visits',
    body: '<p>Hello {{ user.first_name }}, you had {{ visits }} visits this week.</p>',
  },
] as const

/** Messages to each of the people. */
const ROUNDS = 4
const ARRIVALS = ['on Tuesday', 'tomorrow', 'on Friday', 'within two days']

const ORDER_FIRST = 4711
const HOUR_MS = 3_600_000

const NEWSLETTER = {
  name: 'newsletter',
  subject: 'New this month',
  body: `<p>Hello {{ user.first_name }},</p><p>these are our new products.</p>
<p><a href="{{ unsubscribe_url }}">Unsubscribe</a> or <a href="{{ preferences_url }}">choose your mails</a></p>`,
  topic: 'news',
  locales: [
    {
      locale: 'de',
      subject: 'Neu in diesem Monat',
      body: '<p>Hallo {{ user.first_name }},</p><p>das sind unsere neuen Produkte.</p>',
    },
    { locale: 'fr', subject: 'Nouveautés du mois', body: null },
  ],
}

/** The pages with an id in their address, and the links of a mail. */
export interface Made {
  message: number
  scheduled: number
  delivery: number
  failed: number
  template: number
  newsletter: number
  /** A template with a layout and a draft. */
  digest: number
  layout: number
  recipient: number
  channel: number
  channelOfSmtp: number
  unsubscribe: string
  preferences: string
}

async function makeChannels(call: Call): Promise<{ mail: number; push: number; smtp: number }> {
  const channel = async (fields: object) => {
    const { id } = await make(call, '/notification_channels', 'notification_channel', fields)
    return id
  }
  const settings = {
    host: 'smtp.example.com',
    port: 587,
    username: 'notify',
    password: 'only a sample',
    from: 'Example Shop <notify@example.com>',
  }
  return {
    mail: await channel({ name: 'Product mail', channel_type: 'email', provider: 'sandbox' }),
    push: await channel({ name: 'App push', channel_type: 'push', provider: 'sandbox', max_per_second: 50 }),
    smtp: await channel({ name: 'Newsletter', channel_type: 'email', provider: 'smtp', settings, active: false }),
  }
}

async function makeTopics(call: Call): Promise<void> {
  const topics = [
    { name: 'news', label: 'Newsletter', description: 'New products, once a month.' },
    { name: 'orders', label: 'Orders', description: 'The way of your orders.' },
    { name: 'security', label: 'Security', description: 'Sign-ins and passwords.', required: true },
  ]
  for (const topic of topics) await make(call, '/topics', 'topic', topic)
}

async function makeTemplates(call: Call, { mail, push }: { mail: number; push: number }): Promise<[number, number]> {
  const ids: number[] = []
  for (const template of TEMPLATES) {
    const own = { subject: template.subject, body: `${template.subject}.` }
    const channels = [{ notification_channel_id: mail }, { notification_channel_id: push, ...own }]
    const { id } = await make(call, '/message_templates', 'message_template', { ...template, channels })
    ids.push(id)
  }
  const [first] = ids
  for (const subject of ['Good news on order {{ order.id }}', TEMPLATES[0].subject])
    await call('PATCH', `/message_templates/${first}`, { message_template: { subject } })
  const channels = [{ notification_channel_id: mail }]
  const newsletter = await make(call, '/message_templates', 'message_template', { ...NEWSLETTER, channels })
  return [first!, newsletter.id]
}

async function makeRecipients(call: Call): Promise<number> {
  const ids: number[] = []
  for (const [external, first, last, email] of PEOPLE) {
    const fields = { external_user_id: external, first_name: first, last_name: last, email, locale: 'en-GB' }
    const attributes = { plan: ids.length % 2 === 0 ? 'pro' : 'free' }
    const { id } = await make(call, '/notification_users', 'notification_user', { ...fields, attributes })
    ids.push(id)
    const token = `${email.startsWith('opened') ? 'opened' : 'delivered'}-${external}-phone`
    await make(call, `/notification_users/${id}/devices`, 'device', { platform: 'fcm', token })
  }
  return ids[0]!
}

function messageTo(person: number, round: number) {
  const [external] = PEOPLE[person]!
  const number = round * PEOPLE.length + person
  const attributes = {
    'order.id': `A-${ORDER_FIRST + number}`,
    'order.arrival': ARRIVALS[number % ARRIVALS.length]!,
    'order.total': `€ ${20 + ((number * 7) % 90)}.50`,
    code: String(100_000 + number * 7_919),
    visits: String(3 + ((number * 5) % 40)),
  }
  return {
    external_user_id: external,
    message_template_name: TEMPLATES[round % TEMPLATES.length]!.name,
    message_attributes_attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
  }
}

interface Sent {
  id: number
  deliveries: { id: number }[]
  rendered_body: string
}

/** The links of a newsletter to the first person. */
async function linksOf(call: Call): Promise<{ unsubscribe: string; preferences: string }> {
  const message = { external_user_id: PEOPLE[0][0], message_template_name: NEWSLETTER.name }
  const { rendered_body: body } = await make<Sent>(call, '/messages', 'message', message)
  const [unsubscribe = '', preferences = ''] = [...body.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
  return { unsubscribe, preferences }
}

/** Makes all of it. The deliveries may still be on their way. */
export async function makeShop(call: Call): Promise<Made> {
  const channels = await makeChannels(call)
  await makeTopics(call)
  const [template, newsletter] = await makeTemplates(call, channels)
  const digest = await makeDigest(call, channels.mail)
  const recipient = await makeRecipients(call)
  const links = await linksOf(call)
  const messages: Sent[] = []
  for (let round = ROUNDS - 1; round >= 0; round--)
    for (let person = 0; person < PEOPLE.length; person++)
      messages.push(await make<Sent>(call, '/messages', 'message', messageTo(person, round)))
  const later = { ...messageTo(0, 0), send_at: new Date(Date.now() + 20 * HOUR_MS).toISOString() }
  const scheduled = await make(call, '/messages', 'message', later)
  for (const address of ['left@example.com', 'complained@example.com'])
    await make(call, '/suppressions', 'suppression', { address })
  await make(call, '/recipient_signing_keys', 'recipient_signing_key', { name: 'Shop backend' })
  const newestTo = (person: number) => messages.at(person - PEOPLE.length)!
  return {
    message: newestTo(1).id,
    scheduled: scheduled.id,
    delivery: newestTo(1).deliveries[0]!.id,
    failed: newestTo(PEOPLE.findIndex(([external]) => external === 'margaret')).deliveries[0]!.id,
    template,
    newsletter,
    ...digest,
    recipient,
    channel: channels.mail,
    channelOfSmtp: channels.smtp,
    ...links,
  }
}
