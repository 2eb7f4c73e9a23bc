import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../../server/src/core/rendering/parse.ts'
import { EMPTY_DRAFT } from '../src/templates/draft.ts'
import { tokenize } from '../src/templates/liquid.ts'
import { MATCHES_MAX, matchesIn, matchFrom } from '../src/templates/matches.ts'
import { fallingBack, usedTexts, withLocale, withTextsAt } from '../src/templates/places.ts'
import {
  askedNames,
  attributesOf,
  recipientOf,
  sampleOf,
  samplesOf,
  samplesOfMessage,
  withSample,
} from '../src/templates/samples.ts'
import { knownNames, suggestionsAt } from '../src/templates/suggestions.ts'

test('the tokens of a text are its words, by what they are', () => {
  const cases: [text: string, tokens: [kind: string, text: string][]][] = [
    ['plain', [['text', 'plain']]],
    [
      '{{ user.first_name | default: "there" }}',
      [
        ['mark', '{{'],
        ['name', 'user.first_name'],
        ['mark', '| '],
        ['filter', 'default'],
        ['text', ':'],
        ['string', '"there"'],
        ['mark', '}}'],
      ],
    ],
    [
      '{%- if total > 10 and true -%}',
      [
        ['mark', '{%-'],
        ['tag', 'if'],
        ['name', 'total'],
        ['text', '>'],
        ['number', '10'],
        ['tag', 'and'],
        ['number', 'true'],
        ['mark', '-%}'],
      ],
    ],
    ['{% comment %}{{ a }}{% endcomment %}', [['comment', '{% comment %}{{ a }}{% endcomment %}']]],
  ]
  for (const [text, tokens] of cases)
    assert.deepEqual(
      tokenize(text)
        .filter((token) => token.text.trim() !== '')
        .map((token) => [token.kind, token.text]),
      tokens,
      text,
    )
})

test('joined they are the text, whatever it is', () => {
  const odd = [
    '',
    '{',
    '{{',
    '{{ a',
    '{% if',
    '{{ "a }} b',
    "{{ 'x' | y: 'z }}",
    '{%%}',
    '}} {{{ a }}}',
    '{% comment %}x',
  ]
  const html = '<p style="a: {{ b }}">\n\t{% for i in (1..3) %}{{ i }}{% endfor %}\r\n</p>'
  for (const text of [...odd, html, html.repeat(5_000)])
    assert.equal(
      tokenize(text)
        .map((token) => token.text)
        .join(''),
      text,
    )
})

/** The suggestions at `^` in the text. */
function suggested(marked: string, isAsked = false): string[] {
  const caret = marked.indexOf('^')
  const names = () => ['user.email', 'order.id', 'order.items']
  const partials = () => ['base', 'footer', 'fine-print']
  const found = suggestionsAt(marked.replace('^', ''), caret, names, isAsked, partials)
  return found?.suggestions.map(({ text }) => text) ?? []
}

test('names are suggested in outputs, filters after a bar, tags at the start of a tag', () => {
  assert.deepEqual(suggested('Hello {{ ^'), ['user.email', 'order.id', 'order.items'])
  assert.deepEqual(suggested('Hello {{ ord^ }}'), ['order.id', 'order.items'])
  assert.deepEqual(suggested('{{ mail^'), ['user.email'])
  assert.deepEqual(suggested('{{ order.id | upc^'), ['upcase'])
  assert.ok(suggested('{{ order.id | ^').includes('number'))
  assert.deepEqual(suggested('{% unl^'), ['unless', 'endunless'])
  assert.deepEqual(suggested('{% for item in order.it^ %}'), ['order.items'])
  for (const none of ['Hello ^', '{{ order.id }} or^', '{{ "ord^', '{{ 1^', '{{ order.id^ }}', '{% if ^', '{{ zzz^'])
    assert.deepEqual(suggested(none), [], none)
  assert.equal(suggested('{% if ^', true).length, 3)
})

