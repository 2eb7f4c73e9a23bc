/** Firebase Cloud Messaging, HTTP v1 (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { IntegerInput } from '../../platform/http/schemas.ts'
import { DEAD_REASONS } from './apns.ts'
import { cause } from './causes.ts'
import { checkOfNoDevice, toNoDevice } from './connection-check.ts'
import { createGoogleTokens, readServiceAccount } from './google-token.ts'
import type { AccessToken, ServiceAccount } from './google-token.ts'
import { callHttp, jsonOf, refusalOf, textAt, valueAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import type { Device, ProviderDefinition, SendInput, SendResult } from './provider.ts'
import {
  apsOf,
  collapseKeyOf,
  fitPayload,
  pushDataWithUrl,
  pushTextOf,
  pushToDevices,
  soundOf,
  topicOf,
} from './push.ts'
import type { DeviceResult, PushText } from './push.ts'
import { SecretText } from './settings.ts'
import { accountRefused } from './send-result.ts'

const BASE_URL = 'https://fcm.googleapis.com'

/** The limit for notification and data. Token and options do not count. */
const PAYLOAD_BYTES_MAX = 4096
const RESPONSE_BYTES_MAX = 16 * 1024
/** Four weeks: the longest time that FCM stores a message, and its default. */
const TTL_MAX_S = 2_419_200
/** The wait without Retry-After, ms: a minute (firebase.google.com/docs/cloud-messaging/error-codes). */
const QUOTA_RETRY_AFTER_MS = 60_000

const FcmSettings = Type.Object({
  service_account: SecretText(10_000, {
    description: 'The whole JSON key file of a service account with the permission to send messages',
  }),
  ttl_seconds: Type.Optional(
    IntegerInput(0, TTL_MAX_S, { description: 'How long a message waits for an offline device. Default four weeks' }),
  ),
})
type FcmSettings = Static<typeof FcmSettings>

/** The message without its token, the same for all devices. */
function messageOf(input: SendInput, nowMs: number): object {
  const data = pushDataWithUrl(input)
  const { push = {} } = input.content
  const { url = '', image_url: image, badge, collapse_key: ownKey, sound } = push
  const withImage = image === undefined ? {} : { image }
  const write = (text: PushText) => JSON.stringify({ notification: { ...text, ...withImage }, data })
  const { notification } = JSON.parse(fitPayload(pushTextOf(input), PAYLOAD_BYTES_MAX, write)) as {
    notification: PushText
  }
  const { ttl_seconds: ttlOfChannel = TTL_MAX_S } = input.settings as FcmSettings
  const { ttl_seconds: ttlSeconds = ttlOfChannel } = push
  const expiration = push.ttl_seconds === undefined ? {} : { 'apns-expiration': expiresAt(nowMs, ttlSeconds) }
  const key = collapseKeyOf(input)
  return {
    notification,
    data,
    // A repeated push replaces the first one on the device. No collapse key: FCM stores at most four per device.
    android: {
      priority: 'HIGH',
      ttl: `${ttlSeconds}s`,
      ...(ownKey === undefined ? {} : { collapse_key: ownKey }),
      notification: {
        tag: key,
        ...(sound === undefined || soundOf(input) === null ? {} : { sound }),
        ...(badge === undefined ? {} : { notification_count: badge }),
      },
    },
    apns: {
      headers: { 'apns-collapse-id': key, ...expiration },
      payload: { aps: apsOf(input) },
      ...(image === undefined ? {} : { fcm_options: { image } }),
    },
    webpush: {
      headers: { TTL: String(ttlSeconds), Topic: topicOf(input) },
      notification: { tag: key },
      // FCM takes only https.
      ...(/^https:/i.test(url) ? { fcm_options: { link: url } } : {}),
    },
  }
}

/** When Apple no longer delivers the push, s since the epoch. 0: it tries once. */
const expiresAt = (nowMs: number, ttlSeconds: number) =>
  ttlSeconds === 0 ? '0' : String(Math.floor(nowMs / 1000) + ttlSeconds)

/** The items of a list in JSON. Empty if the value is no list. */
const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const detailsOf = (body: unknown) => itemsOf(valueAt(body, 'error', 'details'))

/** FCM's own error code (`FcmError` in the details) if there is one, else the status of Google's API. */
function errorCodeOf(body: unknown): { code: string; isFcm: boolean } {
  const found = detailsOf(body).map((detail) => textAt(detail, 'errorCode'))
  const code = found.find((one) => one !== null) ?? null
  return code === null ? { code: textAt(body, 'error', 'status') ?? '', isFcm: false } : { code, isFcm: true }
}

