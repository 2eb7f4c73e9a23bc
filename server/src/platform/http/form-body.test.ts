import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FORM_DEPTH_MAX, FORM_PAIRS_MAX, parseForm } from './form-body.ts'

/** The fields as plain objects, for comparison with literals. */
function fieldsOf(text: string): unknown {
  const form = parseForm(Buffer.from(text))
  assert.ok(form.ok, form.ok ? '' : form.sentence)
  return JSON.parse(JSON.stringify(form.value))
}

function sentenceOf(text: string | Uint8Array): string {
  const form = parseForm(Buffer.from(text))
  assert.ok(!form.ok)
  return form.sentence
}

// Cases from the documentation and tests of Rack::Utils.parse_nested_query.
const RACK: [text: string, fields: unknown][] = [
  ['', {}],
  ['foo', { foo: null }],
  ['foo=', { foo: '' }],
  ['foo=bar', { foo: 'bar' }],
  ['foo=bar&foo=quux', { foo: 'quux' }],
  ['foo&foo=', { foo: '' }],
  ['foo=1&bar=2', { foo: '1', bar: '2' }],
  ['&foo=1&&bar=2', { foo: '1', bar: '2' }],
  ['foo&bar=', { foo: null, bar: '' }],
  ['foo=bar&baz=', { foo: 'bar', baz: '' }],
  ['my+weird+field=q1%212%22%27w%245%267%2Fz8%29%3F', { 'my weird field': 'q1!2"\'w$5&7/z8)?' }],
  ['a=b&pid%3D1234=1023', { a: 'b', 'pid=1234': '1023' }],
  ['foo[]', { foo: [null] }],
  ['foo[]=', { foo: [''] }],
  ['foo[]=bar', { foo: ['bar'] }],
  ['foo[]=bar&foo[', { foo: ['bar'], 'foo[': null }],
  ['foo[]=bar&foo[=baz', { foo: ['bar'], 'foo[': 'baz' }],
  ['foo[]=1&foo[]=2', { foo: ['1', '2'] }],
  ['foo=bar&baz[]=1&baz[]=2&baz[]=3', { foo: 'bar', baz: ['1', '2', '3'] }],
  ['x[y][z]=1', { x: { y: { z: '1' } } }],
  ['x[y][z][]=1', { x: { y: { z: ['1'] } } }],
  ['x[y][z]=1&x[y][z]=2', { x: { y: { z: '2' } } }],
  ['x[y][z][]=1&x[y][z][]=2', { x: { y: { z: ['1', '2'] } } }],
  ['x[y][][z]=1', { x: { y: [{ z: '1' }] } }],
  ['x[y][][z][]=1', { x: { y: [{ z: ['1'] }] } }],
  ['x[y][][z]=1&x[y][][w]=2', { x: { y: [{ z: '1', w: '2' }] } }],
  ['x[y][][v][w]=1', { x: { y: [{ v: { w: '1' } }] } }],
  ['x[y][][z]=1&x[y][][v][w]=2', { x: { y: [{ z: '1', v: { w: '2' } }] } }],
  ['x[y][][z]=1&x[y][][z]=2', { x: { y: [{ z: '1' }, { z: '2' }] } }],
  [
    'x[y][][z]=1&x[y][][w]=a&x[y][][z]=2&x[y][][w]=3',
    {
      x: {
        y: [
          { z: '1', w: 'a' },
          { z: '2', w: '3' },
        ],
      },
    },
  ],
  [
    'x[][y]=1&x[][z][w]=a&x[][y]=2&x[][z][w]=b',
    {
      x: [
        { y: '1', z: { w: 'a' } },
        { y: '2', z: { w: 'b' } },
      ],
    },
  ],
  [
    'x[][z][w]=a&x[][y]=1&x[][z][w]=b&x[][y]=2',
    {
      x: [
        { y: '1', z: { w: 'a' } },
        { y: '2', z: { w: 'b' } },
      ],
    },
  ],
  [
    'data[books][][data][page]=1&data[books][][data][page]=2',
    {
      data: { books: [{ data: { page: '1' } }, { data: { page: '2' } }] },
    },
  ],
  ['x[0][n]=a&x[1][n]=b', { x: { 0: { n: 'a' }, 1: { n: 'b' } } }],
  ['x[][]=1&x[][]=2', { x: [['1'], ['2']] }],
  ['[]=1&[a]=2', { '[]': '1', '[a]': '2' }],
  ['=1', {}],
]

