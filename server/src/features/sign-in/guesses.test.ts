import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networksOf } from '../../platform/admission/networks.ts'
import { createSignInThrottle } from './guesses.ts'
import type { Guesser, SignInThrottle } from './guesses.ts'

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

/** Counts how many of these attempts are admitted. */
function admitted(
  guessers: readonly Guesser[],
  now = { ms: 0 },
  throttle = createSignInThrottle(() => now.ms),
): number {
  return guessers.filter((guesser) => throttle.take(guesser).admitted).length
}

const at = (address: string, email = 'ada@example.com'): Guesser => ({ by: 'address', address, email })
/** An address in its own network. */
const networkAddress = (index: number) => `10.${Math.floor(index / 256)}.${index % 256}.1`
const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))

test('each bucket admits its burst', () => {
  const cases: [what: string, guessers: Guesser[], burst: number][] = [
    ['one email from one address', times(300, () => at('192.0.2.7')), 10],
    ['one email from one /64', times(300, (index) => at(`2001:db8:1:2::${index}`)), 10],
    ['one email from one /24', times(256, (index) => at(`192.0.2.${index}`)), 20],
    ['one email from one /48', times(300, (index) => at(`2001:db8:1:${index.toString(16)}::1`)), 20],
    ['one email from everywhere, with the reserve', times(1000, (index) => at(networkAddress(index))), 800],
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
        times(25, (index) => at(`10.0.${network}.${index}`)),
        now,
        throttle,
      )
    assert.ok(ownerEnters(throttle), `minute ${minute}`)
  }
})

/** Whether the owner, with the right password, is admitted from another network. */
function ownerEnters(throttle: SignInThrottle): boolean {
  const admission = throttle.take(at('192.0.2.7'))
  if (admission.admitted) admission.giveBack()
  return admission.admitted
}

describe('the owner enters from another network at the first try, while networks guess', () => {
  const HOUR_MS = 60 * MINUTE_MS
  const cases: [networks: number, everyMs: number, what: string][] = [
    [10, 5000, 'all the time'],
    [50, 20_000, 'all the time'],
    [200, MINUTE_MS, 'all the time'],
    [50, HOUR_MS, 'all together once an hour'],
    [200, HOUR_MS, 'all together once an hour'],
  ]
  for (const [count, everyMs, what] of cases)
    test(`${count} networks, ${what}`, () => {
      const now = { ms: 0 }
      const throttle = createSignInThrottle(() => now.ms)
      let guessed = 0
      for (; now.ms <= 6 * HOUR_MS; now.ms += everyMs) {
        for (let network = 0; network < count; network++)
          guessed += admitted(
            times(everyMs === HOUR_MS ? 24 : 2, (index) => at(networkAddress(network).replace(/1$/, String(index)))),
            now,
            throttle,
          )
        assert.ok(ownerEnters(throttle), `after ${now.ms / 1000} s`)
      }
      assert.ok(guessed > 200, 'the tries from everywhere were used up')
    })
})

test('the reserve is bounded: from two thousand networks one a second and one in ten seconds, above the bursts', () => {
  const now = { ms: 0 }
  const throttle = createSignInThrottle(() => now.ms)
  let guessed = 0
  for (; now.ms < 60 * MINUTE_MS; now.ms += MINUTE_MS)
    guessed += admitted(
      times(2000, (network) => at(networkAddress(network))),
      now,
      throttle,
    )
  const [everywhere, reserve] = [200 + 59 * 6, 600 + 59 * 60]
  assert.ok(guessed <= everywhere + reserve, `${guessed} guesses`)
  assert.ok(guessed > everywhere + reserve / 2, `${guessed} guesses`)
})

test('while each guess comes from a new network, a known device enters 24 of 24 times, and another not once', () => {
  const now = { ms: 0 }
  const throttle = createSignInThrottle(() => now.ms)
  // The attempts for the email from everywhere are used up, and then the reserve for other networks.
  assert.equal(
    admitted(
      times(250, (index) => at(networkAddress(index))),
      now,
      throttle,
    ),
    250,
  )
  assert.ok(ownerEnters(throttle))
  assert.equal(
    admitted(
      times(1000, (index) => at(networkAddress(250 + index))),
      now,
      throttle,
    ),
    550,
  )
  assert.ok(!ownerEnters(throttle))
  let guessed = 0
  let entered = 0
  for (let index = 0; index < 260; index++) {
    guessed += admitted([at(networkAddress(1250 + index))], now, throttle)
    if (index % 11 === 10 || index === 259) {
      const admission = throttle.take({ by: 'device', id: 'a', personId: 1 })
      if (!admission.admitted) continue
      entered += 1
      admission.giveBack()
    }
    now.ms += 500
  }
  assert.equal(entered, 24)
  // From all networks together, one guess per second and one per ten seconds is admitted.
  assert.ok(guessed <= 143, `${guessed} guesses`)
})

test('a refused try says when the nearer of the two ways opens', () => {
  const throttle = createSignInThrottle(() => 0)
  for (let network = 0; network < 800; network++) throttle.take(at(networkAddress(network)))
  assert.deepEqual(throttle.take(at('192.0.2.7')), { admitted: false, retryAfterSeconds: 1 })
})

test('a try that did not fail does not count, and never fills a bucket above its burst', () => {
  const now = { ms: 0 }
  const throttle = createSignInThrottle(() => now.ms)
  for (let tries = 0; tries < 100; tries++) {
    assert.ok(ownerEnters(throttle))
  }
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
