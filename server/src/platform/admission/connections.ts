import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Counter, Gauge } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import type { Config } from '../config/config.ts'
import { Counts } from '../counts.ts'
import type { Logger } from '../log.ts'
import { networksOf, proxies, unmapped } from './networks.ts'
import type { Networks } from './networks.ts'
import { createCountedLog } from '../http/counted-log.ts'
import type { App } from '../http/route.ts'

export interface ConnectionBounds {
  /** Open connections at the same time. */
  httpConnectionsMax: number
  config: Pick<Config, 'trustProxy' | 'httpConnectionsPerAddressMax'>
  log: Logger
  metrics: Registry
}

/** A network (an IPv4 /24 or an IPv6 /48) has at most one of this many parts of all connections. */
const NETWORK_PART = 4
/** Node's own bound is above ours, because a new connection may replace an old one that has not closed yet. */
const REPLACED_AT_ONCE_MAX = 64

/** Knows the connections without a served request. `server` gives their requests. */
function createUnserved(server: App['server']) {
  /** The oldest first, each with the response to its last request. */
  const unserved = new Map<Socket, ServerResponse | null>()
  const forget = (socket: Socket): void => void unserved.delete(socket)
  server.on('request', ({ socket }, response) => {
    if (!unserved.has(socket)) return
    unserved.set(socket, response)
    response.once('finish', () => forget(socket))
  })
  return {
    add: (socket: Socket): void => void unserved.set(socket, null),
    forget,
    /** Removes the oldest and returns it. Null if all connections have served a request or a stream. */
    takeOldest(): Socket | null {
      for (const [socket, response] of unserved) {
        forget(socket)
        // A stream is served before it ends.
        if (response?.headersSent !== true) return socket
      }
      return null
    },
  }
}

/**
 * Limits open connections: in total, per address (an IPv6 /64 counts as one) and per network. Idle connections and
 * streams count too. If the limit of its address or network is reached, a new connection closes before any byte is read.
 * If all connections are taken, the oldest without a served request closes instead of the new one. Refusals are counted,
 * and logged once a second.
 */
export function boundConnections(app: App, { httpConnectionsMax, config, log, metrics }: ConnectionBounds): void {
  const { server } = app
  const perNetworkMax = Math.max(1, Math.floor(httpConnectionsMax / NETWORK_PART))
  const perAddressMax = Math.min(config.httpConnectionsPerAddressMax, perNetworkMax)
  const isTrusted = proxies(config.trustProxy)
  const [ofAddress, ofNetwork] = [new Counts<string>(), new Counts<string>()]
  const unserved = createUnserved(server)
  const refusals = createCountedLog<{ bound: string; address?: string }>((fields, count) =>
    log.warn({ event: 'http.connections_refused', ...fields, count }),
  )
  const refused = new Counter({
    name: 'tidings_http_connections_refused_total',
    help: 'Connections closed because there were too many, in all, from one address or from one network',
    labelNames: ['bound'],
    registers: [metrics],
  })
  const connections = new Gauge({
    name: 'tidings_http_connections',
    help: 'Open connections from API callers',
    registers: [metrics],
    collect() {
      connections.set(ofAddress.total)
    },
  })

  function refuse(bound: 'all' | 'address' | 'network', address: string | undefined): void {
    refused.inc({ bound })
    refusals.add(bound, { bound, ...(address === undefined ? {} : { address }) })
  }

  /** The bound that a new connection would exceed. Null if there is room. */
  function boundOf(address: string, networks: Networks): 'all' | 'address' | 'network' | null {
    if (!isTrusted(address)) {
      if (ofAddress.of(networks.address) >= perAddressMax) return 'address'
      if (ofNetwork.of(networks.network) >= perNetworkMax) return 'network'
    }
    return ofAddress.total >= httpConnectionsMax ? 'all' : null
  }

  function onConnection(socket: Socket): void {
    const address = unmapped(socket.remoteAddress ?? '')
    const networks = networksOf(address)
    const bound = boundOf(address, networks)
    if (bound !== null) {
      const closed = (bound === 'all' ? unserved.takeOldest() : null) ?? socket
      refuse(bound, closed.remoteAddress)
      closed.destroy()
      if (closed === socket) return
    }
    ofAddress.add(networks.address, 1)
    ofNetwork.add(networks.network, 1)
    unserved.add(socket)
    socket.once('close', () => {
      ofAddress.add(networks.address, -1)
      ofNetwork.add(networks.network, -1)
      unserved.forget(socket)
    })
  }

  // Above this number, Node accepts connections and closes them silently.
  server.maxConnections = httpConnectionsMax + REPLACED_AT_ONCE_MAX
  server.on('drop', (dropped) => refuse('all', dropped?.remoteAddress))
  // Runs before Node's own listener, which begins to read.
  server.prependListener('connection', onConnection)
}
