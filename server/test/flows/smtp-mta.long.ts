/**
 * Sends mail to Exim, an independent mail transfer agent, over STARTTLS, and checks the mailbox. Without Exim it fails:
 * run `apt-get install --no-install-recommends exim4-daemon-light`.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { createCertificateAuthority } from '../certificates.ts'
import { fieldValue, judgeDkim, splitMail } from '../dkim.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { GREYLISTED_ADDRESS, startExim, UNKNOWN_ADDRESS } from '../exim.ts'
import type { ArrivedMail } from '../exim.ts'
import { HeldClock } from '../held-clock.ts'
import { until } from '../service.ts'
import { testService } from '../test-service.ts'

const MESSAGES = 200
const CONNECTIONS_MAX = 5
/** After this many mails, the mail library opens another connection. */
const MAILS_PER_CONNECTION_MAX = 100
const RETRY_SCHEDULE = '1m,1m,1m,1m,1m'
/** Longer than a wait with its jitter. */
const WAIT_MS = 120_000
const TIMEOUT_MS = 600_000

const DKIM = generateKeyPairSync('rsa', { modulusLength: 2048 })
const STRANGER = generateKeyPairSync('rsa', { modulusLength: 2048 })

const clock = new HeldClock()
const authority = await endAfterTests(createCertificateAuthority())
const exim = await endAfterTests(startExim(await authority.issue()))
const { running } = await testService({ variables: { SEND_RETRY_SCHEDULE: RETRY_SCHEDULE }, clock })
const client = await running.client()

