/** The settings of a provider for a form, read from the JSON Schema of the provider. */
import type { Answer } from '../api/call.ts'

export type Channel = Answer<'GET /api/v1/notification_channels/{id}'>['notification_channel']
export type Provider = Answer<'GET /api/v1/providers'>['providers'][number]

interface PropertySchema {
  type?: string | string[]
  enum?: (string | null)[]
  description?: string
  secret?: boolean
  again_if_changed?: string[]
  maxLength?: number
  minimum?: number
  maximum?: number
}

export type SettingKind = 'text' | 'long text' | 'number' | 'yes or no' | 'choice'

export interface Setting {
  name: string
  label: string
  kind: SettingKind
  help: string | undefined
  isRequired: boolean
  isSecret: boolean
  /** If one of these settings changes, the secret is required again, because it is sent to another place. */
  againIfChanged: string[]
  choices: string[]
  minimum: number | undefined
  maximum: number | undefined
}

/** Keys and certificates have several lines. */
const ONE_LINE_CHARACTERS_MAX = 2_000

const SHORT_WORDS = new Set(['api', 'arn', 'arns', 'ca', 'dkim', 'id', 'sid', 'tls', 'ttl', 'url', 'vapid'])

function labelOf(name: string): string {
  const words = name.split('_').map((word) => (SHORT_WORDS.has(word) ? word.toUpperCase() : word))
  const text = words.join(' ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function kindOf({ type, enum: words, maxLength = 0 }: PropertySchema): SettingKind {
  if (words !== undefined) return 'choice'
  const types = new Set([type].flat())
  if (types.has('boolean')) return 'yes or no'
  if (types.has('integer')) return 'number'
  return maxLength > ONE_LINE_CHARACTERS_MAX ? 'long text' : 'text'
}

/** The settings of a provider, in the provider's order. */
export function settingsOf({ settings }: Pick<Provider, 'settings'>): Setting[] {
  const { properties = {}, required = [] } = settings as {
    properties?: Record<string, PropertySchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    label: labelOf(name),
    kind: kindOf(schema),
    help: schema.description,
    isRequired: required.includes(name),
    isSecret: schema.secret === true,
    againIfChanged: schema.again_if_changed ?? [],
    choices: (schema.enum ?? []).filter((word) => word !== null),
    minimum: schema.minimum,
    maximum: schema.maximum,
  }))
}

/** The values in the form, by setting. */
export type Written = Record<string, string>

/** The values of a channel for the form. Secrets are never shown. */
export function writtenOf(channel: Pick<Channel, 'settings'>): Written {
  return Object.fromEntries(Object.entries(channel.settings).map(([name, value]) => [name, String(value)]))
}

/** The labels of changed settings (compared with `shown`) that require the secret again. */
export function changedFor(secret: Setting, settings: readonly Setting[], written: Written, shown: Written): string[] {
  const changed = settings.filter(({ name }) => (written[name] ?? '') !== (shown[name] ?? ''))
  return changed.filter(({ name }) => secret.againIfChanged.includes(name)).map(({ label }) => label)
}

/** The settings to send: all differences from `shown`. An emptied setting is removed. */
export function changedSettings(written: Written, shown: Written): Record<string, string | null> {
  const changed = Object.entries(written).filter(([name, text]) => text !== (shown[name] ?? ''))
  return Object.fromEntries(changed.map(([name, text]) => [name, text === '' ? null : text]))
}
