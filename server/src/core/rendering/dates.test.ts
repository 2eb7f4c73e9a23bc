import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { formatDate, offsetOf, readDate } from './dates.ts'

const iso = (value: unknown) => {
  const at = readDate(value, () => 42)
  return at === null ? null : new Date(at).toISOString().replace('.000Z', 'Z')
}

test('a value that is a date is read by its own text, without a zone in UTC', () => {
  const cases: [value: unknown, time: string | null][] = [
    ['2026-12-24', '2026-12-24T00:00:00Z'],
    ['2026-12', '2026-12-01T00:00:00Z'],
    ['2026/12/24', '2026-12-24T00:00:00Z'],
    ['2026-12-24 23:30', '2026-12-24T23:30:00Z'],
    ['2026-12-24T23:30:15.25', '2026-12-24T23:30:15.250Z'],
    ['2026-12-24T23:30:00Z', '2026-12-24T23:30:00Z'],
    ['2026-12-24T23:30:00.123456789+02:00', '2026-12-24T21:30:00.123Z'],
    ['2026-12-24t23:30-0530', '2026-12-25T05:00:00Z'],
    ['2026-12-24 23:30:00 +01', '2026-12-24T22:30:00Z'],
    ['2026-12-24 23:30:00 UTC', '2026-12-24T23:30:00Z'],
    ['0099-01-01', '0099-01-01T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['December 24, 2026', '2026-12-24T00:00:00Z'],
    ['dec 24 2026', '2026-12-24T00:00:00Z'],
    ['March 3rd, 2026 5:05 pm', '2026-03-03T17:05:00Z'],
    ['24 December 2026 12:00 AM', '2026-12-24T00:00:00Z'],
    ['Thu, 24 Dec 2026 23:30:00 GMT', '2026-12-24T23:30:00Z'],
    ['Thu Dec 24 2026 23:30:00 GMT+0100 (Central European Standard Time)', '2026-12-24T22:30:00Z'],
    ['24-Dec-2026', '2026-12-24T00:00:00Z'],
    [0, '1970-01-01T00:00:00Z'],
    [-1, '1969-12-31T23:59:59Z'],
    ['1782853200', '2026-06-30T21:00:00Z'],
    [1_782_853_200.5, '2026-06-30T21:00:00.500Z'],
    [1_782_853_200_000, '2026-06-30T21:00:00Z'],
    ['now', '1970-01-01T00:00:00.042Z'],
    // None of these is a date.
    ['2026-02-30', null],
    ['2026-13-01', null],
    ['2026-12-24 24:00', null],
    ['2026-12-24 13:00 pm', null],
    ['February 29, 2025', null],
    ['week 12', null],
    ['12/24/2026', null],
    ['24.12.2026', null],
    ['2026-W12', null],
    ['tomorrow', null],
    ['May', null],
    ['May 5', null],
    ['order 2026-12-24', null],
    ['', null],
    ['1', '1970-01-01T00:00:01Z'],
    [9e15, null],
    [Number.NaN, null],
    [false, null],
    [true, null],
    [null, null],
    [undefined, null],
    [{}, null],
    [['2026-12-24'], null],
    [`2026-12-24${' '.repeat(1_000_000)}x`, null],
  ]
  for (const [value, time] of cases) assert.equal(iso(value), time, String(value).slice(0, 60))
})

test('the clock of a zone, also in the hours around its changes', () => {
  const cases: [zone: string, at: string, hours: number][] = [
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 1],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 2],
    ['Europe/Berlin', '2026-10-25T00:59:59Z', 2],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 1],
    ['America/New_York', '2026-03-08T06:59:59Z', -5],
    ['America/New_York', '2026-03-08T07:00:00Z', -4],
    ['Asia/Kathmandu', '2026-06-30T21:00:00Z', 5.75],
    ['Pacific/Kiritimati', '2026-12-31T23:00:00Z', 14],
    ['UTC', '0001-01-01T00:00:00Z', 0],
  ]
  for (const [zone, at, hours] of cases)
    assert.equal(offsetOf(zone, Date.parse(at)), hours * 3_600_000, `${zone} ${at}`)
})

test('each field of a format, as Ruby has it', () => {
  const at = Date.parse('2026-03-01T22:05:09.075Z')
  const offsetMs = 2 * 3_600_000
  const date = { at, wall: new Date(at + offsetMs), offsetMs, zone: 'Europe/Kyiv', locale: 'en-US' }
  const cases: [format: string, text: string][] = [
    ['%Y-%m-%d %H:%M:%S.%L', '2026-03-02 00:05:09.075'],
    ['%a %A %b %B %h', 'Mon Monday Mar March Mar'],
    ['%e|%-d|%-m|%_d|%0e|%5d', ' 2|2|3| 2|02|00002'],
    ['%I %l %k %p %P', '12 12  0 AM am'],
    ['%j %U %W %u %w %q', '061 09 09 1 1 nd'],
    ['%C %y %N %3N', '20 26 075000000 075'],
    ['%s %z %:z %Z', '1772402709 +0200 +02:00 Europe/Kyiv'],
    ['%^a %#p %^B', 'MON am MARCH'],
    ['%x, %X, %c', '3/2/2026, 12:05:09 AM, 3/2/2026, 12:05:09 AM'],
    ['100%% %n%t %Q %', '100% \n\t %Q %'],
  ]
  for (const [format, text] of cases)
    assert.equal(
      formatDate(format, date, () => {}),
      text,
      format,
    )
})

/** Renders dates in a process of the zone and the language, and returns the texts. */
function renderedIn(TZ: string, LC_ALL: string): string {
  const program = `
    import { createEngine } from ${JSON.stringify(new URL('engine.ts', import.meta.url).href)}
    const engine = createEngine('none')
    const render = (text) => engine.parseAndRenderSync(text)
    console.log(render('{{ "2026-12-24 23:30" | date: "%d %H:%M" }}, {{ "December 24, 2026" | date: "%d %B" }}'))
    console.log(render('{{ "2026-03-29T02:01:00Z" | date: "%H:%M", "Europe/Berlin" }}, {{ "2026-03-29T02:30:00Z" | date: "%H:%M %Z" }}'))
    console.log(render('{{ "2026-10-25T02:01:00Z" | date: "time", "Europe/Berlin" }}, {{ 0 | date: "%c" }}, {{ 0 | date }}'))
    console.log(render('{{ "2026-03-29 02:30" | date: "long" }}, {{ false | date: "long" }}, {{ "2026-02-30" | date: "long" }}'))`
  const env = { ...process.env, TZ, LC_ALL }
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env, encoding: 'utf8' })
}

test('dates do not depend on the zone and the language of the process', () => {
  const expected = `24 23:30, 24 December
04:01, 02:30 +0000
3:01 AM, 1/1/1970, 12:00:00 AM, Thursday, January 1, 1970 at 12:00 am +0000
March 29, 2026, false, 2026-02-30
`
  assert.equal(renderedIn('Europe/Berlin', 'de_DE.UTF-8'), expected)
  assert.equal(renderedIn('America/New_York', 'C'), expected)
})
