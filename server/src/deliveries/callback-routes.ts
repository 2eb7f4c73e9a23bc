import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { onceClosed } from '../http/closed.ts'
import type { App } from '../http/route.ts'
import { CALLBACK_PATH } from '../providers/callback-address.ts'
import type { CallbackAddresses } from '../providers/callback-address.ts'
import { createCallbackPlaces } from './callback-places.ts'
import type { Callbacks } from './callbacks.ts'

export interface CallbackRouteDependencies {
  callbacks: Callbacks
  callbackAddresses: CallbackAddresses
  clock: Clock
  /** Where providers reach the service. */
  baseUrl(): string
}

/** The same for everything that is not proven: a wrong token, a channel that is gone or has no callbacks, a wrong signature. */
const notProven = () => new ApiError('invalid_signature')

/**
 * Where providers report what became of messages. Without an API key: the path has a token of the channel, and each
 * provider proves besides in its own way that it is the one. 200: recorded, or none of our messages; 401: not proven,
 * nothing changed. What costs least is judged first; the body is read only for a channel that there is.
 */
export function callbackRoutes(server: App, dependencies: CallbackRouteDependencies): void {
  const { callbacks, callbackAddresses, clock, baseUrl } = dependencies
  const places = createCallbackPlaces()
  server.register((app: App, _options, done) => {
    // The handler reads the body itself: how long it may be is the provider's to say.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))

    app.post<{ Params: { token: string } }>(
      `${CALLBACK_PATH}/:token`,
      { schema: { hide: true } },
      async (request, reply) => {
        const named = callbackAddresses.read(request.params.token)
        if (named === null) throw notProven()
        const giveBack = places.take({ address: request.ip, ...named })
        onceClosed(reply, giveBack)
        const channel = await callbacks.find(named)
        if (channel === null) throw notProven()
        const answer = await callbacks.receive(channel, {
          method: request.method,
          url: `${baseUrl()}${request.url}`,
          headers: request.headers,
          body: await readBytes(request.raw, channel.bodyBytesMax),
          receivedAt: clock.wall(),
        })
        if (answer === 'unavailable') throw new ApiError('overloaded', { headers: { 'retry-after': '60' } })
        if (answer === 'refused') throw notProven()
        return reply.code(200).send()
      },
    )
    done()
  })
}

/**
 * The bytes of a body.
 * @throws {ApiError} 413 as soon as there are more than `bytesMax`, 400 if the caller hangs up.
 */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = (error: ApiError): void => {
      request.off('data', take)
      // What still comes is thrown away, within the time of a request.
      request.resume()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > bytesMax) refuse(new ApiError('body_too_large'))
      else chunks.push(chunk)
    }
    const announced = Number(request.headers['content-length'] ?? 0)
    if (announced > bytesMax) return refuse(new ApiError('body_too_large'))
    if (request.destroyed) return refuse(new ApiError('malformed_body'))
    request.on('data', take)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', (error) => refuse(new ApiError('malformed_body', { cause: error })))
  })
}
