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

/** The value of X-Service-Signature: the HMAC of `<seconds>.<body>` with the whole secret (docs/receiving-webhooks.md). */
function sign(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

export async function forwardOnce(
  { id, type, body }: ForwardedEvent,
  { forward, secret, nowMs, signal }: { forward: string; secret: string; nowMs: number; signal: AbortSignal },
): Promise<Outcome> {
  const headers = {
    'X-Service-Signature': sign(body, secret, Math.floor(nowMs / 1000)),
    'X-Service-Event': type,
    'X-Service-Event-Id': id,
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
  }
  try {
    const response = await fetch(forward, {
      method: 'POST',
      headers,
      body,
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
