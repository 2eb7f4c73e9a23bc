import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import {
  AlsoNamed,
  AnyJson,
  BlankIsNull,
  Choice,
  Id,
  IntegerInput,
  Nullable,
  OpenObject,
  OptionalText,
  OwnId,
  parseTime,
  RequiredText,
  TimeInput,
} from './schemas.ts'
import { validate } from './validate.ts'

const Thing = Type.Object({
  name: RequiredText(5),
  count: Type.Optional(Nullable(IntegerInput(0, 10))),
  owner_id: Type.Optional(Id),
  active: Type.Optional(Type.Boolean()),
  kind: Type.Optional(Nullable(Choice(['big', 'small']))),
  only: Type.Optional(Choice(['recipient'])),
  note: Type.Optional(Nullable(OptionalText(3))),
  at: Type.Optional(TimeInput),
  parts: Type.Optional(Type.Array(Type.Object({ name: RequiredText(5), size: Type.Optional(Id) }), { maxItems: 2 })),
  extra: Type.Optional(OpenObject),
  value: Type.Optional(AnyJson),
})

function errorsOf(value: unknown, texts = false): unknown {
  const checked = validate(Thing, value, texts ? 'form' : 'json')
  return checked.ok ? 'valid' : checked.errors
}

function valueOf(value: unknown, texts = false): unknown {
  const checked = validate(Thing, value, texts ? 'form' : 'json')
  assert.ok(checked.ok, JSON.stringify(checked))
  return checked.value
}

test('an integer may be a decimal string, and nothing else', () => {
  for (const given of [7, '7', 7.0, '007'])
    assert.deepEqual(valueOf({ name: 'a', count: given }), { name: 'a', count: 7 })
  for (const given of ['7.0', '7e0', ' 7', '', '0x7', 'seven', 7.5, true, [], {}, '+7'])
    assert.deepEqual(errorsOf({ name: 'a', count: given }), { count: ['must be an integer'] }, JSON.stringify(given))
})

test('an integer of 2^53 or more is refused, in digits and as a string', () => {
  const sentence = ['must be less than or equal to 9007199254740991']
  for (const given of [2 ** 53, '9007199254740992', '9223372036854775808', 1e300])
    assert.deepEqual(errorsOf({ name: 'a', owner_id: given }), { owner_id: sentence }, String(given))
  assert.deepEqual(valueOf({ name: 'a', owner_id: '9007199254740991' }), { name: 'a', owner_id: 9007199254740991 })
})

test('booleans and nulls are read from text only where all is text', () => {
  assert.deepEqual(errorsOf({ name: 'a', active: 'true' }), { active: ['must be true or false'] })
  assert.deepEqual(valueOf({ name: 'a', active: 'true', count: '' }, true), { name: 'a', active: true, count: null })
  assert.deepEqual(valueOf({ name: 'a', active: '0', note: '' }, true), { name: 'a', active: false, note: '' })
  for (const [text, active] of Object.entries({ on: true, T: true, True: true, off: false, f: false, FALSE: false }))
    assert.deepEqual(valueOf({ name: 'a', active: text }, true), { name: 'a', active })
  assert.deepEqual(errorsOf({ name: 'a', active: 'yes' }, true), { active: ['must be true or false'] })
})

