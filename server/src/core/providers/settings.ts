import Type from 'typebox'
import type { TObject } from 'typebox'
import type { ChannelSettings } from './provider.ts'

interface SecretOptions {
  description?: string
  /** Settings that decide where the secret is sent. If a caller changes one, it must send the secret again. */
  again_if_changed?: readonly string[]
}

/** A setting stored encrypted and never shown again. */
export function SecretText(charactersMax: number, options: SecretOptions = {}) {
  return Type.String({ minLength: 1, maxLength: charactersMax, secret: true, ...options })
}

/** A secret sent in a header: an API key or a token. */
export function SecretToken(charactersMax: number, options: SecretOptions = {}) {
  const shape = { pattern: '^[!-~]+$', sentence: 'must be visible ASCII characters without spaces' }
  return Type.String({ minLength: 1, maxLength: charactersMax, secret: true, ...shape, ...options })
}

/** The names of the secret settings. */
export function secretNames(schema: TObject): string[] {
  return Object.entries(schema.properties)
    .filter(([, property]) => (property as { secret?: boolean }).secret === true)
    .map(([name]) => name)
}

/**
 * Secrets of `existing` that the new `settings` would send to another destination, each with the changed settings.
 * Secrets in `given` are fine: the caller knows them. This stops a user who may edit a channel from redirecting its
 * secret to their own server.
 */
export function secretsSentElsewhere(
  schema: TObject,
  { existing, settings, given }: { existing: ChannelSettings; settings: ChannelSettings; given: ChannelSettings },
): { secret: string; changed: string[] }[] {
  return secretNames(schema)
    .filter((secret) => existing[secret] !== undefined && given[secret] === undefined)
    .map((secret) => {
      const { again_if_changed: names = [] } = schema.properties[secret] as SecretOptions
      return { secret, changed: names.filter((name) => existing[name] !== settings[name]) }
    })
    .filter(({ changed }) => changed.length > 0)
}

/** Separates settings into plain ones and secret ones. Secret settings are stored encrypted. */
export function splitSecrets(
  schema: TObject,
  settings: ChannelSettings,
): { plain: ChannelSettings; secret: ChannelSettings } {
  const names = new Set(secretNames(schema))
  const entries = Object.entries(settings)
  return {
    plain: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    secret: Object.fromEntries(entries.filter(([name]) => names.has(name))),
  }
}
