/**
 * Receivers misbehave in every way, through the whole service. Each attempt ends in time with the documented error and
 * class (retried or not), and the service's memory does not grow.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TlsOptions } from 'node:tls'
import { createCertificateAuthority } from '../certificates.ts'
import { createTestDatabase } from '../database.ts'
import { behaviours, startMisbehavingServer } from '../faults/misbehaving-server.ts'
import type { Behaviour } from '../faults/misbehaving-server.ts'
import { startProcess } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import { call, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { endAfterTests } from '../end-after-tests.ts'

/**
 * Shorter than the default of 5 s, and long enough for a busy machine. A retry comes long after the test, so that its class
 * is visible.
 */
const VARIABLES = {
  WEBHOOK_RESPONSE_TIMEOUT: '1s',
  WEBHOOK_ATTEMPT_TIMEOUT: '4s',
  WEBHOOK_RETRY_SCHEDULE: '1h,1h,1h,1h,1h,1h,1h',
}

const authority = await endAfterTests(createCertificateAuthority())
const certificate = await authority.issue()
const { running } = await testService({
  variables: { ...VARIABLES, WEBHOOK_EXTRA_CA_FILE: authority.pemPath },
  tuning: {
    webhookConnectTimeoutMs: 3_000,
  },
})

interface Endpoint {
  client: Client
  /** Sends a test event and returns it after its first attempt. */
  ping(): Promise<Shown>
}

/** The event in the API: its state and the outcome of its newest attempt. */
interface Shown {
  state: string
  word: string | null
  code: number | null
  retried: boolean
}

async function register(url: string): Promise<Endpoint> {
  const client = await running.client()
  const created = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id } = created.body.webhook_endpoint
  return {
    client,
    async ping() {
      const { body } = await client.call('POST', `/api/v1/webhook_endpoints/${id}/test`)
      const { webhook_event: event } = await until(
        async () => (await client.call('GET', `/api/v1/webhook_events/${body.event_id}`)).body,
        (response) => response.webhook_event.attempts_made > 0,
      )
      const { error_message: word, response_code: code, response_head: head } = event.attempts[0]
      // Responses of addresses inside the operator's network are never shown.
      assert.equal(head, null)
      return { state: event.state, word, code, retried: event.next_attempt_at !== null }
    },
  }
}

async function attemptAt(port: number): Promise<Shown> {
  const endpoint = await register(`https://127.0.0.1:${port}/hooks`)
  return endpoint.ping()
}

const retried = (word: string | null, code: number | null = null): Shown => ({
  state: 'pending',
  word,
  code,
  retried: true,
})
const delivered = { state: 'delivered', word: null, code: 200, retried: false }
const refused = (code: number) => ({ state: 'failed', word: null, code, retried: false })

async function assertEncrypted(name: keyof typeof behaviours, shown: Shown): Promise<void> {
  const server = await startMisbehavingServer({ behaviour: behaviours[name], tls: certificate })
  try {
    assert.deepEqual(await attemptAt(server.port), shown)
  } finally {
    await server.close()
  }
}

// The service waits for each of them until a time limit, so it waits for all at once.
describe('one attempt at a receiver that is too slow', { concurrency: true }, () => {
  test('whose TLS never begins: connect_timeout', async () => {
    const server = await startMisbehavingServer({ behaviour: behaviours.silent })
    try {
      assert.deepEqual(await attemptAt(server.port), retried('connect_timeout'))
    } finally {
      await server.close()
    }
  })

  test('that never accepts: connect_timeout', async () => {
    const { port, stop } = await startFullListener()
    try {
      assert.deepEqual(await attemptAt(port), retried('connect_timeout'))
    } finally {
      await stop()
    }
  })

  const slow: [keyof typeof behaviours, Shown][] = [
    ['silent', retried('response_timeout')],
    ['dripsHeaders', retried('response_timeout')],
    ['dripsBody', delivered],
  ]
  for (const [name, shown] of slow) test(`${name}: ${shown.word ?? shown.state}`, () => assertEncrypted(name, shown))
})

