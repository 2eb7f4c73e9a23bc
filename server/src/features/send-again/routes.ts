import Type from 'typebox'
import { noMessage, findDelivery } from '../../core/deliveries/find-delivery.ts'
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
import type { Recorder } from '../../core/deliveries/advance.ts'
import { deliveryView, DeliveryOutput } from '../../core/deliveries/routes.ts'
import { ApiError } from '../../platform/errors.ts'
import { resendRoutes } from './resend-routes.ts'

const againBody = plainBody(
  Type.Object({
    channels: Type.Optional(
      Choice(AGAIN_CHANNELS, {
        description:
          'Default: failed, so a recipient gets nothing twice. A channel is left out if another send cannot arrive, for example to a suppressed address. `all` sends on every live channel of the template',
      }),
    ),
  }),
)

interface SendAgainTools extends CreationParts {
  clock: Clock
  recorder: Recorder
}

/** Routes to send one message or many again, and to repeat a send now. */
export function sendAgainRoutes(app: App, { clock, recorder, serverOf }: SendAgainTools): void {
  messageRoute(app, clock, { serverOf })
  resendRoutes(app, clock)
  retryRoute(app, clock, recorder)
}

/** Sends a message again. */
function messageRoute(app: App, clock: Clock, { serverOf }: CreationParts): void {
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
        return sendAgain({ pool, write, clock }, messages, sender, message, channels, keyed)
      })
    },
  )
}

/** Repeats a send now instead of at its time. */
function retryRoute(app: App, clock: Clock, recorder: Recorder): void {
  app.post(
    '/api/v1/deliveries/:id/retry',
    {
      schema: {
        tags: ['Deliveries'],
        summary: 'Repeat the send of a delivery now',
        description:
          'The delivery must have the status `retrying`. The send is one of its six, and the pause after it follows the schedule.',
        params: IdParams,
        response: { 200: DeliveryOutput },
      },
    },
    ({ write, caller, params }) =>
      write(async (tx) => {
        const { bucket, accountId, id: deliveryId, status } = await findDelivery(tx, caller, params.id)
        const key = { bucket, accountId, deliveryId }
        const released = status === 'retrying' ? await recorder.releaseSends(tx, [key], clock.now(), true) : 0
        if (released === 0) throw new ApiError('not_retrying', { path: { id: deliveryId } })
        return deliveryView(await findDelivery(tx, caller, deliveryId))
      }),
  )
}
