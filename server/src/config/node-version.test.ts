import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { secureNodeFor } from './node-version.ts'

test('names the version to use instead of a Node with published vulnerabilities', () => {
  for (const [version, secure] of [
    ['24.0.0', '24.18.1'],
    ['24.18.0', '24.18.1'],
    ['24.18.1', null],
    ['24.21.0', null],
    // The line 25 has no security releases any more.
    ['25.9.0', '26.5.1'],
    ['26.4.9', '26.5.1'],
    ['26.10.0', null],
    ['27.0.0', null],
  ] as const)
    assert.equal(secureNodeFor(version), secure, version)
})

test('each Node of `npm ci` is without published vulnerabilities', () => {
  const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { optionalDependencies } = JSON.parse(manifest) as { optionalDependencies: Record<string, string> }
  const versions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  assert.ok(versions.length > 0)
  for (const [name, version] of versions) assert.equal(secureNodeFor(version), null, name)
})
