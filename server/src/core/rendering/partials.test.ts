import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { graphMistake } from './partials.ts'

const graph = (edges: Record<string, string>) =>
  new Map(Object.entries(edges).map(([name, uses]) => [name, uses.split('')] as const))

describe('partials within partials', () => {
  const cases: [name: string, edges: Record<string, string>, from: string, mistake: string | null][] = [
    ['none', { a: '' }, 'a', null],
    ['a partial that does not exist', { a: 'x' }, 'a', null],
    ['two ways to the same partial', { a: 'bc', b: 'd', c: 'd', d: '' }, 'a', null],
    ['itself', { a: 'a' }, 'a', 'is part of a cycle: a → a'],
    ['a cycle', { a: 'b', b: 'c', c: 'xa' }, 'b', 'is part of a cycle: b → c → a → b'],
    ['a cycle of others', { a: '', b: 'c', c: 'b' }, 'a', 'is part of a cycle: b → c → b'],
    ['five levels', { a: 'b', b: 'c', c: 'd', d: 'e', e: '' }, 'c', null],
    [
      'six levels',
      { a: 'b', b: 'fc', c: 'd', d: 'e', e: 'f', f: '' },
      'f',
      'nests partials too deeply (maximum is 5): a → b → c → d → e → f',
    ],
  ]
  for (const [name, edges, from, mistake] of cases)
    test(name, () => assert.equal(graphMistake(graph(edges), from), mistake))

  test('a graph with very many ways takes no long time', () => {
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`)
    const all = new Map(names.map((name, index) => [name, names.slice(index + 1)]))
    assert.match(graphMistake(all, 'p0')!, /^nests partials too deeply \(maximum is 5\): p0 → p1 → /)
  })
})
