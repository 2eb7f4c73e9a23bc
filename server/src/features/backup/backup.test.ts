import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startTestServer } from '../../../test/database-server.ts'
import type { TestServer } from '../../../test/database-server.ts'
import { createTestDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { VERSION, versionWith } from '../../../test/newer-version.ts'
import { NODE_FLAGS, programOf, startProcess } from '../../../test/process.ts'
import { call, prepareMessages, startTestService, until } from '../../../test/service.ts'
import { FEED_START } from '../../core/events/feed-position.ts'
import { readFeed } from '../../core/events/feed.ts'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../platform/db/migrations.ts'
import { ensurePartitions } from '../../platform/db/partitions/make.ts'
import { createPool } from '../../platform/db/pool.ts'
import { withSession } from '../../platform/db/session.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { createEventIds } from '../../platform/ids.ts'
import { writeBackup } from './backup.ts'
import { beginApart, loadFeedTransactions, listTables } from './tables.ts'
import { readHead, MAGIC } from './format.ts'
import { checkFile, loadBackup, schemaMistake } from './restore.ts'

const clock = createSystemClock()
const onProgress = () => {}

let directory: string
let elsewhere: TestServer
before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'tidings-backup-'))
  elsewhere = await startTestServer()
  await migrate(await createElsewhere('migrated'), clock)
})
after(async () => {
  await elsewhere.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** Creates a database in another cluster. */
async function createElsewhere(name: string, template = 'template1'): Promise<string> {
  await withSession(elsewhere.url, (session) => session.query({ text: `create database ${name} template ${template}` }))
  const url = new URL(elsewhere.url)
  url.pathname = `/${name}`
  return url.href
}

let databases = 0
/** Creates a migrated and empty database in another cluster. */
const emptyElsewhere = () => createElsewhere(`restored_${(databases += 1)}`, 'migrated')

const backup = (url: string, path: string) =>
  withSession(url, (session) => writeBackup(session, { path, clock, onProgress }))

async function restore(url: string, path: string) {
  const head = await readHead(path)
  await checkFile(path, head)
  return withSession(url, (session) => loadBackup(session, { path, head, onProgress }))
}

/** Uses up transaction numbers of the cluster. */
async function burn(url: string, numbers: number): Promise<void> {
  const text = `do $$ begin for i in 1..${numbers} loop perform pg_current_xact_id(); commit; end loop; end $$`
  await withSession(url, (session) => session.query({ text }))
}

/** The cluster's current transaction number. */
async function counterOf(url: string): Promise<number> {
  const text = 'select pg_current_xact_id()::text as tx'
  return withSession(url, async (session) => Number((await session.query<{ tx: string }>({ text })).rows[0]!.tx))
}

async function contents(connection: Connection): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { name, columns } of await listTables(connection)) {
    const { rows } = await connection.query<{ row: string }>({
      text: `select row(${columns.join(', ')})::text as row from ${name} order by 1`,
    })
    found[name] = rows.map(({ row }) => row)
  }
  return found
}

function newPool(url: string) {
  const limits = { connectionsMax: 5, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 }
  return createPool({ url, ...limits, applicationName: 'test', onError: () => {} })
}

