import Type from 'typebox'
import { noMessage } from '../../core/deliveries/find-delivery.ts'
import { sendCreated } from '../../core/messages/routes.ts'
import type { CreationParts } from '../../core/messages/create.ts'
import { senderOf } from '../../core/messages/draft.ts'
import { findMessage } from '../../core/messages/queries.ts'
import { MessageOutput } from '../../core/messages/schemas.ts'
import type { Clock } from '../../platform/clock.ts'
import { plainBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
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
export function sendAgainRoute(app: App, clock: Clock, { serverOf }: CreationParts): void {
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
      const { pool, write } = request
      const sender = senderOf(request)
      const { messages, idempotency } = serverOf(request)
      return sendCreated(request, reply, idempotency, async (keyed) => {
        const message = await findMessage(pool, sender.bucket, sender.accountId, request.params.id)
        if (message === null) throw await noMessage(pool, sender, request.params.id)
        const { channels = 'failed' } = readBody(request, againBody)
        return sendAgain({ write, clock }, messages, sender, message, channels, keyed)
      })
    },
  )
}
