/** Reading deliveries: the list with its filters, their cost, and the timeline. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import type { TestDatabase } from '../../../test/database.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import type { TestAccount } from '../../../test/factories.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import type { ApiResponse, RoomServer } from '../../../test/room-server.ts'
import { until } from '../../../test/service.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { ensurePartitions } from '../../platform/db/partitions/make.ts'
import { withSession } from '../../platform/db/session.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { countNewEvents } from '../events/counts.ts'
import type { Caller } from '../../platform/http/route.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'
import { listMessages, listNewMessages } from '../messages/list.ts'
import type { MessageFilters } from '../messages/list.ts'
import type { PageKey } from '../../platform/http/pages.ts'
import type { FactReport } from './advance.ts'
import { listDeliveries } from './list.ts'
import type { DeliveryFilters } from './list.ts'
import { expandMessages } from './message-details.ts'
import { deliveryRoutes } from './routes.ts'
import { recordSends } from './sends/queries.ts'
import { FACTS } from './status.ts'

let database: TestDatabase
let server: RoomServer
const recording = createRecording()

before(async () => {
  database = await createTestDatabase()
  server = await startRoomServer(database.pool, (app) => deliveryRoutes(app))
})
after(async () => {
  await server.close()
  await database.close()
})

const callerOf = ({ bucket, accountId }: TestAccount): Caller => ({ bucket, accountId, role: 'full', actor: 'test' })

type Details = Pick<FactReport, 'fact' | 'source'> & Partial<FactReport>

async function report(account: TestAccount, deliveryId: number, facts: Details[]): Promise<void> {
  const { bucket, accountId } = account
  await transaction(database.pool, (tx) =>
    recording.recorder.advance(
      tx,
      facts.map((fact) => ({ bucket, accountId, deliveryId, ...fact })),
    ),
  )
}

const idsOf = (response: ApiResponse): number[] =>
  response.body.deliveries.map((delivery: { id: number }) => delivery.id)

describe('list', () => {
  test('every filter, alone and with others; another account sees nothing', async () => {
    const account = await makeAccount(database.pool)
    const caller = callerOf(account)
    const first = await makeDelivery(database.pool, recording, account)
    const second = await makeDelivery(database.pool, recording, account)
    const scheduled = await makeDelivery(database.pool, recording, account, Date.now() + 3_600_000)
    await report(account, first.id, [
      { fact: 'sent', source: 'dispatcher' },
      { fact: 'bounced', source: 'provider' },
    ])
    const list = async (query: string) => idsOf(await server.request(caller, 'GET', `/api/v1/deliveries?${query}`))
    const all = [scheduled.id, second.id, first.id]
    assert.deepEqual(await list(''), all)
    assert.deepEqual(await list('status=bounced'), [first.id])
    assert.deepEqual(await list('status=queued'), [second.id])
    assert.deepEqual(await list('status=canceled'), [])
    assert.deepEqual(await list('status=bounced,queued'), [second.id, first.id])
    assert.deepEqual(await list(`message_id=${second.messageId}`), [second.id])
    assert.deepEqual(await list(`message_id=${second.messageId}&status=sent`), [])
    assert.deepEqual(await list(`notification_user_id=${account.recipientId}`), all)
    assert.deepEqual(await list('external_user_id=recipient'), all)
    assert.deepEqual(await list(`external_user_id=recipient&notification_user_id=${account.recipientId}`), all)
    assert.deepEqual(await list(`notification_user_id=${account.recipientId}&status=scheduled`), [scheduled.id])
    assert.deepEqual(await list(`notification_user_id=${account.recipientId}&message_id=${first.messageId}`), [
      first.id,
    ])
    assert.deepEqual(await list(`notification_channel_id=${account.channelId}`), all)
    assert.deepEqual(await list(`notification_channel_id=${account.channelId + 1}`), [])
    assert.deepEqual(await list('channel_type=email'), all)
    assert.deepEqual(await list('channel_type=push'), [])
    assert.deepEqual(await list(`message_template_id=${account.templateId}`), all)
    assert.deepEqual(await list(`message_template_id=${account.templateId}&status=bounced`), [first.id])
    assert.deepEqual(await list(`message_template_id=${account.templateId + 1}`), [])
    const { rows } = await database.pool.query<{ name: string }>({
      text: 'select name from templates where id = $1',
      values: [account.templateId],
    })
    const name = encodeURIComponent(rows[0]!.name)
    assert.deepEqual(await list(`message_template_name=${name}`), all)
    assert.deepEqual(await list(`message_template_name=${name}&status=bounced&external_user_id=recipient`), [first.id])
    assert.deepEqual(await list('message_template_name=none'), [])
    assert.deepEqual(await list('cause=unknown'), [first.id])
    assert.deepEqual(await list('cause=timeout'), [])
    const createdAt = new Date(second.createdAt).toISOString()
    assert.ok((await list(`created_before=${createdAt}`)).every((id) => id === first.id))
    assert.ok((await list(`created_after=${createdAt}`)).every((id) => id === scheduled.id))
    const { body } = await server.request(caller, 'GET', `/api/v1/deliveries/${first.id}`)
    assert.deepEqual(await list(`updated_after=${body.updated_at}`), [])
    assert.ok((await list(`updated_before=${body.updated_at}`)).includes(second.id))
    const stranger = callerOf(await makeAccount(database.pool))
    for (const query of ['', `message_id=${first.messageId}`])
      assert.deepEqual(idsOf(await server.request(stranger, 'GET', `/api/v1/deliveries?${query}`)), [])
    const ofStranger = `/api/v1/deliveries?notification_user_id=${account.recipientId}`
    const { status, body: refused } = await server.request(stranger, 'GET', ofStranger)
    assert.deepEqual([status, refused.errors], [422, { notification_user_id: ['is unknown'] }])
    const unknown = await server.request(stranger, 'GET', '/api/v1/deliveries?external_user_id=nobody')
    assert.deepEqual([unknown.status, unknown.body.errors], [422, { external_user_id: ['is unknown'] }])
  })

  test('shows the messages on request', async () => {
    const account = await makeAccount(database.pool, 'ada@example.com')
    const delivery = await makeDelivery(database.pool, recording, account)
    const { body } = await server.request(callerOf(account), 'GET', '/api/v1/deliveries?expand=message')
    const names = { external_user_id: 'recipient', email: 'ada@example.com', first_name: null, last_name: null }
    assert.deepEqual(body.deliveries[0].message, {
      id: delivery.messageId,
      sent_again_as: null,
      again_of: null,
      rendered_subject: 'Receipt',
      send_at: null,
      notification_user: { id: account.recipientId, ...names },
      message_template: { id: account.templateId, name: 'receipt' },
    })
    const plain = await server.request(callerOf(account), 'GET', '/api/v1/deliveries')
    assert.ok(!('message' in plain.body.deliveries[0]))
  })

  test('of recent failures: failed or bounced without a later success, newest first', async () => {
    const account = await makeAccount(database.pool)
    const failed = await makeDelivery(database.pool, recording, account)
    const opened = await makeDelivery(database.pool, recording, account)
    const bounced = await makeDelivery(database.pool, recording, account)
    await report(account, failed.id, [{ fact: 'failed', source: 'dispatcher', errorMessage: 'timeout' }])
    await report(account, opened.id, [
      { fact: 'failed', source: 'dispatcher', errorMessage: 'timeout' },
      { fact: 'opened', source: 'pixel' },
    ])
    await report(account, bounced.id, [{ fact: 'bounced', source: 'provider' }])
    const { pool } = database
    const config = { eventRetentionDays: 30 }
    const counting = { pool, buckets: () => ALL_BUCKETS, clock: recording.clock, config, alsoCount: async () => {} }
    const read = async () => {
      await countNewEvents(counting)
      return (await server.request(callerOf(account), 'GET', '/api/v1/recent_failures')).body.recent_failures
    }
    // Counting reads the feed, which waits for transactions of other tests on the server.
    const failures: { id: number; message: { id: number } }[] = await until(read, (rows) => rows.length >= 2)
    const shown = failures.map(({ id, message }: { id: number; message: { id: number } }) => [id, message.id])
    assert.deepEqual(shown, [
      [bounced.id, bounced.messageId],
      [failed.id, failed.messageId],
    ])
    const stranger = callerOf(await makeAccount(database.pool))
    assert.deepEqual((await server.request(stranger, 'GET', '/api/v1/recent_failures')).body, { recent_failures: [] })
  })

  test('a wrong value is 422 on its name', async () => {
    const caller = callerOf(await makeAccount(database.pool))
    for (const [query, field] of [
      ['status=lost', 'status'],
      ['status=failed,lost', 'status'],
      ['status=failed,', 'status'],
      ['channel_type=fax', 'channel_type'],
      ['message_id=x', 'message_id'],
      ['notification_user_id=-1', 'notification_user_id'],
      ['notification_channel_id=9223372036854775808', 'notification_channel_id'],
      ['created_after=2026-02-30T00:00:00Z', 'created_after'],
      ['updated_before=now', 'updated_before'],
      ['limit=0', 'limit'],
      ['cursor=AAAA', 'cursor'],
    ] as const) {
      const { status, body } = await server.request(caller, 'GET', `/api/v1/deliveries?${query}`)
      assert.equal(status, 422, query)
      assert.deepEqual(Object.keys(body.errors), [field])
    }
  })

  test('pages of one recipient hold every delivery once', async () => {
    const account = await makeAccount(database.pool)
    const made: number[] = []
    for (let count = 0; count < 5; count++) made.unshift((await makeDelivery(database.pool, recording, account)).id)
    for (const filter of ['', `&notification_user_id=${account.recipientId}`, '&channel_type=email']) {
      const found: number[] = []
      for (let cursor = ''; ;) {
        const path = `/api/v1/deliveries?limit=2${filter}${cursor}`
        const response = await server.request(callerOf(account), 'GET', path)
        found.push(...idsOf(response))
        if (response.body.next_cursor === null) break
        cursor = `&cursor=${response.body.next_cursor}`
      }
      assert.deepEqual(found, made)
    }
  })
})

describe('with 40,000 deliveries stored', () => {
  const ROWS = 40_000
  const BUFFERS_MAX = 500
  let account: TestAccount
  const firstId = 1_000_000
  const rare = { id: firstId - 1, messageId: firstId - 1, recipientId: 7 }
  const oldestAt = new Date(Date.now() - 15 * 3_600_000).toISOString()

  before(async () => {
    account = await makeAccount(database.pool)
    const { bucket, accountId, channelId, templateId } = account
    const values = [bucket, accountId, account.recipientId, channelId, templateId, ROWS, firstId]
    await withSession(database.url, async (session) => {
      await session.query({
        text: `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
            rendered_body, attributes, created_at, updated_at, reference)
          select $1::smallint, $2::bigint, $7::bigint + n, $3::bigint, $5::bigint, 1, 'Receipt', repeat('text ', 50), '[]', at, at,
            'order-' || n
          from generate_series(1, $6::integer) as n, lateral (select now() - ($6::integer - n) * interval '1250 milliseconds' as at) t
          where $4::bigint is not null`,
        values,
      })
      await session.query({
        text: `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, sent_at,
            delivered_at, created_at, updated_at, reference)
          select $1::smallint, $2::bigint, $7::bigint + n, $7::bigint + n, $3::bigint, $4::bigint, 'delivered', at, at, at, at, at,
            'order-' || n
          from generate_series(1, $6::integer) as n, lateral (select now() - ($6::integer - n) * interval '1250 milliseconds' as at) t
          where $5::bigint is not null`,
        values,
      })
      // The oldest message is the only match of a rare value.
      await session.query({
        text: `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
            rendered_body, attributes, created_at, updated_at, seen_at, reference)
          values ($1, $2, $4, 7, $3, 1, 'Receipt', 'text', '[]', $5, $5, $5, 'rare')`,
        values: [bucket, accountId, templateId, rare.id, oldestAt],
      })
      await session.query({
        text: `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, failed_at,
            created_at, updated_at, reference)
          values ($1, $2, $4, $4, 7, $3, 'failed', $5, $5, $5, $5, 'rare')`,
        values: [bucket, accountId, channelId, rare.id, oldestAt],
      })
      await session.query({ text: 'vacuum analyze messages, deliveries' })
    })
  })

  const buffersOf = (run: (connection: Connection) => Promise<unknown>) => pagesRead(database.url, run)

  const ROWS_SCANNED = 2000
  const PAGE = { limit: 50, after: null }
  const FUTURE = '2099-01-01T00:00:00.000Z'
  const PAST = '2001-01-01T00:00:00.000Z'
  const ANY: DeliveryFilters = {
    ...{
      statuses: null,
      messageId: null,
      recipientId: null,
      reference: null,
      channelId: null,
      channelType: null,
      templateId: null,
      templateName: null,
      cause: null,
    },
    ...{ createdAfter: null, createdBefore: null, updatedAfter: null, updatedBefore: null, withMessages: true },
  }

  test('the first page of every filter on its worst value reads little', async () => {
    const { recipientId, channelId, templateId } = account
    const cases: Partial<DeliveryFilters>[] = [
      {},
      { statuses: ['failed', 'bounced'] },
      { messageId: rare.messageId },
      { messageId: 5 },
      { messageId: rare.messageId, recipientId },
      { channelId: channelId + 1 },
      { channelType: 'sms' },
      { templateId },
      { templateId: templateId + 1 },
      { templateName: 'none' },
      { cause: 'timeout' },
      { createdAfter: FUTURE },
      { createdBefore: PAST },
      { updatedAfter: FUTURE },
      { updatedBefore: PAST },
      { recipientId },
      { recipientId: rare.recipientId },
      { recipientId: 5 },
      { statuses: ['failed'], recipientId: rare.recipientId },
      { reference: 'rare' },
      { reference: 'none' },
      { reference: 'rare', recipientId: rare.recipientId, statuses: ['failed'] },
    ]
    for (const filters of cases) {
      const buffers = await buffersOf((connection) => listDeliveries(connection, account, PAGE, { ...ANY, ...filters }))
      assert.ok(buffers < BUFFERS_MAX, `${JSON.stringify(filters)}: ${buffers} buffers`)
    }
  })

  test('so do the messages shown on request', async () => {
    const { deliveries } = await listDeliveries(database.pool, account, PAGE, ANY)
    assert.equal(deliveries.length, 51)
    const buffers = await buffersOf((connection) => expandMessages(connection, account, deliveries))
    assert.ok(buffers < BUFFERS_MAX, `${buffers} buffers`)
  })

  test('so do the lists of messages', async () => {
    const { recipientId, templateId } = account
    const cases: Partial<MessageFilters>[] = [
      {},
      { recipientId },
      { recipientId: rare.recipientId },
      { recipientId: rare.recipientId, seen: false },
      { templateId: templateId + 1 },
      { templateName: 'none' },
      { seen: true },
      { createdAfter: FUTURE },
      { createdBefore: PAST },
      { reference: 'rare' },
      { reference: 'none' },
      { reference: 'rare', recipientId: rare.recipientId },
      { statuses: ['failed'] },
      { statuses: FACTS },
      { statuses: FACTS, recipientId },
      { statuses: ['failed'], reference: 'rare' },
    ]
    const none = {
      recipientId: null,
      reference: null,
      templateId: null,
      templateName: null,
      seen: null,
      statuses: null,
    }
    for (const filters of cases) {
      const all = { ...none, createdAfter: null, createdBefore: null, expandedBytes: 6144, ...filters }
      const buffers = await buffersOf((connection) => listMessages(connection, account, PAGE, all))
      assert.ok(buffers < BUFFERS_MAX, `${JSON.stringify(filters)}: ${buffers} buffers`)
    }
    const buffers = await buffersOf((connection) =>
      listNewMessages(connection, account, PAGE, rare.recipientId, Date.now()),
    )
    assert.ok(buffers < BUFFERS_MAX, `${buffers} buffers`)
  })

  test('so does a page far behind the newest rows', async () => {
    const { recipientId } = account
    const deep = { limit: 50, after: { createdAt: Date.now() - 12 * 3_600_000, id: Number.MAX_SAFE_INTEGER } }
    const createdBefore = new Date().toISOString()
    for (const filters of [{}, { recipientId }, { createdBefore }, { status: 'failed' }]) {
      const buffers = await buffersOf((connection) => listDeliveries(connection, account, deep, { ...ANY, ...filters }))
      assert.ok(buffers < BUFFERS_MAX, `deliveries ${JSON.stringify(filters)}: ${buffers} buffers`)
    }
    for (const filters of [{}, { recipientId }, { createdBefore }, { seen: true }]) {
      const all = {
        externalUserId: null,
        templateId: null,
        templateName: null,
        seen: null,
        recipientId: null,
        reference: null,
        statuses: null,
      }
      const times = { createdAfter: null, createdBefore: null, expandedBytes: 0 }
      const buffers = await buffersOf((connection) =>
        listMessages(connection, account, deep, { ...all, ...times, ...filters }),
      )
      assert.ok(buffers < BUFFERS_MAX, `messages ${JSON.stringify(filters)}: ${buffers} buffers`)
    }
  })

  test('a rare value is found page by page', async () => {
    const caller = callerOf(account)
    const found: number[] = []
    let pages = 0
    for (let cursor = ''; ; pages++) {
      const response = await server.request(caller, 'GET', `/api/v1/deliveries?status=failed${cursor}`)
      found.push(...idsOf(response))
      if (response.body.next_cursor === null) break
      cursor = `&cursor=${response.body.next_cursor}`
    }
    assert.deepEqual(found, [rare.id])
    assert.equal(pages, ROWS / ROWS_SCANNED)
  })

  test('the messages with a failed delivery are found page by page, of all recipients and of one', async () => {
    const none = { reference: null, templateId: null, templateName: null, seen: null, expandedBytes: 0 }
    const failed = { ...none, statuses: ['failed', 'bounced'], createdAfter: null, createdBefore: null }
    for (const recipientId of [null, rare.recipientId]) {
      const found: number[] = []
      for (let after: PageKey | null = null, isEnd = false; !isEnd;) {
        const page = { limit: 50, after }
        const { messages, scan } = await listMessages(database.pool, account, page, { ...failed, recipientId })
        found.push(...messages.map(({ id }) => id))
        after = scan.last
        isEnd = !scan.full
      }
      assert.deepEqual(found, [rare.messageId])
    }
  })
})

describe('timeline', () => {
  test('facts, sends and events with their attempts, in order', async () => {
    const account = await makeAccount(database.pool)
    const { bucket, accountId } = account
    await withSession(database.url, (session) => ensurePartitions(session, createSystemClock().now()))
    const delivery = await makeDelivery(database.pool, recording, account)
    const response = { durationMs: 5, providerMessageId: null, sentTo: 'ada@example.com', fallbackId: null }
    const { recipientId } = delivery
    const send = { bucket, accountId, deliveryId: delivery.id, recipientId, ...response }
    const { createdAt } = delivery
    await recordSends(database.pool, [
      { ...send, number: 1, startedAt: createdAt, result: 'transient', cause: 'timeout' },
    ])
    await report(account, delivery.id, [{ fact: 'retrying', source: 'dispatcher', errorMessage: 'timeout' }])
    await report(account, delivery.id, [{ fact: 'sent', source: 'dispatcher' }])
    await report(account, delivery.id, [{ fact: 'opened', source: 'pixel' }])
    const { rows: events } = await database.pool.query<{ id: string; type: string }>({
      text: 'select id, type from events where bucket = $1 and account_id = $2 and delivery_id = $3 order by id',
      values: [bucket, accountId, delivery.id],
    })
    await database.pool.query({
      text: `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final,
          response_code, error_message, duration_ms, created_at)
        values ($1, $2, 1, $3, $4, 1, false, false, 500, null, 10, now()), ($1, $2, 1, $3, $4, 2, true, true, 200, null, 11, now())`,
      values: [bucket, accountId, events[0]!.id, events[0]!.type],
    })
    const { status, body } = await server.request(
      callerOf(account),
      'GET',
      `/api/v1/deliveries/${delivery.id}/timeline`,
    )
    assert.equal(status, 200)
    const { timeline } = body
    const times = timeline.map((entry: { at: string }) => entry.at)
    assert.deepEqual(times, times.toSorted())
    const facts = timeline.filter((entry: { kind: string }) => entry.kind === 'fact')
    assert.deepEqual(
      facts.map((entry: { fact: string; source: string }) => [entry.fact, entry.source]),
      [
        ['queued', 'api'],
        ['retrying', 'dispatcher'],
        ['sent', 'dispatcher'],
        ['opened', 'pixel'],
      ],
    )
    const sends = timeline.filter((entry: { kind: string }) => entry.kind === 'send')
    assert.deepEqual(sends, [
      {
        kind: 'send',
        at: new Date(createdAt).toISOString(),
        number: 1,
        result: 'transient',
        cause: 'timeout',
        duration_ms: 5,
        provider_message_id: null,
        sent_to: 'ada@example.com',
        notification_channel: { id: account.channelId, name: 'Mail', channel_type: 'email' },
        explanation: null,
      },
    ])
    const emitted = timeline.filter((entry: { kind: string }) => entry.kind === 'event')
    assert.deepEqual(
      emitted.map((entry: { event_type: string }) => entry.event_type),
      ['delivery.queued', 'delivery.sent', 'delivery.opened'],
    )
    assert.equal(emitted[0].state, 'delivered')
    assert.deepEqual(
      emitted[0].attempts.map((attempt: { attempt_number: number; response_code: number }) => [
        attempt.attempt_number,
        attempt.response_code,
      ]),
      [
        [1, 500],
        [2, 200],
      ],
    )
    assert.deepEqual([emitted[1].state, emitted[1].state_reason], ['skipped', 'no_endpoint'])
  })

  test('of another account: 404', async () => {
    const account = await makeAccount(database.pool)
    const delivery = await makeDelivery(database.pool, recording, account)
    const stranger = callerOf(await makeAccount(database.pool))
    const path = `/api/v1/deliveries/${delivery.id}/timeline`
    assert.equal((await server.request(stranger, 'GET', path)).status, 404)
  })
})
