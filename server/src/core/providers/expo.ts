/**
 * Expo's push service (docs.expo.dev/push-notifications/sending-notifications), which forwards to Apple and Google.
 * Expo returns a ticket. A later error from Apple or Google shows in the tickets of later pushes.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { IntegerInput, RequiredText } from '../../platform/http/schemas.ts'
import { cause } from './causes.ts'
import { checkOfNoDevice, toNoDevice } from './connection-check.ts'
import { callHttp, jsonOf, refusalOf, textAt, valueAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import type { Device, ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { collapseKeyOf, fitPayload, pushDataWithUrl, pushTextOf, pushToDevices, soundOf } from './push.ts'
import type { DeviceResult, PushText } from './push.ts'
import { SecretToken } from './settings.ts'
import { accountRefused } from './send-result.ts'

const BASE_URL = 'https://exp.host'

/** The limit for title, text and data. */
const PAYLOAD_BYTES_MAX = 4096
const RESPONSE_BYTES_MAX = 16 * 1024
/** Four weeks in seconds: the longest time that Google stores a push. */
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
  const data = pushDataWithUrl(input)
  const { push = {} } = input.content
  const write = (text: PushText) => JSON.stringify({ ...text, data })
  const { title, body } = JSON.parse(fitPayload(pushTextOf(input), PAYLOAD_BYTES_MAX, write)) as PushText
  const { android_channel: channelId, ttl_seconds: ttlOfChannel = TTL_MAX_S } = input.settings as ExpoSettings
  const { badge, category, interruption_level: level, image_url: image, ttl_seconds: ttl = ttlOfChannel } = push
  const name = soundOf(input)
  const sound = level === 'critical' && name !== null ? { critical: true, name, volume: 1 } : name
  const key = collapseKeyOf(input)
  // A repeated push replaces the first one on the device.
  const options = { sound, priority: 'high', ttl, tag: key, collapseId: key }
  return {
    ...{ title, body, data },
    ...options,
    ...(channelId === undefined ? {} : { channelId }),
    ...(badge === undefined ? {} : { badge }),
    ...(category === undefined ? {} : { categoryId: category }),
    ...(level === undefined ? {} : { interruptionLevel: level }),
    // On iOS an extension of the app loads the image.
    ...(image === undefined ? {} : { richContent: { image }, mutableContent: true }),
  }
}

/** The result for the device if Expo's ticket has an error. */
function ticketResult(error: string, message: string): DeviceResult {
  switch (error) {
    case 'DeviceNotRegistered':
      return { result: 'permanent', cause: cause('device_unregistered', error), dead: true }
    case 'MessageTooBig':
      return { result: 'permanent', cause: cause('message_too_large', error) }
    case 'MessageRateExceeded':
      // The limit is per device.
      return { result: 'rate_limited', retryAfterMs: null, cause: cause('rate_limited', error), scope: 'recipient' }
    case 'InvalidCredentials':
    case 'MismatchSenderId':
      return accountRefused(error)
    case 'ExpoError':
    case 'ProviderError':
      return { result: 'transient', retryAfterMs: null, cause: cause('provider_error', `${error} ${message}`) }
    default:
      return { result: 'permanent', cause: cause('message_refused', `${error} ${message}`.trim()) }
  }
}

/** The result of Expo's response for one message: by the HTTP status of the request, then by the message's ticket. */
function expoResult(response: CallResult, nowMs: number): DeviceResult {
  if (response.kind === 'failed') return { result: 'transient', retryAfterMs: null, cause: response.cause }
  const body = jsonOf(response.body)
  if (response.status !== 200) {
    const said = [textAt(body, 'errors', 0, 'code'), textAt(body, 'errors', 0, 'message')].filter(Boolean).join(' ')
    return refusalOf(response.status, response.headers, said, nowMs)
  }
  const ticket = valueAt(body, 'data', 0)
  if (textAt(ticket, 'status') === 'ok') return { result: 'accepted', providerMessageId: textAt(ticket, 'id') }
  const error = textAt(ticket, 'details', 'error') ?? textAt(body, 'errors', 0, 'code') ?? ''
  return ticketResult(error, textAt(ticket, 'message') ?? textAt(body, 'errors', 0, 'message') ?? '')
}

const NO_DEVICE = { platform: 'expo', token: 'ExponentPushToken[TidingsConnectionTest]' }

const HELPS = {
  authentication_failed: ['access_token', 'Make a new access token in the settings of your Expo account'],
} as const

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
      // Of no project of Expo.
      if (token === null || !TOKEN.test(token))
        return { result: 'permanent', cause: cause('invalid_address'), dead: true }
      const { access_token: accessToken } = input.settings as ExpoSettings
      const response = await callHttp({
        method: 'POST',
        url,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
        },
        // One message per request, because a request may not mix tokens of two projects.
        body: JSON.stringify([{ to: token, ...message }]),
        signal: input.signal,
        responseBytesMax: RESPONSE_BYTES_MAX,
      })
      return expoResult(response, clock.now())
    }

    function send(input: SendInput): Promise<SendResult> {
      const message = messageOf(input)
      return pushToDevices(input.to.devices, (device) => push(message, device, input))
    }

    return {
      send,
      check: async (input) => checkOfNoDevice(await send(toNoDevice(input, NO_DEVICE)), HELPS),
      close: () => Promise.resolve(),
    }
  },
}
