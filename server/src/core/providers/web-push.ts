import { createHash, randomBytes } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import { Choice, IntegerInput } from '../../platform/http/schemas.ts'
import { cause } from './causes.ts'
import { jsonOf, refusalOf, textAt } from './http-call.ts'
import type { GuardedCallResult } from './guarded-call.ts'
import type { ProviderDefinition, SendInput } from './provider.ts'
import { fitPayload, pushDataOf, pushDataWithUrl, pushTextOf, pushToDevices, soundOf, topicOf } from './push.ts'
import type { DeviceResult, PushText } from './push.ts'
import { SecretText } from './settings.ts'
import { createTokenCache } from './token-cache.ts'
import { readVapidKeys, TOKEN_REUSE_MS, vapidAuthorization } from './vapid.ts'
import {
  AUTH_SECRET_BYTES,
  encryptForSubscription,
  newMessageKeys,
  PLAINTEXT_BYTES_MAX,
  PUBLIC_KEY_BYTES,
  SALT_BYTES,
} from './web-push-encryption.ts'
import type { SubscriptionKeys } from './web-push-encryption.ts'
import { accountRefused } from './send-result.ts'

/** Four weeks in seconds: the longest time that push services store a push. */
const TTL_DEFAULT_S = 2_419_200
const URGENCIES = ['very-low', 'low', 'normal', 'high'] as const

const WebPushSettings = Type.Object({
  vapid_public_key: Type.String({
    minLength: 80,
    maxLength: 100,
    description: 'The public key for subscriptions in your pages (applicationServerKey), base64url',
  }),
  vapid_private_key: SecretText(100, { description: 'The private key of the same pair, base64url' }),
  vapid_subject: Type.String({
    maxLength: 500,
    pattern: '^(mailto:[^@\\s]+@[^@\\s]+|https://[^\\s]+)$',
    sentence: 'must be mailto: and an address, or an https URL',
    description: 'Your contact for push services: mailto:you@example.com',
  }),
  ttl_seconds: Type.Optional(
    IntegerInput(0, TTL_DEFAULT_S, { description: 'How long a push waits for an offline device. Default four weeks' }),
  ),
  urgency: Type.Optional(Choice(URGENCIES)),
})
type WebPushSettings = Static<typeof WebPushSettings>

/** Cached authorizations, one per key pair and push service. */
const AUTHORIZATIONS_MAX = 1_000
const RESPONSE_BYTES_MAX = 4_096
const LOCATION_CHARACTERS_MAX = 500

/** Reads a browser's subscription (W3C Push API). Null if its fields are missing or its keys have a wrong length. */
function readSubscription(subscription: unknown): { endpoint: string; keys: SubscriptionKeys } | null {
  const endpoint = textAt(subscription, 'endpoint')
  const publicKey = Buffer.from(textAt(subscription, 'keys', 'p256dh') ?? '', 'base64url')
  const authSecret = Buffer.from(textAt(subscription, 'keys', 'auth') ?? '', 'base64url')
  if (endpoint === null || !URL.canParse(endpoint)) return null
  if (publicKey.length !== PUBLIC_KEY_BYTES || authSecret.length !== AUTH_SECRET_BYTES) return null
  return { endpoint, keys: { publicKey, authSecret } }
}

/**
 * The notification. With a link of the web it is a declarative push message (w3.org/TR/push-api, declarative push message): the
 * browser shows it and opens the link without a service worker. WebKit reads the badge inside, the specification beside.
 */
function payloadOf(input: SendInput): Buffer {
  const { url = '', image_url: image, badge } = input.content.push ?? {}
  const text = pushTextOf(input)
  const isDeclarative = /^https?:/i.test(url) && text.title !== ''
  const more = {
    ...(image === undefined ? {} : { image }),
    ...(soundOf(input) === null ? { silent: true } : {}),
    ...{ tag: topicOf(input), data: isDeclarative ? pushDataOf(input) : pushDataWithUrl(input) },
  }
  const withBadge = badge === undefined ? {} : { app_badge: badge }
  const write = ({ title, body }: PushText) =>
    JSON.stringify(
      isDeclarative
        ? { web_push: 8030, notification: { title, body, navigate: url, ...more, ...withBadge }, ...withBadge }
        : { title, body, ...more, ...withBadge },
    )
  return Buffer.from(fitPayload(text, PLAINTEXT_BYTES_MAX, write))
}

