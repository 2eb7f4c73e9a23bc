import assert from 'node:assert/strict'
import test from 'node:test'
import { Lanes } from './lanes.ts'
import type { Lane } from './lane.ts'
import { PRIORITIES } from './queue.ts'
import type { LaneLimits, Priority, QueueItem } from './queue.ts'

const item = (id: string, size = 1, dueAt: number | null = null, priority: Priority = 'normal'): QueueItem => {
  return { id, bucket: 1, key: 'a', priority, position: id, isRetry: dueAt !== null, dueAt, size }
}

/** The last owner of this bucket crashed. */
const LEFT_BUCKET = 63

function makeLanes(limits: Partial<LaneLimits> = {}) {
  const priorities = ['normal'] as const
  const roomy = { waitingMax: 4, charactersMax: 1000, itemCharacters: 1 }
  const caps = { capInitial: 2, capAfterCrash: 1, capMax: 4, adaptive: true }
  return new Lanes<QueueItem>(
    { priorities, ...caps, ...roomy, ...limits },
    { wasLeft: (bucket) => bucket === LEFT_BUCKET },
  )
}

type TestLanes = ReturnType<typeof makeLanes>
const open = (lanes: TestLanes, key: string, bucket = 1) => lanes.open(key, bucket)
const normal = (lane: Lane<QueueItem>) => lane.lists.get('normal')!
const takenIds = (lanes: TestLanes, itemsMax: number, now = 0) =>
  lanes.take(itemsMax, now).map((taken) => taken.item.id)

function fill(lanes: TestLanes, lane: Lane<QueueItem>, ids: string[], dueAt: number | null = null): boolean[] {
  return ids.map((id) => lanes.offer(normal(lane), item(id, 1, dueAt)))
}

test('takes one of each lane in turn, as many of a lane as its cap', () => {
  const lanes = makeLanes()
  fill(lanes, open(lanes, 'a'), ['a1', 'a2', 'a3'])
  fill(lanes, open(lanes, 'b'), ['b1', 'b2'])
  assert.deepEqual(takenIds(lanes, 10), ['a1', 'b1', 'a2', 'b2'])
  assert.deepEqual(takenIds(lanes, 10), [])
})

test('continues after the lane where the last call stopped', () => {
  const lanes = makeLanes()
  for (const key of ['a', 'b', 'c']) fill(lanes, open(lanes, key), [`${key}1`, `${key}2`])
  assert.deepEqual(takenIds(lanes, 2), ['a1', 'b1'])
  assert.deepEqual(takenIds(lanes, 3), ['c1', 'a2', 'b2'])
})

test('takes from more lanes than a call may have arguments', () => {
  const lanes = makeLanes({ charactersMax: Infinity })
  for (let key = 0; key < 200_000; key++) fill(lanes, open(lanes, String(key)), [`e${key}`])
  assert.equal(lanes.take(1, 0).length, 1)
  assert.equal(lanes.take(1_000_000, 0).length, 199_999)
})

test('takes retries before fresh items', () => {
  const lanes = makeLanes()
  const lane = open(lanes, 'a')
  fill(lanes, lane, ['fresh'])
  fill(lanes, lane, ['due'], 0)
  assert.deepEqual(takenIds(lanes, 2), ['due', 'fresh'])
})

test('the cap grows by one with a success, up to its maximum, and is one after a failure', () => {
  const lanes = makeLanes()
  const lane = open(lanes, 'a')
  lane.inFlight = 10
  const capAfter = (succeeded: boolean) => {
    lanes.ended(lane, succeeded, 0)
    return lane.cap
  }
  assert.deepEqual([true, true, true, false, true].map(capAfter), [3, 4, 4, 1, 2])
})

test('a lane in a bucket left by a crash begins with one in flight', () => {
  const lanes = makeLanes()
  fill(lanes, open(lanes, 'left', LEFT_BUCKET), ['a1', 'a2', 'a3'])
  assert.deepEqual(takenIds(lanes, 10), ['a1'])
})

test('a lane at its cap is taken from again once one has ended', () => {
  const lanes = makeLanes({ adaptive: false })
  const lane = open(lanes, 'a')
  fill(lanes, lane, ['a1', 'a2', 'a3'])
  assert.deepEqual(takenIds(lanes, 10), ['a1', 'a2'])
  lanes.ended(lane, false, 0)
  assert.deepEqual(takenIds(lanes, 10), ['a3'])
})

test('a full lane refuses items, and is marked as behind', () => {
  const lanes = makeLanes()
  const lane = open(lanes, 'a')
  assert.deepEqual(fill(lanes, lane, ['1', '2', '3', '4', '5']), [true, true, true, true, false])
  assert.equal(normal(lane).isBehind, true)
  assert.equal(normal(lane).known.has('5'), false)
  assert.equal(lanes.free(normal(lane), 'retries'), 4)
})

