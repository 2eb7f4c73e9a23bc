import Type from 'typebox'
import type { App } from '../../platform/http/route.ts'
import { Choice, OpenObject } from '../../platform/http/schemas.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import { PROVIDERS } from '../providers/registry.ts'

const ProviderOutput = Type.Object({
  name: Type.String({ description: 'The name for the field `provider` of a channel', examples: ['smtp'] }),
  title: Type.String({ examples: ['SMTP'] }),
  channel_types: Type.Array(Choice(CHANNEL_TYPES)),
  platforms: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The platforms of its devices. null if it has no platforms, or sends to all',
  }),
  has_callbacks: Type.Boolean({
    description: 'true if the provider reports deliveries and bounces to the `callback_url` of a channel',
  }),
  settings: {
    ...OpenObject,
    description: 'The JSON Schema of the settings of a channel. A setting with `secret: true` is never shown again',
    examples: [{ type: 'object', required: ['host'], properties: { host: { type: 'string' } } }],
  },
})

/** Lists the providers. All accounts have the same ones. */
export function providerRoutes(app: App): void {
  const providers = PROVIDERS.map(({ name, title, channelTypes, platforms, callbacks, settings }) => ({
    name,
    title,
    channel_types: [...channelTypes],
    platforms: platforms === undefined ? null : [...platforms],
    has_callbacks: callbacks !== undefined,
    settings: JSON.parse(JSON.stringify(settings)) as Record<string, unknown>,
  }))
  app.get(
    '/api/v1/providers',
    {
      schema: {
        tags: ['Notification channels'],
        summary: 'List the providers and their settings',
        response: { 200: Type.Object({ providers: Type.Array(ProviderOutput) }) },
      },
    },
    () => ({ providers }),
  )
}
