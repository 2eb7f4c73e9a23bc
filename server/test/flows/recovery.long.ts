// The commands of `docs/high-availability.md` recover a database to a moment, and the service goes on from it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { blocksOf } from '../docs-page.ts'
import { untilDrained } from '../drained.ts'
import { addAccounts, createCluster, createMessage } from '../faults/cluster.ts'

/** PostgreSQL with its client programs, as Debian installs it. */
const BINARIES = process.env.POSTGRESQL_BIN ?? '/usr/lib/postgresql/15/bin'
const [archive, backup, restore] = blocksOf('high-availability.md', 'Backup and recovery to a point in time', 'sh')
const [migrations] = blocksOf('high-availability.md', 'Upgrade and roll back', 'sh')

const TIMEOUT_MS = 30_000

const directory = mkdtempSync(join(tmpdir(), 'tidings-recovery-'))
const port = await freePort()
const url = `postgresql://tidings@127.0.0.1:${port}/postgres`
const variables = {
  DATABASE_URL: url,
  DATA: join(directory, 'data'),
  ARCHIVE: join(directory, 'archive'),
  BACKUP: join(directory, 'backup'),
}
const idOf = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
const owner = process.getuid!() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}

/** Runs commands as the user of PostgreSQL, and fails if one of them fails. */
function run(text: string, more: Record<string, string> = {}): void {
  const env = { PATH: `${BINARIES}:${process.env.PATH}`, LANG: 'C.UTF-8', ...variables, ...more }
  // The server would keep the pipes open, so its output goes to a file.
  const log = join(directory, 'log')
  const script = `set -eu; cd /; exec >> ${log} 2>&1\n${text}`
  const { status } = spawnSync('bash', ['-c', script], { ...owner, env, stdio: 'ignore' })
  assert.equal(status, 0, readFileSync(log, 'utf8'))
}

async function read<Row extends object>(text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows[0]!
}

test('a recovery to a moment brings back all that was created before it', async (context) => {
  mkdirSync(variables.ARCHIVE)
  for (const path of [directory, variables.ARCHIVE]) if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid)
  run(`initdb -D "$DATA" -U tidings --auth=trust --no-sync
    echo "port = ${port}
      unix_socket_directories = ''
      listen_addresses = '127.0.0.1'" >> "$DATA/postgresql.conf"
    pg_ctl -D "$DATA" -w start`)
  context.after(() => {
    run('pg_ctl -D "$DATA-restored" -m immediate stop || pg_ctl -D "$DATA" -m immediate stop')
    rmSync(directory, { recursive: true, force: true })
  })
  run(archive)

  const limits = { connectionsMax: 4, connectTimeoutMs: TIMEOUT_MS, statementTimeoutMs: TIMEOUT_MS }
  const pool = createPool({ ...limits, url, applicationName: 'tidings test', onError: () => {} })
  const cluster = await createCluster({ url, pool, close: () => pool.end() })
  context.after(() => cluster.close())
  const first = await cluster.start('api,dispatch,tasks')
  run(migrations)
  await addAccounts(cluster, first, 1)
  const kept = await createMessage(cluster.accounts[0]!, first, 'delivered')
  run(backup!)
  kept.push(...(await createMessage(cluster.accounts[0]!, first, 'delivered')))
  await untilDrained(pool)
  const { moment } = await read<{ moment: string }>('select clock_timestamp()::text as moment')
  const lost = await createMessage(cluster.accounts[0]!, first, 'delivered')
  assert.ok(lost.length > 0)
  await read('delete from events')
  assert.equal(await first.stop(), 0)

  run(restore!, { MOMENT: moment })
  const again = await cluster.start('api,dispatch,tasks')
  for (const [ids, status] of [
    [kept, 200],
    [lost, 404],
  ] as const)
    for (const id of ids)
      assert.equal((await cluster.accounts[0]!.call(again, 'GET', `/api/v1/deliveries/${id}`)).status, status)
  const { events } = await read<{ events: number }>('select count(*)::int as events from events')
  assert.ok(events > 0)
  assert.ok((await createMessage(cluster.accounts[0]!, again, 'delivered')).length > 0)
  await untilDrained(pool)
  assert.equal(await again.stop(), 0)
})
