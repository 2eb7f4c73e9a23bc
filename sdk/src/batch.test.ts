/** Batches of which the service tries a part only. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareMessages } from '../../server/test/service.ts'
import { testService } from '../../server/test/test-service.ts'
import { LATE_MESSAGES, withLateService } from '../test/late-batch.ts'
import { batchKey } from './batch.ts'
import { createClient } from './client.ts'

const { database, running } = await testService({ variables: { ROLES: 'api' } })

test('messages that the service had no time for are sent again, once each, also if the call is repeated', async () => {
  const account = await running.client()
  await prepareMessages(account)
  const keys: string[] = []
  const sizes: number[] = []
  const clientOf = (baseUrl: string) =>
    createClient({
      apiKey: account.apiKey,
      baseUrl,
      fetch: (url, init) => {
        keys.push(new Headers(init!.headers).get('idempotency-key')!)
        sizes.push((JSON.parse(init!.body as string) as { messages: object[] }).messages.length)
        return fetch(url, init)
      },
    })
  const options = { idempotencyKey: 'newsletter-1' }
  const results = await withLateService(database, account, (url) =>
    clientOf(url).messages.batch(LATE_MESSAGES, options),
  )
  assert.deepEqual(sizes, [103, 3])
  assert.deepEqual(keys, ['newsletter-1', await batchKey('newsletter-1', 1)])
  const indexes = LATE_MESSAGES.map((_, index) => index)
  assert.deepEqual(
    results.map(({ index, code }) => [index, code]),
    indexes.map((index) => [index, undefined]),
  )
  const again = await clientOf(running.service.url!).messages.batch(LATE_MESSAGES, options)
  assert.deepEqual(again, results)
  const { rows } = await database.pool.query<{ messages: number }>({
    text: 'select count(distinct recipient_id) as messages from messages where account_id = $1',
    values: [account.accountId],
  })
  assert.equal(rows[0]!.messages, 103)
})

test('after the last resend, the results tell which messages were not tried', async () => {
  const overloaded = { index: 0, error: 'The message was not tried: send it again', code: 'overloaded' }
  let calls = 0
  const client = createClient({
    apiKey: 'sk_1',
    baseUrl: 'http://127.0.0.1',
    retriesMax: 1,
    fetch: () =>
      Promise.resolve(Response.json({ results: calls++ === 0 ? [overloaded, overloaded] : [overloaded, {}] })),
  })
  const results = await client.messages.batch([{ external_user_id: 'ada' }, { external_user_id: 'eve' }])
  assert.deepEqual(
    results.map(({ index, code }) => [index, code]),
    [
      [0, 'overloaded'],
      [1, undefined],
    ],
  )
  assert.equal(calls, 2)
})

test('the keys of a batch are those of the clients in other languages', async () => {
  assert.equal(await batchKey('order-1', 0), 'order-1')
  assert.equal(await batchKey('order-1', 1), '3b91defc3e981fbd2f3d86e1cc7bc8479fa334f5fb69bc69f66c0b0d6ffa3c63')
})
