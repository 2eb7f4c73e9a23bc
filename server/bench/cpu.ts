import { readdirSync, readFileSync } from 'node:fs'

/** CPU time and memory of processes, from `/proc` of Linux. Other systems return null. */

/** `getconf CLK_TCK`: 100 on every Linux with Node. */
const TICK_MICROSECONDS = 10_000

interface ProcessStat {
  parentId: number
  ownTicks: number
  /** Of ended children. */
  childrenTicks: number
}

function readStat(processId: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name, in parentheses, may contain any character. The state is the next field.
    const [, parentId, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system, childrenUser, childrenSystem] = rest.slice(9, 13).map(Number)
    return {
      parentId: Number(parentId),
      ownTicks: user! + system!,
      childrenTicks: childrenUser! + childrenSystem!,
    }
  } catch {
    return null
  }
}

/** CPU time of the process since its start, us, or null if it is unknown. */
export function processCpu(processId: number): number | null {
  const stat = readStat(processId)
  return stat === null ? null : stat.ownTicks * TICK_MICROSECONDS
}

/** The same with all its children, including ended children: a PostgreSQL server with its backends. */
export function familyCpu(processId: number): number | null {
  const head = readStat(processId)
  if (head === null) return null
  let ticks = head.ownTicks + head.childrenTicks
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat?.parentId === processId) ticks += stat.ownTicks
  }
  return ticks * TICK_MICROSECONDS
}

/** Peak memory of the process since its start, MiB, or null if it is unknown. */
export const memoryPeakMib = (processId: number): number | null => memoryMib(processId, 'VmHWM')

/** Current memory of the process, MiB, or null if it is unknown. */
export const memoryNowMib = (processId: number): number | null => memoryMib(processId, 'VmRSS')

function memoryMib(processId: number, field: 'VmHWM' | 'VmRSS'): number | null {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'latin1')
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** Total idle time of the processors since the start of the machine, ms, or null if it is unknown. */
export function systemIdleMs(): number | null {
  try {
    const fields = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0]!.trim().split(/\s+/)
    return (Number(fields[4]) * TICK_MICROSECONDS) / 1000
  } catch {
    return null
  }
}
