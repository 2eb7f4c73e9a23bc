/** Attachments of messages: stored, sent, shown without content, and removed. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { attachmentRemoval } from '../../src/core/messages/attachments.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { createCertificateAuthority } from '../certificates.ts'
import { call, prepareMessages, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const authority = await createCertificateAuthority()
after(() => authority.close())
const { database, running } = await testService({ variables: { PROVIDER_ALLOW_CIDRS: '127.0.0.1/32' } })

/** Mails as the server got them. It replies when `held` has resolved. */
const mails: string[] = []
let held = Promise.resolve()
let heldMails = 0
const smtp = new SMTPServer({
  ...(await authority.issue()),
  authOptional: true,
  disableReverseLookup: true,
  closeTimeout: 10,
  onData(stream, _session, callback) {
    void stream.toArray().then((chunks) => {
      mails.push(Buffer.concat(chunks as Buffer[]).toString('latin1'))
      heldMails += 1
      void held.then(() => {
        heldMails -= 1
        callback()
      })
    })
  },
})
smtp.on('error', () => {})
const listener = smtp.listen(0, '127.0.0.1')
await once(listener, 'listening')
after(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

const PDF = Buffer.from('%PDF-1.7 \0\u00ff binary \r\n.\r\n', 'latin1')
const INVOICE = { filename: 'Rechnung für Ada.pdf', content_type: 'application/pdf', content: PDF.toString('base64') }
const LOGO = { filename: 'logo.png', content_type: 'image/png', content: 'iVBORw0KGgo=', content_id: 'logo' }

async function prepared() {
  const client = await running.client()
  const { template } = await prepareMessages(client, 'ada@example.com')
  const { port } = listener.address() as AddressInfo
  const settings = { host: '127.0.0.1', port, from: 'shop@example.com', ca_certificate: authority.pem }
  const fields = { name: 'Post', channel_type: 'email', provider: 'smtp', settings }
  const made = await client.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const channels = [{ notification_channel_id: made.body.notification_channel.id }]
  const body = '<p>Hello <img src="cid:logo"></p>'
  const patch = { message_template: { channels, body, body_format: 'html' } }
  assert.equal((await client.call('PATCH', `/api/v1/message_templates/${template.id}`, patch)).status, 200)
  return client
}

const messageWith = (attachments: unknown, more: object = {}) => ({
  message: { external_user_id: 'ada', message_template_name: 'receipt', attachments, ...more },
})

const storedFiles = async (client: Client) => {
  const { rows } = await database.pool.query<{ count: number }>({
    text: 'select count(*)::int as count from message_attachments where account_id = $1',
    values: [client.accountId],
  })
  return rows[0]!.count
}

describe('attachments', () => {
  test('go with the mail, are listed without content, and are removed after the last send', async () => {
    const client = await prepared()
    const created = await client.call('POST', '/api/v1/messages', messageWith([INVOICE, LOGO]))
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const shown = [
      { filename: INVOICE.filename, content_type: 'application/pdf', bytes: PDF.length },
      { filename: 'logo.png', content_type: 'image/png', bytes: 8 },
    ]
    assert.deepEqual(created.body.message.attachments, shown)
    const path = `/api/v1/messages/${created.body.message.id}`
    assert.deepEqual((await client.call('GET', path)).body.message.attachments, shown)
    const mail = await until(
      async () => mails.find((text) => text.includes('Rechnung')),
      (text) => text !== undefined,
    )
    assert.match(mail!, /Content-Type: application\/pdf/)
    assert.ok(mail!.replaceAll('\r\n', '').includes(INVOICE.content), mail)
    assert.match(mail!, /Content-Id: <logo>/i)
    await until(
      async () => (await client.call('GET', path)).body.message.deliveries[0].status,
      (status) => status === 'sent',
    )
    assert.equal(await storedFiles(client), 2)
    const tools = { ...running.service.context, pool: database.pool, buckets: () => [client.bucket] }
    await attachmentRemoval.run(tools as never)
    assert.equal(await storedFiles(client), 0)
    const again = await client.call('POST', `${path}/send_again`, { channels: 'all' })
    assert.deepEqual([again.status, Object.keys(again.body.errors)], [422, ['attachments']])
    const without = await client.call('POST', '/api/v1/messages', messageWith(undefined))
    assert.equal(Object.hasOwn(without.body.message, 'attachments'), false)
  })

  test('are in memory for at most 4 sends of an account at the same time, and plain mails do not wait for them', async () => {
    const client = await prepared()
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    const ids: number[] = []
    for (const files of [[LOGO], [LOGO], [LOGO], [LOGO], [LOGO], [LOGO], undefined]) {
      const { body } = await client.call('POST', '/api/v1/messages', messageWith(files))
      ids.push(body.message.id)
    }
    await until(
      async () => heldMails,
      (count) => count >= 5,
    )
    const plain = mails.slice(-5).filter((mail) => !/image\/png/.test(mail))
    assert.deepEqual([heldMails, plain.length], [5, 1])
    resolve()
    for (const id of ids)
      await until(
        async () => (await client.call('GET', `/api/v1/messages/${id}`)).body.message.deliveries[0].status,
        (status) => status === 'sent',
      )
  })

  test('come as form fields too', async () => {
    const client = await prepared()
    const form = new URLSearchParams({
      'message[external_user_id]': 'ada',
      'message[message_template_name]': 'receipt',
      'message[send_at]': new Date(Date.now() + 3_600_000).toISOString(),
      'message[attachments][0][filename]': 'a.txt',
      'message[attachments][0][content_type]': 'text/plain',
      'message[attachments][0][content]': '+/8=',
    })
    const headers = { authorization: `Bearer ${client.apiKey}` }
    const response = await fetch(`${running.service.url!}/api/v1/messages`, { method: 'POST', headers, body: form })
    const { message } = (await response.json()) as { message: { attachments: unknown } }
    assert.deepEqual(message.attachments, [{ filename: 'a.txt', content_type: 'text/plain', bytes: 2 }])
  })

  test('come as files of a multipart form', async () => {
    const client = await prepared()
    const form = new FormData()
    form.append('message[external_user_id]', 'ada')
    form.append('message[message_template_name]', 'receipt')
    form.append('message[send_at]', new Date(Date.now() + 3_600_000).toISOString())
    form.append('message[attachments][]', new Blob([PDF], { type: 'application/pdf' }), 'a.pdf')
    form.append('message[attachments][]', new Blob(['Grüße'], { type: 'text/plain;charset=utf-8' }), 'b.txt')
    const headers = { authorization: `Bearer ${client.apiKey}` }
    const response = await fetch(`${running.service.url!}/api/v1/messages`, { method: 'POST', headers, body: form })
    const { message } = (await response.json()) as { message: { id: number; attachments: unknown } }
    assert.deepEqual(message.attachments, [
      { filename: 'a.pdf', content_type: 'application/pdf', bytes: PDF.length },
      { filename: 'b.txt', content_type: 'text/plain', bytes: 7 },
    ])
    const { rows } = await database.pool.query<{ content: Buffer }>({
      text: 'select content from message_attachments where account_id = $1 order by position',
      values: [client.accountId],
    })
    assert.deepEqual(rows[0]!.content, PDF)
  })

  test('have bounds, and nothing is stored beyond them', async () => {
    const client = await prepared()
    const later = { send_at: new Date(Date.now() + 3_600_000).toISOString() }
    const file = (bytes: number) => ({ ...INVOICE, content: Buffer.alloc(bytes, 1).toString('base64') })
    const full = [file(3 * 1024 * 1024 - 1), file(1)]
    const taken = await client.call('POST', '/api/v1/messages', messageWith(full, later))
    assert.equal(taken.status, 201, JSON.stringify(taken.body).slice(0, 500))
    const before = await storedFiles(client)
    const table: [field: string, attachments: unknown, more?: object][] = [
      ['attachments', [file(3 * 1024 * 1024), file(1)]],
      [
        'attachments',
        Array.from({ length: 11 }, () => LOGO).map((one, index) => ({ ...one, content_id: `i${index}` })),
      ],
      ['attachments.0.filename', [{ ...INVOICE, filename: '../etc/passwd' }]],
      ['attachments.0.filename', [{ ...INVOICE, filename: 'a\r\nBcc: b@example.com' }]],
      ['attachments.0.content_type', [{ ...INVOICE, content_type: 'text/plain; charset="x"' }]],
      ['attachments.0.content_type', [{ ...INVOICE, content_type: 'multipart/mixed' }]],
      ['attachments.0.content', [{ ...INVOICE, content: 'no base64!' }]],
      ['attachments.1.content_id', [LOGO, LOGO]],
      ['attachments.0.content_id', [{ ...LOGO, content_id: 'a>\r\nX' }]],
      ['send_at', [LOGO], { send_at: new Date(Date.now() + 8 * 86_400_000).toISOString() }],
    ]
    for (const [field, attachments, more = later] of table) {
      const { status, body } = await client.call('POST', '/api/v1/messages', messageWith(attachments, more))
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [field]], JSON.stringify(body).slice(0, 500))
    }
    const batch = { messages: [messageWith([LOGO]).message] }
    const { results } = (await client.call('POST', '/api/v1/messages/batch', batch)).body
    assert.deepEqual(Object.keys(results[0].errors), ['attachments'])
    assert.equal(await storedFiles(client), before)
  })

  test('are erased with their person', async () => {
    const client = await prepared()
    const later = { send_at: new Date(createSystemClock().now() + 3_600_000).toISOString() }
    const created = await client.call('POST', '/api/v1/messages', messageWith([LOGO], later))
    const user = created.body.message.notification_user_id
    const exported = await call(
      running.service.url!,
      client.apiKey,
      'GET',
      `/api/v1/notification_users/${user}/export`,
      undefined,
    )
    assert.deepEqual(exported.body.message_attachments[0].content, LOGO.content)
    const erase = () => client.call('DELETE', `/api/v1/notification_users/${user}?erase=true`)
    await until(erase, ({ status, body }) => status !== 200 || body.erasure.status === 'finished')
    assert.equal(await storedFiles(client), 0)
    const gone = await client.call('GET', `/api/v1/messages/${created.body.message.id}`)
    assert.equal(Object.hasOwn(gone.body.message, 'attachments'), false)
  })
})
