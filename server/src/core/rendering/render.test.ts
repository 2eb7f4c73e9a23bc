import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RENDER_LIMITS } from './render-limits.ts'
import { templateNames } from './names.ts'
import type { NamedValue, RecipientNames } from './names.ts'
import { parse } from './parse.ts'
import type { BodyFormat } from './parse.ts'
import { createRenderer } from './render.ts'
import type { RenderInput, RenderResult } from './render.ts'

const recipient: RecipientNames = {
  id: 7,
  externalUserId: 'u7',
  email: 'ada@example.com',
  phone: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  locale: 'en',
  timeZone: 'Europe/Paris',
  attributes: { plan: 'gold', email: 'shadowed@example.com' },
}

let version = 0

/** Code runs slowly for the first time, and on a busy machine. */
const UNHURRIED = { ...RENDER_LIMITS, processorMs: 10_000 }

const NO_LINKS = { unsubscribe_url: '', preferences_url: '' }

function render(body: string, attributes: NamedValue[] = [], more: Partial<RenderInput> = {}): RenderResult {
  const input: RenderInput = {
    accountId: 1,
    templateId: 1,
    version: ++version,
    subject: 'Hi',
    body,
    bodyFormat: 'text',
    channels: [],
    localized: null,
    partials: [],
    names: templateNames(attributes, recipient, NO_LINKS),
    ...more,
  }
  return createRenderer(0, UNHURRIED).render(input)
}

function bodyOf(body: string, attributes: NamedValue[] = [], bodyFormat: BodyFormat = 'text'): string {
  const result = render(body, attributes, { bodyFormat })
  assert.ok(result.ok, JSON.stringify(result))
  return result.body
}

function refusal(body: string, attributes: NamedValue[] = []): string {
  assert.ok(parse(body).ok)
  const result = render(body, attributes)
  assert.ok(!result.ok, 'it was rendered')
  return result.code
}

describe('names', () => {
  test('attributes are at the top level, dotted ones nested, the recipient is user', () => {
    const attributes = [
      { name: 'order.id', value: 5 },
      { name: 'order.total', value: '12' },
      { name: 'items', value: [{ name: 'tea' }, { name: 'milk' }] },
    ]
    assert.equal(
      bodyOf('{{ order.id }}/{{ order.total }}/{{ items | map: "name" | join: "+" }}', attributes),
      '5/12/tea+milk',
    )
    assert.equal(bodyOf('{{ user.id }} {{ user.external_user_id }} {{ user.email }}'), '7 u7 ada@example.com')
    assert.equal(
      bodyOf('{{ user.firstName }} {{ user.first_name }} {{ user.lastName }} {{ user.last_name }}'),
      'Ada Ada Lovelace Lovelace',
    )
    assert.equal(bodyOf('{{ user.plan }} {{ user.timeZone }} {{ user.phone }}'), 'gold Europe/Paris ')
  })

  test('of two attributes in conflict the later wins, and the value given is not changed', () => {
    const order = { id: 1, note: 'kept' }
    assert.equal(
      bodyOf('{{ order.id }}{{ order.note }}', [
        { name: 'order', value: order },
        { name: 'order.id', value: 2 },
      ]),
      '2kept',
    )
    assert.deepEqual(order, { id: 1, note: 'kept' })
    assert.equal(
      bodyOf('{{ a.b }}|{{ a }}', [
        { name: 'a.b', value: 1 },
        { name: 'a', value: 2 },
      ]),
      '|2',
    )
    assert.equal(
      bodyOf('{{ a.b }}', [
        { name: 'a', value: 2 },
        { name: 'a.b', value: 1 },
      ]),
      '1',
    )
  })

  test('the fields of the recipient win over attributes named user', () => {
    const attributes = [
      { name: 'user.email', value: 'other@example.com' },
      { name: 'user.plan', value: 'silver' },
    ]
    assert.equal(bodyOf('{{ user.email }} {{ user.plan }}', attributes), 'ada@example.com silver')
    assert.equal(bodyOf('{{ user.email }}', [{ name: 'user', value: 'x' }]), 'ada@example.com')
  })

  test('an unknown name renders empty', () => {
    assert.equal(bodyOf('[{{ nothing }}{{ nothing.at.all }}{{ user.nothing }}]'), '[]')
  })

  test('a result that is not a number renders empty', () => {
    assert.equal(bodyOf('[{{ 1 | divided_by: 0 }}{{ 0.0 | divided_by: 0 }}{{ "1e400" | plus: 1 | append: "" }}]'), '[]')
    assert.equal(bodyOf('{{ 1 | divided_by: 0 | default: "none" }}'), 'none')
  })

  test('names of the language are plain data or nothing', () => {
    const attributes = [
      { name: '__proto__', value: 'x' },
      { name: 'a.__proto__.polluted', value: 'x' },
      { name: 'constructor', value: 'x' },
      { name: 'toString', value: 'data' },
    ]
    assert.equal(
      bodyOf('[{{ toString }}{{ constructor }}{{ hasOwnProperty }}{{ polluted }}{{ a.polluted }}]', attributes),
      '[data]',
    )
    assert.equal(bodyOf('[{{ user.constructor.name }}{{ user["__proto__"] }}{{ "".constructor }}]'), '[]')
    assert.equal(({} as { polluted?: string }).polluted, undefined)
    assert.equal(bodyOf('{{ o }}', [{ name: 'o', value: { toString: 1 } }]), '{"toString":1}')
  })
})

