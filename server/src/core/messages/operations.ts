/** Operations on an existing message: cancel it, move it to another time, mark it as seen or delivered. */
import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction, Write } from '../../platform/db/transaction.ts'
import { requesterOf } from '../deliveries/advance.ts'
import type { Recorder, Requester } from '../deliveries/advance.ts'
import { acknowledgeDeliveries, cancelDeliveries, moveDeliveries } from '../deliveries/by-message.ts'
import type { MessageKey } from '../deliveries/by-message.ts'
import { noMessage } from '../deliveries/find-delivery.ts'
import { messageObject, sendAheadMistake } from './message.ts'
import type { Message } from './message.ts'
import { MessageOutput } from './schemas.ts'
import { findMessage, lockMessage, writeMessageTimes } from './queries.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { RawRequest } from '../../platform/http/body.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { AlsoNamed, IdParams, TimeInput, parseTime } from '../../platform/http/schemas.ts'

/** The message after the operation, or the reason why it was not changed. */
export type OperationResult = { ok: true; message: Message } | { ok: false; code: Refused }

type Refused = 'not_cancelable' | 'not_scheduled'

/** Each throws 404 if no message has the id. */
export interface MessageOperations {
  /** Cancels the deliveries that are not dispatched yet, or wait for the end of quiet hours. */
  cancel(write: Write, key: MessageKey, requester: Requester): Promise<OperationResult>
  /**
   * Moves the message to another time (ms since the epoch) if all its deliveries are scheduled. A past time means now.
   * Calls `readSendAt` only if the message exists, and throws its errors on.
   */
  moveTo(write: Write, key: MessageKey, readSendAt: (now: number) => number): Promise<OperationResult>
  /** Idempotent. Records *opened* on its push deliveries. In the inbox, the message is seen too. */
  markAsSeen(write: Write, key: MessageKey): Promise<OperationResult>
  /** Idempotent. Records *delivered* on its push deliveries. */
  markAsDelivered(write: Write, key: MessageKey): Promise<OperationResult>
}

type MessageTimes = Awaited<ReturnType<typeof lockMessage>>[number]

interface NewTimes {
  sendAt?: number
  seenAt?: number
  deliveredAt?: number
  canceledAt?: number
}

export interface OperationTools {
  clock: Clock
  recorder: Recorder
  /** Called first in a transaction that marks a message as seen: its inbox has a lock before the lock of the message. */
  onSeen(tx: Transaction, key: MessageKey): Promise<void>
}

/** All writes lock the message first, then its deliveries, so that two of them never wait for each other. */
export function createMessageOperations({ clock, recorder, onSeen }: OperationTools): MessageOperations {
  /** `decide` returns the times to write, null to change nothing, or the reason for a refusal. */
  async function change(
    write: Write,
    key: MessageKey,
    decide: (tx: Transaction, times: MessageTimes, now: number) => Promise<NewTimes | Refused | null>,
    first: (tx: Transaction) => Promise<void> = async () => {},
  ): Promise<OperationResult> {
    const { bucket, accountId, messageId } = key
    return write(async (tx) => {
      await first(tx)
      const [times] = await lockMessage(tx, bucket, accountId, messageId)
      if (times === undefined) throw await noMessage(tx, key, messageId)
      const now = clock.now()
      const decided = await decide(tx, times, now)
      if (typeof decided === 'string') return { ok: false, code: decided }
      if (decided !== null) await writeTimes(tx, key, decided, now)
      const message = await findMessage(tx, bucket, accountId, messageId)
      return { ok: true, message: message! }
    })
  }

  /** True for a scheduled message without deliveries: it will appear in the recipient's feed, unless it is canceled. */
  const isScheduled = ({ sendAt, canceledAt }: MessageTimes, now: number) =>
    sendAt !== null && sendAt > now && canceledAt === null

  return {
    cancel: (write, key, requester) =>
      change(write, key, async (tx, times, now) => {
        const { canceled, remaining } = await cancelDeliveries(tx, recorder, key, { source: requester, now })
        const something = canceled > 0 || (remaining === 0 && isScheduled(times, now))
        return something ? { canceledAt: times.canceledAt ?? now } : 'not_cancelable'
      }),

    moveTo: (write, key, readSendAt) =>
      change(write, key, async (tx, times, now) => {
        const sendAt = Math.max(readSendAt(now), now)
        if (times.sendAt === null || times.canceledAt !== null) return 'not_scheduled'
        const moved = await moveDeliveries(tx, recorder, key, sendAt)
        if (moved === 'none' && !isScheduled(times, now)) return 'not_scheduled'
        return moved === 'not_all_scheduled' ? 'not_scheduled' : { sendAt }
      }),

    markAsSeen: (write, key) =>
      change(
        write,
        key,
        async (tx, times, now) => {
          await acknowledgeDeliveries(tx, recorder, key, 'opened')
          return times.seenAt === null ? { seenAt: now } : null
        },
        (tx) => onSeen(tx, key),
      ),

    markAsDelivered: (write, key) =>
      change(write, key, async (tx, times, now) => {
        await acknowledgeDeliveries(tx, recorder, key, 'delivered')
        return times.deliveredAt === null ? { deliveredAt: now } : null
      }),
  }
}

async function writeTimes(tx: Transaction, key: MessageKey, times: NewTimes, now: number): Promise<void> {
  const { bucket, accountId, messageId } = key
  const time = (timeMs: number | undefined) => (timeMs === undefined ? null : isoTime(timeMs))
  const { sendAt, seenAt, deliveredAt, canceledAt } = times
  const values = [time(sendAt), time(seenAt), time(deliveredAt), time(canceledAt)] as const
  await writeMessageTimes(tx, bucket, accountId, messageId, ...values, isoTime(now))
}

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

function responseOf(result: OperationResult, { messageId: id }: MessageKey) {
  if (result.ok) return { message: messageObject(result.message) }
  throw new ApiError(result.code, { path: { id } })
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
    async ({ write, caller, params }) => {
      const key = keyOf(caller, params.id)
      return responseOf(await operations.cancel(write, key, requesterOf(caller)), key)
    },
  )

  app.patch(
    '/api/v1/messages/:id',
    { schema: { ...schema, summary: 'Move a scheduled message to another time', body: moveBody.document } },
    async (request) => {
      const { write } = request
      const key = keyOf(request.caller, request.params.id)
      return responseOf(await operations.moveTo(write, key, (now) => readMove(request, now)), key)
    },
  )

  app.patch(
    '/api/v1/messages/:id/mark_as_seen',
    {
      config: { idempotencyKey: 'kept' },
      schema: { ...schema, summary: 'Mark a message as seen, also in the inbox; its push deliveries become opened' },
    },
    async ({ write, caller, params }) => {
      const key = keyOf(caller, params.id)
      return responseOf(await operations.markAsSeen(write, key), key)
    },
  )

  app.patch(
    '/api/v1/messages/:id/mark_as_delivered',
    {
      config: { idempotencyKey: 'kept' },
      schema: { ...schema, summary: 'Mark a message as delivered; its push deliveries become delivered' },
    },
    async ({ write, caller, params }) => {
      const key = keyOf(caller, params.id)
      return responseOf(await operations.markAsDelivered(write, key), key)
    },
  )
}
