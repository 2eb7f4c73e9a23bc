/**
 * Exports all data of one person as JSON, in pages. Memory holds one page at a time, and no transaction lasts longer
 * than a page. So rows may change during the export.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { inSnakeCase } from '../../platform/db/sql.ts'
import { lowestEventId } from '../../core/events/erasure.ts'
import { parseWithDigits } from '../../platform/json-numbers.ts'
import { findPerson } from '../../core/recipients/export.ts'
import type { ExportedMessages, ExportedRow, ExportPart, Person, PersonKey } from '../../core/recipients/export.ts'
import { listDeliveryIds, listMessageIds } from './queries.ts'
import type { Connection } from '../../platform/db/sql.ts'

const MESSAGES_AT_ONCE = 100

/** Columns for paging. They are not part of the export. */
const PAGING_COLUMNS = new Set(['page_key', 'page_number', 'found', 'place', 'bytes_so_far'])

/** The row with its times as ISO 8601, without the columns for paging. */
function shown(row: object, { json = {}, rare = [] }: Pick<ExportPart, 'json' | 'rare'>): object {
  const entries = Object.entries(row)
    .map(([name, value]): [string, unknown] => [inSnakeCase(name), value])
    .filter(([name, value]) => !PAGING_COLUMNS.has(name) && !(value === null && rare.includes(name)))
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (typeof value === 'number' && /(^|_)at$/.test(name)) return [name, isoTime(value)]
      const read = json[name]
      return [name, typeof value === 'string' && read !== undefined ? read(value) : value]
    }),
  )
}

/** All rows of a statement with pages. */
async function* all<Row extends ExportedRow>(
  read: (afterKey: string, afterNumber: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let [key, number] = ['', 0]; ;) {
    const rows = await read(key, number)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    ;[key, number] = [last.pageKey!, last.pageNumber]
  }
}

/** The ids of the person's messages with their deliveries, oldest first, some at a time. */
async function* chunks(
  pool: Connection,
  { bucket, accountId, recipientId }: PersonKey,
): AsyncGenerator<ExportedMessages> {
  for (let [place, id] = ['-infinity', 0]; ;) {
    const messages = await listMessageIds(pool, bucket, accountId, recipientId, place, id, MESSAGES_AT_ONCE)
    const last = messages.at(-1)
    if (last === undefined) return
    const messageIds = messages.map((message) => message.id)
    const deliveryIds = (await listDeliveryIds(pool, bucket, accountId, messageIds)).map((delivery) => delivery.id)
    yield { bucket, accountId, messageIds, deliveryIds, lowestEventId: lowestEventId(messages[0]!.createdAt) }
    ;({ place, id } = last)
  }
}

/** All rows of a list. */
async function* rowsOf(pool: Connection, key: PersonKey, person: Person, part: ExportPart): AsyncGenerator<object> {
  const { ofPerson, ofMessages } = part
  if (ofPerson !== undefined) yield* await ofPerson(pool, key, person)
  if (ofMessages === undefined) return
  for await (const messages of chunks(pool, key)) yield* all((...after) => ofMessages(pool, messages, ...after))
}

/** The person to export, also a deleted one. Null: there is none, or it is erased. */
export async function findExportable(pool: Connection, key: PersonKey): Promise<Person | null> {
  const [person] = await findPerson(pool, key.bucket, key.accountId, key.recipientId)
  return person ?? null
}

export interface ExportTools {
  clock: Clock
  /** The lists of all rooms, in their order. */
  parts: readonly ExportPart[]
}

/** The export as text of JSON, row by row. */
export async function* exportPerson(
  pool: Connection,
  { clock, parts }: ExportTools,
  key: PersonKey,
  person: Person,
): AsyncGenerator<string> {
  const own = shown(person, { json: { attributes: parseWithDigits } })
  yield JSON.stringify({ exported_at: isoTime(clock.now()), notification_user: own }).slice(0, -1)
  for (const part of parts) {
    yield `,"${part.name}":[`
    let isFirst = true
    for await (const row of rowsOf(pool, key, person, part)) {
      yield `${isFirst ? '' : ','}${JSON.stringify(shown(row, part))}`
      isFirst = false
    }
    yield ']'
  }
  yield '}'
}
