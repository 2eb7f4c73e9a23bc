/** A real HAProxy before a service. It passes on bodies while they arrive, unlike nginx. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import type { ReverseProxy } from '../test/faults/nginx.ts'
import { until } from '../test/service.ts'

const configuration = (ports: readonly string[], port: number): string => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option forwardfor
frontend callers
  bind 127.0.0.1:${port}
  default_backend tidings
backend tidings
${ports.map((one) => `  server tidings-${one} 127.0.0.1:${one}`).join('\n')}
`

/** Starts HAProxy in the foreground. Throws if it ends at its start. */
export async function startHaproxy(ports: readonly string[]): Promise<ReverseProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-haproxy-'))
  const file = join(directory, 'haproxy.cfg')
  const port = await freePort()
  writeFileSync(file, configuration(ports, port))
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const closed = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`haproxy ended at its start:\n${errors}`)
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
