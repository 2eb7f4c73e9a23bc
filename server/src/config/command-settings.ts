import { baseUrl, givenApiKey, secret, webhookSecret } from './kinds.ts'
import { optional } from './setting.ts'

/**
 * Variables of the command line. Secrets have no options, because `ps` shows arguments to all users of the machine, and
 * the shell keeps them in its history.
 */
export const COMMAND_SETTINGS = {
  tidingsApiKey: optional(
    'TIDINGS_API_KEY',
    secret(givenApiKey),
    'The API key for `tidings send` and `tidings listen`.',
  ),
  tidingsUrl: optional(
    'TIDINGS_URL',
    baseUrl,
    'The URL of the service for these commands, unless `--service` is given. Unset: `PUBLIC_URL`, or the address in `HOST` and `PORT`.',
  ),
  tidingsWebhookSecret: optional(
    'TIDINGS_WEBHOOK_SECRET',
    secret(webhookSecret),
    'The secret of the webhook endpoint. `tidings listen` signs with it (unset: with a new secret, and prints it), `tidings webhooks verify` verifies with it.',
  ),
} as const