for (const [text, fields] of RACK) test(`as Rack: ${text || '(empty)'}`, () => assert.deepEqual(fieldsOf(text), fields))

test('a message with attributes, as Rails writes it', () => {
  const text =
    'message[external_user_id]=u1&message[message_attributes_attributes][][name]=a&message[message_attributes_attributes][][value]=1' +
    '&message[message_attributes_attributes][][name]=b&message[message_attributes_attributes][][value]=2'
  const attributes = [
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ]
  assert.deepEqual(fieldsOf(text), { message: { external_user_id: 'u1', message_attributes_attributes: attributes } })
})

test('a field of two kinds is refused', () => {
  assert.match(sentenceOf('x[y]=1&x[]=1'), /"x" is given as a list and as another type/)
  assert.match(sentenceOf('x[y]=1&x[y][][w]=2'), /"y" is given as a list/)
  assert.match(sentenceOf('x[y]=1&x[y]z=2'), /"y" is given as an object/)
  assert.match(sentenceOf('x=1&x[y]=2'), /"x" is given as an object/)
  assert.match(sentenceOf('x[]=1&x[y]=2'), /"x" is given as an object/)
})

test('no key is special', () => {
  const form = parseForm(Buffer.from('__proto__[admin]=1&constructor[prototype][admin]=1&a[__proto__][admin]=1'))
  assert.ok(form.ok)
  assert.deepEqual(Object.keys(form.value), ['__proto__', 'constructor', 'a'])
  assert.equal(({} as Record<string, unknown>)['admin'], undefined)
})

test('bytes that are not text are refused', () => {
  for (const text of ['a=%', 'a=%zz', 'a=%ff', '%c3=1', 'a=%00', 'a=%ed%a0%80'])
    assert.ok(sentenceOf(text).length > 0, text)
  assert.match(sentenceOf(Uint8Array.of(0x61, 0x3d, 0xff)), /not UTF-8/)
  assert.deepEqual(fieldsOf('a=é&b=%C3%A9'), { a: 'é', b: 'é' })
})

test('pairs and depth are bounded', () => {
  assert.ok(parseForm(Buffer.from('a[]=1&'.repeat(FORM_PAIRS_MAX))).ok)
  assert.match(sentenceOf('a[]=1&'.repeat(FORM_PAIRS_MAX + 1)), /more than 20000 fields/)
  assert.ok(parseForm(Buffer.from(`a${'[b]'.repeat(FORM_DEPTH_MAX - 1)}=1`)).ok)
  assert.match(sentenceOf(`a${'[b]'.repeat(FORM_DEPTH_MAX)}=1`), /nested more than 32 levels deep/)
  assert.match(sentenceOf(`a${'[]'.repeat(5000)}=1`), /nested more than 32 levels deep/)
})

test('any bytes are parsed or refused, never thrown at', () => {
  const piece = fc.constantFrom('a', 'b', '[', ']', '[]', '[a]', '=', '&', '%5B', '%', '+', '0', '__proto__', '\0', 'é')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const form = parseForm(Buffer.from(pieces.join('')))
      return form.ok || form.sentence.length > 0
    }),
    { numRuns: 5000 },
  )
})

test('a form keeps its names, lists and objects in lists', () => {
  const name = fc.stringMatching(/^[a-z]{1,4}$/)
  const value = fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
  const record = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  const sameKeys = fc.uniqueArray(name, { minLength: 1, maxLength: 3 }).chain((names) =>
    fc.array(
      fc
        .tuple(...names.map(() => value))
        .map((values) => Object.fromEntries(names.map((key, at) => [key, values[at]!]))),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  fc.assert(
    fc.property(record, fc.array(value, { minLength: 1, maxLength: 4 }), sameKeys, (object, list, objects) => {
      const pairs: [string, string][] = [
        ...Object.entries(object).map(([key, text]): [string, string] => [`m[o][${key}]`, text]),
        ...list.map((text): [string, string] => ['m[l][]', text]),
        ...objects.flatMap((item) =>
          Object.entries(item).map(([key, text]): [string, string] => [`m[i][][${key}]`, text]),
        ),
      ]
      assert.deepEqual(fieldsOf(new URLSearchParams(pairs).toString()), { m: { o: object, l: list, i: objects } })
    }),
  )
})
