import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fastify } from 'fastify'
import Type from 'typebox'
import { answerInPieces } from './answers-in-pieces.ts'
import type { App } from './route.ts'

const ROW_CHARACTERS = 64 * 1024

/** An app with one route that returns `answer`. */
function appOf(answer: { rows: { text: string }[]; next: string | null }) {
  const app = fastify() as unknown as App
  answerInPieces(app)
  const response = {
    200: Type.Object({
      rows: Type.Array(Type.Object({ text: Type.String() })),
      next: Type.Union([Type.String(), Type.Null()]),
    }),
  }
  app.get('/rows', { schema: { response } }, () => Promise.resolve(answer))
  return app
}

test('rows and the other properties are the same as without pieces', async () => {
  for (const texts of [[], ['one'], ['"rows":[]', 'Ä 😀 "quoted" \\ \n', 'x'.repeat(3 * ROW_CHARACTERS), '']]) {
    const answer = { rows: texts.map((text) => ({ text })), next: '"rows":[' }
    const { payload, headers } = await appOf(answer).inject('/rows')
    assert.equal(payload, JSON.stringify(answer))
    assert.equal(headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(headers['content-length'], String(Buffer.byteLength(payload)))
  }
})

test('others have a turn after each piece of a large list', async () => {
  const turnsOf = async (rows: number): Promise<number> => {
    const app = appOf({ rows: Array.from({ length: rows }, () => ({ text: 'x'.repeat(ROW_CHARACTERS) })), next: null })
    await app.ready()
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await app.inject('/rows')
    isOver = true
    return turns
  }
  const [few, many] = [await turnsOf(4), await turnsOf(20)]
  assert.ok(many - few >= 16, `${few} turns with 4 pieces, ${many} with 20`)
})
