/** The requests of `npm run explain`. */
import { createSystemClock } from '../src/platform/clock.ts'
import { idFloor } from '../src/platform/ids.ts'
import {
  CHANNEL_UNUSED,
  ENDPOINT,
  oldestId,
  RECIPIENT_OF_FEW,
  RECIPIENT_OF_MANY,
  RECIPIENT_WAITING,
  REQUEST_OF_OLDEST,
  TEMPLATE,
  TEMPLATE_UNUSED,
} from './explain-data.ts'

const UNKNOWN = 999_999_999
export const NOW_MS = createSystemClock().now()
const OLDEST = oldestId(NOW_MS)
/** An id of today, in a partition with rows. */
const UNKNOWN_OF_TODAY = idFloor(NOW_MS) + 9_999_999_999
const WEEK_AGO = new Date(NOW_MS - 7 * 86_400_000).toISOString()
const FUTURE = '2099-01-01T00:00:00Z'
const PAST = '2001-01-01T00:00:00Z'

/** Lists and their filters. Each list is also requested without a filter. */
export const REQUESTS: Record<string, string[]> = {
  deliveries: [
    'expand=message',
    `message_template_id=${TEMPLATE}`,
    `message_template_id=${TEMPLATE_UNUSED}`,
    'status=failed',
    'status=canceled',
    `status=scheduled&notification_user_id=${RECIPIENT_OF_MANY}`,
    `message_id=${OLDEST}`,
    `message_id=${UNKNOWN_OF_TODAY}`,
    `notification_user_id=${RECIPIENT_OF_MANY}`,
    `notification_user_id=${RECIPIENT_OF_MANY}&status=failed`,
    `notification_user_id=${RECIPIENT_OF_MANY}&created_before=${PAST}`,
    `notification_user_id=${RECIPIENT_OF_FEW}`,
    `notification_channel_id=${CHANNEL_UNUSED}`,
    `notification_channel_id=${UNKNOWN}`,
    'channel_type=sms',
    'channel_type=push',
    'cause=timeout',
    `created_after=${FUTURE}`,
    `created_before=${PAST}`,
    `updated_after=${FUTURE}`,
    `updated_before=${PAST}`,
    `status=failed&notification_channel_id=${CHANNEL_UNUSED}&channel_type=email&updated_before=${PAST}`,
  ],
  messages: [
    `notification_user_id=${RECIPIENT_OF_MANY}`,
    `notification_user_id=${RECIPIENT_OF_MANY}&seen=false`,
    `external_user_id=user-${RECIPIENT_OF_MANY}`,
    `message_template_id=${TEMPLATE_UNUSED}`,
    `message_template_id=${UNKNOWN}`,
    `message_template_name=template-${TEMPLATE_UNUSED}`,
    'message_template_name=none',
    'seen=true',
    'seen=false',
    `created_after=${FUTURE}`,
    `created_before=${PAST}`,
  ],
  'messages/new_messages_for': [
    `notification_user_id=${RECIPIENT_OF_MANY}`,
    `notification_user_id=${RECIPIENT_OF_FEW}`,
    `notification_user_id=${RECIPIENT_WAITING}&limit=50`,
    `external_user_id=user-${RECIPIENT_OF_MANY}&limit=50`,
  ],
  'webhook_events/newest': [
    'type=delivery.failed',
    'state=pending',
    'state=failed',
    'state=dropped',
    `delivery_id=${OLDEST}`,
    `delivery_id=${UNKNOWN_OF_TODAY}`,
    `notification_user_id=${RECIPIENT_OF_MANY}`,
    `notification_user_id=${RECIPIENT_OF_MANY}&type=delivery.failed`,
    `notification_user_id=${RECIPIENT_OF_MANY}&created_before=${PAST}`,
    `notification_user_id=${RECIPIENT_OF_FEW}`,
    `notification_user_id=${RECIPIENT_WAITING}`,
    `created_after=${FUTURE}`,
    `created_before=${PAST}`,
    'type=delivery.failed&state=delivered',
  ],
  webhook_events: [
    'type=delivery.failed',
    'type=delivery.opened',
    'state=pending',
    'state=failed',
    'state=dropped',
    `delivery_id=${OLDEST}`,
    `delivery_id=${UNKNOWN_OF_TODAY}`,
    'type=delivery.failed&state=delivered',
  ],
  [`webhook_endpoints/${ENDPOINT}/attempts`]: [],
  [`webhook_endpoints/${ENDPOINT}/health`]: [],
  [`webhook_endpoints/${ENDPOINT}/stats`]: ['window=1h', 'window=7d', 'window=30d'],
  event_counts: ['hours=48'],
  delivery_counts: [
    'period=7d&group_by=template',
    'period=30d&group_by=template',
    'period=90d&group_by=template',
    'period=90d&group_by=template_channel',
    'period=90d&group_by=cause',
    'group_by=channel&expand=health',
    `since=${WEEK_AGO}&group_by=channel`,
  ],
  recent_failures: [],
  notification_users: [
    `external_user_id=user-${RECIPIENT_OF_FEW}`,
    'external_user_id=nobody',
    `email=USER-${RECIPIENT_OF_FEW}%40example.com`,
    'email=nobody%40example.com',
  ],
  notification_channels: ['name=Channel%20500', 'name=none'],
  message_templates: ['name=template-500', 'name=none'],
  search: [
    `q=user-${RECIPIENT_OF_FEW}`,
    'q=user-',
    'q=nobody',
    'q=template',
    'q=receipt',
    'kind=recipient&q=user-',
    'kind=recipient&q=nobody',
    'kind=recipient&q=example.com',
    `q=%23${OLDEST}`,
    'q=1',
    `q=${REQUEST_OF_OLDEST}`,
  ],
  suppressions: ['address=user-7%40example.com', 'address=nobody%40example.com'],
  audit_log: [
    'object=member',
    'object=none',
    'actor=member:1',
    'object=member&actor=api_key:1',
    `created_after=${FUTURE}`,
    `created_before=${PAST}`,
  ],
  requests: [
    'result=failed',
    `request_id=${REQUEST_OF_OLDEST}`,
    'request_id=none',
    'path=/none',
    'method=DELETE&status=404&actor=api_key:7',
    `created_after=${FUTURE}`,
    `created_before=${PAST}`,
  ],
  api_keys: [],
  members: [],
  mails: [],
}

/** Lists that require a filter. */
export const NEED_FILTER = new Set(['messages/new_messages_for', 'search'])
