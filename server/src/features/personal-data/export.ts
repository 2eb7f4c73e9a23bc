/**
 * Exports all data of one person as JSON, in pages. Memory holds one page at a time, and no transaction lasts longer
 * than a page. So rows may change during the export.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { inSnakeCase } from '../../platform/db/sql.ts'
import { comparableAddress } from '../../core/deliveries/suppressions.ts'
import { lowestEventId } from '../../core/events/erasure.ts'
import { parseWithDigits } from '../../platform/json-numbers.ts'
import { listDevices } from '../../core/recipients/device-queries.ts'
import {
  findPerson,
  findSuppressions,
  listAttachments,
  listAttempts,
  listDeliveries,
  listEvents,
  listInboxMessages,
  listMessages,
  listSandboxMessages,
  listReports,
  listSends,
} from './export-queries.ts'
import { skippedObject } from '../../core/messages/message.ts'
import type { SkippedChannel } from '../../core/messages/message.ts'
import { listMessageIds } from './queries.ts'
import type { ExportedRow } from './export-queries.ts'
import type { PersonKey } from './queries.ts'

const MESSAGES_AT_ONCE = 100

/** What the texts of columns with JSON show. */
const JSON_COLUMNS: Readonly<Record<string, (text: string) => unknown>> = {
  channel_texts: (text) => JSON.parse(text) as unknown,
  metadata: (text) => JSON.parse(text) as unknown,
  attachments: (text) => JSON.parse(text) as unknown,
  skipped_channels: (text) => (JSON.parse(text) as SkippedChannel[]).map(skippedObject),
  attributes: parseWithDigits,
}
/** Columns that are shown only if they have a value. */
const RARE_COLUMNS: ReadonlySet<string> = new Set(['reference', 'metadata', 'attachments'])

type Person = Awaited<ReturnType<typeof findPerson>>[number]

/** The row with its times as ISO 8601, without the columns for paging. Some columns are JSON as text. */
function shown(row: object): object {
  const left = new Set(['page_key', 'page_number', 'found', 'place', 'bytes_so_far'])
  const entries = Object.entries(row)
    .map(([name, value]): [string, unknown] => [inSnakeCase(name), value])
    .filter(([name, value]) => !left.has(name) && !(value === null && RARE_COLUMNS.has(name)))
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (typeof value === 'number' && /(^|_)at$/.test(name)) return [name, isoTime(value)]
      const read = JSON_COLUMNS[name]
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

interface Chunk {
  messageIds: number[]
  deliveryIds: number[]
  lowestEventId: string
}

/** The ids of the person's messages with their deliveries, oldest first, some at a time. */
async function* chunks(pool: Pool, { bucket, accountId, recipientId }: PersonKey): AsyncGenerator<Chunk> {
  for (let [place, id] = ['-infinity', 0]; ;) {
    const messages = await listMessageIds(pool, bucket, accountId, recipientId, place, id, MESSAGES_AT_ONCE)
    const last = messages.at(-1)
    if (last === undefined) return
    const messageIds = messages.map((message) => message.id)
    const deliveryIds: number[] = []
    for await (const row of all((...after) => listDeliveries(pool, bucket, accountId, messageIds, ...after)))
      deliveryIds.push(row.id)
    yield { messageIds, deliveryIds, lowestEventId: lowestEventId(messages[0]!.createdAt) }
    ;({ place, id } = last)
  }
}

/** The lists of an export, each read chunk by chunk. */
function listsOf(pool: Pool, { bucket, accountId }: PersonKey) {
  const account = [bucket, accountId] as const
  return {
    messages: ({ messageIds }: Chunk) => all((...after) => listMessages(pool, ...account, messageIds, ...after)),
    message_attachments: ({ messageIds }: Chunk) =>
      all((...after) => listAttachments(pool, ...account, messageIds, ...after)),
    deliveries: ({ messageIds }: Chunk) => all((...after) => listDeliveries(pool, ...account, messageIds, ...after)),
    sends: ({ deliveryIds }: Chunk) => all((...after) => listSends(pool, ...account, deliveryIds, ...after)),
    delivery_reports: ({ deliveryIds }: Chunk) =>
      all((...after) => listReports(pool, ...account, deliveryIds, ...after)),
    sandbox_messages: ({ deliveryIds }: Chunk) =>
      all((...after) => listSandboxMessages(pool, ...account, deliveryIds, ...after)),
    inbox_messages: ({ messageIds }: Chunk) =>
      all((...after) => listInboxMessages(pool, ...account, messageIds, ...after)),
    events: ({ deliveryIds, lowestEventId: lowest }: Chunk) =>
      all((...after) => listEvents(pool, ...account, deliveryIds, ...after, lowest)),
    attempts: ({ deliveryIds, lowestEventId: lowest }: Chunk) =>
      all((...after) => listAttempts(pool, ...account, deliveryIds, ...after, lowest)),
  }
}

/** The person to export, also a deleted one. Null: there is none, or it is erased. */
export async function findExportable(pool: Pool, key: PersonKey): Promise<Person | null> {
  const [person] = await findPerson(pool, key.bucket, key.accountId, key.recipientId)
  return person ?? null
}

/** The export as text of JSON, row by row. */
export async function* exportPerson(pool: Pool, clock: Clock, key: PersonKey, person: Person): AsyncGenerator<string> {
  const { bucket, accountId, recipientId } = key
  const devices = await listDevices(pool, bucket, accountId, recipientId)
  const email = person.email === null ? null : comparableAddress('email', person.email)
  const phone = person.phone === null ? null : comparableAddress('sms', person.phone)
  const suppressions = await findSuppressions(pool, bucket, accountId, email, phone)
  const own = { exported_at: isoTime(clock.now()), notification_user: shown(person) }
  const head = { ...own, devices: devices.map(shown), suppressions: suppressions.map(shown) }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, rowsOf] of Object.entries(listsOf(pool, key))) {
    yield `,"${name}":[`
    let isFirst = true
    for await (const chunk of chunks(pool, key))
      for await (const row of rowsOf(chunk)) {
        yield `${isFirst ? '' : ','}${JSON.stringify(shown(row))}`
        isFirst = false
      }
    yield ']'
  }
  yield '}'
}