describe('mail to Exim', { timeout: TIMEOUT_MS }, () => {
  /** Mails of earlier tests. */
  let mails: ArrivedMail[] = []

  before(() => makeTemplate('receipt', { ca_certificate: authority.pem }))

  async function made(path: string, root: string, fields: object) {
    const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body[root]
  }

  /** Creates a template with this name on a new channel to Exim. */
  async function makeTemplate(name: string, trust: { ca_certificate?: string }): Promise<void> {
    const settings = {
      host: '127.0.0.1',
      port: exim.port,
      from: 'Shop <shop@example.com>',
      require_tls: true,
      connections_max: CONNECTIONS_MAX,
      dkim_domain: 'example.com',
      dkim_selector: 'tidings',
      dkim_private_key: DKIM.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      ...trust,
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

  const messageTo = (email: string, order: number, template = 'receipt') => ({
    external_user_id: email,
    notification_user: { email, first_name: 'Ada & Co' },
    message_template_name: template,
    message_attributes_attributes: [{ name: 'order', value: order }],
  })

  /** Creates a message. Returns the id of its only delivery. */
  async function create(email: string, template?: string): Promise<number> {
    const message = await made('messages', 'message', messageTo(email, 42, template))
    return message.deliveries[0].id
  }

  async function deliveryBecomes(id: number, satisfies: (delivery: any) => boolean) {
    const read = () => client.call('GET', `/api/v1/deliveries/${id}`)
    return (await until(read, ({ body }) => satisfies(body))).body
  }

  /** The mails since the last call. Fails unless there are exactly `count`. */
  async function nextMails(count: number): Promise<ArrivedMail[]> {
    const before = new Set(mails.map((mail) => mail.text))
    mails = await exim.mails(before.size + count)
    assert.equal(mails.length, before.size + count, exim.log())
    return mails.filter((mail) => !before.has(mail.text))
  }

  test('arrives over STARTTLS, as HTML with its text beside it, signed by DKIM', async (t) => {
    t.diagnostic(`Exim ${exim.version}`)
    const id = await create('ada@example.com')
    const sent = await deliveryBecomes(id, ({ status }) => status !== 'queued')
    assert.deepEqual([sent.status, sent.error_message], ['sent', null])
    const [mail] = await nextMails(1)
    assert.equal(mail!.to, 'ada@example.com')

    const { fields, body } = splitMail(mail!.text)
    const header = (name: string) => fieldValue(fields, name)
    assert.equal(header('return-path'), '<shop@example.com>')
    assert.equal(header('from'), 'Shop <shop@example.com>')
    assert.equal(header('to'), 'ada@example.com')
    assert.equal(header('subject'), '=?UTF-8?Q?Order_42_f=C3=BCr_Ada_=26_Co?=')
    assert.match(header('content-type')!, /^multipart\/alternative;/)
    assert.match(
      body,
      /text\/plain[^]*Hello Ada & Co,\s+order 42 is on its way\.[^]*text\/html[^]*<b>Ada &amp; Co<\/b>/,
    )

    const [received, ...more] = exim.received()
    assert.deepEqual(more, [])
    assert.equal(received!.protocol, 'esmtps')
    assert.match(received!.tls, /^TLS1\.3:/)
    assert.match(received!.messageId, /^\S+@example\.com$/)
    assert.equal(header('message-id'), `<${received!.messageId}>`)

    const { tags, ...judgement } = judgeDkim(mail!.text, DKIM.publicKey)!
    assert.deepEqual(judgement, { bodyHolds: true, headerHolds: true })
    assert.deepEqual([tags.get('d'), tags.get('s')], ['example.com', 'tidings'])
    for (const name of ['from', 'to', 'subject', 'message-id', 'date'])
      assert.ok(tags.get('h')!.toLowerCase().split(':').includes(name), name)
    // The signature must fail with another key, subject or body.
    const holds = (text: string, key = DKIM.publicKey) => {
      const { bodyHolds, headerHolds } = judgeDkim(text, key)!
      return { bodyHolds, headerHolds }
    }
    assert.deepEqual(holds(mail!.text, STRANGER.publicKey), { bodyHolds: true, headerHolds: false })
    assert.deepEqual(holds(mail!.text.replace('Order_42', 'Order_43')), { bodyHolds: true, headerHolds: false })
    assert.deepEqual(holds(mail!.text.replace('order 42', 'order 43')), { bodyHolds: false, headerHolds: true })
  })

  test('is not sent if the channel does not trust the authority of the certificate', async () => {
    await makeTemplate('untrusting', {})
    const id = await create('eve@example.com', 'untrusting')
    const retrying = await deliveryBecomes(id, ({ status }) => status !== 'queued')
    assert.equal(retrying.status, 'retrying')
    assert.match(retrying.error_message, /^tls_error/)
    await nextMails(0)
  })

  test('refused for good fails at once, with a sentence for people', async (t) => {
    const id = await create(UNKNOWN_ADDRESS)
    const failed = await deliveryBecomes(id, ({ status }) => status !== 'queued')
    t.diagnostic(failed.error_message)
    assert.equal(failed.status, 'failed')
    assert.equal(failed.error_message, 'mailbox_unavailable: 550 Unrouteable address')
    assert.equal(failed.friendly_error_message, 'The recipient’s address does not exist')
    assert.equal(exim.log().split(`rejected RCPT <${UNKNOWN_ADDRESS}>`).length - 1, 1)
    await nextMails(0)
  })

  test('refused for now, as recipient and then with its content, is sent again under its Message-ID', async () => {
    const id = await create(GREYLISTED_ADDRESS)
    const atRecipient = await deliveryBecomes(id, ({ status }) => status !== 'queued')
    assert.equal(atRecipient.status, 'retrying')
    assert.equal(atRecipient.error_message, 'deferred: 450 4.7.1 greylisted, come again')
    assert.deepEqual([atRecipient.sent_at, atRecipient.failed_at], [null, null])

    exim.take('recipient')
    clock.moveTo(clock.now() + WAIT_MS)
    const atContent = await deliveryBecomes(id, (delivery) => delivery.error_message !== atRecipient.error_message)
    assert.equal(atContent.status, 'retrying')
    assert.equal(atContent.error_message, 'provider_error: 451 4.3.2 busy, come again')
    await nextMails(0)

    exim.take('content')
    clock.moveTo(clock.now() + WAIT_MS)
    const sent = await deliveryBecomes(id, ({ status }) => status !== 'retrying')
    assert.deepEqual([sent.status, sent.error_message], ['sent', null])
    const [mail] = await nextMails(1)
    assert.equal(mail!.to, GREYLISTED_ADDRESS)
    const messageIds = exim.deferredMessageIds().map((messageId) => `<${messageId}>`)
    assert.deepEqual(messageIds, [fieldValue(splitMail(mail!.text).fields, 'message-id')])
  })

  test(`${MESSAGES} of them are in the mailbox once each, by few connections`, async (t) => {
    const linesBefore = exim.received().length
    const addresses = Array.from({ length: MESSAGES }, (_, number) => `ada${number}@example.com`)
    const messages = addresses.map((email, number) => messageTo(email, number))
    const created = await client.call('POST', '/api/v1/messages/batch', { messages })
    const ids: number[] = created.body.results.map((result: any) => result.message?.deliveries[0].id)
    assert.equal(new Set(ids).size, MESSAGES)
    const arrived = await nextMails(MESSAGES)
    for (const id of ids) {
      const sent = await deliveryBecomes(id, ({ status }) => status !== 'queued')
      assert.deepEqual([sent.status, sent.error_message], ['sent', null])
    }

    assert.deepEqual(arrived.map((mail) => mail.to).toSorted(), addresses.toSorted())
    for (const { to, text } of arrived) {
      const order = to.slice('ada'.length, to.indexOf('@'))
      assert.match(text, new RegExp(`order ${order} is on its way`))
      const { bodyHolds, headerHolds } = judgeDkim(text, DKIM.publicKey)!
      assert.deepEqual([bodyHolds, headerHolds], [true, true], to)
    }
    const lines = exim.received().slice(linesBefore)
    assert.equal(lines.length, MESSAGES)
    assert.equal(new Set(lines.map((line) => line.messageId)).size, MESSAGES)
    assert.deepEqual(new Set(lines.map((line) => line.protocol)), new Set(['esmtps']))
    const connections = new Set(lines.map((line) => line.clientPort)).size
    t.diagnostic(`${MESSAGES} mails by ${connections} connections`)
    assert.ok(connections <= CONNECTIONS_MAX + MESSAGES / MAILS_PER_CONNECTION_MAX, String(connections))
    await nextMails(0)
  })
})