describe('output', () => {
  test('HTML bodies are escaped unless the template says raw, subjects and text bodies are not', () => {
    const attributes = [{ name: 'a', value: `<script>"'&` }]
    assert.equal(bodyOf('<p>{{ a }}</p>', attributes, 'html'), '<p>&lt;script&gt;&#34;&#39;&amp;</p>')
    assert.equal(bodyOf('<p>{{ a | raw }}</p>', attributes, 'html'), `<p><script>"'&</p>`)
    assert.equal(
      bodyOf('{% assign b = a %}{% capture c %}{{ b }}{% endcapture %}{{ c | raw }}', attributes, 'html'),
      '&lt;script&gt;&#34;&#39;&amp;',
    )
    assert.equal(bodyOf('{{ a }}', attributes), `<script>"'&`)
    const result = render('', attributes, { bodyFormat: 'html', subject: '{{ a }}' })
    assert.ok(result.ok)
    assert.equal(result.subject, `<script>"'&`)
  })

  test('a subject is one line', () => {
    const result = render('', [{ name: 'name', value: 'x\r\nBcc: victim@example.com\n\u2028y' }], {
      subject: 'To {{ name }}\n',
    })
    assert.ok(result.ok)
    assert.equal(result.subject, 'To x Bcc: victim@example.com y')
  })

  test('characters that PostgreSQL cannot store are removed', () => {
    assert.equal(bodyOf('a{{ "%00" | url_decode }}b'), 'ab')
    assert.ok(bodyOf('{{ a | split: "" | first }}', [{ name: 'a', value: '😀' }]).isWellFormed())
  })

  test('channels with a text of their own, and the template fills in the other part', () => {
    const result = render('body {{ user.firstName }}', [], {
      subject: 'subject',
      channels: [
        { channelId: 1, subject: null, body: null, url: null, content: null },
        { channelId: 2, subject: null, body: 'push {{ user.firstName }}', url: null, content: null },
        { channelId: 3, subject: 'own', body: null, url: null, content: null },
        { channelId: 4, subject: null, body: null, url: ' https://shop.example/{{ user.firstName }} ', content: null },
        { channelId: 5, subject: null, body: null, url: '{{ nothing }}', content: null },
      ],
    })
    assert.ok(result.ok)
    assert.deepEqual(
      [...result.channels],
      [
        [2, { subject: 'subject', body: 'push Ada' }],
        [3, { subject: 'own', body: 'body Ada' }],
        [4, { subject: 'subject', body: 'body Ada', url: 'https://shop.example/Ada' }],
        [5, { subject: 'subject', body: 'body Ada', url: null }],
      ],
    )
  })

  test('a link that is no URL of the web is refused', () => {
    for (const value of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/orders',
      'https://',
      `https://a/${'x'.repeat(2_048)}`,
    ]) {
      const channels = [{ channelId: 1, subject: null, body: null, url: '{{ link }}', content: null }]
      const result = render('body', [{ name: 'link', value }], { channels })
      assert.ok(!result.ok && result.code === 'invalid' && result.sentence.includes('the url of a channel'), value)
    }
  })

  test('dates are UTC unless a zone is named', () => {
    assert.equal(bodyOf('{{ 0 | date: "%Y-%m-%d %H:%M" }} {{ 0 | date: "%H", user.timeZone }}'), '1970-01-01 00:00 01')
  })
})

