import type { ExtraAttempts } from './backlog.ts'
import type { BenchDatabase } from './database.ts'
import type { Receiver } from './receiver.ts'

export type Size = 'quick' | 'standard' | 'full'

/** Times from the commit of an event to the arrival of its POST, ms. */
export interface Latency {
  p50: number
  p95: number
  p99: number
}

/** What every scenario is given. */
export interface Bench {
  database: BenchDatabase
  receiver: Receiver
  /** Pairs of runs: the reference, then the product. */
  rounds: number
  /** How long a run of the product should take, about, s. */
  seconds: number
  /** How much there is to be of what is not a matter of seconds: rows stored, loads tried. */
  size: Size
  profileDirectory: string | null
  /** Shows what is being done: a line for a person. */
  progress(text: string): void
}

/** What one run came to, over its middle part. */
export interface Run {
  perSecond: number
  /** Processor time per item by process, us; null where the system does not tell. */
  cpuMicroseconds: Record<string, number | null>
  /** Connections that were made, as a share of the POSTs. */
  newConnections: number
  /** Processor time by process, as a share of one processor: the one near 1 is what limits the run, if any is. */
  cpuShares: Record<string, number | null>
  /** The most memory that the service has held, MiB; null where the system does not tell. */
  memoryMib?: number | null
  /** From the commit of an event to its arrival; absent where it is not measured. */
  latency?: Latency
  /** Attempts that failed and were repeated; absent where they are not counted. */
  extraAttempts?: ExtraAttempts
}

export interface Round {
  reference: Run
  product: Run
}

/** A row of the table: what one side came to in each round. */
export interface Side {
  name: string
  runs: Run[]
}

/** One figure that is judged, by the median of its values. */
export interface Judgement {
  /** What the figure is, with its unit. */
  what: string
  /** One for each round. */
  values: number[]
  /** Null: it is told, not judged. */
  gate: { atLeast: number } | { atMost: number } | null
}

export interface Findings {
  sides: Side[]
  judgements: Judgement[]
  /** Sentences below the table. */
  notes?: string[]
}

/** Measures one thing against its reference, in turns: the machine's noise then meets both. */
export interface Scenario {
  /** Selects it on the command line. */
  name: string
  title: string
  /** The least that the median of product / reference may be, by rate; absent: the ratio is only told. */
  gate?: number
  /** The most that the median of product / reference may be, by the processor time per item of all processes. */
  processorTimeGate?: number
  /** What the two rows of its table are; absent: the reference and the product. */
  sides?: { reference: string; product: string }
  /** Left out of `--quick`: it has no gate, or one that guards no promise. */
  notQuick?: boolean
  /** Rounds are the usual case of findings: two sides and their ratio. */
  run(bench: Bench): Promise<Round[] | Findings>
}

/** Processor time per item of all processes, us; NaN where the system does not tell. */
const processorTime = (run: Run): number =>
  Object.values(run.cpuMicroseconds).reduce<number>((sum, value) => sum + (value ?? NaN), 0)

/** The two sides of a scenario and their ratios; a gate is absent: its ratio is only told. */
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
