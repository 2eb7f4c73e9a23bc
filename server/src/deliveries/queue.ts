/** Sends that wait, as they are stored and as they are dispatched. */
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { QueueItem, QueueStatements } from '../dispatch/queue.ts'
import type { QueuedSend } from './advance.ts'
import { readSends, sweepSends } from './queries.ts'

/** A send that is dispatched; what it sends is read when it begins. */
export interface SendItem extends QueuedSend, QueueItem {
  dueAt: number
}

/** What a waiting send takes in memory, as characters. */
export const SEND_CHARACTERS = 100

export function itemOf(send: QueuedSend): SendItem {
  return { ...send, id: String(send.deliveryId), size: SEND_CHARACTERS }
}

/** A key is a channel of an account. */
export const keyOf = (accountId: number, channelId: number) => `${accountId}/${channelId}`

/** Sends are fresh in the order in which they are due, retries and scheduled ones too. */
export function sendStatements({ pool }: Pick<Context, 'pool'>): QueueStatements<SendItem> {
  return {
    keyOf: ({ accountId, channelId }) => keyOf(accountId, channelId),
    isRetry: () => false,
    positionOf: ({ dueAt }) => isoTime(dueAt),
    positionAt: isoTime,
    async readFresh(bucket, reads) {
      const lanes = reads.map(({ key, cursor, rowsMax }) => {
        const [accountId, channelId] = key.split('/').map(Number) as [number, number]
        return { accountId, channelId, cursor: cursor === '' ? '-infinity' : cursor, rowsMax }
      })
      const rows = await readSends(pool, lanes, bucket)
      return rows.map((row) => {
        const { account_id: accountId, channel_id: channelId, delivery_id: deliveryId, due_at: dueAt } = row
        return itemOf({ bucket, accountId, channelId, deliveryId, dueAt })
      })
    },
  }
}

/** The keys of the bucket with sends that wait. */
export async function sweepBucket({ pool }: Pick<Context, 'pool'>, bucket: number): Promise<string[]> {
  const rows = await sweepSends(pool, bucket)
  return rows.map((row) => keyOf(row.account_id, row.channel_id))
}
