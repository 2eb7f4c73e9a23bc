/** `tidings backup`: writes a consistent copy of the whole database into one file. */
import { resolve } from 'node:path'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AppliedMigration } from '../../platform/db/migrations.ts'
import { readTables } from '../../platform/db/partitions/catalog.ts'
import type { PartitionedTable } from '../../platform/db/partitions/catalog.ts'
import type { Session } from '../../platform/db/session.ts'
import { createBackupWriter, FORMAT } from './format.ts'
import type { BackupWriter, SequenceState, TableHead } from './format.ts'
import { FEED_TRANSACTIONS, listSequences, listTables, quoted } from './tables.ts'
import type { Table } from './tables.ts'

/** Bytes between two progress lines of a large table. */
const PROGRESS_BYTES = 64 * 1024 * 1024

export interface BackupResult {
  path: string
  bytes: number
  migration: number
  tables: { name: string; rows: number }[]
}

function headOf({ name, columns }: Table, partitioned: readonly PartitionedTable[]): TableHead {
  const { partitions = [] } = partitioned.find((table) => table.name === name) ?? {}
  return { name, columns, partitions: partitions.map(({ from, to }) => ({ from, to })) }
}

async function copyTable(
  session: Session,
  writer: BackupWriter,
  head: TableHead,
  select: string,
  onProgress: (text: string) => void,
): Promise<number> {
  let bytes = 0
  let toldBytes = 0
  await writer.write('table', head)
  const rows = await session.copyOut(`copy (${select}) to stdout`, async (block) => {
    await writer.write('data', block)
    bytes += block.length
    if (bytes - toldBytes < PROGRESS_BYTES) return
    toldBytes = bytes
    onProgress(`${head.name}: ${Math.floor(bytes / 1024 / 1024)} MB so far`)
  })
  await writer.write('table_end', { rows })
  return rows
}

async function readSequences(session: Session): Promise<SequenceState[]> {
  const states: SequenceState[] = []
  for (const name of await listSequences(session)) {
    const { rows } = await session.query<{ last: number; used: boolean }>({
      text: `select last_value as last, is_called as used from ${quoted(name)}`,
    })
    states.push({ name, ...rows[0]! })
  }
  return states
}

/**
 * Writes all rows as one transaction sees them. The service keeps running and does not wait. Sequences are read last,
 * so they are never behind the rows. The encryption keys of secrets are not in the database, so they are not in the
 * file.
 */
export async function writeBackup(
  session: Session,
  { path, clock, onProgress }: { path: string; clock: Clock; onProgress(text: string): void },
): Promise<BackupResult> {
  await session.query({ text: `set statement_timeout = 0` })
  await session.query({ text: `set idle_in_transaction_session_timeout = 0` })
  const names = (await listTables(session)).map(({ name }) => quoted(name))
  await session.query({ text: 'begin isolation level repeatable read read only' })
  // Before the snapshot of the first read: a partition truncated after it would seem empty (`carryOver`).
  await session.query({ text: `lock table ${names.join()} in access share mode` })
  const { rows: migrations } = await session.query<AppliedMigration>({
    text: 'select version, name, sha256 from schema_migrations order by version',
  })
  const header = { format: FORMAT, created_at: isoTime(clock.now()), migrations }
  const file = resolve(path)
  const writer = await createBackupWriter(file, header)
  try {
    const { name, columns, select } = FEED_TRANSACTIONS
    await copyTable(session, writer, { name, columns, partitions: [] }, select, () => {})
    const tables: BackupResult['tables'] = []
    const partitioned = await readTables(session)
    for (const table of await listTables(session)) {
      const select = `select ${table.columns.map(quoted).join(', ')} from ${quoted(table.name)}`
      const rows = await copyTable(session, writer, headOf(table, partitioned), select, onProgress)
      tables.push({ name: table.name, rows })
      if (rows > 0) onProgress(`${table.name}: ${rows} rows`)
    }
    await writer.write('sequences', await readSequences(session))
    const bytes = await writer.finish()
    await session.query({ text: 'commit' })
    return { path: file, bytes, migration: migrations.length, tables }
  } catch (error) {
    await writer.discard()
    throw error
  }
}
