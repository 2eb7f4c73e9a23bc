import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { App } from './route.ts'

/** Characters to serialize before other requests get a turn. 1 MiB in one go blocks the event loop for 20 ms. */
const PIECE_CHARACTERS = 64 * 1024

interface List {
  name: string
  items: object
}

/** The list that is the first property of the 200 response schema. Null if the first property is not a list. */
function listOf(response: unknown): List | null {
  const properties = (response as { 200?: { properties?: Record<string, object> } } | undefined)?.[200]?.properties
  const [first] = Object.entries(properties ?? {})
  if (first === undefined || !('items' in first[1])) return null
  return { name: first[0], items: first[1].items as object }
}

/** Yields the rows as JSON, with commas between them. */
export async function* piecesOf(rows: readonly unknown[], textOf: (row: unknown) => string): AsyncGenerator<Buffer> {
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

/** The response as JSON: first the rows in pieces, then the other properties. */
async function inPieces(reply: FastifyReply, answer: object, rows: readonly unknown[], list: List): Promise<Buffer> {
  const textOf = reply.compileSerializationSchema(list.items as Record<string, unknown>) as (row: unknown) => string
  const withoutRows = String(reply.serializeInput({ ...answer, [list.name]: [] }, '200'))
  const start = `{"${list.name}":[`
  const pieces: Buffer[] = [Buffer.from(start)]
  for await (const piece of piecesOf(rows, textOf)) pieces.push(piece)
  return Buffer.concat([...pieces, Buffer.from(withoutRows.slice(start.length))])
}

/**
 * Serializes a list at the start of a 200 response row by row, so a large list does not block other requests. Applies
 * to routes registered after this call.
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
        // Fastify sends bytes unchanged. Its types only allow text.
        reply.serializer((() => bytes) as unknown as () => string)
        return payload
      },
    ]
  })
}
