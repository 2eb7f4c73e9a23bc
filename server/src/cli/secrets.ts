/** The command to run after a change of SECRETS_KEYS. */
import { reencryptChannels } from '../channels/reencrypt.ts'
import type { CommandResult, DatabaseCommand } from './command.ts'
import type { Config } from '../config/config.ts'
import type { Pool } from '../db/pool.ts'
import { openCipher } from '../service.ts'
import { reencryptWebhookSecrets } from '../webhooks/reencrypt.ts'

export const SECRETS_COMMANDS: readonly DatabaseCommand[] = [
  {
    words: ['secrets', 'reencrypt'],
    positional: [],
    options: {},
    summary: 'Encrypt every stored secret with the first key of SECRETS_KEYS; then you can remove the others',
    run: reencrypt,
  },
]

async function reencrypt({ pool, config }: { pool: Pool; config: Config }): Promise<CommandResult> {
  const cipher = openCipher(config)
  const endpoints = await reencryptWebhookSecrets(pool, cipher)
  const channels = await reencryptChannels(pool, cipher)
  const text = `Encrypted again: the secrets of ${endpoints} webhook endpoints and ${channels} channels`
  return { ok: true, text, json: { webhook_endpoints: endpoints, notification_channels: channels } }
}