describe('texts that do not parse', () => {
  const cases: [name: string, text: string, sentence: RegExp][] = [
    ['an open tag', 'a\n{% if a %}', /^is not valid Liquid: tag {% if a %} not closed \(line 2, column 1\)$/],
    ['an open output', '{{ a ', /^is not valid Liquid: .*not closed/],
    ['an unknown filter', '{{ a | exec }}', /undefined filter: exec/],
    ['an expression filter', '{{ a | where_exp: "x", "true" }}', /undefined filter/],
    ['code', `{{ constructor.constructor("return process")() }}`, /^is not valid Liquid/],
    ['include', `{% include '/etc/passwd' %}`, /tag "include" not found/],
    ['the render of a file', `{% render '/etc/passwd' %}`, /render needs the name of a partial in quotes/],
    ['the render of a computed name', '{% render x %}', /render needs the name of a partial in quotes/],
    ['the layout none', '{% layout none %}', /layout needs the name of a partial in quotes/],
    ['a block of an object', '{% block constructor %}{% endblock %}', /a block cannot have the name constructor/],
    ['10 MB', 'x'.repeat(10_000_000), /^is too long/],
    ['too many tags', '{{a}}'.repeat(50_000), /^has too many characters inside tags/],
    [
      'too many lines of a liquid tag',
      `{% liquid\n${'echo a\n'.repeat(30_000)}%}`,
      /^has too many characters inside tags/,
    ],
    ['too deep', `${'{%if a%}'.repeat(101)}${'{%endif%}'.repeat(101)}`, /nested too deeply/],
    ['too deep an index', `{{ a${'[a'.repeat(5_200)}${']'.repeat(5_200)} }}`, /nested too deeply/],
    ['a long mistake', `{% if ${'a '.repeat(7_000)}%}`, /^is not valid Liquid/],
  ]
  for (const [name, text, sentence] of cases)
    test(name, () => {
      const result = parse(text)
      assert.ok(!result.ok)
      assert.match(result.sentence, sentence)
      assert.ok(result.sentence.length < 300)
    })
})

describe('texts that exceed a limit', () => {
  const bigList = '{% assign b = (1..2000000) %}'
  const grown = (step: string, rounds: number) => `{% for i in (1..${rounds}) %}${step}{% endfor %}`
  const cases: [name: string, text: string][] = [
    ['a loop without end', '{% for i in (1..1000000000) %}x{% endfor %}'],
    ['loops in loops', '{% for i in (1..9999) %}{% for j in (1..9999) %}{{ i }}{% endfor %}{% endfor %}'],
    ['empty loops', '{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}'],
    ['a list doubled', `{% assign a = "1,2" | split: "," %}${grown('{% assign a = a | concat: a %}', 40)}`],
    ['a text doubled', `{% assign a = "xy" %}${grown('{% assign a = a | append: a %}', 60)}`],
    ['a capture doubled', `{% assign a = "xy" %}${grown('{% capture a %}{{ a }}{{ a }}{% endcapture %}', 60)}`],
    ['a text blown up', `{% assign a = "xxxxxxxxxx" %}${grown('{% assign a = a | replace: "x", "xxxxxxxxxx" %}', 9)}`],
    [
      'a long list of long texts',
      `{% assign b = l | concat: l %}${grown('{% assign b = b | concat: b %}', 14)}{{ b }}`,
    ],
    ['a padded date', '{{ "now" | date: "%999999999d" }}'],
    ['a search', `${bigList}{{ b | find: "x", 1 }}`],
    ['a comparison', `${bigList}{% if b contains -1 or b contains -2 %}{% endif %}`],
    ['a case', `${bigList}{% case b %}{% when b, b, b, b %}x{% endcase %}`],
    ['an output above 1 MB', '{% for i in (1..200) %}{{ l }}{% endfor %}'],
  ]
  for (const [name, text] of cases)
    test(name, () => assert.equal(refusal(text, [{ name: 'l', value: ['x'.repeat(10_000)] }]), 'template_limit'))

  test('a template that fails otherwise says so', () => {
    assert.equal(refusal('{{ "now" | date: "%H", "Nowhere/Nothing" }}'), 'invalid')
    assert.equal(refusal('{{ o | upcase }}', [{ name: 'o', value: { toString: 1 } }]), 'invalid')
  })

  test('usual mails stay far within the limits', () => {
    const items = Array.from({ length: 300 }, (_, index) => ({ name: `Article ${index}`, price: index }))
    const rows =
      '{% for item in items %}<tr><td>{{ item.name | upcase }}</td><td>{{ item.price | times: 1.2 | round: 2 }}</td></tr>{% endfor %}'
    const body = bodyOf(
      `${'<!-- a long style sheet -->'.repeat(2000)}<table>${rows}</table>`,
      [{ name: 'items', value: items }],
      'html',
    )
    assert.match(body, /<td>ARTICLE 299<\/td>/)
  })
})

/** The body in a locale, with the formats of another one if it is given. */
function inLocale(locale: string, body: string, attributes: NamedValue[] = []): string {
  const result = render(body, attributes, { localized: { locale, formats: locale } })
  assert.ok(result.ok, JSON.stringify(result))
  return result.body
}