test('null, blank text of a form and an empty list are absent, unless the field has them as values', () => {
  const only = { name: 'a' }
  for (const [field, inJson, inForm] of [
    ['owner_id', null, ''],
    ['active', null, ' '],
    ['at', null, ''],
    ['parts', null, ''],
    ['parts', {}, ['']],
    ['parts', {}, {}],
    ['extra', null, ''],
    ['unknown', null, ''],
  ] as const) {
    assert.deepEqual(valueOf({ ...only, [field]: inJson }), only, field)
    assert.deepEqual(valueOf({ ...only, [field]: inForm }, true), only, field)
  }
  const values = { count: null, kind: null, note: null, value: null, parts: [] }
  assert.deepEqual(valueOf({ ...only, ...values }), { ...only, ...values })
  const blanks = { count: '', kind: ' ', note: '', value: '' }
  assert.deepEqual(valueOf({ ...only, ...blanks }, true), { ...only, count: null, kind: null, note: '', value: '' })
  for (const [name, texts] of [
    [null, false],
    ['', true],
  ] as const)
    assert.deepEqual(errorsOf({ name }, texts), { name: ["can't be blank"] })
  assert.deepEqual(errorsOf({ ...only, active: '' }), { active: ['must be true or false'] })
  const parameters = validate(Thing, { name: 'a', owner_id: '' }, 'parameters')
  assert.deepEqual(parameters.ok || parameters.errors, { owner_id: ['must be an integer'] })
})

test('a list may be an object of its indices, in their order', () => {
  const parts = { 10: { name: 'c' }, 2: { name: 'b' } }
  assert.deepEqual(valueOf({ name: 'a', parts }), { name: 'a', parts: [{ name: 'b' }, { name: 'c' }] })
  assert.deepEqual(errorsOf({ name: 'a', parts: { x: {} } }), { parts: ['must be an array'] })
})

test('the objects of a list may have any keys in a form, as nested attributes have them', () => {
  const named = (...names: string[]) => ({ name: 'a', parts: names.map((name) => ({ name })) })
  for (const [parts, names] of [
    [{ 1700000000123: { name: 'x' }, 1700000000045: { name: 'y' } }, ['y', 'x']],
    [{ new_1: { name: 'x' }, new_0: { name: 'y' } }, ['x', 'y']],
    [{ '12345678901234567890': { name: 'x' } }, ['x']],
    [{ 0: { name: 'x', _destroy: 'false' }, 1: { name: 'y', _destroy: '1' } }, ['x']],
    [
      [
        { name: 'x', _destroy: '' },
        { name: 'y', _destroy: 'true' },
      ],
      ['x'],
    ],
  ] as const)
    assert.deepEqual(valueOf({ name: 'a', parts }, true), named(...names), JSON.stringify(parts))
  assert.deepEqual(valueOf({ name: 'a', parts: { 1700000000123: { name: 'x' } } }), named('x'))
  assert.deepEqual(errorsOf({ name: 'a', parts: { new_1: { name: 'x' } } }), { parts: ['must be an array'] })
  assert.deepEqual(errorsOf({ name: 'a', parts: { name: 'x', size: '1' } }, true), { parts: ['must be an array'] })
  assert.deepEqual(Object.keys(errorsOf({ name: 'a', parts: [{ name: 'x', _destroy: 'false' }] }) as object), [
    'parts.0._destroy',
  ])
})

test('open objects and free values stay as they are', () => {
  const value = JSON.parse('{"name":"a","extra":{"__proto__":1,"k":[1]},"value":[{"name":1}]}') as object
  const read = valueOf(value) as { extra: object }
  assert.deepEqual(Object.keys(read), ['name', 'extra', 'value'])
  assert.deepEqual(Object.keys(read.extra), ['__proto__', 'k'])
})

test('an unknown field at any depth is an error with the nearest name', () => {
  const known = 'name, count, owner_id, active, kind, only, note, at, parts, extra, value'
  const cases: [unknown, unknown][] = [
    [{ name: 'a', knid: 'big' }, { knid: ['is not a known field: did you mean kind?'] }],
    [{ name: 'a', OwnerId: 1 }, { OwnerId: ['is not a known field: did you mean owner_id?'] }],
    [{ name: 'a', owner: 1 }, { owner: ['is not a known field: did you mean owner_id?'] }],
    [{ name: 'a', zzz: 1 }, { zzz: [`is not a known field: use one of ${known}`] }],
    [
      { name: 'a', parts: [{ name: 'b' }, { name: 'b', sizes: 1 }] },
      { 'parts.1.sizes': ['is not a known field: did you mean size?'] },
    ],
    [{ nam: 'a' }, { nam: ['is not a known field: did you mean name?'], name: ["can't be blank"] }],
    [JSON.parse('{"name":"a","__proto__":{"x":1}}'), { ['__proto__']: [`is not a known field: use one of ${known}`] }],
  ]
  for (const [value, errors] of cases) assert.deepEqual(errorsOf(value), errors, JSON.stringify(value))
  const checked = validate(Thing, { name: 'abcdef', x: 1 }, 'json')
  assert.equal(checked.ok || checked.code, 'unknown_field')
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`other${index}`, index]))
  assert.equal(Object.keys(errorsOf({ name: 'a', ...many }) as object).length, 3)
  const long = 'x'.repeat(10_000)
  assert.deepEqual(Object.keys(errorsOf({ name: 'a', [long]: 1 }) as object), [`${'x'.repeat(100)}...`])
})

