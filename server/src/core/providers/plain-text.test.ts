import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smsPartsOf, smsTextOf, textOfChannel } from './plain-text.ts'
import { localNumber } from '../rendering/locale-filters.ts'

const sms = (body: string, bodyFormat: 'html' | 'text' = 'text') => smsTextOf({ subject: 'Subject', body, bodyFormat })

/** The alphabet of SMS with its extension (GSM 03.38). */
const GSM7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

test('formats of numbers leave an SMS in its alphabet', () => {
  for (const locale of ['de', 'fr', 'sv', 'de-CH', 'de-AT', 'nb', 'fi', 'pl', 'en', 'pt', 'es', 'ru', 'uk', 'cs'])
    for (const given of [[], ['currency', 'EUR'], ['percent']]) {
      const written = String(localNumber(locale, -1_234_567.5, given))
      assert.match(sms(`Total ${written}`)!, GSM7, `${locale} ${written}`)
    }
})

test('the text of an SMS', () => {
  const cases: [body: string, format: 'html' | 'text', text: string | null][] = [
    ['  ', 'text', 'Subject'],
    ['', 'html', 'Subject'],
    ['<p>a&nbsp;b</p>', 'html', 'a b'],
    ['<img src=x>', 'html', null],
    ['<title>x</title><p hidden>y', 'html', null],
    ['Don’t change “this” …', 'text', 'Don’t change “this” …'],
    ['x'.repeat(1600), 'text', 'x'.repeat(1600)],
    ['x'.repeat(1601), 'text', `${'x'.repeat(1597)}...`],
    [`${'x'.repeat(1596)}👋👋👋`, 'text', `${'x'.repeat(1596)}...`],
  ]
  for (const [body, format, text] of cases) assert.equal(sms(body, format), text, body.slice(0, 40))
})

test('the parts of an SMS', () => {
  const cases: [text: string, parts: number, outside: string][] = [
    ['x'.repeat(160), 1, ''],
    ['x'.repeat(161), 2, ''],
    ['x'.repeat(306), 2, ''],
    ['x'.repeat(307), 3, ''],
    ['€'.repeat(80), 1, ''],
    ['€'.repeat(81), 2, ''],
    // The second half of a character of two does not fit behind 152.
    [`${'x'.repeat(152)}€${'x'.repeat(151)}`, 2, ''],
    [`${'x'.repeat(152)}€${'x'.repeat(152)}`, 3, ''],
    ['’'.repeat(70), 1, '’'],
    [`’${'x'.repeat(70)}`, 2, '’'],
    ['👋'.repeat(35), 1, '👋'],
    ['👋'.repeat(36), 2, '👋'],
    ['👋'.repeat(67), 3, '👋'],
    ['“Zoë” – à', 1, '“ë”–'],
    ['', 1, ''],
  ]
  for (const [text, parts, outside] of cases)
    assert.deepEqual(smsPartsOf(text), { parts, outside: Array.from(outside) }, text.slice(0, 20))
})

test('each type of channel has the text that its providers send', () => {
  const written = { subject: 'Subject', body: `<p>5&nbsp;€ ${'x'.repeat(11_000)}</p>`, bodyFormat: 'html' as const }
  assert.equal(textOfChannel('sms', written).length, 1600)
  assert.equal(textOfChannel('in_app', written).length, 10_001)
  for (const type of ['push', 'email']) assert.equal(textOfChannel(type, written), `5 € ${'x'.repeat(11_000)}`)
  assert.equal(textOfChannel('sms', { ...written, body: '<p></p>' }), '')
})
