/**
 * Twilio SendGrid: Mail Send v3 (twilio.com/docs/sendgrid/api-reference/mail-send) and the signed Event Webhook
 * (twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features).
 */
import { createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import { Choice } from '../../platform/http/schemas.ts'
import { blockOf, bounceOf, factOnly, objectionOf, refusalReport, suppressionOf } from './bounce.ts'
import type { ReportedFact } from './bounce.ts'
import { headerOf, isRecent } from './callback.ts'
import type { CallbackReport, CallbackRequest, CallbackResult } from './callback.ts'
import { cause } from './causes.ts'
import type { Attachment } from './content.ts'
import { checkOf } from './connection-check.ts'
import { checkSender, emailOf, SenderSetting } from './email-message.ts'
import type { EmailMessage } from './email-message.ts'
import { callHttp, jsonOf, sendResultOf, textAt, valueAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import { parseMessageId } from './message-id.ts'
import type { ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { SecretToken } from './settings.ts'
import { accountRefused } from './send-result.ts'

const BASE_URLS = { global: 'https://api.sendgrid.com', eu: 'https://api.eu.sendgrid.com' } as const

/** The custom argument with our reference to the delivery. Events repeat it as a field. */
const REFERENCE = 'tidings_delivery'

/** Errors are short. A response to an accepted message has no body. */
const RESPONSE_BYTES_MAX = 16 * 1024

/** The permission to send mails. */
const SCOPE = 'mail.send'
/** A key for everything has some hundreds of permissions. */
const SCOPES_BYTES_MAX = 64 * 1024

/** SendGrid's batches have up to 768 KB. */
const CALLBACK_BYTES_MAX = 1024 * 1024
/** More than fit into a batch, at a few hundred bytes per event. */
const CALLBACK_EVENTS_MAX = 10_000

/**
 * SendGrid repeats a report for 24 hours, and does not say whether it signs each time anew. A replay changes nothing: the
 * service keeps the ids of events longer.
 */
const REPORT_AGE_MS_MAX = 25 * 3_600_000

/** The wait if the account has no credits left, ms. New credits come with the next day or a larger plan. */
const CREDITS_RETRY_AFTER_MS = 3_600_000

const SendgridSettings = Type.Object({
  api_key: SecretToken(500, {
    description: 'An API key with the permission Mail Send',
    again_if_changed: ['region'],
  }),
  from: SenderSetting,
  region: Type.Optional(Choice(['global', 'eu'], { description: 'eu: for an EU regional subuser. Default global' })),
  webhook_public_key: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: 'The verification key of the signed Event Webhook' }),
  ),
})
type SendgridSettings = Static<typeof SendgridSettings>

/** Reads SPKI in base64, as SendGrid's dashboard shows it. Null if it is not a P-256 key. */
function readPublicKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

const attachmentOf = ({ filename, contentType, contentId, content }: Attachment) => ({
  filename,
  type: contentType,
  content: content.toString('base64'),
  ...(contentId === null ? { disposition: 'attachment' } : { disposition: 'inline', content_id: contentId }),
})

function bodyOf(message: EmailMessage, input: SendInput): string {
  const { from, to, cc, bcc, replyTo, attachments, subject, text, html, messageId, headers } = message
  const list = (addresses: readonly string[]) => addresses.map((email) => ({ email }))
  // SendGrid refuses an empty part.
  const content = [{ type: 'text/plain', value: text || ' ' }]
  if (html !== null) content.push({ type: 'text/html', value: html || ' ' })
  return JSON.stringify({
    personalizations: [
      {
        to: [{ email: to }],
        ...(cc.length === 0 ? {} : { cc: list(cc) }),
        ...(bcc.length === 0 ? {} : { bcc: list(bcc) }),
      },
    ],
    from: { email: from.address, ...(from.name === '' ? {} : { name: from.name }) },
    ...(replyTo === null ? {} : { reply_to: { email: replyTo } }),
    subject,
    content,
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(attachmentOf) }),
    headers: { 'Message-ID': messageId, ...headers },
    custom_args: { [REFERENCE]: input.messageId },
  })
}

