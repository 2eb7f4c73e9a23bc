/** The counts of outcomes: each delivery once, whatever the order of its events, also after a restart of the count. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import type { TestAccount } from '../../../test/factories.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { until } from '../../../test/service.ts'
import { isoTime } from '../../platform/clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { countNewEvents } from '../../core/events/counts.ts'
import type { Counting } from '../../core/events/counts.ts'
import type { Caller } from '../../platform/http/route.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'
import type { FactReport } from '../../core/deliveries/advance.ts'
import { eventTypeOf, FACTS, mayRecord, recordFact, statusOf } from '../../core/deliveries/status.ts'
import type { DeliveryState, Fact } from '../../core/deliveries/status.ts'
import { changesOf, countOutcomes, keptFrom, removeOldOutcomes } from './counting.ts'
import { outcomeOf } from '../../core/deliveries/delivery.ts'
import { noCounts, OUTCOMES, readOutcome } from './period.ts'
import { firstFailing, firstFailure, ROWS_MAX, worksAgain } from './health.ts'
import { findFailures, listOfChannels, listTotals, sumGroups } from './queries.ts'
import { GROUP_ROWS_MAX, outcomeRoutes } from './routes.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const database = await endAfterTests(createTestDatabase())
const recording = createRecording()
const { clock } = recording
const server = await endAfterTests(startRoomServer(database.pool, (app) => outcomeRoutes(app, { clock })))

const counting: Counting = {
  pool: database.pool,
  buckets: () => ALL_BUCKETS,
  clock,
  config: { eventRetentionDays: 30 },
  alsoCount: (tx, batches) => countOutcomes(tx, batches, { nowMs: clock.now(), retentionDays: 90 }),
}

const callerOf = ({ bucket, accountId }: TestAccount): Caller => ({ bucket, accountId, role: 'full', actor: 'test' })

async function report(account: TestAccount, deliveryId: number, ...facts: Partial<FactReport>[]): Promise<void> {
  const { bucket, accountId } = account
  const reports = facts.map((fact) => ({ bucket, accountId, deliveryId, source: 'dispatcher', ...fact }) as FactReport)
  await transaction(database.pool, (tx) => recording.recorder.advance(tx, reports))
}

const counts = (some: Partial<ReturnType<typeof noCounts>>) => ({ ...noCounts(), ...some })

async function read(account: TestAccount, query = 'period=24h') {
  const { status, body } = await server.request(callerOf(account), 'GET', `/api/v1/delivery_counts?${query}`)
  assert.equal(status, 200)
  return body
}

/** Counts until the totals are as expected. Other tests' transactions on the server delay the feed. */
async function counted(account: TestAccount, expected: Partial<ReturnType<typeof noCounts>>, query?: string) {
  const body = await until(
    async () => {
      await countNewEvents(counting)
      return read(account, query)
    },
    ({ totals }) => OUTCOMES.every((outcome) => totals.counts[outcome] === counts(expected)[outcome]),
  )
  return body
}

