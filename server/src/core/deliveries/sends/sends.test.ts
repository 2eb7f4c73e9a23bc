/** The beginning and the end of sends, with the database: what counts as a send, and never twice. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createTestDatabase } from '../../../../test/database.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../../test/factories.ts'
import { until } from '../../../../test/service.ts'
import { createSystemClock, isoTime } from '../../../platform/clock.ts'
import type { Clock } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { createLogger } from '../../../platform/log.ts'
import { insertDevice, listDevices, updateDevice } from '../../recipients/device-queries.ts'
import { createSecretsCipher } from '../../../platform/secrets.ts'
import { readCutOff } from './cut-off.ts'
import { CUT_OFF } from './decision.ts'
import type { FactReport } from '../advance.ts'
import type { Delivery } from '../delivery.ts'
import { createPreferenceLinks } from '../../recipients/preferences/links.ts'
import { beginSends } from './begin.ts'
import type { BegunSend } from './begin.ts'
import { settleSends } from './settle.ts'
import type { SendEnd } from './send.ts'
import { findSuppressions } from '../suppressions.ts'
import { endAfterTests } from '../../../../test/end-after-tests.ts'

const EPOCH = 3
const SCHEDULE_MS = [30_000, 120_000, 600_000, 1_800_000, 7_200_000]
const processId = randomUUID()
const cipher = createSecretsCipher([{ id: 'test', key: randomBytes(32) }])
const log = createLogger('silent')

/** The real clock, shifted by the test. */
const machine = createSystemClock()
const clock: Clock & { offsetMs: number } = {
  offsetMs: 0,
  now() {
    return machine.now() + this.offsetMs
  },
  wall: machine.wall,
  monotonic: machine.monotonic,
}

const database = await endAfterTests(createTestDatabase())
const recording = createRecording(clock)
const account = await makeAccount(database.pool)
await database.pool.query({
  text: `update bucket_leases set owner = $1, epoch = $2, expires_at = now() + interval '1 hour'`,
  values: [processId, EPOCH],
})

const make = () => makeDelivery(database.pool, recording, account)
const keyOf = ({ bucket, accountId, id }: Delivery) => ({ bucket, epoch: EPOCH, accountId, deliveryId: id })

const links = createPreferenceLinks([Buffer.alloc(32, 1)], () => 'https://tidings.example.com')

const begin = (deliveries: Delivery[], given: { epoch?: number; processId?: string } = {}) =>
  beginSends(
    {
      pool: database.pool,
      clock,
      recorder: recording.recorder,
      cipher,
      links,
      log,
      breakers: new Map(),
      processId: given.processId ?? processId,
    },
    deliveries.map((delivery) => {
      return { ...keyOf(delivery), channelId: delivery.channel.id, epoch: given.epoch ?? EPOCH }
    }),
  )

async function begun(delivery: Delivery): Promise<BegunSend> {
  const [beginning] = await begin([delivery])
  assert.ok(beginning?.kind === 'begun', beginning?.kind)
  return beginning
}

function endOf(
  delivery: Delivery,
  { input, route, sendsUnspent, queuedAt }: BegunSend,
  result: SendEnd['result'],
): SendEnd {
  const { number, messageId } = input.delivery
  const counts = {
    number,
    messageId,
    recipientId: delivery.recipientId,
    priority: 'normal' as const,
    sendsUnspent,
    queuedAt,
  }
  const call = { route, startedAt: clock.now(), durationMs: 1, sentTo: null, result, turn: null }
  return { ...keyOf(delivery), ...counts, ...call }
}

const settle = (ends: SendEnd[]) =>
  settleSends(
    {
      ...{ pool: database.pool, clock, recorder: recording.recorder, processId },
      ...{ breakers: new Map(), schedule: SCHEDULE_MS },
    },
    ends,
  )

async function stored({ bucket, accountId, id }: Delivery) {
  const { rows } = await database.pool.query<{
    status: string
    error_message: string | null
    sends_made: number | null
    sends_unspent: number | null
    started: boolean | null
    due_at: number | null
    results: string[]
  }>({
    text: `select d.status, d.error_message, q.sends_made, q.sends_unspent, q.started_at is not null as started, q.due_at,
        array(select s.result from sends s where s.bucket = $1 and s.account_id = $2 and s.delivery_id = $3
          order by s.number) as results
      from deliveries d left join send_queue q on q.bucket = $1 and q.account_id = $2 and q.delivery_id = d.id
      where d.bucket = $1 and d.account_id = $2 and d.id = $3`,
    values: [bucket, accountId, id],
  })
  return rows[0]!
}

