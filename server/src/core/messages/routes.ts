import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { RouteContext } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { readBody, LONG_BODY_BYTES_MAX } from '../../platform/http/body.ts'
import { readIdempotencyKey } from '../../platform/http/request-head.ts'
import { sendResponse } from '../../platform/http/idempotency.ts'
import type { Idempotency, NewResponse } from '../../platform/http/idempotency.ts'
import type { App } from '../../platform/http/route.ts'
import { ATTACHMENTS_BODY_BYTES_MAX } from './attachments.ts'
import { batchRoute } from './batch-routes.ts'
import { createBatchPlaces } from './batch.ts'
import type { CreateResult, CreationParts, Keyed } from './create.ts'
import { senderOf } from './draft.ts'
import { messageObject } from './message.ts'
import type { Message } from './message.ts'
import { messageBody, MessageOutput, TraceHeaders } from './schemas.ts'
import { messageOperationRoutes, createMessageOperations } from './operations.ts'
import type { OperationTools } from './operations.ts'
import { previewRoute } from './preview.ts'
import { messageReadRoutes } from './read-routes.ts'

const OneMessage = Type.Object({ message: MessageOutput })

/** The response to a message that was made. */
const responseOf = (message: Message): NewResponse => ({
  status: 201,
  recipientIds: [message.recipientId],
  body: JSON.stringify({ message: messageObject(message) }),
})

/** Creates one message and sends it, under the idempotency key of the request if it has one. */
export async function sendCreated(
  request: FastifyRequest,
  reply: FastifyReply,
  idempotency: Idempotency,
  create: (keyed: Keyed | null) => Promise<CreateResult>,
) {
  const make = async (keyed: Keyed | null) => {
    const result = await create(keyed)
    if (result === 'key_taken') return result
    if (!result.ok) throw invalid(result.errors, result.code)
    request.made = { message_id: result.message.id }
    return result.message
  }
  const key = readIdempotencyKey(request)
  if (key === null) {
    // Without a key, the result is never `key_taken`.
    const message = (await make(null)) as Message
    void reply.code(201)
    return { message: messageObject(message) }
  }
  const response = await idempotency.once(request.pool, key, async () => {
    const message = await make({ key, responseOf })
    return message === 'key_taken' ? message : responseOf(message)
  })
  return sendResponse(reply, response)
}

/** Routes that create messages, one or many, and preview one. Other files have the rest. */
export function messageRoutes(app: App, context: RouteContext, rooms: CreationParts & Omit<OperationTools, 'clock'>) {
  const { clock, log, config } = context
  createRoute(app, rooms)
  batchRoute(app, { clock, log, places: createBatchPlaces(config.batchWaitMs) }, rooms)
  previewRoute(app, context, rooms)
  messageReadRoutes(app, context)
  messageOperationRoutes(app, createMessageOperations({ ...rooms, clock }))
}

const tags = ['Messages']

function createRoute(app: App, { serverOf }: CreationParts): void {
  app.post(
    '/api/v1/messages',
    {
      bodyLimit: LONG_BODY_BYTES_MAX + ATTACHMENTS_BODY_BYTES_MAX,
      config: { idempotencyKey: 'own' },
      schema: {
        tags,
        summary: 'Create and send a message',
        description:
          'Sends the message at once, or at `send_at`. Creates one delivery per live channel of the template.',
        headers: TraceHeaders,
        body: messageBody.document,
        response: { 201: OneMessage },
      },
    },
    async (request, reply) => {
      const sender = senderOf(request)
      const { messages, idempotency } = serverOf(request)
      return sendCreated(request, reply, idempotency, (keyed) =>
        messages.create(request, sender, readBody(request, messageBody), keyed),
      )
    },
  )
}
