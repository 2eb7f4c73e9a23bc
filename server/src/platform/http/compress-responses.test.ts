import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { showsSecret } from './compress-responses.ts'

test('a response with a field for a secret is found at any depth', () => {
  const secret = Type.Object({ webhook_endpoint: Type.Object({ secret: Type.String() }) })
  const inList = Type.Object({ devices: Type.Array(Type.Object({ token: Type.String() })) })
  const inUrl = Type.Object({ preferences_url: Type.String() })
  for (const schema of [secret, inList, inUrl, { 200: secret }, { 201: Type.Union([Type.Null(), inList]) }])
    assert.ok(showsSecret(schema), JSON.stringify(schema))
  const harmless = Type.Object({ secret_preview: Type.String(), name: Type.String({ description: 'The key' }) })
  assert.ok(!showsSecret({ 200: harmless }))
})
