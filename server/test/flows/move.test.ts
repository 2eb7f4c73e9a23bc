// Invariants 3, 4 and 11 hold while a bucket moves between two servers.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { abortMove, moveBucket } from '../../src/buckets/move.ts'
import { addAccounts } from '../faults/cluster.ts'
import { startServerPair } from '../faults/server-pair.ts'
import { judged, Traffic } from '../faults/traffic.ts'

const pair = await startServerPair()
const { cluster } = pair
after(() => pair.close())
const api = await cluster.start('api,dispatch,tasks')
await addAccounts(cluster, api, 1)
const { bucket } = cluster.accounts[0]!

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

describe('a move of a bucket under load', () => {
  const traffic = new Traffic(cluster, api)

  it('continues after a kill at each step', async () => {
    await traffic.further(201, 20)
    const { result, kills } = await untilDone((tell) => moveBucket(pair.mover(tell), bucket, 'b'))
    assert.equal(result?.to, 'b')
    assert.ok(kills > 10, `${kills} kills`)
    await traffic.further(201, 20)
    assert.equal(await rowsOf('a'), 0)
  })

  it('is undone by an abort, also by one that is killed at each step', async () => {
    const before = await rowsOf('b')
    await assert.rejects(
      moveBucket(
        pair.mover((text) => {
          if (text.startsWith('Permitting writes on a')) throw new Killed()
        }),
        bucket,
        'a',
      ),
      Killed,
    )
    const { result } = await untilDone((tell) => abortMove(pair.mover(tell), bucket))
    assert.ok(result === null || result.from === 'b')
    await traffic.further(201, 20)
    assert.equal(await rowsOf('a'), 0)
    assert.ok((await rowsOf('b')) > before)
  })

  it('leads back, and nothing is lost or invented', async () => {
    const moved = await moveBucket(pair.mover(), bucket, 'a')
    assert.equal(moved?.from, 'b')
    await traffic.further(201, 20)
    await traffic.stop()
    assert.deepEqual(new Set(traffic.statuses.keys()), new Set([201, 503]))
    await judged(cluster, traffic)
  })
})
