/** Programs that send by SMTP: sign-in, templates, files, repeated mails, and what is refused. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { rawSmtp } from '../../../test/raw-smtp.ts'
import { MAIL_CLIENTS } from '../../../test/mail-clients.ts'
import { prepareMessages } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'

const authority = await endAfterTests(createCertificateAuthority())
const directory = await mkdtemp(join(tmpdir(), 'tidings-smtp-'))
const [certPath, keyPath] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]

async function writeCertificate(): Promise<string> {
  const { cert, key } = await authority.issue()
  writeFileSync(certPath, cert)
  writeFileSync(keyPath, key)
  return cert
}
await writeCertificate()
const variables = {
  ...{ SMTP_LISTEN: '127.0.0.1:0', BOUNCE_DOMAIN: 'bounces.example.net' },
  ...{ SMTP_TLS_CERT_FILE: certPath, SMTP_TLS_KEY_FILE: keyPath },
}
const { database, running } = await testService({ variables })
const mailAddress = running.service.mailAddress!
const [host, port] = mailAddress.split(':')

/** A client with the template `receipt`, and a template that shows the mail as the default of the account. */
async function prepared(): Promise<Client> {
  const client = await running.client()
  const { channel } = await prepareMessages(client, 'silent@tidings.test')
  const { body } = await client.call('POST', '/api/v1/message_templates', {
    message_template: {
      ...{ name: 'mail', subject: '{{ mail.subject }}', body_format: 'html' },
      body: '{% if mail.html %}{{ mail.html | raw }}{% else %}<pre>{{ mail.text }}</pre>{% endif %}',
      channels: [{ notification_channel_id: channel.id }],
    },
  })
  const account = { smtp_template_id: body.message_template.id }
  const patched = await client.call('PATCH', '/api/v1/account', { account })
  assert.equal(patched.body.account.smtp_template_id, body.message_template.id)
  return client
}

const transportOf = ({ apiKey }: Pick<Client, 'apiKey'>) =>
  createTransport({
    ...{ host: host!, port: Number(port), requireTLS: true },
    tls: { ca: authority.pem },
    auth: { user: 'tidings', pass: apiKey },
  })

const mail = { from: 'gitlab@example.com', to: 'silent@tidings.test', subject: 'Pipeline failed', text: 'See job 7.' }

const idsOf = (response: string): number[] => {
  const [, ids = ''] = /^250 2\.0\.0 message ([\d, ]+)/.exec(response) ?? []
  return ids.split(', ').map(Number)
}

const countMessages = async ({ accountId }: Client): Promise<number> => {
  const text = 'select count(*)::int as count from messages where account_id = $1'
  return (await database.pool.query({ text, values: [accountId] })).rows[0].count
}

test('a mail becomes a message of the template of the account, with its files, and the reply names it', async () => {
  const client = await prepared()
  const sent = await transportOf(client).sendMail({
    ...mail,
    html: `<p>See <b>job 7</b>.</p>${'<br>'.repeat(10_000)}<img src="cid:logo">`,
    attachments: [
      { filename: 'log.txt', content: 'line 1' },
      { filename: 'logo.png', content: Buffer.from('89504e47', 'hex'), cid: 'logo' },
    ],
  })
  const [id] = idsOf(sent.response)
  const { message } = (await client.call('GET', `/api/v1/messages/${id}`)).body
  assert.equal(message.rendered_subject, 'Pipeline failed')
  assert.match(message.rendered_body, /^<p>See <b>job 7<\/b>\.<\/p><br>/)
  assert.deepEqual(message.attachments.map((one: any) => [one.filename, one.content_type, one.bytes]).toSorted(), [
    ['log.txt', 'text/plain', 6],
    ['logo.png', 'image/png', 4],
  ])
})

