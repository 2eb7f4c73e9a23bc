/** Finds tests that fail by chance: `npm run test:flakes`. */
import { Worker } from 'node:worker_threads'
import { runFiles } from './run.ts'

const ROUNDS = 10

/** Holds one processor. */
const LOAD = 'for (;;);'

function shuffled(files: readonly string[]): string[] {
  return files
    .map((file) => ({ file, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ file }) => file)
}

/** Runs each file ten times in random order, beside a load. Prints each failed test with its count. */
export async function findFlakes(files: readonly string[]): Promise<boolean> {
  const load = new Worker(LOAD, { eval: true })
  const failures = new Map<string, number>()
  let passedRounds = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const { success, failed } = await runFiles(shuffled(files))
    if (success) passedRounds += 1
    for (const test of failed) failures.set(test, (failures.get(test) ?? 0) + 1)
    console.log(`Round ${round} of ${ROUNDS}: ${failed.length} failed`)
  }
  await load.terminate()
  for (const [test, count] of [...failures].toSorted(([, one], [, other]) => other - one))
    console.log(`${count} of ${ROUNDS}  ${test}`)
  console.log(`${passedRounds} passed, ${ROUNDS - passedRounds} failed`)
  return passedRounds === ROUNDS
}
