import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testCallbackAddresses } from '../../../test/callbacks.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { publicPolicy } from '../../../test/guarded.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { channelRoutes } from '../../core/channels/routes.ts'
import { createSystemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Caller } from '../../platform/http/route.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createSecretsCipher } from '../../platform/secrets.ts'
import { createTemplateLoader } from '../../core/rendering/find-templates.ts'
import { Rendering } from '../../core/rendering/rendering.ts'
import { templateRoutes } from './routes.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const detached: unknown[] = []

const database = await endAfterTests(createTestDatabase())
const limits = { accountChannelsMax: 100, accountTemplatesMax: 1000 }
const context = { clock: createSystemClock(), config: limits }
const { pool } = database
const config = { renderTimeLimit: 0 } as Config
const rendering = new Rendering({ ...context, config, metrics: createMetrics() })
const cipher = createSecretsCipher([{ id: 'k1', key: Buffer.alloc(32, 1) }])
const server = await endAfterTests(
  startRoomServer(pool, (app) => {
    const policies = { callbackAddresses: testCallbackAddresses, providerPolicy: publicPolicy }
    channelRoutes(app, { ...context, cipher, ...policies, onChannelDeleted: () => Promise.resolve() })
    templateRoutes(app, {
      ...context,
      rendering,
      async onChannelsDetached(_transaction, about) {
        detached.push(about)
      },
    })
  }),
)

const PATH = '/api/v1/message_templates'
const CHANNELS = '/api/v1/notification_channels'

async function newChannel(caller: Caller, name: string, active = true): Promise<number> {
  const notification_channel = { name, channel_type: 'email', provider: 'sandbox', active }
  return (await server.request(caller, 'POST', CHANNELS, { notification_channel })).body.notification_channel.id
}

