import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { momentOf, shownAt } from '../src/ui/wall-clock.ts'

const ZONES = [
  'UTC',
  'Europe/Vienna',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]

describe('the clock of a zone', () => {
  test('shows the time there', () => {
    const at = Date.parse('2026-07-01T12:00:00.000Z')
    assert.deepEqual(
      ZONES.map((zone) => shownAt(at, zone)),
      [
        '2026-07-01T12:00',
        '2026-07-01T14:00',
        '2026-07-01T08:00',
        '2026-07-01T17:45',
        '2026-07-01T22:30',
        '2026-07-02T02:00',
      ],
    )
    assert.equal(shownAt(Date.parse('2026-12-31T23:00:00.000Z'), 'Europe/Vienna'), '2027-01-01T00:00')
  })

  test('and the moment for it belong together, in every hour around a change of the clock, and through the year', () => {
    const HOUR_MS = 3_600_000
    /** Each hour from a moment on. */
    const hours = (from: string, count: number, step = 1) =>
      Array.from({ length: count }, (_, index) => Date.parse(from) + index * step * HOUR_MS)
    const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']
    // With 35 hours between them, the moments of the year have every hour of the day.
    const moments = [
      ...hours('2026-01-01', 8760 / 35, 35),
      ...changes.flatMap((day) => hours(day, 40).map((at) => at - 20 * HOUR_MS)),
    ]
    for (const zone of ZONES)
      for (const at of moments) {
        const shown = shownAt(at, zone)
        assert.equal(shownAt(momentOf(shown, zone), zone), shown, `${shown} in ${zone}`)
      }
  })

  test('has moments on both sides of a change of the clock', () => {
    const at = (shown: string) => new Date(momentOf(shown, 'Europe/Vienna')).toISOString()
    assert.equal(at('2026-03-29T01:59'), '2026-03-29T00:59:00.000Z')
    assert.equal(at('2026-03-29T03:00'), '2026-03-29T01:00:00.000Z')
    assert.equal(at('2026-10-25T01:59'), '2026-10-24T23:59:00.000Z')
    assert.equal(at('2026-10-25T03:00'), '2026-10-25T02:00:00.000Z')
    // The clock skips this hour.
    assert.equal(at('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z')
  })
})
