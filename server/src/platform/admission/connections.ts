import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Counter, Gauge } from '@prometheus-io/client'
import type { Registry } from '@prometheus-io/client'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { networksOf, proxies, unmapped } from './networks.ts'
import { enterAll, FairGate } from './fair-gate.ts'
import { LIMITS } from './limits.ts'
import { createCountedLog } from '../http/counted-log.ts'
import type { App } from '../http/route.ts'

export interface ConnectionBounds {
  /** Open connections at the same time. */
  httpConnectionsMax: number
  config: Pick<Config, 'trustProxy' | 'httpConnectionsPerAddressMax'>
  log: Logger
  metrics: Registry
}

/** Node's own bound is above ours, because a new connection may replace an old one that has not closed yet. */
const REPLACED_AT_ONCE_MAX = 64

interface Unserved {
  /** The response to its last request. */
  response: ServerResponse | null
  leave: () => void
}

/** Knows the connections without a served request. `server` gives their requests. */
function createUnserved(server: App['server']) {
  /** The oldest first. */
  const unserved = new Map<Socket, Unserved>()
  const forget = (socket: Socket): void => void unserved.delete(socket)
  server.on('request', ({ socket }, response) => {
    const entry = unserved.get(socket)
    if (entry === undefined) return
    entry.response = response
    response.once('finish', () => forget(socket))
  })
  return {
    add: (socket: Socket, leave: () => void): void => void unserved.set(socket, { response: null, leave }),
    forget,
    /** Closes the oldest and frees its place. Null if all connections have served a request or a stream. */
    closeOldest(): Socket | null {
      for (const [socket, { response, leave }] of unserved) {
        forget(socket)
        // A stream is served before it ends.
        if (response?.headersSent === true) continue
        leave()
        return socket.destroy()
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
  const perNetworkMax = Math.max(1, Math.floor(httpConnectionsMax * LIMITS.connectionsOfNetwork.max.part))
  const perAddressMax = Math.min(config.httpConnectionsPerAddressMax, perNetworkMax)
  const isTrusted = proxies(config.trustProxy)
  const all = new FairGate<string>({ placesMax: httpConnectionsMax })
  const ofAddress = new FairGate<string>({ ofKeyMax: perAddressMax })
  const ofNetwork = new FairGate<string>({ ofKeyMax: perNetworkMax })
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
      connections.set(all.taken)
    },
  })

  function refuse(bound: 'all' | 'address' | 'network', address: string | undefined): void {
    refused.inc({ bound })
    refusals.add(bound, { bound, ...(address === undefined ? {} : { address }) })
  }

  function onConnection(socket: Socket): void {
    const address = unmapped(socket.remoteAddress ?? '')
    const { address: host, network } = networksOf(address)
    const inAll = [all, network] as const
    const gates = isTrusted(address) ? [inAll] : [[ofAddress, host] as const, [ofNetwork, network] as const, inAll]
    let leave = enterAll(gates)
    if (leave === all) {
      const closed = unserved.closeOldest() ?? socket
      refuse('all', closed.remoteAddress)
      leave = enterAll(gates)
    } else if (typeof leave !== 'function') refuse(leave === ofAddress ? 'address' : 'network', socket.remoteAddress)
    if (typeof leave !== 'function') return void socket.destroy()
    unserved.add(socket, leave)
    socket.once('close', leave)
    socket.once('close', () => unserved.forget(socket))
  }

  // Above this number, Node accepts connections and closes them silently.
  server.maxConnections = httpConnectionsMax + REPLACED_AT_ONCE_MAX
  server.on('drop', (dropped) => refuse('all', dropped?.remoteAddress))
  // Runs before Node's own listener, which begins to read.
  server.prependListener('connection', onConnection)
}
