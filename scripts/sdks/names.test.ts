/** The clients of the three languages have the resources and verbs of the table, and no others. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createClient } from '../../sdk/src/client.ts'
import { camelCase, pascalCase } from './client-api.ts'
import { GO_SDK, PYTHON_SDK } from './languages.ts'
import { RESOURCES } from './names.ts'

/** `noun.verb` of every method, in the form of the language. */
const named = (form: (name: string) => string): string[] =>
  Object.entries(RESOURCES)
    .flatMap(([noun, verbs]) => Object.keys(verbs).map((verb) => `${form(noun)}.${form(verb)}`))
    .toSorted()

/** The methods in a source: each line starts a class or a method. */
function methodsIn(text: string, pattern: RegExp): string[] {
  let noun = ''
  return [...text.matchAll(pattern)]
    .flatMap(({ groups: found = {} }) => {
      noun = found['noun'] ?? noun
      return found['verb'] === undefined ? [] : `${noun}.${found['verb']}`
    })
    .toSorted()
}

test('TypeScript', () => {
  const client = createClient({ apiKey: 'sk_1', baseUrl: 'https://tidings.example.com' })
  const found = Object.entries(client).flatMap(([noun, calls]) =>
    typeof calls === 'function' ? [] : Object.keys(calls).map((verb) => `${noun}.${verb}`),
  )
  assert.deepEqual(found.toSorted(), named(camelCase))
})

test('Python', () => {
  for (const [file, prefix] of [
    ['resources.py', ''],
    ['async_resources.py', 'Async'],
  ]) {
    const text = readFileSync(join(PYTHON_SDK, 'src/tidings/generated', file!), 'utf8')
    const pattern = new RegExp(`^class ${prefix}(?<noun>\\w+)|^    (async )?def (?<verb>[a-z]\\w*)`, 'gm')
    const classes = named((name) => name).map((one) => {
      const [noun = '', verb] = one.split('.')
      return `${pascalCase(noun)}.${verb}`
    })
    assert.deepEqual(methodsIn(text, pattern), classes.toSorted())
  }
})

test('Go', () => {
  const text = readFileSync(join(GO_SDK, 'resources.go'), 'utf8')
  assert.deepEqual(methodsIn(text, /^func \(calls (?<noun>\w+)\) (?<verb>\w+)/gm), named(pascalCase))
})
