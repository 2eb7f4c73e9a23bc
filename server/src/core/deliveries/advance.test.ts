// Invariant 1: a recorded fact emits exactly one event, in the same transaction. Invariant 2: a rank never falls.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { transaction } from '../../platform/db/transaction.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import { FACT_RANKS } from './status.ts'
import type { DeliveryStatus, Fact } from './status.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

/** Facts reported from outside, in any order and any number of times. */
const REPORTED = ['retrying', 'sent', 'failed', 'delivered', 'bounced', 'opened'] as const satisfies Fact[]

interface StoredEvent {
  id: string
  type: string
  body: string
}

const database = await endAfterTests(createTestDatabase())
const recording = createRecording()
const account = await makeAccount(database.pool)

describe('recording facts', () => {
  const report = (deliveryId: number, fact: Fact) => ({
    bucket: account.bucket,
    accountId: account.accountId,
    deliveryId,
    fact,
    source: 'provider' as const,
    errorMessage: fact,
  })

  async function eventsOf(deliveryId: number): Promise<StoredEvent[]> {
    const { rows } = await database.pool.query<StoredEvent>({
      text: 'select id, type, body from events where bucket = $1 and account_id = $2 and delivery_id = $3 order by id',
      values: [account.bucket, account.accountId, deliveryId],
    })
    return rows
  }

  async function stored(deliveryId: number) {
    const { rows } = await database.pool.query<{
      status: DeliveryStatus
      error_message: string | null
      queued: boolean
    }>({
      text: `select d.status, d.error_message, exists (
          select from send_queue q where q.bucket = $1 and q.account_id = $2 and q.delivery_id = $3) as queued
        from deliveries d where d.bucket = $1 and d.account_id = $2 and d.id = $3`,
      values: [account.bucket, account.accountId, deliveryId],
    })
    return rows[0]!
  }

  /** The highest rank among the facts. *failed* counts only before a fact that excludes it. */
  function expectedStatus(facts: readonly Fact[]): DeliveryStatus {
    return ['queued' as Fact, ...facts].reduce((highest, fact) =>
      FACT_RANKS[fact] > FACT_RANKS[highest] ? fact : highest,
    )
  }

  test('any order, repetition and batching gives one status, a rank that never falls and one event per fact', async () => {
    const batches = fc.array(fc.array(fc.constantFrom(...REPORTED), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        const delivery = await makeDelivery(database.pool, recording, account)
        const recorded: Fact[] = []
        for (const facts of given) {
          const responses = await transaction(database.pool, (tx) =>
            recording.recorder.advance(
              tx,
              facts.map((fact) => report(delivery.id, fact)),
            ),
          )
          recorded.push(...facts.filter((_, index) => responses[index]))
        }
        const { status, queued } = await stored(delivery.id)
        const facts = given.flat()
        assert.equal(status, expectedStatus(facts), `after ${facts.join(', ')}`)
        assert.equal(queued, status === 'queued' || status === 'retrying', 'a settled send is no longer queued')

        const events = await eventsOf(delivery.id)
        const emitting = recorded.filter((fact) => fact !== 'retrying')
        assert.deepEqual(
          events.map((event) => event.type),
          ['delivery.queued', ...emitting.map((fact) => `delivery.${fact}`)],
        )
        assert.equal(new Set(emitting).size, emitting.length, 'no fact is recorded twice')
        let rank = 0
        for (const { id, type, body } of events) {
          const event = JSON.parse(body) as { id: string; type: string; data: { delivery: { status: DeliveryStatus } } }
          assert.equal(event.id, id)
          assert.equal(event.type, type)
          const next = FACT_RANKS[event.data.delivery.status]
          assert.ok(next >= rank, 'the rank never falls')
          rank = next
        }
      }),
      { numRuns: 150 },
    )
  })

  test('facts of one delivery reported at the same time are recorded once each', async () => {
    const delivery = await makeDelivery(database.pool, recording, account)
    const facts = [...REPORTED, ...REPORTED, ...REPORTED]
    await Promise.all(
      facts.map((fact) =>
        transaction(database.pool, (tx) => recording.recorder.advance(tx, [report(delivery.id, fact)])),
      ),
    )
    const types = (await eventsOf(delivery.id)).map((event) => event.type)
    assert.equal(new Set(types).size, types.length)
    assert.equal((await stored(delivery.id)).status, 'opened')
  })

  test('a rolled back transaction leaves neither the fact nor its event', async () => {
    const delivery = await makeDelivery(database.pool, recording, account)
    await assert.rejects(
      transaction(database.pool, async (tx) => {
        await recording.recorder.advance(tx, [report(delivery.id, 'sent')])
        throw new Error('the caller fails')
      }),
      /the caller fails/,
    )
    assert.equal((await stored(delivery.id)).status, 'queued')
    assert.deepEqual(
      (await eventsOf(delivery.id)).map((event) => event.type),
      ['delivery.queued'],
    )
  })

  test('a fact of an unknown delivery, or under another account, changes nothing', async () => {
    const other = await makeAccount(database.pool)
    const delivery = await makeDelivery(database.pool, recording, account)
    const foreign = { ...report(delivery.id, 'sent'), bucket: other.bucket, accountId: other.accountId }
    const responses = await transaction(database.pool, (tx) =>
      recording.recorder.advance(tx, [foreign, report(delivery.id + 1_000_000, 'sent')]),
    )
    assert.deepEqual(responses, [false, false])
    assert.equal((await stored(delivery.id)).status, 'queued')
  })

  test('the error text belongs to the status, and a successful status has none, in any order', async () => {
    for (const [order, error] of [
      [['bounced', 'delivered', 'sent'], 'bounced'],
      [['retrying', 'sent', 'delivered', 'bounced'], 'bounced'],
      [['bounced', 'opened', 'sent'], null],
      [['sent', 'opened', 'bounced'], null],
      [['retrying', 'opened'], null],
      [['retrying', 'delivered'], null],
      [['failed', 'delivered', 'sent'], null],
      [['failed', 'sent'], 'failed'],
    ] as const) {
      const delivery = await makeDelivery(database.pool, recording, account)
      await transaction(database.pool, (tx) =>
        recording.recorder.advance(
          tx,
          order.map((fact) => report(delivery.id, fact)),
        ),
      )
      assert.equal((await stored(delivery.id)).error_message, error, order.join())
    }
  })

  test('the database itself refuses a status that is not the highest fact', async () => {
    const delivery = await makeDelivery(database.pool, recording, account)
    const forge = database.pool.query({
      text: `update deliveries set opened_at = now() where bucket = $1 and account_id = $2 and id = $3`,
      values: [account.bucket, account.accountId, delivery.id],
    })
    await assert.rejects(forge, /status_is_highest_fact/)
  })
})
