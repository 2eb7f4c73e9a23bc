/** Security headers of every response: do not store secrets, do not guess types, use TLS. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { startTestService } from '../service.ts'
import { testService } from '../test-service.ts'
import { referenceScript } from '../site.ts'

const { database, running } = await testService({
  variables: {
    ROLES: 'api',
    PUBLIC_URL: 'https://tidings.example',
    LOG_LEVEL: 'silent',
  },
})
const url = running.service.url!
const client = await running.client()

const HSTS = 'max-age=31536000'

interface Route {
  method: string
  path: string
}

/** Every documented route, with a value for each parameter. */
async function documentedRoutes(): Promise<Route[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '999999'),
    })),
  )
}

/** The headers of a response. Its body is not awaited, because a stream has no end. */
async function headersOf({ method, path }: Route, headers: Record<string, string>): Promise<Headers> {
  const gone = new AbortController()
  const response = await fetch(`${url}${path}`, { method, headers, redirect: 'manual', signal: gone.signal })
  gone.abort()
  return response.headers
}

describe('every response', () => {
  test('of every documented route, with a key, a wrong key and none: no cache may store them', async () => {
    const routes = await documentedRoutes()
    assert.ok(routes.length > 60, `${routes.length} routes`)
    const callers = [{}, { authorization: 'Bearer wrong' }, { authorization: `Bearer ${client.apiKey}` }]
    for (const route of routes)
      for (const caller of callers) {
        const headers = await headersOf(route, caller)
        const told = ['cache-control', 'x-content-type-options', 'strict-transport-security'].map((one) =>
          headers.get(one),
        )
        assert.deepEqual(told, ['no-store', 'nosniff', HSTS], `${route.method} ${route.path}`)
      }
  })

  for (const [path, cache] of [
    ['/', 'no-store'],
    ['/deliveries', 'no-store'],
    ['/docs', 'no-store'],
    ['/docs/', 'no-cache'],
    ['/docs/api', 'no-cache'],
    ['/docs/nothing', 'no-store'],
    [referenceScript(), 'public, max-age=31536000, immutable'],
    ['/llms.txt', 'no-cache'],
    ['/openapi.json', 'no-cache'],
    ['/mail-frame.html', 'no-cache'],
    ['/metrics', 'no-store'],
    ['/o/x.gif', 'no-store'],
    ['/nothing', 'no-store'],
    ['/%ff', 'no-store'],
    [`/o/${'x'.repeat(4000)}`, 'no-store'],
    ['/callbacks/1/1', 'no-store'],
  ] as const)
    test(`of ${path.slice(0, 30)}: ${cache}`, async () => {
      for (const accept of ['text/html', '*/*']) {
        const headers = await headersOf({ method: 'GET', path }, { accept })
        assert.equal(headers.get('cache-control'), cache)
        assert.equal(headers.get('x-content-type-options'), 'nosniff')
        assert.equal(headers.get('strict-transport-security'), HSTS)
      }
    })

  test('to invalid HTTP', async () => {
    const { hostname, port } = new URL(url)
    const text = await new Promise<string>((resolve) => {
      let all = ''
      const socket = connect(Number(port), hostname, () => socket.write('hello\r\n\r\n'))
      socket.on('data', (chunk: Buffer) => (all += chunk.toString()))
      socket.on('close', () => resolve(all))
    })
    assert.match(text, /^HTTP\/1\.1 400 [^]*\r\nX-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n/)
  })
})

describe('a response that shows a secret is not stored', () => {
  const created = async (path: string, body?: unknown) => {
    const response = await client.call('POST', `/api/v1/${path}`, body)
    assert.ok(response.status < 300, `${path}: ${JSON.stringify(response.body)}`)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    return response.body
  }

  test('an API key', async () => {
    const text = JSON.stringify(await created('api_keys', { api_key: { name: 'one', role: 'read' } }))
    assert.match(text, /sk_[0-9A-Za-z]{43}/)
  })

  test('the secret of a webhook endpoint, new and rotated', async () => {
    const { webhook_endpoint: endpoint } = await created('webhook_endpoints', {
      webhook_endpoint: { url: 'https://127.0.0.1:8443/hooks' },
    })
    assert.match(JSON.stringify(endpoint), /whsec_/)
    assert.match(JSON.stringify(await created(`webhook_endpoints/${endpoint.id}/rotate_secret`)), /whsec_/)
  })
})

test('without TLS there is no promise of it', async () => {
  for (const variables of [{}, { PUBLIC_URL: 'http://tidings.internal' }]) {
    const plain = await startTestService(database, { ROLES: 'api', ...variables })
    try {
      const { headers } = await fetch(`${plain.service.url}/healthz`)
      assert.equal(headers.get('strict-transport-security'), null)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    } finally {
      await plain.stop()
    }
  }
})
