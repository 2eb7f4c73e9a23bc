/**
 * PostgreSQL refuses work for a moment: a lock timeout, a deadlock, a serialization failure, too many connections. The
 * service retries a limited number of times, then the caller gets 503 (invariant 11: after an error, nothing is
 * written).
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createPool } from '../../src/platform/db/pool.ts'
import type { ConnectionPool as Pool } from '../../src/platform/db/pool.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { startDatabaseProxy } from '../faults/database-proxy.ts'
import type { DatabaseProxy } from '../faults/database-proxy.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { ApiResponse, Client, TestService } from '../service.ts'

/** How often a batch is tried at most. */
const TRIES_MAX = 5
const CREATES = 10
const CONNECTIONS_MAX = 4
/** Timeout of statements and connections. PostgreSQL checks for deadlocks after one second. */
const TIMEOUT_MS = 5000

describe('when the database refuses for a moment', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  /** Connects with its own role, so that its connections can be counted, and with short timeouts. */
  let pool: Pool
  let role: string
  let running: TestService
  let client: Client

  const admin = (text: string) => withSession(database.url, (session) => session.query({ text }))

  before(async () => {
    database = await createTestDatabase()
    role = `tidings_limited_${randomBytes(4).toString('hex')}`
    await admin(`create role ${role} login password 'limited'`)
    await admin(`grant all on all tables in schema public to ${role}`)
    await admin(`grant all on all sequences in schema public to ${role}`)
    proxy = await startDatabaseProxy(database.url)
    const url = new URL(proxy.url)
    url.username = role
    url.password = 'limited'
    pool = createPool({
      url: url.href,
      connectionsMax: CONNECTIONS_MAX,
      connectTimeoutMs: TIMEOUT_MS,
      statementTimeoutMs: TIMEOUT_MS,
      applicationName: 'limited',
      onError: () => {},
    })
    running = await startTestService(
      { url: url.href, pool, close: database.close },
      {
        ROLES: 'api',
        LOG_LEVEL: 'fatal',
      },
    )
  })
  after(async () => {
    await running.stop()
    await pool.end()
    await proxy.close()
    await admin(`drop owned by ${role}`)
    await admin(`drop role ${role}`)
    await database.close()
  })
  beforeEach(async () => {
    client = await running.client()
    await prepareMessages(client)
  })

  const create = (fields: object = { external_user_id: 'ada' }) =>
    client.call('POST', '/api/v1/messages', { message: { message_template_name: 'receipt', ...fields } })
  const WITH_RECIPIENT = { external_user_id: 'eve', notification_user: { email: 'silent@tidings.test' } }

  function assertUnavailable({ status, headers, body }: ApiResponse): void {
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'unavailable', '1'], JSON.stringify(body))
  }

  async function stored(): Promise<number> {
    const { rows } = await database.pool.query<{ stored: number }>({
      text: `select ((select count(*) from messages where bucket = $1 and account_id = $2)
        + (select count(*) from deliveries where bucket = $1 and account_id = $2)
        + (select count(*) from events where bucket = $1 and account_id = $2))::int as stored`,
      values: [client.bucket, client.accountId],
    })
    return rows[0]!.stored
  }

  test('a lock that is not free within the statement timeout: 503, and success after it is free', async () => {
    const createBoth = () => Promise.all([create(), create(WITH_RECIPIENT)])
    await withSession(database.url, async (session) => {
      await session.query({ text: 'begin' })
      await session.query({ text: 'lock table deliveries in access exclusive mode' })
      for (const response of await createBoth()) assertUnavailable(response)
      await session.query({ text: 'rollback' })
    })
    assert.equal(await stored(), 0)
    for (const { status } of await createBoth()) assert.equal(status, 201)
    assert.equal(await stored(), 6)
  })

  test('a deadlock: one of the two is run again, and its caller notices nothing', async () => {
    const deadlocks = async () => {
      const text =
        'select deadlocks from pg_stat_database, (select pg_sleep(0.05)) waited where datname = current_database()'
      return (await database.pool.query<{ deadlocks: number }>({ text })).rows[0]!.deadlocks
    }
    const before = await deadlocks()
    const locks = async (mode: string, granted: boolean) => {
      const text = `select count(*)::int as locks from pg_locks, (select pg_sleep(0.01)) waited
        where granted = $2 and relation = 'messages'::regclass and mode = $1
          and database = (select oid from pg_database where datname = current_database())`
      return (await database.pool.query<{ locks: number }>({ text, values: [mode, granted] })).rows[0]!.locks
    }
    // The service has written messages, and waits before it writes deliveries.
    const held = proxy.hold(['messages.insert', 'deliveries.insert'], 'before')
    const created = create()
    await held.reached
    // The proxy has forwarded the first statement, but the server may not have run it yet.
    await until(
      () => locks('RowExclusiveLock', true),
      (found) => found > 0,
    )
    await withSession(database.url, async (session) => {
      // So PostgreSQL ends the service's transaction and not this one.
      await session.query({ text: `set deadlock_timeout = '1h'` })
      await session.query({ text: 'begin' })
      await session.query({ text: 'lock table deliveries in access exclusive mode' })
      const locked = session.query({ text: 'lock table messages in access exclusive mode' })
      await until(
        () => locks('AccessExclusiveLock', false),
        (found) => found > 0,
      )
      held.release()
      await locked
      await session.query({ text: 'commit' })
    })
    assert.equal((await created).status, 201)
    assert.equal(await stored(), 3)
    await until(deadlocks, (found) => found > before)
  })

  /** The next `times` statements that write messages of the account fail with the code. */
  async function failWith(code: string, times: number): Promise<{ tries(): Promise<number> }> {
    const sequence = `tries_${client.accountId}`
    await admin(`create sequence ${sequence}`)
    await admin(`grant all on sequence ${sequence} to ${role}`)
    await admin(`create or replace function refuse_${client.accountId}() returns trigger language plpgsql as $$
      begin
        if nextval('${sequence}') <= ${times} then raise exception 'refused' using errcode = '${code}'; end if;
        return null;
      end $$`)
    await admin(`create trigger refuse_${client.accountId} before insert on messages for each statement
      execute function refuse_${client.accountId}()`)
    return {
      async tries() {
        await admin(`drop trigger refuse_${client.accountId} on messages`)
        const { rows } = await database.pool.query<{ tries: number }>(
          `select case when is_called then last_value else 0 end as tries from ${sequence}`,
        )
        return rows[0]!.tries
      },
    }
  }

  for (const [what, code] of [
    ['a deadlock', '40P01'],
    ['a failed serialization', '40001'],
    ['a lock not available', '55P03'],
  ] as const) {
    test(`${what} that passes is tried again`, async () => {
      const failing = await failWith(code, TRIES_MAX - 1)
      const response = await create()
      assert.equal(await failing.tries(), TRIES_MAX)
      assert.equal(response.status, 201)
      assert.equal(await stored(), 3)
    })

    test(`${what} that does not pass is tried ${TRIES_MAX} times: 503`, async () => {
      const failing = await failWith(code, 1_000_000)
      const response = await create()
      assert.equal(await failing.tries(), TRIES_MAX)
      assertUnavailable(response)
      assert.equal(await stored(), 0)
    })
  }

  test('too many connections: 503, and on once there are some', async () => {
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`
    await admin(`alter role ${role} connection limit 0`)
    await admin(end)
    for (let calls = 0; calls < CREATES; calls++) assertUnavailable(await create())
    const ready = await client.call('GET', '/readyz')
    assert.deepEqual([ready.status, ready.body.reasons], [503, ['the database is unavailable']])
    await admin(`alter role ${role} connection limit -1`)
    assert.equal((await create()).status, 201)
    assert.equal((await client.call('GET', '/readyz')).status, 200)
  })
})
