/** A real nginx before processes with the role `api`. */
import { join } from 'node:path'
import { blocksOf } from '../docs-page.ts'
import { startReverseProxy } from './reverse-proxy.ts'
import type { ReverseProxy } from './reverse-proxy.ts'

/** The configuration of `docs/high-availability.md`, which has two servers and a port. */
function configurationOfDocs(ports: readonly string[], port: number): string {
  const [text] = blocksOf('high-availability.md', 'Behind a reverse proxy', 'nginx')
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`).join(' ')
  return text
    .replace(/(server [\d.]+:\d+[^;]*;\s*)+/, `${servers}\n`)
    .replace(/listen [^;]+;/, `listen 127.0.0.1:${port};`)
}

/** Starts nginx as `docs/high-availability.md` configures it, with one worker. Throws with its output if it does not start. */
export function startNginx(ports: readonly string[]): Promise<ReverseProxy> {
  return startReverseProxy(
    'nginx',
    (port, directory) => {
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${directory};`,
      )
      const http = `access_log off; ${folders.join(' ')}\n${configurationOfDocs(ports, port)}`
      return `daemon off; pid ${join(directory, 'pid')};\nevents {}\nhttp {\n${http}\n}\n`
    },
    ({ directory, file }) => ['-p', directory, '-e', 'stderr', '-c', file],
  )
}
