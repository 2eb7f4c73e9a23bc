import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryPeakMib } from './cpu.ts'
import { closedAtInterrupt } from './interrupt.ts'
import { SETTINGS } from '../src/platform/config/settings.ts'

const MAIN = fileURLToPath(new URL('../src/programs/main.ts', import.meta.url))
const PLAIN_TRANSPORT = new URL('plain-transport.ts', import.meta.url).href
const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/compile', import.meta.url))

/** The key for stored secrets, here and in the service. */
export const SECRETS_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`

export interface ServiceProcess {
  processId: number
  /** Rejects if the service ends by itself. */
  failed: Promise<never>
  /** The address of its API, once it listens. */
  url(): Promise<string>
  /** Its peak memory so far, MiB. Null if the system does not report it. */
  memoryPeakMib(): number | null
  /** Its log so far. */
  log(): string
  /** Stops it in order. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  databaseUrl: string
  /** The authority of receivers on loopback. Null: there are none. */
  caFile: string | null
  /** The directory for a CPU profile, for Chrome's developer tools. Null: no profile. */
  profileDirectory: string | null
  variables?: Record<string, string>
  /** Run instead of the service's own program. */
  program?: string
  /** POSTs use no TLS: plain-transport.ts. */
  plain?: boolean
}

/** Node's own flags, as in `npm start` of the program's commit. */
function nodeFlags(program: string): string[] {
  const workspace = `${program.slice(0, program.lastIndexOf('/server/'))}/package.json`
  const { scripts } = JSON.parse(readFileSync(workspace, 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/**
 * The real service with all its roles in its own process. It has its defaults, except for the settings that a receiver on
 * loopback (or a plain receiver) needs.
 */
export function startServiceProcess(options: ServiceOptions): ServiceProcess {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-bench-service-'))
  const logFile = join(directory, 'service.log')
  const output = openSync(logFile, 'a', 0o600)
  const settings = new Set(Object.values(SETTINGS).map(({ variable }) => variable))
  const inherited = Object.entries(process.env).filter(([name]) => !settings.has(name))
  const profile = options.profileDirectory === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profileDirectory}`]
  const transport = options.plain === true ? ['--import', PLAIN_TRANSPORT] : []
  const program = options.program ?? MAIN
  const child = spawn(process.execPath, [...nodeFlags(program), ...transport, ...profile, program], {
    env: {
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...Object.fromEntries(inherited),
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: directory,
      PORT: '0',
      SECRETS_KEYS,
      ...(options.caFile === null ? {} : { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_EXTRA_CA_FILE: options.caFile }),
      ...options.variables,
    },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let asked = false
  const exited = once(child, 'exit')
  const failed = exited.then(([code]) => {
    if (asked) return new Promise<never>(() => {})
    throw new Error(`The service ended with ${code}:\n${readFileSync(logFile, 'utf8').slice(-4000)}`)
  })
  // The callers learn of a failure later, so it must not count as unhandled in between.
  failed.catch(() => {})
  return {
    processId: child.pid!,
    failed,
    url: () => Promise.race([listening(logFile), failed]),
    memoryPeakMib: () => memoryPeakMib(child.pid!),
    log: () => readFileSync(logFile, 'utf8'),
    stop: closedAtInterrupt(async () => {
      asked = true
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
      rmSync(directory, { recursive: true, force: true })
    }),
  }
}

const LISTENING_POLL_MS = 20

async function listening(logFile: string): Promise<string> {
  for (;;) {
    const [, url] = /"event":"service.started","url":"([^"]+)"/.exec(readFileSync(logFile, 'utf8')) ?? []
    if (url !== undefined) return url
    await new Promise((resolve) => setTimeout(resolve, LISTENING_POLL_MS))
  }
}
