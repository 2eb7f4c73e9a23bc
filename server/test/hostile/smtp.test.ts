/**
 * Hostile SMTP channels: they reach no internal address, reveal no banner, and send no stored password to another
 * server.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { smtpProvider } from '../../src/core/providers/smtp.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { createCertificateAuthority } from '../certificates.ts'
import type { CertificateAuthority } from '../certificates.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { startNameServer, TYPE_A } from '../name-server.ts'
import type { NameServer } from '../name-server.ts'
import { createTestGuardedCalls } from '../guarded.ts'
import { providerDependencies, sendInput } from '../send-input.ts'
import { startTestService } from '../service.ts'
import type { Client, TestService } from '../service.ts'

const PASSWORD = 'TopSecretSmtpPassword'
const ALLOWANCE = 'PROVIDER_ALLOW_CIDRS or PROVIDER_ALLOW_HOSTS'
const CHANNELS = '/api/v1/notification_channels'

/** A server on loopback. It sends a greeting and counts, but does not speak SMTP. */
interface Listener {
  port: number
  connections: number
  /** All received text. */
  received: string
  close(): Promise<void>
}

async function startListener(greet: (socket: Socket) => void): Promise<Listener> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    listener.connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => (listener.received += bytes.toString('latin1')))
    greet(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const listener: Listener = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    received: '',
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return listener
}

interface ChannelResponse {
  status: number
  body: any
}

const save = (client: Client, settings: object): Promise<ChannelResponse> =>
  client.call('POST', CHANNELS, {
    notification_channel: {
      name: 'Mail',
      channel_type: 'email',
      provider: 'smtp',
      settings: { from: 'a@example.com', ...settings },
    },
  })

async function testSend(client: Client, id: number): Promise<any> {
  const response = await client.call('POST', `${CHANNELS}/${id}/test_send`, { to: 'ada@example.com' })
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.test_send
}

let database: TestDatabase
let authority: CertificateAuthority
before(async () => {
  database = await createTestDatabase()
  authority = await createCertificateAuthority()
})
after(async () => {
  await database.close()
  authority.close()
})

