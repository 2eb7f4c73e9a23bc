import { isoTime } from '../../platform/clock.ts'
import { columns } from '../../platform/db/rows.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import { failureCause } from './cause.ts'
import { labelsShown } from './labels.ts'
import type { Labels } from './labels.ts'
import type { DeliveryState } from './status.ts'

export interface DeliveryKey {
  bucket: number
  accountId: number
  deliveryId: number
}

/** Unique among all accounts. An id is not: a bucket that moved here brought the ids of another server. */
export const deliveryName = (accountId: number, deliveryId: number): string => `${accountId}/${deliveryId}`

export const DELIVERY_KEYS = columns('bucket smallint, account_id bigint, delivery_id bigint')

/** A stored delivery with its channel. */
export interface Delivery extends DeliveryState, Labels {
  bucket: number
  accountId: number
  id: number
  messageId: number
  recipientId: number
  channel: { id: number; name: string; channelType: string }
  createdAt: number
}

/** Columns of `deliveries d` joined with `channels c`, for `deliveryOfRow`. */
export const DELIVERY_COLUMNS = `d.bucket, d.account_id, d.id, d.message_id, d.recipient_id, d.channel_id, d.status,
  d.scheduled_at, d.queued_at, d.retrying_at, d.sent_at, d.failed_at, d.delivered_at, d.bounced_at, d.opened_at,
  d.canceled_at, d.error_message, d.friendly_error_message, d.limit_feature_key, d.provider_message_id, d.created_at,
  d.updated_at, d.reference, d.metadata, c.name as channel_name, c.channel_type`

/** The columns with texts of variable length. */
export const DELIVERY_TEXTS = [
  'error_message',
  'friendly_error_message',
  'limit_feature_key',
  'provider_message_id',
  'reference',
  'metadata',
  'channel_name',
] as const

export type DeliveryRow = RowOf<'deliveries.find'>

export function deliveryOfRow(row: DeliveryRow): Delivery {
  return {
    bucket: row.bucket,
    accountId: row.accountId,
    id: row.id,
    messageId: row.messageId,
    recipientId: row.recipientId,
    channel: { id: row.channelId, name: row.channelName, channelType: row.channelType },
    status: row.status,
    factTimes: {
      scheduled: row.scheduledAt,
      queued: row.queuedAt,
      retrying: row.retryingAt,
      sent: row.sentAt,
      failed: row.failedAt,
      delivered: row.deliveredAt,
      bounced: row.bouncedAt,
      opened: row.openedAt,
      canceled: row.canceledAt,
    },
    errorMessage: row.errorMessage,
    friendlyErrorMessage: row.friendlyErrorMessage,
    limitFeatureKey: row.limitFeatureKey,
    providerMessageId: row.providerMessageId,
    reference: row.reference,
    metadata: row.metadata,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** The delivery object of the API and of events, with the same keys in the same order (specification 2.2). */
export function deliveryObject(delivery: Delivery) {
  const { factTimes } = delivery
  return {
    id: delivery.id,
    status: delivery.status,
    error_message: delivery.errorMessage,
    sent_at: isoTime(factTimes.sent),
    failed_at: isoTime(factTimes.failed),
    delivered_at: isoTime(factTimes.delivered),
    opened_at: isoTime(factTimes.opened),
    created_at: isoTime(delivery.createdAt),
    updated_at: isoTime(delivery.updatedAt),
    message_id: delivery.messageId,
    friendly_error_message: delivery.friendlyErrorMessage,
    limit_feature_key: delivery.limitFeatureKey,
    notification_channel: {
      id: delivery.channel.id,
      name: delivery.channel.name,
      channel_type: delivery.channel.channelType,
    },
    ...labelsShown(delivery),
  }
}

/** The outcome as an event stores it: the status, for failures with the cause, for example `failed:timeout`. */
export function outcomeOf({
  status,
  errorMessage,
  limitFeatureKey,
}: Pick<DeliveryState, 'status' | 'errorMessage' | 'limitFeatureKey'>): string {
  if (status === 'retrying') return 'queued'
  if (status !== 'failed' && status !== 'bounced') return status
  return `${status}:${failureCause(errorMessage, limitFeatureKey !== null)}`
}
