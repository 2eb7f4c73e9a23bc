import assert from 'node:assert/strict'

/** The part of an input that it is compared with. */
const PART = 8

/**
 * Maximum cost of an input, compared with an eighth of it: 2.5 per doubling. 8 is linear, 64 is quadratic. A larger input
 * may leave a cache of the processor at one of the three doublings. Beside other work, this alone may double its cost.
 */
const GROWTH_MAX = 15.6

/** Minimum CPU time of a measurement, ms. Shorter ones depend on the clock's steps and garbage collection. */
const MEASURED_MS_MIN = 8
const RUNS_MAX = 10_000
/**
 * Measurements of each size, in turn. On a busy machine a few are not enough, so more follow while the factor is too large. A
 * factor of twice the maximum is no chance.
 */
const ROUNDS_MIN = 3
const ROUNDS_MAX = 25
const HOPELESS_TIMES = 2

/** CPU time of this process with all threads, ms. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function cost(run: () => unknown, runs: number): Promise<number> {
  const before = processorMs()
  for (let done = 0; done < runs; done++) await run()
  return (processorMs() - before) / runs
}

/** The middle one of the values in order. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/**
 * CPU time of one run of each, ms: the cheapest of many measurements in turn, because other work only adds time. A
 * processor that speeds up for the time of one measurement makes the cheapest of one input too cheap for the other. The
 * median of the factors of neighbouring measurements does not depend on it, so `times` is the smaller of the two factors.
 */
async function costs(
  dear: () => unknown,
  cheap: () => unknown,
  timesMax: number,
): Promise<{ ofDear: number; ofCheap: number; times: number }> {
  let runs = 1
  while (runs < RUNS_MAX && (await cost(cheap, runs)) * runs < MEASURED_MS_MIN) runs *= 2
  // About as long as the runs of the cheap one, if the cost is linear.
  const runsOfDear = Math.ceil(runs / PART)
  let ofDear = Infinity
  let ofCheap = Infinity
  let times = Infinity
  const factors: number[] = []
  const isOpen = () => times > timesMax && times < HOPELESS_TIMES * timesMax
  for (let round = 1; round <= ROUNDS_MIN || (round <= ROUNDS_MAX && isOpen()); round++) {
    const cheapNow = await cost(cheap, runs)
    const dearNow = await cost(dear, runsOfDear)
    factors.push(dearNow / cheapNow)
    ofCheap = Math.min(ofCheap, cheapNow)
    ofDear = Math.min(ofDear, dearNow)
    times = Math.min(ofDear / ofCheap, median(factors))
  }
  return { ofDear, ofCheap, times }
}

/**
 * Fails if `run` needs more than 15.6 times as much CPU time for `size` as for an eighth of it. Both are measured in turn
 * in the same run. `prepare` creates the input, and its cost does not count.
 */
export async function assertLinear<Input>(
  size: number,
  prepare: (size: number) => Input,
  run: (input: Input) => unknown,
): Promise<void> {
  const whole = prepare(size)
  const part = prepare(Math.floor(size / PART))
  const { ofDear, ofCheap, times } = await costs(
    () => run(whole),
    () => run(part),
    GROWTH_MAX,
  )
  assert.ok(
    times <= GROWTH_MAX,
    `${size} costs ${times.toFixed(2)} times its eighth (${ofDear.toFixed(2)} ms and ${ofCheap.toFixed(2)} ms)`,
  )
}

/** Fails if `run` needs more than `timesMax` times as much CPU time for `dear` as for `cheap`. */
export async function assertCostsNoMore<Input>(
  timesMax: number,
  dear: Input,
  cheap: Input,
  run: (input: Input) => unknown,
): Promise<void> {
  const { ofDear, ofCheap, times } = await costs(
    () => run(dear),
    () => run(cheap),
    timesMax,
  )
  assert.ok(
    times <= timesMax,
    `It costs ${times.toFixed(2)} times as much (${ofDear.toFixed(2)} ms and ${ofCheap.toFixed(2)} ms)`,
  )
}
