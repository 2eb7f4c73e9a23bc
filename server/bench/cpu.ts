import { readdirSync, readFileSync } from 'node:fs'

/** Processor time and memory used by processes, from Linux' `/proc`; elsewhere there is none to be had. */

/** `getconf CLK_TCK`: 100 on every Linux that Node runs on. */
const TICK_MICROSECONDS = 10_000

interface ProcessStat {
  parentId: number
  ownTicks: number
  /** Of children that have ended. */
  childrenTicks: number
}

function readStat(processId: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name, in parentheses, may hold anything; the state is the field after it.
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

/** Microseconds that the process has used since it began, or null where that cannot be told. */
export function processCpu(processId: number): number | null {
  const stat = readStat(processId)
  return stat === null ? null : stat.ownTicks * TICK_MICROSECONDS
}

/** Those of the process with all its children, ended ones included: a PostgreSQL server with its backends. */
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

/** The most memory that the process has held since it began, MiB, or null where that cannot be told. */
export const memoryPeakMib = (processId: number): number | null => memoryMib(processId, 'VmHWM')

/** The memory that the process holds now, MiB, or null where that cannot be told. */
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

/** How long the processors have been idle since the machine started, added up, ms; null where that cannot be told. */
export function systemIdleMs(): number | null {
  try {
    const fields = readFileSync('/proc/stat', 'latin1').split('\n', 1)[0]!.trim().split(/\s+/)
    return (Number(fields[4]) * TICK_MICROSECONDS) / 1000
  } catch {
    return null
  }
}