test('matches are places of a text in any case of letters, at most 500', () => {
  const found = (text: string, sought: string) => matchesIn(text, sought).map(({ from, to }) => text.slice(from, to))
  assert.deepEqual(found('Ada, ada\n{{ ADA }}', 'ada'), ['Ada', 'ada', 'ADA'])
  assert.deepEqual(found('a+b (a.b) a-b \\d', 'a+b'), ['a+b'])
  for (const sought of ['(a.b)', 'a-b', '\\d', '{{', '|', '[^'])
    assert.deepEqual(found(`x${sought}y`, sought), [sought], sought)
  assert.deepEqual(found('aaa', 'aa'), ['aa'])
  assert.deepEqual(found('İstanbul, straße', 'STRASSE'), [])
  assert.deepEqual(found('İstanbul 🎉', '🎉'), ['🎉'])
  assert.deepEqual(found('Ada', ''), [])
  assert.equal(found('a'.repeat(MATCHES_MAX + 1), 'a').length, MATCHES_MAX)
  const matches = matchesIn('a.a.a', 'a')
  assert.deepEqual(
    [0, 1, 4, 5].map((position) => matchFrom(matches, position)),
    [0, 1, 2, 0],
  )
  assert.equal(matchFrom([], 0), -1)
})

test('an output that is not closed is closed after the name', () => {
  const close = (text: string) => suggestionsAt(text, text.indexOf('us') + 2, () => ['user.email'], false)?.close
  assert.deepEqual(
    [close('{{ us'), close('{{ us }}'), close('{% if us'), close('{{ us {{ a }}')],
    [' }}', '', '', ' }}'],
  )
})

test('partials are suggested in their quotes, and the tag is closed', () => {
  assert.deepEqual(suggested("{% render '^"), ['base', 'footer', 'fine-print'])
  assert.deepEqual(suggested('{%- layout "f^'), ['footer', 'fine-print'])
  assert.deepEqual(suggested("{% render 'footer', name: 'f^"), [])
  const close = (text: string) =>
    suggestionsAt(
      text.replace('^', ''),
      text.indexOf('^'),
      () => [],
      false,
      () => ['footer'],
    )?.close
  assert.deepEqual([close("{% render 'f^"), close('{% layout "^'), close("{% render 'f^' %}")], ["' %}", '" %}', ''])
})

test('all filters and tags of the service are suggested, and no others', () => {
  const { filters, tags } = ENGINES.text
  assert.deepEqual(suggested('{{ a | ^').length, Math.min(Object.keys(filters).length, 50))
  for (const name of Object.keys(filters)) assert.ok(suggested(`{{ a | ${name.slice(0, -1)}^`).includes(name), name)
  for (const name of Object.keys(tags).filter((tag) => /^[a-z]/.test(tag)))
    assert.ok(suggested(`{% ${name.slice(0, -1)}^`).includes(name), name)
  for (const name of suggested('{{ a | ^')) assert.ok(Object.hasOwn(filters, name), name)
})

test('names whose values the service sets are not asked for', () => {
  const used = ['unsubscribe_url', 'user.firstName', 'order.id', 'preferences_url', 'locale', 'user.id', 'order.id']
  assert.deepEqual(askedNames(used), ['user.first_name', 'order.id'])
})

test('the names of a draft are those of its texts, samples and the recipient', () => {
  const draft = { ...EMPTY_DRAFT, body: '{{ order.id | append: other }} {{ user.firstName }}' }
  const names = knownNames(draft, { total: '5' })
  for (const name of ['order.id', 'other', 'total', 'user.first_name', 'unsubscribe_url'])
    assert.ok(names.includes(name), name)
})

