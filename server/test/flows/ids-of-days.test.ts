/** A database of an earlier version: its ids have 15 digits, and its partitions are days of them. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deliveryRoutes } from '../../src/core/deliveries/routes.ts'
import { createMessageOperations, messageOperationRoutes } from '../../src/core/messages/operations.ts'
import { messageReadRoutes } from '../../src/core/messages/read-routes.ts'
import { writeBackup } from '../../src/features/backup/backup.ts'
import { parsed, readFrames, readHead, createBackupWriter } from '../../src/features/backup/format.ts'
import type { TableHead } from '../../src/features/backup/format.ts'
import { loadBackup } from '../../src/features/backup/restore.ts'
import { sandboxRoutes } from '../../src/features/sandbox/routes.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../src/platform/db/migrations.ts'
import { readTables } from '../../src/platform/db/partitions/catalog.ts'
import { attachNew, ensurePartitions } from '../../src/platform/db/partitions/make.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { decodeCursor } from '../../src/platform/http/pages.ts'
import { RANGE_IDS } from '../../src/platform/ids.ts'
import { createTestDatabase } from '../database.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { createRecording, keepSandboxMessage, makeAccount, makeDelivery } from '../factories.ts'
import type { TestAccount } from '../factories.ts'
import { startRoomServer } from '../room-server.ts'

const DAY_MS = 86_400_000
const IDS_PER_DAY = 10_000_000_000
/** The first id of a day. */
const DAY = 20_783 * IDS_PER_DAY

const clock = createSystemClock()
const { url: serverUrl } = await endAfterTests(createTestDatabase())
const { version } = readMigrations(MIGRATIONS_DIRECTORY).find(({ name }) => name === 'ids_from_one')!
const directory = mkdtempSync(join(tmpdir(), 'tidings-ids-'))
after(() => rmSync(directory, { recursive: true }))

/** A database of the earlier version with partitions of a day. */
async function createEarlier(): Promise<string> {
  const name = `tidings_test_earlier_${randomBytes(8).toString('hex')}`
  await withSession(serverUrl, (session) => session.query({ text: `create database ${name}` }))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrate(url.href, clock, { upTo: version - 1 })
  await withSession(url.href, async (session) => {
    await ensurePartitions(session, clock.now())
    for (const table of await readTables(session))
      if (table.key === 'id') await attachNew(session, table, { from: DAY, to: DAY + IDS_PER_DAY })
  })
  return url.href
}

async function open(url: string) {
  const limits = { connectionsMax: 3, connectTimeoutMs: 10_000, statementTimeoutMs: 10_000 }
  const pool = createPool({ url, ...limits, applicationName: 'tidings test', onError: () => {} })
  after(() => pool.end())
  return pool
}

const recording = createRecording()

/** A message and a delivery with the same id, an hour old. */
async function makeOld(pool: Awaited<ReturnType<typeof open>>, account: TestAccount, id: number): Promise<void> {
  const { bucket, accountId, channelId } = account
  await makeDelivery(pool, recording, account, null, id)
  await keepSandboxMessage(pool, { bucket, accountId, deliveryId: id, channelId })
  for (const text of [
    `update messages set created_at = now() - interval '1 hour' where id = $1`,
    `update deliveries set created_at = now() - interval '1 hour' where id = $1`,
    `update sandbox_messages set at = now() - interval '1 hour' where delivery_id = $1`,
  ])
    await pool.query({ text, values: [id] })
}

/** Writes the backup again, in the form of an earlier version. */
async function writeInDays(path: string, copy: string): Promise<void> {
  const head = await readHead(path)
  const writer = await createBackupWriter(copy, head.header)
  for await (const { kind, payload } of readFrames(path, head)) {
    if (kind !== 'table') {
      await writer.write(kind, payload)
      continue
    }
    const table = parsed<TableHead>(payload)
    const msOf = (bound: number) => (bound < DAY ? bound : (bound / IDS_PER_DAY) * DAY_MS)
    const partitions = table.partitions.flatMap((span) =>
      'from' in span && span.from > RANGE_IDS ? [{ fromMs: msOf(span.from), toMs: msOf(span.to) }] : [],
    )
    await writer.write(kind, { ...table, partitions })
  }
  await writer.finish()
}

