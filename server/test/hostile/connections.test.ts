/** Callers cannot use up the service's own file descriptors, and one address cannot use all connections. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../../src/core/accounts/api-keys.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { describeShortage, descriptorLimit, divideDescriptors } from '../../src/platform/admission/descriptors.ts'
import { createTestDatabase } from '../database.ts'
import { failToStart, startProcess } from '../process.ts'
import { startTestService, until } from '../service.ts'
import { endAfterTests } from '../end-after-tests.ts'

const database = await endAfterTests(createTestDatabase())

interface Opened {
  /** Connections with a response. They stay open. */
  kept: Socket[]
  /** Connections that the service closed without a response. */
  refused: number
}

/** Opens connections one by one, each with a request to keep it open. */
async function open(
  url: string,
  count: number,
  from: string,
  request = 'GET /healthz HTTP/1.1\r\nHost: x',
): Promise<Opened> {
  const { hostname, port } = new URL(url)
  const opened: Opened = { kept: [], refused: 0 }
  for (let number = 0; number < count; number++) {
    const socket = connect({ host: hostname, port: Number(port), localAddress: from })
    socket.on('error', () => {})
    socket.write(`${request}\r\n\r\n`)
    const isKept = await new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true))
      socket.once('close', () => resolve(false))
    })
    if (isKept) opened.kept.push(socket)
    else opened.refused += 1
  }
  return opened
}

async function close({ kept }: Opened): Promise<void> {
  const open = kept.filter((socket) => !socket.closed)
  const closed = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  for (const socket of open) socket.destroy()
  await Promise.all(closed)
}

/** Sends one request on a new connection. Returns the status or the error's code. */
function ask(
  url: string,
  from: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | string; text: string }> {
  return new Promise((resolve) => {
    const call = httpRequest(url, { localAddress: from, agent: false, headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    call.on('error', (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? error.message, text: '' }))
    call.end()
  })
}

function metric(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length) ?? 0)
}

describe('a process with a low limit of open files', () => {
  const DESCRIPTORS_MAX = 256
  const VARIABLES = {
    SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    DATABASE_CONNECTIONS_MAX: '10',
    LEASE_DURATION: '1500ms',
    LOG_LEVEL: 'info',
  }

  test(`${2 * DESCRIPTORS_MAX} connections: the database is kept, leases are renewed, other addresses are answered`, async () => {
    const clock = createSystemClock()
    const { id: accountId, bucket } = await createAccount(database.pool, clock, 'Test')
    const key = newApiKey()
    await createApiKey(database.pool, clock, { bucket, accountId, name: 'Test', role: 'full', key })
    const variables = { ...VARIABLES, DATABASE_URL: database.url }
    const loaded = loadConfig(variables)
    assert.ok(loaded.ok)
    const { httpConnectionsMax } = divideDescriptors(DESCRIPTORS_MAX, loaded.config)
    const ofNetworkMax = Math.floor(httpConnectionsMax / 4)
    const service = await startProcess('/nonexistent', variables, { descriptorsMax: DESCRIPTORS_MAX })
    const account = `${service.url}/api/v1/account`
    const headers = { authorization: `Bearer ${key}` }
    const renewedUntil = async () => {
      const { rows } = await database.pool.query({
        text: `select (extract(epoch from min(expires_at)) * 1000)::float8 as at
          from bucket_leases, (select pg_sleep(0.02)) as moment where owner is not null`,
      })
      return rows[0].at as number
    }
    const opened: Opened[] = []
    try {
      assert.match(
        service.output(),
        /"shortage":"The limit of open files is 256: the service accepts \d+ connections at a time/,
      )
      assert.match(service.output(), /"event":"service\.descriptors_short"/)

      opened.push(await open(service.url, 2 * DESCRIPTORS_MAX, '127.0.0.1'))
      assert.equal(opened[0]!.kept.length, ofNetworkMax)
      assert.equal((await ask(account, '127.0.0.1', headers)).status, 'ECONNRESET')
      assert.equal((await ask(account, '127.0.0.2', headers)).status, 'ECONNRESET', 'another address of the network')
      assert.equal((await ask(account, '127.0.1.2', headers)).status, 200)

      // Several addresses take all connections. The service still has its own.
      for (const from of ['127.0.2.3', '127.0.3.4', '127.0.4.5', '127.0.5.5'])
        opened.push(await open(service.url, DESCRIPTORS_MAX, from))
      const since = await renewedUntil()
      for (let renewals = 0, last = since; renewals < 3; renewals++) last = await until(renewedUntil, (at) => at > last)

      await Promise.all(opened.map(close))
      const { text } = await until(
        () => ask(`${service.url}/metrics`, '127.0.1.2'),
        ({ status }) => status === 200,
      )
      const refusedOf = (bound: string) => metric(text, `tidings_http_connections_refused_total{bound="${bound}"}`)
      const refused = opened.reduce((sum, one) => sum + one.refused, 0)
      // Plus one for the refused request.
      assert.ok(refusedOf('address') + refusedOf('all') >= refused + 1)
      assert.equal((await ask(account, '127.0.0.1', headers)).status, 200)

      const lines = service.output().split('\n')
      for (const trouble of [
        /renewal_failed/,
        /EMFILE/,
        /buckets\.aborted/,
        /database\.unavailable/,
        /connection_lost/,
      ])
        assert.deepEqual(
          lines.filter((line) => trouble.test(line)),
          [],
          String(trouble),
        )
      const told = lines.filter((line) => line.includes('"event":"http.connections_refused"'))
      assert.ok(told.length > 0 && told.length < refused / 10, `${told.length} lines of ${refused}`)
    } finally {
      await Promise.all(opened.map(close))
      await service.stop()
    }
  })

  test('too low for the database: the process does not start, and prints the limit that it needs', async () => {
    const variables = { ...VARIABLES, DATABASE_URL: database.url, DATABASE_CONNECTIONS_MAX: '100' }
    const { code, errors } = await failToStart('/nonexistent', variables, { descriptorsMax: 200 })
    assert.equal(code, 1)
    assert.ok(
      errors.includes('The limit of open files is 200: the service needs 232 or more (ulimit -n)'),
      errors.join(),
    )
  })
})

