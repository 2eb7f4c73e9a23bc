import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOOKUPS_MAX, shareLookups } from './shared-lookups.ts'

/** Lookups in the order of their start. The test resolves them. */
function createLookups({ canCancel = true } = {}) {
  const begun: { name: string; answer: (addresses: string[]) => void; isCancelled: boolean }[] = []
  const look = shareLookups((name, answer) => {
    const lookup = { name, answer, isCancelled: false }
    begun.push(lookup)
    return canCancel ? () => void (lookup.isCancelled = true) : null
  })
  return { begun, look }
}

/** A signal that is never aborted. */
const signal = () => new AbortController().signal
const ADDRESSES = ['93.184.216.34']

test('a failed lookup fails for all its callers and is forgotten', async () => {
  const { begun, look } = createLookups()
  const both = [look('a.example.com', signal()), look('a.example.com', signal())]
  begun[0]!.answer([])
  assert.deepEqual(await Promise.all(both), [[], []])
  const again = look('a.example.com', signal())
  begun[1]!.answer(ADDRESSES)
  assert.deepEqual(await again, ADDRESSES)
})

test('a lookup is canceled when its last caller leaves, and started again for the next', async () => {
  const { begun, look } = createLookups()
  const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
  const answers = [look('a.example.com', first.signal), look('a.example.com', second.signal)]
  first.abort()
  assert.deepEqual(await answers[0], [])
  assert.equal(begun[0]!.isCancelled, false)
  second.abort()
  assert.equal(begun[0]!.isCancelled, true)
  assert.deepEqual(await answers[1], [])
  assert.deepEqual(await look('a.example.com', first.signal), [])
  assert.equal(begun.length, 1)
  const next = look('a.example.com', third.signal)
  begun[1]!.answer(ADDRESSES)
  assert.deepEqual(await next, ADDRESSES)
  third.abort()
  assert.equal(begun[1]!.isCancelled, false)
})

test('a lookup that cannot be canceled is shared until it ends', async () => {
  const { begun, look } = createLookups({ canCancel: false })
  const first = new AbortController()
  const gone = look('a.example.com', first.signal)
  first.abort()
  assert.deepEqual(await gone, [])
  const next = look('a.example.com', signal())
  assert.equal(begun.length, 1)
  begun[0]!.answer(ADDRESSES)
  assert.deepEqual(await next, ADDRESSES)
})

test('the number of parallel lookups is limited', async () => {
  const { begun, look } = createLookups()
  const leaving = new AbortController()
  void look('first.example.com', leaving.signal)
  for (let count = 1; count < LOOKUPS_MAX; count++) void look(`${count}.example.com`, signal())
  assert.deepEqual(await look('more.example.com', signal()), [])
  assert.equal(begun.length, LOOKUPS_MAX)
  const shared = look('1.example.com', signal())
  leaving.abort()
  void look('more.example.com', signal())
  assert.equal(begun.at(-1)!.name, 'more.example.com')
  begun[1]!.answer(ADDRESSES)
  assert.deepEqual(await shared, ADDRESSES)
})