test('memory is bounded over all lanes together', () => {
  const lanes = makeLanes({ charactersMax: 10 })
  const first = open(lanes, 'a')
  assert.equal(lanes.offer(normal(first), item('big', 10)), true)
  const second = open(lanes, 'b')
  assert.equal(lanes.offer(normal(second), item('small')), false)
  assert.equal(normal(second).isBehind, true)
  lanes.take(1, 0)
  assert.equal(lanes.offer(normal(second), item('small')), true)
})

test('an item is known from its arrival until it is forgotten, and is not added twice', () => {
  const lanes = makeLanes()
  const lane = open(lanes, 'a')
  fill(lanes, lane, ['1', '1'])
  assert.equal(lanes.waiting, 1)
  lanes.take(1, 0)
  fill(lanes, lane, ['1'])
  assert.equal(lanes.waiting, 0)
  normal(lane).known.delete('1')
  fill(lanes, lane, ['1'])
  assert.equal(lanes.waiting, 1)
})

test('a release forgets waiting items, and no item in flight', () => {
  const lanes = makeLanes()
  const lane = open(lanes, 'a')
  fill(lanes, lane, ['1', '2'])
  lanes.take(1, 0)
  normal(lane).reread()
  lanes.release(lane)
  assert.deepEqual(
    ['1', '2'].map((id) => normal(lane).known.has(id)),
    [true, false],
  )
  assert.deepEqual([normal(lane).isBehind, normal(lane).nextDueAt, lanes.waiting], [false, Infinity, 0])
})

test('closes a lane only if it holds and expects no items', () => {
  const lanes = makeLanes()
  const keeps: ((lane: Lane<QueueItem>) => void)[] = [
    (lane) => fill(lanes, lane, ['1']),
    (lane) => (lane.inFlight = 1),
    (lane) => (normal(lane).isBehind = true),
    (lane) => normal(lane).expect(5),
  ]
  for (const [index, keep] of keeps.entries()) keep(open(lanes, `keep${index}`))
  const idle = open(lanes, 'idle')
  fill(lanes, idle, ['1'])
  const initial = idle.cap
  assert.deepEqual(takenIds(lanes, 2), ['1', '1'])
  lanes.ended(idle, true, 0)
  normal(idle).known.delete('1')
  assert.equal(idle.cap, initial + 1)
  lanes.closeIdle(0)
  assert.equal(lanes.size, keeps.length)
  assert.notEqual(open(lanes, 'idle'), idle)
  assert.equal(open(lanes, 'idle').cap, initial, 'its successes are forgotten')
})

test('a lane of a lost bucket accepts and returns no items', () => {
  const lanes = makeLanes()
  const lost = open(lanes, 'lost', 1)
  fill(lanes, lost, ['1'])
  fill(lanes, open(lanes, 'kept', 2), ['2'])
  lanes.dropBuckets((bucket) => bucket === 1)
  fill(lanes, lost, ['3'])
  assert.equal(lanes.waiting, 1)
  assert.deepEqual(takenIds(lanes, 10), ['2'])
  assert.notEqual(open(lanes, 'lost', 1), lost)
})

test('a lane keeps its given limit and rate, and other lanes continue', () => {
  const lanes = makeLanes({ adaptive: false, capInitial: 1, waitingMax: 100 })
  const [slow, other] = [open(lanes, 'slow'), open(lanes, 'other')]
  fill(lanes, slow, ['s1', 's2', 's3', 's4'])
  fill(lanes, other, ['o1'])
  assert.deepEqual(takenIds(lanes, 10, 0), ['s1', 'o1'])
  lanes.limit(slow.key, 3, 2)
  assert.deepEqual(takenIds(lanes, 10, 499), [])
  assert.equal(lanes.nextTurnAt, 500)
  fill(lanes, other, ['o2'])
  lanes.ended(other, true, 0)
  assert.deepEqual(takenIds(lanes, 10, 499), ['o2'])
  assert.deepEqual(takenIds(lanes, 10, 500), ['s2'])
  assert.deepEqual(takenIds(lanes, 10, 1000), ['s3'])
  assert.deepEqual(takenIds(lanes, 10, 5000), [], 'the cap is reached')
  assert.equal(lanes.nextTurnAt, Infinity)
  lanes.ended(slow, true, 0)
  assert.deepEqual(takenIds(lanes, 10, 5000), ['s4'])
})

