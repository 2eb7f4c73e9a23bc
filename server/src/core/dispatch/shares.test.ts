import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BUCKET_COUNT } from '../../platform/ids.ts'
import { decideShare } from './shares.ts'

describe('decideShare', () => {
  it('gives all to a process that is alone', () => {
    assert.deepEqual(decideShare(0, 1, BUCKET_COUNT), { take: 64, giveUp: 0 })
    assert.deepEqual(decideShare(64, 1, BUCKET_COUNT), { take: 0, giveUp: 0 })
  })

  it('halves between two', () => {
    assert.deepEqual(decideShare(64, 2, BUCKET_COUNT), { take: 0, giveUp: 32 })
    assert.deepEqual(decideShare(10, 2, BUCKET_COUNT), { take: 22, giveUp: 0 })
  })

  it('leaves no bucket without a process, however many there are', () => {
    for (let processes = 1; processes <= 2 * BUCKET_COUNT; processes++)
      assert.ok(decideShare(0, processes, BUCKET_COUNT).take * processes >= BUCKET_COUNT)
  })
})