const Named = Type.Object({
  at: Type.Optional(AlsoNamed(Nullable(TimeInput), 'on', 'when')),
  id: Type.Optional(BlankIsNull(OwnId(5))),
  number: Type.Optional(BlankIsNull(IntegerInput(1, 9))),
  pairs: Type.Optional(
    AlsoNamed(
      Type.Array(Type.Object({ name: RequiredText(5), value: Type.Optional(AnyJson) }), {
        maxItems: 2,
        'x-by-name': true,
      }),
      'values',
    ),
  ),
})

function namedOf(value: unknown, texts = false): unknown {
  const checked = validate(Named, value, texts ? 'form' : 'json')
  return checked.ok ? checked.value : checked.errors
}

test('a field has other names, and is given under one of them', () => {
  const at = '2026-06-08T10:20:00Z'
  for (const name of ['at', 'on', 'when']) assert.deepEqual(namedOf({ [name]: at }), { at })
  const twice = ['is another name for at: give only one of them']
  assert.deepEqual(namedOf({ at, on: at }), { on: twice })
  assert.deepEqual(namedOf({ on: at, when: at }), { when: twice })
  assert.deepEqual(namedOf({ whne: at }), { whne: ['is not a known field: did you mean at?'] })
})

test('a list of names and values may be an object under its other name', () => {
  const pairs = [
    { name: 'a.b', value: '1' },
    { name: 'c', value: '2' },
  ]
  for (const texts of [true, false]) {
    assert.deepEqual(namedOf({ values: { 'a.b': '1', c: '2' } }, texts), { pairs })
    assert.deepEqual(namedOf({ values: { 0: pairs[0], 1: pairs[1] } }, texts), { pairs })
  }
  assert.deepEqual(namedOf({ values: { a: { name: 'x' } } }), { pairs: [{ name: 'a', value: { name: 'x' } }] })
  assert.deepEqual(namedOf({ values: pairs }), { pairs })
  assert.deepEqual(namedOf({ pairs: { a: 1 } }), { pairs: ['must be an array'] })
  for (const value of ['a', 5])
    assert.deepEqual(namedOf({ values: value }), { values: ['must be an array or an object'] })
  assert.deepEqual(namedOf({ values: { a: 1, b: 2, c: 3 } }), { values: ['is too long (maximum is 2 items)'] })
  assert.deepEqual(namedOf({ on: 'never', values: { 'too long': 1 } }), {
    on: ['must be a time with its zone, like 2026-06-08T10:20:00Z'],
    'values.too long': ['is too long (maximum is 5 characters)'],
  })
})

test('blank is null, and an integer its digits, where the schema says so', () => {
  for (const texts of [true, false])
    for (const blank of ['', '  ', '\t\n'])
      assert.deepEqual(namedOf({ id: blank, number: blank }, texts), { id: null, number: null })
  assert.deepEqual(namedOf({ id: 123, number: '3' }), { id: '123', number: 3 })
  assert.deepEqual(namedOf({ id: '0012' }), { id: '0012' })
  assert.deepEqual(namedOf({ id: 123456 }), { id: ['is too long (maximum is 5 characters)'] })
  for (const id of [1.5, 2 ** 53, true, {}, ['a']])
    assert.deepEqual(Object.keys(namedOf({ id }) as object), ['id'], JSON.stringify(id))
})

