/** Resend: POST /emails (resend.com/docs/api-reference/emails/send-email) and its webhooks, signed by Svix. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { bounceOf, factOnly, isAutomaticReply, objectionOf, refusalReport, suppressionOf } from './bounce.ts'
import type { ReportedFact } from './bounce.ts'
import type { CallbackRequest, CallbackResult } from './callback.ts'
import { cause } from './causes.ts'
import type { Attachment } from './content.ts'
import { checkOf } from './connection-check.ts'
import { checkSender, emailOf, SenderSetting, senderText } from './email-message.ts'
import type { EmailMessage } from './email-message.ts'
import { callHttp, jsonOf, sendResultOf, textAt, valueAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import { parseMessageId } from './message-id.ts'
import type { ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { SecretToken } from './settings.ts'
import { checkSvix, svixKey } from './svix.ts'
import { accountRefused } from './send-result.ts'

const BASE_URL = 'https://api.resend.com'

/** The tag with our reference to the delivery. */
const REFERENCE = 'tidings_delivery'

const RESPONSE_BYTES_MAX = 16 * 1024

/** One event, without the mail's content. */
const CALLBACK_BYTES_MAX = 64 * 1024

/** The wait if the quota of the day or month is used up, ms. */
const QUOTA_RETRY_AFTER_MS = 3_600_000

const ResendSettings = Type.Object({
  api_key: SecretToken(200, { description: 'An API key with the permission Sending access' }),
  from: SenderSetting,
  webhook_secret: Type.Optional(SecretToken(200, { description: 'The signing secret of the webhook: whsec_...' })),
})
type ResendSettings = Static<typeof ResendSettings>

/** Tag values allow only letters, digits, underscores and dashes. */
const tagValue = (messageId: string) => messageId.replaceAll('.', '-')
const referenceOf = (value: string) => parseMessageId(value.replaceAll('-', '.'))

const attachmentOf = ({ filename, contentType, contentId, content }: Attachment) => ({
  filename,
  content_type: contentType,
  content: content.toString('base64'),
  ...(contentId === null ? {} : { content_id: contentId }),
})

function bodyOf(message: EmailMessage, input: SendInput): string {
  const { from, to, cc, bcc, replyTo, attachments, subject, text, html, headers } = message
  return JSON.stringify({
    from: senderText(from),
    to: [to],
    ...(cc.length === 0 ? {} : { cc }),
    ...(bcc.length === 0 ? {} : { bcc }),
    ...(replyTo === null ? {} : { reply_to: replyTo }),
    subject,
    text,
    ...(html === null ? {} : { html }),
    headers,
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(attachmentOf) }),
    tags: [{ name: REFERENCE, value: tagValue(input.messageId) }],
  })
}

/** Refines the shared table by the names of Resend's errors (resend.com/docs/api-reference/errors). */
export function resendResult(response: CallResult, nowMs: number): SendResult {
  const body = response.kind === 'responded' ? jsonOf(response.body) : null
  const said = textAt(body, 'message') ?? ''
  const result = sendResultOf(response, { accepted: () => textAt(body, 'id'), detail: () => said }, nowMs)
  if (result.result === 'accepted') return result
  switch (textAt(body, 'name')) {
    case 'daily_quota_exceeded':
    case 'monthly_quota_exceeded':
      return { result: 'rate_limited', retryAfterMs: QUOTA_RETRY_AFTER_MS, cause: cause('rate_limited', said) }
    case 'concurrent_idempotent_requests':
      // An earlier send of this message is still under way at Resend.
      return { result: 'transient', retryAfterMs: null, cause: cause('provider_error', said) }
    case 'validation_error':
    case 'invalid_from_address':
      return { result: 'permanent', cause: cause(/`to`/.test(said) ? 'invalid_address' : 'message_refused', said) }
    default:
      return result
  }
}

/**
 * The result of GET /domains. A key that may only send is refused by name, so it exists. Resend refuses wrong keys by 400
 * or 403.
 */
function checkResult(response: CallResult, nowMs: number): SendResult {
  const hasResponse = response.kind === 'responded'
  if (hasResponse && textAt(jsonOf(response.body), 'name') === 'restricted_api_key')
    return { result: 'accepted', providerMessageId: null }
  if (hasResponse && (response.status === 400 || response.status === 401 || response.status === 403))
    return accountRefused(String(response.status))
  return resendResult(response, nowMs)
}

const HELPS = {
  authentication_failed: ['api_key', 'Make a new key at resend.com/api-keys, and copy all of it'],
} as const

