/** A real nginx before processes with the role `api`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/free-port.ts'
import { blocksOf } from '../docs-page.ts'
import { until } from '../service.ts'

export interface ReverseProxy {
  url: string
  stop(): Promise<void>
}

/** The configuration of `docs/high-availability.md`, which has two servers and a port. */
function configurationOfDocs(ports: readonly string[], port: number): string {
  const [text] = blocksOf('high-availability.md', 'Behind a reverse proxy', 'nginx')
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join(' ')
  return text
    .replace(/(server [\d.]+:\d+[^;]*;\s*)+/, `${servers}\n`)
    .replace(/listen [^;]+;/, `listen 127.0.0.1:${port};`)
}

/** Starts nginx as `docs/high-availability.md` configures it, with one worker. Throws with its output if it does not start. */
export async function startNginx(ports: readonly string[]): Promise<ReverseProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-nginx-'))
  const port = await freePort()
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory};`)
  const http = `access_log off; ${folders.join(' ')}\n${configurationOfDocs(ports, port)}`
  const main = `daemon off; pid ${join(directory, 'pid')};\nevents {}\nhttp {\n${http}\n}\n`
  writeFileSync(join(directory, 'nginx.conf'), main)
  const flags = ['-p', directory, '-e', 'stderr', '-c', join(directory, 'nginx.conf')]
  const child = spawn('nginx', flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const closed = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended at its start:\n${errors}`)
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
