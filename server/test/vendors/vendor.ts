/** Providers outside the service: loopback servers that speak a vendor's published protocol and check our requests. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** How a vendor handles the next sends. */
export type VendorMode =
  | 'accept'
  /** Returns a rate limit. */
  | 'rate_limit'
  /** Returns a server error. */
  | 'unavailable'
  /** Refuses the message permanently. */
  | 'refuse'
  /** Refuses the recipient's address permanently. */
  | 'refuse_address'
  /** Refuses our credentials. */
  | 'unauthorized'
  /** Accepts the message, and the connection breaks before the response. */
  | 'accept_and_hang_up'

/** An accepted message. */
export interface VendorSend {
  /** Our reference to the delivery, repeated by the vendor in callbacks. */
  reference: string
  providerMessageId: string
  to: string
  subject: string
  text: string
  html: string | null
  /** The key by which the vendor or a mailbox recognizes a repeated send. Null: it has none. */
  repetitionKey: string | null
  /** What the service asked for, for tests of single fields. */
  request?: any
}

/** A callback request from the vendor to the service. */
export interface CallbackPost {
  url: string
  headers: Record<string, string>
  body: string
}

export type VendorFact = 'delivered' | 'opened' | 'bounced' | 'failed' | 'complaint'

export interface VendorCallbacks {
  /** Makes the callback for each supported fact. `url` is the channel's `callback_url`. */
  of: Partial<Record<VendorFact, (send: VendorSend, url: string) => CallbackPost>>
  /** The same callback with a missing or wrong signature. */
  forgeries(post: CallbackPost): CallbackPost[]
  /** A callback with a valid but old signature. Null if the protocol has no timestamp. */
  stale: ((send: VendorSend, url: string) => CallbackPost) | null
}

export interface Vendor {
  /** The value of a channel's `provider`. */
  name: string
  channelType: 'email' | 'push' | 'sms'
  /** For `PROVIDER_URLS`. */
  urls: Record<string, string>
  /** Settings of a valid channel. */
  settings: Record<string, unknown>
  /** All accepted messages, in order. */
  sends: VendorSend[]
  /** Chooses the handling of the next send to an address. */
  modeOf(to: string): VendorMode
  /** Runs after a message is accepted and before the response. */
  onAccepted(send: VendorSend): Promise<void>
  /** Our requests' violations of the vendor's documentation. */
  violations: string[]
  /** Null: the vendor sends no callbacks. */
  callbacks: VendorCallbacks | null
  /** Signs any body, for tests with unusual callbacks. */
  signBody?(url: string, body: string): CallbackPost
  close(): Promise<void>
}

export interface VendorRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface VendorResponse {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as plain text, if there is no `body`. */
  text?: string
}

/** Returns null to close the connection without a response. */
type Handler = (request: VendorRequest) => Promise<VendorResponse | null>

/** An HTTP server on loopback. */
export async function startVendorServer(handle: Handler): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => void serve(request, response, handle))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, handle: Handler): Promise<void> {
  const chunks: Buffer[] = []
  request.on('error', () => {})
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url: path = '', headers } = request
  const given = await handle({ method, path, headers, body: Buffer.concat(chunks) })
  if (given === null) {
    request.socket.destroy()
    return
  }
  const { status, body, text = '' } = given
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...given.headers })
  response.end(body === undefined ? text : JSON.stringify(body))
}

/** Collects violated expectations. */
export function createChecks(): { violations: string[]; expect(holds: boolean, sentence: string): void } {
  const violations: string[] = []
  return {
    violations,
    expect(holds, sentence) {
      if (!holds) violations.push(sentence)
    },
  }
}

/** By default a vendor accepts everything. */
export const TAKES_ALL: Pick<Vendor, 'modeOf' | 'onAccepted'> = {
  modeOf: () => 'accept',
  onAccepted: () => Promise.resolve(),
}

/** The value if it is a string, otherwise `''`. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A wrong signature in Base64: its first character is changed. */
export function forged(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
}
