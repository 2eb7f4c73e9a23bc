/** The command to run after a change of SECRETS_KEYS. */
import { reencryptChannels } from '../channels/reencrypt.ts'
import type { CommandResult, DatabaseInput } from './command.ts'
import { openCipher } from '../service.ts'
import { reencryptWebhookSecrets } from '../webhooks/reencrypt.ts'

export async function runSecretsReencrypt({ databases, config }: DatabaseInput): Promise<CommandResult> {
  const cipher = openCipher(config)
  let [endpoints, channels] = [0, 0]
  for (const { pool } of databases.all) {
    endpoints += await reencryptWebhookSecrets(pool, cipher)
    channels += await reencryptChannels(pool, cipher)
  }
  const text = `Encrypted again: the secrets of ${endpoints} webhook endpoints and ${channels} channels`
  return { ok: true, text, json: { webhook_endpoints: endpoints, notification_channels: channels } }
}
