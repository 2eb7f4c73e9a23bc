/**
 * The types of columns that the database does not know: of JSON, and of texts with words but without a check. By table and
 * column: the type, and the file of `server/src` that exports it.
 */
export const COLUMN_TYPES: Readonly<Record<string, readonly [type: string, file?: string]>> = {
  'audit_log.details': ['Record<string, unknown>'],
  'channels.settings': ['ChannelSettings', 'core/providers/provider.ts'],
  'devices.subscription': ['Record<string, unknown>'],
  'mails.details': ['Record<string, unknown>'],
  'message_resends.filters': ['ResendFilters', 'features/send-again/queries.ts'],
  'partial_versions.locales': ['PartialLocale[]', 'core/rendering/partials.ts'],
  'recipients.attributes': ['Record<string, unknown>'],
  'recipients.preferences': ['readonly StoredChoice[]', 'core/recipients/preferences/preferences.ts'],
  'replays.states': ['EventState[]', 'core/events/state.ts'],
  'requests.errors': ['FieldErrors', 'platform/errors.ts'],
  'requests.made': ['Record<string, unknown>'],
  'template_versions.channels': ['AttachedChannel[]', 'core/rendering/texts.ts'],
  'topics.locales': ['TopicLocale[]', 'core/recipients/topic.ts'],
  'webhook_test_requests.headers': ['[name: string, value: string][]'],
}
