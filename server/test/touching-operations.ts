/** The operations of the API and the work behind them, for counting the rows that their statements touch. */
import assert from 'node:assert/strict'
import type { Clock } from '../src/platform/clock.ts'
import { untilDrained } from './drained.ts'
import { callInbox, openStream, tokenOf } from './inbox.ts'
import type { TouchedRows } from './rows-touched.ts'
import { OF_MESSAGE, OF_PAGE } from './touched-statements.ts'
import { callUnchecked as callApi, startTestService, until } from './service.ts'
import type { Client, TestService } from './service.ts'
import { startSendgrid } from './vendors/sendgrid.ts'

export interface Operation {
  what: string
  rowsMax: number
  run(): Promise<unknown>
}

/** Objects of the account, made once. */
export interface TouchedAccount extends Client {
  recipientId: number
  channelId: number
  templateId: number
  inboxChannelId: number
  reportedChannelId: number
  endpointId: number
}

const RECEIVED = 'https://test-receiver.invalid/204'
const REFUSED = 'https://test-receiver.invalid/500'
const TEXTS = { subject: 'Order {{ order.id }}', body: '<html><body>Hello</body></html>', body_format: 'html' }
const HOUR_MS = 3_600_000
const later = () => new Date(Date.now() + HOUR_MS).toISOString()

/** A service whose sends and webhooks are repeated soon, and a vendor that reports its sends. */
export async function startTouching({ database }: TouchedRows) {
  const vendor = await startSendgrid()
  const start = (clock?: Clock) =>
    startTestService(
      database,
      {
        PROVIDER_URLS: `sendgrid=${vendor.urls['sendgrid']}`,
        // The third attempt leaves time for a sweep.
        WEBHOOK_RETRY_SCHEDULE: `100ms${',2s'.repeat(6)}`,
        SWEEP_INTERVAL: '1s',
      },
      clock,
      undefined,
      // Each poll has its plans reported.
      { pollIntervalMs: 200 },
    )
  return { vendor, start }
}
export type Touching = Awaited<ReturnType<typeof startTouching>>

/** Calls the API. @throws if it refuses. */
function calling(client: Pick<Client, 'call'>) {
  return async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await client.call(method, `/api/v1/${path}`, body)
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }
}

const listOf = (path: string): string => path.split('/').at(-1)!.replace(/s$/, '')

export async function makeTouchedAccount(running: TestService, { vendor }: Touching): Promise<TouchedAccount> {
  const client = await running.client()
  const call = calling(client)
  const made = async (path: string, fields: object) =>
    (await call('POST', path, { [listOf(path)]: fields }))[listOf(path)]
  const channel = (fields: object) => made('notification_channels', fields)
  const template = (name: string, ...channels: { id: number }[]) =>
    made('message_templates', { name, ...TEXTS, channels: channels.map(({ id }) => ({ notification_channel_id: id })) })
  const mail = await channel({ name: 'Mail', channel_type: 'email', provider: 'sandbox' })
  const inbox = await channel({ name: 'Inbox', channel_type: 'in_app', provider: 'inbox' })
  const reported = await channel({
    name: 'Reported',
    channel_type: 'email',
    provider: 'sendgrid',
    settings: vendor.settings,
  })
  const { id: templateId } = await template('receipt', mail)
  await template('shown', inbox)
  await template('reported', reported)
  const { id: recipientId } = await made('notification_users', {
    external_user_id: 'ada',
    email: 'delivered@tidings.test',
  })
  const { id: endpointId } = await made('webhook_endpoints', { url: RECEIVED })
  const ids = { recipientId, templateId, endpointId, channelId: mail.id, inboxChannelId: inbox.id }
  return { ...client, ...ids, reportedChannelId: reported.id }
}