test('headers name a template and its attributes; each recipient of the envelope is one, known or new', async () => {
  const client = await prepared()
  const sent = await transportOf(client).sendMail({
    ...mail,
    to: ['Silent@tidings.test', 'new@example.com'],
    headers: { 'X-Tidings-Template': 'receipt', 'X-Tidings-Attributes': JSON.stringify({ 'order.id': 'Ä-7' }) },
  })
  const ids = idsOf(sent.response)
  assert.equal(ids.length, 2)
  const shown = await Promise.all(
    ids.map(async (id) => (await client.call('GET', `/api/v1/messages/${id}`)).body.message),
  )
  assert.deepEqual(
    shown.map((one) => one.rendered_subject),
    ['Order Ä-7', 'Order Ä-7'],
  )
  const users = await Promise.all(
    shown.map(async (one) => (await client.call('GET', `/api/v1/notification_users/${one.notification_user_id}`)).body),
  )
  assert.deepEqual(
    users.map(({ notification_user: one }) => [one.external_user_id, one.email]),
    [
      ['ada', 'silent@tidings.test'],
      ['new@example.com', 'new@example.com'],
    ],
  )
})

test('the same Message-ID and recipient is the same message, also at the same time', async () => {
  const client = await prepared()
  const transport = transportOf(client)
  const messageId = '<7@gitlab.example.com>'
  const first = idsOf((await transport.sendMail({ ...mail, messageId })).response)
  const again = idsOf((await transport.sendMail({ ...mail, text: 'Other', messageId })).response)
  assert.deepEqual(again, first)
  const both = idsOf((await transport.sendMail({ ...mail, to: [mail.to, 'bob@example.com'], messageId })).response)
  assert.deepEqual([both[0], both[1] === both[0]], [first[0], false])
  assert.equal(await countMessages(client), 2)
})

test('the bytes that Exim, the libraries of GitLab and swaks write become messages', async () => {
  const shown = await Promise.all(
    MAIL_CLIENTS.map(async ({ host, signIn, envelope, mail: written }) => {
      const client = await prepared()
      const raw = await rawSmtp(mailAddress)
      await raw.say(`EHLO ${host}\r\n`)
      await raw.say('STARTTLS\r\n')
      await raw.startTls()
      await raw.say(`EHLO ${host}\r\n`)
      let last = ''
      for (const bytes of signIn('tidings', client.apiKey)) last = await raw.say(bytes)
      assert.match(last, /^235 /)
      for (const bytes of envelope) {
        last = await raw.say(bytes)
        for (let more = bytes.split('\r\n').length - 2; more > 0; more--) last = await raw.reply()
      }
      assert.match(last, /^354 /)
      const [first, ...lines] = written
      const reply = raw.say(first!)
      for (const line of lines) raw.write(line)
      const ids = idsOf(await reply)
      raw.close()
      const { message } = (await client.call('GET', `/api/v1/messages/${ids[0]}`)).body
      return [ids.length, message.rendered_subject, message.rendered_body.trim()]
    }),
  )
  assert.deepEqual(shown, [
    [2, 'from exim', '<pre>Hello\n.leading dot\n..two\nfrom Exim\n</pre>'],
    [2, 'Pipeline #7 has failed für main', '<p>Pipeline <b>#7</b> failed.</p>'],
    [2, 'swaks', '<pre>hello from swaks\n\n\n</pre>'],
  ])
})

