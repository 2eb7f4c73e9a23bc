/** The command to run after a change of SECRETS_KEYS. */
import { reencryptChannels } from '../../core/channels/queries.ts'
import type { CommandResult, DatabaseInput } from './command.ts'
import { reencryptSigningKeys } from '../../features/inbox/signing-keys.ts'
import { openCipher } from '../../platform/secrets.ts'
import { reencryptWebhookSecrets } from '../../core/webhooks/reencrypt.ts'

export async function runSecretsReencrypt({ databases, config }: DatabaseInput): Promise<CommandResult> {
  const cipher = openCipher(config)
  let [endpoints, channels, keys] = [0, 0, 0]
  for (const { pool } of databases.all) {
    endpoints += await reencryptWebhookSecrets(pool, cipher)
    channels += await reencryptChannels(pool, cipher)
    keys += await reencryptSigningKeys(pool, cipher)
  }
  const text = `Encrypted again: the secrets of ${endpoints} webhook endpoints, ${channels} channels and ${keys} recipient signing keys`
  const json = { webhook_endpoints: endpoints, notification_channels: channels, recipient_signing_keys: keys }
  return { ok: true, text, json }
}