test('sample values keep the types of the values of a message, and an object that the texts use as a whole', () => {
  const order = { id: '17', paid: false, total: 1.5, to: { city: 'Ghent' }, lines: [1] }
  const attributes = [
    { name: 'order', value: order },
    { name: 'code', value: '[x]' },
    { name: 'quoted', value: '[1]' },
  ]
  const parts = [
    { name: 'code', value: '[x]' },
    { name: 'quoted', value: '[1]' },
    { name: 'order.id', value: '17' },
    { name: 'order.paid', value: false },
    { name: 'order.total', value: 1.5 },
    { name: 'order.lines', value: [1] },
    { name: 'order.to.city', value: 'Ghent' },
  ]
  const samples = samplesOf(attributes, ['order.id', 'code'])
  assert.deepEqual(attributesOf(samples), parts)
  // A field has no quotes, and what is written in it has the type of the value.
  assert.deepEqual(
    ['order.id', 'code', 'quoted', 'order.total', 'order.lines'].map((name) => sampleOf(samples, name)),
    ['17', '[x]', '[1]', '1.5', '[1]'],
  )
  const written = attributesOf(withSample(withSample(samples, 'order.id', '18'), 'order.total', '2'))
  assert.deepEqual(
    written.filter(({ name }) => /\.(id|total)$/.test(name)).map(({ value }) => value),
    ['18', 2],
  )
  // A part with a field replaces the part in the whole.
  const whole = samplesOf(attributes, ['order.paid', 'order'])
  assert.deepEqual(attributesOf({ ...whole, 'order.paid': 'true' }), [
    ...attributes,
    { name: 'order.paid', value: true },
  ])
  assert.deepEqual(attributesOf({ total: '61.90' }), [{ name: 'total', value: '61.90' }])
})

test('the sample values of a message are those of its recipient too, by the rules of the service', () => {
  const recipient = {
    ...{
      id: 7,
      external_user_id: 'grace',
      email: 'grace@example.com',
      phone: null,
      first_name: 'Grace',
      last_name: null,
    },
    ...{ locale: null, time_zone: 'Europe/Vienna', created_at: '', updated_at: '' },
    attributes: { plan: 'gold', level: '3', seats: { used: 2 }, other: 'of no template' },
  }
  const message_attributes = [
    { id: 1, name: 'user.first_name', value: 'Not used' },
    { id: 2, name: 'user.level', value: 4 },
  ]
  const names = ['user.plan', 'user.level', 'user.seats.used']
  const samples = samplesOfMessage({ message_attributes, notification_user_fields: recipient }, names)
  assert.deepEqual(recipientOf(samples, 'de'), {
    ...{ external_user_id: 'grace', email: 'grace@example.com', phone: null, first_name: 'Grace', last_name: null },
    // The language is that of the shown texts.
    ...{ locale: 'de', time_zone: 'Europe/Vienna' },
  })
  assert.deepEqual(attributesOf(samples), [
    { name: 'user.plan', value: 'gold' },
    { name: 'user.level', value: 4 },
    { name: 'user.seats.used', value: 2 },
  ])
  const ofDeleted = samplesOfMessage({ message_attributes: [], notification_user_fields: null }, [])
  assert.deepEqual(ofDeleted, {})
})

test('the editor shows the texts that the service would use', () => {
  const channel = { notification_channel_id: 1, subject: '', body: 'Short', url: '' }
  const draft = { ...EMPTY_DRAFT, subject: 'Trip', body: 'On', channels: [channel] }
  const pt = withTextsAt(withLocale(draft, 'pt', false), { locale: 'pt', channelId: null }, { subject: 'Viagem' })
  const both = withTextsAt(withLocale(pt, 'pt-BR', false), { locale: 'pt-BR', channelId: 1 }, { body: 'Curto' })
  assert.deepEqual(usedTexts(both, { locale: 'pt-BR', channelId: null }), { subject: 'Viagem', body: 'On' })
  assert.deepEqual(usedTexts(both, { locale: 'pt-BR', channelId: 1 }), { subject: 'Viagem', body: 'Curto' })
  assert.deepEqual(usedTexts(both, { locale: 'pt', channelId: 1 }), { subject: 'Viagem', body: 'Short' })
  assert.deepEqual(
    [fallingBack(both, 'pt-BR'), fallingBack(both, 'pt'), fallingBack(withLocale(both, 'de', true), 'de')],
    [1, 2, 0],
  )
})

test('a name that every object of JavaScript has is a name like others', () => {
  const { suggestions } = suggestionsAt('{{ constr', 9, () => ['constructor'], false)!
  assert.deepEqual(suggestions, [{ text: 'constructor', hint: '' }])
  assert.equal(sampleOf({}, 'constructor'), '')
  assert.equal(sampleOf({ constructor: 'ACME' }, 'constructor'), 'ACME')
  assert.equal(sampleOf({}, 'user.first_name'), 'Ada')
})
