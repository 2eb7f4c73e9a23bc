/** Whole and broken responses of servers are read as undici reads them, or differently for a stated reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutatedResponse } from '../mutated-responses.ts'
import { seededRandom } from '../random.ts'
import { differenceAt } from '../reading-responses.ts'

const SEED = 1
const RESPONSES = 200

test('responses are read as another client reads them', async () => {
  const random = seededRandom(SEED)
  const differences: string[] = []
  for (let count = 0; count < RESPONSES; count++) {
    const text = mutatedResponse(random)
    const difference = await differenceAt(text, 1 + random.below(text.length + 1))
    if (difference !== null) differences.push(difference)
  }
  assert.deepEqual(differences, [])
})
