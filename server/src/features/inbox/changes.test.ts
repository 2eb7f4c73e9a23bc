import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventIdFloor } from '../../platform/ids.ts'
import { decodePosition, encodePosition, isBefore, lowestId } from './changes.ts'

const DATABASE = '7450000000000000000-16384'
const NOW = Date.parse('2026-06-08T10:20:00Z')
const DAY_MS = 86_400_000

test('a cursor gives its position back, in its database and for two days', () => {
  for (const id of ['', eventIdFloor(NOW)]) {
    const position = { tx: '812', id, atMs: NOW }
    const cursor = encodePosition(DATABASE, position)
    assert.deepEqual(decodePosition(cursor, DATABASE, NOW + DAY_MS), position)
    assert.equal(decodePosition(cursor, DATABASE, NOW + 2 * DAY_MS + 1), 'too_old')
    assert.equal(decodePosition(cursor, '7450000000000000000-16385', NOW), 'too_old')
  }
})

test('other texts are no cursors', () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  const wrong = [
    '',
    'x',
    '💣',
    encoded(`${DATABASE}.812.${NOW}`),
    encoded(`${DATABASE}.812.${NOW}.evt_1`),
    encoded(`${DATABASE}.99999999999999999999.${NOW}.`),
    encoded(`${DATABASE}.-1.${NOW}.`),
    encoded(`main.812.${NOW}.`),
    'A'.repeat(201),
  ]
  for (const cursor of wrong) assert.equal(decodePosition(cursor, DATABASE, NOW), 'invalid', cursor)
})

test('positions are ordered by the number of the transaction, then by the id', () => {
  const order = [
    { tx: '9', id: 'evt_z' },
    { tx: '10', id: '' },
    { tx: '10', id: 'evt_a' },
    { tx: '10', id: 'evt_b' },
    { tx: '18446744073709551615', id: '' },
  ]
  for (const [index, one] of order.entries())
    for (const [other, two] of order.entries()) assert.equal(isBefore(one, two), index < other)
})

test('later changes may have ids of an hour before the position, and no lower ones', () => {
  assert.equal(lowestId({ tx: '1', id: '', atMs: NOW }), eventIdFloor(NOW - 3_600_000))
  assert.equal(lowestId({ tx: '1', id: '', atMs: 0 }), eventIdFloor(0))
})
