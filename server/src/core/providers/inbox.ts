/**
 * The inbox in the account's own app: a send stores the message, and clients of the recipient read it (room `inbox`).
 * Nothing goes over the network. The row and its change are stored together, so a stream misses no message.
 */
import Type from 'typebox'
import { Batcher } from '../../platform/db/batcher.ts'
import { isOutage, isResultUnknown } from '../../platform/db/database-error.ts'
import { ApiError } from '../../platform/errors.ts'
import { createEventIds } from '../../platform/ids.ts'
import { cause } from './causes.ts'
import { storeInboxMessages } from './inbox-queries.ts'
import type { NewInboxMessage } from './inbox-queries.ts'
import { inboxTextOf } from './plain-text.ts'
import type { ProviderDefinition, SendInput, SendResult } from './provider.ts'

/** The wait after an overload or a database outage, ms. */
const AGAIN_AFTER_MS = 1_000

const BATCH_ITEMS_MAX = 500

const ACCEPTED: SendResult = { result: 'accepted', providerMessageId: null }

/** The stored message, without its times. A longer body is cut, as pushes are. */
function messageOf(input: SendInput, messageId: number): Omit<NewInboxMessage, 'at' | 'changeId'> {
  const { bucket, accountId, id: deliveryId } = input.delivery
  const { recipientId, topicId, subject: title, url } = input
  return { bucket, accountId, messageId, deliveryId, recipientId, topicId, title, body: inboxTextOf(input), url }
}

function resultOf(isStored: boolean): SendResult {
  if (isStored) return ACCEPTED
  // Only if the types of a template's channels were changed after the message was created.
  return { result: 'permanent', cause: cause('message_refused', 'another channel has put the message into the inbox') }
}

export const inboxProvider: ProviderDefinition = {
  name: 'inbox',
  title: 'Inbox (in your app)',
  channelTypes: ['in_app'],
  settings: Type.Object({}),
  checkSettings: () => ({}),
  create({ pool, clock, config }) {
    const ids = createEventIds(clock)
    const batcher = new Batcher<NewInboxMessage, boolean>({
      itemsMax: BATCH_ITEMS_MAX,
      slots: 2,
      waitMsMax: config.batchWaitMs,
      monotonic: clock.monotonic,
      flush: (messages) => storeInboxMessages(pool, messages),
    })
    return {
      async send(input) {
        const { messageId } = input.delivery
        // A test of a channel has no message, so nothing can be stored.
        if (messageId === null) return ACCEPTED
        const { id: changeId, timeMs: at } = ids.next(0)
        try {
          return resultOf(await batcher.add({ ...messageOf(input, messageId), at, changeId }))
        } catch (error) {
          // It may be stored. The next send then finds it.
          if (isResultUnknown(error))
            return { result: 'transient', retryAfterMs: null, cause: cause('connection_reset') }
          if (!(error instanceof ApiError) && !isOutage(error)) throw error
          return { result: 'rate_limited', retryAfterMs: AGAIN_AFTER_MS, cause: cause('overloaded') }
        }
      },
      close: () => batcher.drained(),
    }
  },
}