describe('the sums', () => {
  const NOTHING = { errorMessage: null, friendlyErrorMessage: null, limitFeatureKey: null, providerMessageId: null }
  const CREATED_AT = Date.UTC(2026, 5, 8, 10, 20)

  /** The events of a delivery with these facts, and its outcome at the end. */
  function lifeOf(isScheduled: boolean, facts: readonly Fact[]) {
    const none = Object.fromEntries(FACTS.map((fact) => [fact, null])) as Record<Fact, number | null>
    const factTimes = { ...none, [isScheduled ? 'scheduled' : 'queued']: 1 }
    let state: DeliveryState = { ...NOTHING, factTimes, status: statusOf(factTimes), updatedAt: 1 }
    const changes: [before: string | null, after: string][] = [[null, outcomeOf(state)]]
    for (const [at, fact] of facts.entries()) {
      if (!mayRecord(state, fact)) continue
      const next = recordFact(state, fact, at + 2, {
        errorMessage: fact === 'bounced' ? 'mailbox_full: 552' : 'timeout',
      })
      if (eventTypeOf(fact) !== null) changes.push([outcomeOf(state), outcomeOf(next)])
      state = next
    }
    return { changes, end: outcomeOf(state) }
  }

  test('count each delivery once, in any order of the facts and of the events', () => {
    const lives = fc.array(
      fc.record({ isScheduled: fc.boolean(), facts: fc.array(fc.constantFrom(...FACTS), { maxLength: 12 }) }),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(lives, fc.infiniteStream(fc.nat()), (made, places) => {
        const all = made.map(({ isScheduled, facts }) => lifeOf(isScheduled, facts))
        const entries = all
          .flatMap(({ changes }, index) => changes.map(([before, after]) => ({ index, before, after })))
          .map((change) => ({ change, place: places.next().value }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ change: { index, before, after } }) => {
            const changed =
              before === after
                ? { outcomeBefore: null, outcomeAfter: null }
                : { outcomeBefore: before, outcomeAfter: after }
            return { id: '', type: '', createdAt: 0, deliveryId: index, ...changed }
          })
        const deliveries = new Map(
          all.map((_, index) => [index, { createdAt: CREATED_AT, channelId: 7, templateId: 9, resendId: null }]),
        )
        const rows = changesOf({ bucket: 1, accountId: 2, entries, countedFrom: 0 }, deliveries, CREATED_AT)
        const expected = noCounts()
        for (const { end } of all) expected[readOutcome(end).outcome] += 1
        for (const groupedBy of ['all', 'channel', 'template_channel'] as const) {
          const row = rows.find((one) => one.groupedBy === groupedBy) ?? noCounts()
          for (const outcome of OUTCOMES) assert.equal(row[outcome], expected[outcome])
        }
        for (const cause of ['timeout', 'mailbox_full']) {
          const row = rows.find((one) => one.groupedBy === 'cause' && one.value === cause) ?? noCounts()
          for (const outcome of ['failed', 'bounced'] as const)
            assert.equal(row[outcome], all.filter(({ end }) => end === `${outcome}:${cause}`).length)
        }
      }),
    )
  })

  test('leave out deliveries whose first events may be gone, and removed deliveries', () => {
    const entries = [1, 2, 3].map((deliveryId) => {
      return { id: '', type: '', createdAt: 0, deliveryId, outcomeBefore: null, outcomeAfter: 'queued' }
    })
    const ofTime = (createdAt: number) => ({ createdAt, channelId: 7, templateId: 9, resendId: null })
    const deliveries = new Map([
      [1, ofTime(CREATED_AT)],
      [2, ofTime(CREATED_AT - 1)],
    ])
    const rows = changesOf({ bucket: 1, accountId: 2, entries, countedFrom: CREATED_AT }, deliveries, CREATED_AT)
    assert.deepEqual(
      rows.map(({ groupedBy, queued }) => [groupedBy, queued]),
      [
        ['all', 1],
        ['channel', 1],
        ['template_channel', 1],
      ],
    )
  })
})

