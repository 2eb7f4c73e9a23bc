import Type from 'typebox'
import { responseOf } from '../../core/messages/routes.ts'
import type { CreationParts } from '../../core/messages/routes.ts'
import { senderOf } from '../../core/messages/draft.ts'
import type { Keyed } from '../../core/messages/create.ts'
import { messageObject } from '../../core/messages/message.ts'
import type { Message } from '../../core/messages/message.ts'
import { findMessage } from '../../core/messages/queries.ts'
import { MessageOutput } from '../../core/messages/schemas.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { plainBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { sendResponse } from '../../platform/http/idempotency.ts'
import { readIdempotencyKey } from '../../platform/http/request-head.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, IdParams } from '../../platform/http/schemas.ts'
import { AGAIN_CHANNELS, sendAgain } from './send-again.ts'

const againBody = plainBody(
  Type.Object({
    channels: Type.Optional(
      Choice(AGAIN_CHANNELS, {
        description:
          'Default: failed, so a recipient gets nothing twice. `all` sends on every live channel of the template',
      }),
    ),
  }),
)

/** The route that sends a message again. */
export function sendAgainRoute(app: App, { messagesOf, idempotencyOf }: CreationParts): void {
  app.post(
    '/api/v1/messages/:id/send_again',
    {
      config: { idempotencyKey: 'own' },
      schema: {
        tags: ['Messages'],
        summary: 'Send a message again on the channels on which it failed',
        description:
          'Creates a message with the same recipient, template, attributes and language, from the current texts of the template.',
        params: IdParams,
        body: againBody.document,
        response: { 201: Type.Object({ message: MessageOutput }) },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const sender = senderOf(request)
      const make = async (keyed: Keyed | null) => {
        const message = await findMessage(pool, sender.bucket, sender.accountId, request.params.id)
        if (message === null) throw new ApiError('not_found')
        const { channels = 'failed' } = readBody(request, againBody)
        const result = await sendAgain(pool, messagesOf(sender.bucket), sender, message, channels, keyed)
        if (result === 'key_taken') return result
        if (!result.ok) throw invalid(result.errors, result.code)
        request.made = { message_id: result.message.id }
        return result.message
      }
      const key = readIdempotencyKey(request)
      if (key === null) {
        const message = (await make(null)) as Message
        void reply.code(201)
        return { message: messageObject(message) }
      }
      const response = await idempotencyOf(request).once(pool, key, async () => {
        const message = await make({ key, responseOf })
        return message === 'key_taken' ? message : responseOf(message)
      })
      return sendResponse(reply, response)
    },
  )
}
