/**
 * Expo's push service (docs.expo.dev/push-notifications/sending-notifications), which hands on to Apple and Google. It
 * answers with a ticket; what Apple or Google say later shows in the tickets of later pushes.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { IntegerInput, RequiredText } from '../http/schemas.ts'
import { cause } from './causes.ts'
import { callHttp, jsonOf, refusalOf, textAt, valueAt } from './http-call.ts'
import type { HttpAnswer } from './http-call.ts'
import type { Device, ProviderDefinition, SendInput } from './provider.ts'
import { collapseKeyOf, fitPayload, pushDataOf, pushTextOf, pushToDevices } from './push.ts'
import type { DeviceResult, PushText } from './push.ts'
import { SecretToken } from './settings.ts'

const BASE_URL = 'https://exp.host'

/** Of the title, the text and the data. */
const PAYLOAD_BYTES_MAX = 4096
const RESPONSE_BYTES_MAX = 16 * 1024
/** Four weeks: the longest that Google keeps a push, seconds. */
const TTL_MAX_S = 2_419_200

const TOKEN = /^(Exponent|Expo)PushToken\[[^\]]+\]$|^[a-z\d]{8}(-[a-z\d]{4}){3}-[a-z\d]{12}$/i

const ExpoSettings = Type.Object({
  access_token: Type.Optional(
    SecretToken(500, {
      description: 'The access token of the Expo account. Required if the project uses enhanced push security',
    }),
  ),
  android_channel: Type.Optional(
    RequiredText(255, { description: 'The Android notification channel. Default: the channel of the app' }),
  ),
  ttl_seconds: Type.Optional(
    IntegerInput(0, TTL_MAX_S, { description: 'How long a push waits for an offline device. Default four weeks' }),
  ),
})
type ExpoSettings = Static<typeof ExpoSettings>

function messageOf(input: SendInput): object {
  const data = pushDataOf(input)
  const write = (text: PushText) => JSON.stringify({ ...text, data })
  const { title, body } = JSON.parse(fitPayload(pushTextOf(input), PAYLOAD_BYTES_MAX, write)) as PushText
  const { android_channel: channelId, ttl_seconds: ttl = TTL_MAX_S } = input.settings as ExpoSettings
  const key = collapseKeyOf(input)
  // Repetitions replace one another on the device.
  const options = { sound: 'default', priority: 'high', ttl, tag: key, collapseId: key }
  return { title, body, data, ...options, ...(channelId === undefined ? {} : { channelId }) }
}

/** What a ticket that is none means for the device. */
function ticketResult(error: string, message: string): DeviceResult {
  switch (error) {
    case 'DeviceNotRegistered':
      return { result: 'permanent', cause: cause('device_unregistered', error), dead: true }
    case 'MessageTooBig':
      return { result: 'permanent', cause: cause('message_too_large', error) }
    case 'MessageRateExceeded':
      // Too many to this device.
      return { result: 'rate_limited', retryAfterMs: null, cause: cause('rate_limited', error), scope: 'recipient' }
    case 'InvalidCredentials':
    case 'MismatchSenderId':
      return { result: 'permanent', cause: cause('authentication_failed', error) }
    case 'ExpoError':
    case 'ProviderError':
      return { result: 'transient', retryAfterMs: null, cause: cause('provider_error', `${error} ${message}`) }
    default:
      return { result: 'permanent', cause: cause('message_refused', `${error} ${message}`.trim()) }
  }
}

/** What an answer of Expo to one message means: of the whole request by its status, of the message by its ticket. */
function expoResult(answer: HttpAnswer, nowMs: number): DeviceResult {
  if (answer.kind === 'failed') return { result: 'transient', retryAfterMs: null, cause: answer.cause }
  const body = jsonOf(answer.body)
  if (answer.status !== 200) {
    const said = [textAt(body, 'errors', 0, 'code'), textAt(body, 'errors', 0, 'message')].filter(Boolean).join(' ')
    return refusalOf(answer.status, answer.headers, said, nowMs)
  }
  const ticket = valueAt(body, 'data', 0)
  if (textAt(ticket, 'status') === 'ok') return { result: 'accepted', providerMessageId: textAt(ticket, 'id') }
  const error = textAt(ticket, 'details', 'error') ?? textAt(body, 'errors', 0, 'code') ?? ''
  return ticketResult(error, textAt(ticket, 'message') ?? textAt(body, 'errors', 0, 'message') ?? '')
}

/** Pushes to apps that are built with Expo. */
export const expoProvider: ProviderDefinition = {
  name: 'expo',
  title: 'Expo',
  channelTypes: ['push'],
  platforms: ['expo'],
  settings: ExpoSettings,
  checkSettings: () => ({}),
  urlNames: ['expo'],
  create({ clock, config }) {
    const url = `${config.providerUrls.get('expo') ?? BASE_URL}/--/api/v2/push/send`

    async function push(message: object, { token }: Device, input: SendInput): Promise<DeviceResult> {
      if (token === null || !TOKEN.test(token)) return { result: 'permanent', cause: cause('invalid_address') }
      const { access_token: accessToken } = input.settings as ExpoSettings
      const answer = await callHttp({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
        },
        // One to a request: tokens of two projects may not share one.
        body: JSON.stringify([{ to: token, ...message }]),
        signal: input.signal,
        responseBytesMax: RESPONSE_BYTES_MAX,
      })
      return expoResult(answer, clock.now())
    }

    return {
      async send(input) {
        const message = messageOf(input)
        return pushToDevices(input.to.devices, (device) => push(message, device, input))
      },
      close: () => Promise.resolve(),
    }
  },
}
