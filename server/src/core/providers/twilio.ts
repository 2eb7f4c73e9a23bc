/**
 * Twilio Programmable Messaging: SMS (twilio.com/docs/messaging/api/message-resource), status callbacks
 * (twilio.com/docs/messaging/guides/outbound-message-status-in-status-callbacks) and their signatures
 * (twilio.com/docs/usage/security).
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { readPhoneNumber } from '../../platform/http/phone-number.ts'
import { Choice } from '../../platform/http/schemas.ts'
import { headerOf } from './callback.ts'
import type { CallbackReport, CallbackRequest, CallbackResult } from './callback.ts'
import { cause } from './causes.ts'
import type { CauseWord } from './causes.ts'
import { checkOf } from './connection-check.ts'
import { callHttp, jsonOf, sendResultOf, textAt, valueAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import { parseMessageId } from './message-id.ts'
import { smsTextOf } from './plain-text.ts'
import type { ProviderDefinition, SendResult } from './provider.ts'
import { SecretToken } from './settings.ts'
import { isSignedByTwilio } from './twilio-signature.ts'

const BASE_URLS = {
  us1: 'https://api.twilio.com',
  ie1: 'https://api.dublin.ie1.twilio.com',
  au1: 'https://api.sydney.au1.twilio.com',
} as const

const RESPONSE_BYTES_MAX = 16 * 1024

/** A status callback has about twenty parameters and about 1 KB. */
const CALLBACK_BYTES_MAX = 64 * 1024
const CALLBACK_PARAMETERS_MAX = 200

/** The query parameter with our reference to the delivery, in the status callback's URL. */
const REFERENCE = 'delivery'

const TwilioSettings = Type.Object({
  account_sid: Type.String({
    pattern: '^AC[0-9a-fA-F]{32}$',
    sentence: 'must be AC and 32 hexadecimal digits',
    description: 'The SID of the account, shown in the Twilio console',
  }),
  auth_token: SecretToken(200, {
    description: 'The auth token of the same account. It also verifies status callbacks',
    again_if_changed: ['region'],
  }),
  from: Type.Optional(
    Type.String({
      pattern: '^(\\+?[0-9]{3,15}|[A-Za-z0-9 ]{1,11})$',
      sentence: 'must be a number like +15005550006, a short code, or a name of at most 11 letters and digits',
      description: 'The number or name of the sender. Leave it out with messaging_service_sid',
    }),
  ),
  messaging_service_sid: Type.Optional(
    Type.String({
      pattern: '^MG[0-9a-fA-F]{32}$',
      sentence: 'must be MG and 32 hexadecimal digits',
      description: 'The messaging service. It chooses the number, instead of from',
    }),
  ),
  region: Type.Optional(
    Choice(['us1', 'ie1', 'au1'], { description: 'The region of the account and its token. Default us1' }),
  ),
})
type TwilioSettings = Static<typeof TwilioSettings>

/** Codes for numbers that are invalid or cannot receive messages (twilio.com/docs/api/errors). */
const WRONG_NUMBER_CODES = new Set([21211, 21214, 21217, 21265, 21614, 21635, 30005, 30006])
/** Of these, codes for numbers that certainly do not exist: the number is suppressed. */
const DEAD_NUMBER_CODES = new Set([21211, 21614, 30005])
const UNSUBSCRIBED_CODE = 21610
const CALLBACK_URL_CODE = 21609
/** Too many requests, a full queue of the sender's number, a daily limit. */
const RATE_CODES = new Set([20429, 21611, 30001, 63038])

/** The cause word for an error code. */
function wordOf(code: number): CauseWord {
  if (code === UNSUBSCRIBED_CODE) return 'unsubscribed'
  if (WRONG_NUMBER_CODES.has(code)) return 'invalid_address'
  if (code === 30003) return 'unreachable'
  if (code === 30001) return 'rate_limited'
  return code === 30008 || code === 0 ? 'provider_error' : 'message_refused'
}

/** Refines the shared table by Twilio's codes. `to` is the number to suppress if the recipient has unsubscribed. */
function twilioResult(response: CallResult, to: string, nowMs: number): SendResult {
  const body = response.kind === 'responded' ? jsonOf(response.body) : null
  const code = Number(valueAt(body, 'code') ?? 0)
  const detail = () => [String(code || ''), textAt(body, 'message')].filter(Boolean).join(' ')
  const accepted = () => textAt(body, 'sid')
  const result = sendResultOf(response, { accepted, detail }, nowMs)
  if (result.result !== 'permanent' || code === 0) return result
  if (RATE_CODES.has(code))
    return { result: 'rate_limited', retryAfterMs: null, cause: cause('rate_limited', detail()) }
  const word = wordOf(code)
  if (word === 'unsubscribed' || word === 'invalid_address') {
    const refused = { result: 'permanent', cause: cause(word, detail()) } as const
    const suppress = { channelType: 'sms', address: to, reason: 'unsubscribe' } as const
    return word === 'unsubscribed' ? { ...refused, suppress } : refused
  }
  return result
}

