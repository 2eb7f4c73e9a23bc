/** `tidings restore`: loads a backup into an empty database, completely or not at all. */
import { planMigrations } from '../../platform/db/migrations.ts'
import type { Migration } from '../../platform/db/migrations.ts'
import { attachNew } from '../../platform/db/partitions/make.ts'
import { readTables } from '../../platform/db/partitions/catalog.ts'
import type { PartitionedTable, Span } from '../../platform/db/partitions/catalog.ts'
import type { Session } from '../../platform/db/session.ts'
import { FEED_TRANSACTIONS, beginApart, loadFeedTransactions, listSequences, listTables, quoted } from './tables.ts'
import { parsed, readFrames, BackupError } from './format.ts'
import type { BackupHead, BackupHeader, DaySpan, Frame, SequenceState, TableHead } from './format.ts'

export interface RestoreResult {
  migration: number
  tables: { name: string; rows: number }[]
}

/** The reason if this version cannot load the backup's schema, or null. */
export function schemaMistake(known: readonly Migration[], { migrations }: BackupHeader): string | null {
  const newest = migrations.length
  if (newest > known.length)
    return `The backup was made by a newer version of Tidings (migration ${newest}, this version knows ${known.length}): restore it with the newer version`
  return 'refused' in planMigrations(known, migrations)
    ? 'The backup was made by a Tidings with other migrations than this version'
    : null
}

/** Reads the whole file without using it. Throws `BackupError` if it is incomplete or was altered. */
export async function checkFile(path: string, head: BackupHead): Promise<void> {
  for await (const frame of readFrames(path, head)) void frame
}

/** Every command fills this table of the directory. A restore replaces its rows. */
const PLACES = 'bucket_places'

/** Throws `BackupError` unless every table of the database is empty. */
async function wantEmpty(session: Session): Promise<void> {
  for (const { name } of await listTables(session)) {
    if (name === PLACES) continue
    const { rows } = await session.query<{ found: boolean }>({
      text: `select exists (select 1 from ${quoted(name)}) as found`,
    })
    if (rows[0]!.found)
      throw new BackupError(`The database is not empty (there are ${name}): restore the backup into an empty database`)
  }
}

const DAY_MS = 86_400_000
/** In earlier versions, an id began with its day. */
const IDS_PER_DAY = 10_000_000_000

function spanIn({ key }: PartitionedTable, span: Span | DaySpan): Span {
  if ('from' in span) return span
  const [from, to] = [span.fromMs, span.toMs].map((ms) => (key === 'id' ? (ms / DAY_MS) * IDS_PER_DAY : ms))
  return { from: from!, to: to! }
}

/**
 * Replaces the empty partitions of a table by those of the backup. Plain statements are enough, because no other process
 * uses the database yet.
 */
async function makePartitions(session: Session, { name, partitions }: TableHead): Promise<void> {
  if (partitions.length === 0) return
  const table = (await readTables(session)).find((one) => one.name === name)
  if (table === undefined) throw new BackupError(`The backup has partitions of ${name}, but the database does not`)
  for (const partition of table.partitions) await session.query({ text: `drop table ${quoted(partition.name)}` })
  for (const span of partitions) await attachNew(session, table, spanIn(table, span))
}

async function setSequences(session: Session, states: readonly SequenceState[]): Promise<void> {
  const known = new Set(await listSequences(session))
  for (const { name, last, used } of states) {
    if (!known.has(name)) throw new BackupError(`The backup has the sequence ${name}, but the database does not`)
    await session.query({ text: 'select setval($1::regclass, $2, $3)', values: [name, last, used] })
  }
}

/** The rows of one table: its data frames until its end. `check` compares their number. */
function tableRows(frames: AsyncIterator<Frame>) {
  let expected = -1
  async function* data(): AsyncGenerator<Buffer> {
    for (;;) {
      const { value, done } = await frames.next()
      if (done === true || (value.kind !== 'data' && value.kind !== 'table_end'))
        throw new BackupError('The file was altered: a table has no end')
      if (value.kind === 'table_end') {
        expected = parsed<{ rows: number }>(value.payload).rows
        return
      }
      yield value.payload
    }
  }
  return {
    data: data(),
    check(name: string, rows: number): void {
      if (rows !== expected) throw new BackupError(`The file was altered: ${name} has ${rows} rows, not ${expected}`)
    },
  }
}

async function loadTable(session: Session, frames: AsyncIterator<Frame>, head: TableHead): Promise<number> {
  await makePartitions(session, head)
  const { data, check } = tableRows(frames)
  const columns = head.columns.map(quoted).join(', ')
  const rows = await session.copyIn(`copy ${quoted(head.name)} (${columns}) from stdin`, data)
  check(head.name, rows)
  return rows
}

/**
 * Loads the first table of the file. It comes before the transaction, because the transaction's number depends on it.
 */
async function prepare(session: Session, frames: AsyncIterator<Frame>): Promise<void> {
  const { value, done } = await frames.next()
  const isIt =
    done !== true && value.kind === 'table' && parsed<TableHead>(value.payload).name === FEED_TRANSACTIONS.name
  if (!isIt) throw new BackupError('The file was altered: its first table has changed')
  const { data, check } = tableRows(frames)
  check(FEED_TRANSACTIONS.name, await loadFeedTransactions(session, data))
}

/**
 * Loads the file in one transaction into an empty database with the backup's schema. If a service starts meanwhile, it
 * waits before it creates its first account. Generated columns are computed again, so the event feed follows this
 * server's own transactions. Throws `BackupError` if the file or the database has a problem. Nothing is stored then.
 */
export async function loadBackup(
  session: Session,
  { path, head, onProgress }: { path: string; head: BackupHead; onProgress(text: string): void },
): Promise<RestoreResult> {
  await session.query({ text: `set statement_timeout = 0` })
  await session.query({ text: `set idle_in_transaction_session_timeout = 0` })
  const tables: RestoreResult['tables'] = []
  const frames = readFrames(path, head)
  try {
    await prepare(session, frames)
    await beginApart(session)
    await session.query({ text: 'select version from schema_migrations where version = 1 for update' })
    await wantEmpty(session)
    await session.query({ text: `delete from ${PLACES}` })
    // The fence of a server that has been opened with others refuses rows of buckets on these.
    await session.query({ text: `set local tidings.moves_buckets = 'on'` })
    for await (const frame of frames) {
      if (frame.kind === 'table') {
        const table = parsed<TableHead>(frame.payload)
        const rows = await loadTable(session, frames, table)
        tables.push({ name: table.name, rows })
        if (rows > 0) onProgress(`${table.name}: ${rows} rows`)
      } else if (frame.kind === 'sequences') await setSequences(session, parsed(frame.payload))
      else throw new BackupError('The file was altered: rows are outside of a table')
    }
    await session.query({ text: 'commit' })
  } finally {
    await frames.return(undefined)
  }
  await session.query({ text: 'analyze' })
  return { migration: head.header.migrations.length, tables }
}
