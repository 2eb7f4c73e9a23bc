/** What the text of a channel has beside subject and body: stored, translated, rendered, and its bounds. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { sharedApi } from '../../../test/shared-service.ts'

const service = await sharedApi()

const EMAIL = {
  reply_to: 'support@shop.example.com',
  cc: '{{ order.copies }}',
  preheader: 'Order {{ order.id }}',
  headers: [{ name: 'X-Order', value: '{{ order.id }}' }],
}
const PUSH = {
  url: 'shop://orders/{{ order.id }}',
  badge: 3,
  interruption_level: '{% if order.urgent %}time-sensitive{% endif %}',
  data: [{ name: 'order_id', value: '{{ order.id }}' }],
}
const order = { id: 42, copies: 'a@example.com, b@EXAMPLE.com', urgent: true }

/** An account with a template on a mail and a push channel. */
async function prepared() {
  const client = await service.client()
  const { template, channel: mail } = await prepareMessages(client)
  const fields = { name: 'Push', channel_type: 'push', provider: 'sandbox' }
  const made = await client.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
  const path = `/api/v1/message_templates/${template.id}`
  const change = async (email: object, push: object, more: object = {}) => {
    const channels = [
      { notification_channel_id: mail.id, email },
      { notification_channel_id: made.body.notification_channel.id, push },
    ]
    return client.call('PATCH', path, { message_template: { channels, ...more } })
  }
  return { client, path, change, mailId: mail.id, pushId: made.body.notification_channel.id }
}

const messageOf = (values: object = {}, more: object = {}) => ({
  message: {
    external_user_id: 'ada',
    message_template_name: 'receipt',
    message_attributes: [{ name: 'order', value: { ...order, ...values } }],
    ...more,
  },
})

const RENDERED_EMAIL = {
  reply_to: 'support@shop.example.com',
  cc: ['a@example.com', 'b@example.com'],
  preheader: 'Order 42',
  headers: [{ name: 'X-Order', value: '42' }],
}
const RENDERED_PUSH = {
  url: 'shop://orders/42',
  badge: 3,
  interruption_level: 'time-sensitive',
  data: [{ name: 'order_id', value: '42' }],
}

async function countOfMessages(client: Client): Promise<number> {
  return (await client.call('GET', '/api/v1/messages')).body.messages.length
}

