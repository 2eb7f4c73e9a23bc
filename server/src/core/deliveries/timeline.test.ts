import assert from 'node:assert/strict'
import test from 'node:test'
import { CUT_OFF } from './sends/decision.ts'
import type { Delivery } from './delivery.ts'
import { FACTS, statusOf } from './status.ts'
import type { Fact } from './status.ts'
import { timelineOf } from './timeline.ts'
import type { SendRow } from './timeline.ts'

function deliveryOf(facts: readonly Fact[]): Delivery {
  const factTimes = Object.fromEntries(
    FACTS.map((fact) => [fact, facts.includes(fact) ? 1000 : null]),
  ) as Delivery['factTimes']
  const texts = { errorMessage: null, friendlyErrorMessage: null, limitFeatureKey: null, providerMessageId: null }
  const labels = { reference: null, metadata: null }
  const channel = { id: 5, name: 'Mail', channelType: 'email' }
  const ids = { bucket: 1, accountId: 2, id: 3, messageId: 4, recipientId: 6, channel, createdAt: 1000 }
  return { ...ids, ...texts, ...labels, status: statusOf(factTimes), factTimes, updatedAt: 1000 }
}

/** The explanations of all sends, in order. */
function explanations(facts: readonly Fact[], sends: [result: SendRow['result'], cause: string | null][]) {
  const rows = sends.map(([result, cause], index): SendRow => {
    const send = { number: index + 1, startedAt: 1000 + index, durationMs: 0, providerMessageId: null }
    const notificationChannel = { id: 5, name: 'Mail', channel_type: 'email' as const }
    return { ...send, result, cause, sentTo: null, notificationChannel }
  })
  const entries = timelineOf(deliveryOf(facts), { sends: rows.toReversed(), reports: [], events: [] })
  return entries.filter((entry) => entry.kind === 'send').map((entry) => entry.explanation)
}

test('a send without a recorded result but with a report was accepted', () => {
  assert.deepEqual(explanations(['queued', 'sent', 'delivered'], [['accepted', CUT_OFF]]), [
    'result not recorded, or cut off by a restart; a report of the provider shows that the provider accepted it',
  ])
})

test('a send without a recorded result and without a report has an unknown outcome, and shows if it was sent again', () => {
  const cutOff: [SendRow['result'], string] = ['transient', CUT_OFF]
  assert.deepEqual(explanations(['queued', 'retrying', 'sent'], [cutOff, ['accepted', null]]), [
    'result not recorded, or cut off by a restart; outcome unknown, sent again',
    null,
  ])
  assert.deepEqual(explanations(['queued', 'retrying'], [cutOff]), [
    'result not recorded, or cut off by a restart; outcome unknown, will be sent again',
  ])
  assert.deepEqual(explanations(['queued', 'opened'], [cutOff]), [
    'result not recorded, or cut off by a restart; outcome unknown, not sent again',
  ])
})

test('an accepted send with an unclear response is explained, other sends are not', () => {
  const sends: [SendRow['result'], string | null][] = [
    ['rate_limited', 'rate_limited'],
    ['transient', 'overloaded'],
    ['accepted', 'timeout'],
  ]
  assert.deepEqual(explanations(['queued', 'retrying', 'sent', 'delivered'], sends), [
    null,
    null,
    'the response was unclear (timeout); a report of the provider shows that the provider accepted it',
  ])
})
