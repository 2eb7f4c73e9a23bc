import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSignInThrottle, networksOf } from './sign-in-throttle.ts'
import type { Guesser } from './sign-in-throttle.ts'

const MINUTE_MS = 60_000

test('an address stands for two networks: IPv4 for itself and its /24, IPv6 for its /64 and its /48', () => {
  const cases: [address: string, networks: [string, string]][] = [
    ['192.0.2.7', ['192.0.2.7', '192.0.2']],
    ['::ffff:192.0.2.7', ['192.0.2.7', '192.0.2']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2', '2001:db8:1']],
    ['2001:DB8:1:2::9', ['2001:db8:1:2', '2001:db8:1']],
    ['::1', ['0:0:0:0', '0:0:0']],
    ['fe80::1%eth0', ['fe80:0:0:0', 'fe80:0:0']],
    ['2001:db8::', ['2001:db8:0:0', '2001:db8:0']],
  ]
  for (const [address, [narrow, wide]] of cases)
    assert.deepEqual(networksOf(address), { address: narrow, network: wide }, address)
})

/** How many of `tries` at once are admitted. */
function admitted(
  guessers: readonly Guesser[],
  now = { ms: 0 },
  throttle = createSignInThrottle(() => now.ms),
): number {
  return guessers.filter((guesser) => throttle.take(guesser).admitted).length
}

const at = (address: string, email = 'ada@example.com'): Guesser => ({ by: 'address', address, email })
const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))

test('each bucket admits its burst', () => {
  const cases: [what: string, guessers: Guesser[], burst: number][] = [
    ['one email from one address', times(300, () => at('192.0.2.7')), 10],
    ['one email from one /64', times(300, (index) => at(`2001:db8:1:2::${index}`)), 10],
    ['one email from one /24', times(256, (index) => at(`192.0.2.${index}`)), 20],
    ['one email from one /48', times(300, (index) => at(`2001:db8:1:${index.toString(16)}::1`)), 20],
    ['one email from everywhere', times(250, (index) => at(`10.0.${index}.1`)), 200],
    ['many emails from one address', times(300, (index) => at('192.0.2.7', `${index}@example.com`)), 30],
    ['many emails from one /24', times(250, (index) => at(`192.0.2.${index}`, `${index}@example.com`)), 120],
    ['one device', times(300, () => ({ by: 'device', id: 'a', personId: 1 })), 10],
    ['one session', times(300, () => ({ by: 'session', id: '1', personId: 1 })), 10],
  ]
  for (const [what, guessers, burst] of cases) assert.equal(admitted(guessers), burst, what)
})

test('guesses from five networks all day leave the email to other networks', () => {
  const now = { ms: 0 }
  const throttle = createSignInThrottle(() => now.ms)
  for (let minute = 0; minute < 24 * 60; minute++, now.ms += MINUTE_MS) {
    for (let network = 0; network < 5; network++)
      admitted(
        times(60, (index) => at(`10.0.${network}.${index}`)),
        now,
        throttle,
      )
    const owner = at('192.0.2.7')
    assert.ok(throttle.take(owner).admitted, `minute ${minute}`)
    throttle.giveBack(owner)
  }
})

test('a try that did not fail does not count, and never fills a bucket above its burst', () => {
  const now = { ms: 0 }
  const throttle = createSignInThrottle(() => now.ms)
  for (let tries = 0; tries < 100; tries++) {
    assert.ok(throttle.take(at('192.0.2.7')).admitted)
    throttle.giveBack(at('192.0.2.7'))
  }
  throttle.giveBack(at('192.0.2.7'))
  assert.equal(
    admitted(
      times(300, () => at('192.0.2.7')),
      now,
      throttle,
    ),
    10,
  )
  const refused = throttle.take(at('192.0.2.7'))
  assert.deepEqual(refused, { admitted: false, retryAfterSeconds: 60 })
  now.ms += MINUTE_MS
  assert.equal(
    admitted(
      times(300, () => at('192.0.2.7')),
      now,
      throttle,
    ),
    1,
  )
})
