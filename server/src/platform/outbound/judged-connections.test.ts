import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { responding, behaviours, startMisbehavingServer } from '../../../test/faults/misbehaving-server.ts'
import type { Behaviour } from '../../../test/faults/misbehaving-server.ts'
import { resolverWith } from '../../../test/host-resolver.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { createSystemClock } from '../clock.ts'
import type { HttpResponse } from './response-reader.ts'
import { createConnections } from './judged-connections.ts'
import type { ConnectionTarget, Connections, ConnectionsOptions } from './judged-connections.ts'
import type { Failure } from './open-connections.ts'
import { createTrust } from './socket-connect.ts'
import { createReceiverPolicy } from './url-policy.ts'

const clock = createSystemClock()
const policy = createReceiverPolicy({ allowCidrs: ['127.0.0.0/8', '::1/128'], allowHosts: [] })
const REQUEST = {
  method: 'POST' as const,
  path: '/webhooks?a=b',
  headers: { 'content-type': 'application/json' },
  body: '{"name":"Zoë"}',
  response: { readBytesMax: 16 * 1024, keptBytesMax: 1024 },
}

const authority = await endAfterTests(createCertificateAuthority())
const certificate = await authority.issue({ names: ['hooks.example.com'] })
const trust = createTrust(authority.pem)

function connectionsWith(options: Partial<ConnectionsOptions> = {}): Connections {
  return createConnections({
    policy,
    resolver: resolverWith(() => []),
    trust,
    clock,
    connectTimeoutMs: 5000,
    responseTimeoutMs: 10_000,
    attemptTimeoutMs: 15_000,
    resendWithinMs: 450,
    connectionsMax: 100,
    ...options,
  })
}

const literal = (port: number, hostname = '127.0.0.1'): ConnectionTarget => ({
  hostname,
  host: `${hostname}:${port}`,
  port,
  isAbsolute: false,
  isAddress: true,
})
const named = (port: number, hostname = 'hooks.example.com'): ConnectionTarget => ({
  hostname,
  host: `${hostname}:${port}`,
  port,
  isAbsolute: false,
  isAddress: false,
})

interface Seen {
  ok: true
  status: number
  retryAfter: string | null
}

/** The compared parts of a response. */
function seen(result: HttpResponse | Failure): Seen | Failure {
  if (!result.ok) return result
  return { ok: true, status: result.status, retryAfter: result.headers.get('retry-after') ?? null }
}

async function post(connections: Connections, target: ConnectionTarget): Promise<Seen | Failure> {
  const acquired = await connections.acquire(target)
  return acquired.ok ? seen(await acquired.connection.send(REQUEST)) : acquired
}

/** The result of a POST to a misbehaving server, and the requests it received. */
async function misbehave(
  behaviour: Behaviour,
  options: Partial<ConnectionsOptions> = {},
  tls = true,
): Promise<{ result: Seen | Failure; connections: number; received: string }> {
  const server = await startMisbehavingServer({ behaviour, ...(tls ? { tls: certificate } : {}) })
  const connections = connectionsWith(options)
  try {
    const result = await post(connections, literal(server.port))
    const received = server.received.map((chunks) => Buffer.concat(chunks).toString()).join('|')
    return { result, connections: server.connections, received }
  } finally {
    connections.abortAll()
    await server.close()
  }
}

const failed = (error: string): unknown => ({ ok: false, error })
const responded = (status: number): unknown => ({ ok: true, status, retryAfter: null })
const SHORT_LIMITS = { connectTimeoutMs: 300, responseTimeoutMs: 100, attemptTimeoutMs: 200 }

