import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { App } from './route.ts'

/** Of an answer so much is put together before other requests have a turn: 1 MiB at once takes 20 ms. */
const PIECE_CHARACTERS = 64 * 1024

interface List {
  name: string
  /** The schema of its rows. */
  items: object
}

/** The list with which answers of status 200 begin, by the route's schema; null if they do not. */
function listOf(response: unknown): List | null {
  const properties = (response as { 200?: { properties?: Record<string, object> } } | undefined)?.[200]?.properties
  const [first] = Object.entries(properties ?? {})
  if (first === undefined || !('items' in first[1])) return null
  return { name: first[0], items: first[1].items as object }
}

/** The rows as JSON with commas between them. */
async function* piecesOf(rows: readonly unknown[], textOf: (row: unknown) => string): AsyncGenerator<Buffer> {
  let texts: string[] = []
  let characters = 0
  for (const [index, row] of rows.entries()) {
    const text = textOf(row)
    texts.push(index === 0 ? text : `,${text}`)
    characters += text.length
    if (characters < PIECE_CHARACTERS) continue
    yield Buffer.from(texts.join(''))
    texts = []
    characters = 0
    await setImmediate()
  }
  yield Buffer.from(texts.join(''))
}

/** The answer as JSON: the rows in pieces, and then the rest. */
async function inPieces(reply: FastifyReply, answer: object, rows: readonly unknown[], list: List): Promise<Buffer> {
  const textOf = reply.compileSerializationSchema(list.items as Record<string, unknown>) as (row: unknown) => string
  const withoutRows = String(reply.serializeInput({ ...answer, [list.name]: [] }, '200'))
  const start = `{"${list.name}":[`
  const pieces: Buffer[] = [Buffer.from(start)]
  for await (const piece of piecesOf(rows, textOf)) pieces.push(piece)
  return Buffer.concat([...pieces, Buffer.from(withoutRows.slice(start.length))])
}

/**
 * Has answers of the routes registered from now on that begin with a list put together row by row: a large one holds up no
 * other request.
 */
export function answerInPieces(app: App): void {
  app.addHook('onRoute', (route) => {
    const list = listOf(route.schema?.response)
    if (list === null) return
    route.preSerialization = [
      ...[route.preSerialization ?? []].flat(),
      async (_request, reply, payload) => {
        const rows = (payload as Record<string, unknown>)[list.name]
        if (reply.statusCode !== 200 || !Array.isArray(rows)) return payload
        const bytes = await inPieces(reply, payload as object, rows, list)
        // Bytes are sent as they are; the types know of texts alone.
        reply.serializer((() => bytes) as unknown as () => string)
        return payload
      },
    ]
  })
}
