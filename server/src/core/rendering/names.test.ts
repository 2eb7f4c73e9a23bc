import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from './parse.ts'
import { unknownNames } from './names-used.ts'

function unknownIn(text: string, names: Record<string, unknown>): string[] {
  const result = parse(text)
  assert.ok(result.ok)
  return unknownNames(result.parsed.paths, names)
}

test('undefined names are listed once each, with their whole path', () => {
  const names = { user: { first_name: 'Ada' }, order: { id: 1, items: [{ name: 'a' }] }, note: null }
  const cases: [text: string, unknown: string[]][] = [
    ['plain', []],
    ['{{ user.first_name }} {{ order.id }} {{ note }}', []],
    ['{{ user.firstName }} {{ user.firstName | upcase }}', ['user.firstName']],
    ['{{ order.number }} {{ total }}', ['order.number', 'total']],
    ['{% for item in order.items %}{{ item.price }}{{ forloop.index }}{% endfor %}', []],
    ['{{ order.items.size }} {{ order.items.first }} {{ order.items[0].name }}', []],
    ['{% assign x = order.id %}{{ x }}', []],
    ['{{ order[key] }}', ['key']],
    ['{{ note.text }}', ['note.text']],
    ['{% if vip %}x{% endif %}', ['vip']],
    ['{{ toString }} {{ order.constructor }}', ['toString', 'order.constructor']],
  ]
  for (const [text, unknown] of cases) assert.deepEqual(unknownIn(text, names), unknown, text)
})

test('only some of many unknown names are listed', () => {
  const text = Array.from({ length: 500 }, (_, index) => `{{ n${index} }}`).join('')
  assert.equal(unknownIn(text, {}).length, 100)
})
