// If the process is killed during a resend, it goes on after the restart, and no message is sent again twice.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster, ClusterAccount } from '../faults/cluster.ts'
import type { ServiceProcess } from '../process.ts'
import { until } from '../service.ts'

const MESSAGES = 200

describe('kill -9 in the middle of a resend', { timeout: 120_000 }, () => {
  let cluster: Cluster
  let account: ClusterAccount
  let working: ServiceProcess

  before(async () => {
    cluster = await createCluster()
    working = await cluster.start('api,dispatch,tasks')
    await addAccounts(cluster, working, 1)
    account = cluster.accounts[0]!
  })
  after(() => cluster.close())

  test('each message is sent again once', async () => {
    const notification_user = { email: 'failed@tidings.test' }
    const message = { external_user_id: 'fay', message_template_name: 'receipt', notification_user }
    for (let rest = MESSAGES; rest > 0; rest -= 100)
      await account.call(working, 'POST', '/api/v1/messages/batch', {
        messages: Array.from({ length: 100 }, () => message),
      })
    const query = async (text: string) =>
      (await cluster.database.pool.query({ text, values: [account.bucket, account.accountId] })).rows
    const failed = `select count(*)::int as n from deliveries where bucket = $1 and account_id = $2 and status = 'failed'`
    await until(
      () => query(failed),
      ([row]) => row.n === MESSAGES,
    )
    const wanted = { filters: { status: 'failed,bounced' } }
    const { body } = await account.call(working, 'POST', '/api/v1/message_resends', wanted)
    const path = `/api/v1/message_resends/${body.message_resend.id}`
    const sent = 'select sent, finished_at from message_resends where bucket = $1 and account_id = $2'
    for (const least of [1, 60]) {
      await until(
        () => query(sent),
        ([row]) => row.sent >= least,
      )
      await working.kill(false)
      assert.equal((await query(sent))[0].finished_at, null, 'it was killed in the middle')
      working = await cluster.start('api,dispatch,tasks')
    }
    const ended = await until(
      async () => (await account.call(working, 'GET', path)).body.message_resend,
      ({ status }) => status === 'finished',
    )
    assert.deepEqual([ended.sent, ended.total], [MESSAGES, MESSAGES])
    const [counted] = await query(
      `select (select count(*) from messages where bucket = $1 and account_id = $2)::int as messages,
         (select count(distinct message_id) from messages_sent_again where bucket = $1 and account_id = $2)::int as originals,
         (select count(*) from messages_sent_again where bucket = $1 and account_id = $2)::int as copies`,
    )
    assert.deepEqual(counted, { messages: 2 * MESSAGES, originals: MESSAGES, copies: MESSAGES })
  })
})
