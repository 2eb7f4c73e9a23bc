import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createSystemClock } from '../../platform/clock.ts'
import { createLogger } from '../../platform/log.ts'
import type { Buckets } from './buckets.ts'
import { Dispatcher } from './dispatcher.ts'
import type { CutOff, Performed, QueueDefinition, QueueItem, QueueLimits } from './queue.ts'

/** So long that no tick comes by itself during a test. */
const NEVER_MS = 600_000

const started: { dispatcher: Dispatcher<QueueItem, QueueItem>; land(): void }[] = []
afterEach(async () => {
  for (const { dispatcher, land } of started.splice(0)) {
    land()
    await dispatcher.stop()
  }
})

const outage = () => Object.assign(new Error('away'), { code: 'ECONNREFUSED' })

/** Waits until all work that does not depend on the test is done. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
}

interface Flying {
  item: QueueItem
  end(performed?: Performed<QueueItem>): void
}

type Given = Partial<QueueDefinition<QueueItem, QueueItem>>

/**
 * A dispatcher for a table held by the test: stored ids per bucket, one key per bucket. `may` controls its permissions.
 * Items stay in flight until the test ends them.
 */
function makeDispatcher(given: Given = {}, limits: Partial<QueueLimits> = {}, shutdownTimeoutMs = NEVER_MS) {
  const table = new Map<number, string[]>()
  const may = { lease: true, work: true, aheadMs: 0 }
  const clock = createSystemClock()
  const calls: string[] = []
  const flying: Flying[] = []
  const item = (bucket: number, id: string): QueueItem => {
    return { id, bucket, key: String(bucket), priority: 'normal', position: id, isRetry: false, dueAt: null, size: 1 }
  }
  const uses = { entered: 0, left: 0 }
  const hinted: string[] = []
  let change: (taken: number[], lost: number[]) => void = () => {}
  const definition: QueueDefinition<QueueItem, QueueItem> = {
    name: 'test',
    hints: { offer: 'webhooks', queuedAgain: 'replays', reread: 'endpoints' },
    limits: {
      ...{
        priorities: ['normal'],
        capInitial: 10,
        capAfterCrash: 10,
        capMax: 10,
        adaptive: false,
        waitingMax: 100,
        charactersMax: 1000,
        itemCharacters: 1,
      },
      ...{ inFlightMax: 4, inFlightFree: 4, readyEnough: 100, roundMax: () => 2, ...limits },
      get unwrittenMax() {
        return may.work ? (limits.unwrittenMax ?? 100) : 0
      },
    },
    positionAt: () => '',
    async readFresh(bucket) {
      calls.push(`poll ${bucket}`)
      return (table.get(bucket) ?? []).map((id) => item(bucket, id))
    },
    bucketsWithRows: (all) => Promise.resolve(all),
    async sweep(bucket) {
      calls.push(`sweep ${bucket}`)
      return [String(bucket)]
    },
    perform: (item) =>
      new Promise((resolve) => {
        const ended: Performed<QueueItem> = { kind: 'ended', succeeded: true, end: item }
        flying.push({ item, end: (performed = ended) => resolve(performed) })
      }),
    async settle({ bucket, id }) {
      table.set(bucket, table.get(bucket)?.filter((other) => other !== id) ?? [])
      return null
    },
    logFailure: (key, id) => calls.push(`failure ${key} ${id}`),
    ...given,
  }
  const buckets: Pick<
    Buckets,
    'mayStart' | 'held' | 'holds' | 'enter' | 'leave' | 'owns' | 'wasLeft' | 'onChange' | 'endSoon'
  > = {
    mayStart: () => may.lease,
    held: () => [...table.keys()],
    holds: (bucket) => table.has(bucket),
    enter(bucket) {
      if (!table.has(bucket)) return undefined
      uses.entered += 1
      return 1
    },
    leave: () => void (uses.left += 1),
    owns: () => true,
    wasLeft: () => false,
    onChange: (listener) => (change = listener),
    endSoon: () => {},
  }
  const dispatcher = new Dispatcher<QueueItem, QueueItem>({
    definition,
    buckets: buckets as unknown as Buckets,
    hints: {
      on: () => {},
      onListening: () => {},
      send: (...hint) => void hinted.push(hint.join(' ')),
    },
    clock: { ...clock, monotonic: () => clock.monotonic() + may.aheadMs },
    log: createLogger('silent'),
    config: { pollIntervalMs: NEVER_MS, pollCursorLagMs: 0, sweepIntervalMs: NEVER_MS, shutdownTimeoutMs },
  })
  function land(performed?: Performed<QueueItem>): void {
    for (const { end } of flying.splice(0)) end(performed)
  }
  started.push({ dispatcher, land })
  return {
    ...{ dispatcher, table, may, calls, flying, item, uses, hinted, land },
    change: (taken: number[], lost: number[]) => change(taken, lost),
    /** Starts a tick. */
    look: () => change([], []),
    ids: () => flying.map(({ item }) => item.id).toSorted((a, b) => (a < b ? -1 : 1)),
  }
}

