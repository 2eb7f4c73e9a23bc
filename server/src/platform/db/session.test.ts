import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { until } from '../../../test/service.ts'
import { withSession } from './session.ts'
import type { Session } from './session.ts'

const database = await createTestDatabase()
after(() => database.close())

const ROWS = 50_000
const SELECT = `copy (select i, repeat('x', 100) from generate_series(1, ${ROWS}) i) to stdout`
const failed = new Error('The disk is full')

/** A session with an empty table of two columns. */
const inSession = (work: (session: Session) => Promise<void>) =>
  withSession(database.url, async (session) => {
    await session.query({ text: 'create temporary table copied (id integer primary key, name text)' })
    await work(session)
  })

const into = (session: Session, source: AsyncIterable<Buffer>) =>
  session.copyIn('copy copied (id, name) from stdin', source)

async function* rowsUntil(last: number, end: () => void = () => {}): AsyncGenerator<Buffer> {
  for (let id = 1; id <= last; id++) yield Buffer.from(`${id}\tname\n`)
  end()
}

test('a table is copied out and in, and each block waits for the one before', async () => {
  await inSession(async (session) => {
    const blocks: Buffer[] = []
    let writing = 0
    const rows = await session.copyOut(SELECT, async (block) => {
      writing += 1
      assert.equal(writing, 1)
      await new Promise(setImmediate)
      blocks.push(Buffer.from(block))
      writing -= 1
    })
    assert.equal(rows, ROWS)
    assert.equal(
      await into(
        session,
        (async function* () {
          yield* blocks
        })(),
      ),
      ROWS,
    )
    const { rows: counted } = await session.query({
      text: 'select count(*)::integer as count, sum(id) as sum from copied',
    })
    assert.deepEqual(counted, [{ count: ROWS, sum: (ROWS * (ROWS + 1)) / 2 }])
  })
})

test('a block that cannot be written ends the copy and its connection', async () => {
  await inSession(async (session) => {
    const { rows } = await session.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    await assert.rejects(
      session.copyOut(SELECT, () => Promise.reject(failed)),
      failed,
    )
    const text = 'select from pg_stat_activity where pid = $1'
    await until(
      () => database.pool.query({ text, values: [rows[0]!.pid] }),
      (found) => found.rows.length === 0,
    )
    await assert.rejects(session.query({ text: 'select 1' }))
  })
})

test('an error of the source, and a row that the server refuses, undo the copy, and the session goes on', async () => {
  await inSession(async (session) => {
    const stop = () => {
      throw failed
    }
    await assert.rejects(into(session, rowsUntil(ROWS, stop)), failed)
    const doubled = (async function* () {
      yield* rowsUntil(ROWS)
      yield* rowsUntil(ROWS)
    })()
    await assert.rejects(into(session, doubled), { code: '23505' })
    await assert.rejects(
      session.copyOut('copy missing to stdout', () => Promise.resolve()),
      { code: '42P01' },
    )
  })
  await inSession(async (session) => {
    await assert.rejects(
      into(
        session,
        rowsUntil(1, () => {
          throw failed
        }),
      ),
      failed,
    )
    assert.equal(await into(session, rowsUntil(2)), 2)
  })
})

test('a connection that is lost ends a copy in', async () => {
  await inSession(async (session) => {
    const { rows } = await session.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    const endless = (async function* () {
      await database.pool.query({ text: 'select pg_terminate_backend($1)', values: [rows[0]!.pid] })
      for (;;) yield* rowsUntil(ROWS)
    })()
    await assert.rejects(into(session, endless))
  })
})
