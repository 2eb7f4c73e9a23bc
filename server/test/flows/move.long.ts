// Invariants 3, 4 and 11 hold while a bucket moves back and forth, and the command is killed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addAccounts } from '../faults/cluster.ts'
import { startServerPair } from '../faults/server-pair.ts'
import { judged, Traffic } from '../faults/traffic.ts'
import { environment } from '../process.ts'
import { seededRandom } from '../random.ts'

const MOVES = 4
/** The largest number of lines of progress before a kill. A move has about twenty. */
const LINES_MAX = 20
/** One of so many moves is undone after its first kill. */
const ABORT_EVERY = 3
/** Events in a page of the feed. */
const PAGE_EVENTS = 200

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url))

const pair = await startServerPair()
const { cluster } = pair
after(() => pair.close())
const processes = [await cluster.start('api,dispatch,tasks'), await cluster.start('dispatch,tasks')]
const [api] = processes
await addAccounts(cluster, api!, 2)
const [account] = cluster.accounts
const { bucket } = account!

interface Ended {
  code: number | null
  output: string
}

/** Runs the command. Kills it at this line of its progress, if it comes so far. */
async function run(words: readonly string[], killAtLine: number): Promise<Ended> {
  const env = environment({ ...cluster.variables, DATABASES: pair.list })
  const child = spawn(process.execPath, [CLI, 'buckets', 'move', String(bucket), ...words], { env })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.split('\n').length > killAtLine) child.kill('SIGKILL')
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Reads the feed from the begin until it is stopped and at its end. Returns the ids of all events. */
async function readFeed(isStopped: () => boolean): Promise<Set<string>> {
  const seen = new Set<string>()
  for (let cursor = ''; ;) {
    const path = `/api/v1/webhook_events?limit=${PAGE_EVENTS}${cursor === '' ? '' : `&after=${cursor}`}`
    const wasStopped = isStopped()
    const { status, body } = await account!.call(api!, 'GET', path)
    if (status !== 200) continue
    for (const { id } of body.webhook_events as { id: string }[]) seen.add(id)
    cursor = body.next_cursor ?? cursor
    if (wasStopped && body.webhook_events.length === 0) return seen
  }
}

test(`nothing is lost in ${MOVES} moves of a bucket with kills of the command`, async (t) => {
  const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
  t.diagnostic(`CRASH_SEED=${seed} repeats these kills`)
  const random = seededRandom(seed)
  const traffic = new Traffic(cluster, api!)
  let isStopped = false
  const reading = readFeed(() => isStopped)
  let kills = 0
  for (let moved = 0; moved < MOVES; moved++) {
    const to = moved % 2 === 0 ? 'b' : 'a'
    await traffic.further(201, 20)
    for (let ended: Ended = { code: null, output: '' }; ended.code !== 0;) {
      ended = await run(['--to', to], 1 + random.below(LINES_MAX))
      assert.ok(ended.code === 0 || ended.code === null, ended.output)
      if (ended.code === null) kills += 1
      if (ended.code === null && random.below(ABORT_EVERY) === 0) await run(['--abort'], 1 + random.below(LINES_MAX))
    }
  }
  await traffic.further(201, 20)
  await traffic.stop()
  t.diagnostic(`${kills} kills, ${JSON.stringify([...traffic.statuses])}`)
  await judged(cluster, traffic)
  isStopped = true
  const seen = await reading
  const { rows } = await pair.pools.a.query<{ id: string }>({
    text: 'select id from events where account_id = $1',
    values: [account!.accountId],
  })
  assert.deepEqual(
    rows.filter(({ id }) => !seen.has(id)),
    [],
  )
})
