/** Named schemas of the OpenAPI document, and rules that the routes check beside their schemas. */
import { CHANNEL_TYPES } from '../../core/providers/provider.ts'
import { providersFor } from '../../core/providers/registry.ts'
import type { SchemaRules } from '../../platform/http/openapi/document.ts'

/**
 * The place of each schema: the operation, then `body`, `query` or the response's status, then fields. `*` stands for the items of a list.
 */
export const SCHEMAS: Readonly<Record<string, string>> = {
  Message: 'createMessage 201 message',
  MessageAttribute: 'getMessage 200 message message_attributes *',
  MessageDelivery: 'getMessage 200 message deliveries *',
  SkippedChannel: 'getMessage 200 message skipped_channels *',
  MessageInput: 'createMessage body message',
  MessageAttributeInput: 'createMessage body message message_attributes_attributes *',
  MessageSchedule: 'rescheduleMessage body message',
  MessagePreview: 'previewMessage 200 preview',
  MessageSentAgain: 'sendMessageAgain body',
  DeliveryExplanation: 'explainDelivery 200 explanation',
  BatchResult: 'createMessages 200 results *',
  RenderedMessage: 'renderMessage 200',
  Delivery: 'getDelivery 200',
  DeliveryChannel: 'getDelivery 200 notification_channel',
  DeliveryStatus: 'getDelivery 200 status',
  ChannelType: 'getDelivery 200 notification_channel channel_type',
  ListedMessage: 'listMessages 200 messages *',
  ListedDelivery: 'listDeliveries 200 deliveries *',
  ExpandedMessage: 'listDeliveries 200 deliveries * message',
  TimelineEntry: 'getDeliveryTimeline 200 timeline *',
  NotificationUser: 'getNotificationUser 200 notification_user',
  NotificationUserInput: 'createNotificationUser body notification_user',
  Erasure: 'deleteNotificationUser 200 erasure',
  NotificationUserExport: 'exportNotificationUser 200',
  Device: 'getDevice 200 device',
  DeviceInput: 'createDevice body device',
  DevicePlatform: 'getDevice 200 device platform',
  RecipientPreferences: 'getPreferences 200',
  Preference: 'getPreferences 200 preferences *',
  QuietHours: 'getPreferences 200 quiet_hours',
  PreferencesInput: 'updatePreferences body',
  PreferenceInput: 'updatePreferences body preferences *',
  InboxMessage: 'updateInboxMessage 200 inbox_message',
  InboxMessageChange: 'updateInboxMessage body',
  InboxChange: 'updateAllInboxMessages body',
  InboxCounts: 'countInboxMessages 200 counts',
  RecipientToken: 'createRecipientToken 201 recipient_token',
  RecipientTokenInput: 'createRecipientToken body',
  RecipientSigningKey: 'listRecipientSigningKeys 200 recipient_signing_keys *',
  RecipientSigningKeyWithSecret: 'createRecipientSigningKey 201 recipient_signing_key',
  RecipientSigningKeyInput: 'createRecipientSigningKey body recipient_signing_key',
  Topic: 'getTopic 200 topic',
  TopicLocale: 'getTopic 200 topic locales *',
  TopicLocaleInput: 'createTopic body topic locales *',
  TopicInput: 'createTopic body topic',
  TopicPatch: 'updateTopic body topic',
  PreferencePage: 'getPreferencePage 200 preference_page',
  PreferencePagePatch: 'updatePreferencePage body preference_page',
  NotificationChannel: 'getNotificationChannel 200 notification_channel',
  NotificationChannelInput: 'createNotificationChannel body notification_channel',
  NotificationChannelPatch: 'updateNotificationChannel body notification_channel',
  Provider: 'listProviders 200 providers *',
  TestSendInput: 'testSend body',
  TestSend: 'testSend 200 test_send',
  ConnectionTest: 'testConnection 200 connection_test',
  MessageTemplate: 'getMessageTemplate 200 message_template',
  MessageTemplateInput: 'createMessageTemplate body message_template',
  MessageTemplatePatch: 'updateMessageTemplate body message_template',
  TemplateLocale: 'getMessageTemplate 200 message_template locales *',
  TemplateLocaleInput: 'createMessageTemplate body message_template locales *',
  MessageTemplateDraft: 'getTemplateDraft 200 draft',
  MessageTemplateDraftInput: 'saveTemplateDraft body draft',
  MessageTemplateVersion: 'listTemplateVersions 200 versions *',
  TemplatePreview: 'previewMessageTemplate 200 preview',
  TemplatePreviewInput: 'previewMessageTemplate body preview',
  TemplatePartial: 'getPartial 200 partial',
  TemplatePartialLocale: 'getPartial 200 partial locales *',
  TemplatePartialLocaleInput: 'createPartial body partial locales *',
  TemplatePartialInput: 'createPartial body partial',
  TemplatePartialPatch: 'updatePartial body partial',
  TemplatePartialVersion: 'listPartialVersions 200 versions *',
  Suppression: 'listSuppressions 200 suppressions *',
  SuppressionInput: 'createSuppression body suppression',
  SandboxReport: 'reportSandboxMessage body sandbox_report',
  SandboxMessage: 'getSandboxMessage 200 sandbox_message',
  WebhookEndpoint: 'getWebhookEndpoint 200 webhook_endpoint',
  WebhookEndpointWithSecret: 'createWebhookEndpoint 201 webhook_endpoint',
  WebhookEndpointInput: 'createWebhookEndpoint body webhook_endpoint',
  WebhookEndpointPatch: 'updateWebhookEndpoint body webhook_endpoint',
  WebhookEndpointRequest: 'createWebhookEndpoint body',
  WebhookEndpointChange: 'updateWebhookEndpoint body',
  WebhookSecretRotation: 'rotateWebhookSecret body',
  ReplayRequest: 'startReplay body',
  MessageResend: 'getMessageResend 200 message_resend',
  MessageResendRequest: 'startMessageResend body',
  MessageResendInput: 'startMessageResend body message_resend',
  WebhookConnectionTest: 'testWebhookConnection 200 connection_test',
  WebhookAttempt: 'listWebhookAttempts 200 attempts *',
  WebhookStats: 'getWebhookStats 200 stats',
  WebhookHealth: 'getWebhookHealth 200 health',
  WebhookTestRequest: 'listWebhookTestRequests 200 webhook_test_requests *',
  Replay: 'getReplay 200 replay',
  ReplayInput: 'startReplay body webhook_endpoint',
  ListedWebhookEvent: 'listWebhookEvents 200 webhook_events *',
  NewestWebhookEvent: 'listNewestWebhookEvents 200 webhook_events *',
  WebhookEventWithAttempts: 'getWebhookEvent 200 webhook_event',
  WebhookEventAttempt: 'getWebhookEvent 200 webhook_event attempts *',
  EventType: 'startReplay body types *',
  EventState: 'listWebhookEvents 200 webhook_events * state',
  DeliveryCounts: 'countDeliveries 200 totals counts',
  DeliveryRates: 'countDeliveries 200 totals rates',
  DeliveryTotals: 'countDeliveries 200 totals',
  DeliveryCountGroup: 'countDeliveries 200 groups *',
  EventCount: 'countEvents 200 event_counts *',
  Account: 'getAccount 200 account',
  AccountPatch: 'updateAccount body account',
  AuditEntry: 'listAuditEntries 200 audit_log *',
  AuditObject: 'listAuditEntries query object',
  LoggedRequest: 'listRequests 200 requests *',
  Mail: 'listMails 200 mails *',
  ApiKey: 'listApiKeys 200 api_keys *',
  ApiKeyWithKey: 'createApiKey 201 api_key',
  ApiKeyInput: 'createApiKey body api_key',
  Member: 'getMember 200 member',
  MemberPatch: 'updateMember body member',
  MemberInput: 'createMember body member',
  Session: 'getSession 200 session',
  SignIn: 'signIn body session',
  PasswordChange: 'changePassword body password',
  PasswordConfirmation: 'deleteNotificationUser body',
  GivenPassword: 'confirmPassword body',
  AccountSwitch: 'switchAccount body',
  InvitationToken: 'showInvitation body invitation',
  InvitationAcceptance: 'acceptInvitation body invitation',
  ListedSession: 'listSessions 200 sessions *',
  Health: 'checkReady 200',
}

