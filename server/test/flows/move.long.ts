// Invariants 3, 4 and 11 hold while a bucket moves back and forth, and the command is killed.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import { moveWithKills } from '../faults/bucket-command.ts'
import { addAccounts } from '../faults/cluster.ts'
import { startServerGroup } from '../faults/server-group.ts'
import { judged, Traffic } from '../faults/traffic.ts'
import { seededRandom } from '../random.ts'

const MOVES = 4
/** Events in a page of the feed. */
const PAGE_EVENTS = 200

const pair = await startServerGroup(['a', 'b'])
const { cluster } = pair
after(() => pair.close())
const api = await cluster.start('api,dispatch,tasks')
await cluster.start('dispatch,tasks')
await addAccounts(cluster, api, 2)
const account = cluster.accounts[0]!
const { bucket } = account

/** Reads the feed from the begin until it is stopped and at its end. Returns the ids of all events. */
async function readFeed(isStopped: () => boolean): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let cursor = ''; ;) {
    const path = `/api/v1/webhook_events?limit=${PAGE_EVENTS}${cursor === '' ? '' : `&after=${cursor}`}`
    const wasStopped = isStopped()
    const { status, body } = await account.call(api, 'GET', path)
    assert.ok(status === 200 || status === 503, JSON.stringify(body))
    if (status === 503) continue
    for (const { id } of body.webhook_events as { id: string }[]) seen.add(id)
    cursor = body.next_cursor ?? cursor
    if (wasStopped && body.webhook_events.length === 0) return seen
  }
}

test(`nothing is lost in ${MOVES} moves of a bucket with kills of the command`, async (t) => {
  const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
  t.diagnostic(`CRASH_SEED=${seed} repeats these kills`)
  const random = seededRandom(seed)
  const traffic = new Traffic(cluster.accounts.slice(0, 1), api)
  let isStopped = false
  const reading = readFeed(() => isStopped)
  // Awaited at the end, where its failure counts.
  reading.catch(() => {})
  try {
    for (let moved = 0; moved < MOVES; moved++) {
      const to = moved % 2 === 0 ? 'b' : 'a'
      await traffic.further(201, 20)
      const kills = await moveWithKills(cluster.variables, { bucket, to, random })
      t.diagnostic(`moved to ${to} after ${kills} kills, ${JSON.stringify([...traffic.statuses])}`)
    }
    await traffic.further(201, 20)
    await traffic.stop()
    await judged(cluster, traffic)
  } finally {
    isStopped = true
    await traffic.stop()
  }
  const seen = await reading
  const { rows } = await pair.pools.a.query<{ id: string }>({
    text: 'select id from events where account_id = $1',
    values: [account.accountId],
  })
  assert.deepEqual(
    rows.filter(({ id }) => !seen.has(id)),
    [],
  )
})
