/** Routes without a key: the cost of each response and the number of requests per address are limited. */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { newApiKey } from '../../src/core/accounts/api-keys.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { networksOf } from '../../src/platform/admission/networks.ts'
import { createKnownCredentials } from '../../src/platform/admission/addresses.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { makeMember, signInAs } from '../members.ts'
import { startProcess } from '../process.ts'
import { startTestService, until } from '../service.ts'
import { referenceScript } from '../site.ts'
import type { TestService } from '../service.ts'

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
}

interface Asked {
  from?: string
  method?: string
  headers?: Record<string, string>
}

/** Sends a plain request, without decompression and redirects. */
function ask(url: string, { from = '127.0.0.1', method = 'GET', headers = {} }: Asked = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { method, headers, localAddress: from }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    call.on('error', reject)
    call.end()
  })
}

/** Sends requests one by one. Returns the number of responses by status. */
async function askTimes(times: number, url: string, asked: Asked = {}): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let asks = 0; asks < times; asks++) {
    const { status } = await ask(url, asked)
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const AT_ONCE = 100

/**
 * The same for responses that end their connection, some requests at once: the next connection of the address waits for a
 * while, and the connections of one moment wait together.
 */
async function askTogether(times: number, url: string, asked: Asked = {}): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let left = times; left > 0; left -= AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: Math.min(left, AT_ONCE) }, () => ask(url, asked)))
    for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  }
  return statuses
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

