// Invariants 3, 4 and 11 hold while a bucket moves between two servers.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { listBuckets } from '../../src/features/bucket-moves/rebalance.ts'
import { abortMove, moveBucket } from '../../src/features/bucket-moves/move.ts'
import { addAccounts } from '../faults/cluster.ts'
import { startServerGroup } from '../faults/server-group.ts'
import { judged, Traffic } from '../faults/traffic.ts'
import { call, until } from '../service.ts'

const pair = await startServerGroup(['a', 'b'])
const { cluster } = pair
after(() => pair.close())
const api = await cluster.start('api,dispatch,tasks')
await addAccounts(cluster, api, 1)

/** Creates between the steps of the test. */
const CREATES = 10

/** Ends the command like a kill, at the first line of each step. */
class Killed extends Error {}

/** The step of a line of progress, without its numbers. */
const stepOf = (text: string) => text.replaceAll(/\d+/g, '')

/** Tells nothing, and throws at the first line of each step. */
function killing(steps: Set<string>): (text: string) => void {
  return (text) => {
    if (steps.has(stepOf(text))) return
    steps.add(stepOf(text))
    throw new Killed(text)
  }
}

/** Repeats the work until it is not killed. Returns its result and the number of kills. */
async function untilDone<Result>(work: (tell: (text: string) => void) => Promise<Result>) {
  const steps = new Set<string>()
  for (let kills = 0; ; kills++)
    try {
      return { result: await work(killing(steps)), kills }
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
}

const rowsOf = async (server: 'a' | 'b') => {
  const { rows } = await pair.pools[server].query<{ count: number }>({
    text: 'select count(*) from deliveries where bucket = $1',
    values: [bucket],
  })
  return rows[0]!.count
}

const account = cluster.accounts[0]!
const { bucket } = account

async function created(path: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const response = await call(api.url, account.apiKey, 'POST', `/api/v1/${path}`, body, headers)
  assert.equal(response.status, 201)
  return JSON.stringify(response.body)
}

/** Requests with one idempotency key: to the account's server, and to the directory. */
const repeat = () =>
  Promise.all([
    created('notification_users', { notification_user: { external_user_id: 'kept' } }, { 'idempotency-key': 'one' }),
    created('api_keys', { api_key: { name: 'Kept' } }, { 'idempotency-key': 'one' }),
  ])

/** Changes that the audit log has in both parts. */
async function change(): Promise<void> {
  const channel = { name: 'Other', channel_type: 'email', provider: 'sandbox' }
  await created('notification_channels', { notification_channel: channel })
  await created('api_keys', { api_key: { name: 'Other' } })
}

async function auditCounts(): Promise<Record<string, number>> {
  const { body } = await account.call(api, 'GET', '/api/v1/audit_log?limit=100')
  const entries = body.audit_log as { id: number; action: string }[]
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
  return Object.fromEntries(
    Object.entries(Object.groupBy(entries, ({ action }) => action)).map(([action, of]) => [action, of!.length]),
  )
}

describe('a move of a bucket under load', () => {
  const traffic = new Traffic(cluster.accounts.slice(0, 1), api)
  let first: string[] = []

  it('continues after a kill at each step', async () => {
    await traffic.further(201, CREATES)
    first = await repeat()
    await change()
    const { result, kills } = await untilDone((tell) => moveBucket(pair.mover(tell), bucket, 'b'))
    assert.equal(result?.to, 'b')
    assert.ok(kills > 10, `${kills} kills`)
    await traffic.further(201, CREATES)
    assert.equal(await rowsOf('a'), 0)
    assert.deepEqual(await repeat(), first)
    await change()
    const rows = await until(
      () => listBuckets(pair.mover().databases),
      (listed) => listed[bucket]!.server === 'b',
    )
    assert.deepEqual([rows.length, rows[bucket]!.accounts], [64, 1])
    assert.equal(rows.filter(({ server }) => server === 'a').length, 63)
  })

  it('leads back. If the command is killed in the pause and is not run again, the pause ends', async () => {
    const killedAt = (step: string) =>
      assert.rejects(
        moveBucket(
          pair.mover((text) => {
            if (text.startsWith(step)) throw new Killed()
          }),
          bucket,
          'a',
        ),
        Killed,
      )
    const phase = async () => {
      const { rows } = await pair.pools.a.query<{ phase: string }>('select phase from bucket_moves')
      return rows[0]?.phase
    }
    await killedAt('Catching up')
    await traffic.further(201, CREATES)
    await until(phase, (found) => found === 'copying')
    await killedAt('Permitting writes on a')
    await traffic.further(201, CREATES)
    await until(phase, (found) => found === 'cleaning')
    const moved = await moveBucket(pair.mover(), bucket, 'a')
    assert.deepEqual([moved?.from, moved?.pauseMs], ['b', null])
    await change()
    assert.deepEqual(await repeat(), first)
    const { 'api_key.created': keys, 'notification_channel.created': channels } = await auditCounts()
    assert.deepEqual({ keys, channels }, { keys: 4, channels: 4 })
  })

  it('is undone by an abort, also by one that is killed at each step, and nothing is lost or invented', async () => {
    const before = await rowsOf('a')
    await assert.rejects(
      moveBucket(
        pair.mover((text) => {
          if (text.startsWith('Catching up')) throw new Killed()
        }),
        bucket,
        'b',
      ),
      Killed,
    )
    const { result } = await untilDone((tell) => abortMove(pair.mover(tell), bucket))
    assert.ok(result === null || result.from === 'a')
    await traffic.further(201, CREATES)
    assert.equal(await rowsOf('b'), 0)
    assert.ok((await rowsOf('a')) > before)
    await traffic.stop()
    assert.deepEqual(new Set(traffic.statuses.keys()), new Set([201, 503]))
    await judged(cluster, traffic)
  })
})