describe('counting', () => {
  test('a delivery moves from one outcome to the next', async () => {
    const account = await makeAccount(database.pool)
    const first = await makeDelivery(database.pool, recording, account)
    const second = await makeDelivery(database.pool, recording, account)
    await makeDelivery(database.pool, recording, account, clock.now() + HOUR_MS)
    await counted(account, { queued: 2, scheduled: 1 })
    await report(account, first.id, { fact: 'sent' }, { fact: 'delivered', source: 'provider' })
    await report(account, second.id, { fact: 'retrying', errorMessage: 'timeout' })
    await counted(account, { queued: 1, delivered: 1, scheduled: 1 })
    await report(account, first.id, { fact: 'opened', source: 'pixel' })
    await report(account, second.id, { fact: 'failed', errorMessage: 'timeout: 30 s' })
    const body = await counted(account, { failed: 1, opened: 1, scheduled: 1 }, 'period=24h&group_by=cause')
    assert.deepEqual(body.totals.rates, { delivered: 0.5, opened: 0.5, bounced: 0, failed: 0.5 })
    const { groups } = body
    assert.deepEqual(
      groups.map(({ cause, name, counts: { failed } }: any) => [cause, name, failed]),
      [['timeout', 'The provider did not respond in time', 1]],
    )
    // A late report: the delivery did arrive.
    await report(account, second.id, { fact: 'delivered', source: 'provider' })
    const later = await counted(account, { delivered: 1, opened: 1, scheduled: 1 }, 'period=24h&group_by=cause')
    assert.deepEqual(
      later.groups.map(({ counts: { failed } }: any) => failed),
      [0],
    )
    const ofTemplate = await read(account, 'period=7d&group_by=template')
    assert.deepEqual([ofTemplate.groups[0].id, ofTemplate.groups[0].name], [account.templateId, 'receipt'])
    const { groups: ofBoth } = await read(account, 'period=7d&group_by=template_channel')
    assert.deepEqual(
      ofBoth.map(({ id, name, channel }: any) => [id, name, channel]),
      [[account.templateId, 'receipt', { id: account.channelId, name: 'Mail' }]],
    )
    const ofChannel = await read(account, 'period=90d&group_by=channel')
    assert.deepEqual([ofChannel.groups[0].id, ofChannel.groups[0].name], [account.channelId, 'Mail'])
    assert.equal(ofChannel.groups[0].counts.opened, 1)
  })

  test('an event that changes no outcome stores none', async () => {
    const account = await makeAccount(database.pool)
    const { id } = await makeDelivery(database.pool, recording, account)
    await report(account, id, { fact: 'opened', source: 'api' }, { fact: 'delivered', source: 'provider' })
    const { rows } = await database.pool.query<{ type: string; before: string | null; after: string | null }>({
      text: `select type, outcome_before as before, outcome_after as after from events
        where bucket = $1 and account_id = $2 and delivery_id = $3 order by id`,
      values: [account.bucket, account.accountId, id],
    })
    assert.deepEqual(rows, [
      { type: 'delivery.queued', before: null, after: 'queued' },
      { type: 'delivery.opened', before: 'queued', after: 'opened' },
      { type: 'delivery.delivered', before: null, after: null },
    ])
  })

  test('a count that fails changes nothing, and several processes count once', async () => {
    const account = await makeAccount(database.pool)
    for (let made = 0; made < 5; made++) await makeDelivery(database.pool, recording, account)
    let failures = 0
    const failing: Counting = {
      ...counting,
      async alsoCount(tx, batches) {
        await counting.alsoCount(tx, batches)
        failures += 1
        throw new Error('The process ended here')
      },
    }
    await until(
      () => countNewEvents(failing).catch(() => failures),
      () => failures > 0,
    )
    assert.deepEqual((await read(account)).totals.counts, noCounts())
    await Promise.all(Array.from({ length: 4 }, () => countNewEvents(counting)))
    await counted(account, { queued: 5 })
  })

  test('rows stored again in another order are counted again, and older counts stay', async () => {
    const account = await makeAccount(database.pool)
    const { bucket, accountId } = account
    const { id } = await makeDelivery(database.pool, recording, account)
    await report(account, id, { fact: 'sent' })
    await counted(account, { sent: 1 })
    const old = isoTime(Math.floor(clock.now() / DAY_MS) * DAY_MS - 40 * DAY_MS)
    await database.pool.query({
      text: `insert into delivery_counts (bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()})
        values ($1, $2, 'all', $3, '', 0, 0, 0, 0, 7, 0, 0, 0)`,
      values: [bucket, accountId, old],
    })
    // Like a move to another server: the same rows, stored by another transaction.
    await transaction(database.pool, async (tx) => {
      const columns =
        'bucket, account_id, id, type, delivery_id, created_at, source, body, skipped, outcome_before, outcome_after'
      await tx.query({
        text: `with gone as (delete from events where bucket = $1 and account_id = $2 returning ${columns})
          insert into events (${columns}) select ${columns} from gone order by id desc`,
        values: [bucket, accountId],
      })
    })
    await report(account, id, { fact: 'delivered', source: 'provider' })
    await counted(account, { delivered: 1 })
    await counted(account, { delivered: 8 }, 'period=90d')
  })

  test('counts of old hours are added up, and removed with the messages', async () => {
    const account = await makeAccount(database.pool)
    const { bucket, accountId } = account
    const today = Math.floor(clock.now() / DAY_MS) * DAY_MS
    const starts = [1, 3, 3, 30, 30, 100].map((days, index) => today - days * DAY_MS + index * HOUR_MS)
    for (const start of starts)
      await database.pool.query({
        text: `insert into delivery_counts (bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()})
          values ($1, $2, 'all', $3, '', 0, 0, 0, 0, 1, 0, 0, 0), ($1, $2, 'cause', $3, 'timeout', 0, 0, 0, 1, 0, 0, 0, 0)`,
        values: [bucket, accountId, isoTime(start)],
      })
    const batch = { bucket, accountId, entries: [], countedFrom: 0, isRestart: false, isFirstOfDay: true }
    await transaction(database.pool, (tx) => counting.alsoCount(tx, [batch]))
    const listed = () => listTotals(database.pool, bucket, accountId, isoTime(0), isoTime(today + DAY_MS))
    const ago = (rows: { start: number; delivered: number }[]) =>
      rows.map(({ start, delivered }) => [(today - start) / HOUR_MS, delivered])
    assert.deepEqual(ago(await listed()), [
      [2400, 1],
      [720, 2],
      [72, 2],
      [24, 1],
    ])
    await removeOldOutcomes(database.pool, [bucket], clock.now(), 20)
    assert.deepEqual(ago(await listed()), [
      [72, 2],
      [24, 1],
    ])
    assert.equal(keptFrom(clock.now(), null), today - 181 * DAY_MS)
  })
})