/** The lists of an account, by their paths. */
const listsOf = ({ recipientId: id, templateId, endpointId }: TouchedAccount): string[] => [
  'deliveries',
  'deliveries?status=failed',
  `deliveries?notification_user_id=${id}&expand=message`,
  `deliveries?notification_user_id=${id}&message_template_id=${templateId}`,
  'deliveries?reference=order-1',
  'message_resends',
  'messages',
  'messages?reference=order-1',
  'messages?status=failed',
  'messages?expand=notification_user,message_template',
  `messages?notification_user_id=${id}`,
  `messages/new_messages_for?notification_user_id=${id}`,
  `messages/new_messages_for?notification_user_id=${id}&limit=50`,
  'webhook_events/newest?expand=notification_user',
  `webhook_events/newest?notification_user_id=${id}`,
  'webhook_events',
  `notification_users/${id}/export`,
  'notification_users',
  'notification_users?external_user_id=ada',
  'notification_users?email_starts_with=del',
  'recent_failures',
  'event_counts',
  ...['delivery_counts', 'delivery_counts?group_by=template_channel', 'delivery_counts?group_by=channel&expand=health'],
  ...['search?q=ada', 'search?q=Receipt', 'search?q=1', 'search?q=order-1'],
  ...['requests', 'requests?result=failed', 'requests?request_id=req_00000000000000000000'],
  ...[
    'audit_log',
    'suppressions',
    'suppressions?address_part=tidings',
    'account',
    'preference_page',
    'webhook_test_requests',
  ],
  ...['sandbox_messages', `sandbox_messages?notification_user_id=${id}`],
  ...['attempts', 'attempts?expand=notification_user', 'stats', 'health', 'replays'].map(
    (list) => `webhook_endpoints/${endpointId}/${list}`,
  ),
]

/** Background work of every service, which begins by itself. */
const PERIODIC = [
  ...['sends.buckets_with_rows', 'sends.sweep', 'sends.read_started', 'sends.read', 'webhooks.buckets_with_rows'],
  ...['webhooks.sweep_queue', 'webhooks.find_orphaned'],
  ...['event_counts.scan', 'event_counts.add', 'delivery_counts.read_deliveries', 'delivery_counts.add'],
  ...['sandbox.take_due_reports', 'erasures.find_due', 'inbox_changes.scan_buckets'],
]

/** The first operation. */
export const CREATE = 'create, send, report, webhook'
const SCHEDULE = 'schedule, move, read, cancel'
/** The operations of every message. */
export const OF_EVERY_MESSAGE = [CREATE, SCHEDULE]

export interface Operating {
  running: TestService
  account: TouchedAccount
  counting: TouchedRows
  touching: Touching
  /** A recipient with stored messages. The erasure takes it. */
  erasedId: number
}