describe('message templates', () => {
  test('by name: created, changed, and the same again changes nothing', async () => {
    const caller = server.newCaller()
    const put = (name: string, fields: object) =>
      server.request(caller, 'PUT', `${PATH}/by_name/${name}`, { message_template: fields })
    const created = await put('order%2Fsent', { subject: 'Hi', body: 'One', body_format: 'text' })
    assert.deepEqual([created.status, created.body.message_template.name], [201, 'order/sent'])
    const changed = await put('order%2Fsent', { body: 'Two', name: 'order/sent', based_on_version: 1 })
    const { id, version, subject, body, body_format } = changed.body.message_template
    assert.deepEqual(
      [changed.status, id, version, subject, body, body_format],
      [200, created.body.message_template.id, 2, 'Hi', 'Two', 'text'],
    )
    const same = await put('order%2Fsent', { subject: 'Hi', body: 'Two', body_format: 'text' })
    assert.deepEqual([same.status, same.body.message_template.version], [200, 2])

    assert.equal((await put('order%2Fsent', { based_on_version: 1, body: 'Three' })).body.code, 'version_changed')
    for (const [name, fields, field] of [
      ['order%2Fsent', { name: 'other' }, 'name'],
      ['new', { subject: 'Hi' }, 'body'],
      ['new', { body: 'Hi', based_on_version: 1 }, 'based_on_version'],
      ['new', { body: '{{' }, 'body'],
      ['%20', { body: 'Hi' }, 'name'],
    ] as const) {
      const refused = await put(name, fields)
      assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, [field]], JSON.stringify(fields))
    }
    const atOnce = await Promise.all(Array.from({ length: 20 }, () => put('at-once', { body: 'Hi' })))
    assert.equal(atOnce.filter(({ status }) => status === 201).length, 1)
    assert.ok(atOnce.every(({ status }) => status === 201 || status === 200))
  })

  test('created, shown, listed', async () => {
    const caller = server.newCaller()
    const [one, two] = [await newChannel(caller, 'One'), await newChannel(caller, 'Two')]
    const message_template = {
      name: 'welcome',
      subject: 'Hi {{ user.firstName }}',
      body: '<p>Hi</p>',
      channels: [
        { notification_channel_id: two, body: 'short', subject: '' },
        { notification_channel_id: String(one) },
      ],
    }
    const created = await server.request(caller, 'POST', PATH, { message_template })
    assert.equal(created.status, 201)
    const template = created.body.message_template
    assert.deepEqual(template, {
      id: template.id,
      name: 'welcome',
      subject: 'Hi {{ user.firstName }}',
      body: '<p>Hi</p>',
      body_format: 'html',
      track_opens: true,
      channels: [
        { notification_channel_id: two, subject: null, body: 'short', url: null },
        { notification_channel_id: one, subject: null, body: null, url: null },
      ],
      locales: [],
      topic: null,
      version: 1,
      draft_revision: null,
      created_at: template.created_at,
      updated_at: template.updated_at,
    })
    assert.deepEqual((await server.request(caller, 'GET', `${PATH}/${template.id}`)).body, {
      message_template: template,
    })
    assert.deepEqual((await server.request(caller, 'GET', `${PATH}?name=welcome`)).body, {
      message_templates: [template],
      next_cursor: null,
    })
    assert.deepEqual((await server.request(caller, 'GET', `${PATH}?name=other`)).body.message_templates, [])
    assert.equal((await server.request(server.newCaller(), 'GET', `${PATH}/${template.id}`)).status, 404)
  })

  test('a form with channels creates one too', async () => {
    const caller = server.newCaller()
    const id = await newChannel(caller, 'One')
    const form = `message_template[name]=a&message_template[body]=b&message_template[channels][][notification_channel_id]=${id}&message_template[channels][][body]=`
    const created = await server.request(caller, 'POST', PATH, form)
    assert.equal(created.status, 201)
    assert.deepEqual(created.body.message_template.channels, [
      { notification_channel_id: id, subject: null, body: null, url: null },
    ])
  })

  test('a change of text or channels is a new version, a change of name is none', async () => {
    const caller = server.newCaller()
    const [one, two] = [await newChannel(caller, 'One'), await newChannel(caller, 'Two')]
    const channels = [{ notification_channel_id: one, subject: 'own' }, { notification_channel_id: two }]
    const created = await server.request(caller, 'POST', PATH, { message_template: { name: 'a', body: 'b', channels } })
    const { id } = created.body.message_template
    const patch = async (message_template: object) =>
      (await server.request(caller, 'PATCH', `${PATH}/${id}`, { message_template })).body.message_template
    const versions = [
      await patch({ name: 'a2' }),
      await patch({ body: 'b', channels }),
      await patch({ subject: 's' }),
      await patch({ channels: channels.slice(1) }),
    ]
    assert.deepEqual(
      versions.map((template) => template.version),
      [1, 1, 2, 3],
    )
    assert.deepEqual(detached, [
      { bucket: caller.bucket, accountId: caller.accountId, templateId: id, channelIds: [one] },
    ])
    assert.deepEqual((await patch({ channels: [] })).channels, [])
    assert.equal(detached.length, 2)

    const { rows } = await database.pool.query(
      'select version, subject, channels from template_versions where template_id = $1 order by version',
      [id],
    )
    assert.deepEqual(
      rows.map((row) => [row.version, row.subject, row.channels.length]),
      [
        [1, '', 2],
        [2, 's', 2],
        [3, 's', 1],
        [4, 's', 0],
      ],
    )
  })

  test('409 name taken; a deletion frees it', async () => {
    const caller = server.newCaller()
    const a = { message_template: { name: 'a', body: 'x' } }
    const { id } = (await server.request(caller, 'POST', PATH, a)).body.message_template
    assert.equal((await server.request(caller, 'POST', PATH, a)).body.code, 'name_taken')
    const other = (await server.request(caller, 'POST', PATH, { message_template: { name: 'b', body: 'x' } })).body
      .message_template
    assert.equal(
      (await server.request(caller, 'PATCH', `${PATH}/${other.id}`, { message_template: { name: 'a' } })).body.code,
      'name_taken',
    )
    const stranger = server.newCaller()
    for (const [method, body] of [['GET'], ['PATCH', { message_template: { body: '{{' } }], ['DELETE']] as const)
      assert.equal((await server.request(stranger, method, `${PATH}/${id}`, body)).status, 404)
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${id}`)).status, 204)
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${id}`)).status, 404)
    assert.equal((await server.request(caller, 'POST', PATH, a)).status, 201)
  })

  const refused: [field: string, template: object][] = [
    ['name', { body: 'x' }],
    ['name', { name: 'a\r\nb', body: 'x' }],
    ['body', { name: 'a' }],
    ['body', { name: 'a', body: '{% if x %}' }],
    ['body', { name: 'a', body: '{% include "x" %}' }],
    ['subject', { name: 'a', body: 'x', subject: '{{ x | nothing }}' }],
    ['subject', { name: 'a', body: 'x', subject: 'x\r\nBcc: victim@example.com' }],
    ['body_format', { name: 'a', body: 'x', body_format: 'markdown' }],
    ['channels', { name: 'a', body: 'x', channels: [{ notification_channel_id: 999_999_999 }] }],
    ['channels', { name: 'a', body: 'x', channels: 'none' }],
    ['channels.0.notification_channel_id', { name: 'a', body: 'x', channels: [{}] }],
    ['channels.0.body', { name: 'a', body: 'x', channels: [{ notification_channel_id: 1, body: '{{' }] }],
  ]
  for (const [field, message_template] of refused)
    test(`422 ${field} of ${JSON.stringify(message_template).slice(0, 70)}`, async () => {
      const caller = server.newCaller()
      const response = await server.request(caller, 'POST', PATH, { message_template })
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.body.errors), [field])
      assert.deepEqual((await server.request(caller, 'GET', PATH)).body.message_templates, [])
    })

  test('422 for a channel of another account, and for a repeated channel', async () => {
    const caller = server.newCaller()
    const foreign = await newChannel(server.newCaller(), 'Foreign')
    const own = await newChannel(caller, 'Own')
    for (const ids of [[foreign], [own, own]]) {
      const channels = ids.map((id) => ({ notification_channel_id: id }))
      const response = await server.request(caller, 'POST', PATH, {
        message_template: { name: 'a', body: 'x', channels },
      })
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['channels']])
    }
  })

  test('messages read templates by id, by name, by both, with their live channels', async () => {
    const caller = server.newCaller()
    const ids = [await newChannel(caller, 'A'), await newChannel(caller, 'B', false), await newChannel(caller, 'C')]
    const channels = ids.map((id, index) => ({ notification_channel_id: id, body: index === 0 ? 'own' : null }))
    const created = await server.request(caller, 'POST', PATH, {
      message_template: { name: 't', subject: 's', body: 'b', channels },
    })
    const { id } = created.body.message_template
    await server.request(caller, 'DELETE', `${CHANNELS}/${ids[2]}`)
    const { bucket, accountId } = caller
    const key = { bucket, accountId }
    const found = await createTemplateLoader()(database.pool, [
      { ...key, id: null, name: 't' },
      { ...key, id, name: null },
      { ...key, id, name: 't' },
      { ...key, id, name: 'other' },
      { ...key, id: null, name: 'other' },
      { ...key, accountId: accountId + 1000, id, name: null },
    ])
    assert.deepEqual(
      found.map((template) => template?.id ?? null),
      [id, id, id, null, null, null],
    )
    const email = { channelType: 'email', provider: 'sandbox', subject: null, url: null, content: null }
    const live = { ...email, channelId: ids[0], name: 'A', body: 'own' }
    assert.deepEqual(found[0], {
      id,
      name: 't',
      version: 1,
      subject: 's',
      body: 'b',
      bodyFormat: 'html',
      priority: null,
      topic: null,
      channels: [live],
      allChannels: [live, { ...email, channelId: ids[1], name: 'B', body: null }],
      partials: [],
      locales: [],
      localized: null,
    })
  })
})

