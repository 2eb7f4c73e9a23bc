/** Mails that come back to the return path of a delivery, over SMTP and by the callback address. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { complaint, FORMS, REPLIES, UNREADABLE } from '../../../test/mail-reports.ts'
import { rawSmtp } from '../../../test/raw-smtp.ts'
import { until } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'

interface Sent {
  returnPath: string
  messageId: string
}

/** The mail server of the channel: the envelope sender and the Message-ID of each mail. */
const sent: Sent[] = []
const relay = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  closeTimeout: 10,
  onData(stream, session, callback) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const [, messageId = ''] = /^Message-ID: <([^@]+)@/im.exec(Buffer.concat(chunks).toString()) ?? []
      sent.push({ returnPath: session.envelope.mailFrom ? session.envelope.mailFrom.address : '', messageId })
      callback()
    })
  },
})
await once(relay.listen(0, '127.0.0.1'), 'listening')
await endAfterTests({ close: () => new Promise<void>((resolve) => relay.close(() => resolve())) })
const variables = { SMTP_LISTEN: '127.0.0.1:0', BOUNCE_DOMAIN: 'bounces.example.net' }
const { database, running } = await testService({ variables })
const client = await running.client()
const mailAddress = running.service.mailAddress!

const { notification_channel: channel } = (
  await client.call('POST', '/api/v1/notification_channels', {
    notification_channel: {
      ...{ name: 'Mail', channel_type: 'email', provider: 'smtp' },
      settings: { host: '127.0.0.1', port: (relay.server.address() as AddressInfo).port, from: 'shop@example.net' },
    },
  })
).body
const channels = [{ notification_channel_id: channel.id }]
for (const [name, email] of [
  ['plain', undefined],
  ['copied', { cc: 'office@example.com' }],
] as const)
  await client.call('POST', '/api/v1/message_templates', {
    message_template: {
      ...{ name, subject: 'Hi', body: 'Hi', body_format: 'text' },
      channels: channels.map((one) => (email === undefined ? one : { ...one, email })),
    },
  })

let people = 0

/** Sends a mail to a new recipient, and returns its delivery, its address and what the channel's server saw. */
async function send(template = 'plain') {
  const address = `ada${++people}@example.com`
  const { body } = await client.call('POST', '/api/v1/messages', {
    message: {
      message_template_name: template,
      external_user_id: address,
      notification_user: { external_user_id: address, email: address },
    },
  })
  const id: number = body.message.deliveries[0].id
  await until(
    () => client.call('GET', `/api/v1/deliveries/${id}`),
    (response) => response.body.status === 'sent',
  )
  return { id, address, ...sent.at(-1)! }
}

/** The buffers of a connection, at both ends. */
const KERNEL_BYTES_MAX = 16 * 1024 * 1024
const [host, port] = mailAddress.split(':')
const server = createTransport({ host, port: Number(port), ignoreTLS: true, name: 'mx.example.com' })

/** Brings a mail like the server of a recipient: the sender is empty. */
const bring = (to: string, raw: string, from = '') => server.sendMail({ envelope: { from, to: [to] }, raw })

const delivery = async (id: number) => (await client.call('GET', `/api/v1/deliveries/${id}`)).body
const suppressed = async (address: string) =>
  (await client.call('GET', `/api/v1/suppressions?address=${address}`)).body.suppressions.map(
    (one: { reason: string }) => one.reason,
  )
const timeline = async (id: number): Promise<any[]> =>
  (await client.call('GET', `/api/v1/deliveries/${id}/timeline`)).body.timeline
const reports = async (id: number) =>
  (await timeline(id)).filter((one) => one.kind === 'report').map((one) => one.cause)

