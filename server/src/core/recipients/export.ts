/**
 * The export of all data of one person. Each room gives its lists as parts, and programs list the parts of all rooms. This
 * room gives the recipient and its devices.
 */
import { boundsOf, eventsOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'
import { withinBytes } from '../../platform/http/pages.ts'
import { listDevices } from './device-queries.ts'

export interface PersonKey {
  bucket: number
  accountId: number
  recipientId: number
}

/** Also a deleted recipient, but not an erased one. */
export const findPerson = sql(
  'export.recipient',
  `select id, external_user_id, email, phone, first_name, last_name, locale, time_zone, attributes, preferences, paused,
     quiet_from, quiet_until, created_at, updated_at, deleted_at
   from recipients where bucket = $1 and account_id = $2 and id = $3 and erased_at is null`,
  JSON_WITH_DIGITS,
)

export type Person = Row<typeof findPerson>

/** The next messages of the person, oldest first, with their deliveries. */
export interface ExportedMessages {
  bucket: number
  accountId: number
  messageIds: readonly number[]
  deliveryIds: readonly number[]
  /** No event of the deliveries has a lower id. */
  lowestEventId: string
}

/** The place of a row in the order of its list. Not part of the export. */
export interface ExportedRow {
  pageKey: string | null
  pageNumber: number
}

/** A list of the export. */
export interface ExportPart {
  /** Its name in the export. */
  name: string
  /** Reads all rows of the person. For lists with a small limit. */
  ofPerson?(connection: Connection, key: PersonKey, person: Person): Promise<object[]>
  /** Reads a page of the rows of some messages, behind a text and a number (`exportPage`). */
  ofMessages?(
    connection: Connection,
    messages: ExportedMessages,
    afterKey: string,
    afterNumber: number,
  ): Promise<ExportedRow[]>
  /** What the texts of columns with JSON show. */
  json?: Readonly<Record<string, (text: string) => unknown>>
  /** Columns that are shown only if they have a value. */
  rare?: readonly string[]
}

/** SQL: the ids of messages or deliveries, as a parameter, and their lowest and highest. */
export const EXPORTED_IDS = '$3::bigint[]'
export const EXPORTED_BOUNDS = boundsOf(EXPORTED_IDS)

const ROWS = 200

/**
 * SQL: a page of rows that belong to messages ($3) or deliveries ($3), behind a text ($4) and a number ($5). A page has at
 * most 1 MiB or 200 rows, so the size of a history does not matter.
 */
export const exportPage = (select: string, bytes: string) =>
  `with listed as materialized (${select} order by page_key, page_number limit ${ROWS})
   ${withinBytes('listed', 'page_key, page_number', bytes)} order by page_key, page_number`

/** SQL: ids as texts of equal length sort like numbers. */
export const padded = (id: string) => `lpad(${id}::text, 16, '0')`

/** SQL: the events of deliveries, behind the lowest id of an event ($6), which limits the partitions read. */
export const exportedEvents = (columns: string, from: string) => `with of_deliveries as (
     select e.* from unnest(${EXPORTED_IDS}) as of_delivery cross join lateral ${eventsOf('of_delivery', '$6::text')}
     where e.bucket = $1 and e.account_id = $2
   ) select ${columns} from of_deliveries e ${from}`

export const deviceExport: ExportPart = {
  name: 'devices',
  ofPerson: (connection, { bucket, accountId, recipientId }) => listDevices(connection, bucket, accountId, recipientId),
}