/** Null: the subscription's key is not a point on the curve. */
function encrypt(payload: Buffer, keys: SubscriptionKeys): Buffer | null {
  try {
    return encryptForSubscription(payload, keys, randomBytes(SALT_BYTES), newMessageKeys())
  } catch {
    return null
  }
}

/**
 * The result of a push service's response for the device (RFC 8030). 404 and 410 mean that the subscription is gone. A
 * rate limit applies to one browser vendor, so the channel's other devices do not wait. Windows' service uses 406 for
 * 429.
 */
function resultOf(response: GuardedCallResult, nowMs: number): DeviceResult {
  if (response.kind === 'refused') return { result: 'permanent', cause: response.cause }
  if (response.kind === 'failed') return { result: 'transient', retryAfterMs: null, cause: response.cause }
  const { status, headers, body } = response
  if (status >= 200 && status < 300)
    return { result: 'accepted', providerMessageId: headers['location']?.slice(0, LOCATION_CHARACTERS_MAX) ?? null }
  if (status === 404 || status === 410)
    return { result: 'permanent', cause: cause('device_unregistered', String(status)), dead: true }
  const detail = textAt(jsonOf(body), 'reason') ?? textAt(jsonOf(body), 'message') ?? ''
  // Apple's 403 for a subscription made with another key. The device stays: its key may be that of another channel.
  if (detail === 'VapidPkHashMismatch') return accountRefused(detail)
  const refusal = refusalOf(status === 406 ? 429 : status, headers, detail, nowMs)
  return refusal.result === 'rate_limited' ? { ...refusal, scope: 'recipient' } : refusal
}

/** Pushes to browsers, through the push service of each browser. */
export const webPushProvider: ProviderDefinition = {
  name: 'web_push',
  title: 'Web Push (browsers)',
  channelTypes: ['push'],
  platforms: ['web_push'],
  settings: WebPushSettings,
  checkSettings(given) {
    const settings = given as WebPushSettings
    const keys = readVapidKeys(settings.vapid_private_key)
    if (keys === null) return { vapid_private_key: ['must be a private key of P-256: 32 bytes in base64url'] }
    const isPair = keys.publicKey === settings.vapid_public_key.replace(/=+$/, '')
    return isPair ? {} : { vapid_public_key: ['does not belong to the private key'] }
  },
  create({ clock, guarded }) {
    const authorizations = createTokenCache<string>(AUTHORIZATIONS_MAX)

    function authorization(settings: WebPushSettings, audience: string): Promise<string> {
      const { vapid_private_key: secret, vapid_subject: subject } = settings
      const key = createHash('sha256').update(`${secret}\n${subject}\n${audience}`).digest('base64')
      const now = clock.wall()
      return authorizations.get(key, now, async () => {
        const token = await vapidAuthorization(readVapidKeys(secret)!, subject, audience, now)
        return { token, keptUntil: now + TOKEN_REUSE_MS }
      })
    }

    return {
      async send(input) {
        const settings = input.settings as WebPushSettings
        const payload = payloadOf(input)
        return pushToDevices(input.to.devices, async ({ subscription }): Promise<DeviceResult> => {
          const read = readSubscription(subscription)
          const body = read && encrypt(payload, read.keys)
          // No push can ever be encrypted for it.
          if (read === null || body === null)
            return { result: 'permanent', cause: cause('invalid_address'), dead: true }
          const headers = {
            authorization: await authorization(settings, new URL(read.endpoint).origin),
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            ttl: String(input.content.push?.ttl_seconds ?? settings.ttl_seconds ?? TTL_DEFAULT_S),
            topic: topicOf(input),
            urgency: settings.urgency ?? 'normal',
          }
          const { signal } = input
          const call = { method: 'POST', url: read.endpoint, headers, body, signal } as const
          return resultOf(await guarded.call({ ...call, responseBytesMax: RESPONSE_BYTES_MAX }), clock.now())
        })
      },
      async close() {},
    }
  },
}
