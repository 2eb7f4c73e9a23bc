/**
 * Apple Push Notification service over HTTP/2 with provider tokens
 * (developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns).
 */
import { createHash } from 'node:crypto'
import Type from 'typebox'
import type { Static } from 'typebox'
import { Choice, IntegerInput } from '../../platform/http/schemas.ts'
import { cause } from './causes.ts'
import { checkOfNoDevice, toNoDevice } from './connection-check.ts'
import { jsonOf, refusalOf, textAt } from './http-call.ts'
import type { CallResult } from './http-call.ts'
import { createHttp2Sessions } from './http2-sessions.ts'
import { parsePrivateKey, signJwt } from './jwt.ts'
import type { Device, ProviderDefinition, SendInput, SendResult } from './provider.ts'
import { apsOf, collapseKeyOf, fitPayload, pushDataWithUrl, pushTextOf, pushToDevices } from './push.ts'
import type { DeviceResult } from './push.ts'
import { SecretText } from './settings.ts'
import { createTokenCache } from './token-cache.ts'
import { accountRefused } from './send-result.ts'

const BASE_URLS = {
  production: 'https://api.push.apple.com',
  development: 'https://api.sandbox.push.apple.com',
} as const

/** Kept connections, one per environment and credentials. */
const SESSIONS_MAX = 100
const TOKENS_MAX = 1_000
/** ms. Apple refuses tokens older than an hour, and refuses new tokens more often than every 20 minutes. */
const TOKEN_REUSE_MS = 40 * 60_000

const PAYLOAD_BYTES_MAX = 4096
const RESPONSE_BYTES_MAX = 4096
/** 30 days: the longest time that Apple stores a notification for an offline device. */
const TTL_MAX_S = 2_592_000
const TTL_DEFAULT_S = 2_419_200
/** The wait after too many new tokens, ms. All sends of the channel share the token. */
const TOKEN_UPDATES_RETRY_AFTER_MS = 60_000

const ApnsSettings = Type.Object({
  key_id: Type.String({
    pattern: '^[A-Z0-9]{10}$',
    sentence: 'must be the 10 letters and digits of a key id',
    description: 'The id of the authentication key, from its file name: AuthKey_<key id>.p8',
  }),
  team_id: Type.String({
    pattern: '^[A-Z0-9]{10}$',
    sentence: 'must be the 10 letters and digits of a team id',
    description: 'The team id of your developer account, shown under Membership',
  }),
  bundle_id: Type.String({
    maxLength: 255,
    pattern: '^[A-Za-z0-9][A-Za-z0-9.-]*$',
    sentence: 'must be a bundle id like com.example.app',
    description: 'The bundle id of the app: the topic of its notifications',
  }),
  private_key: SecretText(5_000, { description: 'The whole text of the .p8 file' }),
  environment: Type.Optional(
    Choice(['production', 'development'], {
      description: 'development for builds installed by Xcode. Default production',
    }),
  ),
  ttl_seconds: Type.Optional(
    IntegerInput(0, TTL_MAX_S, {
      description: 'How long a notification waits for an offline device. Default four weeks',
    }),
  ),
})
type ApnsSettings = Static<typeof ApnsSettings>

/** Apple's reasons for a token that can no longer receive notifications. */
export const DEAD_REASONS: ReadonlySet<string> = new Set(['BadDeviceToken', 'ExpiredToken', 'Unregistered'])

function payloadOf(input: SendInput): string {
  const image = input.content.push?.image_url
  const data = { ...(image === undefined ? {} : { image_url: image }), ...pushDataWithUrl(input) }
  return fitPayload(pushTextOf(input), PAYLOAD_BYTES_MAX, (alert) =>
    JSON.stringify({ aps: { alert, ...apsOf(input) }, ...data }),
  )
}