test('stored rows are swept, read and started, within the limit in flight', async () => {
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

test('above the free number, items start slowly even if none ends', async () => {
  const { dispatcher, table, flying, may, land } = makeDispatcher({}, { inFlightFree: 1, roundMax: () => 1 })
  table.set(1, ['a', 'b', 'c', 'd', 'e', 'f'])
  dispatcher.start()
  while (flying.length < 4) {
    await settled()
    may.aheadMs += 1
  }
  assert.equal(dispatcher.counts.inFlight, 4)
  land()
})

test("a burst starts in one turn up to the round's limit, and the rest in smaller rounds", async () => {
  const startedInRounds: number[] = []
  const { dispatcher, table, flying, land } = makeDispatcher(
    {},
    {
      inFlightMax: 6,
      inFlightFree: 6,
      roundMax(inFlight) {
        startedInRounds.push(flying.length)
        return Math.max(1, 3 - inFlight)
      },
    },
  )
  table.set(1, ['a', 'b', 'c', 'd', 'e'])
  dispatcher.start()
  await settled()
  // The number in flight at the start of each round.
  assert.deepEqual([...new Set([...startedInRounds, flying.length])], [0, 3, 4, 5])
  land()
})

test('buckets are read in turn until enough lanes are ready, and from there on when fewer are', async () => {
  const { dispatcher, table, may, calls, flying, land, look } = makeDispatcher({}, { readyEnough: 3 })
  for (let bucket = 1; bucket <= 10; bucket++) table.set(bucket, [`item ${bucket}`])
  const polled = () => calls.filter((call) => call.startsWith('poll')).map((call) => Number(call.split(' ')[1]))
  may.work = false
  dispatcher.start()
  await settled()
  assert.deepEqual(polled(), [1, 2, 3, 4])
  look()
  await settled()
  assert.deepEqual(polled(), [1, 2, 3, 4])
  // Even if enough lanes are ready, a tick half a second later reads some more.
  may.aheadMs += 500
  look()
  await settled()
  assert.deepEqual(polled(), [1, 2, 3, 4, 5, 6, 7, 8])
  may.work = true
  dispatcher.offer([])
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

test('a bucket that cannot be swept or read does not delay others', async () => {
  const polled: number[] = []
  const { dispatcher, table } = makeDispatcher({
    async sweep(bucket) {
      if (bucket === 2) throw new Error('a row that nothing can be made of')
      return [String(bucket)]
    },
    async readFresh(bucket) {
      polled.push(bucket)
      if (bucket === 1) throw new Error('a row that nothing can be made of')
      return []
    },
  })
  for (let bucket = 1; bucket <= 9; bucket++) table.set(bucket, [])
  dispatcher.start()
  await settled()
  assert.deepEqual(polled.slice(0, 8), [1, 3, 4, 5, 6, 7, 8, 9])
})

test('a bucket without rows is not swept, and is asked about again after the interval', async () => {
  const asked: number[][] = []
  const { dispatcher, table, calls } = makeDispatcher({
    async bucketsWithRows(buckets) {
      asked.push([...buckets])
      return buckets.filter((bucket) => bucket === 2)
    },
  })
  for (const bucket of [1, 2, 3]) table.set(bucket, [])
  dispatcher.start()
  await settled()
  dispatcher.offer([])
  await settled()
  assert.deepEqual(asked, [[1, 2, 3]])
  assert.deepEqual(
    calls.filter((call) => call.startsWith('sweep')),
    ['sweep 2'],
  )
})

test('if the database is unavailable, a tick ends at once, and the next continues there', async () => {
  let away = true
  const swept: number[] = []
  const { dispatcher, table, look } = makeDispatcher({
    async sweep(bucket) {
      swept.push(bucket)
      if (away) throw outage()
      return [String(bucket)]
    },
  })
  for (const bucket of [1, 2, 3]) table.set(bucket, [])
  dispatcher.start()
  await settled()
  assert.deepEqual(swept, [1])
  away = false
  look()
  await settled()
  assert.deepEqual(swept, [1, 1, 2, 3])
})

test('no item starts without a fresh lease, or while the room has no capacity', async () => {
  const { dispatcher, table, may, flying, land, look } = makeDispatcher()
  table.set(1, ['a'])
  may.lease = false
  dispatcher.start()
  await settled()
  assert.equal(flying.length, 0)
  may.lease = true
  may.work = false
  look()
  await settled()
  assert.equal(flying.length, 0)
  may.work = true
  dispatcher.offer([])
  await settled()
  assert.equal(flying.length, 1)
  land()
})

test('a tick requested during a tick follows it', async () => {
  const poll = Promise.withResolvers<void>()
  const polled: number[] = []
  const { dispatcher, table } = makeDispatcher({
    async readFresh(bucket) {
      polled.push(bucket)
      await poll.promise
      return []
    },
  })
  table.set(1, [])
  dispatcher.start()
  await settled()
  dispatcher.reread(1, '1')
  assert.deepEqual(polled, [1])
  poll.resolve()
  await settled()
  assert.deepEqual(polled, [1, 1])
})

test('the lanes of a lost bucket are dropped, and a bucket that is taken is swept at once', async () => {
  const { dispatcher, table, may, calls, flying, change, land } = makeDispatcher()
  table.set(1, ['a'])
  may.work = false
  dispatcher.start()
  await settled()
  assert.deepEqual(dispatcher.counts, { inFlight: 0, waiting: 1, unwritten: 0, lanes: 1 })
  change([], [1])
  assert.deepEqual(dispatcher.counts, { inFlight: 0, waiting: 0, unwritten: 0, lanes: 0 })
  await settled()
  calls.length = 0
  may.work = true
  change([1], [])
  await settled()
  assert.equal(calls[0], 'sweep 1')
  assert.equal(flying.length, 1)
  land()
})

test('a stop starts no more items, and waits for items in flight and the running tick', async () => {
  const poll = Promise.withResolvers<void>()
  const { dispatcher, table, item, flying, ids, land } = makeDispatcher({
    readFresh: () => poll.promise.then(() => []),
  })
  table.set(1, [])
  dispatcher.offer(['a', 'b', 'c', 'd', 'e'].map((id) => item(1, id)))
  dispatcher.start()
  dispatcher.offer([])
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

test('a stop ends after its time-out, even if an item never ends', async () => {
  const { dispatcher, table } = makeDispatcher({}, {}, 1)
  table.set(1, ['a'])
  dispatcher.start()
  await settled()
  assert.equal(dispatcher.counts.inFlight, 1)
  await dispatcher.stop()
  assert.equal(dispatcher.counts.inFlight, 1)
})

test('after an item has paused the queue no items start, and the next tick after the pause starts the waiting ones', async () => {
  const [started, paused]: [string[], boolean[]] = [[], []]
  const { dispatcher, table, may, item, look } = makeDispatcher({
    async perform({ id }, _epoch, pace) {
      started.push(id)
      if (id === 'a') paused.push(pace.pause(NEVER_MS), pace.pause(2 * NEVER_MS))
      return { kind: 'nothing' }
    },
  })
  table.set(1, ['a'])
  dispatcher.start()
  await settled()
  assert.deepEqual(paused, [true, false], 'the second time it is paused already')
  table.set(1, ['b'])
  dispatcher.offer([item(1, 'b')])
  await settled()
  assert.deepEqual(started, ['a'])
  may.aheadMs = NEVER_MS
  look()
  await settled()
  assert.deepEqual(started, ['a', 'b'])
})

test('an item is urgent if its key has no free place, or a rate', async () => {
  const known: [string, boolean][] = []
  const { dispatcher, table, look } = makeDispatcher(
    {
      perform(item, _epoch, pace, isUrgent) {
        known.push([item.id, isUrgent])
        if (item.id === 'b') pace.limit(item, 3, 1000)
        return new Promise(() => {})
      },
    },
    { capInitial: 2, capMax: 4 },
    1,
  )
  table.set(1, ['a'])
  dispatcher.start()
  await settled()
  table.set(1, ['a', 'b', 'c'])
  dispatcher.reread(1, '1')
  await settled()
  look()
  await settled()
  assert.deepEqual(known, [
    ['a', false],
    ['b', true],
    ['c', true],
  ])
  await dispatcher.stop()
})

test('an ended item frees its place, and its id and lease are released when its outcome is written', async () => {
  const written = Promise.withResolvers<null>()
  const { dispatcher, table, uses, flying, land } = makeDispatcher(
    { settle: () => written.promise },
    { inFlightMax: 1 },
  )
  table.set(1, ['a', 'b'])
  dispatcher.start()
  await settled()
  const before = { ...uses }
  land()
  await settled()
  assert.deepEqual(dispatcher.counts, { inFlight: 1, waiting: 0, unwritten: 1, lanes: 1 })
  assert.equal(flying[0]!.item.id, 'b')
  dispatcher.reread(1, '1')
  await settled()
  assert.equal(dispatcher.counts.waiting, 0, 'it is still known')
  assert.equal(uses.left, before.left)
  written.resolve(null)
  await settled()
  assert.equal(uses.left, before.left + 1)
  dispatcher.reread(1, '1')
  await settled()
  assert.equal(dispatcher.counts.waiting, 1, 'its row is still stored')
})

test('no item starts while too many outcomes are unwritten, and a stop waits for them', async () => {
  const written = Promise.withResolvers<null>()
  const { dispatcher, table, flying, land } = makeDispatcher({ settle: () => written.promise }, { unwrittenMax: 2 })
  table.set(1, ['a', 'b', 'c', 'd', 'e'])
  dispatcher.start()
  await settled()
  land()
  await settled()
  assert.deepEqual([flying.length, dispatcher.counts.unwritten], [0, 4])
  let isStopped = false
  const stopping = dispatcher.stop().then(() => (isStopped = true))
  await settled()
  assert.equal(isStopped, false)
  written.resolve(null)
  await stopping
})

const failures: [what: string, error: () => Error, isReadAgain: boolean][] = [
  ['the database is unavailable', outage, true],
  ['it cannot be written', () => new Error('no'), false],
]
for (const [what, error, isReadAgain] of failures)
  test(`an outcome is lost since ${what}: its row is performed again ${isReadAgain ? 'at once' : 'after a sweep'}`, async () => {
    let isFailing = true
    const made = makeDispatcher({
      async settle({ bucket, id }) {
        if (isFailing) throw error()
        made.table.set(
          bucket,
          made.table.get(bucket)!.filter((other) => other !== id),
        )
        return null
      },
    })
    const { dispatcher, table, calls, flying, land, look, change } = made
    table.set(1, ['a'])
    dispatcher.start()
    await settled()
    land()
    await settled()
    assert.ok(calls.includes('failure 1 a'))
    assert.equal(dispatcher.counts.unwritten, 0)
    isFailing = false
    look()
    await settled()
    assert.equal(flying.length, isReadAgain ? 1 : 0)
    change([1], [])
    await settled()
    assert.equal(flying.length, 1)
    land()
  })

test('an item cut off is read again, a held one waits for a reread with its whole lane', async () => {
  const { dispatcher, table, flying, ids, land, look } = makeDispatcher({}, { inFlightMax: 1 })
  table.set(1, ['a', 'b'])
  dispatcher.start()
  await settled()
  land({ kind: 'cut_off' })
  await settled()
  assert.deepEqual(ids(), ['b'])
  look()
  await settled()
  assert.equal(dispatcher.counts.waiting, 1)
  land({ kind: 'held' })
  await settled()
  look()
  await settled()
  assert.deepEqual([flying.length, dispatcher.counts.waiting], [0, 0])
  dispatcher.reread(1, '1')
  await settled()
  assert.deepEqual([flying.length, dispatcher.counts.waiting], [1, 1])
  // Meanwhile its rows were deleted and a new one was added.
  table.set(1, ['c'])
  land({ kind: 'removed' })
  await settled()
  look()
  await settled()
  assert.deepEqual(ids(), ['c'])
  land()
})

test('begun work without an outcome is settled before its bucket is read, unless this process knows it', async () => {
  const made: ReturnType<typeof makeDispatcher> = makeDispatcher({
    async readCutOff(bucket, epoch): Promise<CutOff<QueueItem>[]> {
      assert.equal(epoch, 1)
      made.calls.push(`cut off ${bucket}`)
      return ['a', 'b'].map((id) => ({ key: String(bucket), priority: 'normal', id, end: made.item(bucket, id) }))
    },
    async settle({ id }) {
      made.calls.push(`settle ${id}`)
      if (isFailing) throw new Error('no')
      return null
    },
  })
  let isFailing = true
  const { dispatcher, table, item, calls, flying, change, uses } = made
  table.set(1, [])
  dispatcher.start()
  dispatcher.offer([item(1, 'a')])
  await settled()
  assert.deepEqual([flying.length, calls.join(', ')], [1, 'cut off 1, settle b'])
  isFailing = false
  calls.length = 0
  change([1], [])
  await settled()
  assert.equal(calls.join(', '), 'cut off 1, settle b, sweep 1, poll 1', 'none stays known that is not in flight')
  assert.equal(uses.entered - uses.left, 1, 'only the item in flight holds the lease')
})

test('a row queued again after its outcome was written, before this process knows, is performed again', async () => {
  const dueTimes = [1, 2]
  const { promise: response, resolve: responded } = Promise.withResolvers<null>()
  const made: ReturnType<typeof makeDispatcher> = makeDispatcher({
    readFresh: async (bucket) => dueTimes.slice(0, 1).map((dueAt) => ({ ...made.item(bucket, 'a'), dueAt })),
    settle: () => response,
  })
  const { dispatcher, table, flying, land, look } = made
  table.set(1, ['a'])
  dispatcher.start()
  await settled()
  assert.equal(flying.length, 1)
  land()
  await settled()
  // Its end is written, and another process has queued it again.
  dueTimes.shift()
  dispatcher.queuedAgain(1, '1')
  await settled()
  assert.equal(flying.length, 0, 'not while its outcome may be under way')
  responded(null)
  await settled()
  look()
  await settled()
  assert.equal(flying.length, 1)
  dueTimes.shift()
  land()
})

test("rows queued, queued again or changed in another process's bucket are hinted to it", () => {
  const { dispatcher, item, hinted } = makeDispatcher()
  dispatcher.offer([item(7, 'a')])
  dispatcher.queuedAgain(7, '7')
  dispatcher.reread(7, '7')
  assert.deepEqual(hinted, ['webhooks 7 7', 'replays 7 7', 'endpoints 7 7'])
  assert.equal(dispatcher.counts.lanes, 0)
})
