import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimiter } from './requests.ts'

test('a burst of twice the rate, then the rate; keys do not share', () => {
  let now = 0
  const limiter = createRateLimiter(10, () => now)
  for (let request = 0; request < 20; request++) assert.equal(limiter.take(1).allowed, true)
  const refused = limiter.take(1)
  assert.deepEqual(refused, {
    allowed: false,
    headers: { 'ratelimit-policy': '"default";q=20;w=2', ratelimit: '"default";r=0;t=2', 'retry-after': '1' },
  })
  assert.equal(limiter.take(2).allowed, true)

  now += 100
  assert.equal(limiter.take(1).allowed, true)
  assert.equal(limiter.take(1).allowed, false)
  now += 60_000
  assert.equal(limiter.take(1).headers['ratelimit'], '"default";r=19;t=1')
})

test('after an expensive request the next one waits', () => {
  let now = 0
  const limiter = createRateLimiter(10, () => now)
  assert.equal(limiter.take(1).allowed, true)
  limiter.charge(1, 50)
  const { allowed, headers } = limiter.take(1)
  assert.deepEqual(
    { allowed, ...headers },
    { allowed: false, 'ratelimit-policy': '"default";q=20;w=2', ratelimit: '"default";r=0;t=6', 'retry-after': '4' },
  )
  assert.equal(limiter.take(2).allowed, true)
  now += 3100
  assert.equal(limiter.take(1).allowed, false)
  now += 100
  assert.equal(limiter.take(1).allowed, true)
})

test('the number of keys is bounded: the one used longest ago is forgotten', () => {
  const limiter = createRateLimiter(1, () => 0)
  limiter.take(0)
  limiter.take(0)
  assert.equal(limiter.take(0).allowed, false)
  for (let key = 1; key < 10_000; key++) limiter.take(key)
  assert.equal(limiter.take(0).allowed, false)
  for (let key = 10_000; key < 20_000; key++) limiter.take(key)
  assert.equal(limiter.take(0).allowed, true)
})