/** The fact for a message status, or null if a delivery records nothing for it. */
function reportedFact(form: URLSearchParams): Pick<CallbackReport, 'fact' | 'cause' | 'suppress'> | null {
  const code = Number(form.get('ErrorCode') ?? 0)
  switch (form.get('MessageStatus')) {
    case 'delivered':
      return { fact: 'delivered', cause: null, suppress: null }
    case 'read':
      return { fact: 'opened', cause: null, suppress: null }
    case 'undelivered':
    case 'failed': {
      const address = form.get('To') ?? ''
      const word = wordOf(code)
      const reason = word === 'unsubscribed' ? 'unsubscribe' : DEAD_NUMBER_CODES.has(code) ? 'bounce' : null
      return {
        fact: word === 'invalid_address' ? 'bounced' : 'failed',
        cause: cause(word, String(code || form.get('MessageStatus'))),
        suppress: reason === null ? null : { address, reason },
      }
    }
    default:
      return null
  }
}

/** True if the form exceeds the limit. It counts separators, before anything is parsed. */
function hasTooManyParameters(body: Buffer): boolean {
  let parameters = 1
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1))
    if (++parameters > CALLBACK_PARAMETERS_MAX) return true
  return false
}

function parse(request: CallbackRequest, settings: TwilioSettings): CallbackResult {
  const signature = headerOf(request, 'x-twilio-signature')
  if (signature === null) return { result: 'refused', reason: 'it is not signed' }
  if (hasTooManyParameters(request.body)) return { result: 'refused', reason: 'it has too many parameters' }
  const form = new URLSearchParams(request.body.toString('utf8'))
  if (!isSignedByTwilio(settings.auth_token, request.url, form, signature))
    return { result: 'refused', reason: 'the signature is wrong' }
  const reported = reportedFact(form)
  if (reported === null) return { result: 'reports', reports: [] }
  const providerMessageId = form.get('MessageSid')
  const delivery = parseMessageId(URL.parse(request.url)?.searchParams.get(REFERENCE) ?? '')
  const providerEventId = providerMessageId && `${providerMessageId}.${form.get('MessageStatus')}`
  return {
    result: 'reports',
    reports: [{ ...reported, recipient: null, providerEventId, delivery, providerMessageId, at: null }],
  }
}

const HELPS = {
  authentication_failed: ['auth_token', 'Copy the account SID and the auth token of the same account and region'],
  message_refused: ['account_sid', 'Twilio does not know this account in this region'],
} as const

const isCallbackRefused = (response: CallResult) =>
  response.kind === 'responded' &&
  response.status === 400 &&
  valueAt(jsonOf(response.body), 'code') === CALLBACK_URL_CODE

export const twilioProvider: ProviderDefinition = {
  name: 'twilio',
  title: 'Twilio',
  channelTypes: ['sms'],
  settings: TwilioSettings,
  checkSettings(given) {
    const { from, messaging_service_sid: service } = given as TwilioSettings
    const isOne = (from === undefined) !== (service === undefined)
    return isOne ? {} : { from: ['is required, unless messaging_service_sid is given'] }
  },
  urlNames: ['twilio'],
  callbacks: {
    bodyBytesMax: CALLBACK_BYTES_MAX,
    parse: async (request, settings) => parse(request, settings as TwilioSettings),
  },
  create({ clock, config, callbackUrl }) {
    const accountOf = ({ account_sid: sid, auth_token: token, region = 'us1' }: TwilioSettings) => ({
      url: `${config.providerUrls.get('twilio') ?? BASE_URLS[region]}/2010-04-01/Accounts/${sid}`,
      headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    })
    return {
      async send(input) {
        const settings = input.settings as TwilioSettings
        const { from, messaging_service_sid: service } = settings
        const account = accountOf(settings)
        const phone = readPhoneNumber(input.to.phone ?? '')
        if (!phone.ok) return { result: 'permanent', cause: cause('invalid_address', `The number ${phone.mistake}`) }
        const to = phone.number
        const text = smsTextOf(input)
        if (text === null) return { result: 'permanent', cause: cause('no_text') }
        const { accountId } = input.delivery
        const url = callbackUrl({ accountId, channelId: input.channel.id })
        const statusCallback = `${url}?${REFERENCE}=${input.messageId}`
        const sender = service === undefined ? { From: from! } : { MessagingServiceSid: service }
        const post = (more: Record<string, string>) =>
          callHttp({
            method: 'POST',
            url: `${account.url}/Messages.json`,
            headers: { ...account.headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ To: to, Body: text, ...sender, ...more }).toString(),
            signal: input.signal,
            responseBytesMax: RESPONSE_BYTES_MAX,
          })
        const response = await post({ StatusCallback: statusCallback })
        // Twilio refused the callback URL because it is not public, for example on a developer's machine. Send without
        // status callbacks.
        return twilioResult(isCallbackRefused(response) ? await post({}) : response, to, clock.now())
      },
      async check({ settings, signal }) {
        const { url, headers } = accountOf(settings as TwilioSettings)
        const limits = { signal, responseBytesMax: RESPONSE_BYTES_MAX }
        const response = await callHttp({ method: 'GET', url: `${url}.json`, headers, ...limits })
        return checkOf(twilioResult(response, '', clock.now()), HELPS)
      },
      close: () => Promise.resolve(),
    }
  },
}
