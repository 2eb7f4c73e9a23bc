/**
 * The exact bytes of requests to a receiver (specification 2.2, 2.4, 4.4), read from the connection without an HTTP
 * parser.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages, until } from '../service.ts'
import { testService } from '../test-service.ts'
import { EVENT_TYPES, judgeRequest, startWireReceiver } from '../webhook-wire.ts'
import { endAfterTests } from '../end-after-tests.ts'

/** Messages of the first kind are queued, sent and delivered. Those of the second are scheduled and canceled. */
const SENT = 150
const SCHEDULED = 20

const receiver = await endAfterTests(startWireReceiver())
const { running } = await testService({ variables: { WEBHOOK_EXTRA_CA_FILE: receiver.caPath } })

describe('a webhook request on the wire', () => {
  test('hundreds of requests: headers as the specification spells and orders them, bodies of its fields and types', async () => {
    const client = await running.client()
    await prepareMessages(client)
    const { url, captured } = receiver
    const made = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, secret } = made.body.webhook_endpoint
    for (const [external_user_id, email] of [
      ['bo', 'bounced@tidings.test'],
      ['cy', 'failed@tidings.test'],
      ['di', 'opened@tidings.test'],
    ])
      await client.call('POST', '/api/v1/notification_users', { notification_user: { external_user_id, email } })
    const message = (external_user_id: string, send_at: string | null = null) => {
      return { external_user_id, message_template_name: 'receipt', send_at }
    }
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const messages = [
      ...Array.from({ length: SENT }, (_, index) => message(['ada', 'bo', 'cy', 'di'][index % 4]!)),
      ...Array.from({ length: SCHEDULED }, () => message('ada', soon)),
    ]
    const created = await client.call('POST', '/api/v1/messages/batch', { messages })
    assert.equal(created.status, 200)
    const scheduled = created.body.results.slice(SENT) as { message: { id: number } }[]
    for (const one of scheduled)
      assert.equal((await client.call('POST', `/api/v1/messages/${one.message.id}/cancel`)).status, 200)
    assert.equal((await client.call('POST', `/api/v1/webhook_endpoints/${id}/test`)).status, 202)
    // Events of four messages: queued, sent, delivered; queued, sent, bounced; queued, failed; queued, sent, delivered,
    // opened.
    const [full, rest] = [Math.floor(SENT / 4), SENT % 4]
    const due = full * 12 + [0, 3, 6, 8][rest]! + 2 * SCHEDULED + 1
    await until(
      async () => {
        await new Promise((resolve) => setImmediate(resolve))
        const counts = await client.call('GET', '/api/v1/webhook_events?state=pending&limit=1')
        return { pending: counts.body.webhook_events.length as number, captured: captured.length }
      },
      (found) => found.pending === 0 && found.captured >= due,
    )
    const types = new Map<string, number>()
    for (const one of captured) {
      const type = judgeRequest(one, [secret])
      types.set(type, (types.get(type) ?? 0) + 1)
    }
    assert.deepEqual([...types.keys()].toSorted(), EVENT_TYPES)
    assert.ok(captured.length >= due)
  })
})
