import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Receiver } from './receiver.ts'

/** The largest accepted body, bytes. Events are far smaller. Larger requests get status 413. */
const BODY_BYTES_MAX = 1024 * 1024

/** Bytes read of a larger body. A sender that stops by then gets the 413, any other connection is closed. */
const READ_BYTES_MAX = 8 * BODY_BYTES_MAX

/** Reads the raw body. Null if it is too large. If even more arrives, reading stops, which closes the connection. */
async function readRawBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk as Buffer)
    if (bytes > READ_BYTES_MAX) return null
  }
  return bytes <= BODY_BYTES_MAX ? Buffer.concat(chunks) : null
}

function answer(response: ServerResponse, status: number): void {
  response.statusCode = status
  response.end()
}

/**
 * For `node:http`: `createServer(nodeHandler(receiver))`, or call it from your own routing. It handles every request.
 */
export function nodeHandler(receiver: Receiver) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const handle = async (): Promise<void> => {
      if (request.method !== 'POST') {
        response.setHeader('allow', 'POST')
        return answer(response, 405)
      }
      const body = await readRawBody(request)
      if (body === null) return answer(response, 413)
      answer(response, (await receiver.receive(body, request.headers)).status)
    }
    handle().catch((error: unknown) => {
      receiver.onError(error)
      response.destroy()
    })
  }
}

/** The fields of an Express request that are used. */
export interface ExpressRequest extends IncomingMessage {
  body?: unknown
}

/**
 * For Express: `app.post('/webhooks', expressHandler(receiver))`. It reads the raw body itself, or uses the body of
 * `express.raw({ type: '*\/*' })`. Put it before `express.json()`. A parsed body cannot be verified, so `next` gets an
 * error.
 */
export function expressHandler(receiver: Receiver) {
  return (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
    const handle = async (): Promise<void> => {
      const { body: parsed } = request
      const isRaw = Buffer.isBuffer(parsed) || typeof parsed === 'string'
      if (!isRaw && request.readableEnded)
        throw new Error('The raw body of the webhook is gone: put expressHandler before express.json()')
      const body = isRaw ? parsed : await readRawBody(request)
      if (body === null) return answer(response, 413)
      answer(response, (await receiver.receive(body, request.headers)).status)
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
    parser: (request: unknown, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown
  post(
    url: string,
    handler: (
      request: { body: unknown; headers: IncomingMessage['headers'] },
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
      const { status } = await receiver.receive(Buffer.isBuffer(body) ? body : '', headers)
      return reply.code(status).send()
    })
    done()
  }
}
