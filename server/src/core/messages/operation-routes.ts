import Type from 'typebox'
import { requesterOf } from '../deliveries/advance.ts'
import type { MessageKey } from '../deliveries/by-message.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { readBody, rootBody } from '../../platform/http/body.ts'
import type { RawRequest } from '../../platform/http/raw-body.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { AlsoNamed, IdParams, TimeInput, parseTime } from '../../platform/http/schemas.ts'
import { MessageOutput, messageObject, sendAheadMistake } from './message.ts'
import type { MessageOperations, OperationResult } from './operations.ts'

const OneMessage = Type.Object({ message: MessageOutput })

const moveBody = rootBody(
  'message',
  Type.Object({
    send_at: AlsoNamed(
      Type.Unsafe<string>({ ...TimeInput, description: 'If the time is in the past, the message is sent at once' }),
      'scheduled_at',
    ),
  }),
)

const tags = ['Messages']

function keyOf({ bucket, accountId }: Caller, messageId: number) {
  return { bucket, accountId, messageId }
}

function answer(result: OperationResult, { messageId: id }: MessageKey) {
  if (!result.ok) throw new ApiError(result.code, { path: { id } })
  return { message: messageObject(result.message) }
}

/** The requested time, ms since the epoch. Throws 422 if it is more than a year ahead. */
function readMove(request: RawRequest, now: number): number {
  const sendAt = parseTime(readBody(request, moveBody).send_at)!
  const mistake = sendAheadMistake(sendAt, now)
  if (mistake !== null) throw invalid({ send_at: [mistake] })
  return sendAt
}

/** Routes to cancel, move and mark a message. */
export function messageOperationRoutes(app: App, operations: MessageOperations): void {
  const schema = { tags, params: IdParams, response: { 200: OneMessage } }

  app.post(
    '/api/v1/messages/:id/cancel',
    { schema: { ...schema, summary: 'Cancel the scheduled deliveries of a message' } },
    async ({ pool, caller, params }) => {
      const key = keyOf(caller, params.id)
      return answer(await operations.cancel(pool, key, requesterOf(caller)), key)
    },
  )

  app.patch(
    '/api/v1/messages/:id',
    { schema: { ...schema, summary: 'Move a scheduled message to another time', body: moveBody.document } },
    async (request) => {
      const { pool } = request
      const key = keyOf(request.caller, request.params.id)
      return answer(await operations.moveTo(pool, key, (now) => readMove(request, now)), key)
    },
  )

  app.patch(
    '/api/v1/messages/:id/mark_as_seen',
    {
      config: { idempotencyKey: 'kept' },
      schema: { ...schema, summary: 'Mark a message as seen, also in the inbox; its push deliveries become opened' },
    },
    async ({ pool, caller, params }) => {
      const key = keyOf(caller, params.id)
      return answer(await operations.markAsSeen(pool, key), key)
    },
  )

  app.patch(
    '/api/v1/messages/:id/mark_as_delivered',
    {
      config: { idempotencyKey: 'kept' },
      schema: { ...schema, summary: 'Mark a message as delivered; its push deliveries become delivered' },
    },
    async ({ pool, caller, params }) => {
      const key = keyOf(caller, params.id)
      return answer(await operations.markAsDelivered(pool, key), key)
    },
  )
}
