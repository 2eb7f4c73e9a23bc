/** Records fetched messages in batches. A client need not wait for it. */
import type { CommonContext } from '../../platform/context.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import type { InboxMessageRow, MessageKey } from './queries.ts'
import { recordFetches } from './states.ts'

const BATCH_MAX = 500
const WAITING_MAX = 10_000

export interface Fetches {
  /** Records later that a client has got the messages. Those fetched before cost nothing. */
  report(messages: readonly InboxMessageRow[]): void
  /** Resolves when all reported messages are recorded. */
  drained(): Promise<void>
}

/** If a report is lost in a crash, the next fetch of the message records it. */
export function createFetches({ pool, clock, config, log }: CommonContext, recorder: Recorder): Fetches {
  const batcher = new Batcher<MessageKey, null>({
    itemsMax: BATCH_MAX,
    slots: 2,
    waitingMax: WAITING_MAX,
    accountOf: ({ accountId }) => accountId,
    waitMsMax: config.batchWaitMs,
    monotonic: clock.monotonic,
    async flush(messages) {
      await recordFetches(pool, { clock, recorder }, messages)
      return messages.map(() => null)
    },
  })
  return {
    report(messages) {
      for (const { bucket, accountId, recipientId, id: messageId, fetchedAt } of messages)
        if (fetchedAt === null)
          batcher.add({ bucket, accountId, recipientId, messageId }).catch((error: unknown) => {
            const ids = { message_id: messageId, account_id: accountId }
            logFailure(log, 'tasks', { event: 'inbox.fetch_not_recorded', ...ids }, error)
          })
    },
    drained: () => batcher.drained(),
  }
}
