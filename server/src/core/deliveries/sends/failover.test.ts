import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CAUSE_WORDS } from '../../providers/causes.ts'
import type { CauseWord } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import { afterBegin, afterEnd, isFailing, restoredBreaker } from './breaker.ts'
import type { Breaker } from './breaker.ts'
import { channelFor, decideNext, verdictOf } from './failover.ts'
import type { Route, Verdict } from './failover.ts'

type Failed = Exclude<SendResult, { result: 'accepted' }>

const transient = (cause: string): Failed => ({ result: 'transient', retryAfterMs: null, cause })
const limited = (seconds: number | null): Failed => {
  return { result: 'rate_limited', retryAfterMs: seconds === null ? null : seconds * 1000, cause: 'rate_limited' }
}

test('who sends next, for each cause of the page of causes', () => {
  const table: Record<CauseWord, Verdict> = {
    connection_refused: 'next',
    dns_error: 'next',
    tls_error: 'next',
    authentication_failed: 'next',
    overloaded: 'next',
    address_not_public: 'next',
    port_not_allowed: 'next',
    // It may have been taken. With a whole response it was not, see below.
    provider_error: 'unknown',
    timeout: 'unknown',
    connection_reset: 'unknown',
    aborted: 'unknown',
    deferred: 'same',
    device_unregistered: 'same',
    invalid_address: 'same',
    mailbox_full: 'same',
    mailbox_unavailable: 'same',
    message_refused: 'same',
    message_too_large: 'same',
    no_text: 'same',
    rate_limited: 'same',
    sandbox: 'same',
    suppressed: 'same',
    unreachable: 'same',
    unsubscribed: 'same',
  }
  assert.deepEqual(Object.keys(table).toSorted(), CAUSE_WORDS.toSorted())
  for (const [word, verdict] of Object.entries(table)) {
    assert.equal(verdictOf(transient(word)), verdict, word)
    assert.equal(verdictOf(transient(`${word}: 550 said`)), verdict, word)
    assert.equal(verdictOf({ result: 'permanent', cause: word }), 'same', `${word} for good`)
  }
  assert.equal(
    verdictOf({ result: 'transient', retryAfterMs: null, cause: 'provider_error: 503', notTaken: true }),
    'next',
  )
  assert.equal(verdictOf({ result: 'transient', retryAfterMs: null, cause: 'timeout', notTaken: true }), 'next')
  const limits: [seconds: number | null, Verdict][] = [
    [null, 'same'],
    [60, 'same'],
    [61, 'next'],
    [86_400, 'next'],
  ]
  for (const [seconds, verdict] of limits) assert.equal(verdictOf(limited(seconds)), verdict)
  assert.equal(verdictOf({ ...limited(3600), scope: 'recipient' } as Failed), 'same')
})

describe('the next send', () => {
  const route: Route = { ownId: 1, channelId: 1, fallbackIds: [2, 3], isPinned: false, resendsAfterTimeout: false }
  const retry = { next: 'retry', dueAt: 99, spent: true } as const
  const next = (changed: Partial<Route>, verdict: Verdict, passed: number[] = [], sendsLeft = 5, spent = true) => {
    const state = { sendsLeft, isPassedOver: (id: number) => passed.includes(id) }
    const { channelId, isPinned, atOnce } = decideNext({ ...route, ...changed }, verdict, { ...retry, spent }, state)
    return `${channelId}${isPinned ? ' pinned' : ''}${atOnce ? ' at once' : ''}`
  }

  test('goes through the channels at once, then waits and begins again', () => {
    assert.equal(next({}, 'next'), '2 at once')
    assert.equal(next({ channelId: 2 }, 'next'), '3 at once')
    assert.equal(next({ channelId: 3 }, 'next'), '1')
    assert.equal(next({ channelId: 3 }, 'next', [1]), '2')
    assert.equal(next({}, 'next', [2]), '3 at once')
    assert.equal(next({}, 'next', [2, 3]), '1')
    assert.equal(next({ fallbackIds: null }, 'next'), '1')
    assert.equal(next({}, 'next', [], 1), '2', 'the last send waits')
    assert.equal(next({}, 'next', [], 1, false), '2 at once', 'a rate limit spends no send')
  })

  test('stays at the channel for a cause of the recipient, and is pinned to it after an unknown outcome', () => {
    assert.equal(next({}, 'same'), '1')
    assert.equal(next({ channelId: 2 }, 'same'), '2')
    assert.equal(next({}, 'unknown'), '1 pinned')
    assert.equal(next({ channelId: 2, isPinned: true }, 'next'), '2 pinned')
    assert.equal(next({ resendsAfterTimeout: true }, 'unknown'), '2 at once')
  })

  test('another channel sends if the channel is passed over or is no fallback any more', () => {
    const at = (changed: Partial<Route>, passed: number[] = []) =>
      channelFor({ ...route, ...changed }, (id) => passed.includes(id))
    assert.equal(at({}), 1)
    assert.equal(at({}, [1]), 2)
    assert.equal(at({}, [1, 2]), 3)
    assert.equal(at({}, [1, 2, 3]), 1)
    assert.equal(at({ channelId: 3 }, [3]), 1)
    assert.equal(at({ channelId: 9 }), 1)
    assert.equal(at({ fallbackIds: null }, [1]), 1)
    assert.equal(at({ channelId: 9, isPinned: true }, [9]), 9, 'a pinned send stays')
  })
})

describe('the breaker', () => {
  const NOW = 1_000_000
  const refused = transient('connection_refused')
  const accepted: SendResult = { result: 'accepted', providerMessageId: null }
  const after = (results: readonly SendResult[], before?: Breaker) => {
    let breaker = before
    for (const result of results) breaker = afterEnd(breaker, result, NOW) ?? undefined
    return breaker
  }

  test('opens after five failed sends in a row, and the first success restores it', () => {
    assert.ok(!isFailing(after([refused, refused, refused, refused])))
    assert.deepEqual(after(Array<SendResult>(5).fill(refused)), { failures: 5, passedUntil: NOW + 60_000 })
    assert.ok(isFailing(after([refused, transient('timeout'), refused, limited(3600), refused])))
    for (const between of [accepted, transient('deferred'), { result: 'permanent', cause: 'invalid_address' }] as const)
      assert.equal(after([refused, refused, refused, refused, between, refused])?.failures, 1)
    for (const between of [transient('aborted: cut off'), limited(5)])
      assert.ok(isFailing(after([refused, refused, refused, refused, between, refused])))
    const failing = after(Array<SendResult>(9).fill(refused))
    assert.equal(after([accepted], failing), undefined)
    assert.deepEqual(after([transient('deferred'), refused], failing), failing)
  })

  test('one send each minute tries a failing channel', () => {
    const failing = { failures: 5, passedUntil: NOW }
    assert.deepEqual(afterBegin(failing, NOW), { failures: 5, passedUntil: NOW + 60_000 })
    assert.equal(afterBegin(failing, NOW - 1), failing)
    assert.deepEqual(afterEnd(afterBegin(failing, NOW), refused, NOW + 30_000), afterBegin(failing, NOW))
    assert.deepEqual(afterBegin(restoredBreaker(NOW), NOW), { failures: 5, passedUntil: NOW + 60_000 })
  })

  test('a long rate limit passes the channel over until it ends', () => {
    const breaker = after([limited(600)])!
    assert.deepEqual(breaker, { failures: 1, passedUntil: NOW + 600_000 })
    assert.equal(afterBegin(breaker, NOW + 600_000), breaker)
  })
})
