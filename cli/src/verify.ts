/** The command for checking the signature of a webhook request. */
import { createVerifier } from '@tidings/sdk/verify'
import { failure } from './command.ts'
import type { CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { readBoundedFile } from './bounded-file.ts'
import { readSecret } from './webhook-secret.ts'

/** Far above the body of any event. */
const BODY_BYTES_MAX = 16 * 1024 * 1024

const REASONS = {
  bad_header: 'the header is malformed',
  bad_body: 'the body is not the received body',
  stale: 'its time differs from the clock by more than 5 minutes',
  no_match: 'it belongs to another body or another secret',
}

export async function verify({ positional, options, environment }: CommandInput): Promise<CommandResult> {
  const { header, now } = options
  const mistake = (sentence: string) => failure(sentence, { exitCode: EXIT.usage })
  if (header === undefined) return mistake('webhooks verify needs --header')
  const headers = headersOf(header, options)
  if (headers === null)
    return mistake('A request in the format of Standard Webhooks needs --header, --id and --timestamp')
  if (now !== undefined && !/^\d{1,11}$/.test(now)) return mistake('--now must be a number of seconds since 1970')
  const secret = readSecret(environment)
  if (!secret.ok) return secret
  if (secret.secret === null)
    return mistake('Set TIDINGS_WEBHOOK_SECRET to the secret of the webhook endpoint, whsec_...')
  const body = readBoundedFile(positional[0]!, BODY_BYTES_MAX)
  if (!body.ok) return mistake(body.sentence)
  const clock = now === undefined ? {} : { nowSeconds: Number(now) }
  const reason = await createVerifier(secret.secret, clock).invalidReason(body.bytes, headers)
  if (reason === null)
    return { ok: true, text: 'The signature is valid', json: { valid: true, timestamp: timestampOf(headers) } }
  return failure(`The signature is not valid: ${REASONS[reason]} (${reason})`, {
    details: { code: reason, valid: false },
  })
}

/** The headers of the request. Null if only some headers of Standard Webhooks are given. */
function headersOf(header: string, { id, timestamp }: CommandInput['options']): Record<string, string> | null {
  const isStandard = header.startsWith('v1,') || id !== undefined || timestamp !== undefined
  if (!isStandard) return { 'x-service-signature': header }
  if (id === undefined || timestamp === undefined) return null
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': header }
}

/** The time in valid headers, Unix seconds. */
function timestampOf(headers: Record<string, string>): number {
  return Number(headers['webhook-timestamp'] ?? /(?:^|,)\s*t=(\d+)/.exec(headers['x-service-signature']!)![1])
}
