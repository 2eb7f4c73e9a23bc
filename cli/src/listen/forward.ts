/** POSTs one event to the receiver on this machine, like the service does. */
import { createHmac } from 'node:crypto'
import { reasonOf } from '../api.ts'

/** A receiver has the same time for a webhook, ms. */
const TIMEOUT_MS = 10_000

/** The waits before the second, third, ... try, ms. The last one repeats. */
const WAITS_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000]

/** If a receiver refuses an event so often, the next event follows. The service has as many attempts. */
export const REFUSALS_MAX = 8

export interface ForwardedEvent {
  id: string
  type: string
  /** The exact text of the body. */
  body: string
}

/** `status`: null if no response arrived. */
export type Outcome = { status: number; reason: null } | { status: null; reason: string }

/** The headers with the signatures, in the service's own format and in that of Standard Webhooks (docs/events.md). */
function signatureHeaders({ id, body }: ForwardedEvent, secret: string, seconds: number): Record<string, string> {
  const hmac = (signed: string) => createHmac('sha256', secret).update(signed)
  return {
    'X-Service-Signature': `t=${seconds},v1=${hmac(`${seconds}.${body}`).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${hmac(`${id}.${seconds}.${body}`).digest('base64')}`,
  }
}

export async function forwardOnce(
  event: ForwardedEvent,
  { forward, secret, nowMs, signal }: { forward: string; secret: string; nowMs: number; signal: AbortSignal },
): Promise<Outcome> {
  const headers = {
    ...signatureHeaders(event, secret, Math.floor(nowMs / 1000)),
    'X-Service-Event': event.type,
    'X-Service-Event-Id': event.id,
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
  }
  try {
    const response = await fetch(forward, {
      method: 'POST',
      headers,
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return { status: response.status, reason: null }
  } catch (error) {
    return { status: null, reason: reasonOf(error) }
  }
}

export const isAccepted = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300

/**
 * The wait before the next try after `failures` failures in a row, ms. Null if the event is given up: its receiver
 * refused it `refusals` times. A receiver that is down gets the event later, however long it takes.
 */
export function waitAfter(failures: number, refusals: number): number | null {
  if (refusals >= REFUSALS_MAX) return null
  return WAITS_MS[Math.min(failures, WAITS_MS.length) - 1]!
}