describe('requests without a key', () => {
  const PER_SECOND = 5
  const BURST = 4 * PER_SECOND
  let now = 1000
  let running: TestService
  let url: string
  // Each test uses its own addresses.
  let addresses = 0
  const newAddress = () => `127.0.1.${++addresses}`

  before(async () => {
    const clock = { now: () => Date.now(), wall: () => Date.now(), monotonic: () => now }
    const variables = { ROLES: 'api', PUBLIC_RATE_LIMIT: String(PER_SECOND), LOG_LEVEL: 'silent' }
    running = await startTestService(database, variables, clock)
    url = running.service.url!
  })
  after(() => running.stop())

  for (const [path, status, times] of [
    ['/docs/', 200, 1],
    ['/metrics', 200, 1],
    ['/', 200, 1],
    ['/healthz', 200, 1],
    ['/readyz', 200, 1],
    ['/nothing/here', 404, 1],
    ['/api/v1/nothing', 404, 1],
    ['/api/v1/account', 401, 1],
    ['/o/abc.gif', 200, 20],
    ['/preferences/abc', 404, 20],
  ] as const)
    test(`${path}: ${times * BURST} at once, then 429 until a token is back`, async () => {
      const [from, other] = [newAddress(), newAddress()]
      assert.deepEqual(await askTimes(times * BURST, `${url}${path}`, { from }), { [status]: times * BURST })
      const refused = await ask(`${url}${path}`, { from })
      assert.equal(refused.status, 429)
      assert.equal(refused.headers['retry-after'], '1')
      assert.equal(JSON.parse(refused.bytes.toString()).code, 'rate_limited')
      assert.equal((await ask(`${url}${path}`, { from: other })).status, status)
      now += 1000 / PER_SECOND / times
      assert.deepEqual(await askTimes(2, `${url}${path}`, { from }), { [status]: 1, 429: 1 })
    })

  test('a document costs a token more for each 64 KiB of it that are sent', async () => {
    for (const [path, headers] of [
      [referenceScript(), {}],
      [referenceScript(), { 'accept-encoding': 'br' }],
      ['/openapi.json', {}],
    ] as const) {
      const [from, other] = [newAddress(), newAddress()]
      const { status, headers: sent, bytes } = await ask(`${url}${path}`, { from, headers })
      assert.equal(status, 200)
      const left = BURST - 1 - Math.floor(bytes.length / 65_536)
      const asked = { from, headers: { ...headers, 'if-none-match': sent.etag! } }
      const statuses = await askTimes(BURST, `${url}${path}`, asked)
      assert.equal(statuses[304] ?? 0, Math.max(0, left))
      const refused = await ask(`${url}/docs`, { from })
      assert.equal(refused.status, 429)
      const tokensToWait = 1 - Math.min(0, left)
      assert.equal(refused.headers['retry-after'], String(Math.max(1, Math.ceil(tokensToWait / PER_SECOND))))
      assert.equal((await ask(`${url}${path}`, { from: other, headers })).status, 200)
      // The network of these addresses was charged too.
      now += 60_000
    }
  })

  test('one kind does not use up another, nor requests with a key', async () => {
    const from = newAddress()
    const { apiKey } = await running.client()
    assert.equal((await askTimes(BURST + 1, `${url}/docs`, { from }))[429], 1)
    assert.equal((await ask(`${url}/metrics`, { from })).status, 429)
    for (const path of ['/healthz', '/o/abc.gif']) assert.equal((await ask(`${url}${path}`, { from })).status, 200)
    for (let calls = 0; calls < 2 * BURST; calls++)
      assert.equal((await ask(`${url}/api/v1/account`, { from, headers: bearer(apiKey) })).status, 200)
  })

  test('the links of one recipient: 20 at once from all addresses, then ten a second', async () => {
    const client = await running.client()
    const pageOf = async (externalId: string): Promise<string> => {
      const fields = { external_user_id: externalId }
      const made = await client.call('POST', '/api/v1/notification_users', { notification_user: fields })
      const path = `/api/v1/notification_users/${made.body.notification_user.id}/preferences`
      return (await client.call('GET', path)).body.preferences_url
    }
    const [ada, eve] = [await pageOf('ada'), await pageOf('eve')]
    const from = newAddress()
    assert.deepEqual(await askTimes(10, ada, { from, method: 'POST' }), { 200: 10 })
    assert.deepEqual(await askTimes(11, ada, { from: newAddress() }), { 200: 10, 429: 1 })
    assert.equal((await ask(ada, { from, method: 'POST' })).headers['retry-after'], '1')
    assert.equal((await ask(eve, { from })).status, 200)
    now += 100
    assert.deepEqual(await askTimes(2, ada, { from }), { 200: 1, 429: 1 })
  })

  test('callbacks are limited before their body arrives', async () => {
    const from = newAddress()
    const headers = { 'content-type': 'application/json', 'content-length': '0' }
    const posts = await askTogether(20 * BURST + 1, `${url}/callbacks/unknown`, { from, method: 'POST', headers })
    assert.equal(posts[429], 1)
    const text = await new Promise<string>((resolve) => {
      const { hostname, port } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port), localAddress: from })
      socket.write(
        'POST /callbacks/unknown HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
      )
      socket.once('data', (chunk) => {
        resolve(chunk.toString())
        socket.destroy()
      })
    })
    assert.match(text, /^HTTP\/1\.1 429 /)
  })

  describe('with keys and sessions that are not valid', () => {
    const account = () => `${url}/api/v1/account`

    test('are refused before the next one is looked up; a key that was valid here before passes', async () => {
      const from = newAddress()
      const [known, unseen] = [await running.client(), await running.client()]
      assert.equal((await ask(account(), { from, headers: bearer(known.apiKey) })).status, 200)
      const bad = () => ask(account(), { from, headers: bearer(newApiKey()) })
      for (let tries = 0; tries < BURST; tries++) assert.equal((await bad()).status, 401)

      // A lookup would wait for this lock, and end with another status.
      await transaction(database.pool, async (tx) => {
        await tx.query({ text: 'lock table api_keys in access exclusive mode' })
        for (let tries = 0; tries < 50; tries++) assert.equal((await bad()).status, 429)
        assert.equal((await ask(account(), { from, headers: bearer(unseen.apiKey) })).status, 429)
      })

      assert.equal((await ask(account(), { from, headers: bearer(known.apiKey) })).status, 200)
      assert.equal((await ask(account(), { from: newAddress(), headers: bearer(unseen.apiKey) })).status, 200)
      now += 1000 / PER_SECOND
      assert.equal((await ask(account(), { from, headers: bearer(unseen.apiKey) })).status, 200)
      assert.equal((await ask(account(), { from, headers: bearer(unseen.apiKey) })).status, 200)
    })

    test('cookies of sessions as well', async () => {
      const from = newAddress()
      const bad = { cookie: `tidings_session=${'x'.repeat(43)}` }
      assert.deepEqual(await askTimes(BURST + 2, account(), { from, headers: bad }), { 401: BURST, 429: 2 })
    })

    test('many that come at once are not looked up all, and cost the neighbours nothing', async () => {
      const from = newAddress()
      const bad = () => ask(account(), { from, headers: bearer(newApiKey()) })
      const replies = await Promise.all(Array.from({ length: 5 * BURST }, bad))
      assert.equal(replies.filter(({ status }) => status === 401).length, BURST)
      const refused = replies.filter(({ status }) => status === 429)
      assert.equal(refused.length, 4 * BURST)
      assert.ok(refused.every(({ headers }) => headers['retry-after'] === '1'))
      const { apiKey } = await running.client()
      assert.equal((await ask(account(), { from: newAddress(), headers: bearer(apiKey) })).status, 200)
    })

    test('a valid key that is used for the first time by many at once is not held up', async () => {
      const from = newAddress()
      const { apiKey } = await running.client()
      const first = () => ask(account(), { from, headers: bearer(apiKey) })
      const replies = await Promise.all(Array.from({ length: BURST }, first))
      assert.ok(replies.every(({ status }) => status === 200))
      assert.deepEqual(await askTimes(2 * BURST, account(), { from, headers: bearer(apiKey) }), { 200: 2 * BURST })
    })

    test('a session that has just begun passes, and so does a key that is spelt in another way', async () => {
      const from = newAddress()
      const client = await running.client()
      assert.equal((await ask(account(), { from, headers: bearer(client.apiKey) })).status, 200)
      await askTimes(BURST, account(), { from, headers: bearer(newApiKey()) })
      const { headers } = await signInAs(running, await makeMember(database, client, 'owner'))
      assert.equal((await ask(account(), { from, headers })).status, 200)
      const spelt = { authorization: `bearer     ${client.apiKey}` }
      assert.equal((await ask(account(), { from, headers: spelt })).status, 200)
      assert.equal((await ask(account(), { from, headers: bearer(newApiKey()) })).status, 429)
    })

    test('no account makes the keys of another one forgotten', () => {
      const known = createKnownCredentials()
      known.add(1, 'a key')
      for (let key = 0; key < 100_000; key++) known.add(2, `another ${key}`)
      assert.ok(known.has('a key'))
      assert.ok(!known.has('another 0'))
      for (let account = 3; account < 60_000; account++) known.add(account, `of ${account}`)
      assert.ok(!known.has('a key'), 'in all they are bounded')
      assert.ok(known.has('of 59999'))
    })

    test('a key that is revoked passes no longer', async () => {
      const from = newAddress()
      const client = await running.client()
      const made = await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'leaving', role: 'read' } })
      const { id, api_key: key } = made.body.api_key
      const headers = bearer(key ?? made.body.api_key.key)
      assert.equal((await ask(`${url}/api/v1/messages`, { from, headers })).status, 200)
      assert.equal((await client.call('DELETE', `/api/v1/api_keys/${id}`)).status, 204)
      assert.deepEqual(await askTimes(BURST + 2, `${url}/api/v1/messages`, { from, headers }), { 401: BURST, 429: 2 })
    })
  })

  test('bodies of strangers are held of 16 at a time of an address', async () => {
    const from = newAddress()
    const { hostname, port } = new URL(url)
    const sockets: Socket[] = []
    /**
     * Begins a sign-in without sending its body. Returns the response's status, null if the service waits for the body.
     */
    const begin = (address: string) =>
      new Promise<string | null>((resolve) => {
        const socket = connect({ host: hostname, port: Number(port), localAddress: address })
        sockets.push(socket)
        socket.write(
          'POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 16384\r\n' +
            'Expect: 100-continue\r\n\r\n',
        )
        // Node's server itself sends the 100, before any hook runs.
        let text = ''
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          const [, status] = /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 (\d+)/.exec(text) ?? []
          if (status !== undefined) resolve(status)
        })
        // A later response on another connection shows that the service has read this request.
        socket.once('data', () => void ask(`${url}/healthz`, { from: newAddress() }).then(() => resolve(null)))
      })
    now += 60_000
    const responses: (string | null)[] = []
    for (let tries = 0; tries < 20; tries++) responses.push(await begin(from))
    assert.deepEqual(responses, [...Array<null>(16).fill(null), ...Array<string>(4).fill('429')])
    assert.equal(await begin(newAddress()), null)
    for (const socket of sockets) socket.destroy()
  })
})