test('a bounce makes the delivery bounced, and suppresses the address that it was sent to', async () => {
  const { id, address, returnPath } = await send()
  assert.match(returnPath, /^b\+[0-9a-z-]+@bounces\.example\.net$/)
  assert.ok(returnPath.length - '@bounces.example.net'.length <= 64)
  const late = { to: address, action: 'delayed', status: '4.4.1', said: '451 4.4.1 try later' } as const
  await bring(returnPath, FORMS.postfix(late))
  await bring(returnPath, FORMS.postfix(late))
  assert.equal((await delivery(id)).status, 'sent')
  assert.deepEqual(await reports(id), ['deferred: 451 4.4.1 try later'])
  // Some servers change the case of an address. The report of another sender names somebody else.
  await bring(returnPath.toUpperCase(), FORMS.gmail({ to: 'victim@example.com', said: '550 5.1.1 no such user' }))
  const { status, error_message: error } = await delivery(id)
  assert.deepEqual([status, error], ['bounced', 'mailbox_unavailable: 550 5.1.1 no such user'])
  const entry = (await timeline(id)).find((one) => one.fact === 'bounced')
  assert.deepEqual([entry.source, entry.cause], ['provider', error])
  assert.match(entry.explanation, /does not exist/)
  assert.deepEqual([await suppressed(address), await suppressed('victim@example.com')], [['bounce'], []])
})

test('a full mailbox bounces without a suppression, a complaint suppresses without a bounce, delivered is delivered', async () => {
  const [full, angry, fine] = [await send(), await send(), await send()]
  await bring(full.returnPath, FORMS.exchange({ to: full.address, status: '5.2.2', said: '552 5.2.2 mailbox full' }))
  await bring(angry.returnPath, complaint('abuse'))
  await bring(fine.returnPath, FORMS.postfix({ to: fine.address, action: 'delivered', status: '2.0.0' }))
  const statuses = await Promise.all([full, angry, fine].map(async ({ id }) => (await delivery(id)).status))
  assert.deepEqual(statuses, ['bounced', 'sent', 'delivered'])
  assert.deepEqual([await suppressed(full.address), await suppressed(angry.address)], [[], ['complaint']])
})

test('automatic replies and people change nothing; an unreadable report is kept for seven days', async () => {
  const { id, returnPath } = await send()
  for (const reply of Object.values(REPLIES)) await bring(returnPath, reply, 'ada@example.com')
  assert.deepEqual([(await delivery(id)).status, await reports(id)], ['sent', []])
  await bring(returnPath, UNREADABLE)
  assert.deepEqual([(await delivery(id)).status, await reports(id)], ['sent', [null]])
  const { rows } = await database.pool.query(
    "select convert_from(source, 'utf8') as source from provider_events where source is not null",
  )
  assert.match(rows[0].source, /^Return-Path: <>\r\n.*Bad luck/s)
  const metrics = await running.service.context.metrics.metrics()
  assert.match(metrics, /tidings_provider_callbacks_total\{provider="smtp",result="unreadable"\} 1/)
})

test('a bounce of a copy suppresses its address, and the delivery stays', async () => {
  const { id, address, returnPath } = await send('copied')
  await bring(returnPath, complaint('abuse'))
  await bring(returnPath, FORMS.postfix({ to: 'office@example.com', said: '550 5.1.1 User unknown' }))
  assert.deepEqual([(await delivery(id)).status, await suppressed(address)], ['sent', []])
  assert.deepEqual(await suppressed('office@example.com'), ['bounce'])
  await bring(returnPath, FORMS.postfix({ to: address, said: '550 5.1.1 User unknown' }))
  assert.equal((await delivery(id)).status, 'bounced')
})

test('without an MX, the callback address of the channel takes the same mail', async () => {
  const { id, address, messageId } = await send()
  const post = (body: string) =>
    fetch(channel.callback_url, { method: 'POST', headers: { 'content-type': 'message/rfc822' }, body })
  const other = FORMS.exim({ to: address, said: 'host mx: 550 5.1.1 User unknown', id: `${messageId}0` })
  assert.equal((await post(other)).status, 200)
  assert.equal((await post(UNREADABLE)).status, 200)
  assert.equal((await delivery(id)).status, 'sent')
  const mine = FORMS.exim({ to: address, said: 'host mx: 550 5.1.1 User unknown', id: messageId })
  assert.equal((await post(mine)).status, 200)
  assert.deepEqual([(await delivery(id)).status, await suppressed(address)], ['bounced', ['bounce']])
})

