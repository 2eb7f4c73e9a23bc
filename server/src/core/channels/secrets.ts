/** The settings of channels with their secrets, which are stored encrypted. */
import type { SecretsCipher } from '../../platform/secrets.ts'
import type { ChannelSettings, ProviderDefinition } from '../providers/provider.ts'
import { splitSecrets } from '../providers/settings.ts'

/** The encryption context of a channel's secrets: they only decrypt for this row. */
export function secretsContext(accountId: number, channelId: number): string {
  return `channels.encrypted_settings:${accountId}:${channelId}`
}

export interface StoredSettings {
  settings: ChannelSettings
  encryptedSettings: string | null
}

/** A channel's settings with decrypted secrets, for its provider. */
export function readSettings(
  cipher: SecretsCipher,
  accountId: number,
  channelId: number,
  stored: StoredSettings,
): ChannelSettings {
  if (stored.encryptedSettings === null) return stored.settings
  const secret = JSON.parse(
    cipher.decrypt(stored.encryptedSettings, secretsContext(accountId, channelId)),
  ) as ChannelSettings
  return { ...stored.settings, ...secret }
}

/** Settings in stored form: the secrets are encrypted for this channel's row. */
export function storeSettings(
  cipher: SecretsCipher,
  accountId: number,
  channelId: number,
  provider: ProviderDefinition,
  settings: ChannelSettings,
): StoredSettings {
  const { plain, secret } = splitSecrets(provider.settings, settings)
  if (Object.keys(secret).length === 0) return { settings: plain, encryptedSettings: null }
  const context = secretsContext(accountId, channelId)
  return { settings: plain, encryptedSettings: cipher.encrypt(JSON.stringify(secret), context) }
}
