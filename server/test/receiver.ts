/** A scripted HTTPS receiver of webhooks, for tests and the demonstration. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificateAuthority } from './certificates.ts'
import type { Certificate, CertificateAuthority } from './certificates.ts'

export interface ReceivedRequest {
  /** From 0, in order of arrival. */
  index: number
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The raw bytes. */
  body: Buffer
  /** From 1. Requests on one connection have the same number. */
  connection: number
  /** ms since the epoch. */
  receivedAtMs: number
}

/** `drop` closes the connection without a response. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer } | 'drop'

/** Chooses the response. A promise delays it. */
export type Respond = (request: ReceivedRequest) => Reply | Promise<Reply>

export interface ReceiverOptions {
  /** An authority shared by receivers. Default: each receiver creates its own. */
  authority?: CertificateAuthority
  certificate?: Certificate
  /** Default 127.0.0.1. */
  host?: string
  /** Default: a free port. */
  port?: number
  /** Default: an empty 200. */
  respond?: Respond
}

export interface Receiver {
  /** `https://127.0.0.1:<port>/webhooks` */
  url: string
  host: string
  port: number
  /** The path and the PEM of the authority to trust. The path is for WEBHOOK_EXTRA_CA_FILE. */
  caPath: string
  caPem: string
  requests: ReceivedRequest[]
  /** Completed TLS handshakes so far. */
  readonly connections: number
  /** Responses passed to the operating system so far. */
  readonly responded: number
  /** Replaces the response of all later requests. */
  respond(respond: Respond): void
  /**
   * Resolves when there are this many requests, or when the predicate is true for all requests so far. Rejects after
   * `timeoutMs` (60 s).
   */
  waitFor(what: number | ((requests: ReceivedRequest[]) => boolean), timeoutMs?: number): Promise<ReceivedRequest[]>
  /** Resolves when this many responses have been passed to the system. Rejects like `waitFor`. */
  waitForResponses(count: number, timeoutMs?: number): Promise<void>
  /** Closes open connections. New ones are accepted. */
  closeConnections(): void
  close(): Promise<void>
}

const WAIT_TIMEOUT_MS = 60_000

/** Longer than any test, so that connections stay open until a side closes them. */
const KEEP_ALIVE_TIMEOUT_MS = 10 * 60 * 1000

interface Waiter {
  check(): boolean
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const authority = options.authority ?? (await createCertificateAuthority())
  const certificate = options.certificate ?? (await authority.issue())
  const host = options.host ?? '127.0.0.1'
  const requests: ReceivedRequest[] = []
  const waiters = new Set<Waiter>()
  const connectionNumbers = new WeakMap<object, number>()
  let connections = 0
  let responded = 0
  let respond: Respond = options.respond ?? (() => ({}))

  function checkWaiters(): void {
    for (const waiter of waiters) if (waiter.check()) waiters.delete(waiter)
  }

  async function reply(request: ReceivedRequest, response: ServerResponse): Promise<void> {
    const given = await respond(request)
    response.once('finish', () => {
      responded += 1
      checkWaiters()
    })
    if (given === 'drop') return void response.socket?.destroy()
    response.writeHead(given.status ?? 200, given.headers)
    response.end(given.body)
  }

  const server = createServer({ ...certificate, keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS }, (incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const request = {
        index: requests.length,
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(chunks),
        connection: connectionNumbers.get(incoming.socket) ?? 0,
        receivedAtMs: Date.now(),
      }
      requests.push(request)
      checkWaiters()
      reply(request, response).catch((error: Error) => response.socket?.destroy(error))
    })
  })
  server.on('secureConnection', (socket) => {
    connections += 1
    connectionNumbers.set(socket, connections)
    socket.on('error', () => {})
  })
  server.listen(options.port ?? 0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${port}/webhooks`,
    host,
    port,
    caPath: authority.pemPath,
    caPem: authority.pem,
    requests,
    get connections() {
      return connections
    },
    respond(next) {
      respond = next
    },
    waitFor(what, timeoutMs = WAIT_TIMEOUT_MS) {
      const holds = (): boolean => (typeof what === 'number' ? requests.length >= what : what(requests))
      return waitFor(waiters, holds, timeoutMs).then(() => requests)
    },
    get responded() {
      return responded
    },
    waitForResponses: (count, timeoutMs = WAIT_TIMEOUT_MS) => waitFor(waiters, () => responded >= count, timeoutMs),
    closeConnections: () => server.closeAllConnections(),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      if (options.authority === undefined) authority.close()
    },
  }
}

function waitFor(waiters: Set<Waiter>, holds: () => boolean, timeoutMs: number): Promise<void> {
  if (holds()) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const waiter: Waiter = {
      check() {
        if (!holds()) return false
        clearTimeout(timer)
        resolve()
        return true
      },
    }
    const timer = setTimeout(() => {
      waiters.delete(waiter)
      reject(new Error(`What the receiver was waited for did not come within ${timeoutMs} ms`))
    }, timeoutMs)
    waiters.add(waiter)
  })
}
