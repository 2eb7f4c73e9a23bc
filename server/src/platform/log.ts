import { pino } from 'pino'
import type { Logger } from 'pino'
import { VERSION } from './version.ts'

export type { Logger }

/** Lines are collected up to this many characters, and this long, ms. */
const GATHERED_CHARACTERS = 4096
const GATHERED_MS = 100
/** If the reader of the log stalls, so many bytes wait for it. Further lines are dropped, and counted. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024
/** The longest wait of `closeLog`, ms. */
const CLOSE_MS_MAX = 1000

/** The file descriptors of a process. */
export const STANDARD_OUTPUT = 1
export const STANDARD_ERROR = 2

/** Values under these names are masked, so that no secret reaches the log by mistake. */
const MASKED_NAMES = new Set(['authorization', 'secret', 'password', 'api_key'])
const MASK = '[redacted]'

type Fields = Record<string, unknown>

/**
 * Masks secrets in a line's fields, and one object deeper. Pino's own `redact` caused a fifth of all garbage of a
 * create.
 */
export function masked(fields: Fields, depth = 1): Fields {
  let clean: Fields | null = null
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    // `errorFields` selects the fields of an error.
    const isObject = typeof value === 'object' && value !== null && depth > 0 && !(value instanceof Error)
    const safe = MASKED_NAMES.has(name) ? MASK : isObject ? masked(value as Fields, depth - 1) : value
    if (safe === value) continue
    clean ??= { ...fields }
    clean[name] = safe
  }
  return clean ?? fields
}

/**
 * The fields of an error in the log. All others are left out: errors of the database carry SQL and the values of rows.
 */
function errorFields(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { type: name, message, code, cause: cause instanceof Error ? cause.message : undefined, stack }
}

export interface LogOptions {
  /** A file descriptor. Default: standard error, because the standard output of commands and tests is for results. */
  output?: number
  /** The roles of the process, in each line. */
  roles?: readonly string[]
}

const destinations = new WeakMap<Logger, ReturnType<typeof pino.destination>>()

/**
 * Creates the logger. Each line is JSON about one unit of work, with a fixed name (`delivery.send`, `webhook.attempt`,
 * `http.request`) and all ids: `log.info({ event: 'webhook.attempt', ... })`. `docs/operating.md` lists the names.
 */
export function createLogger(level: string, { output = STANDARD_ERROR, roles }: LogOptions = {}): Logger {
  // Collected, because one write per line took 5 % of a request's time.
  const gathered = { minLength: GATHERED_CHARACTERS, periodicFlush: GATHERED_MS, maxLength: WAITING_BYTES_MAX }
  const destination = pino.destination({ fd: output, sync: false, ...gathered })
  const log = pino(
    {
      level,
      base: { pid: process.pid, roles: roles?.join(), version: VERSION },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (word) => ({ level: word }), log: masked },
      serializers: { err: errorFields },
    },
    destination,
  )
  let dropped = 0
  destination.on('drop', () => (dropped += 1))
  destination.on('drain', () => {
    if (dropped > 0) log.warn({ event: 'log.lines_dropped', count: dropped })
    dropped = 0
  })
  // A full disk must not end the service. The lines wait and are written later.
  destination.on('error', () => {})
  destinations.set(log, destination)
  return log
}

/**
 * Writes all lines and closes the log. Call it before the process ends: otherwise the process waits at its exit, without
 * end, for a reader that stalls or a disk that is full. Here their lines are lost after a second.
 */
export async function closeLog(log: Logger): Promise<void> {
  const destination = destinations.get(log)!
  await new Promise<void>((resolve) => {
    // `flush` leaves the lines that come while a write is under way.
    destination.once('close', resolve)
    destination.end()
    setTimeout(resolve, CLOSE_MS_MAX)
  })
  destination.destroy()
}
