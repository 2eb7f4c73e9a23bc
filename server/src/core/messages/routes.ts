import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { RouteContext } from '../../platform/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { listBody, rootBody, documented } from '../../platform/http/body-input.ts'
import { readBody, isForm, LONG_BODY_BYTES_MAX } from '../../platform/http/body.ts'
import { readIdempotencyKey } from '../../platform/http/request-head.ts'
import { sendResponse } from '../../platform/http/idempotency.ts'
import type { Idempotency, NewResponse } from '../../platform/http/idempotency.ts'
import type { App } from '../../platform/http/route.ts'
import { AnyJson } from '../../platform/http/schemas.ts'
import { ATTACHMENTS_BODY_BYTES_MAX } from './attachments.ts'
import {
  BATCH_MESSAGES_MAX,
  createBatch,
  createKeyedBatch,
  batchResponse,
  resultObject,
  createBatchPlaces,
} from './batch.ts'
import type { ItemResult } from './batch.ts'
import type { CreateResult, Keyed, MessageCreator } from './create.ts'
import { senderOf } from './draft.ts'
import { messageObject } from './message.ts'
import type { Message } from './message.ts'
import { MessageInput, MessageOutput } from './schemas.ts'
import { messageOperationRoutes, createMessageOperations } from './operations.ts'
import type { OperationTools } from './operations.ts'
import { PreviewOutput, previewMessage } from './preview.ts'
import { messageReadRoutes } from './read-routes.ts'

const messageBody = rootBody('message', MessageInput)
const OneMessage = Type.Object({ message: MessageOutput })

const BATCH_BODY_BYTES_MAX = 5 * 1024 * 1024
/**
 * This many messages of a batch count as one more request in `API_RATE_LIMIT`. A batch costs more than one request, but
 * less than one per message.
 */
const BATCH_MESSAGES_PER_REQUEST = 5
const batchBody = listBody(
  Type.Object({ messages: Type.Optional(Type.Array(AnyJson, { minItems: 1, maxItems: BATCH_MESSAGES_MAX })) }),
  MessageInput,
)
const BatchDocument = Type.Object({
  messages: Type.Array(documented(MessageInput), { minItems: 1, maxItems: BATCH_MESSAGES_MAX }),
})
const BatchResult = Type.Object({
  index: Type.Integer({ description: 'The position of the message in the request, counted from 0' }),
  message: Type.Optional(MessageOutput),
  error: Type.Optional(Type.String()),
  code: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Unsafe<Record<string, string[]>>({
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    }),
  ),
})

/** The response to a message that was made. */
const responseOf = (message: Message): NewResponse => ({
  status: 201,
  recipientIds: [message.recipientId],
  body: JSON.stringify({ message: messageObject(message) }),
})

/** The error of a result without a message. */
function failure(error: Extract<ItemResult, { ok: false }>): ApiError {
  return 'error' in error ? error.error : invalid(error.errors, error.code)
}

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
    if (!result.ok) throw failure(result)
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

/** For the log: at most as many as a batch has messages. */
const idsOf = (results: readonly ItemResult[]) => ({
  message_ids: results.flatMap((result) => (result.ok ? result.message.id : [])),
})

export interface CreationParts {
  /** The parts that create messages, on the server of the sender's account. */
  serverOf(request: FastifyRequest): { messages: MessageCreator; idempotency: Idempotency }
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

/** Read by `platform/http/spans.ts`. It stands here for the OpenAPI document. */
const headers = Type.Object({
  traceparent: Type.Optional(
    Type.String({
      pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      description:
        'The trace context of W3C. If the operator has traces on, sends and webhook attempts of the messages link to it. An invalid one is ignored.',
      examples: ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    }),
  ),
})

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
        headers,
        body: messageBody.document,
        response: { 201: OneMessage },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const sender = senderOf(request)
      const { messages, idempotency } = serverOf(request)
      return sendCreated(request, reply, idempotency, (keyed) =>
        messages.create(pool, sender, readBody(request, messageBody), keyed),
      )
    },
  )
}

function batchRoute(
  app: App,
  shared: Omit<Parameters<typeof createBatch>[1], 'messages'>,
  { serverOf }: CreationParts,
): void {
  app.post(
    '/api/v1/messages/batch',
    {
      bodyLimit: BATCH_BODY_BYTES_MAX,
      config: { hasLargeResponse: true, idempotencyKey: 'own' },
      schema: {
        tags,
        summary: 'Create and send many messages',
        description:
          'Each message is created whole or not at all, independently of the others. The results are in the order of the request. ' +
          'With an idempotency key, one transaction creates all valid messages. If it takes longer than 4 seconds, the ' +
          'remaining messages are not tried and get overloaded: send these again, with another key. If templates take too ' +
          'long to render, alone or all together, or if the messages with their texts take more than 16 MiB of JSON, the ' +
          'remaining messages are refused with template_limit: send fewer at once.',
        headers,
        body: BatchDocument,
        response: { 200: Type.Object({ results: Type.Array(BatchResult) }) },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const sender = senderOf(request)
      const { messages, idempotency } = serverOf(request)
      const tools = { ...shared, messages }
      const readInputs = () => {
        const { messages: inputs } = readBody(request, batchBody)
        if (inputs === undefined)
          throw new ApiError('missing_root_key', { sentence: 'The body has no root key messages' })
        request.charge(inputs.length / BATCH_MESSAGES_PER_REQUEST)
        return inputs
      }
      const key = readIdempotencyKey(request)
      if (key === null) {
        const results = await createBatch(pool, tools, sender, readInputs(), isForm(request))
        request.made = idsOf(results)
        return { results: results.map(resultObject) }
      }
      let made: FastifyRequest['made'] = null
      const response = await idempotency.once(pool, key, () =>
        createKeyedBatch(pool, tools, sender, readInputs(), isForm(request), {
          key,
          responseOf(results) {
            made = idsOf(results)
            return batchResponse(results)
          },
        }),
      )
      // The transaction may have found the key taken.
      if (!response.replayed) request.made = made
      return sendResponse(reply, response)
    },
  )
}

function previewRoute(app: App, { clock }: Pick<RouteContext, 'clock'>, { serverOf }: CreationParts): void {
  app.post(
    '/api/v1/messages/preview',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      config: { hasLargeResponse: true, idempotencyKey: 'ignored' },
      schema: {
        tags,
        summary: 'Preview a message; nothing is stored',
        description:
          'The response has at most 1 MiB of channel texts: `channels_left_out` counts the channels without texts.',
        body: messageBody.document,
        response: { 200: Type.Object({ preview: PreviewOutput }) },
      },
    },
    async (request) => {
      const { pool } = request
      const sender = senderOf(request)
      const { drafter } = serverOf(request).messages
      const result = await previewMessage(pool, { clock, drafter }, sender, readBody(request, messageBody))
      if (!result.ok) throw invalid(result.errors, result.code)
      return { preview: result.preview }
    },
  )
}
