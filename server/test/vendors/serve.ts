/** Shared by vendor servers: it records requests, and a test can script the responses. */
import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface VendorRequest {
  method: string
  /** The path with its query. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface VendorResponse {
  status: number
  headers?: Record<string, string>
  body?: string
}

/**
 * A fault instead of a response: the connection is reset, or stays open and silent. `after`: the request is executed
 * first.
 */
export type VendorFault = { fault: 'reset' | 'silence'; after: boolean }

export interface VendorServer {
  port: number
  requests: VendorRequest[]
  /** Scripted responses for the next requests, in order. */
  script: (VendorResponse | VendorFault)[]
  /** Resolves after this many requests in total. */
  came(count: number): Promise<void>
  close(): Promise<void>
}

/** A loopback server that behaves like the vendor. If `respond` throws, the response is 400 with the error. */
export async function serveVendor(
  create: (listener: RequestListener) => Server,
  respond: (request: VendorRequest) => Promise<VendorResponse | VendorFault>,
): Promise<VendorServer> {
  const requests: VendorRequest[] = []
  const script: (VendorResponse | VendorFault)[] = []
  const sockets = new Set<Socket>()
  let waiting: { count: number; resolve: () => void }[] = []

  async function handle(incoming: IncomingMessage): Promise<VendorResponse | null> {
    const body = Buffer.concat((await incoming.toArray()) as Buffer[])
    const request = { method: incoming.method!, url: incoming.url!, headers: incoming.headers, body }
    requests.push(request)
    const scripted = script.shift()
    const isOwn = scripted === undefined || ('fault' in scripted && scripted.after)
    const own = isOwn ? await respond(request) : null
    for (const { resolve } of waiting.filter(({ count }) => requests.length >= count)) resolve()
    waiting = waiting.filter(({ count }) => requests.length < count)
    const response = scripted ?? own!
    if (!('fault' in response)) return response
    if (response.fault === 'reset') incoming.socket.destroy()
    return null
  }

  const server = create((incoming, outgoing) => {
    void handle(incoming)
      .catch((error: unknown) => ({ status: 400, headers: {}, body: String(error) }))
      .then((response) => {
        if (response === null) return
        outgoing.writeHead(response.status, response.headers)
        outgoing.end(response.body)
      })
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    script,
    came: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
