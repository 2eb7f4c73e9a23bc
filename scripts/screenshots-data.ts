/** An account of a typical shop, made by the public API, for the screenshots. */

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

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

/** The pages with an id in their address. */
export interface Made {
  message: number
  delivery: number
  template: number
  recipient: number
  channel: number
  channelOfSmtp: number
}

async function makeChannels(call: Call): Promise<{ mail: number; push: number; smtp: number }> {
  const make = async (fields: object) => {
    const body = { notification_channel: fields }
    const made = await call<{ notification_channel: { id: number } }>('POST', '/notification_channels', body)
    return made.notification_channel.id
  }
  const settings = {
    host: 'smtp.example.com',
    port: 587,
    username: 'notify',
    password: 'only a sample',
    from: 'Example Shop <notify@example.com>',
  }
  return {
    mail: await make({ name: 'Product mail', channel_type: 'email', provider: 'sandbox' }),
    push: await make({ name: 'App push', channel_type: 'push', provider: 'sandbox', max_per_second: 50 }),
    smtp: await make({ name: 'Newsletter', channel_type: 'email', provider: 'smtp', settings, active: false }),
  }
}

async function makeTemplates(call: Call, { mail, push }: { mail: number; push: number }): Promise<number> {
  const ids: number[] = []
  for (const template of TEMPLATES) {
    const own = { subject: template.subject, body: `${template.subject}.` }
    const channels = [{ notification_channel_id: mail }, { notification_channel_id: push, ...own }]
    const body = { message_template: { ...template, channels } }
    const made = await call<{ message_template: { id: number } }>('POST', '/message_templates', body)
    ids.push(made.message_template.id)
  }
  const [first] = ids
  for (const subject of ['Good news on order {{ order.id }}', TEMPLATES[0].subject])
    await call('PATCH', `/message_templates/${first}`, { message_template: { subject } })
  return first!
}

async function makeRecipients(call: Call): Promise<number> {
  const ids: number[] = []
  for (const [external, first, last, email] of PEOPLE) {
    const fields = { external_user_id: external, first_name: first, last_name: last, email, locale: 'en-GB' }
    const attributes = { plan: ids.length % 2 === 0 ? 'pro' : 'free' }
    const body = { notification_user: { ...fields, attributes } }
    const made = await call<{ notification_user: { id: number } }>('POST', '/notification_users', body)
    ids.push(made.notification_user.id)
    const token = `${email.startsWith('opened') ? 'opened' : 'delivered'}-${external}-phone`
    await call('POST', `/notification_users/${ids.at(-1)}/devices`, { device: { platform: 'fcm', token } })
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

/** Makes all of it. Afterwards `isSettled` returns whether every delivery has reached its final state. */
export async function makeAccount(call: Call): Promise<{ made: Made; isSettled(): Promise<boolean> }> {
  const channels = await makeChannels(call)
  const template = await makeTemplates(call, channels)
  const recipient = await makeRecipients(call)
  const messages: { id: number; deliveries: { id: number }[] }[] = []
  for (let round = ROUNDS - 1; round >= 0; round--)
    for (let person = 0; person < PEOPLE.length; person++) {
      const { message } = await call<{ message: (typeof messages)[number] }>('POST', '/messages', {
        message: messageTo(person, round),
      })
      messages.push(message)
    }
  const later = { ...messageTo(0, 0), send_at: new Date(Date.now() + 20 * HOUR_MS).toISOString() }
  await call('POST', '/messages', { message: later })
  for (const address of ['left@example.com', 'complained@example.com'])
    await call('POST', '/suppressions', { suppression: { address } })
  const opened = messages.at(1 - PEOPLE.length)!
  const made = {
    message: opened.id,
    delivery: opened.deliveries[0]!.id,
    template,
    recipient,
    channel: channels.mail,
    channelOfSmtp: channels.smtp,
  }
  return {
    made,
    async isSettled() {
      const open = await Promise.all(
        ['queued', 'retrying', 'sent'].map(async (status) => {
          const answer = await call<{ deliveries: object[] }>('GET', `/deliveries?status=${status}&limit=1`)
          return answer.deliveries.length
        }),
      )
      return open.every((count) => count === 0)
    },
  }
}
