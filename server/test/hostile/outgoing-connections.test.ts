/**
 * Lists all of the service's outgoing connections, with the origin of each address. If a tenant's data can cause one,
 * it is tried with an internal address: nothing may arrive there.
 */
import assert from 'node:assert/strict'
import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { join, sep } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { startNameServer, TYPE_A } from '../name-server.ts'
import type { NameServer } from '../name-server.ts'
import { startTestService, until } from '../service.ts'
import type { ApiResponse, Client, TestService } from '../service.ts'
import { startFcm } from '../vendors/fcm.ts'
import type { FcmVendor } from '../vendors/fcm.ts'
import { startSes } from '../vendors/ses.ts'
import type { SesVendor } from '../vendors/ses.ts'
import { startVendorServer } from '../vendors/vendor.ts'

/** Functions that open connections, by module, directly or through their result. */
const OPENERS: Record<string, readonly string[]> = {
  'node:net': ['connect', 'createConnection', 'Socket'],
  'node:tls': ['connect', 'TLSSocket'],
  'node:http': ['request', 'get', 'Agent'],
  'node:https': ['request', 'get', 'Agent'],
  'node:http2': ['connect'],
  'node:dgram': ['createSocket', 'Socket'],
  'node:dns': ['lookup', 'resolve', 'resolve4', 'resolve6', 'Resolver'],
  'node:dns/promises': ['lookup', 'resolve', 'resolve4', 'resolve6', 'Resolver'],
  undici: [
    'request',
    'fetch',
    'stream',
    'connect',
    'Agent',
    'Client',
    'Pool',
    'ProxyAgent',
    'WebSocket',
    'EventSource',
  ],
  nodemailer: ['createTransport'],
  pg: ['pg', 'Pool', 'Client'],
  './http-call.ts': ['callHttp'],
  './http2-sessions.ts': ['createHttp2Sessions'],
}

/**
 * The origin of the address. `constant`: in the source, or the operator's PROVIDER_URLS. `operator`: a variable or a
 * command's argument. `caller`: see the importing files. `guarded`: a tenant may choose it, and the address of each
 * connection is checked.
 */
const CONNECTIONS: Record<string, { opens: string[]; chosenBy: 'constant' | 'operator' | 'caller' | 'guarded' }> = {
  'platform/db/embedded/lock.ts': { opens: ['createConnection'], chosenBy: 'constant' },
  'platform/db/embedded/processes.ts': { opens: ['createConnection'], chosenBy: 'constant' },
  'platform/db/pool.ts': { opens: ['pg'], chosenBy: 'operator' },
  'platform/db/servers/server-connection.ts': { opens: ['pg'], chosenBy: 'operator' },
  // It makes queries for connections of the pool.
  'platform/db/transaction.ts': { opens: ['pg'], chosenBy: 'operator' },
  'platform/db/types.ts': { opens: ['pg'], chosenBy: 'operator' },
  // It loads a library at the first number. The library opens no connection.
  'platform/http/phone-number.ts': { opens: ['import()'], chosenBy: 'constant' },
  'platform/outbound/judged-socket.ts': { opens: ['connect'], chosenBy: 'guarded' },
  // The name servers of the operator or of the system.
  'platform/outbound/name-servers.ts': { opens: ['Resolver'], chosenBy: 'operator' },
  'platform/outbound/resolve.ts': { opens: ['lookup'], chosenBy: 'operator' },
  // Plain TCP for the operator's own URLs, TLS for all others.
  'platform/outbound/socket-connect.ts': { opens: ['connect', 'connect'], chosenBy: 'guarded' },
  'core/providers/apns.ts': { opens: ['createHttp2Sessions'], chosenBy: 'constant' },
  'core/providers/expo.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  'core/providers/fcm.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  'core/providers/google-token.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  // It loads a parser at the first mail. The parser opens no connection.
  'core/providers/html-to-text.ts': { opens: ['import()'], chosenBy: 'constant' },
  'core/providers/http2-sessions.ts': { opens: ['connect'], chosenBy: 'caller' },
  // It gets its socket from `judged-socket.ts`.
  'core/providers/mail-server.ts': { opens: ['createTransport'], chosenBy: 'guarded' },
  'core/providers/operator-mail.ts': { opens: ['createTransport'], chosenBy: 'operator' },
  'core/providers/postmark.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  'core/providers/resend.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  'core/providers/sendgrid.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  'core/providers/ses.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  'core/providers/sns.ts': { opens: ['callHttp'], chosenBy: 'constant' },
  'core/providers/twilio.ts': { opens: ['callHttp'], chosenBy: 'constant' },
}

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

