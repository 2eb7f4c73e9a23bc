import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../server/src/platform/config/settings.ts'
import { freePort } from './free-port.ts'

const MAIN = fileURLToPath(new URL('../server/src/programs/main.ts', import.meta.url))

/** The first start makes a database: this takes seconds, on a slow disk more. */
const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 15_000
const POLL_INTERVAL_MS = 100

export interface DemoService {
  url: string
  /** Its output and its log. */
  log(): string
  stop(): Promise<void>
}

/**
 * Starts the real service in its own process, with `variables` and otherwise its defaults, and waits until it is ready.
 * Its output goes to a file in `directory`. Throws with this output if it does not start.
 */
export async function startService(directory: string, variables: Record<string, string>): Promise<DemoService> {
  const port = await freePort()
  const logFile = join(directory, 'service.log')
  const output = openSync(logFile, 'a', 0o600)
  const others = Object.entries(process.env).filter(
    ([name]) => !Object.values(SETTINGS).some(({ variable }) => variable === name),
  )
  const child = spawn(process.execPath, [MAIN], {
    env: { ...Object.fromEntries(others), ...variables, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', output, output],
    // Ctrl-C reaches only this script, which then stops the service in order.
    detached: true,
  })
  closeSync(output)
  const exited = once(child, 'exit')
  const running = () => child.exitCode === null && child.signalCode === null
  const service: DemoService = {
    url: `http://127.0.0.1:${port}`,
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      if (!running()) return
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await exited
      clearTimeout(timer)
    },
  }
  for (let waitedMs = 0; ; waitedMs += POLL_INTERVAL_MS) {
    const ready = await fetch(`${service.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return service
    if (!running() || waitedMs > START_TIMEOUT_MS) {
      await service.stop()
      throw new Error(`The service did not start:\n${service.log()}`)
    }
    await delay(POLL_INTERVAL_MS)
  }
}
