import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrange, readSearch, RESULTS_MAX } from './search.ts'
import type { SearchResult } from './search.ts'

test('each form of a search text has its meaning', () => {
  const text = { by: 'text', id: null, phone: null, isAddress: false }
  const eventId = 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0'
  const cases: [string, object][] = [
    [eventId, { by: 'event', id: eventId }],
    ['evt_01', { ...text, text: 'evt_01' }],
    ['req_4fzq1tUR8jXvT0aMwk2d', { by: 'request', id: 'req_4fzq1tUR8jXvT0aMwk2d' }],
    ['req_4fzq', { ...text, text: 'req_4fzq' }],
    ['#42', { by: 'id', id: 42 }],
    ['#0', { ...text, text: '#0' }],
    ['#9999999999999999', { ...text, text: '#9999999999999999' }],
    ['42', { ...text, text: '42', id: 42, phone: '+42' }],
    ['Ada', { ...text, text: 'Ada' }],
    ['ada@', { ...text, text: 'ada@', isAddress: true }],
    ['+44 (20) 71.8-3', { ...text, text: '+44 (20) 71.8-3', phone: '+4420718 3'.replace(' ', ''), isAddress: true }],
    ['+44 (0)20 71', { ...text, text: '+44 (0)20 71', phone: '+442071', isAddress: true }],
    ['+4402071838750', { ...text, text: '+4402071838750', phone: '+442071838750', isAddress: true }],
    ['+', { ...text, text: '+' }],
    ['+ada', { ...text, text: '+ada' }],
  ]
  for (const [given, meaning] of cases) assert.deepEqual(readSearch(given), meaning, given)
})

const results = (kind: SearchResult['kind'], count: number): SearchResult[] =>
  Array.from({ length: count }, (_, index) => ({ kind, id: String(index), title: '', detail: '' }))

test('templates and messages share the room behind recipients', () => {
  const kinds = (first: number, templates: number, messages: number) => {
    const { results: arranged } = arrange(
      results('recipient', first),
      results('template', templates),
      results('message', messages),
    )
    return (['recipient', 'template', 'message'] as const).map(
      (kind) => arranged.filter((one) => one.kind === kind).length,
    )
  }
  assert.deepEqual(kinds(14, 9, 9), [14, 3, 3])
  assert.deepEqual(kinds(14, 1, 9), [14, 1, 5])
  assert.deepEqual(kinds(14, 9, 1), [14, 5, 1])
  assert.deepEqual(kinds(0, 30, 0), [0, RESULTS_MAX, 0])
  assert.deepEqual(kinds(25, 1, 1), [RESULTS_MAX, 0, 0])
  const few = arrange(results('recipient', 5), results('template', 9), results('message', 1), ['recipient'])
  assert.deepEqual(few.more_of, ['recipient'], 'A list says of which kinds it has not all')
  const many = arrange(results('recipient', 5), results('template', 21), results('message', 9))
  assert.deepEqual(many.more_of, ['message', 'template'])
})

test('an object is shown once, at its best place', () => {
  const [one, two] = results('recipient', 2)
  assert.deepEqual(arrange([one!, two!, one!], [], []), { results: [one, two], more_of: [] })
})