const accepted = { result: 'accepted', providerMessageId: 'p1' } as const
const transient = { result: 'transient', retryAfterMs: null, cause: 'timeout' } as const
const rateLimited = { result: 'rate_limited', retryAfterMs: null, cause: 'rate_limited' } as const

/** Moves the clock to the delivery's due time. */
async function waitUntilDue(delivery: Delivery): Promise<void> {
  const { due_at: dueAt } = await stored(delivery)
  clock.offsetMs += Math.max(0, dueAt! - clock.now())
}

test('a send is counted once, before its provider is called, and ends with its result', async () => {
  const delivery = await make()
  const beginnings = await begin([delivery, delivery])
  assert.equal(beginnings[0]!.kind, 'begun')
  const [again] = await begin([delivery])
  assert.equal(again!.kind, 'nothing')
  assert.deepEqual([(await stored(delivery)).sends_made, (await stored(delivery)).started], [1, true])
  const next = await settle([endOf(delivery, beginnings[0] as BegunSend, accepted)])
  assert.deepEqual(next, [null])
  const { status, sends_made: sendsMade, results } = await stored(delivery)
  assert.deepEqual([status, sendsMade, results], ['sent', null, ['accepted']])
})

test('no send begins under a lease that is not held', async () => {
  const delivery = await make()
  const overtaken = [
    await begin([delivery], { epoch: EPOCH - 1 }),
    await begin([delivery], { processId: randomUUID() }),
  ]
  assert.deepEqual(overtaken.flat(), [{ kind: 'nothing' }, { kind: 'nothing' }])
  assert.equal((await stored(delivery)).sends_made, 0)
})

test('a send not due because the clock was set back waits, and is not forgotten', async () => {
  const delivery = await make()
  clock.offsetMs -= 5000
  const [beginning] = await begin([delivery])
  clock.offsetMs += 5000
  const limits = { maxConcurrency: null, maxPerSecond: null }
  assert.deepEqual(beginning, { kind: 'waits', dueAt: delivery.createdAt, limits })
  assert.equal((await begin([delivery]))[0]!.kind, 'begun')
})

test('six transient sends fail the delivery; rate limits between them spend none', async () => {
  const delivery = await make()
  const results = [transient, rateLimited, transient, transient, rateLimited, transient, transient, transient]
  for (const [index, result] of results.entries()) {
    await waitUntilDue(delivery)
    await settle([endOf(delivery, await begun(delivery), result)])
    const { status } = await stored(delivery)
    assert.equal(status, index === results.length - 1 ? 'failed' : 'retrying', `after send ${index + 1}`)
  }
  const { error_message: error, sends_made: sendsMade, results: recorded } = await stored(delivery)
  assert.deepEqual([error, sendsMade], ['timeout', null])
  assert.deepEqual(
    recorded,
    results.map(({ result }) => result),
  )
})

test('devices reported as dead are deleted with the result, one registered again meanwhile stays', async () => {
  const { bucket, accountId, recipientId } = account
  const device = async () => {
    const values = [bucket, accountId, recipientId, 'fcm', 'token', null, isoTime(clock.now())] as const
    const [row] = await insertDevice(database.pool, ...values)
    return row!.id
  }
  const [dead, registeredAnew, alive] = [await device(), await device(), await device()]
  const delivery = await make()
  const end = endOf(delivery, await begun(delivery), { ...transient, deadDevices: [registeredAnew, dead] })
  const later = isoTime(clock.now() + 1)
  await updateDevice(database.pool, bucket, accountId, recipientId, registeredAnew, 'fcm', 'newer', null, later)
  await settle([end])
  const devices = async () => (await listDevices(database.pool, bucket, accountId, recipientId)).map((row) => row.id)
  assert.deepEqual(await devices(), [registeredAnew, alive])
  // Already recorded, so its new content changes nothing.
  await settle([{ ...end, startedAt: clock.now() + 1000, result: { ...transient, deadDevices: [alive] } }])
  assert.deepEqual(await devices(), [registeredAnew, alive])
})

test('an unsubscribe reported by the provider suppresses the address, with the result', async () => {
  const delivery = await make()
  const suppress = { channelType: 'sms', address: '+1 500 555 0006', reason: 'unsubscribe' } as const
  const refused = { result: 'permanent', cause: 'unsubscribed', suppress } as const
  await settle([endOf(delivery, await begun(delivery), refused)])
  const { bucket, accountId } = account
  const address = { bucket, accountId, channelType: 'sms', address: '+15005550006' }
  assert.deepEqual(await findSuppressions(database.pool, [address]), ['unsubscribe'])
  assert.equal((await stored(delivery)).status, 'failed')
})

