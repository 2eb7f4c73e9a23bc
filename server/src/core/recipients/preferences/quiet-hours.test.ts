import assert from 'node:assert/strict'
import test from 'node:test'
import { isoTime } from '../../../platform/clock.ts'
import { minutesOf, quietEnd, quietHoursMistake, timeOfDay } from './quiet-hours.ts'

const NIGHT = { from: minutesOf('22:00'), until: minutesOf('07:00') }

function endOf(at: string, zone: string | null, hours = NIGHT): string | null {
  const end = quietEnd(hours, zone, Date.parse(at))
  return end === null ? null : isoTime(end)
}

test('the end is in the time zone of the recipient, before and after midnight', () => {
  assert.equal(endOf('2026-06-08T21:30:15.123Z', 'Europe/Vienna'), '2026-06-09T05:00:00.000Z')
  assert.equal(endOf('2026-06-09T03:00:00Z', 'Europe/Vienna'), '2026-06-09T05:00:00.000Z')
  assert.equal(endOf('2026-06-08T21:30:00Z', 'America/New_York'), null)
  assert.equal(endOf('2026-06-08T21:30:00Z', 'Asia/Kolkata'), '2026-06-09T01:30:00.000Z')
})

test('the first minute is quiet, and the last one is not', () => {
  assert.equal(endOf('2026-06-08T21:59:59.999Z', 'UTC'), null)
  assert.equal(endOf('2026-06-08T22:00:00Z', 'UTC'), '2026-06-09T07:00:00.000Z')
  assert.equal(endOf('2026-06-09T06:59:59.999Z', 'UTC'), '2026-06-09T07:00:00.000Z')
  assert.equal(endOf('2026-06-09T07:00:00Z', 'UTC'), null)
})

test('hours within a day do not span midnight', () => {
  const siesta = { from: minutesOf('13:00'), until: minutesOf('15:30') }
  assert.equal(endOf('2026-06-08T12:59:00Z', 'UTC', siesta), null)
  assert.equal(endOf('2026-06-08T13:00:00Z', 'UTC', siesta), '2026-06-08T15:30:00.000Z')
  assert.equal(endOf('2026-06-08T23:00:00Z', 'UTC', siesta), null)
})

test('a night with a change of the clocks is an hour shorter or longer', () => {
  // The clocks go forward at 01:00 UTC on 29 March 2026 and back at 01:00 UTC on 25 October 2026.
  assert.equal(endOf('2026-03-28T22:00:00Z', 'Europe/Vienna'), '2026-03-29T05:00:00.000Z')
  assert.equal(endOf('2026-10-24T21:00:00Z', 'Europe/Vienna'), '2026-10-25T06:00:00.000Z')
  // By half an hour, at 15:30 UTC on 3 October 2026.
  assert.equal(endOf('2026-10-03T12:00:00Z', 'Australia/Lord_Howe'), '2026-10-03T20:00:00.000Z')
})

test('an end that the clocks skip is the moment of the change, and one that comes twice is one of the two', () => {
  const skipped = { from: minutesOf('23:00'), until: minutesOf('02:30') }
  assert.equal(endOf('2026-03-28T23:30:00Z', 'Europe/Vienna', skipped), '2026-03-29T01:00:00.000Z')
  const twice = endOf('2026-10-24T22:30:00Z', 'Europe/Vienna', skipped)
  assert.ok(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].includes(twice!), String(twice))
})

test('the end is never quiet, and never more than 25 hours away, at any minute in any zone', () => {
  const zones = ['Europe/Vienna', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'UTC']
  const changes = ['2026-03-28T10:00:00Z', '2026-10-24T10:00:00Z', '2026-10-03T00:00:00Z', '2026-03-07T12:00:00Z']
  const hours = [
    NIGHT,
    { from: 180, until: 1380 },
    { from: 240, until: 0 },
    { from: 90, until: 150 },
    { from: 119, until: 120 },
    { from: 0, until: 180 },
  ]
  for (const zone of zones)
    for (const one of hours)
      for (const change of changes)
        for (let minute = 0; minute < 36 * 60; minute += 37) {
          const now = Date.parse(change) + minute * 60_000
          const end = quietEnd(one, zone, now)
          if (end === null) continue
          assert.ok(end > now && end <= now + 25 * 3_600_000, `${zone} ${isoTime(now)} ${isoTime(end)}`)
          assert.equal(quietEnd(one, zone, end), null, `${zone} ${isoTime(now)} ${isoTime(end)} ${JSON.stringify(one)}`)
        }
})

test('a recipient without a time zone, or with one that is no longer known, has the quiet hours of UTC', () => {
  assert.equal(endOf('2026-06-08T23:00:00Z', null), '2026-06-09T07:00:00.000Z')
  assert.equal(endOf('2026-06-08T23:00:00Z', 'Mars/Olympus'), '2026-06-09T07:00:00.000Z')
})

test('a time of the day is minutes after midnight', () => {
  for (const text of ['00:00', '07:05', '23:59']) assert.equal(timeOfDay(minutesOf(text)), text)
})

test('quiet hours leave at least four hours of a day', () => {
  assert.equal(quietHoursMistake({ from: 60, until: 0 - 180 + 1440 }), null)
  for (const [from, until] of [
    [60, 60],
    [60, 1261],
    [60, 59],
  ])
    assert.match(quietHoursMistake({ from: from!, until: until! })!, /at most 20 hours/)
})