describe('the health of channels', () => {
  const span = (start: number, some: Partial<ReturnType<typeof noCounts>>, more: { unreachable?: number } = {}) => ({
    ...counts(some),
    unreachable: 0,
    newestFailure: null,
    start,
    ...more,
  })

  test('begins with the first span from which on most deliveries failed', () => {
    const cases: [spans: ReturnType<typeof span>[], since: number | null][] = [
      [[], null],
      [[span(9, { failed: 2 })], null],
      [[span(9, { failed: 3 })], 9],
      [[span(9, { failed: 2 }), span(8, { queued: 7 }), span(7, { failed: 1, sent: 1 }), span(6, { sent: 1 })], 7],
      [[span(9, { delivered: 1 }), span(8, { failed: 50 })], null],
      [[span(9, { failed: 3, opened: 3 }), span(8, { failed: 3, opened: 4 })], 9],
      [[span(9, { bounced: 4, failed: -1, sent: -4 })], 9],
      [[span(9, { failed: 5 }, { unreachable: 3 })], null],
    ]
    for (const [spans, since] of cases) assert.equal(firstFailing(spans, 10)?.from ?? null, since)
  })

  test('begins with the first failure after the last success of the span', () => {
    const told = { errorMessage: null, limitFeatureKey: null }
    const of = (...statuses: ('sent' | 'failed' | 'queued' | 'no_device')[]) =>
      statuses.map((status, createdAt) =>
        status === 'no_device'
          ? { status: 'failed' as const, limitFeatureKey: null, errorMessage: 'The recipient has no device', createdAt }
          : { status, ...told, createdAt },
      )
    assert.equal(firstFailure(of('failed', 'sent', 'queued', 'no_device', 'failed', 'failed')), 4)
    assert.equal(firstFailure(of('queued', 'failed', 'sent')), 1)
    assert.equal(firstFailure(of('queued', 'sent', 'no_device')), null)
  })

  test('ends with five deliveries in a row that went well, in the same hour too', async () => {
    const well = { status: 'sent' as const, errorMessage: null, limitFeatureKey: null }
    const bad = { ...well, status: 'failed' as const }
    const none = { ...bad, errorMessage: 'The recipient has no device' }
    const five = Array.from({ length: 5 }, () => well)
    assert.equal(worksAgain([none, ...five, bad], false), true)
    assert.equal(worksAgain([well, well, bad, ...five], false), false)
    assert.equal(worksAgain(five.slice(1), false), false)
    // A provider that reports may still refuse what it took.
    assert.equal(worksAgain([...five, bad], true), false)
    assert.equal(
      worksAgain([...five, ...five.map((one) => ({ ...one, status: 'delivered' as const })), bad], true),
      true,
    )
    const account = await makeAccount(database.pool)
    const send = async (status: 'failed' | 'delivered', count: number) => {
      for (let made = 0; made < count; made++) {
        const { id } = await makeDelivery(database.pool, recording, account)
        const told = status === 'failed' ? { errorMessage: 'connection_refused: 127.0.0.1:25' } : {}
        await report(account, id, { fact: status, source: 'provider', ...told })
      }
    }
    const query = 'period=24h&group_by=channel&expand=health'
    await send('failed', 6)
    const failing = await counted(account, { failed: 6 }, query)
    assert.notEqual(failing.groups[0].health.failing_since, null)
    await send('delivered', 5)
    const repaired = await counted(account, { failed: 6, delivered: 5 }, query)
    const { failing_since: since, newest_failure: newest, failure_rate: rate } = repaired.groups[0].health
    assert.deepEqual([since, newest.cause, rate], [null, 'connection_refused', 6 / 11])
  })

  test('has the first failure since a success and the newest one that is still one, and refuses other groups', async () => {
    const account = await makeAccount(database.pool)
    const failed: number[] = []
    // The hour begins with a success, and the failures begin after it.
    const good = await makeDelivery(database.pool, recording, account)
    await report(account, good.id, { fact: 'delivered', source: 'provider' })
    for (let made = 0; made < 3; made++) {
      const { id } = await makeDelivery(database.pool, recording, account)
      await report(account, id, { fact: 'failed', errorMessage: 'connection_refused: 127.0.0.1:25' })
      failed.push(id)
    }
    const query = 'period=24h&group_by=channel&expand=health'
    const { groups } = await counted(account, { failed: 3, delivered: 1 }, query)
    const { failing_since: failingSince, newest_failure: failure } = groups[0].health
    const text = 'select created_at from deliveries where id = $1'
    const { rows } = await database.pool.query<{ created_at: number }>({ text, values: [failed[0]] })
    assert.equal(Date.parse(failingSince), rows[0]!.created_at)
    const { at, ...told } = failure
    assert.ok(Date.parse(at) > 0)
    assert.deepEqual(told, {
      delivery_id: Math.max(...failed),
      cause: 'connection_refused',
      error_message: 'connection_refused: 127.0.0.1:25',
    })
    await report(account, failed.at(-1)!, { fact: 'delivered', source: 'provider' })
    const later = await counted(account, { failed: 2, delivered: 2 }, query)
    const works = { failing_since: null, provider_failure: null, newest_failure: null }
    assert.deepEqual(later.groups[0].health, { failure_rate: 1 / 2, ...works })
    // A recipient without a device says nothing about the channel.
    for (let made = 0; made < 3; made++) {
      const { id } = await makeDelivery(database.pool, recording, account)
      await report(account, id, { fact: 'failed', errorMessage: 'The recipient has no device' })
    }
    const unreached = await counted(account, { failed: 5, delivered: 2 }, query)
    assert.deepEqual(unreached.groups[0].health, later.groups[0].health)
    // Its provider takes nothing, and the sends are repeated: nothing has failed, and the cause is known.
    const since = clock.now()
    const turn = 'update channels set failing_since = $1, failing_cause = $2 where account_id = $3'
    const provider = {
      since: isoTime(since),
      cause: 'connection_refused',
      error_message: 'connection_refused: mail:25',
    }
    await database.pool.query({ text: turn, values: [provider.since, provider.error_message, account.accountId] })
    const { groups: refused } = await read(account, query)
    assert.deepEqual(refused[0].health.provider_failure, provider)
    assert.equal(refused[0].health.failing_since, provider.since)
    const { groups: plain } = await read(account, 'period=24h&group_by=channel')
    assert.equal('health' in plain[0], false)
    const invalid = await server.request(callerOf(account), 'GET', '/api/v1/delivery_counts?expand=health')
    assert.equal(invalid.status, 422)
  })
})

