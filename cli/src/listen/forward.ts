/** POSTs one event to the receiver on this machine, like the service does. */
import { createHmac } from 'node:crypto'
import { reasonOf } from '../api.ts'
import { sendRequest } from '../request.ts'

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

/** The receiver's URL for requests and, without its password, for people. */
export interface ForwardUrl {
  url: URL
  shown: string
}

/** Reads the URL in --forward. A sentence if no request to it can ever work. */
export function readForward(text: string): ForwardUrl | string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return '--forward must be an http or https URL'
  const url = new URL(text)
  if (url.port === '0') return '--forward must have the port of your receiver: no program listens on port 0'
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return '--forward must have % in its user and password as %25'
  }
  const shown = new URL(url)
  shown.username = shown.password = ''
  return { url, shown: url.href === shown.href ? text : shown.href }
}

export async function forwardOnce(
  event: ForwardedEvent,
  { forward, secret, nowMs, signal }: { forward: URL; secret: string; nowMs: number; signal: AbortSignal },
): Promise<Outcome> {
  const headers = {
    ...signatureHeaders(event, secret, Math.floor(nowMs / 1000)),
    'X-Service-Event': event.type,
    'X-Service-Event-Id': event.id,
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
  }
  const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    // A new connection for each event, because a receiver in development is often restarted.
    const options = { method: 'POST', headers, signal: ending, agent: false }
    const response = await sendRequest(forward, options, event.body)
    // The body of the response does not matter, and may have no end.
    response.destroy()
    return { status: response.statusCode!, reason: null }
  } catch (error) {
    return { status: null, reason: reasonOf(ending.aborted && !signal.aborted ? ending.reason : error) }
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
