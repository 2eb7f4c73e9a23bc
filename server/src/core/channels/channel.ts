/** A channel: a type (email, push, sms), its provider, and the provider's settings. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { NameText, Choice, Id, IntegerInput, Nullable, OpenObject, Time } from '../../platform/http/schemas.ts'
import { validate } from '../../platform/http/validate.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import type { CallbackAddresses } from '../providers/callback-address.ts'
import { CAUSE_WORDS, causeWord } from '../providers/causes.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import type { ChannelSettings, ChannelType, ProviderDefinition } from '../providers/provider.ts'
import { findProvider, PROVIDERS, providersFor } from '../providers/registry.ts'
import type { ChannelRow } from './queries.ts'
import { secretNames, secretsSentElsewhere } from '../providers/settings.ts'

const Name = NameText(255, { examples: ['Product mail'] })

const ProviderName = Choice(PROVIDERS.map((provider) => provider.name))

const Settings = {
  ...OpenObject,
  description:
    'The settings of the provider. Secrets are write-only. In a PATCH, absent settings stay and null removes a setting. If you change a setting in the `again_if_changed` of a secret (see `GET /api/v1/providers`), you must send the secret again',
}

/** Concurrent provider calls of one channel. The service's own limit. */
const CONCURRENCY_MAX = 64
const PER_SECOND_MAX = 10_000

const Limits = {
  max_concurrency: Type.Optional(
    Nullable(
      IntegerInput(1, CONCURRENCY_MAX, {
        description: `Maximum number of calls to the provider at a time. null: ${CONCURRENCY_MAX}`,
      }),
    ),
  ),
  max_per_second: Type.Optional(
    Nullable(
      IntegerInput(1, PER_SECOND_MAX, {
        description: 'Maximum number of calls to the provider per second. null: no limit',
      }),
    ),
  ),
}

const TrackOpens = Type.Optional(
  Type.Boolean({ description: 'Whether HTML mails have a pixel that reports when they are opened. Default true' }),
)

const FALLBACKS_MAX = 2

const Fallbacks = {
  fallback_channel_ids: Type.Optional(
    Nullable(
      Type.Array(IntegerInput(1, Number.MAX_SAFE_INTEGER), {
        maxItems: FALLBACKS_MAX,
        description:
          'The channels that send if the provider of this one is down or refuses the account, in their order. They have the same channel_type (email or sms) and no fallbacks of their own. null: none',
        examples: [[7]],
      }),
    ),
  ),
  resend_after_timeout: Type.Optional(
    Type.Boolean({
      description:
        'Whether a fallback may send even if this provider may have taken the message, for example after a time-out. The recipient may then get it twice. Default false',
    }),
  ),
}

export const ChannelInput = Type.Object({
  name: Name,
  channel_type: Choice(CHANNEL_TYPES),
  provider: ProviderName,
  settings: Type.Optional(Nullable(Settings)),
  active: Type.Optional(Type.Boolean()),
  track_opens: TrackOpens,
  ...Limits,
  ...Fallbacks,
})

export const ChannelPatch = Type.Object({
  name: Type.Optional(Name),
  channel_type: Type.Optional(Choice(CHANNEL_TYPES)),
  provider: Type.Optional(ProviderName),
  settings: Type.Optional(Nullable(Settings)),
  active: Type.Optional(Type.Boolean()),
  track_opens: TrackOpens,
  ...Limits,
  ...Fallbacks,
})
export type ChannelPatch = Static<typeof ChannelPatch>