test('64 sign-ins of one network without their bodies do not block another network', async () => {
  const variables = { ROLES: 'api', PUBLIC_RATE_LIMIT: '500', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' }
  const running = await startTestService(database, variables)
  const { hostname, port } = new URL(running.service.url!)
  const sockets: Socket[] = []
  /**
   * Begins a sign-in without sending its body. Returns the response's status, null if the service waits for the body.
   */
  const begin = (from: string, length = 16_384) =>
    new Promise<string | null>((resolve) => {
      const socket = connect(Number(port), hostname)
      sockets.push(socket)
      socket.write(
        `POST /api/v1/session HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${length}\r\n\r\n{`,
      )
      socket.once('data', (chunk: Buffer) => resolve(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())![1]!))
      // After two later responses, the service has also read this request.
      const later = ask(`${running.service.url}/healthz`).then(() => ask(`${running.service.url}/healthz`))
      void later.then(() => resolve(null))
    })
  const signIn = async (from: string) => {
    const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' }
    const body = JSON.stringify({ session: { email: 'nobody@example.com', password: 'wrong' } })
    return (await fetch(`${running.service.url}/api/v1/session`, { method: 'POST', headers, body })).status
  }
  try {
    const of = async (network: string) => {
      const responses: (string | null)[] = []
      for (let index = 0; index < 70; index++) responses.push(await begin(`${network}:${index % 5}::1`))
      return responses
    }
    const refused = Array<string>(6).fill('429')
    assert.deepEqual(await of('2001:db8:1'), [...Array<null>(64).fill(null), ...refused])
    assert.deepEqual(await of('2001:db8:2'), [...Array<null>(64).fill(null), ...refused])
    assert.equal(await signIn('203.0.113.9'), 401)
    assert.equal(await signIn('2001:db8:1:ffff::1'), 429)
    assert.equal(await begin('203.0.113.9', 16_385), '413')
    for (const socket of sockets.splice(0)) socket.destroy()
    await until(
      () => signIn('2001:db8:1:ffff::1'),
      (status) => status === 401,
    )
  } finally {
    for (const socket of sockets) socket.destroy()
    await running.stop()
  }
})

