// Invariants 3 and 5: if processes are killed during a replay, no event is lost, and each gets one series of attempts.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSystemClock, isoTime } from '../../src/platform/clock.ts'
import { createEventIds } from '../../src/platform/ids.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster, ClusterAccount } from '../faults/cluster.ts'
import type { ServiceProcess } from '../process.ts'

const EVENTS = 1200
const KILLS = 2
const clock = createSystemClock()

/** Timeout for events in other processes. */
const TIMEOUT_MS = 300_000

describe('kill -9 in the middle of a replay', { timeout: TIMEOUT_MS }, () => {
  let cluster: Cluster
  let account: ClusterAccount
  let working: ServiceProcess

  before(async () => {
    cluster = await createCluster()
    working = await cluster.start('api,dispatch,tasks')
    await addAccounts(cluster, working, 1)
    account = cluster.accounts[0]!
  })
  after(() => cluster.close())

  const query = async (text: string) =>
    (await cluster.database.pool.query({ text, values: [account.bucket, account.accountId] })).rows

  test('each event has one series, and is POSTed', async () => {
    await cluster.database.pool.query({
      text: `insert into events (bucket, account_id, id, type, created_at, source, body, skipped)
        select $1, $2, left($3, 20) || lpad(n::text, 10, '0'), 'ping', now(), 'api', '{}', 'no_endpoint'
        from generate_series(1, $4::integer) n`,
      values: [account.bucket, account.accountId, createEventIds(clock).next(0).id, EVENTS],
    })
    const since = isoTime(clock.now() - 3_600_000)
    const path = `/api/v1/webhook_endpoints/${account.endpointId}`
    const { body } = await account.call(working, 'POST', `${path}/replay`, { since })
    assert.equal(body.count, EVENTS)
    const { requests } = cluster.receiver
    for (let kills = 1; kills <= KILLS; kills++) {
      await cluster.receiver.waitFor(() => requests.length >= kills * 250, TIMEOUT_MS)
      await working.kill(false)
      const [replay] = await query('select done, finished_at from replays where bucket = $1 and account_id = $2')
      assert.equal(replay.finished_at, null, 'it was killed in the middle')
      working = await cluster.start('api,dispatch,tasks')
    }
    const posted = () => new Set(requests.map((request) => request.headers['x-service-event-id']))
    await cluster.receiver.waitFor(() => posted().size >= EVENTS, TIMEOUT_MS)
    for (;;) {
      const [left] = await query(
        `select count(*)::integer as events from webhook_queue, (select pg_sleep(0.02)) waited where bucket = $1 and account_id = $2`,
      )
      if (left.events === 0) break
    }
    const { replay } = (await account.call(working, 'GET', `${path}/replays/${body.replay_id}`)).body
    assert.deepEqual([replay.status, replay.done], ['finished', EVENTS])
    // A slow receiver may get a POST twice within the one series.
    const series = await query(
      `select ended, gapless, delivered, count(*)::integer as events from (
         select count(*) filter (where final) as ended, max(number) = count(*) as gapless,
           bool_or(final and succeeded) as delivered
         from attempts where bucket = $1 and account_id = $2 group by event_id) one
       group by ended, gapless, delivered`,
    )
    assert.deepEqual(series, [{ ended: 1, gapless: true, delivered: true, events: EVENTS }])
  })
})
