import type { ExtraAttempts } from './backlog.ts'
import type { BenchDatabase } from './database.ts'
import type { Receiver } from './receiver.ts'

export type Size = 'quick' | 'standard' | 'full'

/** Times from the commit of an event to the arrival of its POST, ms, unless the scenario says otherwise. */
export interface Latency {
  p50: number
  p95: number
  p99: number
  max: number
}

/** The input of every scenario. */
export interface Bench {
  database: BenchDatabase
  receiver: Receiver
  /** Pairs of runs: the reference, then the product. */
  rounds: number
  /** Approximate length of a run of the product, s. */
  seconds: number
  /** The size of everything not measured in seconds: stored rows, tried loads. */
  size: Size
  profileDirectory: string | null
  /** Prints a progress line for people. */
  progress(text: string): void
}

/** The result of one run, over its middle part. */
export interface Run {
  perSecond: number
  /** CPU time per item by process, us. Null if the system does not report it. */
  cpuMicroseconds: Record<string, number | null>
  /** New connections, as a share of the POSTs. */
  newConnections: number
  /** CPU time by process, as a share of one processor. A process near 1 limits the run. */
  cpuShares: Record<string, number | null>
  /** Peak memory of the service, MiB. Null if the system does not report it. */
  memoryMib?: number | null
  /** From the commit of an event to its arrival. Absent if it is not measured. */
  latency?: Latency
  /** Failed attempts that were repeated. Absent if they are not counted. */
  extraAttempts?: ExtraAttempts
}

export interface Round {
  reference: Run
  product: Run
}

/** A row of the table: the results of one side in each round. */
export interface Side {
  name: string
  runs: Run[]
}

/** One figure, judged by the median of its values. */
export interface Judgement {
  /** The name of the figure, with its unit. */
  what: string
  /** One for each round. */
  values: number[]
  /** Null: reported, not judged. */
  gate: { atLeast: number } | { atMost: number } | null
}

export interface Findings {
  sides: Side[]
  judgements: Judgement[]
  /** Sentences below the table. */
  notes?: string[]
}

/** Measures one thing against its reference, in turns: the machine's noise then affects both. */
export interface Scenario {
  /** Its name on the command line. */
  name: string
  title: string
  /** The least permitted median of product / reference, by rate. Absent: the ratio is only reported. */
  gate?: number
  /** The highest permitted median of product / reference, by the CPU time per item of all processes. */
  processorTimeGate?: number
  /** The names of the two rows of its table. Absent: the reference and the product. */
  sides?: { reference: string; product: string }
  /** Omitted by `--quick`: it has no gate, or its gate guards no promise. */
  notQuick?: boolean
  /** Rounds are the usual form of findings: two sides and their ratio. */
  run(bench: Bench): Promise<Round[] | Findings>
}

/** CPU time per item of all processes, us. NaN if the system does not report it. */
const processorTime = (run: Run): number =>
  Object.values(run.cpuMicroseconds).reduce<number>((sum, value) => sum + (value ?? NaN), 0)

/** The two sides of a scenario and their ratios. Without a gate, a ratio is only reported. */
export function ratioFindings(
  { gate, processorTimeGate, sides }: Pick<Scenario, 'gate' | 'processorTimeGate' | 'sides'>,
  rounds: readonly Round[],
): Findings {
  const names = sides ?? { reference: 'reference', product: 'product' }
  const what = `${names.product} / ${names.reference}`
  return {
    sides: [
      { name: names.reference, runs: rounds.map((round) => round.reference) },
      { name: names.product, runs: rounds.map((round) => round.product) },
    ],
    judgements: [
      {
        what,
        values: rounds.map(({ product, reference }) => product.perSecond / reference.perSecond),
        gate: gate === undefined ? null : { atLeast: gate },
      },
      {
        what: `${what}, processor time per item`,
        values: rounds.map(({ product, reference }) => processorTime(product) / processorTime(reference)),
        gate: processorTimeGate === undefined ? null : { atMost: processorTimeGate },
      },
    ],
  }
}
