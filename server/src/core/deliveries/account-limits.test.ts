/** Monthly limits are exact, also with concurrent sends, and are shown in the delivery. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages, until } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { makeAccount } from '../../../test/factories.ts'
import { readLimits, setLimits } from '../accounts/account-limits.ts'
import { takeDeliveries } from '../accounts/monthly-limits.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { sharedService } from '../../../test/shared-service.ts'

const running = await sharedService()
const { database } = running

const JUNE = Date.parse('2026-06-30T23:59:59.999Z')

async function sendAll(client: Client, count: number, email = 'delivered@tidings.test', fields: object = {}) {
  await prepareMessages(client, email)
  const messages = Array.from({ length: count }, () => {
    return { external_user_id: 'ada', message_template_name: 'receipt', ...fields }
  })
  const { status } = await client.call('POST', '/api/v1/messages/batch', { messages })
  assert.equal(status, 200)
}

async function settled(client: Client, count: number) {
  const { body } = await until(
    () => client.call('GET', '/api/v1/deliveries?limit=200'),
    ({ body }) =>
      body.deliveries.length === count &&
      body.deliveries.every(({ status }: { status: string }) => ['delivered', 'failed'].includes(status)),
  )
  return body.deliveries
}

describe('monthly limits', () => {
  test('deliveries over the limit are queued, then failed with the limit, the rest is delivered', async () => {
    const client = await running.client()
    await setLimits(database.pool, client, { monthly_email_deliveries: 30 })
    await sendAll(client, 100)
    const deliveries = await settled(client, 100)
    const failed = deliveries.filter(({ status }: { status: string }) => status === 'failed')
    assert.equal(failed.length, 70)
    for (const delivery of failed) {
      assert.equal(delivery.limit_feature_key, 'monthly_email_deliveries')
      assert.equal(delivery.friendly_error_message, 'The monthly limit of email deliveries is reached')
    }
    const { body } = await client.call('GET', `/api/v1/deliveries/${failed[0].id}/timeline`)
    assert.deepEqual(
      body.timeline.flatMap(({ kind, fact }: { kind: string; fact: string }) => (kind === 'fact' ? fact : [])),
      ['queued', 'failed'],
    )
    assert.ok(body.timeline.every(({ kind }: { kind: string }) => kind !== 'send'))
    const { body: shown } = await client.call('GET', '/api/v1/account')
    assert.equal(shown.account.limits.monthly_email_deliveries, 30)
    assert.equal(shown.account.limits.monthly_push_deliveries, null)
    assert.equal(shown.account.usage.monthly_email_deliveries, 30)
    assert.equal(shown.account.usage.monthly_push_deliveries, 0)
    assert.match(shown.account.usage.month, /^\d{4}-\d\d$/)
  })

  test('a delivery counts once, however often it is sent; one without an address does not', async () => {
    const client = await running.client()
    await sendAll(client, 3, 'retry@tidings.test')
    await settled(client, 3)
    const mute = { notification_user: { email: null }, external_user_id: 'mute' }
    await client.call('POST', '/api/v1/messages', { message: { message_template_name: 'receipt', ...mute } })
    await settled(client, 4)
    const { body } = await client.call('GET', '/api/v1/account')
    assert.equal(body.account.usage.monthly_email_deliveries, 3)
    assert.equal(body.account.limits.monthly_email_deliveries, null)
  })

  test('a scheduled delivery is judged when it is dispatched', async () => {
    const client = await running.client()
    await sendAll(client, 1, 'delivered@tidings.test', { send_at: new Date(Date.now() + 3_600_000).toISOString() })
    await setLimits(database.pool, client, { monthly_email_deliveries: 0 })
    const { body } = await client.call('GET', '/api/v1/messages')
    const path = `/api/v1/messages/${body.messages[0].id}`
    await client.call('PATCH', path, { message: { send_at: '2020-01-01T00:00:00Z' } })
    const [delivery] = await settled(client, 1)
    assert.deepEqual([delivery.status, delivery.limit_feature_key], ['failed', 'monthly_email_deliveries'])
  })

  test('the counting is exact when many count at once', async () => {
    const { bucket, accountId } = await makeAccount(database.pool)
    const account = { bucket, accountId }
    await setLimits(database.pool, account, { monthly_sms_deliveries: 50 })
    const take = async (wanted: number, now = JUNE) => {
      const asked = [
        { ...account, channelType: 'email', wanted },
        { ...account, channelType: 'sms', wanted },
      ]
      return transaction(database.pool, (tx) => takeDeliveries(tx, asked, now))
    }
    const granted = await Promise.all(Array.from({ length: 40 }, (_, index) => take((index % 5) + 1)))
    const sum = (position: number) => granted.reduce((total, pair) => total + pair[position]!, 0)
    assert.deepEqual([sum(0), sum(1)], [120, 50])
    const { usage } = await readLimits(database.pool, account, JUNE)
    assert.deepEqual(usage, {
      month: '2026-06',
      monthly_email_deliveries: 120,
      monthly_push_deliveries: 0,
      monthly_sms_deliveries: 50,
      monthly_in_app_deliveries: 0,
    })
    assert.deepEqual(await take(60, JUNE + 1), [60, 50], 'a new month begins')
    await setLimits(database.pool, account, { monthly_sms_deliveries: 10 })
    assert.deepEqual(await take(5), [5, 0], 'a limit below the count grants nothing')
    await setLimits(database.pool, account, { monthly_sms_deliveries: null })
    assert.deepEqual(await take(5), [5, 5], 'a lifted one grants all')
    const { limits } = await readLimits(database.pool, account, JUNE)
    assert.equal(limits.monthly_sms_deliveries, null)
  })
})
