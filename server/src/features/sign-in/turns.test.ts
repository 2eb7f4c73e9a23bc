import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../../platform/errors.ts'
import { createTurns } from './turns.ts'

/** Records the order of work. The test ends each piece of work. */
function createLedger(bounds: { atOnceMax: number; waitingMax: number }) {
  const turns = createTurns(bounds)
  const begun: string[] = []
  const refused: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    refused,
    ask(key: string): void {
      const work = () => {
        begun.push(key)
        return new Promise<void>((resolve) => ends.push(resolve))
      }
      turns.run(key, work).catch((error: unknown) => {
        assert.ok(error instanceof ApiError && error.code === 'overloaded')
        refused.push(key)
      })
    },
    /** Ends the first piece of work and waits for its effects. */
    async endOne(): Promise<void> {
      ends.shift()!()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('each key has its turn, however often others asked before', async () => {
  const { begun, ask, endOne } = createLedger({ atOnceMax: 1, waitingMax: 50 })
  for (let asked = 0; asked < 10; asked++) ask('a')
  ask('b')
  ask('c')
  ask('b')
  for (let ended = 0; ended < 6; ended++) await endOne()
  assert.deepEqual(begun, ['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('where all places are taken, a key with fewer takes the place of the one with the most', async () => {
  const { begun, refused, ask, endOne } = createLedger({ atOnceMax: 2, waitingMax: 5 })
  for (let asked = 0; asked < 200; asked++) ask('a')
  for (const key of ['b', 'b', 'c']) ask(key)
  await new Promise((resolve) => setImmediate(resolve))
  // Two of `a` run. It has lost three of its five places.
  assert.equal(refused.length, 193 + 3)
  assert.ok(refused.every((key) => key === 'a'))
  for (const key of ['b', 'c', 'd', 'e']) ask(key)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(refused.slice(196).toSorted(), ['a', 'b', 'b', 'c'])
  for (let ended = 0; ended < 7; ended++) await endOne()
  assert.deepEqual(begun.slice(2).toSorted(), ['a', 'b', 'c', 'd', 'e'])
})

test('work that fails hands its turn on', async () => {
  const turns = createTurns({ atOnceMax: 1, waitingMax: 1 })
  const failed = turns.run('a', () => Promise.reject(new Error('no')))
  const waited = turns.run('b', () => Promise.resolve('done'))
  await assert.rejects(failed, /no/)
  assert.equal(await waited, 'done')
  assert.equal(await turns.run('a', () => Promise.resolve('again')), 'again')
})