test('a refusal by address, a missing Host and a forged link end the connection, and the rest of a burst is dropped', async () => {
  const running = await startTestService(database, { ROLES: 'api', PUBLIC_RATE_LIMIT: '1', LOG_LEVEL: 'silent' })
  const { hostname, port } = new URL(running.service.url!)
  /** Everything that the service sends until it closes the connection. */
  const statusesOf = (bytes: string) =>
    new Promise<string[]>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.3.1' })
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', () => {})
      socket.on('close', () => resolve([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status!)))
      socket.write(bytes)
    })
  try {
    const forged = 'POST /preferences/zzz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    assert.deepEqual(await statusesOf(forged + '1\r\na\r\n'.repeat(10_000)), ['404'])
    const withoutHost = 'GET /healthz HTTP/1.1\r\n\r\n'
    const tries: string[][] = []
    for (let times = 0; times < 6; times++) tries.push(await statusesOf(withoutHost.repeat(5000)))
    assert.deepEqual(tries.flat().filter((status) => status === '400').length, 4)
    assert.ok(tries.every(({ length }) => length === 1))
    assert.equal(tries.at(-1)![0], '429')
    const burst = await statusesOf('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5000))
    assert.equal(burst.at(-1), '429')
    assert.equal(burst.filter((status) => status === '429').length, 1)
    assert.ok(burst.length <= 16, String(burst.length))
    const { text } = await fetch(`${running.service.url}/metrics`).then(async (got) => ({ text: await got.text() }))
    assert.match(text, /tidings_http_address_limited_total\{kind="health"\} 1\n/)
  } finally {
    await running.stop()
  }
})

