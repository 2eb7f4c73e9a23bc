/**
 * Whoever takes notifications to recipients: one file per provider, all behind this contract, all listed in
 * `registry.ts`. A provider is asked once per send; what it later reports of a message arrives another way.
 */
import type { TObject } from 'typebox'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Pool } from '../db/pool.ts'
import type { FieldErrors } from '../errors.ts'
import type { Logger } from '../log.ts'
import type { ReceiverPolicy } from '../outbound/url-policy.ts'
import type { ProviderCallbacks } from './callback.ts'
import type { CallbackChannel } from './callback-address.ts'
import type { GuardedCalls } from './guarded-call.ts'
import type { SendResult } from './send-result.ts'

export const CHANNEL_TYPES = ['email', 'push', 'sms'] as const
export type ChannelType = (typeof CHANNEL_TYPES)[number]

/** A device has a token, on web push a subscription instead. */
export interface Device {
  id: number
  /** `fcm`, `apns`, `web_push` or `expo`. */
  platform: string
  token: string | null
  subscription: unknown
}

/** Settings of a channel, with their secrets, as they were validated when saved. */
export type ChannelSettings = Record<string, unknown>

export interface SendInput {
  /**
   * `number`: of this send among those of the delivery, from 1. `messageId`: of the API's message; null: a test of the
   * channel, which is of no delivery.
   */
  delivery: { bucket: number; accountId: number; id: number; number: number; messageId: number | null }
  channel: { id: number; name: string; type: ChannelType }
  settings: ChannelSettings
  /**
   * Whoever calls has made sure that there is an address for the channel's type; the devices are those of the
   * provider's platforms.
   */
  to: { email: string | null; phone: string | null; devices: readonly Device[] }
  subject: string
  body: string
  bodyFormat: 'html' | 'text'
  /** The same for every send of the delivery (see `messageIdOf`): by it a provider or mailbox knows a repetition. */
  messageId: string
  /** Ends the call; the result is then `transient`. The time limit of a send is the caller's, in this signal. */
  signal: AbortSignal
}

export type { SendResult }

export interface Provider {
  /** Never throws for what the provider, the network or the database answer; a throw is a bug. */
  send(input: SendInput): Promise<SendResult>
  /** Closes connections kept open; sends under way may finish. */
  close(): Promise<void>
}

/** What providers are made of. */
export interface ProviderDependencies {
  pool: Pool
  clock: Clock
  log: Logger
  config: Pick<Config, 'batchWaitMs' | 'providerUrls'>
  /** Where the provider of a channel is to report. */
  callbackUrl(channel: CallbackChannel): string
  /** For addresses that users give: nothing else may connect to one. */
  guarded: GuardedCalls
}

export interface ProviderDefinition {
  /** As in a channel's `provider`. */
  name: string
  /** For people. */
  title: string
  channelTypes: readonly ChannelType[]
  /** The platforms of the devices that it reaches; absent: all of them. */
  platforms?: readonly string[]
  /** The fields of a channel's `settings`: validates them, and builds the form that asks for them. */
  settings: TObject
  /** What no schema can say: field to sentences, empty if all is well. */
  checkSettings(settings: ChannelSettings): FieldErrors
  /** Whether what the settings name may be connected to, as far as their text tells; absent: they name no address. */
  checkAddresses?(settings: ChannelSettings, policy: ReceiverPolicy): FieldErrors
  create(dependencies: ProviderDependencies): Provider
  /** The names by which `PROVIDER_URLS` may replace its base URLs; absent: it has none. */
  urlNames?: readonly string[]
  /** What it reports of messages later, by POSTs to the address of the channel; absent: nothing. */
  callbacks?: ProviderCallbacks
}
