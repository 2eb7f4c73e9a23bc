/** Firebase Cloud Messaging, HTTP v1 (firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { IntegerInput } from '../http/schemas.ts'
import { cause } from './causes.ts'
import { createGoogleTokens, readServiceAccount } from './google-token.ts'
import type { AccessToken, ServiceAccount } from './google-token.ts'
import { callHttp, jsonOf, refusalOf, textAt, valueAt } from './http-call.ts'
import type { HttpAnswer } from './http-call.ts'
import type { Device, ProviderDefinition, SendInput } from './provider.ts'
import { collapseKeyOf, fitPayload, pushDataOf, pushTextOf, pushToDevices } from './push.ts'
import type { DeviceResult, PushText } from './push.ts'
import { SecretText } from './settings.ts'

const BASE_URL = 'https://fcm.googleapis.com'

/** Of the notification and its data; with the token and the options besides. */
const PAYLOAD_BYTES_MAX = 4096
const RESPONSE_BYTES_MAX = 16 * 1024
/** The longest that FCM keeps a message, and what it takes for granted: four weeks. */
const TTL_MAX_S = 2_419_200
/** Without Retry-After a quota asks for a minute (firebase.google.com/docs/cloud-messaging/error-codes), ms. */
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

/** The message without its token: the same for every device. */
function messageOf(input: SendInput): object {
  const data = pushDataOf(input)
  const write = (notification: PushText) => JSON.stringify({ notification, data })
  const { notification } = JSON.parse(fitPayload(pushTextOf(input), PAYLOAD_BYTES_MAX, write)) as {
    notification: PushText
  }
  const { ttl_seconds: ttlSeconds = TTL_MAX_S } = input.settings as FcmSettings
  const key = collapseKeyOf(input)
  return {
    notification,
    data,
    // Repetitions replace one another on the device. Not by a collapse key: of more than four FCM keeps any four.
    android: { priority: 'HIGH', ttl: `${ttlSeconds}s`, notification: { tag: key } },
    apns: { headers: { 'apns-collapse-id': key }, payload: { aps: { sound: 'default' } } },
    webpush: { headers: { TTL: String(ttlSeconds), Topic: key }, notification: { tag: key } },
  }
}

/** The code that FCM itself gives (`FcmError` among the details), else the general one of Google's APIs. */
function errorCodeOf(body: unknown): { code: string; isFcm: boolean } {
  const details = valueAt(body, 'error', 'details')
  const found = Array.isArray(details) ? details.map((detail: unknown) => textAt(detail, 'errorCode')) : []
  const code = found.find((one) => one !== null) ?? null
  return code === null ? { code: textAt(body, 'error', 'status') ?? '', isFcm: false } : { code, isFcm: true }
}

/** What an answer of FCM means for the device (firebase.google.com/docs/reference/fcm/rest/v1/ErrorCode). */
function fcmResult(answer: HttpAnswer, nowMs: number): DeviceResult {
  if (answer.kind === 'failed') return { result: 'transient', retryAfterMs: null, cause: answer.cause }
  const { status, headers } = answer
  const body = jsonOf(answer.body)
  if (status === 200) return { result: 'accepted', providerMessageId: textAt(body, 'name') }
  const { code, isFcm } = errorCodeOf(body)
  const message = textAt(body, 'error', 'message') ?? ''
  // Of the payload it is told with a `BadRequest` instead.
  const isBadToken = code === 'INVALID_ARGUMENT' && isFcm && /registration token/i.test(message)
  if (code === 'UNREGISTERED' || isBadToken)
    return { result: 'permanent', cause: cause('device_unregistered', code), dead: true }
  // The device belongs to another project: our credentials are right.
  if (code === 'SENDER_ID_MISMATCH')
    return { result: 'permanent', cause: cause('message_refused', `${status} ${code}`) }
  if (status === 401 || status === 403) return { result: 'permanent', cause: cause('authentication_failed', code) }
  const refusal = refusalOf(status, headers, `${code} ${message}`.trim(), nowMs)
  if (refusal.result !== 'rate_limited') return refusal
  const limited = { ...refusal, retryAfterMs: refusal.retryAfterMs ?? QUOTA_RETRY_AFTER_MS }
  return /device/i.test(message) ? { ...limited, scope: 'recipient' } : limited
}

/** Google takes the access token no longer; 401 with a code of FCM's own is about Apple's credentials. */
const isStale = (answer: HttpAnswer) =>
  answer.kind === 'answered' && answer.status === 401 && !errorCodeOf(jsonOf(answer.body)).isFcm

/** Pushes to Android, and to whatever else an app has registered with Firebase. */
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
      const answer = await post(token)
      if (!isStale(answer)) return fcmResult(answer, clock.now())
      // It was revoked, or ended early: once with a new one.
      await tokens.drop(account, token)
      const renewed = await tokens.of(account, input.signal)
      return renewed.ok ? fcmResult(await post(renewed), clock.now()) : renewed.result
    }

    return {
      async send(input) {
        const account = readServiceAccount((input.settings as FcmSettings).service_account)
        if (account === null) return { result: 'permanent', cause: cause('authentication_failed') }
        const message = messageOf(input)
        return pushToDevices(input.to.devices, (device) => push(account, message, device, input))
      },
      close: () => Promise.resolve(),
    }
  },
}
