/** A service as a process of its own, on a database prepared by the test, and messages through all of it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { faultVariables } from './faults/settings.ts'
import { startProcess } from './process.ts'
import { startReceiver } from './receiver.ts'
import { call } from './service.ts'

const API_KEY = `sk_${'d'.repeat(43)}`

/** Messages created at once: more than a small pooler has sessions. */
const CONCURRENT = 20

/** Variables of a service on a configured database, without its URL. */
export const SERVICE_VARIABLES = {
  SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  BOOTSTRAP_API_KEY: API_KEY,
}

export interface DeliverOptions {
  /** How many messages are sent. Default 1. */
  messages?: number
  /** Runs before the service stops. */
  meanwhile?: () => Promise<void>
}

/**
 * Starts a service, sends messages to the sandbox, and waits for the webhooks about their deliveries. Returns the output
 * of the service.
 */
export async function deliverMessages(
  variables: Record<string, string>,
  { messages = 1, meanwhile = () => Promise.resolve() }: DeliverOptions = {},
): Promise<string> {
  const receiver = await startReceiver()
  const all = { ...faultVariables(receiver.caPath), ...SERVICE_VARIABLES, ...variables }
  const service = await startProcess(join('/nonexistent', 'data'), all)
  try {
    const webhook = { webhook_endpoint: { url: receiver.url } }
    const endpoint = await call(service.url, API_KEY, 'POST', '/api/v1/webhook_endpoints', webhook)
    assert.equal(endpoint.status, 201, JSON.stringify(endpoint.body))
    const message = {
      external_user_id: 'ada',
      notification_user: { email: 'delivered@tidings.test' },
      message_template_name: 'welcome_message',
    }
    const create = () => call(service.url, API_KEY, 'POST', '/api/v1/messages', { message })
    for (let sent = 0; sent < messages; sent += CONCURRENT)
      for (const created of await Promise.all(Array.from({ length: Math.min(CONCURRENT, messages - sent) }, create)))
        assert.equal(created.status, 201, JSON.stringify(created.body))
    await receiver.waitFor(
      (requests) => requests.filter(({ body }) => body.includes('delivery.delivered')).length >= messages,
    )
    await meanwhile()
    const { id } = endpoint.body.webhook_endpoint as { id: number }
    await call(service.url, API_KEY, 'DELETE', `/api/v1/webhook_endpoints/${id}`)
    assert.equal(await service.stop(), 0)
    return service.output()
  } finally {
    await service.kill(false)
    await receiver.close()
  }
}