/** The notification's id at Apple: a UUID (RFC 9562, version 8), the same for every send to the device. */
function apnsIdOf({ messageId }: SendInput, device: Device): string {
  const bytes = createHash('sha256').update(`${messageId} ${device.id}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The result of Apple's response for the device, by its status and the reason in its body. */
function apnsResult(response: CallResult, nowMs: number): DeviceResult {
  if (response.kind === 'failed') return { result: 'transient', retryAfterMs: null, cause: response.cause }
  const { status, headers, body } = response
  if (status === 200) return { result: 'accepted', providerMessageId: headers['apns-id'] ?? null }
  const reason = textAt(jsonOf(body), 'reason') ?? ''
  if (DEAD_REASONS.has(reason) || status === 410)
    return { result: 'permanent', cause: cause('device_unregistered', reason), dead: true }
  // The reason is one of Apple's fixed words, and it tells the channel's owner what is wrong.
  if (status === 403) return accountRefused(reason)
  if (reason === 'TooManyProviderTokenUpdates')
    return { result: 'rate_limited', retryAfterMs: TOKEN_UPDATES_RETRY_AFTER_MS, cause: cause('rate_limited', reason) }
  if (reason === 'IdleTimeout') return { result: 'transient', retryAfterMs: null, cause: cause('timeout', reason) }
  const refusal = refusalOf(status, headers, reason, nowMs)
  // Apple limits the rate per device.
  return refusal.result === 'rate_limited' ? { ...refusal, scope: 'recipient' } : refusal
}

/** A token of the right form that Apple gives to no device. */
const NO_DEVICE = { platform: 'apns', token: '0'.repeat(64) }

const HELPS = {
  authentication_failed: ['private_key', 'The key, its id and the team id must belong together'],
  message_refused: ['bundle_id', 'Check the bundle id of the app'],
} as const

const isExpiredToken = (response: CallResult) =>
  response.kind === 'responded' &&
  response.status === 403 &&
  textAt(jsonOf(response.body), 'reason') === 'ExpiredProviderToken'

export const apnsProvider: ProviderDefinition = {
  name: 'apns',
  title: 'Apple Push Notification service',
  channelTypes: ['push'],
  platforms: ['apns'],
  settings: ApnsSettings,
  checkSettings: (settings) =>
    parsePrivateKey('ES256', (settings as ApnsSettings).private_key) === null
      ? { private_key: ['must be the text of a .p8 file: a private key in PEM'] }
      : {},
  urlNames: ['apns', 'apns_development'],
  create({ clock, config }) {
    const sessions = createHttp2Sessions(SESSIONS_MAX)
    const tokens = createTokenCache<string>(TOKENS_MAX)

    const credentialsOf = ({ key_id, team_id, private_key }: ApnsSettings) =>
      createHash('sha256').update(`${team_id}\n${key_id}\n${private_key}`).digest('base64')

    function tokenOf(settings: ApnsSettings, credentials: string): Promise<string> {
      const now = clock.wall()
      return tokens.get(credentials, now, async () => {
        const key = parsePrivateKey('ES256', settings.private_key)!
        const claims = { iss: settings.team_id, iat: Math.floor(now / 1000) }
        const token = await signJwt('ES256', key, claims, { kid: settings.key_id })
        return { token, keptUntil: now + TOKEN_REUSE_MS }
      })
    }

    async function post(input: SendInput, body: string, device: Device): Promise<CallResult> {
      const settings = input.settings as ApnsSettings
      const { environment = 'production' } = settings
      const credentials = credentialsOf(settings)
      const ttlSeconds = input.content.push?.ttl_seconds ?? settings.ttl_seconds ?? TTL_DEFAULT_S
      const expiresAtS = Math.floor(clock.wall() / 1000) + ttlSeconds
      const call = {
        origin:
          config.providerUrls.get(environment === 'production' ? 'apns' : 'apns_development') ?? BASE_URLS[environment],
        key: `${environment} ${credentials}`,
        path: `/3/device/${encodeURIComponent(device.token ?? '')}`,
        body,
        signal: input.signal,
        responseBytesMax: RESPONSE_BYTES_MAX,
      }
      const headers = {
        'apns-topic': settings.bundle_id,
        'apns-push-type': 'alert',
        'apns-priority': '10',
        // With 0, Apple tries once and stores nothing.
        'apns-expiration': ttlSeconds === 0 ? '0' : String(expiresAtS),
        'apns-id': apnsIdOf(input, device),
        'apns-collapse-id': collapseKeyOf(input),
      }
      const withToken = (token: string) =>
        sessions.post({ ...call, headers: { ...headers, authorization: `bearer ${token}` } })
      const token = await tokenOf(settings, credentials)
      const response = await withToken(token)
      if (!isExpiredToken(response)) return response
      // The clocks differ, or the machine was asleep. Retry once with a new token.
      await tokens.drop(credentials, token)
      return withToken(await tokenOf(settings, credentials))
    }

    function send(input: SendInput): Promise<SendResult> {
      const body = payloadOf(input)
      return pushToDevices(input.to.devices, async (device) => apnsResult(await post(input, body, device), clock.now()))
    }

    return {
      send,
      check: async (input) => checkOfNoDevice(await send(toNoDevice(input, NO_DEVICE)), HELPS),
      async close() {
        sessions.close()
      },
    }
  },
}
