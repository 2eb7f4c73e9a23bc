/** Handlers for web servers. Types name only the parts of a server that are used, so the SDK needs none of them. */
import { bytesOf } from './crypto.ts'
import type { Receiver } from './receiver.ts'

/** The largest accepted body, bytes. Events are far smaller. Larger requests get status 413. */
const BODY_BYTES_MAX = 1024 * 1024

/** Bytes read of a larger body. A sender that stops by then gets the 413, any other connection is closed. */
const READ_BYTES_MAX = 8 * BODY_BYTES_MAX

type Headers = Record<string, string | string[] | undefined>

/** The parts of a request of `node:http` that are used. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  method?: string | undefined
  headers: Headers
  readableEnded: boolean
  /** True if anything was read. Missing before Node 16.7. */
  readableDidRead?: boolean
}

/** The parts of a response of `node:http` that are used. */
export interface NodeResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(): unknown
  destroy(): unknown
}

/** Reads the raw body. Null if it is too large. If even more arrives, reading stops, which closes the connection. */
async function readRawBody(chunks: AsyncIterable<unknown>): Promise<Uint8Array | null> {
  const kept: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    // Texts, if the program has set an encoding for the request.
    const part = bytesOf(chunk)
    if (part === null) throw new TypeError('The body of the webhook has parts that are neither bytes nor texts')
    bytes += part.length
    if (bytes <= BODY_BYTES_MAX) kept.push(part)
    if (bytes > READ_BYTES_MAX) return null
  }
  if (bytes > BODY_BYTES_MAX) return null
  const body = new Uint8Array(bytes)
  let offset = 0
  for (const part of kept) {
    body.set(part, offset)
    offset += part.length
  }
  return body
}

const wasRead = ({ readableDidRead, readableEnded }: NodeRequest): boolean => readableDidRead ?? readableEnded

/** The program has read the body before. The request may be genuine, so the response is 500. */
const goneBody = (handler: string, before: string): Error =>
  new Error(`The raw body of the webhook is gone: put ${handler} before ${before}`)

function respond(response: NodeResponse, status: number): void {
  response.statusCode = status
  response.end()
}

/**
 * For `node:http`: `createServer(nodeHandler(receiver))`, or call it from your own routing. It handles every request.
 */
export function nodeHandler(receiver: Receiver) {
  return (request: NodeRequest, response: NodeResponse): void => {
    const handle = async (): Promise<void> => {
      if (request.method !== 'POST') {
        response.setHeader('allow', 'POST')
        return respond(response, 405)
      }
      if (wasRead(request)) {
        receiver.onError(goneBody('nodeHandler', 'the body parser, or turn the parser off'))
        return respond(response, 500)
      }
      const body = await readRawBody(request)
      if (body === null) return respond(response, 413)
      respond(response, (await receiver.receive(body, request.headers)).status)
    }
    handle().catch((error: unknown) => {
      receiver.onError(error)
      response.destroy()
    })
  }
}

/** The parts of an Express request that are used. */
export interface ExpressRequest extends NodeRequest {
  body?: unknown
}

/**
 * For Express: `app.post('/webhooks', expressHandler(receiver))`. It reads the raw body itself, or uses the body of
 * `express.raw({ type: '*\/*' })`. Put it before `express.json()`. A parsed body cannot be verified, so `next` gets an
 * error.
 */
export function expressHandler(receiver: Receiver) {
  return (request: ExpressRequest, response: NodeResponse, next: (error?: unknown) => void): void => {
    const handle = async (): Promise<void> => {
      const { body: parsed } = request
      const given = bytesOf(parsed)
      if (given === null && wasRead(request)) throw goneBody('expressHandler', 'express.json()')
      const body = given ?? (await readRawBody(request))
      if (body === null) return respond(response, 413)
      respond(response, (await receiver.receive(body, request.headers)).status)
    }
    handle().catch(next)
  }
}

/** The methods of a Fastify instance that are used. */
export interface FastifyScope {
  removeAllContentTypeParsers(): void
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer'; bodyLimit: number },
    parser: (request: unknown, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown
  post(
    url: string,
    handler: (
      request: { body: unknown; headers: Headers },
      reply: { code(status: number): { send(): unknown } },
    ) => Promise<unknown>,
  ): unknown
}

/** For Fastify: `app.register(fastifyReceiver(receiver, '/webhooks'))`. Bodies stay raw in its own scope only. */
export function fastifyReceiver(receiver: Receiver, url: string) {
  return (scope: FastifyScope, _options: unknown, done: () => void): void => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, parsed) =>
      parsed(null, body),
    )
    scope.post(url, async ({ body, headers }, reply) => {
      // No body if the request had none. An object was parsed before: the receiver names the mistake.
      const { status } = await receiver.receive((body ?? '') as Uint8Array, headers)
      return reply.code(status).send()
    })
    done()
  }
}

/**
 * For every server with the `Request` and `Response` of the web. Next: `export const POST = fetchHandler(receiver)` in
 * `route.ts`. Deno: `Deno.serve(fetchHandler(receiver))`. Bun, Cloudflare Workers: `fetch: fetchHandler(receiver)`.
 */
export function fetchHandler(receiver: Receiver) {
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
    try {
      if (request.bodyUsed || request.body?.locked === true)
        throw goneBody('fetchHandler', 'other readers of the body, or give it a clone of the request')
      // Some libraries have no async iterator in the type of the body. All runtimes have it.
      const body = await readRawBody((request.body ?? []) as unknown as AsyncIterable<unknown>)
      if (body === null) return new Response(null, { status: 413 })
      return new Response(null, { status: (await receiver.receive(body, request.headers)).status })
    } catch (error) {
      receiver.onError(error)
      return new Response(null, { status: 500 })
    }
  }
}

/** For Hono: `app.post('/webhooks', honoHandler(receiver))`. */
export function honoHandler(receiver: Receiver) {
  const handle = fetchHandler(receiver)
  return (context: { req: { raw: Request } }): Promise<Response> => handle(context.req.raw)
}
