/** The command for checking the signature of a webhook request. */
import { createVerifier } from '@tidings/sdk/verify'
import { failure } from './command.ts'
import type { Command, CommandInput, CommandResult } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { readBoundedFile } from './bounded-file.ts'
import { readSecret } from './webhook-secret.ts'

/** Far above the body of any event. */
const BODY_BYTES_MAX = 16 * 1024 * 1024

export const VERIFY_COMMAND: Command = {
  words: ['webhooks', 'verify'],
  positional: ['BODY_FILE'],
  options: {
    header: { value: 'TEXT', about: 'The value of X-Service-Signature' },
    now: { value: 'UNIX_SECONDS', about: 'The time of the check. Default: the clock of this machine' },
  },
  summary: 'Check the signature of a request',
  details: [
    'The file has the body, byte for byte as received. The secret of the webhook endpoint is in TIDINGS_WEBHOOK_SECRET. The command calls no service.',
  ],
  run: verify,
}

const REASONS = {
  bad_header: 'the header is malformed',
  bad_body: 'the body is not the received body',
  stale: 'its time differs from the clock by more than 5 minutes',
  no_match: 'it belongs to another body or another secret',
}

async function verify({ positional, options, environment }: CommandInput): Promise<CommandResult> {
  const { header, now } = options
  const mistake = (sentence: string) => failure(sentence, { exitCode: EXIT.usage })
  if (header === undefined) return mistake('webhooks verify needs --header')
  if (now !== undefined && !/^\d{1,11}$/.test(now)) return mistake('--now must be a number of seconds since 1970')
  const secret = readSecret(environment)
  if (!secret.ok) return secret
  if (secret.secret === null)
    return mistake('Set TIDINGS_WEBHOOK_SECRET to the secret of the webhook endpoint, whsec_...')
  const body = readBoundedFile(positional[0]!, BODY_BYTES_MAX)
  if (!body.ok) return mistake(body.sentence)
  const clock = now === undefined ? {} : { nowSeconds: Number(now) }
  const reason = await createVerifier(secret.secret, clock).invalidReason(body.bytes, { 'x-service-signature': header })
  if (reason === null)
    return { ok: true, text: 'The signature is valid', json: { valid: true, timestamp: timestampOf(header) } }
  return failure(`The signature is not valid: ${REASONS[reason]} (${reason})`, {
    details: { code: reason, valid: false },
  })
}

/** The time in a valid signature header, Unix seconds. */
function timestampOf(header: string): number {
  return Number(/(?:^|,)\s*t=(\d+)/.exec(header)![1])
}
