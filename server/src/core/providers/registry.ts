import { errorCode } from '../../platform/db/database-error.ts'
import { StartError } from '../../platform/db/servers/start-error.ts'
import { apnsProvider } from './apns.ts'
import { withoutSecrets } from './causes.ts'
import { expoProvider } from './expo.ts'
import { fcmProvider } from './fcm.ts'
import { inboxProvider } from './inbox.ts'
import { postmarkProvider } from './postmark.ts'
import { checkFailed } from './connection-check.ts'
import type {
  ChannelType,
  CheckInput,
  CheckResult,
  Provider,
  ProviderDefinition,
  ProviderDependencies,
  SendInput,
  SendResult,
} from './provider.ts'
import { resendProvider } from './resend.ts'
import { sandboxProvider } from './sandbox.ts'
import { sendgridProvider } from './sendgrid.ts'
import { sesProvider } from './ses.ts'
import { splitSecrets } from './settings.ts'
import { smtpProvider } from './smtp.ts'
import { twilioProvider } from './twilio.ts'
import { webPushProvider } from './web-push.ts'

export const PROVIDERS: readonly ProviderDefinition[] = [
  sandboxProvider,
  smtpProvider,
  sendgridProvider,
  postmarkProvider,
  resendProvider,
  sesProvider,
  apnsProvider,
  fcmProvider,
  webPushProvider,
  expoProvider,
  twilioProvider,
  inboxProvider,
]

export function findProvider(name: string): ProviderDefinition | null {
  return PROVIDERS.find((provider) => provider.name === name) ?? null
}

/** The names of the providers for a type of channel. */
export function providersFor(channelType: ChannelType): string[] {
  return PROVIDERS.filter((provider) => provider.channelTypes.includes(channelType)).map((provider) => provider.name)
}

/** True if the provider pushes to devices of the platform. */
export function reachesPlatform(providerName: string, platform: string): boolean {
  return findProvider(providerName)?.platforms?.includes(platform) ?? true
}

export interface Providers {
  /** Sends through the named provider; see `SendResult`. */
  send(providerName: string, input: SendInput): Promise<SendResult>
  /** Checks valid settings of the named provider; see `CheckResult`. */
  check(providerName: string, input: CheckInput): Promise<CheckResult>
  close(): Promise<void>
}

/** Without this check, calls with a misspelled name in `PROVIDER_URLS` would silently go to the public address. */
function checkUrlNames(given: Iterable<string>): void {
  const known = PROVIDERS.flatMap((provider) => provider.urlNames ?? [])
  for (const name of given)
    if (!known.includes(name))
      throw new StartError(`PROVIDER_URLS names the unknown provider ${name}: use ${known.toSorted().join(', ')}`)
}

/**
 * Creates all providers. The cause of a failed send never contains the channel's secrets.
 * @throws {StartError} if `PROVIDER_URLS` has an unknown name.
 */
export function createProviders(dependencies: ProviderDependencies): Providers {
  const { config, log } = dependencies
  checkUrlNames(config.providerUrls.keys())
  const providers = new Map(
    PROVIDERS.map((definition) => [definition.name, { definition, provider: definition.create(dependencies) }]),
  )
  return {
    async send(providerName, input) {
      const entry = providers.get(providerName)
      // A later version of the service had this provider, this version does not.
      if (!entry) return { result: 'permanent', cause: `provider_error: unknown provider ${providerName}` }
      const result = await entry.provider.send(input).catch((error: unknown): SendResult => {
        // A bug in one provider must not end the process. The delivery is retried.
        const { delivery, channel } = input
        log.error({ event: 'provider.error', delivery_id: delivery.id, channel_id: channel.id, err: error })
        return { result: 'transient', retryAfterMs: null, cause: `provider_error: ${errorCode(error) ?? 'unexpected'}` }
      })
      if (result.result === 'accepted') return result
      return { ...result, cause: withoutSecrets(result.cause, secretsOf(entry.definition, input)) }
    },
    async check(providerName, input) {
      const entry = providers.get(providerName)
      if (!entry) return checkFailed(`provider_error: unknown provider ${providerName}`)
      const result = await checkSafely(entry.provider, dependencies, input)
      return result.ok ? result : { ...result, cause: withoutSecrets(result.cause, secretsOf(entry.definition, input)) }
    },
    async close() {
      await Promise.all([...providers.values()].map(({ provider }) => provider.close()))
    },
  }
}

function secretsOf({ settings: schema }: ProviderDefinition, { settings }: CheckInput | SendInput): unknown[] {
  return Object.values(splitSecrets(schema, settings).secret)
}

async function checkSafely(provider: Provider, { log }: ProviderDependencies, input: CheckInput): Promise<CheckResult> {
  try {
    return (await provider.check?.(input)) ?? { ok: true }
  } catch (error) {
    log.error({ event: 'provider.error', err: error })
    return checkFailed(`provider_error: ${errorCode(error) ?? 'unexpected'}`)
  }
}
