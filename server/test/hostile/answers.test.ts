/** Whole and broken responses of servers are read as undici reads them, or differently for a stated reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutatedAnswer } from '../mutated-answers.ts'
import { seededRandom } from '../random.ts'
import { differenceAt } from '../reading-answers.ts'

const SEED = 1
const ANSWERS = 200

test('answers are read as another client reads them', async () => {
  const random = seededRandom(SEED)
  const differences: string[] = []
  for (let count = 0; count < ANSWERS; count++) {
    const text = mutatedAnswer(random)
    const difference = await differenceAt(text, 1 + random.below(text.length + 1))
    if (difference !== null) differences.push(difference)
  }
  assert.deepEqual(differences, [])
})
