/** A scripted HTTPS receiver of webhooks, for tests and for the demonstration. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificateAuthority } from './certificates.ts'
import type { Certificate, CertificateAuthority } from './certificates.ts'

export interface ReceivedRequest {
  /** From 0, in the order of arrival. */
  index: number
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The bytes as they came. */
  body: Buffer
  /** From 1: requests on one kept connection have the same number. */
  connection: number
  /** ms since the epoch. */
  receivedAtMs: number
}

/** `drop` closes the connection without an answer. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer } | 'drop'

/** What to answer; a promise holds the answer back until it resolves. */
export type Respond = (request: ReceivedRequest) => Reply | Promise<Reply>

export interface ReceiverOptions {
  /** An authority to share between receivers; without one the receiver makes its own. */
  authority?: CertificateAuthority
  certificate?: Certificate
  /** 127.0.0.1 when absent. */
  host?: string
  /** A free one when absent. */
  port?: number
  /** An empty 200 when absent. */
  respond?: Respond
}

export interface Receiver {
  /** `https://127.0.0.1:<port>/webhooks` */
  url: string
  host: string
  port: number
  /** The file of the authority to trust, for WEBHOOK_EXTRA_CA_FILE, and its text. */
  caPath: string
  caPem: string
  requests: ReceivedRequest[]
  /** Connections whose TLS handshake was completed, so far. */
  readonly connections: number
  /** Answers that the system has taken to send, so far. */
  readonly answered: number
  /** Replaces the answer for the requests from now on. */
  respond(respond: Respond): void
  /**
   * Resolves once there are so many requests, or once the predicate is true of all requests so far; rejects after
   * `timeoutMs` (60 s).
   */
  waitFor(what: number | ((requests: ReceivedRequest[]) => boolean), timeoutMs?: number): Promise<ReceivedRequest[]>
  /** Resolves once so many answers have been given to the system; rejects as `waitFor` does. */
  waitForAnswers(count: number, timeoutMs?: number): Promise<void>
  /** Closes the connections that are open; new ones may be made. */
  closeConnections(): void
  close(): Promise<void>
}

const WAIT_TIMEOUT_MS = 60_000

/** Longer than any test: connections are kept until somebody closes them. */
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
  let answered = 0
  let respond: Respond = options.respond ?? (() => ({}))

  function checkWaiters(): void {
    for (const waiter of waiters) if (waiter.check()) waiters.delete(waiter)
  }

  async function answer(request: ReceivedRequest, response: ServerResponse): Promise<void> {
    const reply = await respond(request)
    response.once('finish', () => {
      answered += 1
      checkWaiters()
    })
    if (reply === 'drop') return void response.socket?.destroy()
    response.writeHead(reply.status ?? 200, reply.headers)
    response.end(reply.body)
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
      answer(request, response).catch((error: Error) => response.socket?.destroy(error))
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
    get answered() {
      return answered
    },
    waitForAnswers: (count, timeoutMs = WAIT_TIMEOUT_MS) => waitFor(waiters, () => answered >= count, timeoutMs),
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