test('a time out of range gets an error with the range', () => {
  const range = ['must be a time from the year 1970 to the year 9999']
  for (const at of ['1969-12-31T23:59:59Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00'])
    assert.deepEqual(namedOf({ at }), { at: range })
  const form = ['must be a time with its zone, like 2026-06-08T10:20:00Z']
  for (const at of ['2026-12-01T24:00:00Z', '2026-12-01T23:60:00Z', '2026-12-01T23:59:60Z', '1969-02-30T00:00:00Z'])
    assert.deepEqual(namedOf({ at }), { at: form })
})

test('inherited names are not fields', () => {
  assert.deepEqual(errorsOf(Object.create({ name: 'a' })), { name: ["can't be blank"] })
})

test('sentences for every rule', () => {
  const cases: [unknown, unknown][] = [
    [{}, { name: ["can't be blank"] }],
    [{ name: '' }, { name: ["can't be blank"] }],
    [{ name: '  ' }, { name: ["can't be blank"] }],
    [{ name: null }, { name: ["can't be blank"] }],
    [{ name: 'abcdef' }, { name: ['is too long (maximum is 5 characters)'] }],
    [{ name: 'a', count: 11 }, { count: ['must be less than or equal to 10'] }],
    [{ name: 'a', count: -1 }, { count: ['must be greater than or equal to 0'] }],
    [{ name: 'a', kind: 'other' }, { kind: ['must be one of big, small'] }],
    [{ name: 'a', only: 'other' }, { only: ['must be recipient'] }],
    [{ name: 'a', kind: 1 }, { kind: ['must be a string'] }],
    [{ name: 'a', note: 'abcd' }, { note: ['is too long (maximum is 3 characters)'] }],
    [
      { name: 'a', at: '2026-11-26T21:00:00 02:00' },
      { at: ['must be a time with its zone: write the + of the zone as %2B'] },
    ],
    [{ name: 'a', at: 'soon' }, { at: ['must be a time with its zone, like 2026-06-08T10:20:00Z'] }],
    [{ name: 'a', extra: [] }, { extra: ['must be an object'] }],
    [
      { name: 'a', parts: [{}, {}, {}] },
      {
        'parts.0.name': ["can't be blank"],
        'parts.1.name': ["can't be blank"],
        'parts.2.name': ["can't be blank"],
        parts: ['is too long (maximum is 2 items)'],
      },
    ],
    [{ name: 'a', parts: [{ name: 'a', size: 'x' }] }, { 'parts.0.size': ['must be an integer'] }],
    [[], { request: ['must be an object'] }],
    [null, { request: ['must be an object'] }],
    ['text', { request: ['must be an object'] }],
  ]
  for (const [value, errors] of cases) assert.deepEqual(errorsOf(value), errors, JSON.stringify(value))
  assert.equal(errorsOf({ name: 'a', count: null, kind: null, note: null }), 'valid')
})

test('times: with a zone, on days that exist, in years the database reads', () => {
  assert.equal(parseTime('2026-06-08T10:20:00Z'), Date.UTC(2026, 5, 8, 10, 20))
  assert.equal(parseTime('2026-06-08T12:20:00.5+02:00'), Date.UTC(2026, 5, 8, 10, 20, 0, 500))
  assert.equal(parseTime('2026-06-08 10:20Z'), Date.UTC(2026, 5, 8, 10, 20))
  assert.equal(parseTime('2024-02-29T00:00:00Z'), Date.UTC(2024, 1, 29))
  for (const text of [
    '2026-06-08T10:20:00',
    '2026-06-08',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-06-08T25:00:00Z',
    '1969-12-31T23:59:59Z',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00Z',
    '20260608T102000Z',
    '1780914000',
    '',
  ])
    assert.equal(parseTime(text), null, text)
})