/** Resend sends through Amazon SES, and repeats its types of bounces. */
function bounceFact(data: unknown, address: string | null): ReportedFact | null {
  const type = textAt(data, 'bounce', 'type')
  const codes = valueAt(data, 'bounce', 'diagnosticCode')
  const parts = [Array.isArray(codes) ? codes[0] : codes, textAt(data, 'bounce', 'message')]
  const said = parts.filter((part) => typeof part === 'string').join(' ')
  if (isAutomaticReply(type, textAt(data, 'bounce', 'subType'), said)) return null
  return bounceOf(type === 'Transient' ? 'transient' : type === 'Undetermined' ? 'unclear' : 'permanent', address, said)
}

function reportedFact(type: string | null, data: unknown): ReportedFact | null {
  const address = textAt(data, 'to', 0)
  switch (type) {
    case 'email.delivered':
      return factOnly('delivered')
    case 'email.opened':
      return factOnly('opened')
    case 'email.bounced':
      return bounceFact(data, address)
    case 'email.complained':
      return objectionOf(address, 'complaint')
    case 'email.failed':
      return refusalReport(textAt(data, 'failed', 'reason') ?? '')
    case 'email.suppressed':
      // The address is on Resend's suppression list, and Resend sent nothing.
      return {
        ...refusalReport(textAt(data, 'suppressed', 'message') ?? 'suppressed'),
        suppress: suppressionOf(address, 'bounce'),
      }
    default:
      return null
  }
}

/** Tags are an object by name. Older callbacks have a list. */
function tagOf(data: unknown): string {
  const tags = valueAt(data, 'tags')
  if (!Array.isArray(tags)) return textAt(tags, REFERENCE) ?? ''
  return (
    textAt(
      tags.find((tag) => textAt(tag, 'name') === REFERENCE),
      'value',
    ) ?? ''
  )
}

function parse(request: CallbackRequest, settings: ResendSettings): CallbackResult {
  if (settings.webhook_secret === undefined) return { result: 'refused', reason: 'the channel has no webhook_secret' }
  const checked = checkSvix(request, settings.webhook_secret)
  if (!checked.ok) return { result: 'refused', reason: checked.reason }
  const event = jsonOf(request.body)
  const data = valueAt(event, 'data')
  const reported = reportedFact(textAt(event, 'type'), data)
  if (reported === null) return { result: 'reports', reports: [] }
  const at = Date.parse(textAt(event, 'created_at') ?? '')
  const delivery = referenceOf(tagOf(data))
  const about = { delivery, providerMessageId: textAt(data, 'email_id'), at: Number.isNaN(at) ? null : at }
  const report = { ...reported, recipient: textAt(data, 'to', 0), providerEventId: checked.id, ...about }
  return { result: 'reports', reports: [report] }
}

export const resendProvider: ProviderDefinition = {
  name: 'resend',
  title: 'Resend',
  channelTypes: ['email'],
  settings: ResendSettings,
  checkSettings(settings) {
    const { webhook_secret: secret } = settings as ResendSettings
    const wrongSecret = secret !== undefined && svixKey(secret) === null
    return {
      ...checkSender(settings),
      ...(wrongSecret ? { webhook_secret: ['must be whsec_ and a key in base64'] } : {}),
    }
  },
  urlNames: ['resend'],
  callbacks: {
    bodyBytesMax: CALLBACK_BYTES_MAX,
    parse: async (request, settings) => parse(request, settings as ResendSettings),
  },
  create({ clock, config }) {
    const url = config.providerUrls.get('resend') ?? BASE_URL
    // Resend refuses calls without a user agent.
    const headersOf = ({ api_key: key }: ResendSettings) => ({
      authorization: `Bearer ${key}`,
      'user-agent': 'tidings',
    })
    return {
      async send(input) {
        const message = emailOf(input)
        if ('result' in message) return message
        const response = await callHttp({
          method: 'POST',
          url: `${url}/emails`,
          headers: {
            ...headersOf(input.settings as ResendSettings),
            'content-type': 'application/json',
            // For a day, Resend returns the first response for a repeated key and sends nothing.
            'idempotency-key': input.messageId,
          },
          body: bodyOf(message, input),
          signal: input.signal,
          responseBytesMax: RESPONSE_BYTES_MAX,
        })
        return resendResult(response, clock.now())
      },
      async check({ settings, signal }) {
        const headers = headersOf(settings as ResendSettings)
        const limits = { signal, responseBytesMax: RESPONSE_BYTES_MAX }
        const response = await callHttp({ method: 'GET', url: `${url}/domains`, headers, ...limits })
        return checkOf(checkResult(response, clock.now()), HELPS)
      },
      close: () => Promise.resolve(),
    }
  },
}