/** Refines the shared table by SendGrid's error messages. */
export function sendgridResult(response: CallResult, clock: Pick<Clock, 'now' | 'wall'>): SendResult {
  const detail = (body: unknown) => textAt(body, 'errors', 0, 'message')
  const result = sendResultOf(
    response,
    { accepted: ({ headers }) => headers['x-message-id'] ?? null, detail },
    clock.now(),
  )
  if (response.kind === 'failed' || result.result === 'accepted') return result
  const body = jsonOf(response.body)
  const said = `${response.status} ${detail(body) ?? ''}`
  if (response.status === 401 && /credits exceeded/i.test(said))
    return { result: 'rate_limited', retryAfterMs: CREDITS_RETRY_AFTER_MS, cause: cause('rate_limited', said) }
  if (response.status === 403 && textAt(body, 'errors', 0, 'field') === 'from')
    return { result: 'permanent', cause: cause('message_refused', said) }
  if (response.status === 400 && /^personalizations\.0\.to\b/.test(textAt(body, 'errors', 0, 'field') ?? ''))
    return { result: 'permanent', cause: cause('invalid_address', said) }
  const resetAt = Number(response.headers['x-ratelimit-reset'])
  if (result.result === 'rate_limited' && result.retryAfterMs === null && resetAt > 0)
    return { ...result, retryAfterMs: Math.max(0, resetAt * 1000 - clock.wall()) }
  return result
}

/** The result of GET /v3/scopes: the key must exist and have the permission to send. */
function checkResult(response: CallResult, clock: Pick<Clock, 'now' | 'wall'>): SendResult {
  const scopes = response.kind === 'responded' ? valueAt(jsonOf(response.body), 'scopes') : undefined
  if (Array.isArray(scopes) && !scopes.includes(SCOPE)) return accountRefused(`the key lacks ${SCOPE}`)
  return sendgridResult(response, clock)
}

const HELPS = {
  authentication_failed: ['api_key', 'Make a key with the permission Mail Send. A subuser in the EU needs region eu'],
} as const