test('the groups are the largest 50, and one of all others', async () => {
  const account = await makeAccount(database.pool)
  await database.pool.query({
    text: `insert into delivery_counts (bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()})
      select $1, $2, 'template_channel', $3, n || '/7', 0, 0, 0, 0, n, 0, 0, 0 from generate_series(1, 60) n`,
    values: [account.bucket, account.accountId, isoTime(Math.floor(clock.now() / HOUR_MS) * HOUR_MS)],
  })
  const { groups, since, groups_since } = await read(account, 'period=24h&group_by=template')
  assert.equal(groups.length, 51)
  assert.deepEqual([groups[0].id, groups[0].name, groups[0].counts.delivered], [60, '#60', 60])
  assert.deepEqual([groups[50].id, groups[50].name, groups[50].counts.delivered], [null, null, 55])
  assert.equal(groups_since, since)
})

test('the rates of a group leave out the channels that report nothing', async () => {
  const account = await makeAccount(database.pool)
  const { bucket, accountId } = account
  const start = isoTime(Math.floor(clock.now() / HOUR_MS) * HOUR_MS)
  // Channel 7 reports, also if it has not yet of template 2. The inbox, 8, does not. Channel 9 has only failures.
  const sums = [
    ['1/7', { delivered: 6, bounced: 2 }],
    ['1/8', { sent: 12 }],
    ['2/7', { sent: 4, failed: 1 }],
    ['3/8', { sent: 3 }],
    ['4/9', { failed: 2 }],
  ] as const
  for (const [value, some] of sums) {
    const { scheduled, queued, sent, failed, delivered, bounced, opened, canceled } = counts(some)
    await database.pool.query({
      text: `insert into delivery_counts (bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()})
        values ($1, $2, 'template_channel', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      values: [
        ...[bucket, accountId, start, value, scheduled],
        ...[queued, sent, failed, delivered, bounced, opened, canceled],
      ],
    })
  }
  const ratesOfGroups = async (grouping: string) => {
    const { groups } = await read(account, `period=24h&group_by=${grouping}`)
    return groups.map(({ id, channel, rates: { delivered, bounced, failed } }: any) => [
      channel === null ? `${id}` : `${id}/${channel.id}`,
      ...[delivered, bounced, failed],
    ])
  }
  assert.deepEqual(await ratesOfGroups('template'), [
    ['1', 6 / 8, 2 / 8, 0],
    ['2', 0, 0, 1 / 5],
    ['3', null, null, 0],
    ['4', 0, 0, 1],
  ])
  assert.deepEqual(await ratesOfGroups('template_channel'), [
    ['1/8', null, null, 0],
    ['1/7', 6 / 8, 2 / 8, 0],
    ['2/7', 0, 0, 1 / 5],
    ['3/8', null, null, 0],
    ['4/9', 0, 0, 1],
  ])
})

test('half a year of counts, 200 templates each, reads few pages', async () => {
  const account = await makeAccount(database.pool)
  const { bucket, accountId } = account
  const nowMs = clock.now()
  await database.pool.query({
    text: `insert into delivery_counts (bucket, account_id, grouped_by, start, value, ${OUTCOMES.join()})
      select $1, $2, grouped_by, start, case grouped_by when 'all' then '' when 'channel' then n::text else n || '/7' end collate "C" as value, 0, 0, 0, 0, 1, 0, 0, 0
      from generate_series(0, 181 * 24) hours
      cross join lateral (select $3::timestamptz - hours * interval '1 hour' as start) at,
        generate_series(1, 200) n, unnest(array['all', 'template_channel', 'channel']) grouped_by
      where n <= case grouped_by when 'all' then 1 when 'channel' then 50 else 200 end
        and (hours < 72 or hours % 6 = 0 and hours < 21 * 24 or hours % 24 = 0)
      order by date_bin(case when hours < 72 then interval '1 hour' when hours < 21 * 24 then interval '1 day'
          else interval '7 days' end, start, 'epoch'), grouped_by, start, value`,
    values: [bucket, accountId, isoTime(Math.floor(nowMs / HOUR_MS) * HOUR_MS)],
  })
  await database.pool.query({ text: 'vacuum analyze delivery_counts' })
  const since = (days: number) => [isoTime(nowMs - days * DAY_MS), isoTime(nowMs + HOUR_MS)] as const
  const pages = await pagesRead(database.url, async (connection) => {
    await listTotals(connection, bucket, accountId, ...since(180))
    await sumGroups(connection, bucket, accountId, 'template_channel', ...since(90), GROUP_ROWS_MAX)
  })
  assert.ok(pages < 500, `${pages} pages`)
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  const ofHealth = await pagesRead(database.url, async (connection) => {
    await listTotals(connection, bucket, accountId, ...since(2))
    await sumGroups(connection, bucket, accountId, 'channel', ...since(1), GROUP_ROWS_MAX)
    await listOfChannels(connection, bucket, accountId, ids.map(String), ...since(7), ROWS_MAX)
    await findFailures(connection, bucket, accountId, ids)
  })
  assert.ok(ofHealth < 500, `${ofHealth} pages`)
})
