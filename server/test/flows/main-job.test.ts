/**
 * The main job through the whole service: a message is created, the sandbox sends it, and the receiver gets its events.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages, until } from '../service.ts'
import { sharedService } from '../shared-service.ts'

const running = await sharedService()
const client = await running.client()
await prepareMessages(client)

describe('the main job', () => {
  /** Creates a message to a magic recipient. Returns its delivery after it has reached the status. */
  async function deliverTo(email: string, status: string) {
    const created = await client.call('POST', '/api/v1/messages', {
      message: {
        external_user_id: email,
        notification_user: { email, first_name: 'Grace' },
        message_template_name: 'receipt',
        message_attributes_attributes: [{ name: 'order.id', value: 42 }],
      },
    })
    assert.equal(created.status, 201, JSON.stringify(created.body))
    const { id } = created.body.message.deliveries[0]
    const response = await until(
      () => client.call('GET', `/api/v1/deliveries/${id}`),
      (found) => found.body.status === status,
    )
    return { message: created.body.message, delivery: response.body }
  }

  test('a message is created with its rendered text, and delivered', async () => {
    const { message, delivery } = await deliverTo('delivered@tidings.test', 'delivered')
    assert.equal(message.rendered_subject, 'Order 42')
    assert.equal(message.rendered_body, 'Hello Grace, order 42 is on its way.')
    assert.equal(message.subject, 'Order {{ order.id }}')
    assert.equal(delivery.message_id, message.id)
    assert.ok(delivery.sent_at !== null && delivery.delivered_at !== null)
    const shown = await client.call('GET', `/api/v1/messages/${message.id}`)
    assert.equal(shown.status, 200)
    assert.equal(shown.body.message.deliveries[0].status, 'delivered')
    assert.deepEqual(Object.keys(shown.body.message), Object.keys(message))
  })

  for (const [local, status] of [
    ['opened', 'opened'],
    ['bounced', 'bounced'],
    ['failed', 'failed'],
    ['retry', 'delivered'],
    ['exhausted', 'failed'],
    ['silent', 'sent'],
  ] as const)
    test(`a message to ${local}@tidings.test ends as ${status}`, async () => {
      const { delivery } = await deliverTo(`${local}@tidings.test`, status)
      assert.equal(delivery.friendly_error_message === null, !['failed', 'bounced'].includes(status))
    })
})