test('a result written twice is recorded once, and still returns the next due time', async () => {
  const delivery = await make()
  const end = endOf(delivery, await begun(delivery), rateLimited)
  const [first] = await settle([end])
  const [second] = await settle([end])
  assert.ok(first! >= clock.now() && second! >= clock.now())
  const { sends_unspent: unspent, due_at: dueAt, results } = await stored(delivery)
  assert.deepEqual([unspent, dueAt, results], [1, first, ['rate_limited']])
})

test('a recorded send does not change: a late cut-off of the same send has no effect', async () => {
  const delivery = await make()
  for (let sends = 1; sends <= 5; sends++) {
    await waitUntilDue(delivery)
    await settle([endOf(delivery, await begun(delivery), transient)])
  }
  await waitUntilDue(delivery)
  const sixth = await begun(delivery)
  await settle([endOf(delivery, sixth, rateLimited)])
  await settle([endOf(delivery, sixth, { ...transient, cause: 'aborted' })])
  const { status, sends_made: sendsMade, error_message: error } = await stored(delivery)
  assert.deepEqual([status, sendsMade, error], ['retrying', 6, 'timeout'])
})

test('a result after a later report is recorded, and does not lower the status', async () => {
  const delivery = await make()
  const send = await begun(delivery)
  await transaction(database.pool, (tx) =>
    recording.recorder.advance(tx, [{ ...keyOf(delivery), fact: 'opened', source: 'pixel' }]),
  )
  await settle([endOf(delivery, send, accepted)])
  const { status, sends_made: sendsMade, results } = await stored(delivery)
  assert.deepEqual([status, sendsMade, results], ['opened', null, ['accepted']])
})

test('a channel with unreadable settings does not delay other sends of the batch', async () => {
  const other = await makeAccount(database.pool)
  const unreadable = await makeDelivery(database.pool, recording, other)
  await database.pool.query({
    text: `update channels set encrypted_settings = 'v1.lost.AAAA' where bucket = $1 and account_id = $2`,
    values: [other.bucket, other.accountId],
  })
  const beginnings = await begin([unreadable, await make()])
  assert.deepEqual(
    beginnings.map((beginning) => beginning.kind),
    ['nothing', 'begun'],
  )
  const { status, sends_made: sendsMade } = await stored(unreadable)
  assert.deepEqual([status, sendsMade], ['queued', 0])
})

/** The work of a bucket's new owner: it settles sends cut off, except those it knows to be under way. */
async function takeOver(known: Delivery[] = []): Promise<void> {
  const knownIds = new Set(known.map(({ id }) => String(id)))
  const cutOff = await readCutOff(database.pool, account.bucket, EPOCH)
  assert.ok(cutOff.every(({ key }) => key === `${account.accountId}/${account.channelId}`))
  await settle(cutOff.filter(({ id }) => !knownIds.has(id)).map(({ end }) => end))
}

test('sends cut off by a crash count as transient, the sixth as failed, sends in flight are not touched', async () => {
  const [once, last, inFlight] = [await make(), await make(), await make()]
  for (let sends = 1; sends <= 5; sends++) {
    await waitUntilDue(last)
    await settle([endOf(last, await begun(last), transient)])
  }
  await waitUntilDue(last)
  for (const delivery of [once, last, inFlight]) await begun(delivery)

  await takeOver([inFlight])
  const states = await Promise.all([once, last, inFlight].map(stored))
  assert.deepEqual(
    states.map(({ status, error_message: error, started }) => [status, error, started]),
    [
      ['retrying', CUT_OFF, false],
      ['failed', CUT_OFF, false],
      ['queued', null, true],
    ],
  )
})

