import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTokenCache } from './token-cache.ts'

const NOW = 1000

/** Makes the tokens `1`, `2`, ..., each cached for 10 ms. */
function counter() {
  let made = 0
  return async () => ({ token: String(++made), keptUntil: NOW + 10 })
}

test('concurrent callers share a token until it expires', async () => {
  const cache = createTokenCache<string>(2)
  const make = counter()
  assert.deepEqual(await Promise.all([cache.get('a', NOW, make), cache.get('a', NOW, make)]), ['1', '1'])
  assert.equal(await cache.get('a', NOW + 9, make), '1')
  assert.equal(await cache.get('a', NOW + 10, make), '2')
})

test('the least recently used token is removed', async () => {
  const cache = createTokenCache<string>(2)
  const make = counter()
  for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, NOW, make)
  assert.equal(await cache.get('a', NOW, make), '1')
  assert.equal(await cache.get('b', NOW, make), '4')
})

test('a failed or expired token is made again', async () => {
  const cache = createTokenCache<string>(2)
  await assert.rejects(
    cache.get('a', NOW, () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await cache.get('a', NOW, async () => ({ token: 'short', keptUntil: NOW })), 'short')
  assert.equal(await cache.get('a', NOW, counter()), '1')
})

test('a token that was refused is dropped, but not its successor', async () => {
  const cache = createTokenCache<string>(2)
  const make = counter()
  await cache.get('a', NOW, make)
  await cache.drop('a', '1')
  assert.equal(await cache.get('a', NOW, make), '2')
  await cache.drop('a', '1')
  assert.equal(await cache.get('a', NOW, make), '2')
})
