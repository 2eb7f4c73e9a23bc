/**
 * Races between dispatching a scheduled delivery and a request that prevents it: canceling, moving, deleting its
 * recipient or channel, detaching the channel. One side wins, and the other leaves no trace in the delivery.
 */
import assert from 'node:assert/strict'
import { createSystemClock, isoTime } from '../../src/platform/clock.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { withSession } from '../../src/platform/db/session.ts'
import type { Session } from '../../src/platform/db/session.ts'
import { judge } from './checker.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { untilDrained } from '../drained.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { ApiResponse, Client, TestService } from '../service.ts'

/** The wait until a message's scheduled time, and the length of a move, ms. */
const AHEAD_MS = 1000

/** A scheduled delivery in its own account. */
interface Round {
  client: Client
  messageId: number
  deliveryId: number
  recipientId: number
  channelId: number
  templateId: number
  /** ms since the epoch */
  dueAt: number
}

export type Winner = 'request' | 'dispatch'

interface Contender {
  request(round: Round): Promise<ApiResponse>
  /** The delivery's `error_message` if the request wins. Null: the delivery stays scheduled for later. */
  reason: string | null
  /** The error code if the request loses. Null: the request still succeeds, because it has other work to do. */
  refused: string | null
}

const remove = (path: string, client: Client) => client.call('DELETE', `/api/v1/${path}`)
const movedTo = (round: Round) => round.dueAt + AHEAD_MS

export const CONTENDERS: Record<string, Contender> = {
  'a cancellation': {
    request: ({ client, messageId }) => client.call('POST', `/api/v1/messages/${messageId}/cancel`),
    reason: 'requested',
    refused: 'not_cancelable',
  },
  'a move to another time': {
    request: (round) =>
      round.client.call('PATCH', `/api/v1/messages/${round.messageId}`, {
        message: { send_at: isoTime(movedTo(round)) },
      }),
    reason: null,
    refused: 'not_scheduled',
  },
  'the deletion of the recipient': {
    request: ({ client, recipientId }) => remove(`notification_users/${recipientId}`, client),
    reason: 'recipient_deleted',
    refused: null,
  },
  'the deletion of the channel': {
    request: ({ client, channelId }) => remove(`notification_channels/${channelId}`, client),
    reason: 'no_live_channels',
    refused: null,
  },
  'the detachment of the channel': {
    request: ({ client, templateId }) =>
      client.call('PATCH', `/api/v1/message_templates/${templateId}`, { message_template: { channels: [] } }),
    reason: 'no_live_channels',
    refused: null,
  },
}

export interface Races {
  /**
   * Runs one round in the given order. Both sides wait for the delivery's lock and get it in their order of arrival.
   */
  inOrder(contender: Contender, winner: Winner): Promise<void>
  /**
   * Runs one round without a fixed order, and returns the winner. One side starts `lead` database round trips after the
   * other: the request if `lead` is positive, the dispatch if it is negative.
   */
  freely(contender: Contender, lead: number): Promise<Winner>
  /** Checks all rounds together, and stops the service. */
  close(): Promise<void>
}

/** A clock that moves only if the test moves it, so nothing comes due by itself. */
function createStandingClock(): Clock & { moveTo(timeMs: number): void } {
  const system = createSystemClock()
  let nowMs = system.now()
  return {
    now: () => nowMs,
    wall: () => system.wall(),
    monotonic: () => system.monotonic(),
    moveTo(timeMs) {
      nowMs = timeMs
    },
  }
}

type StandingClock = ReturnType<typeof createStandingClock>

async function newRound(running: TestService, clock: StandingClock): Promise<Round> {
  const client = await running.client()
  const { channel, template, recipient } = await prepareMessages(client, 'silent@tidings.test')
  const dueAt = clock.now() + AHEAD_MS
  const message = { external_user_id: 'ada', message_template_name: 'receipt', send_at: isoTime(dueAt) }
  const { status, body } = await client.call('POST', '/api/v1/messages', { message })
  assert.equal(status, 201, JSON.stringify(body))
  const [{ id: deliveryId }] = body.message.deliveries
  const ids = { recipientId: recipient.id, channelId: channel.id, templateId: template.id }
  return { client, messageId: body.message.id, deliveryId, ...ids, dueAt }
}

interface Stored {
  status: string
  error_message: string | null
  queued_at: number | null
  waiting: boolean
  sandbox_messages: number
  events: string[]
}

