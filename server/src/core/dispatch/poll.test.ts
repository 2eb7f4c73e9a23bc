// Invariant 15: the poll's knowledge of stored rows, tested with a table in memory and random changes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Lanes } from './lanes.ts'
import { Poll } from './poll.ts'
import { PRIORITIES } from './queue.ts'
import type { Priority, QueueItem, QueueStatements, Read } from './queue.ts'

const KEY = '1'
const LAG_MS = 20

interface Row {
  id: string
  /** When it was created: its position among fresh rows. */
  madeAt: number
  dueAt: number | null
  isCommitted: boolean
  /** Incremented whenever the row must be performed once more. */
  version: number
}

interface Item extends QueueItem {
  madeAt: number
  version: number
}

const text = (time: number) => String(Math.max(0, time)).padStart(6, '0')

/**
 * A table with one key, like webhooks (`isDueApart`) or sends, and a poll that reads it. Taken items stay in flight
 * until they are settled or released.
 */
class World {
  now = 1000
  readonly rows = new Map<string, Row>()
  readonly flying: Item[] = []
  /** How often each version of each row was performed, and may be performed. A cut-off allows one more. */
  readonly performed = new Map<string, number>()
  readonly allowed = new Map<string, number>()
  /** Reads that the table returned, and that were not processed by the poll yet. */
  readonly #reads: (() => void)[] = []
  #polling: Promise<void> | null = null
  readonly lanes: Lanes<Item>
  readonly poll: Poll<Item>
  readonly #isDueApart: boolean
  #made = 0

