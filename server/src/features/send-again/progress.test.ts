// A resend: in steps, bounded, canceled, beside another account, and with several processes at the same time.
import { createShares } from '../../platform/admission/shares.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Recorder } from '../../core/deliveries/advance.ts'
import { createEmitter } from '../../core/events/event.ts'
import { MessageCreator } from '../../core/messages/create.ts'
import { createPreferenceLinks } from '../../core/recipients/preferences/links.ts'
import { Rendering } from '../../core/rendering/rendering.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { ALL_BUCKETS, createEventIds } from '../../platform/ids.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { prepareMessages, startTestService } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { continueResends } from './progress.ts'

const RESENDS = '/api/v1/message_resends'
const STEP = 25

const database = await endAfterTests(createTestDatabase())
/** It creates messages, and neither sends them nor continues resends. */
const { service, client: newClient } = await endAfterTests(startTestService(database, { ROLES: 'api' }))
const { pool } = database
const { clock, config } = service.context
const shares = createShares({ pool, connectionsMax: 10, waitMsMax: 10_000 })
const context = { ...service.context, pool: shares.ofAll('creation'), metrics: createMetrics() }
const messages = new MessageCreator(context, {
  recorder: new Recorder(
    createEventIds(clock),
    createEmitter(() => {}),
    () => {},
  ),
  rendering: new Rendering({ config, clock, metrics: context.metrics }),
  links: createPreferenceLinks([Buffer.alloc(32, 1)], () => 'https://tidings.example.com'),
})
const step = () => continueResends({ pool, clock, buckets: () => ALL_BUCKETS, messages })

type Ids = { id: number; deliveries: number[] }

/** Creates messages that failed on all channels, for a reason. */
async function failed(client: Client, count: number, error = 'timeout', fields: object = {}): Promise<Ids[]> {
  const message = { external_user_id: 'ada', message_template_name: 'receipt', ...fields }
  const { body } = await client.call('POST', '/api/v1/messages/batch', {
    messages: Array.from({ length: count }, () => message),
  })
  const made: Ids[] = body.results.map(({ message: one }: any) => ({
    id: one.id,
    deliveries: one.deliveries.map(({ id }: any) => id),
  }))
  await fail(
    client,
    made.flatMap(({ deliveries }) => deliveries),
    error,
  )
  return made
}

async function fail({ bucket, accountId }: Client, ids: readonly number[], error: string): Promise<void> {
  const values = [bucket, accountId, ids]
  const where = 'where bucket = $1 and account_id = $2'
  await pool.query({ text: `delete from send_queue ${where} and delivery_id = any($3)`, values })
  const text = `update deliveries set status = 'failed', failed_at = now(), error_message = $4 ${where} and id = any($3)`
  await pool.query({ text, values: [...values, error] })
}

async function prepared(): Promise<Client> {
  const client = await newClient()
  await prepareMessages(client)
  return client
}

async function start(client: Client, wanted: object) {
  const { status, body } = await client.call('POST', RESENDS, { message_resend: wanted })
  assert.equal(status, 202, JSON.stringify(body))
  return body.message_resend
}

const show = async (client: Client, id: number) => (await client.call('GET', `${RESENDS}/${id}`)).body.message_resend
const WHOLE = { deliveries_left_out: 0, attachments_removed: 0, is_complete: true }
const ofTimeouts = { filters: { cause: 'timeout' } }

/** How often each message was sent again. */
async function timesSentAgain({ bucket, accountId }: Client): Promise<Record<string, number>> {
  const text = `select coalesce(jsonb_object_agg(times, n), '{}') as counts from (
    select times, count(*) as n from (
      select count(*) as times from messages_sent_again where bucket = $1 and account_id = $2 group by message_id) one
    group by times) two`
  return (await pool.query({ text, values: [bucket, accountId] })).rows[0].counts
}

