import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statesAfter } from './states.ts'
import type { StateChange } from './states.ts'

const NEW = { seenAt: null, readAt: null, archivedAt: null }
const ALL = { seenAt: 1, readAt: 2, archivedAt: 3 }
const NOW = 9

test('each change sets or clears its state, and a read message is seen', () => {
  const table: [before: typeof NEW | typeof ALL, change: StateChange, after: (number | null)[]][] = [
    [NEW, {}, [null, null, null]],
    [NEW, { seen: true }, [NOW, null, null]],
    [NEW, { read: true }, [NOW, NOW, null]],
    [NEW, { read: false }, [null, null, null]],
    [NEW, { archived: true }, [null, null, NOW]],
    [NEW, { archived: false }, [null, null, null]],
    [NEW, { seen: true, read: false, archived: true }, [NOW, null, NOW]],
    [ALL, {}, [1, 2, 3]],
    [ALL, { seen: true, read: true, archived: true }, [1, 2, 3]],
    [ALL, { read: false }, [1, null, 3]],
    [ALL, { archived: false }, [1, 2, null]],
    [ALL, { read: false, archived: false }, [1, null, null]],
  ]
  for (const [before, change, expected] of table) {
    const { seenAt, readAt, archivedAt } = statesAfter(before, change, NOW)
    assert.deepEqual([seenAt, readAt, archivedAt], expected, JSON.stringify({ before, change }))
  }
})