/** Verifies ECDSA on P-256 with SHA-256 over the timestamp and the raw body. */
export function isSignedBySendgrid(key: KeyObject, timestamp: string, body: Buffer, signature: string): boolean {
  try {
    return verify('sha256', Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

/**
 * The fact for an event, or null if a delivery records nothing for it. `dropped`: SendGrid did not send the message.
 */
function reportedFact(event: unknown): ReportedFact | null {
  const address = textAt(event, 'email')
  const reason = [textAt(event, 'status'), textAt(event, 'reason')].filter(Boolean).join(' ')
  switch (textAt(event, 'event')) {
    case 'delivered':
      return factOnly('delivered')
    case 'open':
      // A mail program loaded the image without a reader (Apple Mail Privacy Protection).
      return valueAt(event, 'sg_machine_open') === true ? null : factOnly('opened')
    case 'bounce':
      return textAt(event, 'type') === 'blocked' ? blockOf(address, reason) : bounceOf('permanent', address, reason)
    case 'dropped':
      return droppedFact(address, textAt(event, 'reason') ?? '')
    case 'spamreport':
      return objectionOf(address, 'complaint')
    // Not `group_unsubscribe`: it is about one group of SendGrid, and other mails may go on.
    case 'unsubscribe':
      return objectionOf(address, 'unsubscribe')
    default:
      return null
  }
}

function droppedFact(address: string | null, reason: string): ReportedFact {
  // The whole reason: `Invalid SMTPAPI header` is not about the address.
  if (/^(bounced address|invalid)$/i.test(reason)) return bounceOf('permanent', address, reason)
  const word = /unsubscribed/i.test(reason) ? 'unsubscribe' : /spam reporting/i.test(reason) ? 'complaint' : null
  return word === null ? refusalReport(reason) : { ...refusalReport(reason), suppress: suppressionOf(address, word) }
}

function reportOf(event: unknown): CallbackReport | null {
  const reported = reportedFact(event)
  if (reported === null) return null
  const seconds = valueAt(event, 'timestamp')
  return {
    ...reported,
    recipient: textAt(event, 'email'),
    providerEventId: textAt(event, 'sg_event_id'),
    delivery: parseMessageId(textAt(event, REFERENCE) ?? ''),
    // The id returned to the send, without SendGrid's routing suffix.
    providerMessageId: textAt(event, 'sg_message_id')?.split('.', 1)[0] ?? null,
    at: typeof seconds === 'number' ? seconds * 1000 : null,
  }
}

function parse(request: CallbackRequest, settings: SendgridSettings): CallbackResult {
  const signature = headerOf(request, 'x-twilio-email-event-webhook-signature')
  const timestamp = headerOf(request, 'x-twilio-email-event-webhook-timestamp')
  if (signature === null || timestamp === null) return { result: 'refused', reason: 'it is not signed' }
  if (!isRecent(Number(timestamp) * 1000, request.receivedAt, REPORT_AGE_MS_MAX))
    return { result: 'refused', reason: 'it is too old' }
  const key = settings.webhook_public_key === undefined ? null : readPublicKey(settings.webhook_public_key)
  if (key === null) return { result: 'refused', reason: 'the channel has no webhook_public_key' }
  if (!isSignedBySendgrid(key, timestamp, request.body, signature))
    return { result: 'refused', reason: 'the signature is wrong' }
  const events = jsonOf(request.body)
  if (Array.isArray(events) && events.length > CALLBACK_EVENTS_MAX)
    return { result: 'refused', reason: 'it has too many events' }
  const reports = Array.isArray(events) ? events.map(reportOf).filter((report) => report !== null) : []
  return { result: 'reports', reports }
}

export const sendgridProvider: ProviderDefinition = {
  name: 'sendgrid',
  title: 'SendGrid',
  channelTypes: ['email'],
  settings: SendgridSettings,
  checkSettings(settings) {
    const { webhook_public_key: key } = settings as SendgridSettings
    const wrongKey = key !== undefined && readPublicKey(key) === null
    return { ...checkSender(settings), ...(wrongKey ? { webhook_public_key: ['must be a verification key'] } : {}) }
  },
  urlNames: ['sendgrid'],
  callbacks: {
    bodyBytesMax: CALLBACK_BYTES_MAX,
    parse: async (request, settings) => parse(request, settings as SendgridSettings),
  },
  create({ clock, config }) {
    const urlOf = ({ region = 'global' }: SendgridSettings) => config.providerUrls.get('sendgrid') ?? BASE_URLS[region]
    return {
      async send(input) {
        const message = emailOf(input)
        if ('result' in message) return message
        const settings = input.settings as SendgridSettings
        const response = await callHttp({
          method: 'POST',
          url: `${urlOf(settings)}/v3/mail/send`,
          headers: { authorization: `Bearer ${settings.api_key}`, 'content-type': 'application/json' },
          body: bodyOf(message, input),
          signal: input.signal,
          responseBytesMax: RESPONSE_BYTES_MAX,
        })
        return sendgridResult(response, clock)
      },
      async check({ settings: given, signal }) {
        const settings = given as SendgridSettings
        const response = await callHttp({
          method: 'GET',
          url: `${urlOf(settings)}/v3/scopes`,
          headers: { authorization: `Bearer ${settings.api_key}` },
          signal,
          responseBytesMax: SCOPES_BYTES_MAX,
        })
        return checkOf(checkResult(response, clock), HELPS)
      },
      close: () => Promise.resolve(),
    }
  },
}
