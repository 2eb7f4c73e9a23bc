// The service with a role that only reads and writes rows, and the statements of docs/operating.md.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withSession } from '../../src/platform/db/session.ts'
import { deliverMessages, SERVICE_VARIABLES } from '../deliver.ts'
import { blocksOf } from '../docs-page.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startPostgresServer } from '../postgres-server.ts'
import { failToStart } from '../process.ts'
import { until } from '../service.ts'

const server = await endAfterTests(startPostgresServer())
const urlOf = (user: string, database = 'tidings') => `postgresql://${user}@127.0.0.1:${server.port}/${database}`
const owner = urlOf('tidings_owner')
const variables = { DATABASE_URL: urlOf('tidings_app'), MIGRATION_DATABASE_URL: owner }

/** The superuser of the test's server is called tidings, so the role of the page gets another name. */
const named = (text: string) => text.replaceAll(/\b(role|to) tidings\b/g, '$1 tidings_app')
const [asSuperuser = '', asOwner = ''] = blocksOf('operating.md', 'Least privileges', 'sql').map(named)

async function run(url: string, text: string): Promise<Record<string, unknown>[]> {
  return withSession(url, async (session) => {
    let rows: Record<string, unknown>[] = []
    for (const one of text.split(';').filter((part) => part.trim() !== ''))
      rows = (await session.query<Record<string, unknown>>({ text: one })).rows
    return rows
  })
}

describe('least privileges', () => {
  it('are granted by the statements of the page, and a message comes to its end with them', async () => {
    // The page makes it.
    await run(urlOf('tidings', 'postgres'), 'drop database tidings')
    await run(urlOf('tidings', 'postgres'), asSuperuser)
    await run(owner, asOwner)
    const meanwhile = async () => {
      const [partitions] = await run(owner, 'select count(*)::int as made from pg_inherits')
      assert.ok(Number(partitions!['made']) >= 18)
      // More rows than a new table needs for statistics.
      await run(
        owner,
        `insert into suppressions (bucket, account_id, channel_type, address, reason, created_at)
          select bucket, id, 'email', n || '@example.com', 'bounce', now() from accounts, generate_series(1, 1000) n`,
      )
      await until(
        () => run(owner, `select reltuples::int as rows from pg_class where oid = 'suppressions'::regclass`),
        ([table]) => table!['rows'] === 1000,
      )
    }
    const output = await deliverMessages(variables, { meanwhile })
    assert.doesNotMatch(output, /permission denied|task\.failed/)
  })

  it('give the role no more than rows', async () => {
    for (const text of ['create table t ()', 'drop table messages', 'truncate messages', 'create temporary table t ()'])
      await assert.rejects(run(variables.DATABASE_URL, text), { code: '42501' }, text)
  })

  it('that are missing stop the start with one line', async () => {
    const failed = async (others = {}) => {
      const { code, errors } = await failToStart('/nonexistent', { ...SERVICE_VARIABLES, ...variables, ...others })
      assert.equal(code, 1)
      return errors
    }
    await run(
      owner,
      'revoke insert on messages from tidings_app; revoke usage on sequence messages_id_seq from tidings_app',
    )
    assert.deepEqual(await failed(), [
      'The user tidings_app of DATABASE_URL lacks rights on messages, messages_id_seq: run the GRANTs of docs/operating.md',
    ])
    await run(owner, 'revoke all on all tables in schema public from tidings_app')
    const [line = '', ...more] = await failed()
    assert.match(line, /^The user tidings_app of DATABASE_URL lacks rights on [\w, ]+ and \d+ more: run the GRANTs/)
    assert.deepEqual(more, [])
    await run(owner, 'revoke usage on schema public from tidings_app, public')
    assert.deepEqual(await failed(), [
      'The user tidings_app of DATABASE_URL sees no table of the service: run the GRANTs of docs/operating.md',
    ])
    await run(owner, asOwner)
    assert.deepEqual(await failed({ MIGRATION_DATABASE_URL: '' }), [
      'The user tidings_app of DATABASE_URL does not own the tables: set MIGRATION_DATABASE_URL to their owner, tidings_owner',
    ])
    await run(urlOf('tidings', 'postgres'), 'create database empty')
    assert.deepEqual(await failed({ DATABASE_URL: urlOf('tidings_app', 'empty'), MIGRATION_DATABASE_URL: '' }), [
      'The user tidings_app may not change the database empty (permission denied for schema public): run the GRANTs of docs/operating.md',
    ])
  })
})
