import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { ApiError, overloaded } from '../errors.ts'
import { createAtOnce } from '../http/at-once.ts'
import type { App } from '../http/route.ts'
import { CALLBACK_PATH } from '../providers/callback-address.ts'
import type { CallbackAddresses, CallbackChannel } from '../providers/callback-address.ts'
import type { Callbacks } from './callbacks.ts'

/** Callbacks being received at a time. Their bodies are in memory: 128 MiB at the most, since one has no more than 1 MiB. */
const AT_ONCE_MAX = 128
/** A quarter: few accounts together do not take the places of all others. An address has as many. */
const OF_ACCOUNT_MAX = 32
const OF_CHANNEL_MAX = 16

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
  const atOnce = createAtOnce<string>(AT_ONCE_MAX)

  async function receive(request: FastifyRequest, named: CallbackChannel): Promise<void> {
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
  }

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
        const { accountId, channelId } = named
        const bounds = [
          [`account ${accountId}`, OF_ACCOUNT_MAX],
          [`channel ${accountId} ${channelId}`, OF_CHANNEL_MAX],
        ] as const
        const taken = atOnce.take(bounds, 1)
        // The provider repeats the callback.
        if (typeof taken === 'string') throw overloaded()
        try {
          await receive(request, named)
        } finally {
          // And not when the answer is read: by then the body is no longer held.
          taken()
        }
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
