/**
 * Work that fails while the database is unavailable is counted, and logged once a minute. A new class of failures is
 * logged at once. The outage is over a minute after the last failure.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../../errors.ts'
import type { Logger } from '../../log.ts'
import { errorClass, errorCode, isContention, isElsewhere, isOutage } from '../database-error.ts'
import { StartError } from './start-error.ts'

/** `requests` were refused with 503. `tasks`: runs of tasks, polls, renewals, sends and attempts, all repeated later. */
export type FailedWork = 'requests' | 'tasks' | 'connections'

const CHECK_INTERVAL_MS = 5000
const CHECKS_PER_MINUTE = 12

type Counts = Record<FailedWork, number>
type Failed = Counts & { class: string; cause: string }

class Outages {
  readonly #log: Logger
  readonly #server: { server?: string }
  #waiting: Failed | null = null
  #timer: NodeJS.Timeout | null = null
  /** The classes logged in this minute. */
  readonly #told = new Set<string>()
  #checks = 0
  #checksSinceFailure = 0

  constructor(log: Logger, server: string | undefined) {
    this.#log = log
    this.#server = server === undefined ? {} : { server }
  }

  add(work: FailedWork, error: Error): void {
    this.#waiting ??= { class: '', cause: '', requests: 0, tasks: 0, connections: 0 }
    this.#waiting[work] += 1
    this.#checksSinceFailure = 0
    this.#waiting.class = errorClass(error)
    // If all addresses of a host refuse the connection, the error has a code and no message.
    this.#waiting.cause = error.message || (errorCode(error) ?? error.name)
    if (!this.#told.has(this.#waiting.class)) this.tell()
  }

  /** Logs the work counted since the last line. */
  tell(): void {
    if (this.#waiting === null) return
    this.#log.warn({ event: 'database.unavailable', ...this.#server, ...this.#waiting })
    this.#told.add(this.#waiting.class)
    this.#waiting = null
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS).unref()
  }

  #check(): void {
    this.#checks += 1
    this.#checksSinceFailure += 1
    // The first check may come right after the failure.
    if (this.#checksSinceFailure > CHECKS_PER_MINUTE) this.#end()
    else if (this.#checks % CHECKS_PER_MINUTE === 0) {
      this.#told.clear()
      this.tell()
    }
  }

  #end(): void {
    this.tell()
    clearInterval(this.#timer!)
    this.#timer = null
    this.#checks = 0
    this.#told.clear()
    this.#log.info({ event: 'database.available', ...this.#server })
  }
}

/** The outages of each log, by the name of the server. A process has one log and a few servers. */
const outages = new WeakMap<Logger, Map<string | undefined, Outages>>()

/** The servers of errors. */
const servers = new WeakMap<object, string>()

/** Notes the server of a failure, for the line `database.unavailable`. */
export function nameServer(error: unknown, server: string): void {
  if (error instanceof Error) servers.set(error, server)
}

/**
 * Counts the work if the database was unavailable, for the line `database.unavailable`: the first failure of a class is
 * logged at once, later ones once a minute with their number. Returns false for any other error: the caller logs it.
 */
export function countOutage(log: Logger, work: FailedWork, error: unknown): boolean {
  // After contention, or on another server, the same work may succeed at once.
  if (!isOutage(error) || isContention(error) || isElsewhere(error)) return false
  const server = servers.get(error as Error)
  const ofLog = outages.get(log) ?? new Map<string | undefined, Outages>()
  outages.set(log, ofLog)
  const ofServer = ofLog.get(server) ?? new Outages(log, server)
  ofLog.set(server, ofServer)
  ofServer.add(work, error as Error)
  return true
}

/**
 * Logs failed work that is repeated later. An unavailable database is counted. Contention and overload are expected, so
 * they are logged without a stack. Every other error is a defect.
 */
export function logFailure(
  log: Logger,
  work: FailedWork,
  fields: { event: string } & Record<string, unknown>,
  error: unknown,
): void {
  if (countOutage(log, work, error)) return
  const isExpected = error instanceof ApiError || isContention(error) || isElsewhere(error)
  if (isExpected) log.warn({ ...fields, cause: (error as Error).message })
  else log.error({ ...fields, err: error })
}

/** Logs the work counted since the last line. Call it before the process ends. */
export function tellOutages(log: Logger): void {
  for (const ofServer of outages.get(log)?.values() ?? []) ofServer.tell()
}

/** A server that is away at the start is tried again in this interval, ms. */
const AWAY_INTERVAL_MS = 1000

/** Does the work of a server as soon as it is there, unless `signal` ends first. */
export async function whenThere(
  { log, server, signal }: { log: Logger; server: string; signal: AbortSignal },
  work: () => Promise<void>,
): Promise<void> {
  while (!signal.aborted)
    try {
      return await work()
    } catch (error) {
      const cause = error instanceof StartError && error.cause !== undefined ? error.cause : error
      nameServer(cause, server)
      logFailure(log, 'tasks', { event: 'database.server_away', server }, cause)
      await delay(AWAY_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
}
