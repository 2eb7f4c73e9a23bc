/** Parsing and collecting names take linear time. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse } from '../../src/core/rendering/parse.ts'
import { assertLinear } from './growth.ts'
import { TEMPLATE_SHAPES } from './template-shapes.ts'

/** Large enough to show quadratic work, below the limit of characters inside tags. */
const MEASURED_CHARACTERS = 15_200

describe('parsing takes linear time', () => {
  for (const [name, text] of TEMPLATE_SHAPES)
    test(name, () => assertLinear(MEASURED_CHARACTERS, text, (one) => parse(one)))
})

describe('expressions', () => {
  const fits: [name: string, text: string, fits: boolean][] = [
    ['50 operators', `{{ a${' or a'.repeat(50)} }}`, true],
    ['51 operators', `{{ a${' or a'.repeat(51)} }}`, false],
    ['30 filters', `{{ a${' | upcase'.repeat(30)} }}`, true],
    ['31 filters', `{{ a${' | upcase'.repeat(31)} }}`, false],
    ['31 filters in a cycle', `{% cycle a${' | upcase'.repeat(31)} %}`, false],
    ['31 filters in a liquid tag', `{% liquid\necho a${' | upcase'.repeat(31)}\n%}`, false],
    ['51 operators in an elsif', `{% if b %}{% elsif a${' or a'.repeat(51)} %}{% endif %}`, false],
    ['100 blocks within blocks', '{% if a %}'.repeat(99) + '{% endif %}'.repeat(99), true],
  ]
  for (const [name, text, isStored] of fits)
    test(`${name}: ${isStored ? 'accepted' : 'refused'}`, () => {
      for (const format of ['html', 'text'] as const) assert.equal(parse(text, format).ok, isStored)
    })
})