describe('dates and numbers', () => {
  const at = [{ name: 'at', value: '2026-03-01T22:05:00Z' }]

  test('have the names of the locale', () => {
    assert.equal(inLocale('de', '{{ at | date: "%A, %d. %B" }}', at), 'Sonntag, 01. März')
    assert.equal(bodyOf('{{ at | date: "%A, %d %B" }}', at), 'Sunday, 01 March')
  })

  test('have the order of the locale with a named format, in any time zone', () => {
    const formats = '{{ at | date: "short" }}|{{ at | date: "long" }}|{{ at | date: "full" }}|{{ at | date: "time" }}'
    assert.equal(bodyOf(formats, at), '3/1/26|March 1, 2026|Sunday, March 1, 2026|10:05 PM')
    assert.equal(inLocale('de', formats, at), '01.03.26|1. März 2026|Sonntag, 1. März 2026|22:05')
    assert.equal(
      inLocale('de', '{{ at | date: "medium", "Asia/Tokyo" }} {{ at | date: "time", "Asia/Tokyo" }}', at),
      '02.03.2026 07:05',
    )
    assert.equal(bodyOf('{{ "soon" | date: "long" }}|{{ none | date: "long" }}'), 'soon|')
    assert.equal(bodyOf('{{ 0 | date: "long" }}'), 'January 1, 1970')
  })

  test('of a digest with 200 rows render in the time zone of the recipient', () => {
    const row = '{{ t | date: "long", user.time_zone }} {{ t | date: "time", user.time_zone }} {{ t | date: "%A" }}\n'
    const times = [{ name: 'ts', value: Array(200).fill('2026-06-30T22:30:00Z') }]
    const expected = 'July 1, 2026 12:30 AM Tuesday\n'.repeat(200)
    assert.equal(bodyOf(`{% for t in ts %}${row}{% endfor %}`, times), expected)
  })

  test('numbers have the separators of the locale, and keep their digits', () => {
    const total = [{ name: 'total', value: JSON.rawJSON('12345678901234567890.10') }]
    assert.equal(inLocale('de', '{{ total | number: 2 }}', total), '12.345.678.901.234.567.890,10')
    assert.equal(
      bodyOf('{{ 1234.5 | number }} {{ "1234.5" | number: 2 }} {{ 0.256 | number: "percent", 1 }}'),
      '1,234.5 1,234.50 25.6%',
    )
    assert.equal(bodyOf('{{ 1234.5 | number: "currency", "eur" }} {{ 7 | number: "currency", "JPY" }}'), '€1,234.50 ¥7')
    assert.equal(bodyOf('{{ "many" | number }}|{{ none | number }}|{{ "1e400" | number }}'), 'many||1e400')
  })

  test('wrong arguments of number are refused with a sentence', () => {
    for (const values of [
      '"scientific"',
      '"currency"',
      '"currency", "EURO"',
      '21',
      '-1',
      '1.5',
      '1, 2',
      '"percent", "x"',
      'digits: 2',
    ]) {
      const result = render(`{{ 1 | number: ${values} }}`)
      assert.ok(!result.ok, values)
      assert.deepEqual([result.code, /the filter number/.test(result.sentence)], ['invalid', true], result.sentence)
    }
  })

  test('the parsed texts of one locale are not those of another', () => {
    const renderer = createRenderer(1_000_000, UNHURRIED)
    const input = {
      accountId: 1,
      templateId: 1,
      version: 1,
      subject: '',
      bodyFormat: 'text' as const,
      channels: [],
      partials: [],
    }
    const names = templateNames([], recipient, NO_LINKS)
    const bodyIn = (locale: string | null, body: string) => {
      const localized = locale === null ? null : { locale, formats: locale }
      const result = renderer.render({ ...input, names, body, localized })
      return result.ok && result.body
    }
    const bodies = () => [bodyIn(null, 'own {{ 1 }}'), bodyIn('de', 'de {{ 1 }}'), bodyIn('pt', 'pt {{ 1 }}')]
    assert.deepEqual(bodies(), ['own 1', 'de 1', 'pt 1'])
    assert.deepEqual(bodies(), ['own 1', 'de 1', 'pt 1'])
  })
})

describe('parsed templates', () => {
  test('each version has its own', () => {
    const renderer = createRenderer(1_000_000, UNHURRIED)
    const names = templateNames([], recipient, NO_LINKS)
    const input = {
      accountId: 1,
      templateId: 1,
      version: 1,
      subject: '',
      bodyFormat: 'text' as const,
      channels: [],
      localized: null,
      partials: [],
      names,
    }
    const bodies = [
      { ...input, body: 'one {{ user.id }}' },
      { ...input, body: 'two {{ user.id }}', version: 2 },
      { ...input, body: 'three {{ user.id }}', accountId: 2 },
      { ...input, body: 'one {{ user.id }}' },
    ].map((each) => renderer.render(each))
    assert.deepEqual(
      bodies.map((result) => result.ok && result.body),
      ['one 7', 'two 7', 'three 7', 'one 7'],
    )
  })
})