async function readStored({ pool }: TestDatabase, { client, deliveryId }: Round): Promise<Stored> {
  const { rows } = await pool.query<Stored>({
    text: `select d.status, d.error_message, d.queued_at, q.delivery_id is not null as waiting,
        (select count(*)::int from sandbox_messages s
          where s.bucket = d.bucket and s.account_id = d.account_id and s.delivery_id = d.id) as sandbox_messages,
        (select array_agg(e.type order by e.id) from events e
          where e.bucket = d.bucket and e.account_id = d.account_id and e.delivery_id = d.id) as events
      from deliveries d
      left join send_queue q on q.bucket = d.bucket and q.account_id = d.account_id and q.delivery_id = d.id
      where d.bucket = $1 and d.account_id = $2 and d.id = $3`,
    values: [client.bucket, client.accountId, deliveryId],
  })
  return rows[0]!
}

const DISPATCHED = ['delivery.scheduled', 'delivery.queued', 'delivery.sent']

/** Waits until the round is over, checks that the loser left no trace, and returns the winner. */
async function settle(
  database: TestDatabase,
  clock: StandingClock,
  round: Round,
  { reason, refused }: Contender,
  response: ApiResponse,
): Promise<Winner> {
  const told = JSON.stringify(response.body)
  const read = () => readStored(database, round)
  const isMoved = reason === null && response.status === 200
  // A moved delivery is still dispatched, at its new time.
  if (isMoved) clock.moveTo(movedTo(round))
  const stored = await until(read, ({ status }) => status === 'sent' || status === 'canceled')
  assert.equal(stored.waiting, false)
  const wasRefused = response.status === 409
  if (wasRefused) assert.equal(response.body.code, refused, told)
  else assert.ok(response.status === 200 || response.status === 204, `${response.status} ${told}`)
  if (stored.status === 'canceled') {
    assert.deepEqual(stored.events, ['delivery.scheduled', 'delivery.canceled'])
    assert.deepEqual([stored.error_message, stored.sandbox_messages, wasRefused], [reason, 0, false])
    return 'request'
  }
  assert.deepEqual(stored.events, DISPATCHED)
  assert.deepEqual([stored.error_message, stored.sandbox_messages], [null, 1])
  assert.equal(stored.queued_at! >= movedTo(round), isMoved, told)
  if (refused !== null && !isMoved) assert.ok(wasRefused, told)
  return isMoved ? 'request' : 'dispatch'
}

/**
 * Resolves when `count` sessions wait for the lock of a delivery. Each waiting session holds or awaits the tuple lock.
 */
async function untilWaiting(session: Session, count: number): Promise<void> {
  const read = async () => {
    const { rows } = await session.query<{ waiting: number }>({
      text: `select count(*)::int as waiting from pg_locks, (select pg_sleep(0.005)) waited
        where database = (select oid from pg_database where datname = current_database())
          and locktype = 'tuple'
          and relation in (select inhrelid from pg_inherits where inhparent = 'deliveries'::regclass)`,
    })
    return rows[0]!.waiting
  }
  await until(read, (waiting) => waiting === count)
}

export async function startRaces(): Promise<Races> {
  const database = await createTestDatabase()
  const clock = createStandingClock()
  const running = await startTestService(database, { ROLES: 'api,dispatch' }, clock)

  return {
    async inOrder(contender, winner) {
      const round = await newRound(running, clock)
      const response = await withSession(database.url, async (session) => {
        await session.query({ text: 'begin' })
        await session.query({
          text: 'select from deliveries where bucket = $1 and account_id = $2 and id = $3 for update',
          values: [round.client.bucket, round.client.accountId, round.deliveryId],
        })
        let asked: Promise<ApiResponse> | undefined
        const starts = [() => void (asked = contender.request(round)), () => clock.moveTo(round.dueAt)]
        for (const [index, start] of (winner === 'request' ? starts : starts.toReversed()).entries()) {
          start()
          await untilWaiting(session, index + 1)
        }
        await session.query({ text: 'commit' })
        return asked!
      })
      assert.equal(await settle(database, clock, round, contender, response), winner)
    },

    async freely(contender, lead) {
      const round = await newRound(running, clock)
      const roundTrips = async (count: number) => {
        for (let made = 0; made < count; made++) await database.pool.query('select 1')
      }
      const dispatched = roundTrips(-lead).then(() => clock.moveTo(round.dueAt))
      const response = await roundTrips(lead).then(() => contender.request(round))
      await dispatched
      return settle(database, clock, round, contender, response)
    },

    async close() {
      await untilDrained(database.pool)
      const run = { pool: database.pool, received: [], endpoints: [], acknowledgedDeliveryIds: [], retryScheduleMs: [] }
      const { breaches, events } = await judge(run)
      await running.stop()
      await database.close()
      assert.deepEqual(breaches, [])
      assert.ok(events > 0)
    },
  }
}
