/** Tests of a channel: whether its provider takes the settings, and a real send to an address. */
import Type from 'typebox'
import type { Context } from '../../platform/context.ts'
import { invalid, ApiError } from '../../platform/errors.ts'
import { rootBody, plainBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { Nullable, Choice, IdParams, RequiredText } from '../../platform/http/schemas.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { createTestLimit } from '../../platform/admission/test-limit.ts'
import type { TestLimit } from '../../platform/admission/test-limit.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import { findProvider } from '../providers/registry.ts'
import type { Providers } from '../providers/registry.ts'
import { ChannelInput, checkSettings } from './channel.ts'
import type { ChannelRow } from './queries.ts'
import { readSettings } from './secrets.ts'
import { recordAudit } from '../accounts/audit.ts'
import { MESSAGE_IDS, takeIds } from '../../platform/db/id-blocks.ts'
import { friendlySentence } from '../providers/causes.ts'
import { messageIdOf } from '../providers/message-id.ts'
import type { SendInput } from '../providers/provider.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { findChannel } from './queries.ts'

export interface ConnectionTestDependencies extends Pick<Context, 'clock' | 'config'> {
  providers: Pick<Providers, 'check'>
  /** The addresses that settings may name. */
  providerPolicy: ReceiverPolicy
  /** The tests of an account, of all kinds together. */
  limitOfAccount: TestLimit
}

const connectionBody = rootBody('notification_channel', ChannelInput)

const ConnectionTest = Type.Object({
  ok: Type.Boolean({ description: 'The provider accepts the settings' }),
  cause: Nullable(Type.String({ description: 'A word for programs, and the text of the provider if it sent one' })),
  sentence: Nullable(Type.String({ description: 'The cause and the next step' })),
  field: Nullable(Type.String({ description: 'The setting that helps most likely', examples: ['password'] })),
  duration_ms: Type.Integer(),
})

/** Tests settings before they are saved. It connects to the provider, and sends and stores nothing. */
export function connectionTestRoutes(app: App, dependencies: ConnectionTestDependencies): void {
  const { clock, config, providers, providerPolicy: policy, limitOfAccount } = dependencies

  app.post(
    '/api/v1/notification_channels/test_connection',
    {
      config: { idempotencyKey: 'ignored' },
      schema: {
        tags: ['Notification channels'],
        summary: 'Test the settings of a channel before you save it',
        description:
          'The body is the same as for a new channel. The service connects to the provider and checks the credentials by the cheapest call. It sends no message and stores nothing. The limit is 30 per minute for an account, together with test messages.',
        body: connectionBody.document,
        response: { 200: Type.Object({ connection_test: ConnectionTest }) },
      },
    },
    async (request) => {
      const { channel_type: type, provider: name, settings: given } = readBody(request, connectionBody)
      const checked = checkSettings(type, name, { existing: {}, given: given ?? {}, policy })
      if (!checked.ok) throw invalid(checked.errors)
      limitOfAccount.take(request.caller.accountId)
      const startedAt = clock.monotonic()
      const signal = AbortSignal.timeout(config.sendTimeoutMs)
      const result = await providers.check(checked.provider.name, { settings: checked.settings, signal })
      const { ok, cause, sentence, field } = { cause: null, sentence: null, field: null, ...result }
      const duration_ms = Math.round(clock.monotonic() - startedAt)
      return { connection_test: { ok, cause, sentence, field, duration_ms } }
    },
  )
}

export interface TestSendDependencies extends Pick<Context, 'clock' | 'config'> {
  cipher: SecretsCipher
  /** The server with the bucket's rows. */
  serverOf(bucket: number): { providers: Pick<Providers, 'send'> }
  /** The tests of an account, of all kinds together. */
  limitOfAccount: TestLimit
}

const ADDRESS_CHARACTERS_MAX = 4_096
const SUBJECT = 'Test message'
const BODY = 'This is a test message. The channel works.'

const testBody = plainBody(
  Type.Object({
    to: RequiredText(ADDRESS_CHARACTERS_MAX, {
      description:
        'An email address, a phone number or a device token, depending on the channel. For web push: a subscription as JSON. A channel of type in_app needs none: give any text',
      examples: ['ada@example.com'],
    }),
  }),
)

const TestSend = Type.Object({
  result: Choice(['accepted', 'rate_limited', 'transient', 'permanent']),
  provider_message_id: Nullable(Type.String()),
  cause: Nullable(Type.String()),
  friendly_error_message: Nullable(Type.String()),
  duration_ms: Type.Integer(),
})

/** The address of a test. Throws 422 if `to` is not valid for the channel. */
function addressOf(row: ChannelRow, to: string): SendInput['to'] {
  const nobody = { email: null, phone: null, devices: [] }
  if (row.channelType === 'email') return { ...nobody, email: to }
  if (row.channelType === 'sms') return { ...nobody, phone: to }
  if (row.channelType === 'in_app') return nobody
  const [platform = 'fcm'] = findProvider(row.provider)?.platforms ?? []
  if (platform !== 'web_push') return { ...nobody, devices: [{ id: 0, platform, token: to, subscription: null }] }
  const subscription = parseSubscription(to)
  if (subscription === null) throw invalid({ to: ['must be the subscription object of the browser'] })
  return { ...nobody, devices: [{ id: 0, platform, token: null, subscription }] }
}

function parseSubscription(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Sends a real message through the channel's provider, and returns the provider's result. */
export function testSendRoutes(app: App, dependencies: TestSendDependencies): void {
  const { clock, config, cipher, serverOf, limitOfAccount } = dependencies
  const limit = createTestLimit(LIMITS.testsOfObject.max, 'A channel', { config, clock })

  app.post(
    '/api/v1/notification_channels/:id/test_send',
    {
      config: { namesAnyone: true },
      schema: {
        tags: ['Notification channels'],
        summary: 'Send a test message at once and return the response of the provider',
        description:
          'A test message creates no delivery and no events. The channel may be inactive. The limit is 6 per minute for a channel and 30 for an account.',
        params: IdParams,
        body: testBody.document,
        response: { 200: Type.Object({ test_send: TestSend }) },
      },
    },
    async ({ pool, write, caller, ip, params, headers, body }) => {
      const { bucket, accountId } = caller
      const [row] = await findChannel(pool, bucket, accountId, params.id)
      if (row === undefined) throw new ApiError('not_found')
      const to = addressOf(row, readBody({ headers, body }, testBody).to)
      limit.take(`${accountId}/${row.id}`)
      limitOfAccount.take(accountId)
      // A test is not a delivery. It takes a delivery's id, because the provider may store it, so no later delivery may
      // have it.
      const deliveryId = Number((await takeIds(pool, MESSAGE_IDS, 1))[0]!.ids)
      const { id, name, channelType: type, provider } = row
      const startedAt = clock.monotonic()
      const result = await serverOf(bucket).providers.send(provider, {
        delivery: { bucket, accountId, id: deliveryId, number: 1, messageId: null },
        channel: { id, name, type },
        settings: readSettings(cipher, accountId, id, row),
        to,
        ...{ recipientId: 0, topicId: null, url: null },
        subject: SUBJECT,
        body: BODY,
        bodyFormat: 'text',
        messageId: messageIdOf({ accountId, id: deliveryId, createdAt: clock.now() }),
        unsubscribeUrl: null,
        content: {},
        attachments: [],
        signal: AbortSignal.timeout(config.sendTimeoutMs),
      })
      const about = { target: `notification_channel:${id}`, details: { name, result: result.result } }
      const tested = {
        ...caller,
        action: 'notification_channel.tested',
        at: clock.now(),
        origin: ip,
        ...about,
      } as const
      await write((tx) => recordAudit(tx, [tested]))
      const cause = result.result === 'accepted' ? null : result.cause
      return {
        test_send: {
          result: result.result,
          provider_message_id: result.result === 'accepted' ? result.providerMessageId : null,
          cause,
          friendly_error_message: cause === null ? null : friendlySentence(cause),
          duration_ms: Math.round(clock.monotonic() - startedAt),
        },
      }
    },
  )
}