test('all data is restored in another cluster, and the service continues there', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const first = await startTestService(database)
  const client = await first.client()
  await prepareMessages(client)
  const odd = 'tab\t newline\n return\r backslash \\ \\N quote \' " \u2028 \u{1f4ec} \\. end'
  const attributes = [{ name: 'order.id', value: odd }]
  const message = {
    external_user_id: 'ada',
    message_template_name: 'receipt',
    message_attributes_attributes: attributes,
  }
  const created: { id: number }[] = []
  for (let made = 0; made < 5; made++) {
    const response = await client.call('POST', '/api/v1/messages', { message })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    created.push(response.body.message)
  }
  await client.call('POST', '/api/v1/messages', {
    message: { ...message, send_at: isoTime(clock.now() + 86_400_000) },
  })
  const path = join(directory, 'whole')
  // While the service runs and sends.
  const made = await backup(database.url, path)
  assert.equal(made.tables.find(({ name }) => name === 'messages')?.rows, 6)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(directory), ['whole'])
  await first.stop()
  // The second backup is of a database at rest, for comparison.
  await backup(database.url, path)

  const url = await emptyElsewhere()
  const restored = await restore(url, path)
  assert.equal(restored.migration, readMigrations(MIGRATIONS_DIRECTORY).length)
  const pool = newPool(url)
  assert.deepEqual(await contents(pool), await contents(database.pool))
  const second = await startTestService({ url, pool, close: () => Promise.resolve() })
  try {
    const again = (method: string, path: string, body?: unknown) =>
      call(second.service.url!, client.apiKey, method, path, body)
    const shown = await again('GET', `/api/v1/messages/${created[0]!.id}`)
    assert.equal(shown.body.message.message_attributes[0].value, odd)
    const response = await again('POST', '/api/v1/messages', { message })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    assert.ok(response.body.message.id > created.at(-1)!.id)
    const delivery = response.body.message.deliveries[0].id as number
    await until(
      () => again('GET', `/api/v1/deliveries/${delivery}`),
      ({ body }) => body.status === 'delivered',
    )
  } finally {
    await second.stop()
    await pool.end()
  }
})

describe('the event feed', () => {
  const account = { bucket: 1, accountId: 1 }
  let database: TestDatabase
  before(async () => void (database = await createTestDatabase()))
  after(() => database.close())

  async function emit(connection: Connection, ids: readonly string[]): Promise<void> {
    await connection.query({
      text: `insert into events (bucket, account_id, id, type, created_at, source, body)
        select $1, $2, id, 'ping', now(), 'api', '{}' from unnest($3::text[]) as id`,
      values: [account.bucket, account.accountId, ids],
    })
  }

  async function read(connection: Connection, after = FEED_START, limit = 200) {
    const filters = { type: null, state: null, deliveryId: null }
    const page = await readFeed(connection, { ...account, after, limit, ...filters })
    return { ids: page.events.map(({ id }) => id), next: page.next }
  }

  for (const counter of ['lower', 'higher'])
    test(`loses nothing after a restore into a cluster whose counter is ${counter}`, async () => {
      await database.pool.query('truncate events')
      const eventIds = createEventIds(clock)
      const ids = Array.from({ length: 30 }, () => eventIds.next(0).id)
      // Stored in another order than the ids, each in its own transaction.
      const stored = ids.toSorted((one, other) => (one.slice(-3) < other.slice(-3) ? -1 : 1))
      if (counter === 'lower') await burn(database.url, 3000)
      // Other tests have already raised this cluster's counter by an unknown number.
      else
        await burn(
          elsewhere.url,
          100_000 + Math.max(0, (await counterOf(database.url)) - (await counterOf(elsewhere.url))),
        )
      for (const id of stored) await emit(database.pool, [id])
      // Transactions of other tests on the same server delay the feed for a while.
      const half = await until(
        () => read(database.pool, FEED_START, 15),
        (page) => page.ids.length === 15,
      )
      assert.deepEqual(half.ids, stored.slice(0, 15))
      const path = join(directory, counter)
      await backup(database.url, path)

      const url = await emptyElsewhere()
      await restore(url, path)
      const pool = newPool(url)
      try {
        const transactions = await pool.query<{ tx: string }>('select distinct tx::text as tx from events')
        const before = await database.pool.query<{ tx: string }>('select max(tx)::text as tx from events')
        assert.equal(BigInt(transactions.rows[0]!.tx) < BigInt(before.rows[0]!.tx), counter === 'lower')
        await withSession(url, (session) => ensurePartitions(session, clock.now()))
        const [fresh] = [eventIds.next(0).id]
        await emit(pool, [fresh])
        const rest = await until(
          () => read(pool, half.next),
          (page) => page.ids.includes(fresh),
        )
        const seen = new Set([...half.ids, ...rest.ids])
        assert.deepEqual([...seen].toSorted(), [...ids, fresh].toSorted())
        assert.equal(rest.ids.at(-1), fresh)
        assert.deepEqual((await read(pool, rest.next)).ids, [])
      } finally {
        await pool.end()
      }
    })

  test('the restore is stored under a number that no event of the backup had', async () => {
    await withSession(elsewhere.url, async (session) => {
      const { rows } = await session.query<{ tx: string }>({ text: 'select pg_current_xact_id()::text as tx' })
      const next = Array.from({ length: 200 }, (_, index) => `${BigInt(rows[0]!.tx) + BigInt(index)}\n`)
      async function* given(): AsyncGenerator<Buffer> {
        yield* [Buffer.from(next.join(''))]
      }
      assert.equal(await loadFeedTransactions(session, given()), next.length)
      await beginApart(session)
      const taken = await session.query<{ tx: string }>({ text: 'select pg_current_xact_id()::text as tx' })
      assert.ok(!next.includes(`${taken.rows[0]!.tx}\n`))
      await session.query({ text: 'rollback' })
    })
  })
})