test('forged return paths and other addresses are refused before the mail, without a difference', async () => {
  const { returnPath } = await send()
  const [local = ''] = returnPath.split('@')
  const parts = local.slice(2).split('-')
  const changed = (index: number, text: string) => `b+${parts.with(index, text).join('-')}@bounces.example.net`
  const forged = [
    ...[0, 1, 2, 3].map((index) => changed(index, 'zz')),
    changed(4, '0'.repeat(16)),
    returnPath.replace('bounces.', ''),
    'b+@bounces.example.net',
    'ada@example.com',
    'postmaster@bounces.example.net',
  ]
  const raw = await rawSmtp(mailAddress)
  await raw.say('EHLO mx.example.com\r\n')
  for (const address of forged) {
    await raw.say('MAIL FROM:<>\r\n')
    assert.match(await raw.say(`RCPT TO:<${address}>\r\n`), /^550 5\.7\.1 /, address)
    assert.match(await raw.say('DATA\r\n'), /^503 /)
    await raw.say('RSET\r\n')
  }
  // A report is about one mail.
  await raw.say('MAIL FROM:<>\r\n')
  assert.match(await raw.say(`RCPT TO:<${returnPath}>\r\n`), /^250 /)
  assert.match(await raw.say(`RCPT TO:<${returnPath}>\r\n`), /^452 4\.5\.3 /)
  raw.close()
})

test('a client that sends on is cut off: a line without an end, a mail without an end, commands without a mail', async () => {
  const { returnPath } = await send()
  const begin = `EHLO mx.example.com\r\nMAIL FROM:<>\r\nRCPT TO:<${returnPath}>\r\nDATA\r\n`
  for (const [first, more, bytesMax, last] of [
    ['', 'a'.repeat(65_536), 1024 * 1024, /^421 Error: Command line too long/m],
    [begin, `${'a'.repeat(998)}\r\n`.repeat(64), 2 * 6 * 1024 * 1024, /^552 5\.3\.4 /m],
    ['', 'NOOP\r\n'.repeat(8192), 1024 * 1024, /^421 4\.7\.0 /m],
  ] as const) {
    const sent = await rawSmtp(mailAddress)
    const { bytes, replies } = await sent.flood(first, more)
    // The kernel keeps some that nobody reads.
    assert.ok(bytes < bytesMax + KERNEL_BYTES_MAX, `${bytes} bytes of ${more.slice(0, 4)}`)
    assert.match(replies, last)
  }
})

test('a mail ends at CRLF.CRLF alone, so that no second mail is smuggled in', async () => {
  const { id, returnPath } = await send()
  for (const end of ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r\n.\r', '\r\n\0.\r\n', '.\r\n.']) {
    const raw = await rawSmtp(mailAddress)
    await raw.say('EHLO mx.example.com\r\n')
    await raw.say('MAIL FROM:<>\r\n')
    await raw.say(`RCPT TO:<${returnPath}>\r\n`)
    await raw.say('DATA\r\n')
    const second = `MAIL FROM:<>\r\nRCPT TO:<${returnPath}>\r\nDATA\r\n${FORMS.postfix({ said: '550 5.1.1 x' })}`
    const head = 'Auto-Submitted: auto-replied\r\nSubject: x\r\n\r\nx'
    assert.match(await raw.say(`${head}${end}${second}\r\n.\r\n`), /^250 /, JSON.stringify(end))
    assert.match(await raw.say('NOOP\r\n'), /^250 /)
    raw.close()
  }
  assert.equal((await delivery(id)).status, 'sent')
})

test('a mail above the size is 552, and AUTH is neither offered nor taken', async () => {
  const { returnPath } = await send()
  const raw = await rawSmtp(mailAddress)
  const features = await raw.say('EHLO mx.example.com\r\n')
  assert.doesNotMatch(features, /AUTH|STARTTLS/)
  assert.match(features, /SIZE 6291456/)
  assert.match(await raw.say('AUTH PLAIN AGEAYg==\r\n'), /^50\d /)
  await raw.say('MAIL FROM:<>\r\n')
  await raw.say(`RCPT TO:<${returnPath}>\r\n`)
  await raw.say('DATA\r\n')
  const line = `${'a'.repeat(998)}\r\n`
  assert.match(await raw.say(`Subject: x\r\n\r\n${line.repeat(6300)}.\r\n`), /^552 /)
  raw.close()
})
