/** A real HAProxy before a service. It passes on bodies while they arrive, unlike nginx. */
import { startReverseProxy } from '../test/faults/reverse-proxy.ts'
import type { ReverseProxy } from '../test/faults/reverse-proxy.ts'

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
export function startHaproxy(ports: readonly string[]): Promise<ReverseProxy> {
  return startReverseProxy(
    'haproxy',
    (port) => configuration(ports, port),
    ({ file }) => ['-db', '-f', file],
  )
}
