/** Sends mail to a real server over TLS, and checks the mails and the refusals. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createCertificateAuthority } from '../certificates.ts'
import type { CertificateAuthority } from '../certificates.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { until } from '../service.ts'
import { testService } from '../test-service.ts'

const RETRY_SCHEDULE = '500ms,500ms,500ms,500ms,500ms'
const REFUSED_ADDRESS = 'unknown@example.com'

interface Mail {
  headers: Map<string, string>
  text: string
  secure: boolean
}

/** The server's response to a mail's content. Null accepts it. */
type Judge = (mail: Mail) => Error | null | Promise<Error | null>

interface MailServer {
  port: number
  /** Every mail with content, accepted or not. */
  mails: Mail[]
  judge(judge: Judge): void
  close(): Promise<void>
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function parse(text: string, secure: boolean): Mail {
  const [head = ''] = text.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { headers: new Map(headers), text, secure }
}

async function startMailServer(authority: CertificateAuthority, port = 0): Promise<MailServer> {
  const mails: Mail[] = []
  let judge: Judge = () => null
  const smtp = new SMTPServer({
    ...(await authority.issue()),
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 10,
    onRcptTo: ({ address }, _session, callback) =>
      callback(address === REFUSED_ADDRESS ? reply(550, '5.1.1 no such user') : null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = parse(Buffer.concat(chunks).toString(), session.secure)
        mails.push(mail)
        void Promise.resolve(judge(mail)).then(callback)
      })
    },
  })
  smtp.on('error', () => {})
  const listener = smtp.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    mails,
    judge: (next) => (judge = next),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  }
}

const authority = await endAfterTests(createCertificateAuthority())
const server = await endAfterTests(startMailServer(authority))
const { running } = await testService({ variables: { SEND_RETRY_SCHEDULE: RETRY_SCHEDULE } })
const client = await running.client()

describe('an SMTP channel', () => {
  before(() => makeTemplate('receipt', server.port))

  async function made(path: string, root: string, fields: object) {
    const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body[root]
  }

  /** Creates a template with this name on a new channel to the server. */
  async function makeTemplate(name: string, port: number): Promise<void> {
    const settings = {
      host: '127.0.0.1',
      port,
      from: 'Shop <shop@example.com>',
      require_tls: true,
      ca_certificate: authority.pem,
    }
    const fields = { name, channel_type: 'email', provider: 'smtp', settings }
    const channel = await made('notification_channels', 'notification_channel', fields)
    await made('message_templates', 'message_template', {
      name,
      subject: 'Order {{ order }} für {{ user.first_name }}',
      body: '<p>Hello <b>{{ user.first_name }}</b>,</p><p>order {{ order }} is on its way.</p>',
      body_format: 'html',
      channels: [{ notification_channel_id: channel.id }],
    })
  }

  /** Creates a message. Returns the id of its only delivery. */
  async function create(email: string, template = 'receipt'): Promise<number> {
    const message = await made('messages', 'message', {
      external_user_id: email,
      notification_user: { email, first_name: 'Ada & Co' },
      message_template_name: template,
      message_attributes_attributes: [{ name: 'order', value: 42 }],
    })
    return message.deliveries[0].id
  }

  async function statusBecomes(id: number, status: string) {
    const read = () => client.call('GET', `/api/v1/deliveries/${id}`)
    return (await until(read, ({ body }) => body.status === status)).body
  }

  /** Reads a delivery's event types until all are there. The feed also waits for transactions of other tests. */
  async function eventsAre(id: number, ...types: string[]): Promise<void> {
    const read = () => client.call('GET', `/api/v1/webhook_events?delivery_id=${id}`)
    const { body } = await until(read, (response) => response.body.webhook_events.length >= types.length)
    assert.deepEqual(
      body.webhook_events.map((event: { type: string }) => event.type),
      types,
    )
  }

  test('sends HTML with its text beside it, over TLS', async () => {
    const id = await create('ada@example.com')
    const sent = await statusBecomes(id, 'sent')
    assert.deepEqual([sent.error_message, sent.delivered_at], [null, null])
    const [mail] = server.mails
    assert.equal(mail!.secure, true)
    assert.equal(mail!.headers.get('from'), 'Shop <shop@example.com>')
    assert.equal(mail!.headers.get('to'), 'ada@example.com')
    assert.equal(mail!.headers.get('subject'), '=?UTF-8?Q?Order_42_f=C3=BCr_Ada_=26_Co?=')
    assert.match(mail!.headers.get('message-id')!, /^<\S+@example\.com>$/)
    assert.match(mail!.headers.get('content-type')!, /^multipart\/alternative;/)
    assert.match(
      mail!.text,
      /text\/plain[^]*Hello Ada & Co,\s+order 42 is on its way\.[^]*text\/html[^]*<b>Ada &amp; Co<\/b>/,
    )
    await eventsAre(id, 'delivery.queued', 'delivery.sent')
  })

  test('a temporary refusal is retried under the same Message-ID, without an event', async () => {
    const { promise: seen, resolve: wasSeen } = Promise.withResolvers<null>()
    const before = server.mails.length
    // The second attempt waits until the test has seen the state between both.
    server.judge(() => (server.mails.length === before + 1 ? reply(451, '4.3.2 come again') : seen))
    const id = await create('bob@example.com')
    const retrying = await statusBecomes(id, 'retrying')
    assert.equal(retrying.error_message, 'provider_error: 451 4.3.2 come again')
    assert.deepEqual([retrying.sent_at, retrying.failed_at, retrying.friendly_error_message], [null, null, null])
    wasSeen(null)
    const sent = await statusBecomes(id, 'sent')
    assert.equal(sent.error_message, null)
    const [first, second, ...more] = server.mails.slice(before).map((mail) => mail.headers.get('message-id'))
    assert.equal(first, second)
    assert.deepEqual(more, [])
    assert.notEqual(first, server.mails[0]!.headers.get('message-id'))
    await eventsAre(id, 'delivery.queued', 'delivery.sent')
    server.judge(() => null)
  })

  test('a refusal for good fails at once, with a sentence for people, and its address is suppressed', async () => {
    const before = server.mails.length
    const id = await create(REFUSED_ADDRESS)
    const failed = await statusBecomes(id, 'failed')
    assert.equal(failed.error_message, 'mailbox_unavailable: 550 5.1.1 no such user')
    assert.equal(failed.friendly_error_message, 'The recipient’s address does not exist')
    assert.equal(server.mails.length, before)
    await eventsAre(id, 'delivery.queued', 'delivery.failed')
    const { body } = await client.call('GET', `/api/v1/suppressions?address=${encodeURIComponent(REFUSED_ADDRESS)}`)
    assert.deepEqual([body.suppressions[0].reason, body.suppressions[0].delivery_id], ['bounce', id])
  })

  test('a server that is away is tried again until it is back', async (t) => {
    const away = await startMailServer(authority)
    await away.close()
    await makeTemplate('away', away.port)
    const id = await create('eve@example.com', 'away')
    const retrying = await statusBecomes(id, 'retrying')
    assert.match(retrying.error_message, /^connection_refused/)
    const back = await startMailServer(authority, away.port)
    t.after(() => back.close())
    await statusBecomes(id, 'sent')
    assert.equal(back.mails.length, 1)
    await eventsAre(id, 'delivery.queued', 'delivery.sent')
  })
})
