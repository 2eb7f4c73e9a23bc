/**
 * The changes of inboxes, in an order where no change can appear later before a reader's position: by the storing
 * transaction, then the id (decision record 11). A position belongs to one database. In another one, after a move or a
 * restore, the reader begins anew.
 */
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { EVENT_ID_PATTERN, eventIdFloor } from '../../platform/ids.ts'

/** Changes are kept for so many days, by whole days. */
export const CHANGE_DAYS = 3
const DAY_MS = 86_400_000
/** An older position may lack changes. */
const POSITION_AGE_MAX_MS = (CHANGE_DAYS - 1) * DAY_MS
/** An id is made shortly before its row is stored, and the clocks of processes differ a little. */
const IDS_BEFORE_MS = 3_600_000
const TX_MAX = 2n ** 64n - 1n

/** A reader's position: after the row (tx, id). `id` '': before all rows of the transaction. */
export interface Position {
  /** The transaction as decimal text. */
  tx: string
  id: string
  /** When it was the end of the order, or the row's time, ms since the epoch. It limits the partitions read. */
  atMs: number
}

export type ChangeKind = 'message' | 'change' | 'seen_all' | 'read_all' | 'archived_all'

/** True if the first position is before the second. */
export function isBefore(one: Pick<Position, 'tx' | 'id'>, other: Pick<Position, 'tx' | 'id'>): boolean {
  if (one.tx !== other.tx) return BigInt(one.tx) < BigInt(other.tx)
  return one.id < other.id
}

/** A cursor of a stream: base64url of `<database>.<tx>.<ms>.<id>`. */
export function encodePosition(database: string, { tx, id, atMs }: Position): string {
  return Buffer.from(`${database}.${tx}.${atMs}.${id}`).toString('base64url')
}

/** The longest cursor, in characters. */
export const CURSOR_CHARACTERS_MAX = 200

/**
 * Reads a cursor. `invalid`: `encodePosition` did not make it. `too_old`: its changes may be gone, or it belongs to another
 * database.
 */
export function decodePosition(cursor: string, database: string, nowMs: number): Position | 'invalid' | 'too_old' {
  if (cursor.length > CURSOR_CHARACTERS_MAX) return 'invalid'
  const parts = /^(\d{1,20}-\d{1,10})\.(\d{1,20})\.(\d{1,14})\.(.*)$/.exec(
    Buffer.from(cursor, 'base64url').toString('latin1'),
  )
  const [, of, tx, at, id] = parts ?? []
  if (of === undefined || tx === undefined || at === undefined || id === undefined) return 'invalid'
  if (BigInt(tx) > TX_MAX || (id !== '' && !EVENT_ID_PATTERN.test(id))) return 'invalid'
  const position = { tx, id, atMs: Number(at) }
  return of !== database || position.atMs < nowMs - POSITION_AGE_MAX_MS ? 'too_old' : position
}

/** The lowest id of later rows. */
export const lowestId = ({ atMs }: Position) => eventIdFloor(Math.max(0, atMs - IDS_BEFORE_MS))

const COLUMNS = 'c.bucket, c.account_id, c.recipient_id, c.id, c.kind, c.message_id, c.at'

/** The identity of the database, and the end of the order: all rows of older transactions are in it. */
export const readEnd = sql(
  'inbox_changes.read_end',
  `select system_identifier || '-' || (select oid from pg_catalog.pg_database where datname = current_database()) as "database!",
     pg_snapshot_xmin(pg_current_snapshot())::text as "tx!"
   from pg_catalog.pg_control_system()`,
)

/**
 * The next changes of some buckets, and the end of the order (`endTx`) in each row. Without changes, there is one row with
 * nulls.
 */
export const scanBuckets = columns('bucket smallint').sql(
  'inbox_changes.scan_buckets',
  ({ input }, afterTx, afterId, lowest, rows) => `with ending as materialized (
     select pg_snapshot_xmin(pg_current_snapshot()) as tx
   ), found as materialized (
     select c.* from ${input} cross join ending cross join lateral (
       select c.bucket, c.account_id, c.recipient_id, c.id, c.kind, c.message_id, c.at, c.tx from inbox_changes c
       where c.bucket = input.bucket and (c.tx, c.id) > (${afterTx}::xid8, ${afterId}::text) and c.id >= ${lowest}::text
         and c.tx < ending.tx
       order by c.tx, c.id limit ${rows}::integer
     ) c
     order by c.tx, c.id limit ${rows}::integer
   )
   select ending.tx::text as "end_tx!", ${COLUMNS}, c.tx::text as tx from ending left join found c on true order by c.tx, c.id`,
)

/** The next changes of one inbox. */
export const scanInbox = sql(
  'inbox_changes.scan_inbox',
  `select ${COLUMNS}, c.tx::text as "tx!" from inbox_changes c
   where c.bucket = $1 and c.account_id = $2 and c.recipient_id = $3 and (c.tx, c.id) > ($4::xid8, $5::text) and c.id >= $6::text
     and c.tx < pg_snapshot_xmin(pg_current_snapshot())
   order by c.tx, c.id limit $7`,
)

export type ChangeRow = Row<typeof scanInbox>

/** A change to store. `at`: ms since the epoch. */
export interface NewChange {
  bucket: number
  accountId: number
  recipientId: number
  id: string
  kind: ChangeKind
  messageId: number | null
  at: number
}

const insertSql = columns(
  `bucket smallint, account_id bigint, recipient_id bigint, id text, kind text, message_id bigint null, at timestamptz`,
).sql(
  'inbox_changes.insert',
  ({ input }) => `insert into inbox_changes (bucket, account_id, recipient_id, id, kind, message_id, at)
   select bucket, account_id, recipient_id, id, kind, message_id, at from ${input}`,
)

export function insertChange(connection: Connection, change: NewChange): Promise<never[]> {
  return insertSql(connection, [change])
}
