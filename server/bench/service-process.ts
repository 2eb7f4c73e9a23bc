import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { memoryPeakMib } from './cpu.ts'
import { closedAtInterrupt } from './interrupt.ts'
import { SETTINGS } from '../src/config/settings.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const PLAIN_TRANSPORT = new URL('plain-transport.ts', import.meta.url).href
const WORKSPACE = fileURLToPath(new URL('../../package.json', import.meta.url))
const COMPILE_CACHE = fileURLToPath(new URL('../../.cache/compile', import.meta.url))

/** The key that stored secrets are encrypted with, here and in the service. */
export const SECRETS_KEYS = `bench:${Buffer.alloc(32, 7).toString('base64')}`

export interface ServiceProcess {
  processId: number
  /** Rejects when the service ends without having been asked to. */
  failed: Promise<never>
  /** Where its API is, once it listens. */
  url(): Promise<string>
  /** The most memory that it has held so far, MiB; null where the system does not tell. */
  memoryPeakMib(): number | null
  /** What it has logged so far. */
  log(): string
  /** Ends it in order. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  databaseUrl: string
  /** The authority of receivers on loopback; null: there are none. */
  caFile: string | null
  /** Where to leave a profile of its processor time, for Chrome's developer tools; null: none is taken. */
  profileDirectory: string | null
  variables?: Record<string, string>
  /** Run instead of the service's own. */
  program?: string
  /** POSTs go out without TLS: plain-transport.ts. */
  plain?: boolean
}

/** Node's own flags, as `npm start` gives them. */
function nodeFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(WORKSPACE, 'utf8')) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** The real service with all its roles as a process of its own: its defaults, except what a receiver on loopback (or a plain one) needs. */
export function startServiceProcess(options: ServiceOptions): ServiceProcess {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-bench-service-'))
  const logFile = join(directory, 'service.log')
  const output = openSync(logFile, 'a', 0o600)
  const settings = new Set(Object.values(SETTINGS).map(({ variable }) => variable))
  const inherited = Object.entries(process.env).filter(([name]) => !settings.has(name))
  const profile = options.profileDirectory === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profileDirectory}`]
  const transport = options.plain === true ? ['--import', PLAIN_TRANSPORT] : []
  const child = spawn(process.execPath, [...nodeFlags(), ...transport, ...profile, options.program ?? MAIN], {
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
  // Whoever measures hears of it; nobody need be listening in between.
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
    const [, url] = /Tidings is at (\S+)/.exec(readFileSync(logFile, 'utf8')) ?? []
    if (url !== undefined) return url
    await new Promise((resolve) => setTimeout(resolve, LISTENING_POLL_MS))
  }
}
