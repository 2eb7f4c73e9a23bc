import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../platform/errors.ts'
import { createRenderBudget } from './rendering.ts'

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
