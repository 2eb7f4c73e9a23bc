/** Partials for blocking the process: texts parse in linear time, and renders stay in the limits of any template. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RENDER_LIMITS } from '../../src/core/rendering/render-limits.ts'
import { parse } from '../../src/core/rendering/parse.ts'
import type { Parsed } from '../../src/core/rendering/parse.ts'
import { PARTIAL_LEVELS_MAX } from '../../src/core/rendering/partials.ts'
import { pathsThroughPartials } from '../../src/core/rendering/names-used.ts'
import { mentionedPartials } from '../../src/core/rendering/partial-tags.ts'
import { createRenderer } from '../../src/core/rendering/render.ts'
import type { RenderResult } from '../../src/core/rendering/render.ts'
import { assertLinear } from './growth.ts'

/** Below the limit of characters inside tags. */
const MEASURED_CHARACTERS = 15_200

const repeated = (text: string, characters: number) => text.repeat(Math.max(1, Math.floor(characters / text.length)))
const numbered = (text: (index: number) => string, characters: number) =>
  Array.from({ length: characters / (text(10).length + 2) }, (_, index) => text(index)).join('')

const SHAPES: [name: string, text: (characters: number) => string][] = [
  ['uses of one partial', (size) => repeated("{% render 'a' %}", size)],
  ['uses of many partials', (size) => numbered((index) => `{% render 'a${index}' %}`, size)],
  ['text before uses', (size) => 'x'.repeat(size * 0.8) + repeated("{% render 'a' %}", size * 0.19)],
  ['uses with many arguments', (size) => `{% render 'a'${numbered((index) => `, a${index}: b`, size)} %}`],
  ['uses with other arguments', (size) => numbered((index) => `{% render 'a', a${index}: b %}`, size)],
  ['assigned names before uses', (size) => numbered((i) => `{% assign a${i} = b %}{% render 'a' %}`, size)],
  ['lines of a liquid tag', (size) => `{% liquid\n${repeated("render 'a'\n", size)}%}`],
  ['blocks', (size) => `{% layout 'a' %}${numbered((index) => `{% block b${index} %}{% endblock %}`, size)}`],
  ['blocks that do not end', (size) => repeated('{% block a %}', size)],
  ['layouts within one another', (size) => repeated("{% layout 'a' %}", size)],
  ['quotes in a name', (size) => `{% render 'a${repeated("\\'", size)}' %}`],
  ['a name that does not end', (size) => `{% render '${'a'.repeat(size)} %}`],
  ['a render tag in the name', (size) => `{% render "${repeated("{% render 'a' %}", size)}" %}`],
]

describe('linear time', () => {
  for (const [name, text] of SHAPES)
    test(`of parsing ${name}`, () => assertLinear(MEASURED_CHARACTERS, text, (one) => parse(one)))

  for (const mention of ['render', 'render ', "render '", "layout 'a", "render 'a'", 'render \n\u180e', 'rende'])
    test(`of finding mentions in ${JSON.stringify(mention)}`, () =>
      assertLinear(100_000, (size) => repeated(mention, size), mentionedPartials))

  test('of collecting names through partials', async () => {
    const parsed = (text: string): Parsed => {
      const result = parse(text)
      assert.ok(result.ok)
      return result.parsed
    }
    // Each level uses the next one many times, with and without arguments. The last has all names.
    const prepare = (size: number) => {
      const partials = new Map([['e', parsed(numbered((index) => `{{ a${index} }}`, size))]])
      for (const [name, used] of ['de', 'cd', 'bc', 'ab'])
        partials.set(
          name!,
          parsed(numbered((index) => `{% render '${used}' %}{% render '${used}', a${index}: b %}`, size)),
        )
      return partials
    }
    await assertLinear(MEASURED_CHARACTERS, prepare, (partials) =>
      pathsThroughPartials(
        partials.get('a')!,
        (name) => partials.get(name)!,
        () => {},
      ),
    )
  })
})

/** Code runs slowly for the first time. */
const UNHURRIED = { ...RENDER_LIMITS, processorMs: 10_000 }

function render(body: string, texts: Record<string, string>, limits = RENDER_LIMITS, names = {}): RenderResult {
  const partials = Object.entries(texts).map(([name, text], index) => ({ id: index + 1, name, version: 1, text }))
  const version = { accountId: 1, templateId: 1, version: 1 }
  const input = { ...version, subject: '', body, bodyFormat: 'html' as const, channels: [], localized: null }
  return createRenderer(1_000_000, limits).render({ ...input, partials, names })
}

/** A partial of each level uses the next one. */
function levels(use: (next: string) => string, last: string): Record<string, string> {
  const names = Array.from({ length: PARTIAL_LEVELS_MAX }, (_, index) => `p${index}`)
  return Object.fromEntries(
    names.map((name, index) => [name, index === names.length - 1 ? last : use(names[index + 1]!)]),
  )
}

const loop = (text: string) => `{% for i in (1..300) %}${text}{% endfor %}`
const long = 'x'.repeat(100_000)

