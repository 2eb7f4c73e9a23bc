// Invariants 3, 4 and 11 hold on three database servers under load. One is killed, and a bucket moves to and fro.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { moveWithKills } from '../faults/bucket-command.ts'
import { addAccounts } from '../faults/cluster.ts'
import { judgeServer } from '../faults/cluster-rounds.ts'
import { SERVER_SETTINGS, startServerGroup } from '../faults/server-group.ts'
import { trafficOfServers } from '../faults/traffic.ts'
import { seededRandom } from '../random.ts'
import { SANDBOX_EVENTS } from '../sandbox-words.ts'

const ACCOUNTS = 300
/** An even number, so that the bucket ends where it began. */
const MOVES = 10
/** Of each living server during the outage. They take 20 s at least on a machine with two processors. */
const OUTAGE_CREATES = 3000

const group = await startServerGroup(['a', 'b', 'c'], { isDivided: true })
const { cluster, servers } = group
after(() => group.close())
const api = await cluster.start('api,dispatch,tasks')
await cluster.start('dispatch,tasks')
await addAccounts(cluster, api, ACCOUNTS)

test(`${ACCOUNTS} accounts on three servers lose nothing by an outage and ${MOVES} moves`, async (t) => {
  const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
  t.diagnostic(`CRASH_SEED=${seed} repeats these kills`)
  const random = seededRandom(seed)
  const traffic = trafficOfServers(cluster, api)
  const [ofDirectory, ofOther, ofKilled] = traffic
  const statuses = () => JSON.stringify(traffic.map((one) => Object.fromEntries(one.statuses)))
  const furtherOfLiving = (creates: number) =>
    Promise.all([ofDirectory!, ofOther!].map((one) => one.further(201, creates)))
  const waits = () => JSON.stringify(traffic.map((one) => one.takeWaits()))
  try {
    await furtherOfLiving(OUTAGE_CREATES)
    t.diagnostic(`waits before, by server: ${waits()}`)
    await servers.c.kill()
    await ofKilled!.further(503, 1)
    waits()
    const killedAtMs = performance.now()
    await furtherOfLiving(OUTAGE_CREATES)
    const seconds = Math.round((performance.now() - killedAtMs) / 1000)
    t.diagnostic(`waits during ${seconds} s without the third: ${waits()}`)
    for (const one of [ofDirectory!, ofOther!]) assert.deepEqual([...one.statuses.keys()], [201])
    await servers.c.start(SERVER_SETTINGS)
    await ofKilled!.further(201, 20)
    // It moves between two servers that are not the directory.
    const { bucket } = cluster.accounts.find((account) => cluster.poolOf(account.bucket) === group.pools.b)!
    for (let moved = 0; moved < MOVES; moved++) {
      const to = moved % 2 === 0 ? 'c' : 'b'
      const kills = await moveWithKills(cluster.variables, { bucket, to, random })
      t.diagnostic(`bucket ${bucket} moved to ${to} after ${kills} kills, ${statuses()}`)
    }
    for (const one of traffic) await one.further(201, 20)
  } finally {
    await Promise.all(traffic.map((one) => one.stop()))
  }
  assert.deepEqual(
    [...new Set(traffic.flatMap((one) => [...one.statuses.keys()]))].filter((one) => one !== 201 && one !== 503),
    [],
  )
  for (const [index, pool] of cluster.pools.entries()) {
    const { deliveryIds: acknowledgedDeliveryIds } = traffic[index]!
    const words = new Map(acknowledgedDeliveryIds.map((id) => [id, 'delivered'] as const))
    const { breaches, events } = await judgeServer(cluster, pool, { acknowledgedDeliveryIds, words })
    t.diagnostic(`server ${index + 1}: ${acknowledgedDeliveryIds.length} deliveries, ${events} events`)
    assert.deepEqual(breaches, [])
    // A create that a dead server cut off may exist, or not.
    assert.ok(events >= acknowledgedDeliveryIds.length * SANDBOX_EVENTS['delivered']!.length)
  }
})
