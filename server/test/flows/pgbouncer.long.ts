// A real PgBouncer, with the lines of docs/operating.md.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withSession } from '../../src/platform/db/session.ts'
import { deliverMessages, SERVICE_VARIABLES } from '../deliver.ts'
import { blocksOf } from '../docs-page.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { pgBouncerVersion, startPgBouncer } from '../pgbouncer.ts'
import { startPostgresServer } from '../postgres-server.ts'
import { failToStart } from '../process.ts'

const [major, minor] = pgBouncerVersion()
const keepsStatements = major > 1 || minor >= 21
/** Before 1.20, PgBouncer does not read `options`. */
const readsOptions = major > 1 || minor >= 20

const server = await endAfterTests(startPostgresServer())
const urlOf = (port: number, database = 'tidings') => `postgresql://tidings@127.0.0.1:${port}/${database}`
const direct = urlOf(server.port)

const [ini] = blocksOf('operating.md', 'PgBouncer', 'ini')
const [settings] = blocksOf('operating.md', 'PgBouncer', 'sql')
const LINES = ini.split('\n').filter((line) => keepsStatements || !line.startsWith('max_prepared_statements'))
const withOptions = LINES.map((line) => (line.startsWith('ignore_') && !readsOptions ? `${line}, options` : line))
const changed = (from: RegExp, to: string) => withOptions.map((line) => line.replace(from, to))

async function withPgBouncer(lines: readonly string[], run: (url: string) => Promise<void>): Promise<void> {
  const pooler = await startPgBouncer(server.port, ['tidings'], lines)
  try {
    await run(urlOf(pooler.port))
  } finally {
    await pooler.close()
  }
}

async function refusal(variables: Record<string, string>): Promise<string> {
  const { code, errors } = await failToStart('/nonexistent', { ...SERVICE_VARIABLES, ...variables })
  assert.equal(code, 1)
  assert.equal(errors.length, 1, errors.join('\n'))
  return errors[0]!
}

const TRANSACTION_MODE = /^DATABASE_URL leads to a connection pooler in transaction mode: this needs PgBouncer 1\.21/

async function dropSettings(): Promise<void> {
  await withSession(direct, (session) => session.query({ text: 'alter role tidings in database tidings reset all' }))
}

describe(`PgBouncer ${major}.${minor}`, () => {
  it('is refused without the page’s settings, with one line', async () => {
    await withPgBouncer(['pool_mode = transaction'], async (url) => {
      const line = await refusal({ DATABASE_URL: url, MIGRATION_DATABASE_URL: direct })
      assert.match(line, /^The pooler \S+ cannot be used as it is \(unsupported startup parameter/)
    })
  })

  it('in transaction mode needs a way around it for migrations', async () => {
    await withPgBouncer(withOptions, async (url) => {
      assert.match(await refusal({ DATABASE_URL: url }), TRANSACTION_MODE)
      assert.equal(
        await refusal({ DATABASE_URL: direct, MIGRATION_DATABASE_URL: url }),
        'MIGRATION_DATABASE_URL leads to a connection pooler in transaction mode: set it to the server itself',
      )
    })
  })

  it('in transaction mode is refused if it keeps no prepared statements', async () => {
    const lines = keepsStatements ? changed(/^max_prepared_statements.*/, 'max_prepared_statements = 0') : withOptions
    await withSession(direct, (session) => session.query({ text: settings }))
    await withPgBouncer(lines, async (url) =>
      assert.match(await refusal({ DATABASE_URL: url, MIGRATION_DATABASE_URL: direct }), TRANSACTION_MODE),
    )
    await dropSettings()
  })

  it('in statement mode is refused', async () => {
    await withPgBouncer(changed(/^pool_mode.*/, 'pool_mode = statement'), async (url) =>
      assert.match(
        await refusal({ DATABASE_URL: url, MIGRATION_DATABASE_URL: direct }),
        /statement pooling mode|^DATABASE_URL leads to a connection pooler/,
      ),
    )
  })

  if (keepsStatements)
    it('in transaction mode works with the page’s lines and statements', async () => {
      await withPgBouncer(withOptions, async (url) => {
        const line = await refusal({ DATABASE_URL: url, MIGRATION_DATABASE_URL: direct })
        assert.match(
          line,
          /^The pooler of DATABASE_URL drops settings of the service\. Run on the server: alter role tidings /,
        )
      })
      await withSession(direct, (session) => session.query({ text: settings }))
      await withPgBouncer(withOptions, async (url) => {
        const variables = { DATABASE_URL: url, MIGRATION_DATABASE_URL: direct, LOG_LEVEL: 'debug' }
        const output = await deliverMessages(variables, { messages: 60 })
        assert.doesNotMatch(
          output,
          /prepared statement|task\.failed|hints\.(listening_lost|not_sent)|"level":"(error|fatal)"/,
        )
      })
      await dropSettings()
    })

  it('in session mode works without another URL', async () => {
    await withSession(direct, (session) => session.query({ text: settings }))
    if (!readsOptions)
      await withSession(direct, (session) =>
        session.query({ text: `alter role tidings in database tidings set TimeZone = 'UTC'` }),
      )
    const lines = [
      ...changed(/^pool_mode.*/, 'pool_mode = session'),
      'max_db_connections = 80',
      'default_pool_size = 60',
    ]
    await withPgBouncer(lines, async (url) => {
      const output = await deliverMessages({ DATABASE_URL: url, LOG_LEVEL: 'debug' }, { messages: 20 })
      assert.doesNotMatch(
        output,
        /prepared statement|task\.failed|hints\.(listening_lost|not_sent)|"level":"(error|fatal)"/,
      )
    })
    await dropSettings()
  })
})
