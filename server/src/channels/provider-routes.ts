import Type from 'typebox'
import type { App } from '../http/route.ts'
import { Choice, OpenObject } from '../http/schemas.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import { PROVIDERS } from '../providers/registry.ts'

const ProviderOutput = Type.Object({
  name: Type.String({ description: 'As in `provider` of a channel', examples: ['smtp'] }),
  title: Type.String({ examples: ['SMTP'] }),
  channel_types: Type.Array(Choice(CHANNEL_TYPES)),
  platforms: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string' },
    description: 'The platforms of the devices that it reaches; null: there are none, or it reaches all',
  }),
  has_callbacks: Type.Boolean({ description: 'It reports deliveries and bounces to the `callback_url` of a channel' }),
  settings: {
    ...OpenObject,
    description: 'The JSON Schema of the settings of its channels; `secret: true` marks what is never shown again',
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
        summary: 'List the providers, with the settings that each asks for',
        response: { 200: Type.Object({ providers: Type.Array(ProviderOutput) }) },
      },
    },
    () => ({ providers }),
  )
}
