/** The service as a process of its own, on a data directory, for tests that kill it. */
import { spawn } from 'node:child_process'
import type { ChildProcess, StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../src/config/settings.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface ServiceProcess {
  /** Where its API is; empty without the role `api`. */
  url: string
  /** What it has printed so far. */
  output(): string
  /** Resolves once the text is in the output; never if it does not come. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** kill -9 of its process group; the embedded database has a group of its own, and is killed with it where asked. */
  kill(withDatabase: boolean): Promise<void>
  signal(name: NodeJS.Signals): void
  /** To a program of the tests' own. */
  send(message: object): void
  /** The exit code, once it has ended; null if a signal ended it. */
  exited: Promise<number | null>
  /** SIGTERM; answers the exit code. */
  stop(): Promise<number | null>
}

/** A start that came to nothing. */
export interface FailedStart {
  code: number | null
  /** Standard error, line by line. */
  errors: string[]
  output: string
}

const ours = new Set<string>(Object.values(SETTINGS).map((setting) => setting.variable))

/** The environment of a test's service: none of the settings of whoever runs the tests. */
export function environment(variables: Record<string, string>): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !ours.has(name))
  // Tests ask from one address, as often as they like.
  return { ...Object.fromEntries(others), PUBLIC_RATE_LIMIT: '0', ...variables }
}

function killGroup(processId: number): void {
  try {
    process.kill(-processId, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The process id of the embedded PostgreSQL of a data directory, which leads its group. */
export function databaseProcessId(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

interface Spawned {
  child: ChildProcess
  exited: Promise<number | null>
  output(): string
  errors(): string
  /** Resolves once the text is in the output; never if it does not come. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
}

/** What a process is started with beside its variables. */
export interface ProcessOptions {
  /** Another program than the service's own. */
  program?: string | undefined
  /** Its limit of open files. */
  descriptorsMax?: number
}

function spawnService(
  dataDir: string,
  variables: Record<string, string>,
  { program = MAIN, descriptorsMax }: ProcessOptions = {},
): Spawned {
  const env = environment({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', ...variables })
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(program === MAIN ? [] : (['ipc'] as const))]
  const limited = ['-c', `ulimit -n ${descriptorsMax} && exec "$0" "$@"`, process.execPath, program]
  const [command, args] = descriptorsMax === undefined ? [process.execPath, [program]] : ['sh', limited]
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
    // `close` and not `exit`: by then all of its output has been read.
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

/** Starts the service where it cannot start, and resolves once it has ended; throws if it listens all the same. */
export async function failToStart(
  dataDir: string,
  variables: Record<string, string>,
  options?: ProcessOptions,
): Promise<FailedStart> {
  const { child, exited, printed, output, errors } = spawnService(dataDir, variables, options)
  const code = await Promise.race([exited, printed(/Tidings is at/).then(() => 'listens' as const)])
  if (code === 'listens') {
    child.kill('SIGTERM')
    throw new Error(`The service started:\n${output()}`)
  }
  return { code, errors: errors().split('\n').slice(0, -1), output: output() }
}

/** Starts the service and resolves once it listens, or runs; throws with its output if it ends instead. */
export async function startProcess(
  dataDir: string,
  variables: Record<string, string>,
  options?: ProcessOptions,
): Promise<ServiceProcess> {
  const { child, exited, printed, output } = spawnService(dataDir, variables, options)
  const listening = await Promise.race([printed(/Tidings (?:is at (\S+)|runs: )/), exited.then(() => null)])
  if (listening === null) throw new Error(`The service ended at its start:\n${output()}`)
  return {
    url: listening[1] ?? '',
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
