import Type from 'typebox'
import type { TObject } from 'typebox'
import type { ChannelSettings } from './provider.ts'

interface SecretOptions {
  description?: string
  /** The settings that decide where the secret is sent: if one of them changes, the secret must come with it. */
  again_if_changed?: readonly string[]
}

/** A setting that is stored encrypted and never shown again. */
export function SecretText(charactersMax: number, options: SecretOptions = {}) {
  return Type.String({ minLength: 1, maxLength: charactersMax, secret: true, ...options })
}

/** A secret that travels in a header: an API key, a token. */
export function SecretToken(charactersMax: number, options: SecretOptions = {}) {
  const shape = { pattern: '^[!-~]+$', sentence: 'must be visible ASCII characters without spaces' }
  return Type.String({ minLength: 1, maxLength: charactersMax, secret: true, ...shape, ...options })
}

/** The names of the settings that are secret. */
export function secretNames(schema: TObject): string[] {
  return Object.entries(schema.properties)
    .filter(([, property]) => (property as { secret?: boolean }).secret === true)
    .map(([name]) => name)
}

/**
 * The secrets of `existing` that would be sent elsewhere with `settings`, and the settings by which: they must be
 * `given` again. So nobody who may change a channel has its secret sent to a server of their own.
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

/** Settings parted into what may be shown and what is to be encrypted. */
export function splitSecrets(
  schema: TObject,
  settings: ChannelSettings,
): { shown: ChannelSettings; secret: ChannelSettings } {
  const names = new Set(secretNames(schema))
  const entries = Object.entries(settings)
  return {
    shown: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    secret: Object.fromEntries(entries.filter(([name]) => names.has(name))),
  }
}
