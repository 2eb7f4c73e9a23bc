/** A service that has no time for the second half of a batch: the first 100 recipients wait for a lock for so long. */
import type { TestDatabase } from '../../server/test/database.ts'
import { startTestService, until } from '../../server/test/service.ts'
import type { Client } from '../../server/test/service.ts'
import { createSystemClock } from '../../server/src/platform/clock.ts'

/** More than the service has for the drafts of a batch, ms. */
const LATE_MS = 4_001
/** Only in this test's database, because other tests run on the same server. */
const WAITING_FOR_LOCKS = `select from pg_locks l join pg_stat_activity a using (pid)
  where not l.granted and a.datname = current_database()`

/** 103 messages with new recipients. One statement stores 100 of them. */
export const LATE_MESSAGES = Array.from({ length: 103 }, (_, index) => ({
  external_user_id: `late-${String(index).padStart(3, '0')}`,
  message_template_name: 'receipt',
  notification_user: {},
}))

/** Calls `send`, which sends the messages to the service at the URL. The client's account has the template. */
export async function withLateService<Result>(
  database: TestDatabase,
  client: Client,
  send: (url: string) => Promise<Result>,
): Promise<Result> {
  const system = createSystemClock()
  let passedMs = 0
  const clock = { now: () => system.now(), wall: () => system.wall(), monotonic: () => system.monotonic() + passedMs }
  const late = await startTestService(database, { ROLES: 'api', STATEMENT_TIMEOUT: '60s' }, clock)
  const [{ external_user_id } = LATE_MESSAGES[0]!] = LATE_MESSAGES
  await client.call('PUT', `/api/v1/notification_users/by_external_id/${external_user_id}`, { notification_user: {} })
  const holder = await database.pool.connect()
  try {
    await holder.query({ text: 'begin' })
    await holder.query({
      text: 'select from recipients where account_id = $1 for update',
      values: [client.accountId],
    })
    const sending = send(late.service.url!)
    const waiting = until(
      async () => (await database.pool.query({ text: WAITING_FOR_LOCKS })).rows,
      ({ length }) => length > 0,
    )
    await Promise.race([waiting, sending])
    passedMs = LATE_MS
    await holder.query({ text: 'rollback' })
    return await sending
  } finally {
    holder.release()
    await late.stop()
  }
}
