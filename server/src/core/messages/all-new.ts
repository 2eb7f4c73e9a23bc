/** All new messages of a recipient in one response (specification 4.1), read and sent page by page. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cutOffIfIdle } from '../../platform/http/responses.ts'
import { encodeCursor, scannedRowsOf } from '../../platform/http/pages.ts'
import type { Page, PageKey, Scan } from '../../platform/http/pages.ts'
import { messageObject } from './message.ts'
import type { Message } from './message.ts'
import { MessageOutput } from './schemas.ts'

/** The largest number of messages in a response without a limit. */
export const NEW_MESSAGES_MAX = 10_000

/** Messages read at once. A page also ends at its bytes, so a response holds about 1 MiB of texts at a time. */
const PAGE_ROWS = 200

/** Characters that wait for the reader. */
const WAITING_CHARACTERS = 64 * 1024

type ReadPage = (page: Page) => Promise<{ messages: Message[]; scan: Scan }>

const keyOf = (message: Message) => ({ createdAt: message.createdAt, id: message.id })

async function readRows(read: ReadPage, limit: number, after: PageKey | null) {
  const page = { limit, after }
  const { messages, scan } = await read(page)
  return scannedRowsOf(page, messages, keyOf, scan)
}

/** Yields the response as JSON. */
async function* responseOf(
  first: Awaited<ReturnType<typeof readRows>>,
  read: ReadPage,
  textOf: (message: unknown) => string,
): AsyncGenerator<string> {
  let { rows, end } = first
  let count = 0
  yield '{"messages":['
  for (;;) {
    const texts = rows.map((row) => textOf(messageObject(row))).join(',')
    yield count > 0 && texts !== '' ? `,${texts}` : texts
    count += rows.length
    if (end === null || count === NEW_MESSAGES_MAX) break
    ;({ rows, end } = await readRows(read, Math.min(PAGE_ROWS, NEW_MESSAGES_MAX - count), end))
  }
  yield `],"next_cursor":${end === null ? 'null' : JSON.stringify(encodeCursor(end))}}`
}

/**
 * The response with all messages from `after` on. If they are more than one page, it is a stream, which holds the
 * account's place among its responses until it is closed. A message created meanwhile is not in it.
 */
export async function allNewMessages(
  request: Pick<FastifyRequest, 'leaveResponses' | 'method'>,
  reply: FastifyReply,
  { after }: Page,
  read: ReadPage,
) {
  const first = await readRows(read, PAGE_ROWS, after)
  if (first.end === null || request.method === 'HEAD')
    return { messages: first.rows.map(messageObject), next_cursor: null }
  request.leaveResponses = null
  cutOffIfIdle(reply)
  const textOf = reply.compileSerializationSchema(MessageOutput as unknown as Record<string, unknown>)
  const pages = responseOf(first, read, textOf as (message: unknown) => string)
  void reply.type('application/json; charset=utf-8')
  // The route's schema has the object that the stream contains.
  return Readable.from(pages, { objectMode: false, highWaterMark: WAITING_CHARACTERS }) as never
}
