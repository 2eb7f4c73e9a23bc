import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { endAfterTests } from '../../../../test/end-after-tests.ts'
import { createTestDatabase } from '../../../../test/database.ts'
import { startDatabaseProxy } from '../../../../test/faults/database-proxy.ts'
import { DatabaseAddress, ReadOnlyServerError } from './address.ts'
import { isOutage, isResultUnknown } from '../database-error.ts'
import { createPool } from '../pool.ts'
import { ServerConnection } from './server-connection.ts'
import { withSession } from '../session.ts'

const database = await endAfterTests(createTestDatabase())
const LIMITS = { connectionsMax: 2, connectTimeoutMs: 5000, statementTimeoutMs: 5000, applicationName: 'tidings test' }

async function withPool<Result>(
  url: DatabaseAddress | string,
  work: (pool: ReturnType<typeof createPool>) => Promise<Result>,
  limits: Partial<typeof LIMITS> = {},
): Promise<Result> {
  const pool = createPool({ ...LIMITS, ...limits, url, onError: () => {} })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

const withUrl = (change: (url: URL) => void) => {
  const url = new URL(database.url)
  change(url)
  return url.href
}

describe('the servers of a URL', () => {
  const { hostname, port } = new URL(database.url)
  const socket = new URL(database.url).searchParams.get('host')
  /** The first server does not respond: no program uses its port. */
  const both = withUrl((url) => {
    url.searchParams.set('host', `127.0.0.1,${socket ?? hostname}`)
    url.searchParams.set('port', `1,${url.searchParams.get('port') ?? (port || '5432')}`)
  })

  it('are tried in turn, and the one that works is used from then on', async () => {
    const address = new DatabaseAddress(both)
    const first = address.server
    await withSession(address, (session) => session.query({ text: 'select 1' }))
    assert.notEqual(address.server, first)
    await withPool(new DatabaseAddress(both), (pool) => pool.query('select 1'))
  })

  it('that are silent share one time limit, before and after the sign-in, in a pool and in a session', async () => {
    const silent = await startDatabaseProxy(database.url)
    const silentLater = await startDatabaseProxy(database.url)
    try {
      silent.silence()
      const ports = [silent, silentLater].map((proxy) => new URL(proxy.url).port)
      const url = withUrl((one) => {
        one.searchParams.set('host', `127.0.0.1,127.0.0.1,${socket ?? hostname}`)
        one.searchParams.set('port', [...ports, one.searchParams.get('port') ?? (port || '5432')].join())
      })
      assert.equal(new DatabaseAddress(url).timeoutOf(3000), 1000)
      const limits = { connectionTimeoutMillis: 3000 }
      silentLater.hold(['database.is_read_only'], 'before')
      const connection = await ServerConnection.open(new DatabaseAddress(url), limits)
      await connection.end()
      silentLater.hold(['database.is_read_only'], 'before')
      await withPool(new DatabaseAddress(url), (pool) => pool.query('select 1'), { connectTimeoutMs: 3000 })
      const alone = await ServerConnection.open(new DatabaseAddress(silent.url), limits).catch(
        (error: unknown) => error,
      )
      assert.ok(isOutage(alone))
      assert.ok(!isResultUnknown(alone))
    } finally {
      await silent.close()
      await silentLater.close()
    }
  })

  it("that are read-only are not used, and the URL's settings do not replace the service's", async () => {
    const readOnly = withUrl((url) =>
      url.searchParams.set('options', '-c default_transaction_read_only=on -c DateStyle=German'),
    )
    await withPool(readOnly, async (pool) => {
      const error: unknown = await pool.query('select 1').catch((caught: unknown) => caught)
      assert.ok(error instanceof ReadOnlyServerError)
      assert.ok(isOutage(error))
    })
    const german = withUrl((url) => url.searchParams.set('options', '-c DateStyle=German -c search_path=pg_catalog'))
    await withPool(german, async (pool) => {
      const { rows } = await pool.query(
        `select current_setting('DateStyle') as style, current_setting('search_path') as path`,
      )
      assert.deepEqual(rows, [{ style: 'ISO, DMY', path: 'pg_catalog' }])
    })
  })

  it('close a connection whose server has become read-only', async () => {
    await withPool(database.url, async (pool) => {
      const processOf = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
      const before = await processOf()
      await pool.query('set default_transaction_read_only = on')
      await assert.rejects(pool.query('create table t ()'), { code: '25006' })
      assert.notEqual(await processOf(), before)
    })
  })
})

it('a password that changed is read again when the server refuses the old one', async () => {
  const user = `rotating_${randomBytes(6).toString('hex')}`
  const run = (text: string) => database.pool.query(text)
  await run(`create role ${user} login password 'first'`)
  try {
    const urlWith = (password: string) =>
      withUrl((url) => {
        url.username = user
        url.password = password
      })
    let file = urlWith('first')
    const address = new DatabaseAddress(file, () => file)
    // No role has this name, so the server refuses the sign-in whatever its password rules are.
    const unknown = new URL(file)
    unknown.username = `${user}_gone`
    file = urlWith('second')
    const stale = new DatabaseAddress(unknown.href, () => file)
    const use = () => withSession(stale, (session) => session.query({ text: 'select 1' }))
    // Only the first failure finds another text in the file. The second connection uses it too.
    await Promise.all([use(), use()])
    assert.equal(stale.url, file)
    assert.equal(address.reread(), true)
    assert.equal(address.reread(), false)
    file = 'no URL'
    assert.equal(address.reread(), false)
  } finally {
    await run(`drop role ${user}`)
  }
})
