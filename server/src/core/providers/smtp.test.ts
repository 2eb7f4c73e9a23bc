import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { connect as createSocket, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import type { Certificate, CertificateAuthority } from '../../../test/certificates.ts'
import { createTestGuardedCalls } from '../../../test/guarded.ts'
import { createPool } from '../../platform/db/pool.ts'
import { createLogger } from '../../platform/log.ts'
import { clientName } from './mail-server.ts'
import type { SendInput, SendResult } from './provider.ts'
import { createProviders } from './registry.ts'
import type { Providers } from './registry.ts'
import { createReturnPaths } from './return-path.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)
const PASSWORD = 'hunter2-hunter2'

interface Received {
  from: string
  to: string[]
  text: string
  connection: string
  client: string
  secure: boolean
}

interface MailServer {
  port: number
  received: Received[]
  close(): Promise<void>
}

let authority: CertificateAuthority
let certificate: Certificate
let providers: Providers
const servers: MailServer[] = []
const pool = createPool({
  url: 'postgres://nobody@127.0.0.1:1/nothing',
  connectionsMax: 1,
  connectTimeoutMs: 1000,
  statementTimeoutMs: 1000,
  applicationName: 'tidings test',
  onError: () => {},
})

before(async () => {
  authority = await createCertificateAuthority()
  certificate = await authority.issue()
  providers = createProviders({
    pool,
    clock: { now: () => NOW, wall: () => NOW, monotonic: () => 0 },
    log: createLogger('silent'),
    config: { batchWaitMs: 5000, publicUrl: 'https://tidings.example.net/app', providerUrls: new Map() },
    returnPaths: createReturnPaths([Buffer.alloc(32)], null),
    callbackUrl: () => 'https://notify.example.com/callbacks/token',
    guarded: createTestGuardedCalls({ allowCidrs: ['127.0.0.0/8'] }),
  })
})
after(async () => {
  await providers.close()
  for (const server of servers) await server.close()
  await pool.end()
  authority.close()
})

/** A mail server that accepts everything, unless `options` say otherwise. */
async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: Received[] = []
  const smtp = new SMTPServer({
    ...certificate,
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 10,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'me' && password === PASSWORD
        ? callback(null, { user: 'me' })
        : callback(reply(535, `5.7.8 not ${password}`)),
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        const text = Buffer.concat(chunks).toString()
        const { id: connection, secure, hostNameAppearsAs: client } = session
        received.push({ from, to, text, connection, secure, client })
        callback()
      })
    },
    ...options,
  })
  smtp.on('error', () => {})
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const server = {
    port: (listener.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
  servers.push(server)
  return server
}

function reply(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

let channels = 0

interface Mail {
  to?: string
  subject?: string
  body?: string
  bodyFormat?: 'html' | 'text'
  channelId?: number
  unsubscribeUrl?: string
  signal?: AbortSignal
}

function send(settings: Record<string, unknown>, mail: Mail = {}): Promise<SendResult> {
  const input: SendInput = {
    delivery: { bucket: 1, accountId: 1, id: 1, number: 1, messageId: 1 },
    channel: { id: mail.channelId ?? ++channels, name: 'Mail', type: 'email' },
    settings: {
      host: '127.0.0.1',
      from: 'Tidings, Inc. <notify@example.com>',
      ca_certificate: authority.pem,
      ...settings,
    },
    to: { email: mail.to ?? 'ada@example.com', phone: null, devices: [] },
    ...{ recipientId: 5, topicId: null, url: null, content: {}, attachments: [] },
    subject: mail.subject ?? 'Hello',
    body: mail.body ?? 'Text',
    bodyFormat: mail.bodyFormat ?? 'text',
    messageId: '1.2.abc',
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    signal: mail.signal ?? new AbortController().signal,
  }
  return providers.send('smtp', input)
}

function word(result: SendResult): string {
  return result.result === 'accepted' ? 'accepted' : `${result.result} ${result.cause.split(':')[0]}`
}

test('the service greets by the host of PUBLIC_URL, else by the name of the machine or the domain of the sender', () => {
  const table: [publicUrl: string | null, machine: string, name: string][] = [
    ['https://tidings.example.net', 'mx1.example.org', 'tidings.example.net'],
    ['https://tidings.example.net.:8443/app', 'c0ffee', 'tidings.example.net'],
    ['https://bücher.example', 'c0ffee', 'xn--bcher-kva.example'],
    ['http://localhost:3000', 'mx1.example.org', 'mx1.example.org'],
    ['http://tidings.localhost', 'c0ffee', 'example.com'],
    ['http://203.0.113.9', 'c0ffee', 'example.com'],
    ['http://[2001:db8::1]', 'c0ffee', 'example.com'],
    ['http://tidings:3000', 'c0ffee', 'example.com'],
    [null, 'c0ffee', 'example.com'],
  ]
  for (const [publicUrl, machine, name] of table)
    assert.equal(clientName(publicUrl, machine, 'notify@example.com'), name, String(publicUrl))
})

describe('delivered mail', () => {
  test('over STARTTLS, with a Message-ID that is the same for every send', async () => {
    const server = await startMailServer()
    const result = await send({ port: server.port })
    assert.deepEqual(result, { result: 'accepted', providerMessageId: '1.2.abc@example.com' })
    const [mail] = server.received
    assert.ok(mail!.secure)
    assert.equal(mail!.client, 'tidings.example.net')
    assert.deepEqual([mail!.from, mail!.to], ['notify@example.com', ['ada@example.com']])
    assert.match(mail!.text, /^From: "Tidings, Inc." <notify@example.com>\r$/m)
    assert.match(mail!.text, /^To: ada@example.com\r$/m)
    assert.match(mail!.text, /^Message-ID: <1\.2\.abc@example\.com>\r$/m)
    assert.match(mail!.text, /^Date: Mon, 08 Jun 2026 10:20:00 \+0000\r$/m)
    assert.match(mail!.text, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(mail!.text, /\r\n\r\nText\r?\n?$/)
  })

  test('over TLS from the first byte, signed in', async () => {
    const server = await startMailServer({ secure: true, authOptional: false })
    assert.equal(word(await send({ port: server.port, secure: true, username: 'me', password: PASSWORD })), 'accepted')
  })

  test('over plain SMTP where the settings allow it', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'] })
    assert.equal(word(await send({ port: server.port })), 'accepted')
    assert.equal(server.received[0]!.secure, false)
  })

  test('HTML has a text alternative', async () => {
    const server = await startMailServer()
    await send({ port: server.port }, { body: '<p>Hi <b>Ada</b></p><p>Bye</p>', bodyFormat: 'html' })
    const { text } = server.received[0]!
    assert.match(text, /Content-Type: multipart\/alternative/)
    assert.ok(text.indexOf('Hi Ada\r\n\r\nBye') < text.indexOf('<p>Hi <b>Ada</b></p>'))
    assert.ok(text.indexOf('Hi Ada\r\n\r\nBye') > 0)
  })

  test('signed by DKIM', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const server = await startMailServer()
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await send({ port: server.port, dkim_domain: 'example.com', dkim_selector: 's1', dkim_private_key: pem })
    assert.match(server.received[0]!.text, /^DKIM-Signature: v=1;[^]*?d=example\.com;[^]*?s=s1;/m)
  })

  test('with no header added by the content', async () => {
    const server = await startMailServer()
    await send({ port: server.port }, { subject: 'Hi\r\nBcc: victim@example.com\r\n\r\nbody' })
    const [mail] = server.received
    assert.deepEqual(mail!.to, ['ada@example.com'])
    assert.doesNotMatch(mail!.text, /^Bcc:/im)
    for (const to of ['a@x, b@y', 'a@example.com\r\nRCPT TO:<b@example.com>', 'A <a@example.com>', ''])
      assert.equal(word(await send({ port: server.port }, { to })), 'permanent invalid_address')
    assert.equal(server.received.length, 1)
  })

  test('over one kept connection, until the settings change', async () => {
    const server = await startMailServer()
    const channelId = ++channels
    const settings = { port: server.port, connections_max: 1 }
    for (let sends = 0; sends < 3; sends++) await send(settings, { channelId })
    await send({ ...settings, from: 'other@example.com' }, { channelId })
    const connections = server.received.map((mail) => mail.connection)
    assert.equal(new Set(connections.slice(0, 3)).size, 1)
    assert.notEqual(connections[3], connections[0])
    assert.equal(server.received[3]!.from, 'other@example.com')
  })
})

describe('undelivered mail', () => {
  const onRcpt: [reply: Error, word: string][] = [
    [reply(550, '5.1.1 no such user'), 'permanent mailbox_unavailable'],
    [reply(451, 'greylisted'), 'transient deferred'],
    [reply(450, 'rate limit exceeded'), 'rate_limited rate_limited'],
  ]
  for (const [error, expected] of onRcpt)
    test(`refused for its recipient: ${error.message}`, async () => {
      const server = await startMailServer({ onRcptTo: (_address, _session, callback) => callback(error) })
      assert.equal(word(await send({ port: server.port })), expected)
    })

  test('refused for its content', async () => {
    const server = await startMailServer({
      onData(stream, _session, callback) {
        stream.resume()
        stream.on('end', () => callback(reply(554, '5.7.1 looks like spam')))
      },
    })
    const result = await send({ port: server.port })
    assert.deepEqual(result, { result: 'permanent', cause: 'message_refused: 554 5.7.1 looks like spam' })
  })

  test('with refused credentials, never shown', async () => {
    const server = await startMailServer({ authOptional: false })
    const wrong = await send({ port: server.port, username: 'me', password: 'wrong-wrong' })
    assert.deepEqual(wrong, { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: 535' })
    const none = await send({ port: server.port })
    assert.equal(word(none), 'transient authentication_failed')
  })

  test('that repeats a secret in its refusal', async () => {
    const server = await startMailServer({
      onRcptTo: (_address, _session, callback) => callback(reply(550, `go away, ${PASSWORD}`)),
    })
    const result = await send({ port: server.port, username: 'me', password: PASSWORD })
    assert.deepEqual(result, { result: 'permanent', cause: 'mailbox_unavailable: 550 go away, [redacted]' })
  })

  test('over TLS with an invalid certificate', async () => {
    const trusted = await startMailServer()
    const signedIn = { port: trusted.port, username: 'me', password: PASSWORD }
    assert.equal(word(await send({ ...signedIn, ca_certificate: undefined })), 'transient tls_error')
    assert.equal(
      word(await send({ port: trusted.port, require_tls: true, ca_certificate: undefined })),
      'transient tls_error',
    )
    const plain = await startMailServer({ disabledCommands: ['STARTTLS'] })
    assert.equal(word(await send({ ...signedIn, port: plain.port })), 'transient tls_error')
    const expired = await startMailServer({ ...(await authority.issue({ expired: true })) })
    assert.equal(word(await send({ ...signedIn, port: expired.port })), 'transient tls_error')
    assert.equal(trusted.received.length + plain.received.length + expired.received.length, 0)
  })

  test('with no server listening', async () => {
    const server = await startMailServer()
    await server.close()
    const refused = await send({ port: server.port })
    assert.equal(word(refused), 'transient connection_refused')
    assert.equal('cause' in refused && refused.cause, `connection_refused: 127.0.0.1:${server.port}`)
  })

  test('with no response in time, or an aborted send', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    assert.equal(word(await send({ port }, { signal: AbortSignal.timeout(50) })), 'transient timeout')
    const controller = new AbortController()
    const sending = send({ port }, { signal: controller.signal })
    controller.abort()
    assert.equal(word(await sending), 'transient aborted')
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test('cut off after the handover: possibly delivered, and not sent again', async () => {
    let mails = 0
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      onData(stream) {
        mails += 1
        stream.resume()
        stream.on('end', () => cut?.destroy())
      },
    })
    let cut: Socket | undefined
    const proxy = createServer((client) => {
      const upstream = createConnectionTo(server.port)
      cut = client
      client.pipe(upstream).pipe(client)
      client.on('error', () => {}).on('close', () => upstream.destroy())
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const result = await send({ port: (proxy.address() as AddressInfo).port })
    assert.equal(word(result), 'transient connection_reset')
    assert.equal(mails, 1)
    proxy.close()
  })
})

function createConnectionTo(port: number): Socket {
  const socket = createSocket(port, '127.0.0.1')
  socket.on('error', () => {})
  return socket
}
