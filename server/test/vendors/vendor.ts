/** Providers as they stand outside: servers on loopback that speak a vendor's published protocol and check ours by it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** How a vendor takes the next sends. */
export type VendorMode =
  | 'accept'
  /** It says that it is too much for now. */
  | 'rate_limit'
  /** It answers with an error of its own. */
  | 'unavailable'
  /** It refuses the message for good. */
  | 'refuse'
  /** It refuses the recipient's address for good. */
  | 'refuse_address'
  /** It takes our credentials for wrong. */
  | 'unauthorized'
  /** It takes the message, and the connection breaks before it answers. */
  | 'accept_and_hang_up'

/** A message that a vendor has taken. */
export interface VendorSend {
  /** Our reference to the delivery, as the vendor will repeat it. */
  reference: string
  providerMessageId: string
  to: string
  subject: string
  text: string
  html: string | null
  /** By which the vendor or a mailbox knows a repetition, or null: it has nothing of the kind. */
  repetitionKey: string | null
}

/** A request that the vendor makes of us. */
export interface CallbackPost {
  url: string
  headers: Record<string, string>
  body: string
}

export type VendorFact = 'delivered' | 'opened' | 'bounced' | 'failed' | 'complaint'

export interface VendorCallbacks {
  /** What it reports of a send, for each fact that it knows; `url` is the channel's `callback_url`. */
  of: Partial<Record<VendorFact, (send: VendorSend, url: string) => CallbackPost>>
  /** The same without, or with a wrong proof. */
  forgeries(post: CallbackPost): CallbackPost[]
  /** Rightly proven, but long ago; null where the protocol has no time. */
  stale: ((send: VendorSend, url: string) => CallbackPost) | null
}

export interface Vendor {
  /** As in a channel's `provider`. */
  name: string
  channelType: 'email' | 'push' | 'sms'
  /** For `PROVIDER_URLS`. */
  urls: Record<string, string>
  /** Of a channel that is right. */
  settings: Record<string, unknown>
  /** Every message taken, in order. */
  sends: VendorSend[]
  /** How it takes the next send to an address. */
  modeOf(to: string): VendorMode
  /** Runs when a message has been taken, before it is answered. */
  onAccepted(send: VendorSend): Promise<void>
  /** What of our requests was not as the vendor describes it. */
  violations: string[]
  /** Null: it reports nothing later. */
  callbacks: VendorCallbacks | null
  /** Proves any body; where the vendor's own callbacks do not do for a test. */
  signBody?(url: string, body: string): CallbackPost
  close(): Promise<void>
}

export interface VendorRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface VendorAnswer {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead. */
  text?: string
}

/** Null: the connection is closed without an answer. */
type Handler = (request: VendorRequest) => Promise<VendorAnswer | null>

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
  const answer = await handle({ method, path, headers, body: Buffer.concat(chunks) })
  if (answer === null) {
    request.socket.destroy()
    return
  }
  const { status, body, text = '' } = answer
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...answer.headers })
  response.end(body === undefined ? text : JSON.stringify(body))
}

/** Gathers what does not hold. */
export function createChecks(): { violations: string[]; expect(holds: boolean, sentence: string): void } {
  const violations: string[] = []
  return {
    violations,
    expect(holds, sentence) {
      if (!holds) violations.push(sentence)
    },
  }
}

/** A vendor takes everything unless it is told otherwise. */
export const TAKES_ALL: Pick<Vendor, 'modeOf' | 'onAccepted'> = {
  modeOf: () => 'accept',
  onAccepted: () => Promise.resolve(),
}

/** The text of a field of a parsed body, `''` if it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A signature in Base64 that differs in its first character, whatever that is. */
export function forged(signature: string): string {
  return (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
}
