import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import test from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { createSystemClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { createIdempotency } from '../http/idempotency.ts'
import type { StoredResponse } from '../http/idempotency.ts'
import type { IdempotencyKey } from '../http/request-head.ts'
import { openBucketPlaces } from './servers/places.ts'
import { createIdBlocks } from './id-blocks.ts'
import type { AccountPool, CommonPool, ServicePool } from './pool.ts'
import { withSession } from './session.ts'
import type { Session } from './session.ts'
import type { Connection } from './sql.ts'
import { analyzeGrownTables } from './statistics.ts'
import { joinTransactions } from './joined-transactions.ts'
import { inOrder, snapshot, transaction, transactionAtOnce } from './transaction.ts'
import type { RequestConnections, Transaction } from './transaction.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const database = await endAfterTests(createTestDatabase())
await database.pool.query('create table things (id integer primary key)')

const insert = (id: number) => ({ text: 'insert into things (id) values ($1)', values: [id] })

async function stored(id: number): Promise<boolean> {
  const { rows } = await database.pool.query('select from things where id = $1', [id])
  return rows.length === 1
}

test('commits what the work wrote, and runs what waits for the commit after it', async () => {
  const order: string[] = []
  const result = await transaction(database.pool, async (tx) => {
    tx.afterCommit(() => order.push('after'))
    await tx.query(insert(1))
    order.push('work')
    return 'result'
  })
  assert.equal(result, 'result')
  assert.deepEqual(order, ['work', 'after'])
  assert.ok(await stored(1))
})

test('for statements sent together, the first error is thrown and nothing is stored', async () => {
  const failing = transaction(database.pool, async (tx) => {
    // Its rejection arrives later than the next statement's.
    const stores = tx.query(insert(5))
    const first = tx.query({ text: 'select 1 / 0' }).then().then().then()
    await inOrder([stores, first, tx.query(insert(6))])
  })
  await assert.rejects(failing, { code: '22012' })
  assert.equal(await stored(5), false)
  assert.equal(await stored(6), false)
  await transaction(database.pool, async (tx) => inOrder([tx.query(insert(5)), tx.query(insert(6))]))
  assert.ok((await stored(5)) && (await stored(6)))
})

const named = (id: number) => ({ name: `things.insert_${id}`, rowMode: 'array' as const, ...insert(id) })
const count = { name: 'things.count', rowMode: 'array' as const, text: 'select count(*)::integer from things' }

test('statements at once are one transaction, which begins and ends with them', async () => {
  const order: string[] = []
  const [[before], [after]] = await transactionAtOnce(database.pool, async (tx) => {
    const rows = [tx.query(count), tx.query(named(21)), tx.query(named(22)), tx.query(count)]
    await inOrder(rows)
    assert.ok(await stored(21), 'the results come after the commit')
    tx.afterCommit(() => order.push('after'))
    order.push('work')
    const [first, , , last] = await Promise.all(rows)
    return [first!.rows[0], last!.rows[0]] as unknown as [[number], [number]]
  })
  assert.equal(after, before + 2)
  assert.deepEqual(order, ['work', 'after'])
})

test('of statements at once, none is stored if one fails, is refused or could not be made', async () => {
  const failing = transactionAtOnce(database.pool, async (tx) =>
    inOrder([
      tx.query(named(23)),
      tx.query({ ...count, name: 'things.fail', text: 'select 1 / 0' }),
      tx.query(named(24)),
    ]),
  )
  await assert.rejects(failing, { code: '22012' })
  const unwritable = { ...named(25), values: [{ toPostgres: () => assert.fail('no value') }] }
  const refused = transactionAtOnce(database.pool, async (tx) => inOrder([tx.query(named(23)), tx.query(unwritable)]))
  await assert.rejects(refused, /no value/)
  const unmade = transactionAtOnce(database.pool, (tx) => {
    void tx.query(named(23))
    throw new Error('no statement')
  })
  await assert.rejects(unmade, /no statement/)
  const nameless = transactionAtOnce(database.pool, async (tx) => inOrder([tx.query(named(23)), tx.query(insert(24))]))
  await assert.rejects(nameless, /have a name/)
  const late = transactionAtOnce(database.pool, async (tx) => {
    await tx.query(count)
    await tx.query(named(23))
  })
  await assert.rejects(late, /The transaction is over/)
  for (const id of [23, 24, 25]) assert.equal(await stored(id), false)
  for (let time = 0; time < 2; time++)
    await transactionAtOnce(database.pool, async (tx) => inOrder([tx.query(count), tx.query(named(26 + time))]))
  assert.ok((await stored(26)) && (await stored(27)))
})

test('statements at once of a connection that ends have no result, and the next ones have a connection', async () => {
  const ended = transactionAtOnce(database.pool, async (tx) =>
    inOrder([
      tx.query(named(28)),
      tx.query({ ...count, name: 'things.end', text: 'select pg_terminate_backend(pg_backend_pid())' }),
    ]),
  )
  await assert.rejects(ended)
  assert.equal(await stored(28), false)
  await transactionAtOnce(database.pool, async (tx) => inOrder([tx.query(named(28))]))
  assert.ok(await stored(28))
})

test('a transaction that could not begin does nothing, and its connection is reused', async () => {
  const client = await database.pool.connect()
  const query = client.query.bind(client) as (given: unknown) => Promise<unknown>
  client.query = ((given: unknown) =>
    query((given as { text: string }).text === 'begin' ? 'select 1 / 0' : given)) as typeof client.query
  client.release()
  try {
    await assert.rejects(
      transaction(database.pool, async (tx) => inOrder([tx.query(insert(7)), tx.query(insert(8))])),
      { code: '22012' },
    )
    await assert.rejects(
      transaction(database.pool, async () => {}),
      { code: '22012' },
    )
  } finally {
    client.query = query as typeof client.query
  }
  assert.equal(await stored(7), false)
  assert.equal(await stored(8), false)
  await transaction(database.pool, async (tx) => inOrder([tx.query(insert(7)), tx.query(insert(8))]))
  assert.ok((await stored(7)) && (await stored(8)))
})

test('a statement that the work did not wait for is rolled back with the rest', async () => {
  const failing = transaction(database.pool, async (tx) => {
    void tx.query(insert(9))
    throw new Error('no')
  })
  await assert.rejects(failing, /^Error: no$/)
  assert.equal(await stored(9), false)
})

test('after its end a transaction takes no statement', async () => {
  let kept: Transaction | undefined
  await transaction(database.pool, async (tx) => {
    kept = tx
  })
  await assert.rejects(kept!.query(insert(10)), /over/)
  assert.equal(await stored(10), false)
})

test('an error rolls back, is thrown on, and runs no action after the commit', async () => {
  const failing = transaction(database.pool, async (tx) => {
    tx.afterCommit(() => assert.fail('not committed'))
    await tx.query(insert(2))
    throw new Error('no')
  })
  await assert.rejects(failing, /^Error: no$/)
  assert.equal(await stored(2), false)
})

test('a caught error of a statement does not count as a commit', async () => {
  const failing = transaction(database.pool, async (tx) => {
    tx.afterCommit(() => assert.fail('not committed'))
    await tx.query(insert(3))
    await tx.query({ text: 'select 1 / 0' }).catch(() => {})
  })
  await assert.rejects(failing, /rolled back/)
  assert.equal(await stored(3), false)
})

test('a connection lost in the middle fails the work, and is not used again', async () => {
  const failing = transaction(database.pool, async (tx) => {
    const { rows } = await tx.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    await tx.query(insert(4))
  })
  await assert.rejects(failing)
  assert.equal(await stored(4), false)
})

test('each id of a block is given once, also to concurrent callers', async () => {
  await database.pool.query('create sequence things_id_seq')
  const ids = createIdBlocks(database.pool, 'things_id_seq', createSystemClock())
  const counts = [0, 1, 999, 1, 1500, 3]
  const taken = await Promise.all(counts.map((count) => ids.take(count)))
  assert.deepEqual(
    taken.map((some) => some.length),
    counts,
  )
  assert.equal(new Set(taken.flat()).size, 2504)
})

test('a fetch of ids that fails is tried again by the next caller', async () => {
  const ids = createIdBlocks(database.pool, 'later_id_seq', createSystemClock())
  await assert.rejects(ids.take(1), { code: '42P01' })
  await database.pool.query('create sequence later_id_seq')
  assert.deepEqual(await ids.take(2), [1, 2])
})

test('statistics are taken of a table that has grown, once', async () => {
  await withSession(database.url, async (session) => {
    // Autovacuum would take its statistics too.
    await session.query({
      text: 'create table grown with (autovacuum_enabled = off) as select generate_series(1, 2000) as id',
    })
    // Otherwise the session keeps the count of changed rows for a second.
    await session.query({ text: 'select pg_stat_force_next_flush()' })
  })
  const tables = {
    pool: database.pool,
    withMaintenanceSession: <Result>(work: (session: Session) => Promise<Result>) => withSession(database.url, work),
  }
  // A table of another program.
  const role = `other_${randomBytes(6).toString('hex')}`
  await database.pool.query(`create role ${role}`)
  await database.pool.query(
    'create table foreign_grown with (autovacuum_enabled = off) as select generate_series(1, 2000) as id',
  )
  await database.pool.query(`alter table foreign_grown owner to ${role}`)
  await database.pool.query('select pg_stat_force_next_flush()')
  const first = await analyzeGrownTables(tables)
  assert.ok(first.includes('public.grown') && !first.includes('public.foreign_grown'), first.join())
  await database.pool.query('drop table foreign_grown')
  await database.pool.query(`drop role ${role}`)
  const { rows } = await database.pool.query<{ rows: number }>(
    `select reltuples::integer as rows from pg_class where relname = 'grown'`,
  )
  assert.equal(rows[0]!.rows, 2000)
  // Many rows pass, as through a queue.
  await withSession(database.url, async (session) => {
    await session.query({ text: 'delete from grown' })
    await session.query({ text: 'insert into grown select generate_series(1, 2000)' })
    await session.query({ text: 'select pg_stat_force_next_flush()' })
  })
  assert.ok(!(await analyzeGrownTables(tables)).includes('public.grown'))
})

test('the reads of a snapshot see one moment, and it writes nothing', async () => {
  const count = (connection: Connection) => connection.query({ text: 'select count(*) as things from things' })
  const seen = await snapshot(database.pool, async (connection) => {
    const before = await count(connection)
    await database.pool.query(insert(70))
    return [before, await count(connection)].map(({ rows }) => rows[0]!['things'])
  })
  assert.equal(seen[0], seen[1])
  assert.ok(await stored(70))
  await assert.rejects(
    snapshot(database.pool, (connection) => connection.query(insert(71))),
    { code: '25006' },
  )
})

test('joined transactions commit together, and hold no connection before the first one', async () => {
  const order: string[] = []
  const joined = joinTransactions(database.pool, async (tx) => {
    order.push('first')
    await tx.query(insert(40))
  })
  assert.equal(order.length, 0)
  await joined.write(async (tx) => {
    tx.afterCommit(() => order.push('after'))
    await tx.query(insert(41))
  })
  await joined.write(async (tx) => {
    await tx.query(insert(42))
    assert.equal((await tx.query({ text: 'select from things where id between 40 and 42' })).rows.length, 3)
  })
  assert.deepEqual([await stored(40), await stored(41), await stored(42)], [false, false, false])
  assert.deepEqual(order, ['first'])
  await joined.commit(async (tx) => void (await tx.query(insert(43))))
  assert.deepEqual(await Promise.all([40, 41, 42, 43].map(stored)), [true, true, true, true])
  assert.deepEqual(order, ['first', 'after'])
  await joined.rollback()
  assert.ok(await stored(43))
})

test('joined transactions roll back together, and commit nothing after a failed part', async () => {
  const undone = joinTransactions(database.pool, async () => {})
  await undone.write(async (tx) => void (await tx.query(insert(50))))
  await undone.rollback()
  assert.equal(await stored(50), false)

  const failed = joinTransactions(database.pool, async () => {})
  const part = failed.write(async (tx) => {
    await tx.query(insert(51))
    throw new Error('no')
  })
  await assert.rejects(part, /^Error: no$/)
  await assert.rejects(
    failed.commit(async () => {}),
    /^Error: no$/,
  )
  await failed.rollback()
  assert.equal(await stored(51), false)

  const refused = joinTransactions(database.pool, () => Promise.reject(new Error('taken')))
  await assert.rejects(
    refused.write((tx) => tx.query(insert(52))),
    /^Error: taken$/,
  )
  await refused.rollback()
  const empty = joinTransactions(database.pool, async () => {})
  await empty.rollback()
  assert.equal(await stored(52), false)
  assert.equal(database.pool.idleCount, database.pool.totalCount)
})

test('the wrong pool does not compile', () => {
  // Never called: the compiler alone judges it.
  const faults = async (
    { own, common, account }: { own: ServicePool; common: CommonPool; account: AccountPool },
    { pool, write }: RequestConnections,
    { clock, key, work }: { clock: Clock; key: IdempotencyKey; work: () => Promise<StoredResponse> },
  ) => {
    const run = (tx: Transaction) => tx.query({ text: 'select' })
    // @ts-expect-error: a request writes by its `write`, else it would commit without the response of its key
    await transaction(account, run)
    // @ts-expect-error: the same with the connections of a request
    await transaction(pool, run)
    // @ts-expect-error: a transaction begins no other one
    await transaction(own, (tx) => transaction(tx, run))
    // @ts-expect-error: no statement runs outside of the work
    await write.query({ text: 'select' })
    // @ts-expect-error: the service's own connections are not for the work of requests
    createIdempotency({ pool: own, clock, config: { batchWaitMs: 0 } })
    // @ts-expect-error: the requests of all accounts would wait for the places of one
    const keys = createIdempotency({ pool: account, clock, config: { batchWaitMs: 0 } })
    // @ts-expect-error: an account would take the places of all
    await keys.once(common, key, work)
    // @ts-expect-error: the service itself would wait for requests
    await openBucketPlaces(common, ['main'])
  }
  assert.equal(typeof faults, 'function')
})
