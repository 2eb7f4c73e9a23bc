import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createSystemClock } from '../clock.ts'
import { createLogger } from '../log.ts'
import type { Buckets } from './buckets.ts'
import { createDispatcher } from './dispatcher.ts'
import type { Dispatcher, Work } from './dispatcher.ts'
import { createLanes } from './lanes.ts'
import type { Lane, LaneItem } from './lane.ts'

/** No tick comes by itself before a test is over. */
const NEVER_MS = 600_000

const started: { dispatcher: Dispatcher<LaneItem>; land(): void }[] = []
afterEach(async () => {
  for (const { dispatcher, land } of started.splice(0)) {
    land()
    await dispatcher.stop()
  }
})

const outage = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })

/** The turns of the event loop in which everything that can go on without the test goes on. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
}

/**
 * A dispatcher of a table that the test holds: per bucket the ids that are stored; what it may do is in `may`. Items
 * stay in flight until the test lands them.
 */
function makeDispatcher(given: Partial<Work<LaneItem>> = {}, shutdownTimeoutMs = NEVER_MS) {
  const table = new Map<number, string[]>()
  const may = { lease: true, work: true, aheadMs: 0 }
  const clock = createSystemClock()
  const calls: string[] = []
  const flying: { lane: Lane<LaneItem>; item: LaneItem }[] = []
  const roomy = { waitingMax: 100, charactersMax: 1000, itemCharacters: 1 }
  const lanes = createLanes<LaneItem>({ capInitial: () => 10, capMax: 10, adaptive: false, ...roomy })
  const open = (bucket: number) => lanes.open({ key: String(bucket), bucket, accountId: bucket })
  let change: (taken: number[], lost: number[]) => void = () => {}
  const work: Work<LaneItem> = {
    lanes,
    hintKind: 'webhooks',
    cursorAt: String,
    inFlightMax: 4,
    inFlightFree: 4,
    readyEnough: 100,
    roundMax: () => 2,
    mayStart: () => may.work,
    start: (taken) => flying.push(...taken),
    async poll(bucket, some) {
      calls.push(`poll ${bucket}`)
      for (const lane of some) {
        lane.behind = false
        lane.nextDueAt = Infinity
        for (const id of table.get(bucket) ?? []) lanes.offer(lane, { id, size: 1 }, 'fresh')
      }
    },
    async sweep(bucket) {
      calls.push(`sweep ${bucket}`)
      lanes.reread(open(bucket))
    },
    ...given,
  }
  const buckets: Pick<Buckets, 'mayStart' | 'held' | 'holds' | 'onChange'> = {
    mayStart: () => may.lease,
    held: () => [...table.keys()],
    holds: (bucket) => table.has(bucket),
    onChange: (listener) => (change = listener),
  }
  const dispatcher = createDispatcher<LaneItem>({
    name: 'test',
    work,
    buckets: buckets as Buckets,
    hints: { on: () => {}, onListening: () => {}, send: () => {}, start: () => {}, stop: () => Promise.resolve() },
    clock: { ...clock, monotonic: () => clock.monotonic() + may.aheadMs },
    log: createLogger('silent'),
    config: { pollIntervalMs: NEVER_MS, pollCursorLagMs: 0, sweepIntervalMs: NEVER_MS, shutdownTimeoutMs },
  })
  function land(): void {
    for (const { lane } of flying.splice(0)) dispatcher.landed(lane, true)
  }
  started.push({ dispatcher, land })
  return {
    dispatcher,
    lanes,
    table,
    may,
    calls,
    flying,
    open,
    change: (taken: number[], lost: number[]) => change(taken, lost),
    land,
    ids: () => flying.map(({ item }) => item.id).toSorted((a, b) => (a < b ? -1 : 1)),
  }
}

test('what is stored is swept, polled and started, no more at once than may be in flight', async () => {
  const { dispatcher, table, flying, land } = makeDispatcher()
  table.set(1, ['a', 'b', 'c', 'd', 'e', 'f'])
  dispatcher.start()
  await settled()
  assert.equal(flying.length, 4)
  assert.equal(dispatcher.counts.inFlight, 4)
  land()
  await settled()
  assert.equal(flying.length, 2)
  land()
})

test('beyond the free number more are started by and by, though nothing lands', async () => {
  const { dispatcher, table, flying, may, land } = makeDispatcher({ inFlightFree: 1, roundMax: () => 1 })
  table.set(1, ['a', 'b', 'c', 'd', 'e', 'f'])
  dispatcher.start()
  while (flying.length < 4) {
    await settled()
    may.aheadMs += 1
  }
  assert.equal(dispatcher.counts.inFlight, 4)
  land()
})

test('a burst is begun in one turn as far as the work lets it, and the rest in smaller rounds', async () => {
  const rounds: number[] = []
  const { dispatcher, table, flying, land } = makeDispatcher({
    inFlightMax: 6,
    inFlightFree: 6,
    roundMax: (inFlight) => Math.max(1, 3 - inFlight),
    start: (taken) => {
      rounds.push(taken.length)
      flying.push(...taken)
    },
  })
  table.set(1, ['a', 'b', 'c', 'd', 'e'])
  dispatcher.start()
  await settled()
  assert.deepEqual(rounds, [3, 1, 1])
  land()
})