describe('a report on a delivery without a send recorded as accepted', () => {
  const report = (delivery: Delivery, fact: FactReport['fact'], source: FactReport['source'] = 'provider') =>
    transaction(database.pool, (tx) => recording.recorder.advance(tx, [{ ...keyOf(delivery), fact, source }]))

  interface Told {
    status: string
    facts: string[]
    /** True if *sent* has the time when the newest send began. */
    sentAtBegin: boolean | null
    sends: string[]
    waits: boolean
  }

  /** The stored state of the delivery. `began`: when its newest send began. */
  async function told({ bucket, accountId, id }: Delivery, began: number): Promise<Told> {
    const { rows } = await database.pool.query<Omit<Told, 'sentAtBegin'> & { sent_at: number | null }>({
      text: `select d.status, d.sent_at, array(select e.type || ' ' || e.source from events e where e.bucket = $1
            and e.account_id = $2 and e.delivery_id = $3 order by e.id) as facts,
          array(select s.result || coalesce(' ' || s.cause, '') from sends s where s.bucket = $1 and s.account_id = $2
            and s.delivery_id = $3 order by s.number) as sends,
          exists (select from send_queue q where q.bucket = $1 and q.account_id = $2 and q.delivery_id = $3) as waits
        from deliveries d where d.bucket = $1 and d.account_id = $2 and d.id = $3`,
      values: [bucket, accountId, id],
    })
    const { sent_at: sentAt, ...row } = rows[0]!
    return { ...row, sentAtBegin: sentAt === null ? null : sentAt === began }
  }

  /** Begins a send at a time unique in the test. */
  async function beginAlone(delivery: Delivery): Promise<{ send: BegunSend; began: number }> {
    clock.offsetMs += 1000
    const send = await begun(delivery)
    const { rows } = await database.pool.query<{ started_at: number }>({
      text: 'select started_at from send_queue where bucket = $1 and account_id = $2 and delivery_id = $3',
      values: [delivery.bucket, delivery.accountId, delivery.id],
    })
    clock.offsetMs += 1000
    return { send, began: rows[0]!.started_at }
  }

  const QUEUED = 'delivery.queued api'

  for (const fact of ['delivered', 'bounced', 'opened', 'failed'] as const)
    test(`${fact}, after the send was cut off and before that is settled: it was sent when the send began`, async () => {
      const delivery = await make()
      const { began } = await beginAlone(delivery)
      await report(delivery, fact)
      const facts = [QUEUED, 'delivery.sent provider', `delivery.${fact} provider`]
      const before = { status: fact, facts, sentAtBegin: true, sends: [], waits: true }
      assert.deepEqual(await told(delivery, began), before)
      await takeOver()
      const after = { ...before, sends: [`accepted ${CUT_OFF}`], waits: false }
      assert.deepEqual(await told(delivery, began), after)
      await takeOver()
      assert.deepEqual(await told(delivery, began), after)
    })

  test('after the cut-off send was settled, before it is sent again: it was sent when that send began', async () => {
    const delivery = await make()
    const { began } = await beginAlone(delivery)
    await takeOver()
    const unknown = {
      status: 'retrying',
      facts: [QUEUED],
      sentAtBegin: null,
      sends: [`transient ${CUT_OFF}`],
      waits: true,
    }
    assert.deepEqual(await told(delivery, began), unknown)
    await report(delivery, 'delivered')
    const facts = [QUEUED, 'delivery.sent provider', 'delivery.delivered provider']
    const known = { status: 'delivered', facts, sentAtBegin: true, sends: [`accepted ${CUT_OFF}`], waits: false }
    assert.deepEqual(await told(delivery, began), known)
    assert.equal((await begin([delivery]))[0]!.kind, 'nothing')
  })

  test("while it is sent again: the second send's result is recorded, whatever it is", async () => {
    for (const [result, second] of [
      [accepted, 'accepted'],
      [transient, 'accepted timeout'],
    ] as const) {
      const delivery = await make()
      await begun(delivery)
      await takeOver()
      await waitUntilDue(delivery)
      const { send, began } = await beginAlone(delivery)
      await report(delivery, 'delivered')
      await settle([endOf(delivery, send, result)])
      const facts = [QUEUED, 'delivery.sent provider', 'delivery.delivered provider']
      const sends = [`transient ${CUT_OFF}`, second]
      assert.deepEqual(await told(delivery, began), {
        status: 'delivered',
        facts,
        sentAtBegin: true,
        sends,
        waits: false,
      })
    }
  })

  test('while a second send is rate limited: the first send was accepted, and no send is left', async () => {
    const delivery = await make()
    await begun(delivery)
    await takeOver()
    await waitUntilDue(delivery)
    const { send, began } = await beginAlone(delivery)
    await report(delivery, 'delivered')
    await settle([endOf(delivery, send, rateLimited)])
    const { status, sends, waits } = await told(delivery, began)
    assert.deepEqual([status, sends, waits], ['delivered', [`accepted ${CUT_OFF}`, 'rate_limited rate_limited'], false])
  })

  test('while its process waits for the response: sent once, and the response is recorded', async () => {
    const delivery = await make()
    const { send, began } = await beginAlone(delivery)
    await report(delivery, 'delivered')
    await settle([endOf(delivery, send, accepted)])
    const facts = [QUEUED, 'delivery.sent provider', 'delivery.delivered provider']
    assert.deepEqual(await told(delivery, began), {
      ...{ status: 'delivered', facts, sentAtBegin: true, sends: ['accepted'], waits: false },
    })
  })

  for (const refused of [rateLimited, { result: 'permanent', cause: 'message_refused' }] as const)
    test(`while it is under way, and then it is ${refused.result}: it was taken, and nothing is left to send`, async () => {
      const delivery = await make()
      const { send, began } = await beginAlone(delivery)
      await report(delivery, 'delivered')
      await settle([endOf(delivery, send, refused)])
      const { sentAtBegin, sends, waits } = await told(delivery, began)
      assert.deepEqual([sentAtBegin, sends, waits], [true, [`accepted ${refused.cause}`], false])
    })

  test('after six sends without a response failed it: the last of them was accepted', async () => {
    const delivery = await make()
    for (let sends = 1; sends <= 6; sends++) {
      await waitUntilDue(delivery)
      await settle([
        endOf(delivery, await begun(delivery), sends === 2 ? { ...transient, cause: 'overloaded' } : transient),
      ])
    }
    await report(delivery, 'delivered')
    const { status, facts, sends } = await told(delivery, 0)
    assert.deepEqual([status, facts.slice(2)], ['delivered', ['delivery.sent provider', 'delivery.delivered provider']])
    assert.deepEqual(sends, [
      'transient timeout',
      'transient overloaded',
      ...Array(3).fill('transient timeout'),
      'accepted timeout',
    ])
  })

  test('the cut-off send was accepted, not a later one with a response', async () => {
    const delivery = await make()
    await begun(delivery)
    await takeOver()
    await waitUntilDue(delivery)
    await settle([endOf(delivery, await begun(delivery), { ...transient, cause: 'overloaded' })])
    await report(delivery, 'opened', 'pixel')
    const { status, facts, sends } = await told(delivery, 0)
    assert.deepEqual([status, facts], ['opened', [QUEUED, 'delivery.sent pixel', 'delivery.opened pixel']])
    assert.deepEqual(sends, [`accepted ${CUT_OFF}`, 'transient overloaded'])
  })

  test("by the app, which does not prove a send: it is not sent again, and the send's outcome stays unknown", async () => {
    const delivery = await make()
    const { began } = await beginAlone(delivery)
    await report(delivery, 'opened', 'api')
    await takeOver()
    const facts = [QUEUED, 'delivery.opened api']
    const sends = [`transient ${CUT_OFF}`]
    assert.deepEqual(await told(delivery, began), { status: 'opened', facts, sentAtBegin: null, sends, waits: false })
    // A later report of the provider proves the send, even if it records no new fact itself.
    await report(delivery, 'opened')
    const proven = [...facts, 'delivery.sent provider']
    assert.deepEqual(await told(delivery, began), {
      ...{ status: 'opened', facts: proven, sentAtBegin: true, sends: [`accepted ${CUT_OFF}`], waits: false },
    })
  })

  test('if no send began, or the provider refused it permanently: no send was accepted', async () => {
    const [unsent, refused] = [await make(), await make()]
    await settle([endOf(refused, await begun(refused), { result: 'permanent', cause: 'message_refused' })])
    for (const delivery of [unsent, refused]) await report(delivery, 'bounced')
    const states = [await told(unsent, 0), await told(refused, 0)]
    assert.deepEqual(
      states.map(({ facts, sends, waits }) => [facts.slice(1), sends, waits]),
      [
        [['delivery.bounced provider'], [], false],
        [['delivery.failed dispatcher', 'delivery.bounced provider'], ['permanent message_refused'], false],
      ],
    )
  })

  test('no report arrives: it is sent again', async () => {
    const delivery = await make()
    await begun(delivery)
    await takeOver()
    await waitUntilDue(delivery)
    await settle([endOf(delivery, await begun(delivery), accepted)])
    const { status, facts, sends } = await told(delivery, 0)
    assert.deepEqual([status, facts], ['sent', [QUEUED, 'delivery.sent dispatcher']])
    assert.deepEqual(sends, [`transient ${CUT_OFF}`, 'accepted'])
  })

  test('of a rate-limited send, at the moment of its response: no send is left', async () => {
    const delivery = await make()
    const { send } = await beginAlone(delivery)
    const reporting = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const reported = transaction(database.pool, async (tx) => {
      await recording.recorder.advance(tx, [{ ...keyOf(delivery), fact: 'delivered', source: 'provider' }])
      reporting.resolve()
      await mayCommit.promise
    })
    await reporting.promise
    const settled = settle([endOf(delivery, send, rateLimited)])
    const waiting = async () => (await database.pool.query({ text: 'select from pg_locks where not granted' })).rows
    await until(waiting, (rows) => rows.length > 0)
    mayCommit.resolve()
    await Promise.all([reported, settled])
    assert.equal((await told(delivery, 0)).waits, false)
  })
})