/**
 * True if FCM refused the token itself: it names the field (`BadRequest`), Apple's reason (`ApnsError`), or the token in its
 * message (firebase.google.com/docs/cloud-messaging/manage-tokens). A refused payload is INVALID_ARGUMENT as well.
 */
function isBadToken(body: unknown): boolean {
  const details = detailsOf(body)
  const fields = details
    .flatMap((detail) => itemsOf(valueAt(detail, 'fieldViolations')))
    .map((one) => textAt(one, 'field'))
  if (fields.some((field) => /(^|\.)token$/.test(field ?? ''))) return true
  if (details.some((detail) => DEAD_REASONS.has(textAt(detail, 'reason') ?? ''))) return true
  return errorCodeOf(body).isFcm && /registration token/i.test(textAt(body, 'error', 'message') ?? '')
}

/** The result of FCM's response for the device (firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode). */
function fcmResult(response: CallResult, nowMs: number): DeviceResult {
  if (response.kind === 'failed') return { result: 'transient', retryAfterMs: null, cause: response.cause }
  const { status, headers } = response
  const body = jsonOf(response.body)
  if (status === 200) return { result: 'accepted', providerMessageId: textAt(body, 'name') }
  const { code } = errorCodeOf(body)
  const message = textAt(body, 'error', 'message') ?? ''
  if (code === 'UNREGISTERED' || (code === 'INVALID_ARGUMENT' && isBadToken(body)))
    return { result: 'permanent', cause: cause('device_unregistered', code), dead: true }
  // The device belongs to another Firebase project. Our credentials are right.
  if (code === 'SENDER_ID_MISMATCH')
    return { result: 'permanent', cause: cause('message_refused', `${status} ${code}`) }
  if (status === 401 || status === 403) return accountRefused(code)
  const refusal = refusalOf(status, headers, `${code} ${message}`.trim(), nowMs)
  if (refusal.result !== 'rate_limited') return refusal
  const limited = { ...refusal, retryAfterMs: refusal.retryAfterMs ?? QUOTA_RETRY_AFTER_MS }
  return /device/i.test(message) ? { ...limited, scope: 'recipient' } : limited
}

const NO_DEVICE = { platform: 'fcm', token: 'tidings-connection-test' }

const HELPS = {
  authentication_failed: ['service_account', 'Make a new key in the Firebase console, and enter the whole file'],
  message_refused: ['service_account', 'The project of the key must have Cloud Messaging turned on'],
} as const

/** True if Google refused the access token. A 401 with FCM's own code is about Apple's credentials instead. */
const isStale = (response: CallResult) =>
  response.kind === 'responded' && response.status === 401 && !errorCodeOf(jsonOf(response.body)).isFcm

/** Pushes to Android apps, and to other apps registered with Firebase. */
export const fcmProvider: ProviderDefinition = {
  name: 'fcm',
  title: 'Firebase Cloud Messaging',
  channelTypes: ['push'],
  platforms: ['fcm'],
  settings: FcmSettings,
  checkSettings: (settings) =>
    readServiceAccount((settings as FcmSettings).service_account) === null
      ? {
          service_account: [
            'must be the JSON key file of a service account, with project_id, client_email and private_key',
          ],
        }
      : {},
  urlNames: ['fcm', 'google_oauth'],
  create({ clock, config }) {
    const tokens = createGoogleTokens(config.providerUrls.get('google_oauth'), clock)
    const baseUrl = config.providerUrls.get('fcm') ?? BASE_URL

    async function push(
      account: ServiceAccount,
      message: object,
      device: Device,
      input: SendInput,
    ): Promise<DeviceResult> {
      const body = JSON.stringify({ message: { ...message, token: device.token } })
      const post = ({ token }: AccessToken & { ok: true }) =>
        callHttp({
          method: 'POST',
          url: `${baseUrl}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
          signal: input.signal,
          responseBytesMax: RESPONSE_BYTES_MAX,
        })
      const token = await tokens.of(account, input.signal)
      if (!token.ok) return token.result
      const response = await post(token)
      if (!isStale(response)) return fcmResult(response, clock.now())
      // The token was revoked or expired early. Retry once with a new one.
      await tokens.drop(account, token)
      const renewed = await tokens.of(account, input.signal)
      return renewed.ok ? fcmResult(await post(renewed), clock.now()) : renewed.result
    }

    async function send(input: SendInput): Promise<SendResult> {
      const account = readServiceAccount((input.settings as FcmSettings).service_account)
      if (account === null) return accountRefused()
      const message = messageOf(input, clock.wall())
      return pushToDevices(input.to.devices, (device) => push(account, message, device, input))
    }

    return {
      send,
      check: async (input) => checkOfNoDevice(await send(toNoDevice(input, NO_DEVICE)), HELPS),
      close: () => Promise.resolve(),
    }
  },
}