/** The operations, each with the largest number of rows for its statements. */
export function operationsOf({ running, account, counting, touching: { vendor }, erasedId }: Operating): Operation[] {
  const { pool } = counting.database
  const call = calling(account)
  const url = running.service.url!
  const { recipientId, templateId, endpointId } = account
  const endpoint = `webhook_endpoints/${endpointId}`
  const create = async (fields: object): Promise<any> =>
    (
      await call('POST', 'messages', {
        message: { notification_user_id: recipientId, message_template_id: templateId, ...fields },
      })
    ).message
  const sendTo = async (word: string) => {
    const message = await create({
      notification_user_id: null,
      external_user_id: word,
      notification_user: { email: `${word}@tidings.test` },
    })
    await untilDrained(pool)
    return message.deliveries[0].id as number
  }
  const ofMessage = (what: string, run: () => Promise<unknown>): Operation => ({ what, rowsMax: OF_MESSAGE, run })
  const ofPage = (what: string, run: () => Promise<unknown>): Operation => ({ what, rowsMax: OF_PAGE, run })

  return [
    ofMessage(CREATE, () => sendTo('delivered')),
    ofMessage('send again after a failure', () => sendTo('retry')),
    ofMessage('suppression, and a send to its address', async () => {
      const fields = { address: 'bounced@tidings.test', channel_type: 'email', reason: 'manual' }
      const headers = { 'idempotency-key': `suppression-${erasedId}` }
      const suppressing = { suppression: fields }
      const made = await callApi(url, account.apiKey, 'POST', '/api/v1/suppressions', suppressing, headers)
      assert.equal(made.status, 201, JSON.stringify(made.body))
      const { suppression } = made.body
      await sendTo('bounced')
      await call('GET', 'suppressions?address=bounced@tidings.test')
      await call('DELETE', `suppressions/${suppression.id}`)
    }),
    ofMessage('webhook again after a failure', async () => {
      await call('PATCH', endpoint, { webhook_endpoint: { url: REFUSED } })
      const { event_id: id } = await call('POST', `${endpoint}/test`)
      const received = async () => (await call('GET', 'webhook_test_requests')).webhook_test_requests
      const isSwept = () => counting.seen.has('webhooks.sweep_queue')
      await until(
        received,
        (all) => isSwept() && all.filter((one: { event_id: string }) => one.event_id === id).length > 1,
      )
      await call('PATCH', endpoint, { webhook_endpoint: { url: RECEIVED } })
      await untilDrained(pool)
      await call('GET', `webhook_events/${id}`)
      await call('GET', `search?q=${id}`)
      await call('POST', `webhook_events/${id}/resend`)
      await untilDrained(pool)
    }),
    ofMessage(SCHEDULE, async () => {
      const message = await create({ send_at: later(), reference: 'order-1', metadata: { shop: 'Bern' } })
      const [{ id }] = message.deliveries
      await call('GET', `messages/${message.id}?expand=failed_deliveries,waits_until`)
      await call('GET', `messages/${message.id}/render_message`)
      for (const path of [`deliveries/${id}`, `deliveries/${id}/timeline`, `deliveries/${id}/explanation`])
        await call('GET', path)
      assert.equal((await account.call('GET', `/api/v1/deliveries/${message.id}`)).status, 404)
      await call('GET', `deliveries?message_id=${message.id}`)
      for (const feed of ['webhook_events', 'webhook_events/newest']) await call('GET', `${feed}?delivery_id=${id}`)
      await call('PATCH', `messages/${message.id}`, { message: { send_at: later() } })
      await call('POST', `messages/${message.id}/cancel`)
      await call('PATCH', `messages/${message.id}/mark_as_seen`)
      await call('PATCH', `messages/${message.id}/mark_as_delivered`)
    }),
    ofMessage('events with their message', async () => {
      await call('PATCH', endpoint, { webhook_endpoint: { include_message: true } })
      await sendTo('delivered')
      await call('PATCH', endpoint, { webhook_endpoint: { include_message: false } })
    }),
    ofMessage('batch with a key, twice', async () => {
      const messages = [1, 2].map(() => ({ notification_user_id: recipientId, message_template_id: templateId }))
      const headers = { 'idempotency-key': `batch-${erasedId}` }
      for (const _ of [1, 2]) {
        const { status, body } = await callApi(
          url,
          account.apiKey,
          'POST',
          '/api/v1/messages/batch',
          { messages },
          headers,
        )
        assert.equal(status, 200, JSON.stringify(body))
      }
      await untilDrained(pool)
    }),
    ofMessage('report of a provider, open by a pixel', async () => {
      const email = `ada${erasedId}@example.com`
      await create({
        message_template_id: null,
        message_template_name: 'reported',
        notification_user_id: null,
        external_user_id: email,
        notification_user: { email },
      })
      await untilDrained(pool)
      const sent = vendor.sends.find(({ to }) => to === email)!
      const { notification_channel: channel } = await call('GET', `notification_channels/${account.reportedChannelId}`)
      const { url: callbackUrl, headers, body } = vendor.callbacks!.of.delivered!(sent, channel.callback_url)
      assert.equal((await fetch(callbackUrl, { method: 'POST', headers, body })).status, 200)
      const [pixel] = /[^"]+\/o\/[\w-]+\.gif/.exec(sent.html ?? '') ?? []
      await (await fetch(pixel!)).arrayBuffer()
      await until(
        () => Promise.resolve(counting.seen.has('deliveries.find_unopened')),
        (isFound) => isFound,
      )
      await untilDrained(pool)
    }),
    ofMessage('sandbox message, and a report of it', async () => {
      const id = await sendTo('silent')
      await call('GET', `sandbox_messages/${id}`)
      await call('POST', `sandbox_messages/${id}/report`, { sandbox_report: { fact: 'opened' } })
      await untilDrained(pool)
    }),
    ofMessage('recipient', async () => {
      const fields = { notification_user: { email: 'eve@example.com', first_name: 'Eve' } }
      await call('PUT', 'notification_users/by_external_id/eve', fields)
      const taken = { notification_user: { external_user_id: 'eve' } }
      assert.equal((await account.call('POST', '/api/v1/notification_users', taken)).status, 409)
      const { notification_user: made } = await call('PUT', 'notification_users/by_external_id/eve', fields)
      const user = `notification_users/${made.id}`
      await call('GET', user)
      await call('PATCH', user, fields)
      await call('GET', 'notification_users?email=eve@example.com')
      await call('PUT', `${user}/preferences`, { paused: true })
      await call('GET', `${user}/preferences`)
      const { device } = await call('POST', `${user}/devices`, {
        device: { platform: 'fcm', token: `token-${made.id}` },
      })
      await call('PATCH', `${user}/devices/${device.id}`, { device: { token: `other-${made.id}` } })
      await call('DELETE', `${user}/devices/${device.id}`)
      await call('DELETE', user)
    }),
    ofPage('live updates of the dashboard', async () => {
      const stopping = new AbortController()
      const headers = { authorization: `Bearer ${account.apiKey}` }
      const { body } = await fetch(`${url}/api/v1/live`, { headers, signal: stopping.signal })
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
      await create({ send_at: later() }).then(({ id }) => call('POST', `messages/${id}/cancel`))
      for (let text = ''; !text.includes('delivery.canceled');) text += (await reader.read()).value ?? ''
      stopping.abort()
    }),
    ofPage('inbox', async () => {
      const token = await tokenOf(account, recipientId)
      const inbox = async (method: string, path: string, body?: unknown) => {
        const response = await callInbox(url, token, method, path, body)
        assert.equal(response.status, 200, `${method} ${path}: ${JSON.stringify(response.body)}`)
      }
      const stream = await openStream(url, token)
      const { id } = await create({ message_template_id: null, message_template_name: 'shown' })
      await untilDrained(pool)
      await stream.waitFor((events) => events.some(({ name }) => name === 'message'))
      stream.close()
      await stream.ended
      for (const status of ['active', 'unseen', 'unread', 'archived']) await inbox('GET', `/messages?status=${status}`)
      await inbox('GET', '/counts')
      await inbox('PATCH', `/messages/${id}`, { read: true })
      for (const change of ['seen', 'read', 'archived'])
        await inbox('PATCH', '/messages', { [change]: true, up_to: id })
      const again = await openStream(url, token, { after: stream.lastEventId })
      await again.waitFor((events) => events.length > 0)
      again.close()
      await again.ended
    }),
    ...listsOf(account).map((path) => ofPage(path, () => call('GET', path))),
    ofPage('replay', async () => {
      const since = new Date(Date.now() - HOUR_MS).toISOString()
      const range = { since, until: new Date(Date.now() - 1000).toISOString() }
      await call('POST', `${endpoint}/replay_count`, range)
      await call('POST', `${endpoint}/replay`, range)
      await untilDrained(pool)
    }),
    ofPage('resend', async () => {
      const { id } = await create({})
      await call('POST', 'message_resends/count', { message_ids: [id] })
      const filters = { status: 'failed', created_after: new Date(Date.now() - HOUR_MS).toISOString() }
      await call('POST', 'message_resends', { filters })
      await untilDrained(pool)
      await call('GET', 'message_resends')
    }),
    ofMessage('detachment and removal of channels, removal of an endpoint', async () => {
      const name = `Removed ${erasedId}`
      const channels: { notification_channel_id: number }[] = []
      for (const number of [1, 2]) {
        const fields = { name: `${name} ${number}`, channel_type: 'email', provider: 'sandbox' }
        const { notification_channel } = await call('POST', 'notification_channels', { notification_channel: fields })
        channels.push({ notification_channel_id: notification_channel.id })
      }
      const fields = { message_template: { name, ...TEXTS, channels } }
      const { message_template: template } = await call('POST', 'message_templates', fields)
      await create({ message_template_id: template.id, send_at: later() })
      const kept = { message_template: { channels: channels.slice(1) } }
      await call('PATCH', `message_templates/${template.id}`, kept)
      await call('DELETE', `notification_channels/${channels[1]!.notification_channel_id}`)
      await call('DELETE', endpoint)
      const made = await call('POST', 'webhook_endpoints', { webhook_endpoint: { url: RECEIVED } })
      account.endpointId = made.webhook_endpoint.id
    }),
    ofPage('erasure of a recipient', async () => {
      await call('DELETE', `notification_users/${erasedId}?erase=true`)
      await untilDrained(pool)
    }),
    ofPage('metrics', () => running.service.context.metrics.metrics()),
    ofPage('background', async () => {
      const waiting = await create({ send_at: later() })
      await until(
        () => Promise.resolve(PERIODIC.filter((name) => !counting.seen.has(name))),
        (left) => left.length === 0,
      )
      await call('POST', `messages/${waiting.id}/cancel`)
    }),
  ]
}
