/**
 * Amazon SES: SendEmail of API v2 (docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html), signed with
 * Signature Version 4. Its events arrive through Amazon SNS.
 */
import MailComposer from 'nodemailer/lib/mail-composer'
import Type from 'typebox'
import type { Static } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Sender } from '../../platform/http/email-address.ts'
import { signAws } from './aws-signature.ts'
import type { CallbackDependencies, CallbackRequest, CallbackResult } from './callback.ts'
import { cause } from './causes.ts'
import { checkOf } from './connection-check.ts'
import { checkSender, emailOf, mimeAttachments, SenderSetting, senderText } from './email-message.ts'
import type { EmailMessage } from './email-message.ts'
import { callHttp, jsonOf, sendResultOf, textAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import type { CheckInput, CheckResult, ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { SES_REFERENCE, sesReport, sesTagValue } from './ses-reports.ts'
import { SecretToken } from './settings.ts'
import { AWS_REGION, readSns, TOPIC_ARN } from './sns.ts'

const SEND_PATH = '/v2/email/outbound-emails'
const ACCOUNT_PATH = '/v2/email/account'

const RESPONSE_BYTES_MAX = 16 * 1024

/** The wait if the daily quota is used up, ms. */
const QUOTA_RETRY_AFTER_MS = 3_600_000

/** SNS carries at most 256 KB. */
const CALLBACK_BYTES_MAX = 256 * 1024

const SesSettings = Type.Object({
  access_key_id: Type.String({
    pattern: '^[A-Z0-9]{16,128}$',
    sentence: 'must be an access key id',
    description: 'The access key of an IAM user with the permission ses:SendEmail',
  }),
  secret_access_key: SecretToken(200),
  region: Type.String({
    pattern: `^${AWS_REGION}$`,
    sentence: 'must be a region like eu-central-1',
    description: 'The region of SES, like eu-central-1',
  }),
  from: SenderSetting,
  configuration_set: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      sentence: 'must be the name of a configuration set',
      description: 'The configuration set for the events',
    }),
  ),
  topic_arns: Type.Optional(
    Type.String({
      maxLength: 2_000,
      pattern: `^${TOPIC_ARN}(\\s*,\\s*${TOPIC_ARN})*$`,
      sentence: 'must be ARNs of SNS topics, separated by commas',
      description: 'The trusted SNS topics, separated by commas',
    }),
  ),
})
type SesSettings = Static<typeof SesSettings>

