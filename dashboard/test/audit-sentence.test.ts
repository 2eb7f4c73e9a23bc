/** The sentences of the audit log: each action of the service has one. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SENTENCES = new URL('../src/settings/audit-sentence.ts', import.meta.url)
const SERVER = fileURLToPath(new URL('../../server/src/', import.meta.url))
const ACTION = /\baction: '([a-z_]+\.[a-z_]+)'/g

/** The actions in the source of the service. Topics put theirs together. */
function actions(): string[] {
  const sources = globSync(`${SERVER}**/*.ts`).filter((file) => !/\.(test|long)\.ts$/.test(file))
  const found = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(ACTION)].map(([, action]) => action!))
  return [...new Set([...found, 'topic.created', 'topic.changed', 'topic.deleted'])]
}

test('every action of the service is a sentence', () => {
  const sentences = readFileSync(SENTENCES, 'utf8')
  assert.ok(actions().length > 15)
  for (const action of actions()) assert.ok(sentences.includes(`'${action}': [`), `${action} has no sentence`)
})