describe('a receiver that responds', () => {
  test('gets the bytes that were given, on one kept connection', async () => {
    const receiver = await startReceiver({ authority, certificate })
    const connections = connectionsWith()
    try {
      for (let count = 0; count < 3; count++)
        assert.deepEqual(await post(connections, literal(receiver.port)), responded(200))
      for (const request of receiver.requests) {
        assert.equal(request.method, 'POST')
        assert.equal(request.path, REQUEST.path)
        assert.equal(request.body.toString(), REQUEST.body)
        assert.equal(request.connection, 1)
        assert.deepEqual(request.headers, {
          host: `127.0.0.1:${receiver.port}`,
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(REQUEST.body)),
        })
      }
      const bytes = { ...REQUEST, body: Buffer.from([0xff, 0, 1]) }
      const acquired = await connections.acquire(literal(receiver.port))
      assert.ok(acquired.ok)
      await acquired.connection.send(bytes)
      assert.deepEqual(receiver.requests.at(-1)!.body, bytes.body)
      assert.deepEqual(connections.counts(), { opened: 1, reused: 3, connecting: 0, acquired: 0, idle: 1 })
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })

  test('by name: TLS is checked for the name, and Retry-After comes along', async () => {
    const receiver = await startReceiver({
      authority,
      certificate,
      respond: () => ({ status: 503, headers: { 'retry-after': '7' }, body: 'busy' }),
    })
    const connections = connectionsWith({ resolver: resolverWith(() => ['127.0.0.1']) })
    try {
      const result = await post(connections, named(receiver.port))
      assert.deepEqual(result, { ok: true, status: 503, retryAfter: '7' })
      assert.equal(receiver.requests[0]!.headers.host, `hooks.example.com:${receiver.port}`)
      const other = await post(connections, named(receiver.port, 'other.example.com'))
      assert.deepEqual(other, { ok: false, error: 'tls_error', detail: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })

  test('returns the start of the body, and if its address is public', async () => {
    const receiver = await startReceiver({ authority, certificate, respond: () => ({ body: 'stored' }) })
    // Loopback counts as public here, to see a public address's response.
    const open = { ...policy, address: () => 'public' as const }
    const connections = connectionsWith({ policy: open })
    try {
      const acquired = await connections.acquire(literal(receiver.port))
      assert.ok(acquired.ok)
      assert.equal(acquired.connection.isPublic, true)
      const result = await acquired.connection.send(REQUEST)
      assert.ok(result.ok && result.body.toString() === 'stored')
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })

  test('a redirect is not followed', async () => {
    const second = await startReceiver({ authority, certificate })
    const first = await startReceiver({
      authority,
      certificate,
      respond: () => ({ status: 307, headers: { location: second.url } }),
    })
    const connections = connectionsWith()
    try {
      assert.deepEqual(await post(connections, literal(first.port)), responded(307))
      assert.equal(first.requests.length, 1)
      assert.equal(second.connections, 0)
    } finally {
      connections.abortAll()
      await Promise.all([first.close(), second.close()])
    }
  })

  test('IPv6', async () => {
    const receiver = await startReceiver({ authority, certificate, host: '::1' })
    const connections = connectionsWith()
    try {
      assert.deepEqual(await post(connections, literal(receiver.port, '::1')), responded(200))
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })
})

describe('addresses', () => {
  test('Invariant 10: a kept connection is used only to an address that was judged for this POST', async () => {
    const receiver = await startReceiver({ authority, certificate, host: '0.0.0.0' })
    let addresses = ['127.0.0.1']
    const connections = connectionsWith({ resolver: resolverWith(() => addresses) })
    const acquiredAddress = async (): Promise<string> => {
      const acquired = await connections.acquire(named(receiver.port))
      if (!acquired.ok) return acquired.error
      const { address } = acquired.connection
      await acquired.connection.send(REQUEST)
      return address
    }
    try {
      assert.equal(await acquiredAddress(), '127.0.0.1')
      addresses = ['127.0.0.2']
      assert.equal(await acquiredAddress(), '127.0.0.2')
      assert.deepEqual(
        receiver.requests.map((request) => request.connection),
        [1, 2],
      )
      addresses = ['127.0.0.3', '127.0.0.1']
      assert.equal(await acquiredAddress(), '127.0.0.1')
      assert.equal(receiver.requests.at(-1)!.connection, 1)
      // Rebound to a private address, alone or among others: no connection is used, not even a kept one.
      addresses = ['10.0.0.1']
      assert.equal(await acquiredAddress(), 'address_not_public')
      addresses = ['127.0.0.1', '10.0.0.1']
      assert.equal(await acquiredAddress(), 'address_not_public')
      addresses = []
      assert.equal(await acquiredAddress(), 'dns_error')
      assert.equal(receiver.requests.length, 3)
      assert.equal(receiver.connections, 2)
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })

  test('without the operator’s permission, loopback is never connected', async () => {
    const receiver = await startReceiver({ authority, certificate })
    const strict = createReceiverPolicy({ allowCidrs: [], allowHosts: [] })
    const connections = connectionsWith({ policy: strict, resolver: resolverWith(() => ['127.0.0.1']) })
    try {
      assert.deepEqual(await post(connections, named(receiver.port)), failed('address_not_public'))
      assert.deepEqual(await post(connections, literal(receiver.port)), failed('address_not_public'))
      assert.deepEqual(connections.counts(), { opened: 0, reused: 0, connecting: 0, acquired: 0, idle: 0 })
    } finally {
      await receiver.close()
    }
  })

  test('up to eight addresses of both families are tried', async () => {
    const receiver = await startReceiver({ authority, certificate })
    const dead = Array.from({ length: 6 }, (_, index) => `127.0.0.${20 + index}`)
    const connections = connectionsWith({ resolver: resolverWith(() => ['::1', ...dead, '127.0.0.1']) })
    try {
      assert.deepEqual(await post(connections, named(receiver.port)), responded(200))
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })

  test('an address with an expired certificate does not keep the others from being tried', async () => {
    const tls = await authority.issue({ expired: true })
    const server = await startMisbehavingServer({ behaviour: behaviours.silent, host: '127.0.0.7', tls })
    const receiver = await startReceiver({ authority, certificate, port: server.port })
    const connect = async (addresses: string[]) => {
      const connections = connectionsWith({ resolver: resolverWith(() => addresses) })
      const result = await post(connections, named(server.port))
      connections.abortAll()
      return result
    }
    try {
      assert.deepEqual(await connect(['127.0.0.7', '127.0.0.1']), responded(200))
      const expired = { ok: false, error: 'tls_error', detail: 'CERT_HAS_EXPIRED' }
      assert.deepEqual(await connect(['127.0.0.9', '127.0.0.7', '127.0.0.10']), expired)
    } finally {
      await Promise.all([receiver.close(), server.close()])
    }
  })

  test('an address that hangs leaves time for the next', async () => {
    const server = await startMisbehavingServer({ behaviour: behaviours.silent, host: '127.0.0.8' })
    const receiver = await startReceiver({ authority, certificate, port: server.port })
    const resolver = resolverWith(() => ['127.0.0.8', '127.0.0.1'])
    const connections = connectionsWith({ resolver, connectTimeoutMs: 1000 })
    try {
      assert.deepEqual(await post(connections, named(server.port)), responded(200))
    } finally {
      connections.abortAll()
      await Promise.all([receiver.close(), server.close()])
    }
  })
})

describe('connecting fails', () => {
  test('no server listens: connection_refused', async () => {
    const receiver = await startReceiver({ authority, certificate })
    await receiver.close()
    assert.deepEqual(await post(connectionsWith(), literal(receiver.port)), failed('connection_refused'))
  })

  test('TLS never finishes: connect_timeout', async () => {
    const { result } = await misbehave(behaviours.silent, { connectTimeoutMs: 100 }, false)
    assert.deepEqual(result, failed('connect_timeout'))
  })

  test('closed or reset in the handshake: connection_reset', async () => {
    assert.deepEqual((await misbehave(behaviours.closesAtOnce, {}, false)).result, failed('connection_reset'))
    assert.deepEqual((await misbehave(behaviours.resetsAtOnce, {}, false)).result, failed('connection_reset'))
  })

  test('a server without TLS: tls_error', async () => {
    const { result, received } = await misbehave(behaviours.garbageAtOnce, {}, false)
    assert.deepEqual(result, { ok: false, error: 'tls_error', detail: 'ERR_SSL_WRONG_VERSION_NUMBER' })
    assert.ok(!received.includes('POST'))
  })

  test('an expired, wrong or untrusted certificate, or an old TLS: tls_error, nothing sent', async () => {
    const stranger = await createCertificateAuthority()
    const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    const cases = [
      ['CERT_HAS_EXPIRED', await authority.issue({ expired: true })],
      ['ERR_TLS_CERT_ALTNAME_INVALID', await authority.issue({ onlyNames: true, names: ['hooks.example.com'] })],
      ['CERT_SIGNATURE_FAILURE', await stranger.issue()],
      ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', { ...certificate, ...old }],
    ] as const
    stranger.close()
    for (const [detail, tls] of cases) {
      const server = await startMisbehavingServer({ behaviour: behaviours.unaskedContinue, tls })
      const connections = connectionsWith()
      try {
        assert.deepEqual(await post(connections, literal(server.port)), { ok: false, error: 'tls_error', detail })
        assert.equal(Buffer.concat(server.received.flat()).length, 0)
      } finally {
        await server.close()
      }
    }
  })
})

describe('the exchange fails', () => {
  for (const [name, error] of [
    ['silent', 'response_timeout'],
    ['dripsHeaders', 'response_timeout'],
    ['halfCloses', 'connection_reset'],
    ['resetsAfterRequest', 'connection_reset'],
    ['resetsInHeaders', 'connection_reset'],
    ['garbage', 'protocol_error'],
    ['interimFlood', 'protocol_error'],
    ['endlessHeaders', 'protocol_error'],
    ['endlessHeaderLine', 'protocol_error'],
  ] as const)
    test(`${name}: ${error}, on one connection`, async () => {
      const { result, connections } = await misbehave(behaviours[name], SHORT_LIMITS)
      assert.deepEqual(result, failed(error))
      assert.equal(connections, 1)
    })
})

describe('the status counts even if the body fails', () => {
  for (const name of [
    'resetsInBody',
    'dripsBody',
    'hugeBody',
    'endlessChunks',
    'gzipBomb',
    'twoResponses',
    'unaskedContinue',
  ] as const)
    test(name, async () => {
      const { result } = await misbehave(behaviours[name], { ...SHORT_LIMITS, responseTimeoutMs: 150 })
      assert.deepEqual(result, responded(200))
    })

  test('bytes after the response end the connection, in the same piece or later', async () => {
    let sendUnasked: () => void = () => {}
    const server = await startMisbehavingServer({
      tls: certificate,
      behaviour(socket) {
        responding('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')(socket, 1, () => {})
        sendUnasked = () => void socket.write('HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n')
      },
    })
    const double = await startMisbehavingServer({ behaviour: behaviours.twoResponses, tls: certificate })
    const connections = connectionsWith()
    try {
      for (let count = 1; count <= 3; count++) {
        assert.deepEqual(await post(connections, literal(double.port)), responded(200))
        assert.deepEqual(await post(connections, literal(server.port)), responded(200))
        assert.deepEqual([server.connections, double.connections, connections.counts().idle], [count, count, 1])
        sendUnasked()
        while (connections.counts().idle > 0) await nextTurn()
      }
    } finally {
      connections.abortAll()
      await Promise.all([server.close(), double.close()])
    }
  })
})

describe('kept connections', () => {
  test('one that the receiver closes is replaced within the attempt', async () => {
    // The first connection responds once, and the second request closes it, as if both sides acted at the same time.
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
    const connections = connectionsWith()
    try {
      assert.deepEqual(await post(connections, literal(server.port)), responded(200))
      const acquired = await connections.acquire(literal(server.port))
      assert.ok(acquired.ok)
      assert.deepEqual(seen(await acquired.connection.send(REQUEST)), responded(200))
      assert.equal(acquired.connection.sentAgain, true)
      const { opened, reused } = connections.counts()
      assert.deepEqual({ opened, reused, seen: server.connections }, { opened: 2, reused: 1, seen: 2 })
      assert.equal(Buffer.concat(server.received[0]!).toString().split(REQUEST.body).length - 1, 2)
    } finally {
      connections.abortAll()
      await server.close()
    }
  })

  test('it is replaced once only, and not after a byte of the response', async () => {
    for (const [partial, seen] of [
      ['', 2],
      ['HTTP/1.1 200 OK\r\n', 1],
    ] as const) {
      const server = await startMisbehavingServer({
        tls: certificate,
        behaviour(socket, number) {
          let requests = 0
          socket.on('data', () => {
            requests += 1
            if (number === 1 && requests === 1) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
            else socket.write(partial, () => socket.destroy())
          })
        },
      })
      const connections = connectionsWith()
      try {
        assert.deepEqual(await post(connections, literal(server.port)), responded(200))
        assert.deepEqual(await post(connections, literal(server.port)), failed('connection_reset'))
        assert.equal(server.connections, seen)
      } finally {
        connections.abortAll()
        await server.close()
      }
    }
  })

  test('it is not replaced if the signed request would go out late', async () => {
    let skippedMs = 0
    const server = await startMisbehavingServer({
      tls: certificate,
      behaviour(socket) {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
          socket.once('data', () => {
            skippedMs = 2000
            socket.destroy()
          })
        })
      },
    })
    const connections = connectionsWith({ clock: { monotonic: () => clock.monotonic() + skippedMs } })
    try {
      assert.deepEqual(await post(connections, literal(server.port)), responded(200))
      assert.deepEqual(await post(connections, literal(server.port)), failed('connection_reset'))
      assert.equal(server.connections, 1)
    } finally {
      connections.abortAll()
      await server.close()
    }
  })

  test('one is not reused if the last response came before the request was read', async () => {
    const server = await startMisbehavingServer({
      tls: certificate,
      behaviour: (socket) =>
        socket.once('data', () => {
          socket.pause()
          socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n')
        }),
    })
    const connections = connectionsWith()
    try {
      for (let count = 1; count <= 2; count++) {
        const acquired = await connections.acquire(literal(server.port))
        assert.ok(acquired.ok)
        const result = seen(await acquired.connection.send({ ...REQUEST, body: Buffer.alloc(32_000_000) }))
        assert.deepEqual(result, responded(413))
        assert.equal(server.connections, count)
      }
    } finally {
      connections.abortAll()
      await server.close()
    }
  })

  test('one that is closed between acquiring and posting is replaced', async () => {
    const receiver = await startReceiver({ authority, certificate })
    const connections = connectionsWith()
    try {
      const acquired = await connections.acquire(literal(receiver.port))
      assert.ok(acquired.ok)
      receiver.closeConnections()
      assert.deepEqual(seen(await acquired.connection.send(REQUEST)), responded(200))
      assert.equal(receiver.requests.length, 1)
      assert.equal(acquired.connection.sentAgain, false)
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })

  test('an unused connection is given back', async () => {
    const receiver = await startReceiver({ authority, certificate })
    const connections = connectionsWith({ connectionsMax: 1 })
    try {
      const acquired = await connections.acquire(literal(receiver.port))
      assert.ok(acquired.ok)
      await assert.rejects(connections.acquire(literal(receiver.port)), /Too many connections/)
      acquired.connection.release()
      assert.throws(() => acquired.connection.release())
      await assert.rejects(acquired.connection.send(REQUEST))
      assert.deepEqual(await post(connections, literal(receiver.port)), responded(200))
      assert.equal(receiver.connections, 1)
    } finally {
      connections.abortAll()
      await receiver.close()
    }
  })

  test('sockets are limited: the least recently used idle one is closed', async () => {
    const receivers = await Promise.all([1, 2, 3].map(() => startReceiver({ authority, certificate })))
    const connections = connectionsWith({ connectionsMax: 2 })
    const [first, second, third] = receivers.map((receiver) => literal(receiver.port))
    try {
      for (const target of [first, second, first, third, first, second])
        assert.deepEqual(await post(connections, target!), responded(200))
      assert.deepEqual(
        receivers.map((receiver) => receiver.connections),
        [1, 2, 1],
      )
      assert.equal(connections.counts().idle, 2)
    } finally {
      connections.abortAll()
      await Promise.all(receivers.map((receiver) => receiver.close()))
    }
  })

  test('idle ones are closed after their time', async () => {
    let closed: () => void = () => {}
    const closing = new Promise<void>((resolve) => (closed = resolve))
    const server = await startMisbehavingServer({
      tls: certificate,
      behaviour(socket) {
        responding('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')(socket, 1, () => {})
        socket.on('close', closed)
        socket.on('end', () => socket.end())
      },
    })
    const connections = connectionsWith({ idleTimeoutMs: 20 })
    try {
      assert.deepEqual(await post(connections, literal(server.port)), responded(200))
      await closing
      assert.equal(connections.counts().idle, 0)
    } finally {
      await server.close()
    }
  })
})

describe('aborting', () => {
  test('ends requests at every stage, and new ones still work', async () => {
    let held: () => void = () => {}
    const receiver = await startReceiver({
      authority,
      certificate,
      respond: () => new Promise((resolve) => (held = () => resolve({}))),
    })
    const silent = await startMisbehavingServer({ behaviour: behaviours.silent })
    const connections = connectionsWith()
    try {
      const acquired = await connections.acquire(literal(receiver.port))
      assert.ok(acquired.ok)
      const posting = post(connections, literal(receiver.port))
      const connecting = connections.acquire(literal(silent.port))
      await receiver.waitFor(1)
      connections.abortAll()
      assert.deepEqual(await posting, failed('aborted'))
      assert.deepEqual(await connecting, failed('aborted'))
      assert.deepEqual(seen(await acquired.connection.send(REQUEST)), failed('aborted'))
      assert.equal(receiver.requests.length, 1)
      receiver.respond(() => ({}))
      held()
      assert.deepEqual(await post(connections, literal(receiver.port)), responded(200))
      const one = await connections.acquire(literal(receiver.port))
      assert.ok(one.ok)
      one.connection.abort()
      assert.deepEqual(seen(await one.connection.send(REQUEST)), failed('aborted'))
      assert.deepEqual(
        { ...connections.counts(), opened: 0, reused: 0 },
        { opened: 0, reused: 0, connecting: 0, acquired: 0, idle: 0 },
      )
    } finally {
      connections.abortAll()
      await Promise.all([receiver.close(), silent.close()])
    }
  })
})

test('headers that would split the request are a bug, and are not sent', async () => {
  const receiver = await startReceiver({ authority, certificate })
  const connections = connectionsWith()
  try {
    const acquired = await connections.acquire(literal(receiver.port))
    assert.ok(acquired.ok)
    await assert.rejects(acquired.connection.send({ ...REQUEST, headers: { 'x-a': 'b\r\nX-Injected: c' } }))
    assert.equal(receiver.requests.length, 0)
    assert.equal(connections.counts().acquired, 0)
  } finally {
    connections.abortAll()
    await receiver.close()
  }
})

test('memory stays flat over 200 attempts at receivers that flood', async () => {
  const floods = ['hugeBody', 'endlessHeaders', 'endlessChunks', 'interimFlood', 'gzipBomb'] as const
  const attempt = async (index: number) => misbehave(behaviours[floods[index % floods.length]!])
  for (let index = 0; index < 20; index++) await attempt(index)
  const before = process.memoryUsage()
  for (let index = 0; index < 200; index++) await attempt(index)
  const now = process.memoryUsage()
  const growthBytes = now.heapUsed + now.external - before.heapUsed - before.external
  assert.ok(growthBytes < 32 * 1024 * 1024, `${growthBytes} bytes`)
})
