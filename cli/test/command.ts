/** Runs the command `tidings` in a process of its own, with a home directory for its files. */
import { execFile, fork, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { after } from 'node:test'
import type { Call } from './commands-process.ts'
import { NODE_FLAGS } from '../../server/test/process.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const COMMANDS_PROCESS = fileURLToPath(new URL('commands-process.ts', import.meta.url))

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

export interface Command {
  home: string
  /** Runs the command to its end. `input`: its standard input. */
  run(args: readonly string[], variables?: Record<string, string>, input?: string): Promise<Ended>
  /** Starts the command. */
  start(args: readonly string[], variables?: Record<string, string>): Running
}

export interface Running {
  child: ChildProcess
  /** Resolves if standard error has the text or matches. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  ended(): Promise<Ended>
}

/**
 * A new home directory, removed after the tests. `preset`: variables of every call. `main`: the program, if it is not the
 * one of the repository.
 */
export function createCommand(preset: Record<string, string> = {}, main = MAIN): Command {
  const home = mkdtempSync(join(tmpdir(), 'tidings-cli-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const environment = (variables: Record<string, string>) => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    return { PATH, NODE_COMPILE_CACHE, HOME: home, ...preset, ...variables }
  }
  return {
    home,
    run: (args, variables = {}, input = '') =>
      new Promise((resolve) => {
        const options = { env: environment(variables), cwd: home }
        const child = execFile(process.execPath, [...NODE_FLAGS, main, ...args], options, (error, stdout, stderr) => {
          resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
        })
        // The command may end before it reads its input.
        child.stdin!.on('error', () => {})
        child.stdin!.end(input)
      }),
    start: (args, variables = {}) =>
      running(spawn(process.execPath, [...NODE_FLAGS, main, ...args], { env: environment(variables), cwd: home })),
  }
}

/**
 * Like `createCommand`, for commands without standard input whose process itself is not tested. One process runs them, one
 * after another: most of a command's processor time is the start of Node.
 */
export function commandsOfOneProcess(): (preset?: Record<string, string>) => Pick<Command, 'home' | 'run'> {
  const child = fork(COMMANDS_PROCESS, { execArgv: NODE_FLAGS })
  after(() => child.kill())
  let last: Promise<unknown> = Promise.resolve()
  const ended = async (call: Call): Promise<Ended> => {
    child.send(call)
    const [result] = await once(child, 'message')
    return result as Ended
  }
  return (preset = {}) => {
    const { home } = createCommand()
    return {
      home,
      run(args, variables = {}) {
        const call = { args, environment: { HOME: home, ...preset, ...variables }, directory: home }
        const result = last.then(() => ended(call))
        last = result
        return result
      },
    }
  }
}

function running(child: ChildProcess): Running {
  let [stdout, stderr] = ['', '']
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const closed = once(child, 'close')
  return {
    child,
    async printed(pattern) {
      for (;;) {
        const found = pattern.exec(stderr)
        if (found !== null) return found
        const isOpen = await Promise.race([once(child.stderr!, 'data').then(() => true), closed.then(() => false)])
        if (!isOpen && !pattern.test(stderr)) throw new Error(`The command ended without ${String(pattern)}: ${stderr}`)
      }
    },
    async ended() {
      const [code] = await closed
      return { code: code as number, stdout, stderr }
    },
  }
}