export const ChannelOutput = Type.Object({
  id: Id,
  name: Type.String(),
  channel_type: Choice(CHANNEL_TYPES),
  provider: Type.String(),
  settings: { ...OpenObject, description: 'The settings without their secrets' },
  secret_settings: Type.Array(Type.String(), { description: 'The names of the stored secrets' }),
  active: Type.Boolean(),
  track_opens: Type.Boolean({ description: 'Of channels of the type email' }),
  max_concurrency: Nullable(Type.Integer()),
  max_per_second: Nullable(Type.Integer()),
  fallback_channel_ids: Type.Array(Id),
  resend_after_timeout: Type.Boolean(),
  health: Type.Object(
    {
      state: Choice(['ok', 'failing']),
      since: Nullable(Time),
      cause: Nullable(Choice(CAUSE_WORDS)),
      error_message: Nullable(
        Type.String({
          description: 'The word of the cause, and the server that the service could not reach',
          examples: ['connection_refused: mail.example.com:587'],
        }),
      ),
    },
    {
      description:
        'failing: the provider took none of five messages in a row, so fallbacks send. `cause` is of the send that made it fail. `since`, `cause` and `error_message` are null if the state is ok',
    },
  ),
  callback_url: Nullable(
    Type.String({ description: 'The URL for reports of deliveries and bounces. null if the provider has no reports' }),
  ),
  created_at: Time,
  updated_at: Time,
})

/** The channel as the API returns it. `settings`: all settings with secrets. */
export function channelView(
  accountId: number,
  row: ChannelRow,
  settings: ChannelSettings,
  addresses: CallbackAddresses,
): Static<typeof ChannelOutput> {
  const provider = findProvider(row.provider)
  const schema = provider?.settings
  const secrets = schema === undefined ? [] : secretNames(schema).filter((name) => settings[name] !== undefined)
  return {
    id: row.id,
    name: row.name,
    channel_type: row.channelType,
    provider: row.provider,
    settings: row.settings,
    secret_settings: secrets,
    active: row.active,
    track_opens: row.trackOpens,
    max_concurrency: row.maxConcurrency,
    max_per_second: row.maxPerSecond,
    fallback_channel_ids: row.fallbackChannelIds,
    resend_after_timeout: row.resendAfterTimeout,
    health: {
      state: row.failingSince === null ? 'ok' : 'failing',
      since: isoTime(row.failingSince),
      cause: row.failingCause === null ? null : causeWord(row.failingCause),
      error_message: row.failingCause,
    },
    callback_url: provider?.callbacks === undefined ? null : addresses.urlOf({ accountId, channelId: row.id }),
    created_at: isoTime(row.createdAt),
    updated_at: isoTime(row.updatedAt),
  }
}

export type CheckedSettings =
  | { ok: true; provider: ProviderDefinition; settings: ChannelSettings }
  | { ok: false; errors: FieldErrors }

/**
 * Checks settings by the provider's schema. `given` overrides `existing`, and null removes a setting. A secret must be
 * given again if it would be sent to another address. `policy`: which addresses the settings may name. Errors have
 * names like `settings.host`.
 */
export function checkSettings(
  channelType: ChannelType,
  providerName: string,
  { existing, given, policy }: { existing: ChannelSettings; given: ChannelSettings; policy: ReceiverPolicy },
): CheckedSettings {
  const provider = findProvider(providerName)
  if (provider === null || !provider.channelTypes.includes(channelType))
    return {
      ok: false,
      errors: { provider: [`must be one of ${providersFor(channelType).join(', ')} for ${channelType}`] },
    }
  // Settings of an older version of the service are dropped.
  const known = Object.entries(existing).filter(([name]) => Object.hasOwn(provider.settings.properties, name))
  const laid = { ...Object.fromEntries(known), ...given }
  const merged = Object.fromEntries(Object.entries(laid).filter(([, value]) => value !== null))
  // Forms send settings as text: `"true"` means true.
  const read = validate(provider.settings, merged, 'form')
  if (!read.ok) return { ok: false, errors: underSettings(read.errors) }
  const settings: ChannelSettings = read.value
  const elsewhere = secretsSentElsewhere(provider.settings, { existing, settings, given })
  const errors = {
    ...Object.fromEntries(elsewhere.map(({ secret, changed }) => [secret, [requiredAgain(changed)]])),
    ...provider.checkAddresses?.(settings, policy),
    ...provider.checkSettings(settings),
  }
  return Object.keys(errors).length === 0
    ? { ok: true, provider, settings }
    : { ok: false, errors: underSettings(errors) }
}

const requiredAgain = (changed: string[]) => `is required again, because you changed ${changed.join(', ')}`

function underSettings(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([name, sentences]) => [`settings.${name}`, sentences]))
}
