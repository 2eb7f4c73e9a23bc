import assert from 'node:assert/strict'
import test from 'node:test'
import { escapeHtml } from '../../platform/http/text.ts'
import { page, textColorOn, LANGUAGES, languageOf, wordsOf } from './html.ts'

/** WCAG 2.2, computed apart from the source. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const parts = [color.slice(1, 3), color.slice(3, 5), color.slice(5, 7)].map((hex) => Number.parseInt(hex, 16) / 255)
    const linear = parts.map((part) => (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4)))
    return 0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!
  }
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

test('text is readable on every color', () => {
  for (let value = 0; value < 0x100_0000; value += 4_099) {
    const color = `#${value.toString(16).padStart(6, '0')}`
    assert.ok(contrast(color, textColorOn(color)) >= 4.5, color)
  }
})

test('every language has all words, and none is empty', () => {
  const names = Object.keys(wordsOf('en')).toSorted()
  for (const language of LANGUAGES) {
    assert.deepEqual(Object.keys(wordsOf(language)).toSorted(), names)
    for (const word of Object.values(wordsOf(language))) assert.notEqual(word.trim(), '')
  }
})

test('the language is that of a locale, or English', () => {
  const cases = { 'de-AT': 'de', pt_BR: 'pt', FR: 'fr', 'ja-JP': 'en', 'de;q=0.9': 'de', 'it,en;q=0.5': 'it', '': 'en' }
  for (const [locale, language] of Object.entries(cases)) assert.equal(languageOf(locale), language)
  assert.equal(languageOf(null), 'en')
})

test('titles are escaped, in text and in attributes', () => {
  const hostile = `<img src=x onerror="alert('1')">&`
  const look = { title: hostile, accentColor: '#000000', backgroundColor: '#ffffff' }
  const { html } = page('en', look, hostile, '')
  assert.ok(!html.includes('<img'))
  assert.equal(html.split(escapeHtml(hostile)).length, 5)
})
