/** The generated parts of the clients in Python and Go are in step with `docs/openapi.json`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isInStep, PARTS } from './generate.ts'
import { findPython, hasGo } from './languages.ts'

const LANGUAGES = { python: { name: 'Python', isHere: findPython() !== null }, go: { name: 'Go', isHere: hasGo() } }

for (const [part, { name, isHere }] of Object.entries(LANGUAGES))
  test(
    `the client in ${name} is in step with the OpenAPI document`,
    // Who lacks the language cannot generate its client.
    { skip: !isHere && `NOT CHECKED HERE: ${name} is not on this machine` },
    () => {
      const advice = `The OpenAPI document has changed: npx node scripts/sdks/generate.ts ${part}`
      assert.ok(isInStep(PARTS[part as keyof typeof PARTS]), advice)
    },
  )