describe('one attempt at a receiver', () => {
  const plain: [string, Behaviour, string][] = [
    ['that closes at once', behaviours.closesAtOnce, 'connection_reset'],
    ['that resets at once', behaviours.resetsAtOnce, 'connection_reset'],
    ['that speaks no TLS', behaviours.garbageAtOnce, 'tls_error'],
  ]
  for (const [name, behaviour, word] of plain)
    test(`${name}: ${word}`, async () => {
      const server = await startMisbehavingServer({ behaviour })
      try {
        assert.deepEqual(await attemptAt(server.port), retried(word))
      } finally {
        await server.close()
      }
    })

  const encrypted: [keyof typeof behaviours, Shown][] = [
    ['closesAtOnce', retried('connection_reset')],
    ['halfCloses', retried('connection_reset')],
    ['resetsAfterRequest', retried('connection_reset')],
    ['resetsInHeaders', retried('connection_reset')],
    ['garbage', retried('protocol_error')],
    ['interimFlood', retried('protocol_error')],
    ['endlessHeaders', retried('protocol_error')],
    ['endlessHeaderLine', retried('protocol_error')],
    ['resetsInBody', delivered],
    ['hugeBody', delivered],
    ['endlessChunks', delivered],
    ['gzipBomb', delivered],
    ['twoResponses', delivered],
    ['unaskedContinue', delivered],
  ]
  for (const [name, shown] of encrypted)
    test(`${name}: ${shown.word ?? shown.state}`, () => assertEncrypted(name, shown))

  test('an attempt shows the code of its TLS error, and the URL that it was sent to', async () => {
    const tls = await authority.issue({ expired: true })
    const server = await startMisbehavingServer({ behaviour: behaviours.silent, tls })
    const url = `https://127.0.0.1:${server.port}/hooks`
    try {
      const { client, ping } = await register(url)
      assert.deepEqual(await ping(), retried('tls_error'))
      const [{ id }] = (await client.call('GET', '/api/v1/webhook_endpoints')).body.webhook_endpoints
      const [{ id: eventId }] = (await client.call('GET', '/api/v1/webhook_events/newest')).body.webhook_events
      const attempt = async () => {
        const { attempts } = (await client.call('GET', `/api/v1/webhook_events/${eventId}`)).body.webhook_event
        return [attempts.length, attempts[0].url, attempts[0].error_code]
      }
      const path = `/api/v1/webhook_endpoints/${id}`
      assert.deepEqual(await attempt(), [1, url, 'CERT_HAS_EXPIRED'])
      for (const other of ['other', 'third']) {
        const { status } = await client.call('PATCH', path, { url: `${url}/${other}` })
        assert.deepEqual([status, await attempt()], [200, [1, url, 'CERT_HAS_EXPIRED']])
      }
      assert.equal((await client.call('DELETE', path)).status, 204)
      assert.deepEqual(await attempt(), [1, url, 'CERT_HAS_EXPIRED'])
    } finally {
      await server.close()
    }
  })

  test('that closes the kept connection: POSTed again within the attempt, as the event shows', async () => {
    const server = await startMisbehavingServer({
      tls: certificate,
      behaviour(socket, number) {
        let requests = 0
        socket.on('data', () => {
          requests += 1
          if (number === 1 && requests === 2) socket.destroy()
          else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
        })
      },
    })
    try {
      const { client, ping } = await register(`https://127.0.0.1:${server.port}/hooks`)
      assert.deepEqual([await ping(), await ping()], [delivered, delivered])
      // The feed waits for older transactions of the whole PostgreSQL server.
      const listed = await until(
        () => client.call('GET', '/api/v1/webhook_events'),
        (response) => response.body.webhook_events.length === 2,
      )
      const [second, first] = listed.body.webhook_events.toSorted((one: { id: string }, other: { id: string }) =>
        one.id < other.id ? 1 : -1,
      )
      const shown = async ({ id }: { id: string }) =>
        (await client.call('GET', `/api/v1/webhook_events/${id}`)).body.webhook_event.attempts.map(
          (attempt: { attempt_number: number; posted_again: boolean }) => [
            attempt.attempt_number,
            attempt.posted_again,
          ],
        )
      assert.deepEqual([await shown(first), await shown(second)], [[[1, false]], [[1, true]]])
      const [{ id }] = (await client.call('GET', '/api/v1/webhook_endpoints')).body.webhook_endpoints
      const { attempts } = (await client.call('GET', `/api/v1/webhook_endpoints/${id}/attempts`)).body
      assert.deepEqual(
        attempts.map((attempt: object) => Object.keys(attempt).length),
        [8, 8],
      )
    } finally {
      await server.close()
    }
  })

  test('without a listener: connection_refused', async () => {
    const server = await startMisbehavingServer({ behaviour: behaviours.silent })
    await server.close()
    assert.deepEqual(await attemptAt(server.port), retried('connection_refused'))
  })

  test('with an expired, wrong or untrusted certificate, or an old TLS version: tls_error', async () => {
    const stranger = await createCertificateAuthority()
    const cases: TlsOptions[] = [
      await authority.issue({ expired: true }),
      await authority.issue({ onlyNames: true, names: ['hooks.example.com'] }),
      await stranger.issue(),
      { ...certificate, maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' },
    ]
    stranger.close()
    for (const [index, tls] of cases.entries()) {
      const server = await startMisbehavingServer({ behaviour: behaviours.unaskedContinue, tls })
      try {
        assert.deepEqual(await attemptAt(server.port), retried('tls_error'), `case ${index}`)
        assert.equal(Buffer.concat(server.received.flat()).length, 0, 'the body is never sent')
      } finally {
        await server.close()
      }
    }
  })

  test('that resets after each byte of its response: connection_reset before the end of the headers, a success after', async () => {
    const headers = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'
    const response = Buffer.from(`${headers}ok`)
    const server = await startMisbehavingServer({
      tls: certificate,
      behaviour: (socket, number, reset) => {
        // An empty piece would never be written.
        socket.once('data', () => (number === 1 ? reset() : socket.write(response.subarray(0, number - 1), reset)))
      },
    })
    try {
      const endpoint = await register(`https://127.0.0.1:${server.port}/hooks`)
      for (let bytes = 0; bytes <= response.length; bytes++) {
        const expected = bytes < headers.length ? retried('connection_reset') : delivered
        assert.deepEqual(await endpoint.ping(), expected, `after ${bytes} bytes`)
      }
      assert.equal(server.connections, response.length + 1)
    } finally {
      await server.close()
    }
  })

  test('that redirects, anywhere and to itself: not followed, retried', async () => {
    const other = await startReceiver({ authority, certificate })
    const receiver = await startReceiver({ authority, certificate })
    try {
      const places = [other.url, 'https://example.com/', 'http://169.254.169.254/', '/hooks', '//[::1]/']
      for (const [index, code] of [301, 302, 303, 307, 308].entries())
        for (const location of [places[index]!, other.url]) {
          const before = receiver.requests.length
          receiver.respond(() => ({ status: code, headers: { location } }))
          assert.deepEqual(await attemptAt(receiver.port), retried('redirect_not_followed', code))
          assert.equal(receiver.requests.length, before + 1)
        }
      assert.equal(other.connections, 0)
    } finally {
      await receiver.close()
      await other.close()
    }
  })

  test('by its status', async () => {
    const statuses: [number, Shown][] = [
      ...[500, 501, 502, 503, 504, 599, 408, 429].map((code): [number, Shown] => [code, retried(null, code)]),
      ...[400, 401, 403, 404, 405, 410, 413, 422, 451, 499].map((code): [number, Shown] => [code, refused(code)]),
      ...[200, 201, 202, 204, 206, 299].map((code): [number, Shown] => [code, { ...delivered, code }]),
      [304, retried('redirect_not_followed', 304)],
    ]
    const receiver = await startReceiver({ authority, certificate })
    try {
      for (const [code, shown] of statuses) {
        receiver.respond(() => ({ status: code }))
        assert.deepEqual(await attemptAt(receiver.port), shown, String(code))
      }
    } finally {
      await receiver.close()
    }
  })
})

/** A port with a full connection queue: its process never accepts. */
async function startFullListener(): Promise<{ port: number; stop(): Promise<void> }> {
  const script = `require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
    process.stdout.write(this.address().port + '\\n', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
  })`
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  const sockets: Socket[] = []
  // The kernel completes connections until its queue is full. The first one without a response shows that.
  for (let isFull = false; !isFull;) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    await Promise.race([once(socket, 'connect'), once(socket.setTimeout(200), 'timeout')])
    // If this process stood still, its timer runs before the response is read, and the response in the same turn.
    await new Promise(setImmediate)
    isFull = socket.connecting
    socket.setTimeout(0)
  }
  return {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

describe('the memory of the service', () => {
  const API_KEY = `sk_${'m'.repeat(43)}`
  const ATTEMPTS = 100
  const GROWTH_BYTES_MAX = 32 * 1024 * 1024
  const { hugeBody, endlessHeaders, endlessChunks, interimFlood, gzipBomb, endlessHeaderLine } = behaviours
  const floods: Behaviour[] = [hugeBody, endlessHeaders, endlessChunks, interimFlood, gzipBomb, endlessHeaderLine]

  test(`stays flat over ${ATTEMPTS} attempts at receivers that flood`, async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tidings-memory-'))
    const server = await startMisbehavingServer({
      tls: certificate,
      behaviour: (socket, number, reset) => floods[number % floods.length]!(socket, number, reset),
    })
    // A service of the same database would take half of the buckets.
    const own = await createTestDatabase()
    const service = await startProcess(dataDir, {
      ...VARIABLES,
      // A flood may last so long.
      WEBHOOK_RESPONSE_TIMEOUT: '100ms',
      WEBHOOK_ATTEMPT_TIMEOUT: '200ms',
      DATABASE_URL: own.url,
      SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      BOOTSTRAP_API_KEY: API_KEY,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_EXTRA_CA_FILE: authority.pemPath,
      API_RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
    })
    // The database waits between two reads.
    const countAttempts = async () =>
      (await own.pool.query('select (select count(*)::int from attempts) as count from pg_sleep(0.1)')).rows[0].count
    try {
      const url = `https://127.0.0.1:${server.port}/hooks`
      const path = '/api/v1/webhook_endpoints'
      const created = await call(service.url, API_KEY, 'POST', path, { webhook_endpoint: { url } })
      const { id } = created.body.webhook_endpoint
      let expected = 0
      const sendAll = async () => {
        expected += ATTEMPTS
        for (let sent = 0; sent < ATTEMPTS; sent++) await call(service.url, API_KEY, 'POST', `${path}/${id}/test`)
        await until(countAttempts, (count) => count === expected)
      }
      const residentBytes = async () => {
        const text = await (await fetch(`${service.url}/metrics`)).text()
        return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)![1])
      }
      // The heap of a young process grows to its size first.
      await sendAll()
      await sendAll()
      const before = await residentBytes()
      await sendAll()
      const growth = (await residentBytes()) - before
      t.diagnostic(`${Math.round(before / 1024 / 1024)} MiB, and ${Math.round(growth / 1024 / 1024)} MiB more`)
      assert.ok(growth < GROWTH_BYTES_MAX, `${growth} bytes`)
    } finally {
      await service.stop()
      await own.close()
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
