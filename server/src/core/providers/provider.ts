/**
 * The contract of providers: services like SendGrid or APNs, to which Tidings hands notifications. Each provider has
 * one file and an entry in `registry.ts`. A provider returns the result of a send at once. Later reports (delivered,
 * opened, bounced) arrive as callbacks (`callback.ts`).
 */
import type { TObject } from 'typebox'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import type { Logger } from '../../platform/log.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import type { Attachment, RenderedContent } from './content.ts'
import type { ProviderCallbacks } from './callback.ts'
import type { CallbackChannel } from './callback-address.ts'
import type { GuardedCalls } from './guarded-call.ts'
import type { ReturnPaths } from './return-path.ts'
import type { SendResult } from './send-result.ts'

/** `in_app`: the inbox in the account's own app. */
export const CHANNEL_TYPES = ['email', 'push', 'sms', 'in_app'] as const
export type ChannelType = (typeof CHANNEL_TYPES)[number]

/** Web push devices have a subscription, all others a token. */
export interface Device {
  id: number
  /** `fcm`, `apns`, `web_push` or `expo`. */
  platform: string
  token: string | null
  subscription: unknown
}

/** A channel's validated settings, secrets included. */
export type ChannelSettings = Record<string, unknown>

export interface SendInput {
  /**
   * `number` counts the sends of this delivery, from 1. `messageId` is the id of the API's message. Null: this send is
   * a test of the channel and belongs to no delivery.
   */
  delivery: { bucket: number; accountId: number; id: number; number: number; messageId: number | null }
  channel: { id: number; name: string; type: ChannelType }
  settings: ChannelSettings
  /**
   * The caller has checked that an address for the channel's type exists. The devices all have platforms of this
   * provider.
   */
  to: { email: string | null; phone: string | null; devices: readonly Device[] }
  /** The recipient of the delivery. 0 if the send is a test. */
  recipientId: number
  /** The topic of the message. Null: none. */
  topicId: number | null
  subject: string
  body: string
  bodyFormat: 'html' | 'text'
  /** The link of a message in the inbox: http or https. Null: none. */
  url: string | null
  /** The addresses and header fields of a mail, or the options of a push. */
  content: RenderedContent
  /** The files of a mail. */
  attachments: readonly Attachment[]
  /**
   * The same for every send of the delivery (see `messageIdOf`), so that the provider or mailbox recognizes a repeated
   * send.
   */
  messageId: string
  /** Where one POST ends the mails of the topic (RFC 8058). Null: there is no such address. */
  unsubscribeUrl: string | null
  /** Ends the call, and the result is `transient`. The caller sets the time limit of a send through this signal. */
  signal: AbortSignal
}

export type { SendResult }

export interface CheckInput {
  settings: ChannelSettings
  /** Ends the check, and the result is a failure. The caller sets the time limit through this signal. */
  signal: AbortSignal
}

/**
 * Whether the provider accepts the settings: a `sentence` beside it is a hint. `cause` as in a `SendResult`, `field`: the setting that helps most likely,
 * or null, `sentence`: the cause and the next step for people.
 */
export type CheckResult =
  | { ok: true; field?: string; sentence?: string }
  | { ok: false; cause: string; field: string | null; sentence: string }

export interface Provider {
  /** Never throws if the provider, the network or the database fails: it returns a result. A throw is a bug. */
  send(input: SendInput): Promise<SendResult>
  /**
   * Proves the settings by the cheapest call, and sends nothing. Absent: there is nothing to call, so valid settings are
   * good. Throws only at a bug.
   */
  check?(input: CheckInput): Promise<CheckResult>
  /** Closes kept connections. Sends under way may finish. */
  close(): Promise<void>
}

export interface ProviderDependencies {
  pool: ServicePool
  clock: Clock
  log: Logger
  config: Pick<Config, 'batchWaitMs' | 'providerUrls' | 'publicUrl'>
  /** The URL for reports of the channel's provider. */
  callbackUrl(channel: CallbackChannel): string
  /** The address to which a mail of a delivery returns. */
  returnPaths: Pick<ReturnPaths, 'domain' | 'addressOf'>
  /** For addresses from users. All connections to them must go through it. */
  guarded: GuardedCalls
}

export interface ProviderDefinition {
  /** The value of a channel's `provider`. */
  name: string
  /** The name shown to people. */
  title: string
  channelTypes: readonly ChannelType[]
  /** Platforms of the devices that this provider reaches. Absent: all. */
  platforms?: readonly string[]
  /** The schema of a channel's `settings`. It validates them, and the dashboard builds the form from it. */
  settings: TObject
  /** Rules beyond the schema. Returns sentences by field, empty if the settings are valid. */
  checkSettings(settings: ChannelSettings): FieldErrors
  /**
   * Checks the text of addresses in the settings against the policy, without DNS. Absent: the settings contain none.
   */
  checkAddresses?(settings: ChannelSettings, policy: ReceiverPolicy): FieldErrors
  create(dependencies: ProviderDependencies): Provider
  /** Names in `PROVIDER_URLS` for its base URLs. Absent: its URLs cannot be replaced. */
  urlNames?: readonly string[]
  /** Reads later reports from POSTs to the channel's callback URL. Absent: the provider sends none. */
  callbacks?: ProviderCallbacks
}
