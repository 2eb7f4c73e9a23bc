import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { createLogger } from '../../platform/log.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { createAccount } from '../../core/accounts/accounts.ts'
import { createMember } from '../members/members.ts'
import { sendDueMails } from './mails.ts'
import type { MailsOptions, SendMail } from './mails.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'

const MINUTE_MS = 60_000

const system = createSystemClock()
let nowMs = system.now()
const clock: Clock = { ...system, now: () => nowMs }
let account: { id: number; bucket: number }

const database = await endAfterTests(createTestDatabase())

beforeEach(async () => {
  await database.pool.query('delete from mails')
  account = await createAccount(database.pool, clock, 'Test')
})

const options = (send: SendMail | null): MailsOptions => ({
  pool: database.pool,
  buckets: () => ALL_BUCKETS,
  directory: database.pool,
  clock,
  log: createLogger('silent'),
  send,
  texts: (kind, details) => ({ subject: kind, text: String(details['host']) }),
})

async function addOwner(email: string): Promise<void> {
  const member = { bucket: account.bucket, accountId: account.id, email, role: 'owner' as const, passwordHash: null }
  await transaction(database.pool, (tx) => createMember(tx, clock, member))
}

async function store(): Promise<void> {
  const text = `insert into mails (bucket, account_id, kind, details, created_at, due_at)
    values ($1, $2, 'webhook_endpoint_failing', '{"host": "example.com"}', $3, $3)`
  await database.pool.query({ text, values: [account.bucket, account.id, isoTime(nowMs)] })
}

async function stored() {
  const { rows } = await database.pool.query('select due_at, tries, sent_at, error_message from mails')
  assert.equal(rows.length, 1)
  return rows[0]
}

test('a mail goes to all owners, once', async () => {
  await addOwner(`one${account.id}@example.com`)
  await addOwner(`two${account.id}@example.com`)
  await store()
  const sent: Parameters<SendMail>[0][] = []
  const send: SendMail = (mail) => {
    sent.push(mail)
    return Promise.resolve({ ok: true })
  }
  await Promise.all([sendDueMails(options(send)), sendDueMails(options(send))])
  await sendDueMails(options(send))
  assert.equal(sent.length, 1)
  assert.deepEqual(sent[0]!.to, [`one${account.id}@example.com`, `two${account.id}@example.com`])
  assert.deepEqual([sent[0]!.subject, sent[0]!.text], ['webhook_endpoint_failing', 'example.com'])
  assert.deepEqual(await stored(), { due_at: null, tries: 1, sent_at: nowMs, error_message: null })
})

test('a refused mail is tried six times in all, with the same id', async () => {
  await addOwner(`three${account.id}@example.com`)
  await store()
  const ids = new Set<string>()
  let tries = 0
  const send: SendMail = ({ messageId }) => {
    ids.add(messageId)
    tries += 1
    return Promise.resolve({ ok: false, cause: 'connection_refused' })
  }
  for (const waitMs of [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS)) {
    await sendDueMails(options(send))
    const { due_at, error_message } = await stored()
    assert.deepEqual([due_at, error_message], [nowMs + waitMs, 'connection_refused'])
    nowMs += waitMs - 1
    const before = tries
    await sendDueMails(options(send))
    assert.equal(tries, before, 'not before its time')
    nowMs += 1
  }
  await sendDueMails(options(send))
  nowMs += 10_000 * MINUTE_MS
  await sendDueMails(options(send))
  assert.deepEqual([tries, ids.size], [6, 1])
  assert.deepEqual(await stored(), { due_at: null, tries: 6, sent_at: null, error_message: 'connection_refused' })
})

test('the log has the word of a refusal, and the row also the text of the mail server', async () => {
  const owner = `refused${account.id}@example.com`
  await addOwner(owner)
  await store()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const cause = `mailbox_unavailable: 550 5.1.1 <${owner}> is unknown`
  await sendDueMails({ ...options(() => Promise.resolve({ ok: false, cause })), log })
  assert.equal((await stored()).error_message, cause)
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { cause: string }).cause),
    ['mailbox_unavailable'],
  )
  assert.ok(!lines.join('').includes(owner))
})

test('a try that was cut off is made again', async () => {
  await addOwner(`four${account.id}@example.com`)
  await store()
  await assert.rejects(sendDueMails(options(() => Promise.reject(new Error('cut off')))))
  assert.equal((await stored()).tries, 1)
  nowMs += 5 * MINUTE_MS
  await sendDueMails(options(() => Promise.resolve({ ok: true })))
  assert.deepEqual(await stored(), { due_at: null, tries: 2, sent_at: nowMs, error_message: null })
})

test('without an owner it is not sent, and without a mail server it is kept', async () => {
  await store()
  await sendDueMails(options(() => Promise.reject(new Error('Nobody is to be written to'))))
  assert.equal((await stored()).error_message, 'no_owner')
  await database.pool.query('delete from mails')
  await store()
  await sendDueMails(options(null))
  assert.deepEqual(await stored(), { due_at: null, tries: 1, sent_at: null, error_message: 'no_mail_server' })
})
