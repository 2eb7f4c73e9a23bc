import assert from 'node:assert/strict'

/** How much more an input may cost than its half: 2 is linear, 4 is quadratic. */
const GROWTH_MAX = 2.5

/** Processor time that a measurement takes at the least, ms: below it the clock's steps and the garbage decide. */
const MEASURED_MS_MIN = 20
const RUNS_MAX = 10_000
/**
 * Measurements of each size, in turns; the cheapest of each counts, since whatever else runs only adds. More are made while the
 * growth is too large: on a busy machine the cheapest of a few is not yet what it costs.
 */
const ROUNDS_MIN = 5
const ROUNDS_MAX = 25

/** Processor time of this process, all its threads, ms. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function cost(run: () => unknown, runs: number): Promise<number> {
  const before = processorMs()
  for (let done = 0; done < runs; done++) await run()
  return (processorMs() - before) / runs
}

/**
 * Fails if `run` costs this process more than 2.5 times as much processor time for `size` as for half of it. Both are
 * measured in turns in the same run; what `run` needs is made by `prepare`, whose cost does not count.
 */
export async function assertLinear<Input>(
  size: number,
  prepare: (size: number) => Input,
  run: (input: Input) => unknown,
): Promise<void> {
  const whole = prepare(size)
  const half = prepare(Math.floor(size / 2))
  let runs = 1
  while (runs < RUNS_MAX && (await cost(() => run(half), runs)) * runs < MEASURED_MS_MIN) runs *= 2
  let ofWhole = Infinity
  let ofHalf = Infinity
  for (let round = 1; round <= ROUNDS_MIN || (round <= ROUNDS_MAX && ofWhole / ofHalf > GROWTH_MAX); round++) {
    ofHalf = Math.min(ofHalf, await cost(() => run(half), runs))
    ofWhole = Math.min(ofWhole, await cost(() => run(whole), runs))
  }
  const growth = ofWhole / ofHalf
  assert.ok(
    growth <= GROWTH_MAX,
    `${size} costs ${growth.toFixed(2)} times its half (${ofWhole.toFixed(2)} ms and ${ofHalf.toFixed(2)} ms)`,
  )
}