test('AUTH is not offered and not taken before TLS, and never with a wrong key, a key that only reads, or a revoked one', async () => {
  const client = await prepared()
  const plain = (password: string) => `AUTH PLAIN ${Buffer.from(`\0me\0${password}`).toString('base64')}\r\n`
  const raw = await rawSmtp(mailAddress)
  const before = await raw.say('EHLO app.example.com\r\n')
  assert.match(before, /STARTTLS/)
  assert.doesNotMatch(before, /AUTH/)
  assert.match(await raw.say(plain(client.apiKey)), /^530 5\.7\.0 /)
  // Commands of somebody in between, before TLS begins, are dropped.
  assert.match(await raw.say('STARTTLS\r\nMAIL FROM:<a@example.com>\r\n'), /^220 /)
  await raw.startTls()
  assert.match(await raw.say('EHLO app.example.com\r\n'), /AUTH PLAIN LOGIN/)
  assert.match(await raw.say('RCPT TO:<ada@example.com>\r\n'), /^503 /)
  assert.match(await raw.say(plain(client.apiKey.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')))), /^535 /)
  const key = (role: string) => client.call('POST', '/api/v1/api_keys', { api_key: { name: role, role } })
  const { api_key: reading } = (await key('read')).body
  assert.match(await raw.say(plain(reading.key)), /^535 .*role send/)
  const { api_key: sending } = (await key('send')).body
  assert.match(await raw.say(plain(sending.key)), /^235 /)
  await client.call('DELETE', `/api/v1/api_keys/${sending.id}`)
  assert.match(await raw.say('MAIL FROM:<a@example.com>\r\n'), /^535 /)
  raw.close()
})

test('without a sign-in there is no relay; without a template, or with wrong attributes, the mail is refused', async () => {
  const client = await running.client()
  await prepareMessages(client)
  const { auth: _, ...open } = { ...transportOf(client).options, auth: undefined }
  await assert.rejects(createTransport(open as object).sendMail(mail), /550 5\.7\.1/)
  const transport = transportOf(client)
  await assert.rejects(transport.sendMail(mail), /554 5\.6\.0 Name a template/)
  const named = { 'X-Tidings-Template': 'receipt' }
  const attributes = { ...named, 'X-Tidings-Attributes': '[1]' }
  await assert.rejects(transport.sendMail({ ...mail, headers: attributes }), /554 5\.6\.0 .*JSON object/)
  for (const one of ['mail', 'mail.subject']) {
    const headers = { ...named, 'X-Tidings-Attributes': JSON.stringify({ [one]: 'x' }) }
    await assert.rejects(transport.sendMail({ ...mail, headers }), /554 5\.6\.0 .*names of the mail/)
  }
  await assert.rejects(transport.sendMail({ ...mail, headers: { 'X-Tidings-Template': 'none' } }), /554 5\.6\.0/)
  const big = Buffer.alloc(3.1 * 1024 * 1024)
  const tooLong = { ...named, 'X-Tidings-Attributes': JSON.stringify({ note: 'x'.repeat(11_000) }) }
  // Refusals speak of the mail, and not of the fields of the API.
  for (const [more, said] of [
    [
      { attachments: Array.from({ length: 11 }, () => ({ filename: 'a.txt', content: 'x' })) },
      'The attachments are too many (maximum is 10)',
    ],
    [
      { attachments: [{ filename: 'big.bin', content: big }] },
      'The attachment big.bin has too many bytes (maximum is 3145728)',
    ],
    [{ attachments: [{ filename: 'none.txt', content: '' }] }, 'The attachment none.txt is empty'],
    [{ headers: tooLong }, 'X-Tidings-Attributes: note is too long (maximum is 10 KB)'],
    [{ text: 'x'.repeat(101 * 1024) }, 'The text part is too long (maximum is 100 KB)'],
  ] as const)
    await assert.rejects(
      transport.sendMail({ ...mail, headers: named, ...(more as object) }),
      ({ response }: { response: string }) => response.startsWith(`554 5.6.0 ${said}`) || assert.fail(response),
    )
  assert.equal(await countMessages(client), 0)
})

test('a new certificate is used for the next connection, and a wrong one leaves the former', async () => {
  const shown = async () => {
    const raw = await rawSmtp(mailAddress)
    await raw.say('EHLO a.example.com\r\n')
    await raw.say('STARTTLS\r\n')
    return raw.startTls().finally(() => raw.close())
  }
  const before = await shown()
  await writeCertificate()
  assert.deepEqual(running.service.rereadFiles(), ['SMTP_TLS_CERT_FILE', 'SMTP_TLS_KEY_FILE'])
  const after = await shown()
  assert.notEqual(after, before)
  writeFileSync(keyPath, 'no key')
  assert.throws(() => running.service.rereadFiles())
  assert.equal(await shown(), after)
})
