/** The route that creates many messages. */
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../../platform/errors.ts'
import { documented, listBody } from '../../platform/http/body-input.ts'
import { isForm, readBody } from '../../platform/http/body.ts'
import { sendResponse } from '../../platform/http/idempotency.ts'
import { readIdempotencyKey } from '../../platform/http/request-head.ts'
import type { App } from '../../platform/http/route.ts'
import { AnyJson } from '../../platform/http/schemas.ts'
import { BATCH_MESSAGES_MAX, batchResponse, createBatch, createKeyedBatch, resultObject } from './batch.ts'
import type { ItemResult } from './batch.ts'
import { senderOf } from './draft.ts'
import type { CreationParts } from './create.ts'
import { MessageInput, MessageOutput, TraceHeaders } from './schemas.ts'

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

/** For the log: at most as many as a batch has messages. */
const idsOf = (results: readonly ItemResult[]) => ({
  message_ids: results.flatMap((result) => (result.ok ? result.message.id : [])),
})

export function batchRoute(
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
        tags: ['Messages'],
        summary: 'Create and send many messages',
        description:
          'Each message is created whole or not at all, independently of the others. The results are in the order of the request. ' +
          'With an idempotency key, one transaction creates all valid messages. If it takes longer than 4 seconds, the ' +
          'remaining messages are not tried and get overloaded: send these again, with another key. If templates take too ' +
          'long to render, alone or all together, or if the messages with their texts take more than 16 MiB of JSON, the ' +
          'remaining messages are refused with template_limit: send fewer at once.',
        headers: TraceHeaders,
        body: BatchDocument,
        response: { 200: Type.Object({ results: Type.Array(BatchResult) }) },
      },
    },
    async (request, reply) => {
      const { pool, write } = request
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
        const results = await createBatch(write, tools, sender, readInputs(), isForm(request))
        request.made = idsOf(results)
        return { results: results.map(resultObject) }
      }
      let made: FastifyRequest['made'] = null
      const response = await idempotency.once(pool, key, () =>
        createKeyedBatch(write, tools, sender, readInputs(), isForm(request), {
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
