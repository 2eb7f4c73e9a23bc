import { baseUrl, givenApiKey, secret, webhookSecret } from './kinds.ts'
import { optional } from './setting.ts'

/**
 * The variables of the command line. What is secret has no option: arguments are shown by `ps` to every user of the
 * machine, and kept by the shell.
 */
export const COMMAND_SETTINGS = {
  tidingsApiKey: optional(
    'TIDINGS_API_KEY',
    secret(givenApiKey),
    'The API key that `tidings send` and `tidings listen` call the service with.',
  ),
  tidingsUrl: optional(
    'TIDINGS_URL',
    baseUrl,
    'The service that they call, if `--service` names none. Unset: `PUBLIC_URL`, or the bound address.',
  ),
  tidingsWebhookSecret: optional(
    'TIDINGS_WEBHOOK_SECRET',
    secret(webhookSecret),
    'The secret that `tidings listen` signs with (unset: a new one, which it prints) and `tidings webhooks verify` verifies with.',
  ),
} as const
