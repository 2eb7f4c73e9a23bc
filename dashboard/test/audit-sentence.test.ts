/** The sentences of the audit log: each action of the service has one. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sentenceOf } from '../src/settings/audit-sentence.ts'

const SERVER = fileURLToPath(new URL('../../server/src/', import.meta.url))
const ACTION = /\baction: '([a-z_]+\.[a-z_]+)'/g

/** The actions in the source of the service. Topics put theirs together. */
function actions(): string[] {
  const sources = globSync(`${SERVER}**/*.ts`).filter((file) => !/\.(test|long)\.ts$/.test(file))
  const found = sources.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(ACTION)].map(([, action]) => action!))
  return [...new Set([...found, 'topic.created', 'topic.changed', 'topic.deleted'])]
}

test('every action of the service is a sentence', () => {
  assert.ok(actions().length > 15)
  for (const action of actions()) {
    const entry = { id: 1, action, actor: 'system', actor_name: null, target: 'thing:1', details: {}, created_at: '' }
    const { verb } = sentenceOf(entry as unknown as Parameters<typeof sentenceOf>[0])
    assert.match(verb, /^[a-z]+( [A-Za-z]+)*$/, action)
  }
})