test('a removed rate no longer delays', () => {
  const lanes = makeLanes({ adaptive: false, waitingMax: 100 })
  const lane = open(lanes, 'a')
  fill(lanes, lane, ['a1', 'a2', 'a3'])
  lanes.limit(lane.key, 99, 1)
  assert.deepEqual(takenIds(lanes, 10, 0), ['a1'])
  lanes.limit(lane.key, 99, null)
  assert.deepEqual(takenIds(lanes, 10, 1), ['a2', 'a3'])
})

test('a held lane starts no items before its time, and is not closed before', () => {
  const lanes = makeLanes({ waitingMax: 100 })
  const lane = open(lanes, 'a')
  fill(lanes, lane, ['a1', 'a2'])
  lanes.hold(lane.key, 1000)
  lanes.hold(lane.key, 500)
  assert.deepEqual(takenIds(lanes, 10, 999), [])
  assert.equal(lanes.nextTurnAt, 1000)
  assert.deepEqual(takenIds(lanes, 10, 1000), ['a1', 'a2'])
  for (const id of ['a1', 'a2']) {
    lanes.ended(lane, true, 0)
    normal(lane).known.delete(id)
  }
  lanes.hold(lane.key, 3000)
  lanes.closeIdle(2999)
  assert.equal(open(lanes, 'a'), lane)
  lanes.closeIdle(3000)
  assert.notEqual(open(lanes, 'a'), lane)
})

test('items in flight in hanging lanes are counted separately', () => {
  const lanes = makeLanes()
  const [hangs, responses] = ['1', '2'].map((key) => lanes.open(key, 0))
  for (const id of ['a', 'b', 'c']) for (const lane of [hangs!, responses!]) lanes.offer(normal(lane), item(id))
  const taken = lanes.take(4, 0)
  assert.equal(taken.length, 4)
  assert.equal(lanes.hanging(0), 0)
  lanes.ended(responses!, true, 400)
  assert.equal(lanes.hanging(600), 2)
  lanes.ended(hangs!, true, 650)
  // The count changes at once, not at the next counting.
  assert.equal(lanes.hanging(651), 0)
  assert.equal(lanes.hanging(800), 0)
  assert.equal(lanes.hanging(1000), 1)
})

/** Ids of one lane with all priorities waiting, in the order in which they start. The first letter is the priority. */
function startedOf(waiting: Record<Priority, number>): string {
  const lanes = makeLanes({ priorities: PRIORITIES, capInitial: 1000, waitingMax: 1000, charactersMax: 10_000 })
  const lane = open(lanes, 'a')
  for (const priority of PRIORITIES.toReversed())
    for (let n = 0; n < waiting[priority]; n++)
      lanes.offer(lane.lists.get(priority)!, item(`${priority[0]}${n}`, 1, null, priority))
  return takenIds(lanes, 1000)
    .map((id) => id[0])
    .join('')
}

test('a high item starts before all others, and a low one gets one of ten places while others wait', () => {
  assert.equal(startedOf({ high: 1, normal: 2, low: 2 }), 'hnnll')
  assert.equal(startedOf({ high: 0, normal: 20, low: 20 }), `${`${'n'.repeat(9)}l`.repeat(2)}nn${'l'.repeat(18)}`)
  const flood = startedOf({ high: 100, normal: 100, low: 100 }).slice(0, 30)
  assert.equal(flood, `${'h'.repeat(9)}l${`n${'h'.repeat(8)}l`.repeat(2)}`)
})

test('the rate and the cap of a lane hold for all priorities together', () => {
  const lanes = makeLanes({ priorities: PRIORITIES, adaptive: false, capInitial: 2, waitingMax: 100 })
  const lane = open(lanes, 'a')
  for (const id of ['l1', 'l2', 'l3']) lanes.offer(lane.lists.get('low')!, item(id, 1, null, 'low'))
  assert.deepEqual(takenIds(lanes, 10), ['l1', 'l2'])
  lanes.offer(lane.lists.get('high')!, item('h1', 1, null, 'high'))
  assert.deepEqual(takenIds(lanes, 10), [])
  lanes.limit(lane.key, 4, 2)
  assert.deepEqual(takenIds(lanes, 10, 100), [])
  assert.deepEqual(takenIds(lanes, 10, lanes.nextTurnAt), ['h1'])
})

test('a list that is behind keeps no item of another list out', () => {
  const lanes = makeLanes({ priorities: PRIORITIES, waitingMax: 2 })
  const lane = open(lanes, 'a')
  const [high, low] = [lane.lists.get('high')!, lane.lists.get('low')!]
  for (const id of ['l1', 'l2', 'l3']) lanes.offer(low, item(id, 1, null, 'low'))
  assert.equal(lanes.offer(high, item('h1', 1, null, 'high')), true)
  assert.deepEqual([high.isBehind, low.isBehind], [false, true])
})
