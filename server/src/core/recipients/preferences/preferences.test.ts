import assert from 'node:assert/strict'
import test from 'node:test'
import { delayedUntil, NO_PREFERENCES, skipReason } from './preferences.ts'
import type { StoredChoice } from './preferences.ts'
import { withChoices } from './store.ts'
import type { NewChoice } from './store.ts'

const AT = '2026-06-08T10:20:00.000Z'
const NOW = Date.parse('2026-06-08T23:00:00Z')

const choice = (topic_id: number, channel_type: StoredChoice['channel_type'], enabled: boolean): StoredChoice => {
  return { topic_id, channel_type, enabled, changed_at: AT, source: 'api' }
}

test('a choice stops exactly its topic on its type of channel, and nothing stops a required topic', () => {
  for (const paused of [false, true])
    for (const required of [false, true])
      for (const topicId of [1, 2, null])
        for (const type of ['email', 'push', 'sms']) {
          const columns = { preferences: [choice(1, 'email', false), choice(2, 'sms', true)], paused }
          const topic = topicId === null ? null : { id: topicId, required }
          const isRequired = topic !== null && required
          const expected = isRequired
            ? null
            : paused
              ? 'recipient_paused'
              : topicId === 1 && type === 'email'
                ? 'topic_disabled'
                : null
          assert.equal(skipReason(columns, topic, type), expected)
        }
})

test('quiet hours delay neither required topics nor critical messages', () => {
  const columns = { ...NO_PREFERENCES, quietFrom: 22 * 60, quietUntil: 7 * 60, timeZone: 'UTC' }
  const end = Date.parse('2026-06-09T07:00:00Z')
  assert.equal(delayedUntil(columns, null, false, NOW), end)
  assert.equal(delayedUntil(columns, { id: 1, required: false }, false, NOW), end)
  assert.equal(delayedUntil(columns, { id: 1, required: true }, false, NOW), null)
  assert.equal(delayedUntil(columns, null, true, NOW), null)
  assert.equal(delayedUntil({ ...NO_PREFERENCES, timeZone: 'UTC' }, null, false, NOW), null)
})

test('an equal choice keeps its time and source, the last of two equal names wins, and others stay', () => {
  const stored = [choice(1, 'email', false), choice(2, 'sms', false)]
  const changes: NewChoice[] = [
    { topic_id: 1, channel_type: 'email', enabled: false },
    { topic_id: 3, channel_type: 'push', enabled: true },
    { topic_id: 4, channel_type: 'push', enabled: false },
    { topic_id: 4, channel_type: 'push', enabled: true },
  ]
  const later = { topicIds: new Set([1, 2, 3, 4]), at: '2026-06-09T00:00:00.000Z', source: 'link' } as const
  assert.deepEqual(withChoices(stored, changes, later), [
    ...stored,
    { topic_id: 4, channel_type: 'push', enabled: true, changed_at: later.at, source: 'link' },
  ])
})

test('choices of deleted topics are dropped only if there are too many', () => {
  const stored = Array.from({ length: 1200 }, (_, index) => choice(index + 1, 'email', false))
  const about = { topicIds: new Set([1, 1201]), at: AT, source: 'api' } as const
  assert.equal(withChoices(stored, [], about).length, 1200)
  const changed = withChoices(stored, [{ topic_id: 1201, channel_type: 'email', enabled: false }], about)
  assert.deepEqual(
    changed.map(({ topic_id }) => topic_id),
    [1, 1201],
  )
})