/** Encodes a name with other than ASCII characters as encoded words (RFC 2047) of at most 75 characters each. */
function encodedSender(sender: Sender): string {
  if (/^[\u0020-\u007e]*$/.test(sender.name)) return senderText(sender)
  // 10 characters have at most 40 bytes.
  const words = sender.name.match(/.{1,10}/gsu) ?? []
  const encoded = words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`)
  return `${encoded.join(' ')} <${sender.address}>`
}

/** The mail as MIME, for mails with attachments. The envelope has the addresses, so no field names the blind copies. */
async function rawOf(message: EmailMessage, at: Date): Promise<string> {
  const { from, to, cc, replyTo, subject, text, html, messageId, headers, attachments } = message
  const composer = new MailComposer({
    ...{ from, to: { name: '', address: to }, subject, text, messageId, date: at, headers: { ...headers } },
    ...(html === null ? {} : { html }),
    ...(cc.length === 0 ? {} : { cc: cc.map((address) => ({ name: '', address })) }),
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    attachments: mimeAttachments(attachments),
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  return (await composer.compile().build()).toString('base64')
}

function simpleOf({ subject, text, html, headers }: EmailMessage): object {
  const part = (Data: string) => ({ Data, Charset: 'UTF-8' })
  return {
    Subject: part(subject),
    Body: { Text: part(text), ...(html === null ? {} : { Html: part(html) }) },
    Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
  }
}

async function bodyOf(message: EmailMessage, input: SendInput, at: Date): Promise<string> {
  const { from, to, cc, bcc, replyTo, attachments } = message
  const { configuration_set: configurationSet } = input.settings as SesSettings
  return JSON.stringify({
    FromEmailAddress: encodedSender(from),
    Destination: {
      ToAddresses: [to],
      ...(cc.length === 0 ? {} : { CcAddresses: cc }),
      ...(bcc.length === 0 ? {} : { BccAddresses: bcc }),
    },
    ...(replyTo === null ? {} : { ReplyToAddresses: [replyTo] }),
    Content: attachments.length === 0 ? { Simple: simpleOf(message) } : { Raw: { Data: await rawOf(message, at) } },
    EmailTags: [{ Name: SES_REFERENCE, Value: sesTagValue(input.messageId) }],
    ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
  })
}

const ADDRESS_REFUSED =
  /invalid (to |email )?address|invalid email|missing final '@domain'|illegal address|local address contains/i

/** Refines the shared table by the error names of SES and of AWS in general. */
export function sesResult(response: CallResult, nowMs: number): SendResult {
  const body = response.kind === 'responded' ? jsonOf(response.body) : null
  const said = textAt(body, 'message') ?? textAt(body, 'Message') ?? ''
  const result = sendResultOf(response, { accepted: () => textAt(body, 'MessageId'), detail: () => said }, nowMs)
  if (result.result === 'accepted' || response.kind === 'failed') return result
  const [error] = (response.headers['x-amzn-errortype'] ?? textAt(body, '__type') ?? '').split(':', 1)
  switch (error) {
    case 'TooManyRequestsException':
    case 'ThrottlingException':
    case 'Throttling':
      return { result: 'rate_limited', retryAfterMs: null, cause: cause('rate_limited', said) }
    case 'LimitExceededException':
      return { result: 'rate_limited', retryAfterMs: QUOTA_RETRY_AFTER_MS, cause: cause('rate_limited', said) }
    case 'BadRequestException':
    case 'MessageRejected':
      return {
        result: 'permanent',
        cause: cause(ADDRESS_REFUSED.test(said) ? 'invalid_address' : 'message_refused', said),
      }
    case 'InvalidSignatureException':
    case 'RequestExpired':
      // A wrong clock, not a wrong key: the operator can correct it.
      return /expired|not yet current/i.test(said) || error === 'RequestExpired'
        ? { result: 'transient', retryAfterMs: null, cause: cause('provider_error', said), notTaken: true }
        : result
    default:
      return result
  }
}

async function parse(
  request: CallbackRequest,
  settings: SesSettings,
  dependencies: CallbackDependencies,
): Promise<CallbackResult> {
  const topicArns = settings.topic_arns?.split(',').map((arn) => arn.trim()) ?? []
  if (topicArns.length === 0) return { result: 'refused', reason: 'the channel has no topic_arns' }
  const read = await readSns(request, topicArns, dependencies)
  switch (read.kind) {
    case 'refused':
    case 'unavailable':
      return { result: read.kind, reason: read.reason }
    case 'confirmed':
    case 'other':
      return { result: 'reports', reports: [] }
    case 'notification': {
      const report = sesReport(jsonOf(Buffer.from(read.message)), read.id)
      return { result: 'reports', reports: report === null ? [] : [report] }
    }
  }
}

async function send(
  input: SendInput,
  message: EmailMessage,
  base: string | undefined,
  clock: Clock,
): Promise<SendResult> {
  const settings = input.settings as SesSettings
  const body = await bodyOf(message, input, new Date(clock.wall()))
  const request = { method: 'POST', path: SEND_PATH, body } as const
  return sesResult(await callSes(request, settings, { base, clock, signal: input.signal }), clock.now())
}

/** Signs and sends a request. */
function callSes(
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body: string },
  settings: SesSettings,
  { base, clock, signal }: { base: string | undefined; clock: Clock; signal: AbortSignal },
): Promise<CallResult> {
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = settings
  const url = `${base ?? `https://email.${region}.amazonaws.com`}${path}`
  const { host, pathname } = new URL(url)
  const type: Record<string, string> = method === 'POST' ? { 'content-type': 'application/json' } : {}
  const headers = signAws(
    { method, path: pathname, headers: { host, ...type }, body, region, service: 'ses', at: clock.wall() },
    { accessKeyId, secretAccessKey },
  )
  return callHttp({ method, url, headers, body, signal, responseBytesMax: RESPONSE_BYTES_MAX })
}

const HELPS = {
  authentication_failed: ['secret_access_key', 'Check both parts of the access key, and the region'],
  dns_error: ['region', 'Check the region'],
} as const

/** Reads the account. A user who may only send is refused by name, after SES has verified the signature. */
async function check({ settings, signal }: CheckInput, base: string | undefined, clock: Clock): Promise<CheckResult> {
  const request = { method: 'GET', path: ACCOUNT_PATH, body: '' } as const
  const response = await callSes(request, settings as SesSettings, { base, clock, signal })
  const isKnown = response.kind === 'responded' && response.headers['x-amzn-errortype']?.startsWith('AccessDenied')
  return isKnown ? { ok: true } : checkOf(sesResult(response, clock.now()), HELPS)
}

export const sesProvider: ProviderDefinition = {
  name: 'ses',
  title: 'Amazon SES',
  channelTypes: ['email'],
  settings: SesSettings,
  checkSettings: (settings) => checkSender(settings),
  urlNames: ['ses', 'sns'],
  callbacks: {
    bodyBytesMax: CALLBACK_BYTES_MAX,
    parse: (request, settings, dependencies) => parse(request, settings as SesSettings, dependencies),
  },
  create({ clock, config }) {
    return {
      async send(input) {
        const message = emailOf(input)
        return 'result' in message ? message : send(input, message, config.providerUrls.get('ses'), clock)
      },
      check: (input) => check(input, config.providerUrls.get('ses'), clock),
      close: () => Promise.resolve(),
    }
  },
}