describe('a resend', () => {
  test('goes on in steps, and each message is sent again once, however many processes work on it', async () => {
    const client = await prepared()
    const made = await failed(client, 60)
    await failed(client, 3, 'connection_refused')
    const counted = await client.call('POST', `${RESENDS}/count`, ofTimeouts)
    assert.deepEqual(counted.body, { count: 60, cannot_arrive: 0, ...WHOLE })
    const { id, ...begun } = await start(client, ofTimeouts)
    assert.deepEqual([begun.status, begun.total, begun.sent, begun.filters.cause], ['searching', 0, 0, 'timeout'])
    const second = await client.call('POST', RESENDS, ofTimeouts)
    assert.deepEqual([second.status, second.body.code], [409, 'resend_running'])

    await Promise.all([step(), step()])
    // The later of the two may have sent some already.
    const found = await show(client, id)
    assert.equal(found.total, 60)
    await step()
    assert.equal((await show(client, id)).sent, found.sent + STEP)
    // A person sends one of the others again meanwhile.
    const again = await client.call('POST', `/api/v1/messages/${made.at(-1)!.id}/send_again`, {})
    assert.equal(again.status, 201)
    await Promise.all([step(), step(), step()])
    await step()
    const ended = await show(client, id)
    assert.deepEqual([ended.status, ended.sent, ended.not_failed, ended.total], ['finished', 59, 1, 60])
    assert.deepEqual(await timesSentAgain(client), { 1: 60 })

    const { message } = (await client.call('GET', `/api/v1/messages/${made[0]!.id}?expand=notification_user`)).body
    assert.ok(message.sent_again_as > message.id)
    const copy = (await client.call('GET', `/api/v1/messages/${message.sent_again_as}?expand=notification_user`)).body
      .message
    assert.deepEqual([copy.again_of, copy.sent_again_as, copy.rendered_body], [message.id, null, message.rendered_body])
    // They were all sent again, so the same request finds none.
    const repeated = await start(client, ofTimeouts)
    await step()
    const { status, total } = await show(client, repeated.id)
    assert.deepEqual([status, total], ['finished', 0])
  })

  test('gives each account a step at each run, and waits while many sends of the account are due', async () => {
    const [large, small] = [await prepared(), await prepared()]
    await failed(large, 300)
    const names = (await failed(small, 2)).map(({ id }) => id)
    const [first, second] = [await start(large, ofTimeouts), await start(small, { message_ids: names })]
    assert.deepEqual([second.status, second.total], ['running', 2])
    await step()
    assert.equal((await show(small, second.id)).status, 'finished')
    for (let runs = 0; runs < 12; runs++) await step()
    assert.equal((await show(large, first.id)).sent, 200, 'nothing of it is sent')
    const { body } = await large.call('POST', `${RESENDS}/${first.id}/cancel`)
    assert.deepEqual([body.message_resend.status, body.message_resend.sent], ['canceled', 200])
    await pool.query({ text: 'delete from send_queue where account_id = $1', values: [large.accountId] })
    await step()
    assert.deepEqual(await timesSentAgain(large), { 1: 200 })
    const repeated = await large.call('POST', `${RESENDS}/${first.id}/cancel`)
    assert.deepEqual([repeated.status, repeated.body.code], [409, 'not_cancelable'])
  })

  test('sends only on the failed channels, and skips a message for which another send cannot help', async () => {
    const client = await prepared()
    const push = { name: 'Push', channel_type: 'push', provider: 'sandbox' }
    const { body } = await client.call('POST', '/api/v1/notification_channels', { notification_channel: push })
    const [template] = (await client.call('GET', '/api/v1/message_templates')).body.message_templates
    const channels = [...template.channels, { notification_channel_id: body.notification_channel.id }]
    await client.call('PATCH', `/api/v1/message_templates/${template.id}`, {
      message_template: {
        channels: channels.map(({ notification_channel_id: id }) => ({ notification_channel_id: id })),
      },
    })
    const [mixed] = await failed(client, 1, 'timeout')
    const noDevice = 'The recipient has no device'
    await fail(client, mixed!.deliveries.slice(1), noDevice)
    const carol = { external_user_id: 'carol', notification_user: { email: 'carol@example.com' } }
    const [suppressed] = await failed(client, 1, 'suppressed', carol)
    await client.call('POST', '/api/v1/suppressions', { suppression: { address: 'carol@example.com' } })
    await fail(client, suppressed!.deliveries.slice(1), noDevice)
    // It failed for another reason, but by now nothing is sent to the address.
    const [late] = await failed(client, 1, 'timeout', carol)
    await fail(client, late!.deliveries.slice(1), noDevice)
    const wanted = { message_ids: [mixed!.id, suppressed!.id, late!.id, 1] }
    const counted = await client.call('POST', `${RESENDS}/count`, { message_resend: wanted })
    assert.deepEqual(counted.body, { count: 1, cannot_arrive: 2, ...WHOLE, deliveries_left_out: 1 })
    const { id } = await start(client, wanted)
    await step()
    const ended = await show(client, id)
    assert.deepEqual([ended.status, ended.total, ended.sent, ended.cannot_arrive], ['finished', 3, 1, 2])
    const links = (await client.call('GET', `/api/v1/messages/${mixed!.id}?expand=notification_user`)).body.message
    const copy = (await client.call('GET', `/api/v1/messages/${links.sent_again_as}`)).body.message
    const typesOf = ({ deliveries }: any) => deliveries.map((one: any) => one.notification_channel.channel_type)
    assert.deepEqual(typesOf(copy), ['email'])
    // One message is sent again on the same channels.
    const again = (one: Ids) => client.call('POST', `/api/v1/messages/${one.id}/send_again`)
    assert.deepEqual(typesOf((await again(mixed!)).body.message), ['email'])
    const { status, body: refused } = await again(suppressed!)
    assert.deepEqual([status, refused.errors.channels], [422, ['has no failed delivery that another send can help']])
  })

  test('has at most 10,000 messages, the newest, and tells that there are more', async () => {
    const client = await prepared()
    await failed(client, 1)
    const copies = (table: string, more: string) =>
      pool.query({
        text: `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('id', one.id + 100000 + n ${more}))).*
          from ${table} one, generate_series(1, 10001) n where one.account_id = $1`,
        values: [client.accountId],
      })
    await copies('messages', '')
    await copies('deliveries', ", 'message_id', one.message_id + 100000 + n")
    const { id } = await start(client, ofTimeouts)
    for (let runs = 0; runs < 2; runs++) await step()
    const { total, has_more: hasMore } = await show(client, id)
    assert.deepEqual([total, hasMore], [10_000, true])
    await client.call('POST', `${RESENDS}/${id}/cancel`)
    const { rows } = await pool.query('select count(*)::int as n from message_resend_items')
    assert.equal(rows[0].n, 0)
  })
})
