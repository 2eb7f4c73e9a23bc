import { processCpu } from './cpu.ts'
import type { Mark, Receiver } from './receiver.ts'
import type { Run } from './scenario.ts'

/** A part of a run, as shares of its POSTs. */
export interface Part {
  begin: number
  end: number
}

/** The counted part: without the warm-up, and without the end with few items in flight. */
const MIDDLE: Part = { begin: 0.3, end: 0.95 }

/** A run never takes this long, ms: 3 minutes, or longer for more than 1,000 POSTs a second. */
const RUN_TIMEOUT_MS = 180_000

export interface MeasureOptions {
  /** The counting process: the receiver, or the load. */
  receiver: Pick<Receiver, 'processId' | 'expect'>
  posts: number
  /** Returns the CPU time used so far, us, by the name of the process. */
  cpu(): Record<string, number | null>
  /** Starts the senders. `failed` rejects if they end too early. */
  start(): { failed: Promise<unknown> }
  /** One after the other. Absent: the middle. */
  parts?: readonly Part[]
}

interface Sample {
  mark: Mark
  cpu: Record<string, number | null>
}

type Times = Record<string, number | null>

/** CPU time between the two, in units of `unit` us. */
function used(begin: Times, end: Times, unit: number): Times {
  const one = (from: number | null | undefined, to: number | null | undefined) =>
    from == null || to == null ? null : (to - from) / unit
  return Object.fromEntries(Object.keys(end).map((name) => [name, one(begin[name], end[name])]))
}

function runBetween(begin: Sample, end: Sample): Run {
  const posts = end.mark.posts - begin.mark.posts
  const passedMs = end.mark.atMs - begin.mark.atMs
  return {
    perSecond: (posts / passedMs) * 1000,
    cpuMicroseconds: used(begin.cpu, end.cpu, posts),
    cpuShares: used(begin.cpu, end.cpu, passedMs * 1000),
    newConnections: (end.mark.connections - begin.mark.connections) / posts,
  }
}

/** Runs until the receiver has counted `posts`, and returns the result of each part. */
export async function measure({ receiver, posts, cpu, start, parts = [MIDDLE] }: MeasureOptions): Promise<Run[]> {
  const edges = parts.flatMap(({ begin, end }) => [Math.max(1, Math.floor(posts * begin)), Math.floor(posts * end)])
  const marks = await receiver.expect([...edges, posts])
  const { failed } = start()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const timeoutMs = Math.max(RUN_TIMEOUT_MS, posts)
    timer = setTimeout(() => reject(new Error(`The run took over ${timeoutMs} ms`)), timeoutMs)
  })
  const reached = (mark: Promise<Mark>): Promise<Mark> => Promise.race([mark, late, failed.then(() => mark)])
  const samples: Sample[] = []
  try {
    for (const mark of marks)
      samples.push({ mark: await reached(mark), cpu: { ...cpu(), receiver: processCpu(receiver.processId) } })
    return parts.map((_, index) => runBetween(samples[2 * index]!, samples[2 * index + 1]!))
  } finally {
    clearTimeout(timer)
  }
}
