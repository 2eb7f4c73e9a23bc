import Type from 'typebox'
import type { TObject } from 'typebox'
import type { ChannelSettings } from './provider.ts'

/** A setting that is stored encrypted and never shown again. */
export function SecretText(charactersMax: number, options: { description?: string } = {}) {
  return Type.String({ minLength: 1, maxLength: charactersMax, secret: true, ...options })
}

/** A secret that travels in a header: an API key, a token. */
export function SecretToken(charactersMax: number, options: { description?: string } = {}) {
  const shape = { pattern: '^[!-~]+$', sentence: 'must be visible ASCII characters without spaces' }
  return Type.String({ minLength: 1, maxLength: charactersMax, secret: true, ...shape, ...options })
}

/** The names of the settings that are secret. */
export function secretNames(schema: TObject): string[] {
  return Object.entries(schema.properties)
    .filter(([, property]) => (property as { secret?: boolean }).secret === true)
    .map(([name]) => name)
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