describe('refusals', () => {
  let database: TestDatabase
  let good: string
  let whole: Buffer
  before(async () => {
    database = await createTestDatabase()
    await database.pool
      .query(`insert into accounts (bucket, id, name, created_at) select 1, n, repeat('x', n % 90), now()
      from generate_series(1, 3000) as n`)
    good = join(directory, 'good')
    await backup(database.url, good)
    whole = readFileSync(good)
  })
  after(() => database.close())

  async function refusal(work: () => Promise<unknown>): Promise<string> {
    const outcome = await work().then(
      () => null,
      (error: Error) => error,
    )
    assert.equal(outcome?.name, 'BackupError', String(outcome?.stack))
    return outcome.message
  }

  test('a database that is not empty, which stays as it was', async () => {
    const url = await emptyElsewhere()
    await restore(url, good)
    assert.match(await refusal(() => restore(url, good)), /^The database is not empty \(there are accounts\)/)
    await withSession(url, async (session) => {
      const { rows } = await session.query({ text: 'select count(*) from accounts' })
      assert.deepEqual(rows, [{ count: 3000 }])
    })
  })

  test('a file that is torn anywhere', async () => {
    const torn = join(directory, 'torn')
    for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 60)) {
      writeFileSync(torn, whole)
      truncateSync(torn, length)
      assert.match(await refusal(() => restore(elsewhere.url, torn)), /incomplete|is not a backup/, `${length} bytes`)
    }
    truncateSync(torn, 0)
    writeFileSync(torn, whole.subarray(0, -1))
    assert.match(await refusal(() => restore(elsewhere.url, torn)), /incomplete/)
  })

  test('a file that was altered anywhere', async () => {
    const altered = join(directory, 'altered')
    const start = whole.indexOf(0x0a, MAGIC.length)
    // Each byte of the beginning, many of the header, and some of the rows.
    const stepAt = (offset: number) =>
      offset < 2 * MAGIC.length ? 1 : offset < start + 40 ? 7 : Math.ceil(whole.length / 50)
    for (let offset = 0; offset < whole.length; offset += stepAt(offset)) {
      const bytes = Buffer.from(whole)
      bytes[offset]! ^= 0x01
      writeFileSync(altered, bytes)
      await refusal(() => restore(elsewhere.url, altered))
    }
    const later = Buffer.from(whole)
    later[whole.indexOf('Z"') - 1]! ^= 0x01
    writeFileSync(altered, later)
    assert.match(await refusal(() => restore(elsewhere.url, altered)), /checksum differs/)
    writeFileSync(altered, whole)
    appendFileSync(altered, whole.subarray(start + 1))
    assert.match(await refusal(() => restore(elsewhere.url, altered)), /altered/)
    appendFileSync(altered, 'x')
    await refusal(() => restore(elsewhere.url, altered))
  })

  test('a file that is not a backup, or has a newer format or schema', async () => {
    const other = join(directory, 'other')
    writeFileSync(other, 'PGDMP')
    assert.match(await refusal(() => readHead(other)), /is not a backup of Tidings/)
    assert.match(await refusal(() => readHead(directory)), /cannot be read \(EISDIR\)/)
    assert.match(await refusal(() => readHead(join(directory, 'none'))), /cannot be read \(ENOENT\)/)
    writeFileSync(other, `${MAGIC}${JSON.stringify({ format: 2 })}\n`)
    assert.match(await refusal(() => readHead(other)), /format 2: use a newer version/)
    const { header } = await readHead(good)
    const known = readMigrations(MIGRATIONS_DIRECTORY)
    assert.equal(schemaMistake(known, header), null)
    assert.match(schemaMistake(known.slice(1), header)!, /newer version of Tidings/)
    const [first, ...rest] = header.migrations
    const changed = { ...header, migrations: [{ ...first!, sha256: 'x' }, ...rest] }
    assert.match(schemaMistake(known, changed)!, /with other migrations than this version/)
  })

  test('a backup that cannot be written leaves the one before as it was', async () => {
    await assert.rejects(backup(database.url, join(directory, 'none', 'file')), { code: 'ENOENT' })
    writeFileSync(join(directory, 'before'), 'before')
    await withSession(database.url, async (session) => {
      await session.query({ text: 'set search_path = pg_temp' })
      await assert.rejects(writeBackup(session, { path: join(directory, 'before'), clock, onProgress }))
    })
    assert.equal(readFileSync(join(directory, 'before'), 'utf8'), 'before')
    assert.ok(!readdirSync(directory).some((name) => name.endsWith('.partial')))
  })
})

