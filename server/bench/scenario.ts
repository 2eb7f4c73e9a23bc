import type { BenchDatabase } from './database.ts'
import type { Receiver } from './receiver.ts'

/** What every scenario is given. */
export interface Bench {
  database: BenchDatabase
  receiver: Receiver
  /** Pairs of runs: the reference, then the product. */
  rounds: number
  /** How long a run of the product should take, about, s. */
  seconds: number
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
  /** Time of the receiver's process, as a share of one processor: near 1 it is what limits the run. */
  receiverLoad: number | null
  /** The most memory that the service has held, MiB; null where the system does not tell. */
  memoryMib?: number | null
}

export interface Round {
  reference: Run
  product: Run
}

/** Measures one thing against its reference, in turns: the machine's noise then meets both. */
export interface Scenario {
  /** Selects it on the command line. */
  name: string
  title: string
  /** The least that the median of product / reference may be. */
  gate: number
  /** What the two rows of its table are; absent: the reference and the product. */
  sides?: { reference: string; product: string }
  run(bench: Bench): Promise<Round[]>
}
