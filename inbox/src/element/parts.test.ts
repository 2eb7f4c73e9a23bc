import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { placeOf } from './place.ts'
import { timeAgo, wholeTime } from './time.ts'
import { languageOf } from './words.ts'

describe('the language', () => {
  it('is found by the first part of its tag, and is English else', () => {
    for (const [tag, heading] of [
      ['de-AT', 'Benachrichtigungen'],
      ['pt-BR', 'Notificações'],
      ['PT', 'Notificações'],
      ['xx', 'Notifications'],
      ['', 'Notifications'],
    ] as const)
      assert.equal(languageOf(tag).words.heading, heading, tag)
  })

  it('is written from the right in Arabic', () => {
    assert.equal(languageOf('ar-EG').direction, 'rtl')
    assert.equal(languageOf('he').direction, 'ltr', 'without words of its own the component is English')
    assert.equal(languageOf('he', { heading: 'התראות' }).direction, 'rtl')
  })

  it('has a tag that dates take, also if the page has a wrong one', () => {
    assert.equal(languageOf('de_AT').tag, 'en')
    assert.equal(languageOf('de-a').tag, 'de')
    assert.equal(languageOf('fr-CA').tag, 'fr-CA')
  })

  it('takes words of the app', () => {
    const { words } = languageOf('en', { heading: 'News' })
    assert.deepEqual([words.heading, words.close], ['News', 'Close'])
  })
})

describe('times', () => {
  const now = Date.parse('2026-11-26T12:00:00Z')
  it('are said as people say them', () => {
    const ago = (seconds: number) => timeAgo(new Date(now - seconds * 1000).toISOString(), now, 'en')
    assert.deepEqual([0, 59, 60, 3599, 7200, 86_400, 172_800, 700_000].map(ago), [
      'now',
      'now',
      '1 min. ago',
      '59 min. ago',
      '2 hr. ago',
      'yesterday',
      '2 days ago',
      'Nov 18, 2026',
    ])
    assert.equal(ago(-30), 'now')
  })

  it('are empty if the service sends none', () => {
    assert.deepEqual([timeAgo('x', now, 'en'), wholeTime('x', 'en')], ['', ''])
  })
})

describe('the place of the panel', () => {
  const window = { width: 1000, height: 800 }
  const panel = { width: 400, height: 500 }
  const bell = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 })

  it('ends with the bell, and begins with it from the right', () => {
    assert.deepEqual(placeOf(bell(900, 10), panel, window, 'ltr'), { left: 540, top: 58, room: 734 })
    assert.equal(placeOf(bell(100, 10), panel, window, 'rtl').left, 100)
  })

  it('stays inside the window', () => {
    assert.equal(placeOf(bell(10, 10), panel, window, 'ltr').left, 8)
    assert.equal(placeOf(bell(900, 10), panel, window, 'rtl').left, 592)
  })

  it('is above a bell at the bottom', () => {
    assert.deepEqual(placeOf(bell(900, 750), panel, window, 'ltr'), { left: 540, top: 242, room: 734 })
  })
})
