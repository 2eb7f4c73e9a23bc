/** The groups of connections to the mail server. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS } from '../../platform/admission/limits.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { createMailPlaces } from './places.ts'

const places = () => createMailPlaces({ config: { publicRateLimit: 10 } as never, clock: createSystemClock() })
const addressOf = (index: number) => `10.${index}.0.1`

test('unknown callers take no place of programs, and programs none of reports', () => {
  const { open } = places()
  const ended: number[] = []
  const unknown = (index: number) => open(addressOf(index), () => ended.push(index))!
  // Strangers who know return paths take all places of their group, others all that are left.
  const returning = Array.from({ length: LIMITS.mailsReturning.max }, (_, index) => {
    const place = unknown(index)
    assert.ok(place.toReturning())
    return place
  })
  for (let index = 100; index < 100 + LIMITS.mailsArriving.max; index++) unknown(index)
  assert.deepEqual(ended, [])
  // A program arrives in the place of the oldest, and signs in.
  const program = unknown(200)
  assert.deepEqual([ended, program.toSending(1)], [[100], true])
  // The group of return paths is full, also for a program's neighbor.
  assert.equal(unknown(201).toReturning(), false)
  returning[0]!.free()
  assert.equal(unknown(202).toReturning(), true)
})

test('an account has half of the places of programs; an address has ten until it signs in', () => {
  const { open } = places()
  const half = LIMITS.mailsSendingOfAccount.max
  const signIn = (account: number) => open(addressOf(0), () => {})!.toSending(account)
  assert.deepEqual(new Set(Array.from({ length: half }, () => signIn(1))), new Set([true]))
  assert.equal(signIn(1), false)
  assert.deepEqual(new Set(Array.from({ length: half }, () => signIn(2))), new Set([true]))
  assert.equal(signIn(3), false)
  // Two have not signed in.
  const callers = Array.from({ length: 9 }, () => open(addressOf(0), () => {}))
  assert.deepEqual(
    callers.map((place) => place === null),
    [...Array.from({ length: 8 }, () => false), true],
  )
  callers[0]!.free()
  callers[0]!.free()
  assert.deepEqual([open(addressOf(0), () => {}) === null, open(addressOf(0), () => {}) === null], [false, true])
})

test('a network has thirty, with and without a return path', () => {
  const { open } = places()
  const returning = LIMITS.mailsOfNetwork.max - LIMITS.mailsArriving.max
  for (let index = 0; index < LIMITS.mailsOfNetwork.max; index++) {
    const place = open(`10.0.0.${index}`, () => {})
    assert.ok(place !== null && (index >= returning || place.toReturning()))
  }
  assert.equal(
    open('10.0.0.99', () => {}),
    null,
  )
  assert.ok(open('10.0.1.1', () => {}) !== null)
})
