import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fileNameOf } from './folder.ts'
import { parseFrontMatter, writeFrontMatter } from './front-matter.ts'
import type { Template } from './template.ts'

const template: Template = {
  name: 'receipt',
  subject: '{{ order.id }}: "shipped"',
  body_format: 'html',
  track_opens: true,
  priority: 'normal',
  channels: [
    { channel: 'Mail', subject: null, body: null, url: null },
    { channel: 'Push', subject: 'Short', body: 'Line 1\n---\n  Line 3\n', url: null },
  ],
  locales: [
    {
      locale: 'de',
      subject: 'Versandt',
      body: null,
      channels: [{ channel: 'Push', subject: null, body: 'Kurz', url: null }],
    },
  ],
  body: '<p>Hello</p>\n---\n',
}

test('a file reads like this', () => {
  assert.equal(
    writeFrontMatter(template),
    `---
name: receipt
subject: '{{ order.id }}: "shipped"'
body_format: html
channels:
  - channel: Mail
  - channel: Push
    subject: Short
    body: |
      Line 1
      ---
        Line 3
locales:
  - locale: de
    subject: Versandt
    channels:
      - channel: Push
        body: Kurz
---
<p>Hello</p>
---

`,
  )
})

test('every template is the same after writing and reading', () => {
  // Control characters are not allowed in texts, and half a surrogate pair cannot be stored.
  const line = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text))
  const text = fc
    .array(fc.oneof(line, fc.constantFrom('\n', '---', '\n---\n', ' ', '\t', '{{ a }}', '# ', '- ', ': ')))
    .map((parts) => parts.join(''))
  const own = fc.option(text.map((one) => one || 'x'))
  const channels = fc.uniqueArray(
    fc.record({
      channel: line.filter((name) => name !== ''),
      subject: fc.option(line.map((one) => one || 'x')),
      body: own,
      url: fc.option(line.map((one) => one || 'x')),
      push: fc.record({
        url: line.map((one) => one || 'x'),
        badge: fc.constantFrom('3', '{{ n }}', '007', '1e3'),
        data: fc.constant<{ name: string; value: string }[]>([{ name: 'order', value: '{{ order.id }}: #1' }]),
      }),
    }),
    { selector: ({ channel }) => channel, maxLength: 3 },
  )
  const locales = fc.uniqueArray(
    fc.record({
      locale: fc.constantFrom('de', 'no', 'pt-BR'),
      subject: fc.option(line.map((one) => one || 'x')),
      body: own,
      channels,
    }),
    { selector: ({ locale }) => locale, maxLength: 3 },
  )
  const templates = fc.record({
    name: line.filter(
      (name) => name.trim() !== '' && name.length < 200 && /[^\s]/.test(name) && /[!-\uffff]/.test(name),
    ),
    subject: line,
    body_format: fc.constantFrom('html' as const, 'text' as const),
    track_opens: fc.boolean(),
    priority: fc.constantFrom('high' as const, 'normal' as const, 'low' as const),
    channels,
    locales,
    body: text,
  })
  fc.assert(
    fc.property(templates, (given) => {
      const parsed = parseFrontMatter(writeFrontMatter(given))
      assert.ok(parsed.ok, JSON.stringify(parsed))
      assert.deepEqual(parsed.template, structuredClone(given))
    }),
    { numRuns: 250 },
  )
})

test('the lines of texts are those of the file', () => {
  const parsed = parseFrontMatter(writeFrontMatter(template))
  assert.ok(parsed.ok)
  const { lines } = parsed
  assert.deepEqual([lines.get('subject'), lines.get('body'), lines.get('channels.1.body')], [3, 20, 10])
})

test('a file that Git converted to CRLF has the same template', () => {
  const parsed = parseFrontMatter(writeFrontMatter(template).replaceAll('\n', '\r\n'))
  assert.ok(parsed.ok)
  assert.deepEqual(parsed.template, template)
})

test('mistakes name their line', () => {
  const cases: [string, number, RegExp][] = [
    ['Hello', 1, /must begin with settings/],
    ['---\nname: a', 1, /must begin with settings/],
    ['---\nname: a\n----\nHello', 1, /must begin with settings/],
    ['---\nname: a\nsubject: {{ order.id }}\n---\n', 3, /put|must be a text/],
    ['---\nname: 7\n---\n', 2, /name must be a text: put it in quotes/],
    ['---\nsubject: Hello\n---\n', 2, /name must be one line/],
    ['---\nname: a\nsubjcet: x\n---\n', 3, /subjcet is not a field: did you mean subject\?/],
    ['---\nname: a\nbody_format: markdown\n---\n', 3, /body_format must be html or text/],
    ['---\nname: a\ntrack_opens: "no"\n---\n', 3, /track_opens must be true or false/],
    ['---\nname: a\nchannels: Mail\n---\n', 3, /channels must be a list/],
    ['---\nname: a\nchannels:\n  - Mail\n---\n', 4, /must have the fields channel, subject, body, url, email, push/],
    ['---\nname: a\nchannels:\n  - channel: M\n  - channel: M\n---\n', 5, /channels has "M" twice/],
    [`---\nname: ${'['.repeat(100_000)}\n---\n`, 2, /./],
    [`---\nname: a\nsubject: &a [x]\nbody_format: *a\n---\n`, 3, /must be a text/],
  ]
  for (const [text, line, sentence] of cases) {
    const parsed = parseFrontMatter(text)
    assert.ok(!parsed.ok, text.slice(0, 80))
    const found = parsed.mistakes.find((mistake) => sentence.test(mistake.sentence))
    assert.equal(found?.line, line, `${text.slice(0, 80)} ${JSON.stringify(parsed.mistakes).slice(0, 200)}`)
  }
})

test('a name of the service becomes a file in the folder, whatever it is', () => {
  const none = new Set<string>()
  assert.equal(fileNameOf('welcome_message', none), 'welcome_message.liquid')
  for (const name of [
    '../../etc/passwd',
    '/etc/passwd',
    '..',
    '.',
    'a\0b',
    'CON',
    'C:\\x',
    'Ünïcode',
    'a b',
    ' ',
    'x'.repeat(255),
  ])
    assert.match(fileNameOf(name, none), /^[\w-]{1,101}-[0-9a-f]{12}\.liquid$/, name)
  assert.notEqual(fileNameOf('Receipt', new Set(['receipt.liquid'])), 'Receipt.liquid')
})
