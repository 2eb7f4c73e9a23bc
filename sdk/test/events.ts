/** Events, their signed requests, and a receiver that records them. */
import { createHmac } from 'node:crypto'
import { createReceiver } from '../src/index.ts'
import type { Receiver, ReceiverStore, StatusChange, WebhookEvent } from '../src/index.ts'

export const SECRET = `whsec_${'a'.repeat(43)}`

let events = 0
let deliveries = 0

export const newDeliveryId = (): number => ++deliveries

export function eventOf(status: string | null, deliveryId = newDeliveryId()): WebhookEvent {
  const data = status === null ? { message: 'Test event — ünïcode' } : { delivery: { id: deliveryId, status } }
  const type = status === null ? 'ping' : `delivery.${status}`
  const id = `evt_${String(++events).padStart(26, '0')}`
  // Not complete, and with statuses of later versions.
  return { id, type, created_at: '2026-06-08T10:20:00Z', data } as unknown as WebhookEvent
}

export function requestOf(event: WebhookEvent, secret = SECRET) {
  // No serializer would write it like this again.
  const body = JSON.stringify(event, null, 1)
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-service-signature': `t=${timestamp},v1=${signature}` }
  return { method: 'POST', body, headers }
}

interface Handled {
  event: WebhookEvent
  change: StatusChange | null
}

/** A receiver that records handled events, and fails while `failing` is set. */
export function recording<Connection>(store: ReceiverStore<Connection>) {
  const handled: Handled[] = []
  const errors: unknown[] = []
  const state = { failing: false }
  const receiver = createReceiver({
    secret: SECRET,
    store,
    onEvent(event, change) {
      if (state.failing) throw new Error('out of order')
      handled.push({ event, change })
    },
    onError: (error) => errors.push(error),
  })
  return { receiver, handled, errors, state }
}

export const receive = async (receiver: Receiver, event: WebhookEvent) => {
  const { body, headers } = requestOf(event)
  return (await receiver.receive(Buffer.from(body), headers)).status
}
