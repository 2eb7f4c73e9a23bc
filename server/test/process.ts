/** The service as a separate process on a data directory, for tests that kill it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICE } from '../../scripts/build.ts'
import { currentBuild, ensureBuilt } from '../../scripts/builds.ts'
import { SETTINGS } from '../src/platform/config/settings.ts'
import { ensureDataDirectory } from './cluster.ts'

let bundle: Promise<string> | null = null

/** The program of the service, or of its command line, built once by the process. */
export async function programOf(name: 'main' | 'cli'): Promise<string> {
  bundle ??= ensureBuilt(SERVICE).then(() => currentBuild(SERVICE))
  return join(await bundle, `${name}.mjs`)
}

export interface ServiceProcess {
  /** The URL of its API. Empty without the role `api`. */
  url: string
  processId: number
  /** Its output so far. */
  output(): string
  /** Resolves when the output matches. Never resolves if it does not. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /**
   * Sends kill -9 to the process group. The embedded database has its own group, killed only if `withDatabase` is true.
   */
  kill(withDatabase: boolean): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Sends a message to a test's own program. */
  send(message: object): void
  /** The exit code, or null if a signal ended the process. */
  exited: Promise<number | null>
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<number | null>
}

/** A line of the log. */
export interface LogLine {
  level: string
  event: string
  [field: string]: unknown
}

/** The result of a failed start. */
export interface FailedStart {
  code: number | null
  /** The causes, one per line of the log. */
  errors: string[]
  output: string
}

/** The line of a service that listens, with its URL. */
const STARTED = /"event":"service\.started","url":(?:"([^"]+)"|null)/

/** The lines of a log. Throws if one of them is not JSON with a level and an event. */
export function logLines(output: string): LogLine[] {
  return output
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => {
      const line = JSON.parse(text) as LogLine
      assert.ok(typeof line.level === 'string' && typeof line.event === 'string', text)
      return line
    })
}

const ours = new Set<string>(Object.values(SETTINGS).map((setting) => setting.variable))

/** Environment variables of a test's service. The service's variables in the tester's own environment are left out. */
export function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !ours.has(name))
  // Tests send many requests from one address, so there is no rate limit.
  return { ...Object.fromEntries(others), PUBLIC_RATE_LIMIT: '0', ...variables }
}

/** A port for the health of a process without the API: several run on one machine. */
export function healthPort({ ROLES }: Record<string, string>): Record<string, string> {
  return ROLES === undefined || ROLES.includes('api') ? {} : { HEALTH_PORT: '0' }
}

/** Kills a process with its group, if it has not ended. */
export function killGroup(processId: number): void {
  try {
    process.kill(-processId, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The process id of the embedded PostgreSQL in a data directory. It leads its process group. */
export function databaseProcessId(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

interface Spawned {
  child: ChildProcess
  exited: Promise<number | null>
  output(): string
  /** Its output to standard error so far. */
  errors(): string
  /** Resolves when the output matches. Never resolves if it does not. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
}

/** Options besides the environment variables. */
export interface ProcessOptions {
  /** A program to run instead of the service. */
  program?: string | undefined
  /** The limit of open files. */
  descriptorsMax?: number
}

/**
 * V8 begins with 1 MB for new objects, and copies those of a start several times: a fifth of its processor time. Its
 * collectors of garbage share their work among threads, and the division costs a twentieth.
 */
export const NODE_FLAGS = ['--min-semi-space-size=16', '--single-threaded-gc']

async function spawnService(
  dataDir: string,
  variables: Record<string, string>,
  { program: given, descriptorsMax }: ProcessOptions = {},
): Promise<Spawned> {
  const program = given ?? (await programOf('main'))
  const env = environment({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ...healthPort(variables), ...variables })
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(given === undefined ? [] : (['ipc'] as const))]
  const limited = ['-c', `ulimit -n ${descriptorsMax} && exec "$0" "$@"`, process.execPath, ...NODE_FLAGS, program]
  const [command, args] = descriptorsMax === undefined ? [process.execPath, [...NODE_FLAGS, program]] : ['sh', limited]
  const child = spawn(command, args, { env, stdio, detached: true })
  let output = ''
  let errors = ''
  const listeners = new Set<() => void>()
  child.stdout!.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  })
  child.stderr!.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    errors += chunk.toString()
    for (const listener of listeners) listener()
  })
  return {
    child,
    // `close` comes after `exit`, when all output has been read.
    exited: once(child, 'close').then(([code]) => code as number | null),
    output: () => output,
    errors: () => errors,
    printed: (pattern) =>
      new Promise((resolve) => {
        const listener = (): void => {
          const found = pattern.exec(output)
          if (found === null) return
          listeners.delete(listener)
          resolve(found)
        }
        listeners.add(listener)
        listener()
      }),
  }
}

/**
 * Starts a service that must fail to start, and resolves when it has ended. Throws if it listens, or if it prints
 * anything but lines of the log to standard output.
 */
export async function failToStart(
  dataDir: string,
  variables: Record<string, string>,
  options?: ProcessOptions,
): Promise<FailedStart> {
  const { child, exited, printed, output, errors } = await spawnService(dataDir, variables, options)
  const code = await Promise.race([exited, printed(STARTED).then(() => 'listens' as const)])
  if (code === 'listens') {
    child.kill('SIGTERM')
    throw new Error(`The service started:\n${output()}`)
  }
  assert.equal(errors(), '')
  const failed = logLines(output()).filter(({ event }) => event === 'service.not_started')
  return { code, errors: failed.map(({ cause }) => String(cause)), output: output() }
}

/**
 * Starts the service, and resolves when it listens or runs. If it ends, throws with its output. An embedded database begins
 * with a copied cluster.
 */
export async function startProcess(
  dataDir: string,
  variables: Record<string, string>,
  options?: ProcessOptions,
): Promise<ServiceProcess> {
  if (variables['DATABASE_URL'] === undefined && variables['DATABASES'] === undefined)
    await ensureDataDirectory(dataDir)
  const { child, exited, printed, output } = await spawnService(dataDir, variables, options)
  const listening = await Promise.race([printed(STARTED), exited.then(() => null)])
  if (listening === null) throw new Error(`The service ended at its start:\n${output()}`)
  return {
    url: listening[1] ?? '',
    processId: child.pid!,
    output,
    printed,
    exited,
    async kill(withDatabase) {
      const database = withDatabase ? databaseProcessId(dataDir) : null
      killGroup(child.pid!)
      if (database !== null) killGroup(database)
      await exited
    },
    signal(name) {
      child.kill(name)
    },
    send(message) {
      child.send(message)
    },
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