/** A file's functions for opening connections. Importing a whole module counts as all of them. */
function opensOf(text: string): string[] {
  const code = text.replaceAll(/^\s*(\/\/|\/\*|\*).*$/gm, '')
  const imports = code.matchAll(/^import\s+(?!type\b)([^'"]+?)\s+from\s+'([^']+)'/gm)
  const found = [...imports].flatMap(([, names = '', module = '']) => {
    const openers = OPENERS[module] ?? OPENERS[`./${module.split('/').at(-1)}`] ?? OPENERS[`node:${module}`] ?? []
    const imported = names.replaceAll(/[{}]/g, ',').split(',')
    const plain = imported.map((name) => name.trim().split(/\s+as\s+/)[0]!).filter((name) => name !== '')
    return plain.filter((name) => openers.includes(name) || (openers.length > 0 && name.startsWith('*')))
  })
  if (
    /\bimport\(\s*['"](node:)?(net|tls|https?|http2|dns|dgram|undici|nodemailer|pg)\b|(?<![.\w])require\(['"]|\bcreateRequire\b/.test(
      code,
    )
  )
    found.push('import()')
  for (const name of ['fetch', 'WebSocket', 'EventSource'])
    if (new RegExp(`(?<![.\\w])${name}\\(`).test(code)) found.push(name)
  return found.toSorted()
}

describe('the source', () => {
  test('opens connections in these files only', () => {
    const files = globSync('**/*.ts', { cwd: SOURCE }).map((path) => path.split(sep).join('/'))
    const sources = files.filter((path) => !path.endsWith('.test.ts')).toSorted()
    const found = sources.map((path) => [path, opensOf(readFileSync(join(SOURCE, path), 'utf8'))] as const)
    const listed = Object.entries(CONNECTIONS).map(([path, { opens }]) => [path, opens.toSorted()])
    assert.deepEqual(
      Object.fromEntries(found.filter(([, opens]) => opens.length > 0)),
      Object.fromEntries(listed),
      'say in CONNECTIONS who chooses the address, and try each that a tenant may choose below',
    )
  })

  test('always gives the mail library a socket if a tenant names the server', () => {
    const transport = readFileSync(join(SOURCE, 'core/providers/mail-server.ts'), 'utf8')
    assert.equal(transport.match(/createTransport\(/g)?.length, 1)
    assert.match(transport, /getSocket\([^]*connect\(target\)/)
    const smtp = readFileSync(join(SOURCE, 'core/providers/smtp.ts'), 'utf8')
    const guards = smtp.match(/(openTransport|checkMailServer)\([^)]*\)/g)
    assert.equal(guards?.length, 2)
    for (const call of guards) assert.match(call, /guarded\.connect/)
  })
})

for (const webhookCidrs of ['', '127.0.0.0/8'])
  describe(`an address inside${webhookCidrs === '' ? '' : ', where webhooks alone may go there'}`, () => {
    let database: TestDatabase
    let running: TestService
    let client: Client
    let names: NameServer
    let trap: Server
    let port: number
    let trapped = 0
    let address = '127.0.0.1'
    let fcm: FcmVendor
    let ses: SesVendor
    let redirecting: { url: string; close(): Promise<void> }

    before(async () => {
      trap = createServer((socket) => {
        trapped += 1
        socket.destroy()
      })
      trap.listen(0, '127.0.0.1')
      await once(trap, 'listening')
      port = (trap.address() as AddressInfo).port
      names = await startNameServer((_name, type) => (type === TYPE_A ? [address] : []))
      fcm = await startFcm()
      ses = await startSes()
      const location = `http://127.0.0.1:${port}/`
      redirecting = await startVendorServer(async () => ({ status: 307, headers: { location } }))
      database = await createTestDatabase()
      const urls = { ...fcm.urls, ...ses.urls, sendgrid: redirecting.url, postmark: redirecting.url }
      running = await startTestService(database, {
        PROVIDER_ALLOW_CIDRS: '',
        WEBHOOK_ALLOW_CIDRS: webhookCidrs,
        WEBHOOK_DNS_SERVERS: names.server,
        PROVIDER_URLS: Object.entries(urls)
          .map(([name, url]) => `${name}=${url}`)
          .join(','),
      })
      client = await running.client()
    })
    after(async () => {
      await running.stop()
      for (const vendor of [fcm, ses, redirecting]) await vendor.close()
      await database.close()
      names.close()
      trap.close()
    })

    const saveChannel = (channel_type: string, provider: string, settings: object): Promise<ApiResponse> =>
      client.call('POST', '/api/v1/notification_channels', {
        notification_channel: { name: provider, channel_type, provider, settings },
      })

    async function makeChannel(channel_type: string, provider: string, settings: object) {
      const made = await saveChannel(channel_type, provider, settings)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.notification_channel as { id: number; callback_url: string }
    }

    async function causeOfTest(id: number, to: string): Promise<string> {
      const { status, body } = await client.call('POST', `/api/v1/notification_channels/${id}/test_send`, { to })
      assert.equal(status, 200, JSON.stringify(body))
      return body.test_send.cause
    }

    /** Runs work that could connect. Nothing may have arrived at the internal address. */
    function attempt(name: string, run: () => Promise<void>): void {
      test(name, async () => {
        address = '127.0.0.1'
        await run()
        assert.equal(trapped, 0)
      })
    }

    attempt('of a mail server', async () => {
      for (const host of ['127.0.0.1', '0x7f.1', '::1', 'localhost'])
        assert.equal((await saveChannel('email', 'smtp', { host, port, from: 'a@example.com' })).status, 422)
      const { id } = await makeChannel('email', 'smtp', { host: 'mail.example.com', from: 'a@example.com' })
      assert.match(await causeOfTest(id, 'ada@example.com'), /^address_not_public: PROVIDER_ALLOW_CIDRS/)
      // Like a channel that was saved before this rule existed.
      for (const host of ['127.0.0.1', 'mail.example.com', 'localhost']) {
        const text = JSON.stringify({ host, port, from: 'a@example.com' })
        await database.pool.query('update channels set settings = $2 where id = $1', [id, text])
        assert.match(await causeOfTest(id, 'ada@example.com'), /^address_not_public: PROVIDER_ALLOW_CIDRS/)
      }
    })

    attempt('of a mail server whose settings are only tested', async () => {
      const check = (host: string, more: object = {}) =>
        client.call('POST', '/api/v1/notification_channels/test_connection', {
          notification_channel: {
            ...{ name: 'smtp', channel_type: 'email', provider: 'smtp' },
            settings: { host, from: 'a@example.com', ...more },
          },
        })
      for (const host of ['127.0.0.1', '0x7f.1', '::1', 'localhost'])
        assert.equal((await check(host, { port })).status, 422)
      const { body } = await check('mail.example.com')
      assert.match(body.connection_test.cause, /^address_not_public: PROVIDER_ALLOW_CIDRS/)
      assert.equal(body.connection_test.field, 'host')
    })

    attempt('of a browser’s push service', async () => {
      const pair = createECDH('prime256v1')
      const publicKey = pair.generateKeys('base64url')
      const { id } = await makeChannel('push', 'web_push', {
        vapid_public_key: publicKey,
        vapid_private_key: pair.getPrivateKey('base64url'),
        vapid_subject: `https://127.0.0.1:${port}/`,
      })
      const keys = { p256dh: publicKey, auth: randomBytes(16).toString('base64url') }
      for (const host of ['127.0.0.1', '0x7f.1', 'push.example.com', '[::ffff:127.0.0.1]'])
        assert.match(
          await causeOfTest(id, JSON.stringify({ endpoint: `https://${host}:${port}/p`, keys })),
          /^address_not_public/,
        )
    })

    attempt('that a report of SNS names', async () => {
      const { callback_url: url } = await makeChannel('email', 'ses', ses.settings)
      const post = async (callback: { headers: Record<string, string>; body: string }) =>
        (await fetch(url, { method: 'POST', headers: callback.headers, body: callback.body })).status
      const inside = `https://127.0.0.1:${port}/`
      const genuine = ses.notification(url, {})
      const forged = { ...JSON.parse(genuine.body), SigningCertURL: `${inside}SimpleNotificationService-1.pem` }
      assert.equal(await post({ ...genuine, body: JSON.stringify(forged) }), 401)
      for (const subscribeUrl of [inside, `http://127.0.0.1:${port}/`, `https://sns.example.com:${port}/`])
        assert.equal(await post(ses.subscription(url, { subscribeUrl })), 401)
    })

    attempt('that Google’s key file names', async () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const inside = `http://127.0.0.1:${port}/`
      const file = {
        ...{ project_id: 'p', client_email: 'a@example.com', private_key_id: 'k' },
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        ...{ token_uri: inside, auth_uri: inside, universe_domain: `127.0.0.1:${port}` },
      }
      const { id } = await makeChannel('push', 'fcm', { service_account: JSON.stringify(file) })
      assert.notEqual(await causeOfTest(id, 'token'), null)
    })

    attempt('that a provider redirects to', async () => {
      const from = 'shop@example.com'
      for (const [provider, settings] of [
        ['sendgrid', { api_key: 'SG.x', from }],
        ['postmark', { server_token: 'x', from }],
      ] as const) {
        const { id } = await makeChannel('email', provider, settings)
        assert.match(await causeOfTest(id, 'ada@example.com'), /^provider_error: 307/)
      }
    })

    attempt('in a setting that chooses one of a provider’s own', async () => {
      const inside = `127.0.0.1:${port}`
      const wrong: [type: string, provider: string, settings: object][] = [
        ['email', 'ses', { ...ses.settings, region: `x@${inside}/` }],
        ['email', 'ses', { ...ses.settings, region: 'eu-central-1.evil.test' }],
        ['email', 'ses', { ...ses.settings, topic_arns: `arn:aws:sns:${inside}:123456789012:t` }],
        ['email', 'sendgrid', { api_key: 'x', from: 'a@example.com', region: inside }],
        ['sms', 'twilio', { account_sid: `AC@${inside}/`, auth_token: 'x', from: '+15005550006' }],
        [
          'sms',
          'twilio',
          { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'x', from: '+15005550006', region: inside },
        ],
        ['push', 'apns', { environment: inside }],
      ]
      for (const [type, provider, settings] of wrong)
        assert.equal(
          (await saveChannel(type, provider, settings)).status,
          422,
          `${provider} ${JSON.stringify(settings)}`,
        )
    })

    if (webhookCidrs === '')
      attempt('of a receiver of webhooks, also one that moved there later', async () => {
        const save = (url: string) => client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
        for (const host of ['127.0.0.1', '0x7f.1', 'hooks.example.com', '[::1]'])
          assert.equal((await save(`https://${host}:${port}/`)).status, 422)
        address = '93.184.216.34'
        const { id } = (await save(`https://hooks.example.com:${port}/`)).body.webhook_endpoint
        address = '127.0.0.1'
        const { event_id: event } = (await client.call('POST', `/api/v1/webhook_endpoints/${id}/test`)).body
        const { webhook_event: tried } = await until(
          async () => (await client.call('GET', `/api/v1/webhook_events/${event}`)).body,
          (body) => body.webhook_event.attempts_made > 0,
        )
        assert.equal(tried.attempts[0].error_message, 'address_not_public')
      })
  })