describe('the command line', () => {
  async function tidings(variables: Record<string, string>, ...args: string[]) {
    return run(await programOf('cli'), variables, ...args)
  }
  function run(cli: string, variables: Record<string, string>, ...args: string[]) {
    return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
      const env = { PATH, NODE_COMPILE_CACHE, ...variables }
      execFile(process.execPath, [...NODE_FLAGS, cli, ...args], { env }, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
      })
    })
  }

  test('from the embedded database of a running service to a database that is given', async () => {
    const dataDir = join(directory, 'data')
    const file = join(directory, 'embedded')
    const service = await startProcess(dataDir, {})
    const made = await tidings({ DATA_DIR: dataDir }, 'backup', file, '--json')
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stderr, /^accounts: 1 rows$/m)
    const { backup: told } = JSON.parse(made.stdout)
    assert.deepEqual([told.path, told.keys_included, told.keys_are_in], [file, false, `${dataDir}/secrets.key`])
    const [, key] = /"api_key":"(sk_\w+)"/.exec(service.output())!
    assert.equal((await tidings({ DATA_DIR: dataDir }, 'restore', file)).code, 1)
    await service.stop()

    const url = await createElsewhere('from_embedded')
    const variables = { DATABASE_URL: url, SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
    const restored = await tidings(variables, 'restore', file)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(
      restored.stdout,
      /^Restored .*\.\nThe file does not contain the keys of its secrets: SECRETS_KEYS must contain/m,
    )
    const moved = await startProcess(dataDir, variables)
    assert.doesNotMatch(moved.output(), /first_start/)
    assert.equal((await call(moved.url, key!, 'GET', '/api/v1/account')).body.account.name, 'Default')
    assert.equal(await moved.stop(), 0)
  })

  test('a backup of an older version is migrated on', async () => {
    const newer = await versionWith({ later: `alter table accounts add column later text default 'added'` })
    const old = await emptyElsewhere()
    await withSession(old, (session) =>
      session.query({ text: `insert into accounts (bucket, id, name, created_at) values (1, 1, 'Old', now())` }),
    )
    const file = join(directory, 'old')
    await backup(old, file)
    const url = await createElsewhere('from_old')
    const variables = { DATABASE_URL: url, SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
    const { code, stdout, stderr } = await run(newer.cli, variables, 'restore', file, '--json')
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).restored.migration, VERSION)
    await withSession(url, async (session) => {
      const { rows } = await session.query({
        text: `select name, later, (select max(version) from schema_migrations) as version from accounts`,
      })
      assert.deepEqual(rows, [{ name: 'Old', later: 'added', version: VERSION + 1 }])
    })
    const migrated = await createElsewhere('newer')
    await migrate(migrated, clock, { directory: newer.migrations })
    const refused = await run(newer.cli, { ...variables, DATABASE_URL: migrated }, 'restore', file)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /The database is newer than the backup/)
    const nowhere = await tidings({ ...variables, DATABASE_URL: old }, 'backup', join(directory, 'no', 'where'))
    assert.deepEqual([nowhere.code, nowhere.stdout], [1, ''])
    assert.match(nowhere.stderr, /^The file cannot be written: ENOENT/m)
  })
})
