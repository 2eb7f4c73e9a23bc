/** Invariant 11 for mails by SMTP: kill -9 after the commit and before the reply. The program sends the mail again. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createCertificateAuthority } from '../certificates.ts'
import { startProcess } from '../process.ts'
import type { ServiceProcess } from '../process.ts'
import { rawSmtp } from '../raw-smtp.ts'
import { call, until } from '../service.ts'

const API_KEY = `sk_${'m'.repeat(43)}`
const MAIL =
  'From: a@example.com\r\nMessage-ID: <1@app.example.com>\r\nX-Tidings-Template: receipt\r\nSubject: Hi\r\n\r\nHi\r\n.\r\n'

test('a mail whose reply is lost by kill -9 is one message after it is sent again', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidings-ingress-'))
  context.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const authority = await createCertificateAuthority()
  context.after(() => authority.close())
  const { cert, key } = await authority.issue()
  const files = { SMTP_TLS_CERT_FILE: join(dataDir, 'mail.pem'), SMTP_TLS_KEY_FILE: join(dataDir, 'mail.key') }
  writeFileSync(files.SMTP_TLS_CERT_FILE, cert)
  writeFileSync(files.SMTP_TLS_KEY_FILE, key)
  const variables = { ...files, SMTP_LISTEN: '127.0.0.1:0', BOOTSTRAP_API_KEY: API_KEY, LOG_LEVEL: 'fatal' }

  const mailAddressOf = async ({ printed }: ServiceProcess) => (await printed(/"mail_address":"([^"]+)"/))[1]!
  let service = await startProcess(dataDir, variables)
  context.after(() => service.stop())
  const api = (method: string, path: string, body?: object) =>
    call(service.url, API_KEY, method, `/api/v1/${path}`, body)
  const channel = { name: 'Mail', channel_type: 'email', provider: 'sandbox' }
  const { body } = await api('POST', 'notification_channels', { notification_channel: channel })
  const channels = [{ notification_channel_id: body.notification_channel.id }]
  const template = { name: 'receipt', subject: 'Hi', body: 'Hi', body_format: 'text', channels }
  await api('POST', 'message_templates', { message_template: template })

  /** Sends the mail up to its last byte. */
  async function bring() {
    const raw = await rawSmtp(await mailAddressOf(service))
    await raw.say('EHLO app.example.com\r\n')
    await raw.say('STARTTLS\r\n')
    await raw.startTls()
    await raw.say('EHLO app.example.com\r\n')
    await raw.say(`AUTH PLAIN ${Buffer.from(`\0me\0${API_KEY}`).toString('base64')}\r\n`)
    await raw.say('MAIL FROM:<a@example.com>\r\n')
    await raw.say('RCPT TO:<ada@example.com>\r\n')
    await raw.say('DATA\r\n')
    return { reply: raw.say(MAIL), close: raw.close }
  }
  const messages = async () => (await api('GET', 'messages')).body.messages as { id: number }[]

  const lost = await bring()
  const [first] = await until(messages, (found) => found.length > 0)
  // Whatever the reply was, the program has not got it.
  await service.kill(true)
  lost.close()
  service = await startProcess(dataDir, variables)
  const again = await bring()
  assert.equal(await again.reply, `250 2.0.0 message ${first!.id}\r\n`)
  again.close()
  assert.deepEqual(
    (await messages()).map(({ id }) => id),
    [first!.id],
  )
})