describe('the content of a channel', () => {
  test('is stored with the template, its versions and drafts, and rendered for a message', async () => {
    const { client, path, change } = await prepared()
    const before = (await client.call('GET', path)).body.message_template
    const changed = await change(EMAIL, PUSH)
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const { channels, version } = changed.body.message_template
    assert.deepEqual([channels[0].email, channels[1].push], [EMAIL, { ...PUSH, badge: '3' }])
    assert.deepEqual(Object.keys(before.channels[0]), ['notification_channel_id', 'subject', 'body', 'url'])
    // The same texts make no new version.
    const again = await client.call('PATCH', path, { message_template: { channels } })
    assert.equal(again.body.message_template.version, version)
    const versions = await client.call('GET', `${path}/versions`)
    assert.deepEqual(versions.body.versions[0].channels, channels)
    const draft = { name: 'receipt', body: 'x', channels }
    assert.deepEqual((await client.call('PUT', `${path}/draft`, { draft })).body.draft.channels, channels)

    const { preview } = (await client.call('POST', '/api/v1/messages/preview', messageOf())).body
    assert.deepEqual([preview.channels[0].email, preview.channels[1].push], [RENDERED_EMAIL, RENDERED_PUSH])
    const created = await client.call('POST', '/api/v1/messages', messageOf())
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const shown = await client.call('GET', `/api/v1/messages/${created.body.message.id}/render_message`)
    assert.deepEqual([shown.body.channels[0].email, shown.body.channels[1].push], [RENDERED_EMAIL, RENDERED_PUSH])
  })

  test('falls back field by field in another language', async () => {
    const { client, change, mailId, pushId } = await prepared()
    const channels = [
      { notification_channel_id: mailId, email: { preheader: 'Bestellung {{ order.id }}' } },
      { notification_channel_id: pushId, push: { data: [{ name: 'sprache', value: 'de' }] } },
    ]
    const changed = await change(EMAIL, PUSH, { locales: [{ locale: 'de', channels }] })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const { preview } = (await client.call('POST', '/api/v1/messages/preview', messageOf({}, { locale: 'de' }))).body
    assert.deepEqual(preview.channels[0].email, { ...RENDERED_EMAIL, preheader: 'Bestellung 42' })
    assert.deepEqual(preview.channels[1].push, { ...RENDERED_PUSH, data: [{ name: 'sprache', value: 'de' }] })
  })

  test('unsaved texts are previewed', async () => {
    const { client } = await prepared()
    const preview = { body: 'x', email: EMAIL, push: PUSH, message_attributes: [{ name: 'order', value: order }] }
    const shown = await client.call('POST', '/api/v1/message_templates/preview', { preview })
    assert.deepEqual([shown.body.preview.email, shown.body.preview.push], [RENDERED_EMAIL, RENDERED_PUSH])
    const wrong = await client.call('POST', '/api/v1/message_templates/preview', {
      preview: { body: 'x', push: { data: [{ name: 'a', value: '{{ a | b }}' }] } },
    })
    assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['push.data.0.value']])
  })

  test('refuses wrong texts by their names, and stores nothing', async () => {
    const { client, path, change } = await prepared()
    const items = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `X-${index}`, value: 'v' }))
    const table: [field: string, email: object, push: object][] = [
      ['channels.0.email.cc', { cc: '{{ a' }, {}],
      ['channels.0.email.preheader', { preheader: 'two\nlines' }, {}],
      ['channels.0.email.reply_to', { reply_to: 'x'.repeat(2_001) }, {}],
      ['channels.0.email.headers', { headers: items(11) }, {}],
      ['channels.0.email.headers', { headers: [...items(1), { name: 'x-0', value: 'w' }] }, {}],
      ['channels.0.email.headers.0.name', { headers: [{ name: 'Subject', value: 'v' }] }, {}],
      ['channels.0.email.headers.0.name', { headers: [{ name: 'X-A\r\nBcc', value: 'v' }] }, {}],
      ['channels.0.email.headers.0.name', { headers: [{ name: 'X-SES-Configuration-Set', value: 'v' }] }, {}],
      ['channels.0.email.headers.0.value', { headers: [{ name: 'X-A', value: '{% if %}' }] }, {}],
      ['channels.0.email.subject', { subject: 'x' }, {}],
      ['channels.1.push.badge', {}, { badge: 1.5 }],
      ['channels.1.push.ttl_seconds', {}, { ttl_seconds: '{{ a | no_filter }}' }],
      ['channels.1.push.data', {}, { data: items(21) }],
      ['channels.1.push.data', {}, { data: [...items(1), ...items(1)] }],
      ['channels.1.push.data.0.name', {}, { data: [{ name: 'message_id', value: '1' }] }],
      ['channels.1.push.data.0.name', {}, { data: [{ name: 'a b', value: '1' }] }],
      ['channels.0.email', {}, {}],
    ]
    const before = (await client.call('GET', path)).body
    for (const [field, email, push] of table) {
      const { status, body } =
        field === 'channels.0.email'
          ? await client.call('PATCH', path, {
              message_template: {
                channels: [{ ...before.message_template.channels[0], push: { url: 'https://a.example' } }],
              },
            })
          : await change(email, push)
      const expected = field === 'channels.0.email' ? 'channels.0.push' : field
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [expected]], JSON.stringify([body, email, push]))
    }
    assert.deepEqual((await client.call('GET', path)).body, before)
  })

  test('refuses messages whose texts become wrong values, and stores none', async () => {
    const { client, change } = await prepared()
    // A fixed wrong text is refused when the template is saved.
    const open = (text: string) => `${text}{{ order.nothing }}`
    const table: [part: string, email: object, push: object][] = [
      ['email.reply_to', { reply_to: open('a@example.com, b@example.com') }, {}],
      ['email.reply_to', { reply_to: open('Ada <a@example.com>') }, {}],
      ['email.cc', { cc: '{{ order.id }}' }, {}],
      ['email.cc and email.bcc', { cc: '{{ order.many }}', bcc: 'k@example.com' }, {}],
      ['email.headers.X-A', { headers: [{ name: 'X-A', value: open('Zo\u00eb') }] }, {}],
      ['email.headers.X-A', { headers: [{ name: 'X-A', value: '{{ order.long }}' }] }, {}],
      ['push.url', {}, { url: 'javascript:alert({{ order.id }})' }],
      ['push.url', {}, { url: 'orders/{{ order.id }}' }],
      ['push.url', {}, { url: 'https://a.example/{{ order.long }}{{ order.long }}' }],
      ['push.image_url', {}, { image_url: open('http://a.example/i.png') }],
      ['push.badge', {}, { badge: open('-1') }],
      ['push.badge', {}, { badge: open('2147483648') }],
      ['push.sound', {}, { sound: '{{ order.long }}' }],
      ['push.category', {}, { category: '{{ order.long }}' }],
      ['push.thread_id', {}, { thread_id: '{{ order.long }}' }],
      ['push.collapse_key', {}, { collapse_key: '{{ order.long | slice: 0, 65 }}' }],
      ['push.ttl_seconds', {}, { ttl_seconds: open('2419201') }],
      ['push.interruption_level', {}, { interruption_level: open('loud') }],
      ['push.data.a', {}, { data: [{ name: 'a', value: '{{ order.long }}' }] }],
      ['push', {}, { data: ['a', 'b', 'c', 'd'].map((name) => ({ name, value: '{{ order.long | slice: 0, 900 }}' })) }],
    ]
    const many = Array.from({ length: 10 }, (_, index) => `a${index}@example.com`).join(',')
    const message = messageOf({ long: 'x'.repeat(1_025), many })
    const before = await countOfMessages(client)
    for (const [part, email, push] of table) {
      const changed = await change(email, push)
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      for (const path of ['/api/v1/messages', '/api/v1/messages/preview']) {
        const { status, body } = await client.call('POST', path, message)
        const [sentence] = body.errors?.message_template_name ?? []
        const begin = `cannot be rendered: ${part} of a channel must become `
        assert.deepEqual([status, sentence?.slice(0, begin.length)], [422, begin], JSON.stringify([body, email, push]))
      }
    }
    assert.equal(await countOfMessages(client), before)
  })
})
