/** An account with long names and texts, many rows, and a receiver that cannot be reached. */
import { make } from './api.ts'
import type { Call } from './api.ts'

const NAME_CHARACTERS = 200

/** Words of different lengths, cut to a length. */
function words(start: string, characters: number): string {
  const sentence = `${start} for the autumn campaign of our northern and southern subsidiaries, second approved revision, `
  return sentence
    .repeat(Math.ceil(characters / sentence.length))
    .slice(0, characters)
    .trim()
}

/** One word without a place to break. */
const unbroken = (start: string, characters: number) => start.padEnd(characters, 'abcdefghijklmnopqrstuvwxyz')

export const LONG_ACCOUNT = words('Customer notifications', NAME_CHARACTERS)
const EMAIL = `${unbroken('failed+', 60)}@tidings.test`
const URL = `https://127.0.0.1:9443/${unbroken('notifications/', NAME_CHARACTERS)}?${unbroken('token=', NAME_CHARACTERS)}`
const LOCALES = ['de', 'fr', 'es', 'it', 'pt-BR', 'pt', 'nl', 'pl', 'ja', 'ar', 'zh-Hant-TW', 'sr-Latn-RS']
const RECIPIENTS = 60
const MESSAGES = 60

/** The objects with pages of their own. */
export interface LongMade {
  message: number
  delivery: number
  template: number
  recipient: number
  channel: number
}

async function makeTexts(call: Call, channel: number, second: number, topic: string): Promise<number> {
  const [, template] = await Promise.all(
    [unbroken('receipt_of_the_order_', NAME_CHARACTERS), words('Receipt of the order', NAME_CHARACTERS)].map((name) =>
      make(call, '/message_templates', 'message_template', {
        name,
        subject: `${words('Your receipt', 400)} {{ ${unbroken('order.', 60)} }}`,
        body: `<h1>${words('Your receipt', 300)}</h1><p>{{ user.first_name }}</p><p>${unbroken('', 300)}</p>`,
        topic,
        channels: [
          { notification_channel_id: channel },
          { notification_channel_id: second, subject: words('On this channel', 300) },
        ],
        locales: LOCALES.map((locale) => ({ locale, subject: words(`Subject in ${locale}`, 200), body: null })),
      }),
    ),
  )
  return template!.id
}

async function makeRecipients(call: Call): Promise<number> {
  const recipient = await make(call, '/notification_users', 'notification_user', {
    external_user_id: unbroken('customer_', NAME_CHARACTERS),
    first_name: words('Maximiliana Alexandra', NAME_CHARACTERS),
    last_name: unbroken('Featherstonehaugh', NAME_CHARACTERS),
    email: EMAIL,
    locale: 'pt-BR',
    attributes: {
      [unbroken('favourite', 80)]: words('Value', 300),
      list: Array.from({ length: 20 }, (_, index) => index),
    },
  })
  for (let index = 0; index < RECIPIENTS; index++)
    await make(call, '/notification_users', 'notification_user', {
      external_user_id: `customer-${index}`,
      first_name: index % 2 === 0 ? words('Bartholomew', 40 + index) : null,
      email: `failed+${index}@tidings.test`,
    })
  return recipient.id
}

/** Makes all of it. The webhook endpoint has no receiver, so the service makes it inactive. */
export async function makeLongAccount(call: Call): Promise<LongMade> {
  await make(call, '/webhook_endpoints', 'webhook_endpoint', { url: URL })
  const channelOf = (name: string) =>
    make(call, '/notification_channels', 'notification_channel', { name, channel_type: 'email', provider: 'sandbox' })
  const channel = await channelOf(words('Transactional mails', NAME_CHARACTERS))
  const second = await channelOf(unbroken('NewsletterChannel', NAME_CHARACTERS))
  const topic = unbroken('announcements_', 64)
  await make(call, '/topics', 'topic', {
    name: topic,
    label: words('Announcements', 100),
    description: words('News', 400),
  })
  const template = await makeTexts(call, channel.id, second.id, topic)
  const recipient = await makeRecipients(call)
  let newest = { id: 0, deliveries: [{ id: 0 }] }
  for (let index = 0; index < MESSAGES; index++)
    newest = await make<typeof newest>(call, '/messages', 'message', {
      notification_user_id: recipient,
      message_template_name: words('Receipt of the order', NAME_CHARACTERS),
      message_attributes_attributes: [{ name: unbroken('order.', 60), value: unbroken('A-', 80) }],
    })
  await make(call, '/suppressions', 'suppression', { address: `${unbroken('left.', 60)}@example.com` })
  return {
    message: newest.id,
    delivery: newest.deliveries[0]!.id,
    template,
    recipient,
    channel: channel.id,
  }
}
