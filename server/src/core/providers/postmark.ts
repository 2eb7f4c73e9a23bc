/**
 * Postmark: the Email API (postmarkapp.com/developer/api/email-api) and its webhooks. They are not signed, but carry
 * the user and password of their URL (postmarkapp.com/developer/webhooks/webhooks-overview).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import { RequiredText } from '../../platform/http/schemas.ts'
import { blockOf, bounceOf, factOnly, objectionOf, refusalReport, suppressionOf } from './bounce.ts'
import type { ReportedFact } from './bounce.ts'
import { headerOf } from './callback.ts'
import type { CallbackReport, CallbackRequest, CallbackResult } from './callback.ts'
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
import { accountRefused } from './send-result.ts'

const BASE_URL = 'https://api.postmarkapp.com'

/** The metadata field with our reference to the delivery. Postmark allows names of at most 20 characters. */
const REFERENCE = 'tidings_delivery'

const RESPONSE_BYTES_MAX = 16 * 1024

/** One event. The event of a bounce may include the whole returned mail. */
const CALLBACK_BYTES_MAX = 1024 * 1024

/** The wait if the account has no credits, ms. */
const CREDITS_RETRY_AFTER_MS = 3_600_000

const PostmarkSettings = Type.Object({
  server_token: SecretToken(200, { description: 'The API token of the server' }),
  from: SenderSetting,
  message_stream: Type.Optional(
    Type.String({
      maxLength: 30,
      pattern: '^[a-z0-9-]+$',
      sentence: 'must be the id of a stream',
      description: 'The id of a transactional stream. Default outbound',
    }),
  ),
  webhook_username: Type.Optional(
    RequiredText(100, { description: 'The user name in the webhook’s URL, before the colon' }),
  ),
  webhook_password: Type.Optional(
    SecretToken(200, {
      description: 'The password in the webhook’s URL, after the colon: letters and digits, at least 16',
    }),
  ),
})
type PostmarkSettings = Static<typeof PostmarkSettings>

const WEBHOOK_PASSWORD_CHARACTERS_MIN = 16

const HELPS = {
  authentication_failed: ['server_token', 'Copy the Server API token again, from the tab API Tokens of the server'],
} as const

const attachmentOf = ({ filename, contentType, contentId, content }: Attachment) => ({
  Name: filename,
  ContentType: contentType,
  Content: content.toString('base64'),
  ...(contentId === null ? {} : { ContentID: `cid:${contentId}` }),
})

function bodyOf(message: EmailMessage, input: SendInput): string {
  const { from, to, cc, bcc, replyTo, attachments, subject, text, html, messageId, headers } = message
  const { message_stream: stream = 'outbound' } = input.settings as PostmarkSettings
  return JSON.stringify({
    From: senderText(from),
    To: to,
    ...(cc.length === 0 ? {} : { Cc: cc.join(',') }),
    ...(bcc.length === 0 ? {} : { Bcc: bcc.join(',') }),
    ...(replyTo === null ? {} : { ReplyTo: replyTo }),
    Subject: subject,
    // Postmark refuses an empty body.
    TextBody: text || ' ',
    ...(html === null ? {} : { HtmlBody: html || ' ' }),
    ...(attachments.length === 0 ? {} : { Attachments: attachments.map(attachmentOf) }),
    MessageStream: stream,
    Metadata: { [REFERENCE]: input.messageId },
    Headers: [
      { Name: 'Message-ID', Value: messageId },
      // Otherwise Postmark replaces the Message-ID.
      { Name: 'X-PM-KeepID', Value: 'true' },
      ...Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
    ],
  })
}