describe('by default', () => {
  let running: TestService
  let client: Client
  let names: NameServer
  let listener: Listener
  /** The name server's answers for `mail.example.com`, in turn. */
  let addresses: string[][] = []

  before(async () => {
    listener = await startListener((socket) => socket.write('220 mail ESMTP\r\n'))
    let turn = 0
    names = await startNameServer((name, type) =>
      name === 'mail.example.com' && type === TYPE_A ? addresses[turn++ % addresses.length]! : [],
    )
    const variables = { PROVIDER_ALLOW_CIDRS: '', WEBHOOK_DNS_SERVERS: names.server, ROLES: 'api' }
    // So a slow machine does not refill the limits.
    const clock = { ...createSystemClock(), monotonic: () => 0 }
    running = await startTestService(database, { ...variables, API_RATE_LIMIT: '100000' }, clock)
    client = await running.client()
  })
  after(async () => {
    await running.stop()
    await listener.close()
    names.close()
  })

  for (const host of [
    ...['127.0.0.1', 'localhost', 'LOCALHOST', 'localhost.', '0.0.0.0', '2130706433', '0x7f.1', '0x7f000001', '127.1'],
    ...['0177.0.0.1', '::1', '::', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '10.0.0.1', '192.168.1.1', '169.254.169.254'],
    ...[
      '100.64.0.1',
      'fd00::1',
      'fe80::1',
      'mailhog',
      'mail.internal',
      'relay.local',
      'a..example.com',
      '-.example.com',
    ],
    ...['mail.example.com:25', '127.0.0.1:25', '1.1.1.1.', '256.1.1.1', '1.2.3', '0', '...'],
  ])
    test(`the host ${host} is refused when it is saved`, async () => {
      const { status, body } = await save(client, { host, port: 25 })
      assert.equal(status, 422)
      const sentence = `must be a public mail server; ${ALLOWANCE} can allow others`
      assert.deepEqual(body.errors, { 'settings.host': [sentence] })
    })

  for (const port of [1, 22, 80, 443, 587 + 1, 6379, 65_535])
    test(`the port ${port} is refused when it is saved`, async () => {
      const { status, body } = await save(client, { host: 'mail.example.com', port })
      assert.equal(status, 422)
      assert.match(body.errors['settings.port'][0], /^must be one of 25, 465, 587, 2525; .*PROVIDER_ALLOW_CIDRS/)
    })

  test('the ports of mail are taken', async () => {
    for (const port of [25, 465, 587, 2525])
      assert.equal((await save(client, { host: 'mail.example.com', port })).status, 201)
    assert.equal((await save(client, { host: '93.184.216.34' })).status, 201)
  })

  for (const [name, ...answers] of [
    ['a private address', ['127.0.0.1']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['the address of the cloud’s metadata', ['169.254.169.254']],
    ['the unspecified address', ['0.0.0.0']],
  ] satisfies [string, ...string[][]][])
    test(`a name that resolves to ${name} is refused when something is sent`, async () => {
      addresses = answers
      const { body } = await save(client, { host: 'mail.example.com' })
      const sent = await testSend(client, body.notification_channel.id)
      assert.deepEqual([sent.result, sent.cause], ['transient', `address_not_public: ${ALLOWANCE} can allow it`])
      assert.equal(sent.friendly_error_message, 'The provider’s address is not public')
    })

  test('a channel that was saved before is refused when something is sent', async () => {
    const { id } = (await save(client, { host: 'mail.example.com' })).body.notification_channel
    for (const [settings, word] of [
      [{ host: '127.0.0.1', port: listener.port }, 'address_not_public'],
      [{ host: '0x7f.1', port: listener.port }, 'address_not_public'],
      [{ host: 'localhost', port: 25 }, 'address_not_public'],
      [{ host: '93.184.216.34', port: 22 }, 'port_not_allowed'],
    ] as const) {
      const text = JSON.stringify({ from: 'a@example.com', ...settings })
      await database.pool.query('update channels set settings = $2 where id = $1', [id, text])
      const sent = await testSend(client, id)
      assert.equal(sent.cause, `${word}: ${ALLOWANCE} can allow it`)
    }
    const path = `${CHANNELS}/${id}`
    const off = await client.call('PATCH', path, { notification_channel: { active: false } })
    assert.equal(off.status, 200, 'it can still be deactivated')
    assert.equal((await client.call('PATCH', path, { notification_channel: { settings: { port: 23 } } })).status, 422)
  })

  test('nothing was connected to', () => assert.equal(listener.connections, 0))

  test('tests of one account are limited, with any number of channels', async () => {
    const stranger = await running.client()
    addresses = [['127.0.0.1']]
    const statuses: number[] = []
    for (let channels = 0; channels < 8; channels++) {
      const { id } = (await save(stranger, { host: 'mail.example.com' })).body.notification_channel
      for (let tests = 0; tests < 5; tests++) {
        const response = await stranger.call('POST', `${CHANNELS}/${id}/test_send`, { to: 'ada@example.com' })
        statuses.push(response.status)
      }
    }
    assert.deepEqual(new Set(statuses.slice(0, 30)), new Set([200]))
    assert.deepEqual(new Set(statuses.slice(30)), new Set([429]))
  })
})

describe('with a network that the operator allows', () => {
  let running: TestService
  let client: Client

  before(async () => {
    const variables = { PROVIDER_ALLOW_CIDRS: '127.0.0.0/8', PROVIDER_ALLOW_HOSTS: 'localhost' }
    running = await startTestService(database, { ...variables, ROLES: 'api', SEND_TIMEOUT: '2s' })
    client = await running.client()
  })
  after(() => running.stop())

  const SECRETS = 'db=10.0.3.7 adminpw=hunter2'
  const banners: [name: string, greet: (socket: Socket) => void, cause: RegExp][] = [
    [
      'of a server that refuses to serve',
      (socket) => socket.end(`554 5.7.1 INTERNAL-ONLY relay ${SECRETS}\r\n`),
      /^provider_error$/,
    ],
    ['of one that is busy', (socket) => socket.end(`421 INTERNAL-ONLY ${SECRETS}\r\n`), /^provider_error$/],
    [
      'of one that limits its rate',
      (socket) => socket.end(`421 too many INTERNAL-ONLY ${SECRETS}\r\n`),
      /^rate_limited$/,
    ],
    ['without an end', (socket) => socket.write(`554 INTERNAL-ONLY ${SECRETS}`), /^timeout$/],
    ['cut off', (socket) => socket.end(`554 INTERNAL-ONLY ${SECRETS}`), /^provider_error$/],
    ['of several lines', (socket) => socket.end(`554-INTERNAL-ONLY\r\n554 ${SECRETS}\r\n`), /^provider_error$/],
    ['of SSH', (socket) => socket.end(`SSH-2.0-INTERNAL-ONLY_${SECRETS}\r\n`), /^provider_error: EPROTOCOL$/],
    [
      'of HTTP',
      (socket) => socket.end(`HTTP/1.1 400 INTERNAL-ONLY\r\nX: ${SECRETS}\r\n\r\n`),
      /^provider_error: EPROTOCOL$/,
    ],
    ['of Redis', (socket) => socket.end(`-ERR INTERNAL-ONLY ${SECRETS}\r\n`), /^provider_error: EPROTOCOL$/],
    ['that is a reply', (socket) => socket.end(`250 INTERNAL-ONLY ${SECRETS}\r\n`), /^provider_error: EPROTOCOL$/],
    [
      'longer than any reply',
      (socket) => {
        socket.write('INTERNAL-ONLY'.repeat(20_000))
      },
      /^provider_error: EPROTOCOL$/,
    ],
  ]
  for (const [name, greet, expected] of banners)
    test(`the banner ${name} is shown to nobody`, async () => {
      const listener = await startListener(greet)
      for (const secure of [false, true]) {
        const made = await save(client, { host: '127.0.0.1', port: listener.port, secure })
        const sent = await testSend(client, made.body.notification_channel.id)
        assert.equal(sent.result === 'accepted', false)
        assert.doesNotMatch(JSON.stringify(sent), /INTERNAL-ONLY|hunter2|10\.0\.3\.7|400/)
        if (!secure) assert.match(sent.cause, expected)
      }
      await listener.close()
    })

  test('the response of a mail server to a command is shown, up to its limit', async () => {
    const said = `550 5.1.1 no such user ${'x'.repeat(5_000)}`
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 10,
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error(said.slice(4)), { responseCode: 550 })),
    })
    const listening = smtp.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const made = await save(client, { host: '127.0.0.1', port })
    const sent = await testSend(client, made.body.notification_channel.id)
    assert.match(sent.cause, /^mailbox_unavailable: 550 5\.1\.1 no such user x+$/)
    assert.equal(sent.cause.length, 500)
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })

  for (const secure of [true, false])
    test(`TLS proves the name of the host, ${secure ? 'from the first byte' : 'by STARTTLS'}`, async () => {
      for (const [name, result] of [
        ['localhost', 'accepted'],
        ['other.example.com', 'tls_error'],
      ] as const) {
        const certificate = await authority.issue({ onlyNames: true, names: [name] })
        const asked: (string | undefined)[] = []
        const smtp = new SMTPServer({
          ...certificate,
          secure,
          disableReverseLookup: true,
          closeTimeout: 10,
          onAuth: (_auth, _session, callback) => callback(null, { user: 'me' }),
          onConnect(session, callback) {
            asked.push((session as { servername?: string }).servername)
            callback()
          },
        })
        smtp.on('error', () => {})
        const listening = smtp.listen(0, '127.0.0.1')
        await once(listening, 'listening')
        const { port } = listening.address() as AddressInfo
        const login = { username: 'me', password: PASSWORD, ca_certificate: authority.pem }
        const made = await save(client, { host: 'localhost', port, secure, ...login })
        assert.equal(made.status, 201, JSON.stringify(made.body))
        const sent = await testSend(client, made.body.notification_channel.id)
        assert.equal(sent.cause?.split(':')[0] ?? sent.result, result)
        await new Promise<void>((resolve) => smtp.close(() => resolve()))
      }
    })

  test('no line of a mail’s header is over 998 octets, whatever the subject and the sender are', async () => {
    const mails: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 10,
      onData(stream, _session, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          mails.push(Buffer.concat(chunks).toString())
          callback()
        })
      },
    })
    const listening = smtp.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const provider = smtpProvider.create(
      providerDependencies({ guarded: createTestGuardedCalls({ allowCidrs: ['127.0.0.0/8'] }) }),
    )
    const typed = '=?utf-8?q?=0d=0aBcc:eve@example.com?='
    const names = ['Shop', typed, 'Ö'.repeat(200), 'x'.repeat(200), `a, ${typed}, b`]
    const subjects = [
      'x'.repeat(9_000),
      'wörd '.repeat(2_000),
      'word '.repeat(2_000),
      typed,
      `a ${typed} b`,
      '=?'.repeat(500),
    ]
    for (const name of names)
      for (const subject of subjects) {
        const settings = { host: '127.0.0.1', port, from: `${name} <shop@example.com>` }
        const to = { email: 'ada@example.com', phone: null, devices: [] }
        const channel = { id: names.indexOf(name), name: 'Mail', type: 'email' as const }
        const sent = await provider.send(sendInput({ settings, to, channel, subject }))
        assert.equal(sent.result, 'accepted')
        const [header = ''] = mails.at(-1)!.split('\r\n\r\n', 1)
        for (const line of header.split('\r\n')) {
          assert.ok(Buffer.byteLength(line) <= 998, line)
          // A line may only exceed 78 characters if it is a single word.
          if (line.length > 78) assert.doesNotMatch(line.replace(/^\S+: /, '').trim(), /\s/)
        }
        assert.doesNotMatch(header, /^Bcc:|=\?utf-8\?q\?=0d/im)
      }
    await provider.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  })

  test('a stored password is not taken to another host', async () => {
    const listener = await startListener((socket) => {
      socket.write('220 evil ESMTP\r\n')
      socket.on('data', () => socket.write('250-evil\r\n250 AUTH PLAIN LOGIN\r\n'))
    })
    const login = { username: 'mailer', password: PASSWORD }
    const { id } = (await save(client, { host: 'mail.example.com', ...login })).body.notification_channel
    const patch = (settings: object) =>
      client.call('PATCH', `${CHANNELS}/${id}`, { notification_channel: { settings } })
    for (const settings of [
      { host: '127.0.0.1', port: listener.port, require_tls: false },
      { host: '127.0.0.1' },
      { port: 25 },
      { require_tls: false },
      { secure: true },
      { ca_certificate: authority.pem },
    ]) {
      const response = await patch(settings)
      assert.equal(response.status, 422, JSON.stringify(settings))
      assert.match(response.body.errors['settings.password'][0], /^is required again, because you changed /)
    }
    const { body } = await client.call('GET', `${CHANNELS}/${id}`)
    assert.deepEqual(body.notification_channel.settings, {
      from: 'a@example.com',
      host: 'mail.example.com',
      username: 'mailer',
    })
    // Without user and password, the address may change.
    const removed = { host: '127.0.0.1', port: listener.port, username: null, password: null }
    assert.equal((await patch(removed)).status, 200)
    await testSend(client, id)
    assert.ok(listener.connections > 0)
    assert.doesNotMatch(listener.received, new RegExp(`AUTH|${PASSWORD}|${Buffer.from(PASSWORD).toString('base64')}`))
    await listener.close()
  })
})

test('connections to mail servers are bounded, and a place is free again when one closes', async () => {
  const listener = await startListener(() => {})
  const PLACES = 4
  const guarded = createTestGuardedCalls({ allowCidrs: ['127.0.0.0/8'], connectionsMax: 2 * PLACES })
  const target = { host: '127.0.0.1', port: listener.port, publicPorts: new Set([listener.port]) }
  const found = await Promise.all(Array.from({ length: PLACES + 1 }, () => guarded.connect(target)))
  const sockets = found.flatMap((one) => (one.ok ? one.socket : []))
  assert.equal(sockets.length, PLACES)
  assert.deepEqual(found.at(-1), { ok: false, cause: 'overloaded' })
  sockets[0]!.destroy()
  await once(sockets[0]!, 'close')
  const again = await guarded.connect(target)
  assert.ok(again.ok)
  again.socket.destroy()
  await listener.close()
  guarded.close()
})