test('old ids stay valid, new ones begin at 1, and lists have both in the order of their times', async () => {
  const url = await createEarlier()
  const pool = await open(url)
  const account = await makeAccount(pool)
  const { bucket, accountId } = account
  const [first, second] = [DAY + 1, DAY + 2]
  await makeOld(pool, account, first)
  await makeOld(pool, account, second)
  const resend = `insert into message_resends (bucket, account_id, actor, filters, cursor, cursor_end, created_at)
    values ($1, $2, 'system', '{}', $3, 0, '2026-06-08T10:20:00Z')`
  await pool.query({ text: resend, values: [bucket, accountId, second] })
  const backup = join(directory, 'backup')
  await withSession(url, (session) => writeBackup(session, { path: backup, clock, onProgress: () => {} }))

  await migrate(url, clock)
  await withSession(url, (session) => ensurePartitions(session, clock.now()))
  const { id, messageId } = await makeDelivery(pool, recording, account)
  assert.deepEqual(new Set([messageId, id]), new Set([1, 2]))
  await keepSandboxMessage(pool, { bucket, accountId, deliveryId: id, channelId: account.channelId })

  const server = await endAfterTests(
    startRoomServer(pool, (app) => {
      deliveryRoutes(app)
      messageReadRoutes(app, { clock })
      messageOperationRoutes(
        app,
        createMessageOperations({ clock, recorder: recording.recorder, onSeen: () => Promise.resolve() }),
      )
      sandboxRoutes(app, { recorder: recording.recorder })
    }),
  )
  const caller = { bucket, accountId, role: 'full', actor: 'test' } as const
  const get = (path: string) => server.request(caller, 'GET', `/api/v1/${path}`)
  for (const [list, newest] of [
    ['messages', messageId],
    ['deliveries', id],
    ['sandbox_messages', id],
    [`deliveries?notification_user_id=${account.recipientId}`, id],
  ] as const) {
    const found: number[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await get(`${list}${list.includes('?') ? '&' : '?'}limit=1${cursor && `&cursor=${cursor}`}`)
      const rows: { id?: number; delivery_id?: number }[] = body[list.replace(/\?.*/, '')]
      found.push(...rows.map((row) => row.delivery_id ?? row.id!))
      cursor = body.next_cursor
    }
    assert.deepEqual(found, [newest, second, first], list)
  }
  const { body: old } = await get(`messages/${first}`)
  assert.deepEqual(
    old.message.deliveries.map((delivery: { id: number }) => delivery.id),
    [first],
  )
  assert.equal((await get(`deliveries/${second}`)).body.message_id, second)

  // The other kind.
  const sentence = async (method: string, path: string) => {
    const { status, body } = await server.request(caller, method, `/api/v1/${path}`)
    return [status, body.error]
  }
  for (const path of [`deliveries/${messageId}`, `deliveries/${messageId}/timeline`, `sandbox_messages/${messageId}`])
    assert.deepEqual(await sentence('GET', path), [
      404,
      `Not found: ${messageId} is a message. Its deliveries are ${id}`,
    ])
  for (const [method, path] of [
    ['GET', `messages/${id}`],
    ['GET', `messages/${id}/render_message`],
    ['POST', `messages/${id}/cancel`],
  ] as const)
    assert.deepEqual(await sentence(method, path), [404, `Not found: ${id} is a delivery. Its message is ${messageId}`])

  // A search for failed messages begins again.
  const { rows } = await pool.query<{ cursor: string }>('select cursor from message_resends')
  assert.deepEqual(decodeCursor(rows[0]!.cursor), {
    createdAt: Date.parse('2026-06-08T10:20:00Z'),
    id: Number.MAX_SAFE_INTEGER,
  })

  // A backup of the earlier version has days.
  const inDays = join(directory, 'in_days')
  await writeInDays(backup, inDays)
  const restored = await createEarlier()
  const head = await readHead(inDays)
  await withSession(restored, (session) => loadBackup(session, { path: inDays, head, onProgress: () => {} }))
  await migrate(restored, clock)
  const copy = await open(restored)
  const { rows: stored } = await copy.query<{ id: number }>('select id from messages order by id')
  assert.deepEqual(stored, [{ id: first }, { id: second }])
})

test('a day with more ids than a range is refused', async () => {
  const url = await createEarlier()
  const pool = await open(url)
  const account = await makeAccount(pool)
  await makeOld(pool, account, DAY + 50_000_000)
  await assert.rejects(migrate(url, clock), /more than 50,000,000 messages or deliveries/)
})
