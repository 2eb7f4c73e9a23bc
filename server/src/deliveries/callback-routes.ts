import Type from 'typebox'
import type { Clock } from '../clock.ts'
import { ApiError } from '../errors.ts'
import { rawBody } from '../http/body.ts'
import type { App } from '../http/route.ts'
import { Id } from '../http/schemas.ts'
import { CALLBACK_PATH } from '../providers/callback.ts'
import type { Callbacks } from './callbacks.ts'

const CALLBACK_BODY_BYTES_MAX = 1024 * 1024

/** Callbacks being received at a time, their bodies in memory; one more gets 503, and the provider repeats it. */
const CALLBACKS_MAX = 64

const Parameters = Type.Object({ account_id: Id, channel_id: Id })

export interface CallbackRouteDependencies {
  callbacks: Callbacks
  clock: Clock
  /** Where providers reach the service. */
  baseUrl(): string
}

/**
 * Where providers report what became of messages. Without an API key: each provider proves in its own way that it is
 * the one. 200: recorded, or none of our messages; 401: not proven, nothing changed; 404: no such channel.
 */
export function callbackRoutes(app: App, { callbacks, clock, baseUrl }: CallbackRouteDependencies): void {
  let receiving = 0
  app.post(
    `${CALLBACK_PATH}/:account_id/:channel_id`,
    {
      schema: { hide: true, params: Parameters },
      bodyLimit: CALLBACK_BODY_BYTES_MAX,
      // Before the body is read.
      onRequest(_request, reply, done) {
        if (receiving >= CALLBACKS_MAX) return done(new ApiError('overloaded', { headers: { 'retry-after': '1' } }))
        receiving += 1
        reply.raw.once('close', () => (receiving -= 1))
        done()
      },
    },
    async (request, reply) => {
      const { account_id: accountId, channel_id: channelId } = request.params
      const answer = await callbacks.receive(
        { accountId, channelId },
        {
          method: request.method,
          url: `${baseUrl()}${request.url}`,
          headers: request.headers,
          body: rawBody(request),
          receivedAt: clock.wall(),
        },
      )
      if (answer === 'unknown_channel') throw new ApiError('not_found')
      if (answer === 'unavailable') throw new ApiError('overloaded', { headers: { 'retry-after': '60' } })
      if (answer === 'refused') throw new ApiError('invalid_signature')
      return reply.code(200).send()
    },
  )
}
