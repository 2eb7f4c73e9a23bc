import { readFileSync } from 'node:fs'

/** Linux counts the processor time of a process in hundredths of a second (USER_HZ, proc(5)). */
const MS_PER_TICK = 10

/** The place of `utime` among the fields of /proc/PID/stat behind the name of the program. `cutime` is two further. */
const UTIME_AT = 11

export interface ProcessorTime {
  /** Of this process, ms. */
  ownMs: number
  /** Of its ended children and their ended children, ms. 0 on systems other than Linux. */
  childrenMs: number
}

/** The processor time since the start of this process. */
export function processorTime(): ProcessorTime {
  const { user, system } = process.cpuUsage()
  return { ownMs: (user + system) / 1000, childrenMs: childrenMs() }
}

function childrenMs(): number {
  if (process.platform !== 'linux') return 0
  const status = readFileSync('/proc/self/stat', 'utf8')
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[UTIME_AT + 2]) + Number(fields[UTIME_AT + 3])) * MS_PER_TICK
}

function totalMs(): number {
  const { ownMs, childrenMs } = processorTime()
  return ownMs + childrenMs
}

/** Does the work, prints the processor time that this process and its ended children spent in it, and returns its result. */
export async function printTimeOf<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const beforeMs = totalMs()
  const result = await work()
  console.log(`${name}: ${Math.round((totalMs() - beforeMs) / 1000)} s of processor time`)
  return result
}

/** Prints the wall time and the processor time of this process with its ended children. Returns the latter, s. */
export function printTimes(): number {
  const processorSeconds = Math.round(totalMs() / 1000)
  console.log(`${Math.round(performance.now() / 1000)} s, ${processorSeconds} s of processor time`)
  return processorSeconds
}
