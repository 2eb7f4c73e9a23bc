import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { Choice, Id, Nullable, OpenObject, Time } from '../../platform/http/schemas.ts'

/** Push services of devices. */
export const DEVICE_PLATFORMS = ['fcm', 'apns', 'web_push', 'expo'] as const
export type DevicePlatform = (typeof DEVICE_PLATFORMS)[number]

/** A message goes to all devices, so their number limits the cost of a send. */
export const DEVICES_MAX = 100

const SUBSCRIPTION_BYTES_MAX = 4 * 1024

export const DeviceInput = Type.Object({
  platform: Type.Optional(Choice(DEVICE_PLATFORMS)),
  token: Type.Optional(
    Nullable(
      Type.Unsafe<string>({
        type: 'string',
        maxLength: 4096,
        pattern: '^[\\u0021-\\u007e]*$',
        sentence: 'must be a token without spaces',
        description: 'The token of the device. For web_push, give a subscription instead',
      }),
    ),
  ),
  subscription: Type.Optional(Nullable(OpenObject)),
})
export type DeviceInput = Static<typeof DeviceInput>

export const DeviceOutput = Type.Object({
  id: Id,
  notification_user_id: Id,
  platform: Choice(DEVICE_PLATFORMS),
  token: Nullable(Type.String()),
  subscription: Nullable(OpenObject),
  created_at: Time,
  updated_at: Time,
})

export type DeviceRow = RowOf<'devices.list'>

export interface DeviceFields {
  platform: DevicePlatform
  token: string | null
  subscription: Record<string, unknown> | null
}

export function deviceView(row: DeviceRow): Static<typeof DeviceOutput> {
  const { id, recipientId, platform, token, subscription, createdAt, updatedAt } = row
  const times = { created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) }
  return { id, notification_user_id: recipientId, platform, token, subscription, ...times }
}

/** Checks a browser's subscription (W3C Push API): it needs an endpoint and two encryption keys. */
function subscriptionErrors(subscription: Record<string, unknown>): string[] {
  const { endpoint, keys } = subscription
  const { p256dh, auth } = (typeof keys === 'object' && keys !== null ? keys : {}) as Record<string, unknown>
  if (Buffer.byteLength(JSON.stringify(subscription)) > SUBSCRIPTION_BYTES_MAX) return ['is too long (maximum is 4 KB)']
  const isComplete =
    typeof endpoint === 'string' &&
    /^https:\/\/[^\s/]+/.test(endpoint) &&
    typeof p256dh === 'string' &&
    typeof auth === 'string'
  return isComplete
    ? []
    : ['must be the subscription object of the browser, with an https endpoint, keys.p256dh and keys.auth']
}

/**
 * Equal for all spellings of one token or subscription. APNs tokens are hexadecimal, tokens of Expo have two names, and an
 * endpoint is a URL. Tokens of FCM have one spelling.
 */
export function tokenIdentity({ platform, token, subscription }: DeviceFields): string {
  if (platform === 'apns') return token!.toLowerCase()
  if (platform === 'expo') return token!.replace(/^Expo(nent)?PushToken/, '')
  if (platform === 'fcm') return token!
  const endpoint = String(subscription!['endpoint'])
  return URL.parse(endpoint)?.href ?? endpoint
}

/** Applies the input to a device. Returns the result or errors. */
export function mergeDevice(
  existing: DeviceFields | null,
  input: DeviceInput,
): { ok: true; device: DeviceFields } | { ok: false; errors: FieldErrors } {
  const platform = input.platform ?? existing?.platform
  if (platform === undefined) return { ok: false, errors: { platform: ["can't be blank"] } }
  const isWeb = platform === 'web_push'
  const token = (input.token === undefined ? existing?.token : input.token) || null
  const subscription = (input.subscription === undefined ? existing?.subscription : input.subscription) ?? null
  const errors: FieldErrors = {}
  if (isWeb && subscription === null) errors['subscription'] = ["can't be blank"]
  else if (isWeb && subscriptionErrors(subscription!).length > 0)
    errors['subscription'] = subscriptionErrors(subscription!)
  if (!isWeb && token === null) errors['token'] = ["can't be blank"]
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, device: { platform, token: isWeb ? null : token, subscription: isWeb ? subscription : null } }
}