  constructor(isDueApart: boolean) {
    this.#isDueApart = isDueApart
    const positionOf = ({ position }: Item) => position
    const statements: QueueStatements<Item> = {
      positionAt: text,
      readFresh: (_bucket, reads) =>
        this.#read(
          ({ dueAt, position }, { cursor }) => (isDueApart ? dueAt === null && position > cursor : position >= cursor),
          positionOf,
          reads,
        ),
      ...(isDueApart && {
        readDue: (_bucket: number, reads: readonly Read[]) =>
          this.#read(
            ({ dueAt }) => dueAt !== null,
            ({ dueAt }) => text(dueAt!),
            reads,
          ),
      }),
    }
    const lane = {
      priorities: isDueApart ? (['normal'] as const) : PRIORITIES,
      capInitial: 2,
      capAfterCrash: 2,
      capMax: 2,
      adaptive: false,
      waitingMax: 2,
      charactersMax: 100,
      itemCharacters: 1,
    }
    const limits = { ...lane, readyEnough: 100 }
    const definition = { ...statements, limits }
    this.lanes = new Lanes<Item>(limits, { wasLeft: () => false })
    const clock = { now: () => this.now, monotonic: () => this.now, wall: () => this.now }
    const onFailure = (error: unknown) => {
      throw error
    }
    this.poll = new Poll({ definition, lanes: this.lanes, clock, cursorLagMs: LAG_MS, onFailure })
  }

  get lane() {
    return this.lanes.open(KEY, 0)
  }

  /** Reads the table now. The promise resolves when the test allows it. */
  #read(
    matches: (item: Item, read: Read) => boolean,
    orderOf: (item: Item) => string,
    reads: readonly Read[],
  ): Promise<Item[]> {
    const committed = [...this.rows.values()].filter((row) => row.isCommitted).map((row) => this.#itemOf(row))
    const found = reads.flatMap((read) =>
      committed
        .filter((item) => item.priority === read.priority && matches(item, read))
        .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
        .slice(0, read.rowsMax),
    )
    return new Promise((resolve) => this.#reads.push(() => resolve(found)))
  }

  #itemOf({ id, madeAt, dueAt, version }: Row): Item {
    const position = this.#isDueApart ? `${text(madeAt)} ${id}` : text(dueAt!)
    const isRetry = this.#isDueApart && version % 2 === 1
    return {
      id,
      bucket: 0,
      key: KEY,
      priority: this.#priorityOf(id),
      position,
      isRetry,
      madeAt,
      dueAt,
      version,
      size: 1,
    }
  }

  /** Every third row of those in the order of due times is urgent, and every third one waits behind the others. */
  #priorityOf(id: string): Priority {
    return this.#isDueApart ? 'normal' : PRIORITIES[Number(id) % PRIORITIES.length]!
  }

  listOf(id: string) {
    return this.lane.lists.get(this.#priorityOf(id))!
  }

  /** Inserts a row. It commits later, at the latest after the cursor's lag. */
  insert(isCommitted: boolean): void {
    const id = String(++this.#made).padStart(4, '0')
    const dueAt = this.#isDueApart ? null : this.now
    const row: Row = { id, madeAt: this.now, dueAt, isCommitted: false, version: 0 }
    this.rows.set(id, row)
    if (isCommitted) this.commit(false)
  }

  /** Commits the oldest uncommitted row, by this process with a hand-off, or by another with a hint. */
  commit(isElsewhere: boolean): void {
    const row = [...this.rows.values()].find((one) => !one.isCommitted)
    if (row === undefined) return
    row.isCommitted = true
    if (isElsewhere) {
      for (const list of this.lane.lists.values()) this.poll.lookAfter(list, text(this.now - LAG_MS))
    } else if (!this.listOf(row.id).isBehind) this.lanes.offer(this.listOf(row.id), this.#itemOf(row))
  }

  pass(ms: number): void {
    for (let passed = 0; passed < ms; passed++) {
      this.now += 1
      for (const row of this.rows.values()) if (row.madeAt + LAG_MS <= this.now && !row.isCommitted) this.commit(true)
    }
  }

  take(itemsMax: number): void {
    for (const { item } of this.lanes.take(itemsMax, this.now)) {
      const name = `${item.id} ${item.version}`
      const times = (this.performed.get(name) ?? 0) + 1
      this.performed.set(name, times)
      assert.ok(times <= 1 + (this.allowed.get(name) ?? 0), `${name} is performed ${times} times`)
      assert.ok((item.dueAt ?? 0) <= this.now, `${name} is performed before it is due`)
      this.flying.push(item)
    }
  }

  /** Deletes the row, or makes it due again after a wait of 0 ms or more. */
  settle(waitMs: number | null): void {
    const item = this.flying.shift()
    if (item === undefined) return
    this.lanes.ended(this.lane, true, this.now)
    const row = this.rows.get(item.id)!
    if (waitMs === null) this.rows.delete(item.id)
    else {
      row.dueAt = this.now + waitMs
      row.version += 1
      this.listOf(item.id).expect(row.dueAt)
    }
    this.poll.forget(this.listOf(item.id), item.id)
  }

  /** Leaves the row as it is, to be read again or left for the sweep. */
  letGo(isReread: boolean): void {
    const item = this.flying.shift()
    if (item === undefined) return
    const name = `${item.id} ${item.version}`
    this.allowed.set(name, (this.allowed.get(name) ?? 0) + 1)
    this.lanes.ended(this.lane, false, this.now)
    this.poll.forget(this.listOf(item.id), item.id)
    if (isReread) this.poll.reread(this.lane)
  }

  release(): void {
    this.lanes.release(this.lane)
  }

  sweep(): void {
    if (this.#polling === null) this.poll.reread(this.lane)
  }

  startPoll(): void {
    this.#polling ??= this.poll.run(() => false).finally(() => (this.#polling = null))
  }

  /** Processes the oldest returned read. The poll then starts its next one. */
  async takeIn(): Promise<void> {
    this.#reads.shift()?.()
    for (let turns = 0; turns < 10; turns++) await Promise.resolve()
  }

  /** Runs polls and performs all items until no more come, without a sweep. */
  async drain(): Promise<void> {
    for (let idle = 0; idle < 4; idle++) {
      this.pass(2 * LAG_MS)
      this.startPoll()
      while (this.#polling !== null) await this.takeIn()
      this.take(10)
      if (this.flying.length > 0) idle = 0
      while (this.flying.length > 0) this.settle(null)
    }
  }
}

type Step = [name: string, act: (world: World) => void | Promise<void>]

const step = (name: string, act: Step[1], weight: number) => ({ weight, arbitrary: fc.constant<Step>([name, act]) })

const steps = fc.oneof(
  step('insert', (world) => world.insert(true), 2),
  step('insert uncommitted', (world) => world.insert(false), 3),
  step('commit', (world) => world.commit(false), 1),
  step('commit elsewhere', (world) => world.commit(true), 2),
  step('pass 3 ms', (world) => world.pass(3), 2),
  step('pass 30 ms', (world) => world.pass(30), 2),
  step('take', (world) => world.take(1), 4),
  step('settle', (world) => world.settle(null), 1),
  step('retry at once', (world) => world.settle(0), 3),
  step('retry later', (world) => world.settle(25), 2),
  step('cut off', (world) => world.letGo(true), 2),
  step('poll', (world) => world.startPoll(), 4),
  step('take in', (world) => world.takeIn(), 4),
  step('sweep', (world) => world.sweep(), 1),
)

/** Steps after which only a sweep or a reported change brings the row back. */
const leavingSteps = fc.oneof(
  step('fail', (world) => world.letGo(false), 1),
  step('release', (world) => world.release(), 1),
)

async function run(isDueApart: boolean, some: Step[]): Promise<World> {
  const world = new World(isDueApart)
  for (const [, act] of some) await act(world)
  await world.drain()
  return world
}

const lengths = { maxLength: 60, size: 'max' } as const
const runs = { numRuns: Number(process.env['POLL_RUNS'] ?? 1000) }

for (const isDueApart of [true, false]) {
  const what = isDueApart ? 'with a statement for due rows' : 'in the order of due times'

  test(`${what}: every row is performed, none twice, whatever happens in whatever order`, async () => {
    const property = fc.asyncProperty(fc.array(steps, lengths), async (some) => {
      const world = await run(isDueApart, some)
      assert.deepEqual([...world.rows.keys()], [], some.map(([name]) => name).join(', '))
    })
    await fc.assert(property, runs)
  })

  test(`${what}: a sweep finds what was left as it was`, async () => {
    const all = fc.oneof({ weight: 8, arbitrary: steps }, { weight: 1, arbitrary: leavingSteps })
    const property = fc.asyncProperty(fc.array(all, lengths), async (some) => {
      const world = await run(isDueApart, some)
      world.sweep()
      await world.drain()
      assert.deepEqual([...world.rows.keys()], [], some.map(([name]) => name).join(', '))
    })
    await fc.assert(property, runs)
  })
}

test('a full read of due rows is followed by another, even if there was room for all its rows', async () => {
  const world = new World(true)
  for (const [index, version] of [1, 2, 2, 2].entries()) {
    const times = { madeAt: 0, dueAt: world.now + index }
    world.rows.set(String(index), { id: String(index), ...times, isCommitted: true, version })
  }
  world.lane.lists.get('normal')!.expect(world.now)
  await world.drain()
  assert.equal(world.rows.size, 0)
})