describe('the versions of a template', () => {
  test('are listed with their texts, newest first, page by page', async () => {
    const caller = server.newCaller()
    const channel = await newChannel(caller, 'One')
    const message_template = { name: 'v', subject: 'one', body: 'b', channels: [{ notification_channel_id: channel }] }
    const { id } = (await server.request(caller, 'POST', PATH, { message_template })).body.message_template
    for (const change of [{ subject: 'two' }, { name: 'renamed' }, { subject: 'three', channels: [] }])
      await server.request(caller, 'PATCH', `${PATH}/${id}`, { message_template: change })
    const page = (await server.request(caller, 'GET', `${PATH}/${id}/versions?limit=2`)).body
    const told = (versions: any[]) => versions.map((one) => [one.version, one.subject, one.channels.length])
    assert.deepEqual(told(page.versions), [
      [3, 'three', 0],
      [2, 'two', 1],
    ])
    const rest = (await server.request(caller, 'GET', `${PATH}/${id}/versions?limit=2&cursor=${page.next_cursor}`)).body
    assert.deepEqual([told(rest.versions), rest.next_cursor], [[[1, 'one', 1]], null])
    const [{ created_at: at, ...first }] = rest.versions
    assert.ok(Date.parse(at) > 0)
    assert.deepEqual(first, {
      version: 1,
      subject: 'one',
      body: 'b',
      body_format: 'html',
      track_opens: true,
      channels: [{ notification_channel_id: channel, subject: null, body: null, url: null }],
      locales: [],
    })
    for (const [who, path, status] of [
      [server.newCaller(), `${PATH}/${id}/versions`, 404],
      [caller, `${PATH}/${id}/versions?limit=21`, 422],
      [caller, `${PATH}/${id}/versions?cursor=x`, 422],
    ] as const)
      assert.equal((await server.request(who, 'GET', path)).status, status)
  })
})

