/** The linters of the OpenAPI document, each with its own recommended rules: no error and no warning. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import type { RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'

const PATH = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))
const source = readFileSync(PATH, 'utf8')

/** `{id}/devices` and `by_external_id/{external_user_id}` could have the same address. But no id is `by_external_id`. */
const OF_USERS = ['devices', 'devices/{device_id}', 'export', 'preferences', 'tokens'].flatMap((last) =>
  ['{id}', 'by_external_id/{external_user_id}'].map(
    (user) => `#/paths/${`/api/v1/notification_users/${user}/${last}`.replaceAll('/', '~1')}`,
  ),
)

/** The same of `by_name/{name}`. */
const OF_TEMPLATES = ['{id}~1draft', '{id}~1versions', 'by_name~1{name}'].map(
  (last) => `#/paths/~1api~1v1~1message_templates~1${last}`,
)

test('redocly, recommended', async () => {
  const ignore = { [PATH]: { 'no-ambiguous-paths': new Set([...OF_USERS, ...OF_TEMPLATES]) } }
  const config = await createConfig({ extends: ['recommended'] }, { ignore })
  const problems = await lintFromString({ source, absoluteRef: PATH, config })
  const found = problems.filter(({ ignored }) => ignored !== true)
  assert.deepEqual(
    found.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer })),
    [],
  )
})

test('spectral, oas', async () => {
  const spectral = new spectralCore.Spectral()
  // Their packages do not agree on the type of a ruleset.
  const oas = spectralRulesets.oas as unknown as RulesetDefinition
  spectral.setRuleset({ extends: [[oas, 'recommended']] })
  const problems = await spectral.run(source)
  assert.deepEqual(
    problems.map(({ code, message, path }) => ({ code, message, at: path.join('/') })),
    [],
  )
})
