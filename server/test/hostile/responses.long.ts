/** The test of responses.test.ts with 100,000 broken responses instead of 200. `RESPONSES_SEED` sets the seed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mutatedResponse } from '../mutated-responses.ts'
import { seededRandom } from '../random.ts'
import { DIFFERENCES, differenceAt } from '../reading-responses.ts'

const RESPONSES = 100_000

test('responses are read as another client reads them', async (t) => {
  const seed = Number(process.env['RESPONSES_SEED'] ?? 2)
  const random = seededRandom(seed)
  const differences: string[] = []
  for (let count = 0; count < RESPONSES; count++) {
    const text = mutatedResponse(random)
    const difference = await differenceAt(text, 1 + random.below(text.length + 1))
    if (difference !== null) differences.push(difference)
  }
  t.diagnostic(`reasons for differences:\n${DIFFERENCES.map(({ 3: reason }) => reason).join('\n')}`)
  assert.deepEqual(differences, [])
})