describe('connections of an address', () => {
  const OF_ADDRESS_MAX = 5

  test('streams count as any other; another address is not concerned', async () => {
    const running = await startTestService(database, {
      ROLES: 'api',
      LOG_LEVEL: 'silent',
      HTTP_CONNECTIONS_PER_ADDRESS_MAX: String(OF_ADDRESS_MAX),
    })
    const { url } = running.service
    const { apiKey } = await running.client()
    const stream = `GET /api/v1/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}`
    const opened = await open(url!, OF_ADDRESS_MAX + 3, '127.0.0.1', stream)
    try {
      assert.equal(opened.kept.length, OF_ADDRESS_MAX)
      assert.equal((await ask(`${url}/healthz`, '127.0.0.1')).status, 'ECONNRESET')
      const { text } = await ask(`${url}/metrics`, '127.0.0.2')
      assert.equal(metric(text, 'tidings_http_connections'), OF_ADDRESS_MAX + 1)
      assert.equal(metric(text, 'tidings_http_connections_refused_total{bound="address"}'), 4)
      await close(opened)
      await until(
        () => ask(`${url}/healthz`, '127.0.0.1'),
        ({ status }) => status === 200,
      )
    } finally {
      await close(opened)
      await running.stop()
    }
  })

  test('those of a proxy that is believed are not counted by address: behind it is everybody', async () => {
    const running = await startTestService(database, {
      ROLES: 'api',
      TRUST_PROXY: '127.0.0.0/30',
      HTTP_CONNECTIONS_PER_ADDRESS_MAX: String(OF_ADDRESS_MAX),
    })
    const { url } = running.service
    const proxied = await open(url!, 3 * OF_ADDRESS_MAX, '127.0.0.1')
    const other = await open(url!, 3 * OF_ADDRESS_MAX, '127.0.0.9')
    try {
      assert.equal(proxied.kept.length, 3 * OF_ADDRESS_MAX)
      assert.equal(other.kept.length, OF_ADDRESS_MAX)
    } finally {
      await Promise.all([proxied, other].map(close))
      await running.stop()
    }
  })
})

