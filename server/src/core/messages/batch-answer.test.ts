import assert from 'node:assert/strict'
import test from 'node:test'
import { ApiError } from '../../platform/errors.ts'
import { batchAnswer, resultObject } from './batch-answer.ts'
import type { ItemResult } from './batch.ts'

/** A result of about this many characters. */
function refusalOf(characters: number): ItemResult {
  return { ok: false, errors: { subject: ['x'.repeat(characters)] }, code: 'invalid' }
}

test('the text is that of all results at once', async () => {
  const failed: ItemResult = { ok: false, error: new ApiError('not_found') }
  for (const results of [[], [failed], [refusalOf(10), failed, refusalOf(2 ** 20), refusalOf(2 ** 20), failed]]) {
    const { status, body } = await batchAnswer(results)
    assert.equal(status, 200)
    assert.equal(body, JSON.stringify({ results: results.map(resultObject) }))
  }
})

test('other requests get a turn after each piece of a large response', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await batchAnswer(Array.from({ length: 16 }, () => refusalOf(2 ** 20)))
  isOver = true
  assert.ok(turns >= 15, `${turns} turns`)
})