describe('a preview', () => {
  const preview = (fields: object) => server.request(server.newCaller(), 'POST', `${PATH}/preview`, { preview: fields })

  test('renders with sample values, escaped in HTML, and lists the names', async () => {
    const texts = {
      subject: 'For {{ user.firstName }}',
      body: '<p>{{ order.id }} {{ user.plan }} {{ total }}{% for item in items %}{{ item.name }}{% endfor %}</p>',
    }
    const response = await preview({
      ...texts,
      message_attributes_attributes: [
        { name: 'order.id', value: '<script>1</script>' },
        { name: 'items', value: [{ name: 'tea' }] },
      ],
      notification_user: { first_name: 'Ada & Co', attributes: { plan: 'pro' } },
    })
    assert.equal(response.status, 200)
    assert.deepEqual(response.body.preview, {
      subject: 'For Ada & Co',
      body: '<p>&lt;script&gt;1&lt;/script&gt; pro tea</p>',
      text: '<script>1</script> pro tea',
      sms: { text: '<script>1</script> pro tea', parts: 1, outside: [] },
      names: ['user.firstName', 'order.id', 'user.plan', 'total', 'items'],
      unknown_names: ['total'],
    })
    const plain = await preview({ ...texts, body: '{{ user.firstName }}', body_format: 'text' })
    assert.equal(plain.body.preview.body, '')
  })

  test('takes the sample of a recipient by the rules of recipients', async () => {
    const refused = await preview({ subject: 'S', body: 'B', notification_user: { email: 'ada', locale: '\u0084' } })
    assert.deepEqual(
      [refused.status, Object.keys(refused.body.errors)],
      [422, ['notification_user.email', 'notification_user.locale']],
    )
  })

  test('names the fields that do not parse or cannot be rendered', async () => {
    const broken = await preview({ subject: '{{ a', body: '{% if %}' })
    assert.deepEqual([broken.status, Object.keys(broken.body.errors)], [422, ['subject', 'body']])
    const endless = await preview({ body: '{% for i in (1..100000000) %}{{ i }}{% endfor %}' })
    assert.deepEqual([endless.status, endless.body.code], [422, 'template_limit'])
  })
})
