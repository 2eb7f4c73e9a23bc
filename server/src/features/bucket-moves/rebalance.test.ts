import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ALL_BUCKETS } from '../../platform/ids.ts'
import { planMoves } from './rebalance.ts'

const bucketsOf = (rows: (bucket: number) => number, server = (_bucket: number) => 'a') =>
  ALL_BUCKETS.map((bucket) => ({ bucket, server: server(bucket), accounts: 0, rows: rows(bucket), events: 0 }))

const countOn = (
  buckets: { bucket: number; server: string }[],
  moves: { bucket: number; to: string }[],
  server: string,
) => buckets.filter((one) => (moves.find(({ bucket }) => bucket === one.bucket)?.to ?? one.server) === server).length

describe('planMoves', () => {
  it('gives a new server an equal part', () => {
    const buckets = bucketsOf(() => 1000)
    const moves = planMoves(buckets, ['a', 'b'])
    assert.ok(Math.abs(countOn(buckets, moves, 'b') - 32) <= 2)
    assert.ok(moves.every(({ from, to }) => from === 'a' && to === 'b'))
  })

  it('divides buckets without rows too', () => {
    const buckets = bucketsOf(() => 0)
    const moves = planMoves(buckets, ['a', 'b', 'c'])
    for (const server of ['a', 'b', 'c']) assert.ok(Math.abs(countOn(buckets, moves, server) - 21) <= 2)
  })

  it('moves a large bucket once, and ends if no move brings the servers closer', () => {
    const moves = planMoves(
      bucketsOf((bucket) => (bucket === 7 ? 10_000 : 10)),
      ['a', 'b'],
    )
    assert.deepEqual(moves, [{ bucket: 7, from: 'a', to: 'b' }])
  })

  it('plans nothing if the servers are about equal, or if there is one', () => {
    const even = bucketsOf(
      () => 1000,
      (bucket) => (bucket % 2 === 0 ? 'a' : 'b'),
    )
    assert.deepEqual(planMoves(even, ['a', 'b']), [])
    assert.deepEqual(
      planMoves(
        bucketsOf(() => 1),
        ['a'],
      ),
      [],
    )
  })
})