test('buckets are read in turn until enough lanes are ready, and on from there when fewer are', async () => {
  const { dispatcher, table, may, calls, flying, land } = makeDispatcher({ readyEnough: 3 })
  for (let bucket = 1; bucket <= 10; bucket++) table.set(bucket, [`item ${bucket}`])
  const polled = () => calls.filter((call) => call.startsWith('poll')).map((call) => Number(call.split(' ')[1]))
  may.work = false
  dispatcher.start()
  await settled()
  assert.deepEqual(polled(), [1, 2, 3, 4])
  dispatcher.look()
  await settled()
  assert.deepEqual(polled(), [1, 2, 3, 4])
  // However many are ready: half a second later a look reads on a little.
  may.aheadMs += 500
  dispatcher.look()
  await settled()
  assert.deepEqual(polled(), [1, 2, 3, 4, 5, 6, 7, 8])
  may.work = true
  dispatcher.wake()
  await settled()
  assert.equal(flying.length, 4)
  assert.deepEqual(polled(), [1, 2, 3, 4, 5, 6, 7, 8])
  const all: string[] = []
  for (let landings = 0; landings < 3; landings++) {
    all.push(...flying.map(({ item }) => item.id))
    land()
    await settled()
  }
  assert.equal(new Set(all).size, 10)
  assert.deepEqual(polled(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('a bucket that cannot be swept or read keeps no other waiting', async () => {
  const polled: number[] = []
  const { dispatcher, table, open, lanes } = makeDispatcher({
    async sweep(bucket) {
      lanes.reread(open(bucket))
      if (bucket === 1) throw new Error('a row that nothing can be made of')
    },
    async poll(bucket) {
      polled.push(bucket)
      if (bucket === 1) throw new Error('a row that nothing can be made of')
    },
  })
  for (let bucket = 1; bucket <= 9; bucket++) table.set(bucket, [])
  dispatcher.start()
  await settled()
  assert.deepEqual(polled.slice(0, 9), [1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('while the database is away a tick ends at once, and the next begins where it was', async () => {
  let away = true
  const swept: number[] = []
  const { dispatcher, table, lanes, open } = makeDispatcher({
    async sweep(bucket) {
      swept.push(bucket)
      if (away) throw outage()
      lanes.reread(open(bucket))
    },
  })
  for (const bucket of [1, 2, 3]) table.set(bucket, [])
  dispatcher.start()
  await settled()
  assert.deepEqual(swept, [1])
  away = false
  dispatcher.look()
  await settled()
  assert.deepEqual(swept, [1, 1, 2, 3])
})

test('nothing starts without a fresh lease, or while the work itself forbids it', async () => {
  const { dispatcher, table, may, flying, land } = makeDispatcher()
  table.set(1, ['a'])
  may.lease = false
  dispatcher.start()
  await settled()
  assert.equal(flying.length, 0)
  may.lease = true
  may.work = false
  dispatcher.look()
  await settled()
  assert.equal(flying.length, 0)
  may.work = true
  dispatcher.wake()
  await settled()
  assert.equal(flying.length, 1)
  land()
})

test('a tick that is asked for during a tick comes after it', async () => {
  const poll = Promise.withResolvers<void>()
  const polled: number[] = []
  const { dispatcher, table, lanes, open } = makeDispatcher({
    async poll(bucket, some) {
      for (const lane of some) {
        lane.behind = false
        lane.nextDueAt = Infinity
      }
      polled.push(bucket)
      await poll.promise
    },
  })
  table.set(1, [])
  dispatcher.start()
  await settled()
  lanes.reread(open(1))
  dispatcher.look()
  assert.deepEqual(polled, [1])
  poll.resolve()
  await settled()
  assert.deepEqual(polled, [1, 1])
})

test('the lanes of a lost bucket are dropped, and a bucket that is taken is swept at once', async () => {
  const { dispatcher, table, calls, lanes, open, change } = makeDispatcher()
  table.set(1, ['a'])
  dispatcher.start()
  await settled()
  const lane = open(1)
  change([], [1])
  assert.equal(lane.closed, true)
  assert.equal(lanes.get('1'), undefined)
  await settled()
  calls.length = 0
  change([1], [])
  await settled()
  assert.equal(calls[0], 'sweep 1')
})

test('a stop starts nothing more, and waits for what is in flight and for the tick under way', async () => {
  const poll = Promise.withResolvers<void>()
  const { dispatcher, table, lanes, open, flying, ids, land } = makeDispatcher({ poll: () => poll.promise })
  table.set(1, [])
  for (const id of ['a', 'b', 'c', 'd', 'e']) lanes.offer(open(1), { id, size: 1 }, 'fresh')
  dispatcher.start()
  dispatcher.wake()
  await settled()
  assert.deepEqual(ids(), ['a', 'b', 'c', 'd'])
  let stopped = false
  const stopping = dispatcher.stop().then(() => (stopped = true))
  land()
  await settled()
  assert.equal(flying.length, 0)
  assert.equal(stopped, false, 'the tick is under way')
  poll.resolve()
  await stopping
})

test('a stop gives up after its time-out what never lands', async () => {
  const { dispatcher, table } = makeDispatcher({}, 1)
  table.set(1, ['a'])
  dispatcher.start()
  await settled()
  assert.equal(dispatcher.counts.inFlight, 1)
  await dispatcher.stop()
  assert.equal(dispatcher.counts.inFlight, 1)
})

test('paused it starts nothing, however it is woken; after the pause the next look starts what waits', async () => {
  const { dispatcher, table, may, flying, land } = makeDispatcher()
  table.set(1, ['a', 'b'])
  assert.equal(dispatcher.pause(NEVER_MS), true)
  assert.equal(dispatcher.pause(2 * NEVER_MS), false, 'it is paused already')
  dispatcher.start()
  await settled()
  dispatcher.wake()
  await settled()
  assert.equal(flying.length, 0)
  may.aheadMs = NEVER_MS
  dispatcher.look()
  await settled()
  assert.equal(flying.length, 2)
  land()
})