const COSTLY: [name: string, body: string, texts: Record<string, string>][] = [
  ['uses that double', "{% render 'p0' %}", levels((next) => `{% render '${next}' %}`.repeat(100), '')],
  ['loops on every level', "{% render 'p0' %}", levels((next) => loop(`{% render '${next}' %}`), '')],
  [
    'items of a list on every level',
    "{% assign l = '1,2,3' | split: ',' %}{% render 'p0' %}",
    levels((next) => `{% render '${next}' for (1..300) as i %}`, ''),
  ],
  ['a range of very many items', "{% render 'a' for (1..99999999) as i %}", { a: '' }],
  ['a long text in a loop', loop("{% render 'a' %}"), { a: long }],
  [
    'blocks that a layout shows again and again',
    `{% layout 'a' %}{% block x %}${long}{% endblock %}`,
    { a: loop('{% block x %}{% endblock %}') },
  ],
  [
    'blocks that double through layouts',
    "{% layout 'p0' %}{% block p0 %}x{% endblock %}",
    levels(
      (next) => `{% layout '${next}' %}{% block ${next} %}${'{% block p0 %}{% endblock %}'.repeat(100)}{% endblock %}`,
      'x{% block p1 %}{% endblock %}'.repeat(500) + loop(loop('{% block p1 %}{% endblock %}')),
    ),
  ],
  ['a partial that uses itself', "{% render 'a' %}", { a: "{% render 'a' %}" }],
  ['a layout that is its own', "{% layout 'a' %}", { a: "{% layout 'a' %}" }],
]

describe('a render', () => {
  for (const [name, body, texts] of COSTLY)
    test(`with ${name}: stopped`, () => {
      const result = render(body, texts)
      assert.ok(!result.ok && result.code === 'template_limit', JSON.stringify(result).slice(0, 200))
    })

  test('that lists the names of many layouts within layouts: stopped', () => {
    const assigned = Array.from({ length: 300 }, (_, index) => `{% assign a${index} = b %}`).join('')
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
    const level = (index: number) => Math.floor(index / 10)
    const texts = names.map((name, index) => {
      const next = names.filter((_, other) => level(other) === level(index) + 1)
      return [name, `${assigned}${next.map((used) => `{% layout '${used}' %}`).join('')}`] as const
    })
    const partials = texts.map(([name, text], index) => ({ id: index + 1, name, version: 1, text }))
    const input = { accountId: 1, templateId: 1, version: 1, subject: '', bodyFormat: 'html' as const, channels: [] }
    const body = names
      .slice(0, 20)
      .map((name) => `{% layout '${name}' %}`)
      .join('')
    const limits = { ...UNHURRIED }
    const renderer = createRenderer(10_000_000, limits)
    const list = () => renderer.render({ ...input, body, localized: null, partials, names: {} }, () => {})
    // The first render parses all partials.
    list()
    limits.processorMs = RENDER_LIMITS.processorMs
    const result = list()
    assert.ok(!result.ok && result.isTime, JSON.stringify(result))
  })

  test('has room for all levels of partials with all levels of blocks', () => {
    const nested = (text: string) => `${'{% if true %}'.repeat(98)}${text}${'{% endif %}'.repeat(98)}`
    const body = nested("{% render 'p0' %}")
    const result = render(
      body,
      levels((next) => nested(`{% render '${next}' %}`), nested('deep')),
      UNHURRIED,
    )
    assert.ok(result.ok, JSON.stringify(result))
    assert.equal(result.body, 'deep')
  })

  test('with a long chain of blocks ends', () => {
    const blocks = Array.from(
      { length: 250 },
      (_, index) => `{% block b${index} %}{% block b${index + 1} %}{% endblock %}{% endblock %}`,
    )
    const result = render(`{% layout 'a' %}${blocks.join('')}`, { a: '{% block b0 %}{% endblock %}' }, UNHURRIED)
    assert.ok(result.ok, JSON.stringify(result).slice(0, 200))
  })

  test('cannot reach files, other tags or the text around a partial', () => {
    for (const body of [
      "{% include 'a' %}",
      '{% render "/etc/passwd" %}',
      '{% render a %}',
      '{% layout a %}',
      '{% layout none %}',
    ])
      assert.ok(!parse(body).ok, body)
    const hidden = render(
      "{% assign x = 'own' %}{% render 'a' %}",
      { a: '[{{ x }}{% assign x = 2 %}{% increment n %}]' },
      UNHURRIED,
    )
    assert.ok(hidden.ok && hidden.body === '[0]', JSON.stringify(hidden))
  })

  test('has no block.super, and no block with a name of objects', () => {
    const result = render(
      "{% layout 'a' %}{% block x %}[{{ block.super }}]{% endblock %}",
      { a: '{% block x %}default{% endblock %}' },
      UNHURRIED,
    )
    assert.ok(result.ok && result.body === '[]', JSON.stringify(result))
    for (const name of ['constructor', 'toString', '__proto__', 'valueOf']) {
      const parsed = parse(`{% block ${name} %}{% endblock %}`)
      assert.ok(!parsed.ok && parsed.sentence.includes(`a block cannot have the name ${name}`), name)
    }
    const polluted = render(
      "{% render 'a', __proto__: x, constructor: x %}",
      { a: '{{ y }}{{ polluted }}' },
      UNHURRIED,
      { x: { y: 1, polluted: 1 } },
    )
    assert.ok(polluted.ok && polluted.body === '', JSON.stringify(polluted))
  })
})

describe('the arguments of render', () => {
  const cases: [name: string, body: string, partial: string, expected: string][] = [
    ['with', "{% render 'card' with product %}", '{{ card.name }}', 'Pen'],
    ['with as', "{% render 'card' with product as p, size: 2 %}", '{{ p.name }}{{ size }}', 'Pen2'],
    ['for', "{% render 'card' for products %}", '{{ card }}{{ forloop.index }} ', 'a1 b2 '],
    ['for as', "{% render 'card' for products as p %}", '{{ p }}', 'ab'],
    ['arguments', "{% render 'card', name: product.name, n: 1.50 %}", '{{ name }} {{ n }}', 'Pen 1.5'],
  ]
  for (const [name, body, card, expected] of cases)
    test(name, () => {
      const result = render(body, { card }, UNHURRIED, { product: { name: 'Pen' }, products: ['a', 'b'] })
      assert.ok(result.ok, JSON.stringify(result))
      assert.equal(result.body.trim(), expected.trim())
    })
})
