/**
 * `npm run explain` requests the first page of every list, with each filter on its worst value, in an account with a
 * million deliveries. It sends each request through the API, and explains every statement of the request. It prints
 * docs/list-queries.md, and fails if a request reads too much.
 */
import { writeFileSync } from 'node:fs'
import { createSystemClock } from '../src/clock.ts'
import { idFloor } from '../src/ids.ts'
import { makeMember, signInAs } from '../test/members.ts'
import { startTestService } from '../test/service.ts'
import type { Client } from '../test/service.ts'
import { startDatabase } from './database.ts'
import {
  CHANNEL_UNUSED,
  DELIVERIES,
  ENDPOINT,
  fill,
  oldestId,
  PARTITIONS,
  RECIPIENT_OF_FEW,
  RECIPIENT_OF_MANY,
  RECIPIENT_WAITING,
  REQUEST_OF_OLDEST,
  TEMPLATE,
  TEMPLATE_UNUSED,
} from './explain-data.ts'
import { explainingPool } from './explain-plan.ts'
import type { Explained } from './explain-plan.ts'

const PAGE = new URL('../../docs/list-queries.md', import.meta.url)
/** Limit of pages of 8 KiB for one request. */
const BUFFERS_MAX = 500
/** The second reading of a request counts: the first has filled the caches of plans and pages. */
const READINGS = 2

const UNKNOWN = 999_999_999
const NOW_MS = createSystemClock().now()
const OLDEST = oldestId(NOW_MS)
/** An id of today, in a partition with rows. */
const UNKNOWN_OF_TODAY = idFloor(NOW_MS) + 9_999_999_999
const FUTURE = '2099-01-01T00:00:00Z'
const PAST = '2001-01-01T00:00:00Z'

/** Lists and their filters. Each list is also requested without a filter. */
const REQUESTS: Record<string, string[]> = {
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
    `notification_user_id=${UNKNOWN}`,
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
    `notification_user_id=${UNKNOWN}`,
    `external_user_id=user-${RECIPIENT_OF_MANY}`,
    'external_user_id=nobody',
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
  event_counts: ['hours=48'],
  delivery_counts: [
    'period=7d&group_by=template',
    'period=30d&group_by=template',
    'period=90d&group_by=template',
    'period=90d&group_by=cause',
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
    `created_after=${FUTURE}`,
    `created_before=${PAST}`,
  ],
  api_keys: [],
  members: [],
  mails: [],
}

/** Lists that require a filter. */
const NEED_FILTER = new Set(['messages/new_messages_for', 'search'])

interface Reading extends Explained {
  list: string
  filter: string
}

async function read(
  client: Pick<Client, 'call'>,
  explained: Explained[],
  list: string,
  filter: string,
): Promise<Reading> {
  for (let reading = 1; ; reading++) {
    explained.length = 0
    const { status, body } = await client.call('GET', `/api/v1/${list}?${filter}`)
    if (status !== 200) throw new Error(`${list}?${filter}: ${status} ${JSON.stringify(body)}`)
    if (reading < READINGS) continue
    const worst = explained.toSorted((one, other) => other.buffers - one.buffers)[0]!
    const sum = (of: (one: Explained) => number) => explained.reduce((total, one) => total + of(one), 0)
    return { list, filter, buffers: sum((one) => one.buffers), ms: sum((one) => one.ms), plan: worst.plan }
  }
}

/** The plan without the nodes that never ran, for example the scans of other partitions. */
function withoutUnused(plan: string): string {
  let unusedIndent = Infinity
  const used = plan.split('\n').filter((line) => {
    const indent = line.search(/\S/)
    if (indent <= unusedIndent) unusedIndent = line.endsWith('(never executed)') ? indent : Infinity
    return unusedIndent === Infinity
  })
  return used.join('\n')
}

function page(readings: readonly Reading[], description: string): string {
  const worst = readings.toSorted((one, other) => other.buffers - one.buffers)[0]!
  const rows = readings.map(
    ({ list, filter, buffers, ms }) =>
      `| \`${list}\` | ${filter === '' ? '' : `\`${filter}\``} | ${buffers} | ${ms.toFixed(1)} |`,
  )
  return `# How much the lists read
<!-- Printed by \`npm run explain\`; do not edit. -->

This page measures the first page of every list, without a filter and with each filter on its worst value: a value that no row has,
that only the oldest row has, or that very many rows have. It also measures the reads of the dashboard's first page (\`event_counts\`,
\`recent_failures\`, the health of the webhook), and the search. The account has ${DELIVERIES.toLocaleString('en')} messages, as many deliveries and events, and 100,000 recipients, requests in the log and audit entries.
Messages and deliveries are in ${PARTITIONS} partitions, most of a day each. One recipient has every tenth message, and another has 10,000 scheduled messages. Buffers are the pages of 8 KiB that the statements
of one request read, including the look-up of its API key. No request may read more than ${BUFFERS_MAX}. ${description}.

| List | Filter | Buffers | ms |
| --- | --- | --- | --- |
${rows.join('\n')}

The plan of the request with the most buffers, \`${worst.list}?${worst.filter}\`, without the nodes that never ran:

\`\`\`text example
${withoutUnused(worst.plan)}
\`\`\`
`
}

const database = await startDatabase()
try {
  const { pool, explained } = explainingPool(database.pool)
  const running = await startTestService({ ...database, pool }, { ROLES: 'api' })
  try {
    const client = await running.client()
    await fill(database, client, NOW_MS)
    const owner = await signInAs(running, await makeMember(database, client, 'owner'))
    const readings: Reading[] = []
    for (const [list, filters] of Object.entries(REQUESTS))
      for (const filter of NEED_FILTER.has(list) ? filters : ['', ...filters]) {
        // API keys may not list members.
        const reading = await read(list === 'members' ? owner : client, explained, list, filter)
        console.log(`${reading.buffers} buffers, ${reading.ms.toFixed(1)} ms: ${list}?${filter}`)
        readings.push(reading)
      }
    writeFileSync(PAGE, page(readings, database.description))
    const tooMany = readings.filter(({ buffers }) => buffers > BUFFERS_MAX)
    if (tooMany.length > 0) process.exitCode = 1
    for (const { list, filter, buffers } of tooMany) console.error(`${list}?${filter} reads ${buffers} buffers`)
  } finally {
    await running.stop()
  }
} finally {
  await database.close()
}