describe('if all connections are taken', () => {
  const MAX = 12
  const OF_NETWORK_MAX = MAX / 4
  const NETWORKS = ['127.0.1.1', '127.0.2.1', '127.0.3.1', '127.0.4.1']

  test('the oldest without a served request closes for a new one; connections in use stay', async () => {
    const running = await startTestService(database, { ROLES: 'api', HTTP_CONNECTIONS_MAX: String(MAX) })
    const url = running.service.url!
    const { hostname, port } = new URL(url)
    const used = await open(url, OF_NETWORK_MAX, NETWORKS[0]!)
    const silent: Socket[] = []
    try {
      for (const localAddress of NETWORKS.slice(1))
        for (let number = 0; number < OF_NETWORK_MAX; number++) {
          const socket = connect({ host: hostname, port: Number(port), localAddress }).on('error', () => {})
          silent.push(socket)
          await once(socket, 'connect')
        }
      assert.equal((await ask(`${url}/healthz`, NETWORKS[0]!)).status, 'ECONNRESET', 'its network has its part')
      const closed = new Promise((resolve) => silent[0]!.once('close', resolve))
      assert.equal((await ask(`${url}/healthz`, '127.0.5.1')).status, 200)
      await closed
      assert.deepEqual(
        silent.slice(1).map((socket) => socket.closed),
        silent.slice(1).map(() => false),
      )
      assert.deepEqual(
        used.kept.map((socket) => socket.closed),
        [false, false, false],
      )
    } finally {
      for (const socket of silent) socket.destroy()
      await close(used)
      await running.stop()
    }
  })

  test('and all serve requests or streams, the new one closes', async () => {
    const running = await startTestService(database, { ROLES: 'api', HTTP_CONNECTIONS_MAX: String(MAX) })
    const url = running.service.url!
    const { apiKey } = await running.client()
    const stream = `GET /api/v1/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}`
    const opened: Opened[] = []
    try {
      opened.push(await open(url, OF_NETWORK_MAX, NETWORKS[0]!, stream))
      for (const from of NETWORKS.slice(1)) opened.push(await open(url, OF_NETWORK_MAX, from))
      assert.deepEqual(
        opened.map(({ kept }) => kept.length),
        NETWORKS.map(() => OF_NETWORK_MAX),
      )
      assert.equal((await ask(`${url}/healthz`, '127.0.5.1')).status, 'ECONNRESET')
    } finally {
      await Promise.all(opened.map(close))
      await running.stop()
    }
  })
})

describe('the division of descriptors', () => {
  const config = (variables: Record<string, string> = {}) => {
    const loaded = loadConfig(variables)
    assert.ok(loaded.ok)
    return loaded.config
  }

  test('all that is configured, where it fits', () => {
    for (const limit of [13_112, 65_536, Infinity]) {
      const shares = divideDescriptors(limit, config())
      assert.deepEqual([shares.httpConnectionsMax, shares.webhookConnectionsMax, shares.needed], [10_000, 2000, 13_112])
      assert.equal(describeShortage(shares, config()), null)
    }
  })

  test('less of each, and a sentence that names the variables, where it does not', () => {
    const shares = divideDescriptors(1024, config())
    assert.deepEqual([shares.httpConnectionsMax, shares.webhookConnectionsMax], [468, 234])
    assert.equal(
      describeShortage(shares, config()),
      'The limit of open files is 1024: the service accepts 468 connections at a time instead of 10000 (HTTP_CONNECTIONS_MAX); ' +
        'it opens 234 to receivers instead of 2000 (WEBHOOK_CONNECTIONS_MAX). Raise the limit to 13112 (ulimit -n), or lower these variables.',
    )
  })

  test('with any limit, the database has its own share', () => {
    for (const roles of ['api', 'dispatch', 'tasks', 'api,dispatch', 'api,dispatch,tasks'])
      for (let limit = 152; limit < 20_000; limit += 97) {
        const { httpConnectionsMax, webhookConnectionsMax } = divideDescriptors(limit, config({ ROLES: roles }))
        assert.ok(httpConnectionsMax + webhookConnectionsMax + 20 + 64 <= limit, `${roles} ${limit}`)
        assert.equal(httpConnectionsMax > 0, roles.includes('api'))
        assert.equal(webhookConnectionsMax > 0, roles.includes('dispatch'))
      }
  })

  test('a role that the process does not have needs none', () => {
    const api = config({ ROLES: 'api' })
    assert.equal(describeShortage(divideDescriptors(11_200, api), api), null)
    const dispatch = config({ ROLES: 'dispatch' })
    const shares = divideDescriptors(4100, dispatch)
    assert.deepEqual([shares.httpConnectionsMax, shares.webhookConnectionsMax], [0, 2000])
    assert.equal(describeShortage(shares, dispatch), null)
  })

  test('the limit of this process is known', () => {
    assert.ok(descriptorLimit() >= 64)
  })
})
