import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import type { CertificateAuthority } from '../../../test/certificates.ts'
import { createTestGuardedCalls } from '../../../test/guarded.ts'
import { startNameServer, TYPE_A } from '../../../test/name-server.ts'
import type { GuardedCalls } from './guarded-call.ts'

let authority: CertificateAuthority
let server: Server
let port = 0
let names: Awaited<ReturnType<typeof startNameServer>>
let guarded: GuardedCalls
/** The results of the next lookups of `moves.example.org`. */
let responses: string[][] = []
const requests: { request: IncomingMessage; body: string }[] = []

before(async () => {
  authority = await createCertificateAuthority()
  const certificate = await authority.issue({ names: ['push.example.org', 'moves.example.org'], onlyNames: true })
  server = createServer(certificate, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ request, body: Buffer.concat(chunks).toString() })
      if (request.url === '/silent') return
      response.writeHead(request.url === '/moved' ? 307 : 201, { location: 'https://10.0.0.1/' })
      response.end('x'.repeat(request.url === '/long' ? 2000 : 7))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  names = await startNameServer((name, type) => {
    if (type !== TYPE_A) return []
    if (name === 'moves.example.org') return responses.shift() ?? []
    return name === 'push.example.org' ? ['127.0.0.1'] : 3
  })
  guarded = createTestGuardedCalls({
    allowCidrs: ['127.0.0.1/32'],
    nameServers: [names.server],
    caPem: authority.pem,
  })
})
after(() => {
  guarded.close()
  server.closeAllConnections()
  server.close()
  names.close()
  authority.close()
})

const post = (url: string, signal = new AbortController().signal, calls = guarded) =>
  calls.call({ method: 'POST', url, headers: { ttl: '60' }, body: 'secret', signal, responseBytesMax: 1000 })

describe('a guarded call', () => {
  test('reaches a host by its checked address, under its own name, over a kept connection', async () => {
    const responded = [
      await post(`https://push.example.org:${port}/a?b=1`),
      await post(`https://push.example.org:${port}/c`),
    ]
    assert.deepEqual(
      responded.map((response) => response.kind === 'responded' && [response.status, response.body.length]),
      [
        [201, 7],
        [201, 7],
      ],
    )
    const [first, second] = requests.splice(0)
    assert.deepEqual(
      [
        first!.request.method,
        first!.request.url,
        first!.request.headers.host,
        first!.request.headers['ttl'],
        first!.body,
      ],
      ['POST', '/a?b=1', `push.example.org:${port}`, '60', 'secret'],
    )
    assert.ok(first!.request.socket === second!.request.socket)
    const long = await post(`https://push.example.org:${port}/long`)
    assert.equal(long.kind === 'responded' && long.body.length, 1000)
    assert.equal(requests.splice(0).length, 1)
  })

  test('follows no redirect', async () => {
    const response = await post(`https://push.example.org:${port}/moved`)
    assert.equal(response.kind === 'responded' && response.status, 307)
    assert.equal(requests.splice(0).length, 1)
  })

  test('connects only to public addresses, also after the name has changed', async () => {
    const closed = createTestGuardedCalls({ nameServers: [names.server], caPem: authority.pem })
    for (const url of [`https://push.example.org:${port}/`, `https://127.0.0.1:${port}/`, `http://push.example.org/`])
      assert.equal((await post(url, undefined, closed)).kind, 'refused', url)
    closed.close()
    responses = [['127.0.0.1'], ['127.0.0.1', '10.0.0.1']]
    assert.equal((await post(`https://moves.example.org:${port}/`)).kind, 'responded')
    const moved = await post(`https://moves.example.org:${port}/`)
    assert.deepEqual(moved, { kind: 'refused', cause: 'address_not_public' })
    assert.equal(requests.splice(0).length, 1)
  })

  test('returns the cause of a failure', async () => {
    const causeOf = async (url: string, signal?: AbortSignal) => {
      const response = await post(url, signal)
      return response.kind === 'failed' ? response.cause : response.kind
    }
    assert.equal(await causeOf('https://unknown.example.org/'), 'dns_error: unknown.example.org:443')
    assert.equal(await causeOf(`https://127.0.0.1:${port}/`), `tls_error: 127.0.0.1:${port}`)
    const closed = createServer()
    closed.listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const closedPort = (closed.address() as AddressInfo).port
    closed.close()
    await once(closed, 'close')
    const refused = await causeOf(`https://push.example.org:${closedPort}/secret`)
    assert.equal(refused, `connection_refused: push.example.org:${closedPort}`)
    const aborting = new AbortController()
    const silent = causeOf(`https://push.example.org:${port}/silent`, aborting.signal)
    await once(server, 'request')
    aborting.abort()
    assert.equal(await silent, 'aborted')
  })
})
