import type { Socket } from 'node:net'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { networksOf, unmapped } from './client-address.ts'
import { createCountedLog } from './counted-log.ts'
import type { App } from './route.ts'

export interface ConnectionBounds {
  /** Open connections at the same time. */
  httpConnectionsMax: number
  config: Pick<Config, 'trustProxy' | 'httpConnectionsPerAddressMax'>
  log: Logger
  metrics: Registry
}

/**
 * Returns a function for testing if an address is a trusted proxy. Many callers share a proxy's address, so it has no
 * limit of its own.
 */
function proxies(trustProxy: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const item of trustProxy) {
    const [address, prefix] = item.split('/') as [string, string?]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    // If the caller has hung up, the address is empty.
    const [plain = ''] = address.split('%')
    return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

/**
 * Limits open connections, in total and per address (an IPv6 /64 counts as one). Idle connections and streams count
 * too. If the limit is reached, a new connection closes before any byte is read. Refusals are counted, and logged once
 * a second.
 */
export function boundConnections(app: App, { httpConnectionsMax, config, log, metrics }: ConnectionBounds): void {
  const { server } = app
  const perAddressMax = Math.max(1, Math.min(config.httpConnectionsPerAddressMax, Math.floor(httpConnectionsMax / 2)))
  const isTrusted = proxies(config.trustProxy)
  const openOf = new Map<string, number>()
  const refusals = createCountedLog<{ bound: string; address?: string }>((fields, count) =>
    log.warn({ event: 'http.connections_refused', ...fields, count }),
  )
  const refused = new Counter({
    name: 'tidings_http_connections_refused_total',
    help: 'Connections closed at once because there were too many, in all or from one address',
    labelNames: ['bound'],
    registers: [metrics],
  })
  let open = 0
  const connections = new Gauge({
    name: 'tidings_http_connections',
    help: 'Open connections from API callers',
    registers: [metrics],
    collect() {
      connections.set(open)
    },
  })

  function refuse(bound: 'all' | 'address', address: string | undefined): void {
    refused.inc({ bound })
    refusals.add(bound, { bound, ...(address === undefined ? {} : { address }) })
  }

  function onConnection(socket: Socket): void {
    const address = unmapped(socket.remoteAddress ?? '')
    const key = networksOf(address).address
    const ofAddress = openOf.get(key) ?? 0
    if (ofAddress >= perAddressMax && !isTrusted(address)) {
      refuse('address', address)
      socket.destroy()
      return
    }
    open += 1
    openOf.set(key, ofAddress + 1)
    socket.once('close', () => {
      open -= 1
      const left = openOf.get(key)! - 1
      if (left === 0) openOf.delete(key)
      else openOf.set(key, left)
    })
  }

  // Above this number, Node accepts connections and closes them silently.
  server.maxConnections = httpConnectionsMax
  server.on('drop', (dropped) => refuse('all', dropped?.remoteAddress))
  // Runs before Node's own listener, which begins to read.
  server.prependListener('connection', onConnection)
}
