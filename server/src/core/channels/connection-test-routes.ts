import Type from 'typebox'
import type { Context } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { readBody, rootBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { Nullable } from '../../platform/http/schemas.ts'
import type { TestLimit } from '../../platform/admission/test-limit.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'
import type { Providers } from '../providers/registry.ts'
import { ChannelInput, checkSettings } from './channel.ts'

export interface ConnectionTestDependencies extends Pick<Context, 'clock' | 'config'> {
  providers: Pick<Providers, 'check'>
  /** The addresses that settings may name. */
  providerPolicy: ReceiverPolicy
  /** The tests of an account, of all kinds together. */
  limitOfAccount: TestLimit
}

const testBody = rootBody('notification_channel', ChannelInput)

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
        body: testBody.document,
        response: { 200: Type.Object({ connection_test: ConnectionTest }) },
      },
    },
    async (request) => {
      const { channel_type: type, provider: name, settings: given } = readBody(request, testBody)
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
