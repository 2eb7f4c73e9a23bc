/** An endpoint's health, in its stats and in the service's metrics. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withSession } from '../../src/platform/db/session.ts'
import { until } from '../service.ts'
import { testService } from '../test-service.ts'

const ENDPOINTS = '/api/v1/webhook_endpoints'

const { database, receiver, running } = await testService({
  receiver: true,
  variables: {
    WEBHOOK_RETRY_SCHEDULE: '1h,1h,1h,1h,1h,1h,1h',
  },
})
const client = await running.client()
const created = await client.call('POST', ENDPOINTS, { webhook_endpoint: { url: receiver.url } })
const id = created.body.webhook_endpoint.id

describe('the stats of an endpoint', () => {
  const stats = async (query = '') => (await client.call('GET', `${ENDPOINTS}/${id}/stats${query}`)).body.stats
  const health = async () => (await client.call('GET', `${ENDPOINTS}/${id}/health`)).body.health
  const attempted = (total: number) => until(stats, (found) => found.attempts.total === total)
  /** Of an endpoint that skipped nothing and recovered from nothing. */
  const NOTHING_MORE = { skipped: 0, skipped_now: 0, recovered: 0 }
  /** Of a receiver that works. */
  const NOW = { failing_since: null, recent: { attempts: 0, failed: 0, is_complete: true }, newest_failure: null }
  const ping = async (): Promise<string> => (await client.call('POST', `${ENDPOINTS}/${id}/test`)).body.event_id

  test('of an endpoint without events', async () => {
    const {
      since,
      missing,
      attempts: { periods, ...attempts },
      ...rest
    } = await stats()
    assert.ok(periods.every(({ succeeded, failed }: any) => succeeded === 0 && failed === 0))
    assert.equal(periods.length, 25)
    assert.ok(Math.abs(Date.parse(since) - (running.service.context.clock.now() - 86_400_000)) < 60_000)
    assert.deepEqual(rest, {
      events: { ...NOTHING_MORE, emitted: 0, delivered: 0, failed: 0, failed_now: 0, pending: 0 },
      response_time_ms: { p50: null, p95: null, p99: null },
      failure_budget: { used: 0, limit: 20 },
      ...NOW,
      oldest_pending_event: null,
      next_retry_at: null,
    })
    assert.equal(missing.events, 0)
    assert.deepEqual(attempts, { total: 0, succeeded: 0, failed: 0, results: [] })
    assert.deepEqual(await health(), {
      attempts: 0,
      succeeded: 0,
      oldest_at: null,
      response_time_ms: { p50: null, p95: null, p99: null },
      failure_budget: { used: 0, limit: 20 },
      ...NOW,
    })
  })

  test('count events and attempts by their outcome', async () => {
    for (let sent = 0; sent < 3; sent++) await ping()
    await attempted(3)
    receiver.respond(() => ({ status: 404 }))
    for (let sent = 0; sent < 2; sent++) await ping()
    await attempted(5)
    receiver.respond(() => ({ status: 503 }))
    const pending = await ping()
    await attempted(6)
    receiver.respond(() => 'drop')
    const later = await ping()
    const found = await attempted(7)
    assert.deepEqual(found.events, { ...NOTHING_MORE, emitted: 7, delivered: 3, failed: 2, failed_now: 2, pending: 2 })
    assert.deepEqual(
      [found.attempts.succeeded, found.attempts.failed, found.attempts.results],
      [
        3,
        4,
        [
          { result: '200', count: 3 },
          { result: '404', count: 2 },
          { result: '503', count: 1 },
          { result: 'connection_reset', count: 1 },
        ],
      ],
    )
    assert.deepEqual(found.failure_budget, { used: 2, limit: 20 })
    assert.equal(found.oldest_pending_event.id, pending)
    const shown = await Promise.all(
      [pending, later].map(async (eventId) => (await client.call('GET', `/api/v1/webhook_events/${eventId}`)).body),
    )
    assert.equal(found.oldest_pending_event.created_at, shown[0]!.webhook_event.created_at)
    const [earliest] = shown.map(({ webhook_event: event }): string => event.next_attempt_at).toSorted()
    assert.equal(found.next_retry_at, earliest)
    const { p50, p95, p99 } = found.response_time_ms
    assert.ok(0 <= p50 && p50 <= p95 && p95 <= p99)
    const inMonth = await stats('?window=30d')
    assert.deepEqual(inMonth.attempts.results, found.attempts.results)
    assert.deepEqual([found.missing.events, inMonth.missing.events], [2, 2])
    for (const { periods } of [found.attempts, inMonth.attempts]) {
      const sum = (name: string) => periods.reduce((total: number, one: any) => total + one[name], 0)
      assert.deepEqual([sum('succeeded'), sum('failed')], [3, 4])
      const slowest = Math.max(...periods.map((one: any) => one.response_time_p95_ms))
      assert.ok(slowest >= found.response_time_ms.p95)
    }
    const now = await health()
    assert.deepEqual([now.recent, now.newest_failure], [found.recent, found.newest_failure])
    assert.deepEqual([now.attempts, now.succeeded, now.failure_budget], [7, 3, found.failure_budget])
    const { at, ...newest } = now.newest_failure
    assert.deepEqual(newest, { event_id: later, response_code: null, error_message: 'connection_reset' })
    assert.ok(Date.parse(at) >= Date.parse(now.oldest_at))
    assert.deepEqual(now.recent, { attempts: 7, failed: 4, is_complete: true })
    // In steps of 5 %, and at least 1 ms.
    for (const [name, ms] of Object.entries(now.response_time_ms as Record<string, number>))
      assert.ok(Math.abs(found.response_time_ms[name] - ms) <= 1 + ms / 20)
    assert.ok(Date.parse(now.oldest_at) >= Date.parse(found.since))
  })

  test('show one moment, also if attempts are recorded during the request', async () => {
    const before = await stats()
    const asked = await withSession(database.url, async (session) => {
      // The request waits for this table after it has counted the attempts.
      await session.query({ text: 'begin; lock table events in access exclusive mode' })
      const request = stats()
      const waiting = `select from pg_locks where relation = 'events'::regclass and not granted`
      await until(
        () => database.pool.query(waiting),
        ({ rows }) => rows.length > 0,
      )
      const text = 'delete from webhook_queue where event_id = $1'
      await session.query({ text, values: [before.oldest_pending_event.id] })
      await session.query({ text: 'commit' })
      return request
    })
    const { pending } = before.events
    assert.deepEqual([asked.events.pending, (await stats()).events.pending], [pending, pending - 1])
  })

  for (const window of ['0h', '24', '31d', '1y', '-1h', ''])
    test(`422 on the window ${JSON.stringify(window)}`, async () => {
      const response = await client.call('GET', `${ENDPOINTS}/${id}/stats?window=${window}`)
      assert.deepEqual([response.status, Object.keys(response.body.errors ?? {})], [422, ['window']])
    })

  test('404 to another account', async () => {
    const stranger = await running.client()
    for (const about of ['stats', 'health'])
      assert.equal((await stranger.call('GET', `${ENDPOINTS}/${id}/${about}`)).status, 404)
  })

  test('the metrics show attempts, the queue, and the feed', async () => {
    const text = await (await fetch(`${running.service.url}/metrics`)).text()
    const value = (name: string) => {
      const line = text.split('\n').find((one) => one.startsWith(`${name} `))
      assert.ok(line !== undefined, name)
      return Number(line.slice(name.length))
    }
    assert.equal(value('tidings_webhook_attempts_total{result="2xx"}'), 3)
    assert.equal(value('tidings_webhook_attempts_total{result="4xx"}'), 2)
    assert.equal(value('tidings_webhook_attempts_total{result="5xx"}'), 1)
    assert.equal(value('tidings_webhook_attempts_total{result="connection_reset"}'), 1)
    assert.equal(value('tidings_webhook_attempt_duration_seconds_count'), 6)
    assert.equal(value('tidings_webhook_attempts_in_flight'), 0)
    assert.equal(value('tidings_webhook_outcomes_unwritten'), 0)
    for (const name of ['events_waiting', 'lanes', 'connections_idle', 'feed_lag_seconds{server="main"}'])
      assert.ok(value(`tidings_webhook_${name}`) >= 0)
    assert.ok(value('tidings_webhook_oldest_pending_seconds{server="main"}') > 0)
  })

  test('an event that a replay has queued again is pending and not missing, until it fails again', async () => {
    const before = await stats()
    const listed = async (state: string) =>
      (await client.call('GET', `/api/v1/webhook_events/newest?state=${state}`)).body.webhook_events
    const [refused] = await listed('failed')
    receiver.respond(({ headers }) => ({ status: headers['x-service-event-id'] === refused.id ? 404 : 503 }))
    const replay = await client.call('POST', `${ENDPOINTS}/${id}/replay`, { since: before.missing.since })
    assert.deepEqual([replay.status, replay.body.count], [202, 2])
    const after = await attempted(before.attempts.total + 2)
    const missingOf = ({ missing: { events, pending } }: any) => [events, pending]
    assert.deepEqual(
      [missingOf(before), missingOf(after)],
      [
        [2, 0],
        [1, 1],
      ],
    )
    // A resend of a delivered event does not make it a missing one.
    const [delivered] = await listed('delivered')
    await client.call('POST', `/api/v1/webhook_events/${delivered.id}/resend`)
    const resent = await attempted(after.attempts.total + 1)
    assert.deepEqual([missingOf(resent), resent.events.pending], [[1, 1], after.events.pending + 1])
  })
})
