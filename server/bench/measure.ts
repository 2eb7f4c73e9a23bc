import { processCpu } from './cpu.ts'
import type { Receiver } from './receiver.ts'
import type { Run } from './scenario.ts'

/** The part of a run that counts: it leaves out the warming up, and the end when little is in flight. */
const BEGIN = 0.3
const END = 0.95

/** No run takes as long, ms. */
const RUN_TIMEOUT_MS = 180_000

export interface MeasureOptions {
  receiver: Receiver
  posts: number
  /** Answers the processor time used so far, us, by the name of the process. */
  cpu(): Record<string, number | null>
  /** Starts what POSTs; `failed` rejects if it ends before its time. */
  start(): { failed: Promise<unknown> }
}

/** Runs until the receiver has counted `posts`, and measures the middle of it at the receiver. */
export async function measure({ receiver, posts, cpu, start }: MeasureOptions): Promise<Run> {
  const marks = [Math.max(1, Math.floor(posts * BEGIN)), Math.floor(posts * END), posts]
  const [beginning, ending, all] = await receiver.expect(marks)
  const { failed } = start()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The run took over ${RUN_TIMEOUT_MS} ms`)), RUN_TIMEOUT_MS)
  })
  const reached = <Value>(mark: Promise<Value>): Promise<Value> => Promise.race([mark, late, failed.then(() => mark)])
  try {
    const begin = await reached(beginning!)
    const [receiverBefore, before] = [processCpu(receiver.processId), cpu()]
    const end = await reached(ending!)
    const [receiverAfter, after] = [processCpu(receiver.processId), cpu()]
    await reached(all!)
    const counted = end.posts - begin.posts
    const used = (from: number | null | undefined, to: number | null | undefined) =>
      from == null || to == null ? null : (to - from) / counted
    const receiverUsed = used(receiverBefore, receiverAfter)
    const passedMs = end.atMs - begin.atMs
    const names = Object.keys(after)
    return {
      perSecond: (counted / passedMs) * 1000,
      cpuMicroseconds: {
        ...Object.fromEntries(names.map((name) => [name, used(before[name], after[name])])),
        receiver: receiverUsed,
      },
      newConnections: (end.connections - begin.connections) / counted,
      receiverLoad: receiverUsed === null ? null : (receiverUsed * counted) / (passedMs * 1000),
    }
  } finally {
    clearTimeout(timer)
  }
}
