import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { ApiError, overloaded } from '../../platform/errors.ts'
import { enterAll, FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { CLOSE } from '../../platform/http/responses.ts'
import { bucketOf } from '../../platform/ids.ts'
import type { App } from '../../platform/http/route.ts'
import { CALLBACK_PATH } from '../providers/callback-address.ts'
import type { CallbackAddresses, CallbackChannel } from '../providers/callback-address.ts'
import type { Callbacks } from './callbacks.ts'

export interface CallbackRouteDependencies {
  /** The server with the bucket's rows. */
  serverOf(bucket: number): { callbacks: Pick<Callbacks, 'find' | 'receive'> }
  callbackAddresses: CallbackAddresses
  clock: Clock
  /** The public URL of the service. */
  baseUrl(): string
}

/**
 * The same error for every unproven request: a wrong token, a deleted channel, a channel without callbacks, a wrong
 * signature. It always closes the connection, as it must if the body is not read. Otherwise a kept connection would show
 * that the token is genuine.
 */
const notProven = () => new ApiError('invalid_signature', { headers: CLOSE })

/**
 * Receives providers' reports about messages. The path has a token of the channel instead of an API key, and each
 * provider also proves its identity in its own way. 200: recorded, or not about our messages. 401: not proven, and
 * nothing changed. The cheapest checks come first. The body is read only for an existing channel.
 */
export function callbackRoutes(server: App, dependencies: CallbackRouteDependencies): void {
  const { serverOf, callbackAddresses, clock, baseUrl } = dependencies
  // Each body has at most 1 MiB. An account has a quarter of all places, so that a few cannot take all of them.
  const accounts = new FairGate({ placesMax: LIMITS.callbacks.max, ofKeyMax: LIMITS.callbacksOfAccount.max })
  const channels = new FairGate({ ofKeyMax: LIMITS.callbacksOfChannel.max })

  async function receive(request: FastifyRequest, named: CallbackChannel): Promise<void> {
    const { callbacks } = serverOf(bucketOf(named.accountId))
    const channel = await callbacks.find(named)
    if (channel === null) throw notProven()
    const response = await callbacks.receive(channel, {
      method: request.method,
      url: `${baseUrl()}${request.url}`,
      headers: request.headers,
      body: await readBytes(request.raw, channel.bodyBytesMax),
      receivedAt: clock.wall(),
      returnPath: null,
    })
    if (response === 'unavailable') throw new ApiError('overloaded', { headers: { 'retry-after': '60' } })
    if (response === 'refused') throw notProven()
  }

  server.register((app: App, _options, done) => {
    // The handler reads the body itself, because its largest size depends on the provider.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))

    app.post<{ Params: { token: string } }>(
      `${CALLBACK_PATH}/:token`,
      { schema: { hide: true } },
      async (request, reply) => {
        const named = callbackAddresses.read(request.params.token)
        if (named === null) throw notProven()
        const { accountId, channelId } = named
        const leave = enterAll([
          [accounts, accountId],
          [channels, `${accountId} ${channelId}`],
        ])
        // The provider repeats the callback later.
        if (typeof leave !== 'function') throw overloaded()
        try {
          await receive(request, named)
        } finally {
          // Free the place now, not when the caller has read the response: the body is no longer in memory.
          leave()
        }
        return reply.code(200).send()
      },
    )
    done()
  })
}

/**
 * Reads a body.
 * @throws {ApiError} 413 for more than `bytesMax` bytes, 400 if the caller hangs up.
 */
function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = (error: ApiError): void => {
      request.off('data', take)
      // Discards the remaining bytes, within the time limit of a request.
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