/** Refines the shared table by Postmark's error codes (postmarkapp.com/developer/api/overview, error codes). */
export function postmarkResult(response: CallResult, nowMs: number): SendResult {
  const body = response.kind === 'responded' ? jsonOf(response.body) : null
  const said = textAt(body, 'Message') ?? ''
  const result = sendResultOf(response, { accepted: () => textAt(body, 'MessageID'), detail: () => said }, nowMs)
  switch (valueAt(body, 'ErrorCode')) {
    case 10:
      return accountRefused('10')
    case 100:
      return { result: 'transient', retryAfterMs: null, cause: cause('provider_error', `100 ${said}`), notTaken: true }
    case 300:
      return { result: 'permanent', cause: cause(/'To'/.test(said) ? 'invalid_address' : 'message_refused', said) }
    case 405:
      return { result: 'rate_limited', retryAfterMs: CREDITS_RETRY_AFTER_MS, cause: cause('rate_limited', said) }
    case 406:
      return { result: 'permanent', cause: cause('mailbox_unavailable', said) }
    default:
      return result
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest()

function isAuthorized(request: CallbackRequest, username: string, password: string): boolean {
  const [, credentials = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headerOf(request, 'authorization') ?? '') ?? []
  const given = Buffer.from(credentials, 'base64').toString('utf8')
  // Hashes have equal length, so the comparison's time reveals nothing.
  return timingSafeEqual(hash(given), hash(`${username}:${password}`))
}

/**
 * The fact for a bounce type (postmarkapp.com/developer/api/bounce-api, bounce types), or null if the delivery
 * records nothing for it.
 */
function bounceFact(type: string, address: string | null, details: string): ReportedFact | null {
  switch (type) {
    case 'HardBounce':
    case 'BadEmailAddress':
      return bounceOf('permanent', address, details)
    case 'SoftBounce':
      return bounceOf('transient', address, details)
    case 'Unknown':
      return bounceOf('unclear', address, details)
    case 'SpamComplaint':
      return objectionOf(address, 'complaint')
    case 'Unsubscribe':
      return objectionOf(address, 'unsubscribe')
    case 'Blocked':
      return blockOf(address, details)
    case 'SpamNotification':
    case 'VirusNotification':
    case 'DMARCPolicy':
    case 'SMTPApiError':
    case 'ManuallyDeactivated':
      return refusalReport(details)
    default:
      // Delays, automatic replies, and events without a delivery.
      return null
  }
}

/**
 * A change in the suppressions of the message stream. Not after a hard bounce: the report of the bounce says whose fault it
 * is.
 */
function subscriptionFact(event: unknown): ReportedFact | null {
  if (valueAt(event, 'SuppressSending') !== true) return null
  const reasons = { SpamComplaint: 'complaint', ManualSuppression: 'unsubscribe' } as const
  const reason = reasons[textAt(event, 'SuppressionReason') as keyof typeof reasons]
  if (reason === undefined) return null
  return { fact: null, cause: null, suppress: suppressionOf(textAt(event, 'Recipient'), reason) }
}

function reportedFact(event: unknown): ReportedFact | null {
  switch (textAt(event, 'RecordType')) {
    case 'Delivery':
      return factOnly('delivered')
    case 'Open':
      return factOnly('opened')
    case 'Bounce':
    case 'SpamComplaint':
      return bounceFact(textAt(event, 'Type') ?? '', textAt(event, 'Email'), textAt(event, 'Details') ?? '')
    case 'SubscriptionChange':
      return subscriptionFact(event)
    default:
      return null
  }
}

function reportOf(event: unknown): CallbackReport | null {
  const reported = reportedFact(event)
  if (reported === null) return null
  const times = ['DeliveredAt', 'ReceivedAt', 'BouncedAt', 'ChangedAt'].map((name) => textAt(event, name))
  const at = Date.parse(times.find((time) => time !== null) ?? '')
  const messageId = textAt(event, 'MessageID')
  const id = valueAt(event, 'ID')
  const recipient = textAt(event, 'Recipient') ?? textAt(event, 'Email')
  return {
    ...reported,
    recipient,
    // Only bounces have an id. Each recipient has one delivery event, and only the first open counts.
    providerEventId: `${textAt(event, 'RecordType')}:${typeof id === 'number' ? id : `${messageId}:${recipient}`}`,
    delivery: parseMessageId(textAt(event, 'Metadata', REFERENCE) ?? ''),
    providerMessageId: messageId,
    at: Number.isNaN(at) ? null : at,
  }
}

function parse(request: CallbackRequest, settings: PostmarkSettings): CallbackResult {
  const { webhook_username: username, webhook_password: password } = settings
  if (username === undefined || password === undefined)
    return { result: 'refused', reason: 'the channel has no webhook_username and webhook_password' }
  if (!isAuthorized(request, username, password)) return { result: 'refused', reason: 'user or password is wrong' }
  const report = reportOf(jsonOf(request.body))
  return { result: 'reports', reports: report === null ? [] : [report] }
}

function checkSettings(settings: PostmarkSettings) {
  const errors = checkSender(settings)
  const { webhook_username: username, webhook_password: password } = settings
  if (username?.includes(':')) errors['webhook_username'] = ['must not contain a colon']
  if (username !== undefined && password === undefined) errors['webhook_password'] = ["can't be blank with a username"]
  if (password !== undefined && username === undefined) errors['webhook_username'] = ["can't be blank with a password"]
  if (password !== undefined && password.length < WEBHOOK_PASSWORD_CHARACTERS_MIN)
    errors['webhook_password'] = [`is too short (minimum is ${WEBHOOK_PASSWORD_CHARACTERS_MIN} characters)`]
  return errors
}

export const postmarkProvider: ProviderDefinition = {
  name: 'postmark',
  title: 'Postmark',
  channelTypes: ['email'],
  settings: PostmarkSettings,
  checkSettings: (settings) => checkSettings(settings as PostmarkSettings),
  urlNames: ['postmark'],
  callbacks: {
    bodyBytesMax: CALLBACK_BYTES_MAX,
    parse: async (request, settings) => parse(request, settings as PostmarkSettings),
  },
  create({ clock, config }) {
    const url = config.providerUrls.get('postmark') ?? BASE_URL
    const headersOf = (settings: PostmarkSettings) => ({
      accept: 'application/json',
      'x-postmark-server-token': settings.server_token,
    })
    return {
      async send(input) {
        const message = emailOf(input)
        if ('result' in message) return message
        const response = await callHttp({
          method: 'POST',
          url: `${url}/email`,
          headers: { ...headersOf(input.settings as PostmarkSettings), 'content-type': 'application/json' },
          body: bodyOf(message, input),
          signal: input.signal,
          responseBytesMax: RESPONSE_BYTES_MAX,
        })
        return postmarkResult(response, clock.now())
      },
      async check({ settings, signal }) {
        const headers = headersOf(settings as PostmarkSettings)
        const limits = { signal, responseBytesMax: RESPONSE_BYTES_MAX }
        const response = await callHttp({ method: 'GET', url: `${url}/server`, headers, ...limits })
        return checkOf(postmarkResult(response, clock.now()), HELPS)
      },
      close: () => Promise.resolve(),
    }
  },
}
