import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../platform/errors.ts'
import { CostlyTemplates } from './costly-templates.ts'
import { createRenderBudget } from './rendering.ts'

const MINUTE_MS = 60_000

describe("an account's budget", () => {
  test('is four seconds of its time at once, and grows again with the time that passes', () => {
    let now = 0
    const budget = createRenderBudget(100, () => now)
    const retryAfter = (accountId: number): string | null => {
      try {
        budget.require(accountId)
        return null
      } catch (error) {
        assert.ok(error instanceof ApiError && error.code === 'render_budget' && error.status === 503)
        return error.headers['retry-after']!
      }
    }
    budget.charge(1, 399)
    assert.equal(retryAfter(1), null)
    budget.charge(1, 251)
    assert.equal(retryAfter(1), '3')
    assert.equal(retryAfter(2), null)
    now = 2_000
    assert.equal(retryAfter(1), '1')
    now = 2_600
    assert.equal(retryAfter(1), null)
  })

  test('of 0 has no end', () => {
    const budget = createRenderBudget(0, () => 0)
    budget.charge(1, 1e9)
    budget.require(1)
  })
})

describe('templates that took long', () => {
  const version = { accountId: 1, templateId: 2, version: 3, partials: [] }
  const others = [
    { ...version, accountId: 9 },
    { ...version, templateId: 9 },
    { ...version, version: 9 },
    { ...version, partials: [{ id: 1, version: 1 }] },
  ]

  test('are known for ten minutes, each version by itself', () => {
    let now = 0
    const costly = new CostlyTemplates(() => now)
    costly.add(version)
    assert.ok(costly.has(version))
    assert.ok(!others.some((other) => costly.has(other)))
    now = 10 * MINUTE_MS
    assert.ok(costly.has(version))
    now += 1
    assert.ok(!costly.has(version))
  })

  test('exceed their limits again with as much or more, not with less', () => {
    const costly = new CostlyTemplates(() => 0)
    costly.add(version)
    assert.ok(!costly.exceeds(version, { list: [1, 2, 3] }))
    costly.addExceeding(version, { list: [1, 2, 3] })
    costly.addExceeding(version, { list: [1, 2, 3, 4] })
    const tried = [
      [1, 2],
      [1, 2, 4],
      [1, 2, 3, 4, 5],
    ].map((list) => costly.exceeds(version, { list }))
    assert.deepEqual(tried, [false, true, true])
    costly.add(version)
    assert.ok(costly.exceeds(version, { list: [1, 2, 3] }))
  })

  test('are forgotten, the oldest first, when they are too many', () => {
    const costly = new CostlyTemplates(() => 0)
    for (let templateId = 0; templateId <= 10_000; templateId++) costly.add({ ...version, templateId })
    assert.deepEqual(
      [0, 1, 10_000].map((templateId) => costly.has({ ...version, templateId })),
      [false, true, true],
    )
  })
})