const REFERENCE = '#/components/schemas/'
const given = (field: string, ...type: string[]) => ({ required: [field], properties: { [field]: { type } } })

/** `not` instead of `anyOf`, so that generated clients keep one plain type. */
const MESSAGE_KEYWORDS = {
  not: {
    anyOf: [
      { not: { anyOf: [given('external_user_id', 'string'), given('notification_user_id', 'integer')] } },
      { not: { anyOf: [given('message_template_name', 'string'), given('message_template_id', 'integer')] } },
      { ...given('notification_user', 'object'), not: given('external_user_id', 'string') },
    ],
  },
}

/** Forbids a channel type that the provider does not support. */
const CHANNEL_KEYWORDS = {
  not: {
    anyOf: CHANNEL_TYPES.map((type) => ({
      required: ['channel_type', 'provider'],
      properties: { channel_type: { const: type }, provider: { not: { enum: providersFor(type) } } },
    })),
  },
}

/** Accepts every URL that the text rules accept at first sight. The description has the other rules. */
const URL_PATTERN = '^\\s*[Hh][Tt][Tt][Pp][Ss]://[!-\\[\\]-~]+\\s*$'

export const RULES: Readonly<Record<string, SchemaRules>> = {
  MessageInput: {
    keywords: MESSAGE_KEYWORDS,
    properties: {
      send_at: {
        description: 'At most 366 days ahead. If it is absent, null or in the past, the message is sent at once',
      },
      notification_user: {
        $ref: `${REFERENCE}NotificationUserInput`,
        description: 'Creates or updates the recipient with this external_user_id, in the same transaction',
      },
      message_attributes_attributes: {
        description: 'The values for the texts of the template: the name `order.id` is the field `id` of `order`',
      },
    },
  },
  MessageAttributeInput: { properties: { value: { description: 'Any JSON, at most 10 KB' } } },
  NotificationUserInput: {
    properties: {
      phone: {
        description:
          'An international number, stored in the form of E.164. It begins with + and a country code, and has a length that ' +
          'the country has. Separators and a zero in brackets, as in +44 (0)20 7183 8750, are dropped',
      },
      locale: { pattern: '^\\s*$|^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$' },
      time_zone: { description: 'A time zone of the IANA database' },
      attributes: { description: 'At most 10 KB of JSON, nested at most 20 levels deep' },
    },
  },
  NotificationChannelInput: { keywords: CHANNEL_KEYWORDS },
  WebhookEndpointInput: { properties: { url: { pattern: URL_PATTERN } } },
  WebhookEndpointPatch: { properties: { url: { pattern: URL_PATTERN } } },
}
