/** Commands for developers of a receiver: verify a request, and forward events to a local machine. */
import { readFileSync } from 'node:fs'
import { createVerifier } from '@tidings/sdk/verify'
import { API_OPTIONS, apiOf, KEY_MISSING } from './api.ts'
import type { CallApi } from './api.ts'
import { failure } from './command.ts'
import type { CommandInput, CommandResult, OwnCommand } from './command.ts'
import { encodePosition } from '../events/feed.ts'
import { newSecret, sign } from '../webhooks/signature.ts'

/** Time between reads of an empty feed, ms. */
const POLL_INTERVAL_MS = 500
const PAGE_EVENTS = 200

/** A receiver has the same time for a webhook, ms. */
const FORWARD_TIMEOUT_MS = 10_000

/** Statuses that a retry cannot change. */
const KEY_REFUSED = new Set<number | null>([401, 403])

/** Failed reads in a row before the command ends. */
const FAILURES_MAX = 20

export const WEBHOOK_COMMANDS: readonly OwnCommand[] = [
  {
    words: ['listen'],
    positional: [],
    options: { forward: 'URL', ...API_OPTIONS },
    summary: 'Forward the signed events of the account to a receiver on this machine, until you press Ctrl+C',
    runAlone: listen,
  },
  {
    words: ['webhooks', 'verify'],
    positional: ['BODY_FILE'],
    options: { header: 'X_SERVICE_SIGNATURE', now: 'UNIX_SECONDS' },
    summary: 'Check the signature of a request; the body is read from a file',
    runAlone: runVerify,
  },
]

async function runVerify({ config, positional, options }: CommandInput): Promise<CommandResult> {
  const { header, now } = options
  const secret = config.tidingsWebhookSecret
  if (header === undefined) return failure('webhooks verify needs --header')
  if (secret === null) return failure('Set TIDINGS_WEBHOOK_SECRET to the secret of the webhook endpoint, whsec_...')
  if (now !== undefined && !/^\d{1,11}$/.test(now)) return failure('--now must be a number of seconds since 1970')
  let body: Buffer
  try {
    body = readFileSync(positional[0]!)
  } catch (error) {
    return failure((error as Error).message)
  }
  const clock = now === undefined ? {} : { nowSeconds: Number(now) }
  const reason = await createVerifier(secret, clock).invalidReason(body, { 'x-service-signature': header })
  if (reason === null)
    return { ok: true, text: 'The signature is valid', json: { valid: true, timestamp: timestampOf(header) } }
  const reasons = {
    bad_header: 'the header is malformed',
    bad_body: 'the body is not the received body',
    stale: 'its time differs from the clock by more than 5 minutes',
    no_match: 'it belongs to another body or another secret',
  }
  return failure(`The signature is not valid: ${reasons[reason]} (${reason})`)
}

/** The time in a valid signature header, Unix seconds. */
function timestampOf(header: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(header)![1])
}

interface ShownEvent {
  id: string
  type: string
  body: string
}

async function listen(input: CommandInput): Promise<CommandResult> {
  const { config, options, clock, onProgress } = input
  const call = apiOf(input)
  const forward = options['forward']
  if (forward === undefined) return failure('listen needs --forward')
  if (call === null) return failure(KEY_MISSING)
  if (!/^https?:$/.test(URL.parse(forward)?.protocol ?? '')) return failure('--forward must be an http or https URL')
  const secret = config.tidingsWebhookSecret ?? newSecret()
  const interrupted = Promise.withResolvers<void>()
  const stop = new AbortController()
  process.once('SIGINT', () => {
    stop.abort()
    interrupted.resolve()
  })
  const signedWith = config.tidingsWebhookSecret === null ? `\n  ${secret}` : ' TIDINGS_WEBHOOK_SECRET'
  onProgress(`Events are forwarded to ${forward}, signed with${signedWith}`)
  // Begins with events from now: older events have lower ids.
  let cursor = encodePosition({ tx: '0', id: '', fromMs: clock.wall() })
  let forwarded = 0
  let failures = 0
  while (!stop.signal.aborted) {
    const page = await call('GET', `/api/v1/webhook_events?limit=${PAGE_EVENTS}&after=${cursor}`)
    failures = page.ok ? 0 : failures + 1
    if (!page.ok && KEY_REFUSED.has(page.status)) return failure(page.sentence)
    if (failures === 1 && !page.ok) onProgress(page.sentence)
    if (failures === FAILURES_MAX) return failure('The events can no longer be read')
    const events = page.ok ? (page.body['webhook_events'] as { id: string }[]) : []
    for (const { id } of events) {
      if (stop.signal.aborted) break
      const line = await forwardOne(call, id, { forward, secret, timestamp: Math.floor(clock.wall() / 1000) })
      onProgress(line)
      forwarded += 1
    }
    if (page.ok) cursor = page.body['next_cursor'] as string
    if (events.length < PAGE_EVENTS)
      await Promise.race([interrupted.promise, new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))])
  }
  return { ok: true, text: `${forwarded} events were forwarded`, json: { forwarded } }
}

/** POSTs an event once, like a webhook. Returns a line of output. */
async function forwardOne(
  call: CallApi,
  id: string,
  { forward, secret, timestamp }: { forward: string; secret: string; timestamp: number },
): Promise<string> {
  const answer = await call('GET', `/api/v1/webhook_events/${id}`)
  if (!answer.ok) return `${id}  ${answer.sentence}`
  const { type, body } = answer.body['webhook_event'] as ShownEvent
  const headers = {
    'X-Service-Signature': sign(body, [secret], timestamp),
    'X-Service-Event': type,
    'X-Service-Event-Id': id,
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
  }
  const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
  try {
    const response = await fetch(forward, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return `${id}  ${type.padEnd(18)}  ${response.status}`
  } catch (error) {
    const { message, cause } = error as Error
    return `${id}  ${type.padEnd(18)}  ${cause instanceof Error ? cause.message || message : message}`
  }
}
