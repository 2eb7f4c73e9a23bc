/**
 * Conditions of lookups by key. PostgreSQL must not choose their plan by its estimates: for a new partition it knows no
 * number of rows, and a plan made then stays while the partition grows. So each condition here leaves one plan: for each
 * row of the other side, one search of one index (docs/decisions/0074-a-lookup-by-key-has-one-plan.md).
 */
import { RANGE_IDS } from '../ids.ts'

/**
 * SQL, behind `cross join` or `left join`: the rows of `table` as `name` that have the key of a row `from`: its bucket, its
 * account and, as `column`, its `value`. `more`: further conditions on `one`, or `for update`. PostgreSQL plans a query
 * with `offset` by itself. So it looks up each key, and does not compare all keys with all rows of the table.
 */
export function rowOf(table: Named, from: string, [column, value = column]: Key, more = ''): string {
  const isKey = `one.bucket = ${from}.bucket and one.account_id = ${from}.account_id and one.${column} = ${from}.${value}`
  return lateral(table, `${isKey} ${more}`)
}

/**
 * The same for a statement that locks or writes rows (`isRowOf`). With `for update`, it locks in the order of `from`.
 * Beside a partitioned table, `more` needs a bound of the id.
 */
export function writtenRowOf(table: Named, from: string, key: Key, more = ''): string {
  return lateral(table, `${isRowOf('one', from, ...key)} ${more}`)
}

type Named = readonly [table: string, name: string]
type Key = readonly [column: string, value?: string]

const lateral = ([table, name]: Named, condition: string) => `lateral (
       select * from ${table} one
       where ${condition}
       offset 0
     ) ${name}`

/**
 * SQL: `name` has the key of `from`, for statements that lock or write partitioned tables. No part of them may choose a
 * partition by another row: if PostgreSQL 18.4 has waited for a lock, it prepares the parts of the statement once more, and
 * spoils the map of the partitions that the bounds have left. It then skips rows, or crashes. A comparison of rows chooses
 * no partition, but searches the index that begins with these columns. The table must have one.
 */
export function isRowOf(name: string, from: string, column: string, value = column): string {
  const [row, key] = [
    `(${name}.bucket, ${name}.account_id, ${name}.${column})`,
    `(${from}.bucket, ${from}.account_id, ${from}.${value})`,
  ]
  return `${row} >= ${key} and ${row} <= ${key}`
}

/**
 * SQL: the written table has the key of `from`, as in `rowOf`, for `update ... from` and `delete ... using`. A partitioned
 * table needs `isRowOf` instead. PostgreSQL can compare with an element of an array only by searching an index. By a plain `=` it could also read the table in the
 * order of its key, or build a hash table of it. Only `bucket` needs it, because no index begins with the other columns.
 * `from` must be the only other table. Do not name the written table's bucket in another condition.
 */
export function byKey(table: string, from: string, column: string, value = column): string {
  return `${table}.bucket = any(array[${from}.bucket]) and ${table}.account_id = ${from}.account_id
     and ${table}.${column} = ${from}.${value}`
}

/**
 * SQL: `name` is of the account, for a search by another key than the primary one. The indexes for it begin with the sum.
 * PostgreSQL cannot search the primary key by the sum, so it never reads all rows of the account instead.
 */
export const ofAccount = (name: string, bucket: string, accountId: string) =>
  `${name}.account_id + 0 = ${accountId} and ${name}.bucket + 0 = ${bucket}`

/** SQL: the ids of an array of the account ($1 and $2) as rows `name (bucket, account_id, id)` for `rowOf` and `byKey`. */
export function keysOf(array: string, name: string): string {
  return `(select $1::smallint as bucket, $2::bigint as account_id, one as id from unnest(${array}) one offset 0) ${name}`
}

/** SQL: the lowest and the highest id of an array. */
export function boundsOf(array: string): [lowest: string, highest: string] {
  return [`(select min(one) from unnest(${array}) one)`, `(select max(one) from unnest(${array}) one)`]
}

/**
 * SQL: true if the id is from `lowest` to `highest`. PostgreSQL skips partitions by it. It names `lowest` twice, because
 * PostgreSQL does not search an index by `or`: a range alone could replace the key as the condition of the search.
 */
export function between(id: string, lowest: string, highest: string): string {
  return `(${id} = ${lowest} or ${id} between ${lowest} and ${highest})`
}

/**
 * SQL: true if the id has a range from that of `lowest` to that of `highest`. A message and its deliveries have ids of the
 * same range. So this limits the partitions in which the deliveries of a message are searched, and the messages of
 * deliveries. Like `between`, it is no condition of a search.
 */
export function sameRange(id: string, lowest: string, highest = lowest): string {
  const start = (bound: string) => `${bound} / ${RANGE_IDS} * ${RANGE_IDS}`
  return between(id, start(lowest), `${start(highest)} + ${RANGE_IDS - 1}`)
}

/** Above every id of an event. */
export const EVENT_ID_MAX = 'evt_~'

/** SQL: the events of a delivery with ids from `lowest` to `highest` as rows `e`, searched in the way of `deliveriesOf`. */
export function eventsOf(deliveryId: string, lowest: string, highest = `'${EVENT_ID_MAX}'`): string {
  return `(
       select * from events one where one.delivery_id = ${deliveryId} and ${between('one.id', lowest, highest)} offset 0) e`
}

/**
 * SQL: the deliveries of a message as rows `name`, searched by the message alone. The caller compares the bucket and the
 * account. Inside of the query, PostgreSQL might search by them, and read all deliveries of the account. A statement that
 * locks or writes rows must give the bounds by parameters, for the reason in `isRowOf`.
 */
export function deliveriesOf(
  messageId: string,
  name = 'd',
  bounds: readonly [lowest: string, highest?: string] = [messageId],
): string {
  return `(
       select * from deliveries one where one.message_id = ${messageId} and ${sameRange('one.id', ...bounds)} offset 0) ${name}`
}
