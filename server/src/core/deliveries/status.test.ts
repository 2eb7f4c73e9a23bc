import assert from 'node:assert/strict'
import test from 'node:test'
import { STATUS_RANKS } from '../../../../sdk/src/statuses.ts'
import { FACTS, FACT_RANKS, eventTypeOf, isSettled, mayRecord, recordFact, statusOf } from './status.ts'
import type { DeliveryState, Fact } from './status.ts'

function stateOf(facts: readonly Fact[]): DeliveryState {
  const factTimes = Object.fromEntries(FACTS.map((fact) => [fact, facts.includes(fact) ? 1000 : null]))
  const texts = { errorMessage: null, friendlyErrorMessage: null, limitFeatureKey: null, providerMessageId: null }
  const times = factTimes as DeliveryState['factTimes']
  return { status: statusOf(times), factTimes: times, updatedAt: 1000, ...texts }
}

/** All reachable sets of facts, from the two possible first facts. */
function reachable(): Fact[][] {
  const found = new Map<string, Fact[]>()
  const open: Fact[][] = [['scheduled'], ['queued']]
  for (let facts = open.pop(); facts !== undefined; facts = open.pop()) {
    const key = facts.toSorted().join()
    if (found.has(key)) continue
    found.set(key, facts)
    for (const fact of FACTS) if (!facts.includes(fact) && mayRecord(stateOf(facts), fact)) open.push([...facts, fact])
  }
  return [...found.values()]
}

/** The table of docs/delivery-states.md, written again. */
function mayFollow(facts: readonly Fact[], fact: Fact): boolean {
  const has = (...some: Fact[]) => some.some((one) => facts.includes(one))
  if (has('canceled') || fact === 'scheduled') return false
  if (fact === 'queued' || fact === 'canceled') return !has('queued')
  if (!has('queued')) return false
  if (fact === 'retrying') return !has('sent', 'failed', 'delivered', 'bounced', 'opened')
  if (fact === 'failed') return !has('failed', 'delivered', 'bounced', 'opened')
  return !has(fact)
}

test('which facts may follow every possible set of facts', () => {
  const sets = reachable()
  assert.ok(sets.length > 50)
  for (const facts of sets)
    for (const fact of FACTS)
      assert.equal(mayRecord(stateOf(facts), fact), mayFollow(facts, fact), `${facts.join()} + ${fact}`)
})

test('a queued delivery that waits can be canceled as long as nothing was sent', () => {
  for (const facts of reachable()) {
    const isUnsent = facts.every((fact) => fact === 'scheduled' || fact === 'queued')
    assert.equal(mayRecord(stateOf(facts), 'canceled', { waits: true }), isUnsent, facts.join())
  }
})

test('the status is the highest rank, and no fact that may follow lowers it', () => {
  for (const facts of reachable()) {
    const state = stateOf(facts)
    assert.equal(FACT_RANKS[state.status], Math.max(...facts.map((fact) => FACT_RANKS[fact])))
    for (const fact of FACTS.filter((one) => mayRecord(state, one)))
      assert.ok(
        FACT_RANKS[recordFact(state, fact, 2000, {}).status] >= FACT_RANKS[state.status],
        `${facts.join()} + ${fact}`,
      )
  }
})

test('a send is settled by any of sent, delivered, bounced, opened, failed, canceled', () => {
  const settling = FACTS.filter((fact) => isSettled(stateOf([fact])))
  assert.deepEqual(settling, ['sent', 'failed', 'delivered', 'bounced', 'opened', 'canceled'])
})

test('a fact sets its own time once, and moves updated_at', () => {
  const retrying = recordFact(stateOf(['queued']), 'retrying', 2000, { errorMessage: 'timeout' })
  const again = recordFact(retrying, 'retrying', 3000, { errorMessage: 'dns_error' })
  assert.deepEqual([again.factTimes.retrying, again.updatedAt, again.errorMessage], [2000, 3000, 'dns_error'])
})

test('the error texts belong to the status, and sent, delivered and opened have none, in any order', () => {
  const orders = (facts: readonly Fact[]): Fact[][] =>
    facts.flatMap((fact) => [[fact], ...orders(facts.filter((one) => one !== fact)).map((rest) => [fact, ...rest])])
  const tried = orders(['retrying', 'sent', 'failed', 'delivered', 'bounced', 'opened'])
  assert.ok(tried.length > 1900)
  for (const facts of tried) {
    const state = facts.reduce(
      (state, fact) => {
        const details = { errorMessage: `error of ${fact}`, friendlyErrorMessage: `sentence of ${fact}` }
        return mayRecord(state, fact) ? recordFact(state, fact, 2000, details) : state
      },
      stateOf(['queued']),
    )
    const { status, errorMessage, friendlyErrorMessage } = state
    const expected = ['sent', 'delivered', 'opened'].includes(status)
      ? [null, null]
      : [`error of ${status}`, `sentence of ${status}`]
    assert.deepEqual([errorMessage, friendlyErrorMessage], expected, facts.join())
  }
})

test('a fact that becomes known late has its own time, and moves updated_at to now', () => {
  const sent = recordFact(stateOf(['queued']), 'sent', 2000, { happenedAt: 1500 })
  assert.deepEqual([sent.factTimes.sent, sent.updatedAt], [1500, 2000])
})

test('every fact emits its event, a retry none', () => {
  const types = FACTS.map(eventTypeOf)
  const expected = FACTS.map((fact) => (fact === 'retrying' ? null : `delivery.${fact}`))
  assert.deepEqual(types, expected)
})

test('the SDK ranks statuses like the service, so that it ignores the same old events', () => {
  assert.deepEqual(STATUS_RANKS, FACT_RANKS)
})
