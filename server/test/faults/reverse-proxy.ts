/** A real reverse proxy before processes with the role `api`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/free-port.ts'
import { until } from '../service.ts'

export interface ReverseProxy {
  url: string
  stop(): Promise<void>
}

interface Files {
  /** An empty directory, which is removed at the end. */
  directory: string
  /** Has the configuration. */
  file: string
}

/**
 * Starts the program in the foreground, and waits until a request to `/healthz` gets through. Throws with its output if it
 * ends at its start. `flagsOf`: its arguments.
 */
export async function startReverseProxy(
  program: 'nginx' | 'haproxy',
  configurationOf: (port: number, directory: string) => string,
  flagsOf: (files: Files) => string[],
): Promise<ReverseProxy> {
  const directory = mkdtempSync(join(tmpdir(), `tidings-${program}-`))
  const file = join(directory, 'configuration')
  const port = await freePort()
  writeFileSync(file, configurationOf(port, directory))
  const child = spawn(program, flagsOf({ directory, file }), { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const closed = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended at its start:\n${errors}`)
      return fetch(`${url}/healthz`).then(
        ({ status }) => status,
        () => 0,
      )
    },
    (status) => status === 200,
  )
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await closed
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