test('without a route there is a response before the body arrives, which is not kept', async () => {
  const running = await startTestService(database, { ROLES: 'api' })
  const { hostname, port } = new URL(running.service.url!)
  try {
    for (const [path, response] of [
      ['/nothing', /^HTTP\/1\.1 404 [^]*"code":"not_found"/],
      ['/healthz', /^HTTP\/1\.1 405 [^]*allow: GET, HEAD\r\n[^]*"code":"method_not_allowed"/],
      ['/', /^HTTP\/1\.1 405 /],
    ] as const) {
      const text = await new Promise<string>((resolve) => {
        const socket = connect(Number(port), hostname)
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: 200000\r\n\r\nx`)
        socket.once('data', (chunk: Buffer) => {
          resolve(chunk.toString())
          socket.destroy()
        })
      })
      assert.match(text, response)
    }
  } finally {
    await running.stop()
  }
})

describe('addresses that count as one', () => {
  test('an IPv6 /64 in any notation; an IPv4 address, also as a mapped one', () => {
    const addressOf = (text: string) => networksOf(text).address
    assert.equal(addressOf('2001:db8:1:2::1'), addressOf('2001:0DB8:1:2:ffff:ffff:ffff:ffff'))
    assert.notEqual(addressOf('2001:db8:1:2::1'), addressOf('2001:db8:1:3::1'))
    assert.equal(addressOf('fe80::1%eth0'), addressOf('fe80::2'))
    assert.equal(addressOf('::ffff:192.0.2.1'), '192.0.2.1')
    assert.deepEqual(networksOf('192.0.2.7'), { address: '192.0.2.7', network: '192.0.2' })
    assert.equal(networksOf('2001:db8:1:2::1').network, networksOf('2001:db8:1:ffff::1').network)
    assert.deepEqual(networksOf('x'.repeat(10_000)), { address: 'unknown', network: 'unknown' })
  })

  test('behind a proxy that is believed, the address that it names; a whole /48 has ten times as much', async () => {
    const clock = { now: () => Date.now(), wall: () => Date.now(), monotonic: () => 0 }
    const variables = { ROLES: 'api', PUBLIC_RATE_LIMIT: '1', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'silent' }
    const running = await startTestService(database, variables, clock)
    try {
      const get = async (forwarded: string, from = '127.0.0.1') =>
        (await ask(`${running.service.url}/docs`, { from, headers: { 'x-forwarded-for': forwarded } })).status
      for (let host = 1; host <= 4; host++) assert.equal(await get(`2001:db8:1:2::${host}`), 301)
      assert.equal(await get('2001:db8:1:2::5'), 429)
      assert.equal(await get('203.0.113.1'), 301)
      let taken = 4
      for (let subnet = 3; taken < 40; subnet++)
        for (let host = 1; host <= 4; host++, taken++) assert.equal(await get(`2001:db8:1:${subnet}::${host}`), 301)
      assert.equal(await get('2001:db8:1:ffff::1'), 429)
      // An untrusted proxy cannot choose an address.
      for (let host = 1; host <= 4; host++) assert.equal(await get(`198.51.100.${host}`, '127.0.0.2'), 301)
      assert.equal(await get('198.51.100.5', '127.0.0.2'), 429)
    } finally {
      await running.stop()
    }
  })
})

test('refused requests are logged once a second, and open metrics at the start', async () => {
  const variables = {
    DATABASE_URL: database.url,
    DATABASE_CONNECTIONS_MAX: '5',
    SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    ROLES: 'api',
    PUBLIC_RATE_LIMIT: '1',
    PUBLIC_URL: 'https://tidings.example.com',
    LOG_LEVEL: 'info',
  }
  const service = await startProcess('/nonexistent', variables)
  try {
    const statuses = await askTogether(300, `${service.url}/docs`)
    const responded = statuses[301]!
    assert.equal(responded + statuses[429]!, 300)
    await service.stop()
    const lines = service.output().split('\n')
    assert.equal(lines.filter((line) => line.includes('"event":"metrics.open"')).length, 1)
    assert.equal(lines.filter((line) => line.includes('"event":"http.request"')).length, responded)
    const told = lines.filter((line) => line.includes('"event":"http.address_limited"'))
    // The first refusal is logged at once, then there is one line per second.
    assert.ok(told.length >= 1 && told.length <= responded, `${told.length} lines`)
    assert.match(told[0]!, /"kind":"pages","address":"127\.0\.0\.1","count":1/)
  } finally {
    await service.kill(false).catch(() => {})
  }
})

describe('constant content', () => {
  let running: TestService
  let url: string
  const paths = ['/openapi.json', referenceScript()]
  before(async () => {
    running = await startTestService(database, { ROLES: 'api' })
    url = running.service.url!
    const page = (await ask(`${url}/`)).bytes.toString()
    const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
    assert.ok(script !== undefined, page)
    paths.push(script)
  })
  after(() => running.stop())

  test('is sent in the encoding that is accepted, each with a tag of its own, and not at all to who has it', async () => {
    for (const path of paths) {
      const get = (headers: Record<string, string>, method = 'GET') => ask(`${url}${path}`, { headers, method })
      const plain = await get({})
      assert.equal(plain.headers['content-encoding'], undefined)
      assert.ok(plain.bytes.length > 10_000, path)
      const tags = new Set([plain.headers.etag])
      for (const [accepted, encoding, decode] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['GZIP;q=0.5', 'gzip', gunzipSync],
        ['br;q=0, gzip;q=0.1', 'gzip', gunzipSync],
      ] as const) {
        const reply = await get({ 'accept-encoding': accepted })
        assert.equal(reply.headers['content-encoding'], encoding)
        assert.equal(reply.headers.vary, 'accept-encoding')
        assert.deepEqual(decode(reply.bytes), plain.bytes)
        assert.ok(reply.bytes.length < plain.bytes.length / 2)
        tags.add(reply.headers.etag)
        const again = await get({ 'accept-encoding': accepted, 'if-none-match': `"x", ${reply.headers.etag}` })
        assert.deepEqual([again.status, again.bytes.length, again.headers.etag], [304, 0, reply.headers.etag])
      }
      assert.equal(tags.size, 3)
      for (const tag of tags) assert.match(tag!, /^"[\w-]+"$/)
      assert.equal((await get({ 'if-none-match': `W/${plain.headers.etag}` })).status, 304)
      assert.equal((await get({ 'if-none-match': '"other"' })).status, 200)
      for (const accepted of ['identity', '*', 'gzip;q=0', ',;,;q=', 'x'.repeat(8000)])
        assert.equal((await get({ 'accept-encoding': accepted })).headers['content-encoding'], undefined)
      const head = await get({}, 'HEAD')
      assert.deepEqual([head.status, head.bytes.length, head.headers.etag], [200, 0, plain.headers.etag])
    }
  })
})

describe('the metrics', () => {
  const printed = async (url: string, headers: Record<string, string> = {}) => ask(`${url}/metrics`, { headers })

  test('are printed once a second for all callers', async () => {
    let now = 0
    const clock = { now: () => Date.now(), wall: () => Date.now(), monotonic: () => now }
    const running = await startTestService(database, { ROLES: 'api' }, clock)
    try {
      const url = running.service.url!
      const first = (await printed(url)).bytes.toString()
      await askTimes(3, `${url}/healthz`)
      now += 999
      assert.equal((await printed(url)).bytes.toString(), first)
      now += 1
      const second = (await printed(url)).bytes.toString()
      assert.match(
        second,
        /tidings_http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 3/,
      )
    } finally {
      await running.stop()
    }
  })

  test('want their token, if there is one', async () => {
    const token = 'metrics-token-0123456789'
    const running = await startTestService(database, { ROLES: 'api', METRICS_TOKEN: token })
    try {
      const url = running.service.url!
      for (const headers of [{}, bearer(`${token}x`), bearer(''), { authorization: token }, { cookie: token }]) {
        const refused = await printed(url, headers)
        assert.equal(refused.status, 401)
        assert.equal(JSON.parse(refused.bytes.toString()).code, 'invalid_metrics_token')
        assert.equal(refused.headers['www-authenticate'], 'Bearer realm="metrics"')
      }
      assert.equal((await printed(url, bearer(token))).status, 200)
    } finally {
      await running.stop()
    }
  })
})
