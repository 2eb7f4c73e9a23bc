// Printed by `npm run generate` from docs/openapi.json; do not edit.
import { withAttributes } from '../message-fields.ts'
import type { WithAttributes } from '../message-fields.ts'
import { pages } from '../pages.ts'
import type { BodyOf, CallOptions, FieldsOf, QueryOf } from '../pages.ts'
import type { Request } from '../request.ts'

const messageResends = (request: Request) => ({
  /** Send many failed messages again */
  create: async (fields: BodyOf<'POST /api/v1/message_resends'>, options: CallOptions = {}) =>
    (await request('POST /api/v1/message_resends', { ...options, body: fields })).message_resend,
  /** Count the messages of a resend; nothing is sent */
  count: (fields: BodyOf<'POST /api/v1/message_resends/count'>) =>
    request('POST /api/v1/message_resends/count', { body: fields }),
  /** List the last 100 resends of messages, newest first */
  list: (query: QueryOf<'GET /api/v1/message_resends'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/message_resends', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.message_resends, next: page.next_cursor }
    }),
  /** Show the progress of a resend */
  get: async (id: number) => (await request('GET /api/v1/message_resends/{id}', { path: { id: id } })).message_resend,
  /** Cancel a resend; created messages are sent */
  cancel: async (id: number, options: CallOptions = {}) =>
    (await request('POST /api/v1/message_resends/{id}/cancel', { ...options, path: { id: id } })).message_resend,
})

const devicesByExternalId = (request: Request) => ({
  /** By external id: list the devices of a notification user */
  listByExternalId: async (externalUserId: string) =>
    (
      await request('GET /api/v1/notification_users/by_external_id/{external_user_id}/devices', {
        path: { external_user_id: externalUserId },
      })
    ).devices,
  /** By external id: register a device; returns 200 if it is already registered */
  createByExternalId: async (
    externalUserId: string,
    fields: FieldsOf<'POST /api/v1/notification_users/by_external_id/{external_user_id}/devices', 'device'>,
    options: CallOptions = {},
  ) =>
    (
      await request('POST /api/v1/notification_users/by_external_id/{external_user_id}/devices', {
        ...options,
        path: { external_user_id: externalUserId },
        body: { device: fields },
      })
    ).device,
  /** By external id: show a device */
  getByExternalId: async (externalUserId: string, deviceId: number) =>
    (
      await request('GET /api/v1/notification_users/by_external_id/{external_user_id}/devices/{device_id}', {
        path: { external_user_id: externalUserId, device_id: deviceId },
      })
    ).device,
  /** By external id: change a device */
  updateByExternalId: async (
    externalUserId: string,
    deviceId: number,
    fields: FieldsOf<
      'PATCH /api/v1/notification_users/by_external_id/{external_user_id}/devices/{device_id}',
      'device'
    >,
  ) =>
    (
      await request('PATCH /api/v1/notification_users/by_external_id/{external_user_id}/devices/{device_id}', {
        path: { external_user_id: externalUserId, device_id: deviceId },
        body: { device: fields },
      })
    ).device,
  /** By external id: remove a device */
  deleteByExternalId: async (externalUserId: string, deviceId: number): Promise<void> =>
    void (await request('DELETE /api/v1/notification_users/by_external_id/{external_user_id}/devices/{device_id}', {
      path: { external_user_id: externalUserId, device_id: deviceId },
    })),
})

const devices = (request: Request) => ({
  /** List the devices of a notification user */
  list: async (id: number) =>
    (await request('GET /api/v1/notification_users/{id}/devices', { path: { id: id } })).devices,
  /** Register a device; returns 200 if it is already registered */
  create: async (
    id: number,
    fields: FieldsOf<'POST /api/v1/notification_users/{id}/devices', 'device'>,
    options: CallOptions = {},
  ) =>
    (
      await request('POST /api/v1/notification_users/{id}/devices', {
        ...options,
        path: { id: id },
        body: { device: fields },
      })
    ).device,
  /** Show a device */
  get: async (id: number, deviceId: number) =>
    (
      await request('GET /api/v1/notification_users/{id}/devices/{device_id}', {
        path: { id: id, device_id: deviceId },
      })
    ).device,
  /** Change a device */
  update: async (
    id: number,
    deviceId: number,
    fields: FieldsOf<'PATCH /api/v1/notification_users/{id}/devices/{device_id}', 'device'>,
  ) =>
    (
      await request('PATCH /api/v1/notification_users/{id}/devices/{device_id}', {
        path: { id: id, device_id: deviceId },
        body: { device: fields },
      })
    ).device,
  /** Remove a device */
  delete: async (id: number, deviceId: number): Promise<void> =>
    void (await request('DELETE /api/v1/notification_users/{id}/devices/{device_id}', {
      path: { id: id, device_id: deviceId },
    })),
  ...devicesByExternalId(request),
})

const preferencesByExternalId = (request: Request) => ({
  /** By external id: show a notification user's preferences */
  getByExternalId: (externalUserId: string) =>
    request('GET /api/v1/notification_users/by_external_id/{external_user_id}/preferences', {
      path: { external_user_id: externalUserId },
    }),
  /** By external id: change a notification user's preferences; the choices that are not listed stay */
  updateByExternalId: (
    externalUserId: string,
    fields: BodyOf<'PUT /api/v1/notification_users/by_external_id/{external_user_id}/preferences'>,
  ) =>
    request('PUT /api/v1/notification_users/by_external_id/{external_user_id}/preferences', {
      path: { external_user_id: externalUserId },
      body: fields,
    }),
})

const preferences = (request: Request) => ({
  /** Show a notification user's preferences */
  get: (id: number) => request('GET /api/v1/notification_users/{id}/preferences', { path: { id: id } }),
  /** Change a notification user's preferences; the choices that are not listed stay */
  update: (id: number, fields: BodyOf<'PUT /api/v1/notification_users/{id}/preferences'>) =>
    request('PUT /api/v1/notification_users/{id}/preferences', { path: { id: id }, body: fields }),
  ...preferencesByExternalId(request),
})

const topics = (request: Request) => ({
  /** List the topics, newest first */
  list: (query: QueryOf<'GET /api/v1/topics'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/topics', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.topics, next: page.next_cursor }
    }),
  /** Create a topic */
  create: async (fields: FieldsOf<'POST /api/v1/topics', 'topic'>, options: CallOptions = {}) =>
    (await request('POST /api/v1/topics', { ...options, body: { topic: fields } })).topic,
  /** Show a topic */
  get: async (id: number) => (await request('GET /api/v1/topics/{id}', { path: { id: id } })).topic,
  /** Change a topic */
  update: async (id: number, fields: FieldsOf<'PATCH /api/v1/topics/{id}', 'topic'>) =>
    (await request('PATCH /api/v1/topics/{id}', { path: { id: id }, body: { topic: fields } })).topic,
  /** Delete a topic; templates must not have it */
  delete: async (id: number): Promise<void> => void (await request('DELETE /api/v1/topics/{id}', { path: { id: id } })),
})

const preferencePage = (request: Request) => ({
  /** Show the look of the pages for recipients */
  get: async () => (await request('GET /api/v1/preference_page', {})).preference_page,
  /** Change the look of the pages for recipients */
  update: async (fields: FieldsOf<'PATCH /api/v1/preference_page', 'preference_page'>) =>
    (await request('PATCH /api/v1/preference_page', { body: { preference_page: fields } })).preference_page,
})

const messageTemplates = (request: Request) => ({
  /** List the templates, newest first */
  list: (query: QueryOf<'GET /api/v1/message_templates'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/message_templates', {
        query: { ...query, cursor: cursor ?? query.cursor },
      })
      return { rows: page.message_templates, next: page.next_cursor }
    }),
  /** Create a template */
  create: async (fields: FieldsOf<'POST /api/v1/message_templates', 'message_template'>, options: CallOptions = {}) =>
    (await request('POST /api/v1/message_templates', { ...options, body: { message_template: fields } }))
      .message_template,
  /** Create or change the template of a name */
  upsert: async (name: string, fields: FieldsOf<'PUT /api/v1/message_templates/by_name/{name}', 'message_template'>) =>
    (
      await request('PUT /api/v1/message_templates/by_name/{name}', {
        path: { name: name },
        body: { message_template: fields },
      })
    ).message_template,
  /** Show a template */
  get: async (id: number) =>
    (await request('GET /api/v1/message_templates/{id}', { path: { id: id } })).message_template,
  /** Change a template; the lists of channels and locales are each replaced as a whole */
  update: async (id: number, fields: FieldsOf<'PATCH /api/v1/message_templates/{id}', 'message_template'>) =>
    (await request('PATCH /api/v1/message_templates/{id}', { path: { id: id }, body: { message_template: fields } }))
      .message_template,
  /** Delete a template. Its messages stay, and scheduled deliveries are still sent */
  delete: async (id: number): Promise<void> =>
    void (await request('DELETE /api/v1/message_templates/{id}', { path: { id: id } })),
  /** Render texts with sample values; nothing is stored */
  preview: async (fields: WithAttributes<FieldsOf<'POST /api/v1/message_templates/preview', 'preview'>>) =>
    (await request('POST /api/v1/message_templates/preview', { body: { preview: withAttributes(fields) } })).preview,
  /** List the versions of a template with their texts, newest first */
  versions: (id: number, query: QueryOf<'GET /api/v1/message_templates/{id}/versions'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/message_templates/{id}/versions', {
        path: { id: id },
        query: { ...query, cursor: cursor ?? query.cursor },
      })
      return { rows: page.versions, next: page.next_cursor }
    }),
  /** Show the draft of a template */
  getDraft: async (id: number) =>
    (await request('GET /api/v1/message_templates/{id}/draft', { path: { id: id } })).draft,
  /** Save a draft of a template, beside the version in use */
  saveDraft: async (id: number, fields: FieldsOf<'PUT /api/v1/message_templates/{id}/draft', 'draft'>) =>
    (await request('PUT /api/v1/message_templates/{id}/draft', { path: { id: id }, body: { draft: fields } })).draft,
  /** Discard the draft of a template */
  deleteDraft: async (id: number, query: QueryOf<'DELETE /api/v1/message_templates/{id}/draft'> = {}): Promise<void> =>
    void (await request('DELETE /api/v1/message_templates/{id}/draft', { path: { id: id }, query })),
})

const partials = (request: Request) => ({
  /** List the partials, newest first */
  list: (query: QueryOf<'GET /api/v1/partials'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/partials', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.partials, next: page.next_cursor }
    }),
  /** Create a partial */
  create: async (fields: FieldsOf<'POST /api/v1/partials', 'partial'>, options: CallOptions = {}) =>
    (await request('POST /api/v1/partials', { ...options, body: { partial: fields } })).partial,
  /** Show a partial */
  get: async (id: number) => (await request('GET /api/v1/partials/{id}', { path: { id: id } })).partial,
  /** Change the text of a partial for all templates that use it */
  update: async (id: number, fields: FieldsOf<'PATCH /api/v1/partials/{id}', 'partial'>) =>
    (await request('PATCH /api/v1/partials/{id}', { path: { id: id }, body: { partial: fields } })).partial,
  /** Delete a partial; no template or partial may use it */
  delete: async (id: number): Promise<void> =>
    void (await request('DELETE /api/v1/partials/{id}', { path: { id: id } })),
  /** List the versions of a partial with their texts, newest first */
  versions: (id: number, query: QueryOf<'GET /api/v1/partials/{id}/versions'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/partials/{id}/versions', {
        path: { id: id },
        query: { ...query, cursor: cursor ?? query.cursor },
      })
      return { rows: page.versions, next: page.next_cursor }
    }),
})

const notificationChannels = (request: Request) => ({
  /** List the channels, newest first */
  list: (query: QueryOf<'GET /api/v1/notification_channels'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/notification_channels', {
        query: { ...query, cursor: cursor ?? query.cursor },
      })
      return { rows: page.notification_channels, next: page.next_cursor }
    }),
  /** Create a channel */
  create: async (
    fields: FieldsOf<'POST /api/v1/notification_channels', 'notification_channel'>,
    options: CallOptions = {},
  ) =>
    (await request('POST /api/v1/notification_channels', { ...options, body: { notification_channel: fields } }))
      .notification_channel,
  /** Show a channel */
  get: async (id: number) =>
    (await request('GET /api/v1/notification_channels/{id}', { path: { id: id } })).notification_channel,
  /** Change a channel; absent settings stay as they are */
  update: async (id: number, fields: FieldsOf<'PATCH /api/v1/notification_channels/{id}', 'notification_channel'>) =>
    (
      await request('PATCH /api/v1/notification_channels/{id}', {
        path: { id: id },
        body: { notification_channel: fields },
      })
    ).notification_channel,
  /** Delete a channel: it is detached from every template, its scheduled deliveries are canceled */
  delete: async (id: number): Promise<void> =>
    void (await request('DELETE /api/v1/notification_channels/{id}', { path: { id: id } })),
  /** List the providers and their settings */
  providers: async () => (await request('GET /api/v1/providers', {})).providers,
  /** Send a test message at once and return the response of the provider */
  testSend: async (
    id: number,
    fields: BodyOf<'POST /api/v1/notification_channels/{id}/test_send'>,
    options: CallOptions = {},
  ) =>
    (await request('POST /api/v1/notification_channels/{id}/test_send', { ...options, path: { id: id }, body: fields }))
      .test_send,
  /** Test the settings of a channel before you save it */
  testConnection: async (
    fields: FieldsOf<'POST /api/v1/notification_channels/test_connection', 'notification_channel'>,
  ) =>
    (await request('POST /api/v1/notification_channels/test_connection', { body: { notification_channel: fields } }))
      .connection_test,
})

const suppressions = (request: Request) => ({
  /** List the suppressed addresses, newest first */
  list: (query: QueryOf<'GET /api/v1/suppressions'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/suppressions', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.suppressions, next: page.next_cursor }
    }),
  /** Suppress an address: nothing more is sent to it */
  create: async (fields: FieldsOf<'POST /api/v1/suppressions', 'suppression'>, options: CallOptions = {}) =>
    (await request('POST /api/v1/suppressions', { ...options, body: { suppression: fields } })).suppression,
  /** Remove a suppression: messages can be sent to the address again */
  delete: async (id: number): Promise<void> =>
    void (await request('DELETE /api/v1/suppressions/{id}', { path: { id: id } })),
})

const sandboxMessages = (request: Request) => ({
  /** List the sandbox messages, newest first */
  list: (query: QueryOf<'GET /api/v1/sandbox_messages'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/sandbox_messages', {
        query: { ...query, cursor: cursor ?? query.cursor },
      })
      return { rows: page.sandbox_messages, next: page.next_cursor }
    }),
  /** Show the sandbox message of a delivery */
  get: async (id: number) => (await request('GET /api/v1/sandbox_messages/{id}', { path: { id: id } })).sandbox_message,
  /** Report a result, as the callback of a provider would */
  report: async (
    id: number,
    fields: FieldsOf<'POST /api/v1/sandbox_messages/{id}/report', 'sandbox_report'>,
    options: CallOptions = {},
  ) =>
    (
      await request('POST /api/v1/sandbox_messages/{id}/report', {
        ...options,
        path: { id: id },
        body: { sandbox_report: fields },
      })
    ).sandbox_report,
})

const webhookTestRequests = (request: Request) => ({
  /** List the 100 newest requests that the test receiver got in the last 24 hours, newest first */
  list: (query: QueryOf<'GET /api/v1/webhook_test_requests'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/webhook_test_requests', {
        query: { ...query, cursor: cursor ?? query.cursor },
      })
      return { rows: page.webhook_test_requests, next: page.next_cursor }
    }),
})

const recipientSigningKeys = (request: Request) => ({
  /** List the keys that sign recipient tokens, newest first */
  list: (query: QueryOf<'GET /api/v1/recipient_signing_keys'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/recipient_signing_keys', {
        query: { ...query, cursor: cursor ?? query.cursor },
      })
      return { rows: page.recipient_signing_keys, next: page.next_cursor }
    }),
  /** Create a key that signs recipient tokens; its secret is shown only once */
  create: async (
    fields: FieldsOf<'POST /api/v1/recipient_signing_keys', 'recipient_signing_key'>,
    options: CallOptions = {},
  ) =>
    (await request('POST /api/v1/recipient_signing_keys', { ...options, body: { recipient_signing_key: fields } }))
      .recipient_signing_key,
  /** Delete a key that signs recipient tokens; its tokens are refused from then on */
  delete: async (id: number): Promise<void> =>
    void (await request('DELETE /api/v1/recipient_signing_keys/{id}', { path: { id: id } })),
})

const apiKeys = (request: Request) => ({
  /** List the API keys, newest first */
  list: (query: QueryOf<'GET /api/v1/api_keys'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/api_keys', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.api_keys, next: page.next_cursor }
    }),
  /** Create an API key; it is shown only once */
  create: async (fields: FieldsOf<'POST /api/v1/api_keys', 'api_key'>, options: CallOptions = {}) =>
    (await request('POST /api/v1/api_keys', { ...options, body: { api_key: fields } })).api_key,
  /** Show the API key of this request: its role and its account */
  own: async () => (await request('GET /api/v1/api_key', {})).api_key,
  /** Revoke an API key, at once */
  revoke: async (id: number): Promise<void> =>
    void (await request('DELETE /api/v1/api_keys/{id}', { path: { id: id } })),
})

const account = (request: Request) => ({
  /** Show the account, its limits and its deliveries of this month */
  get: async () => (await request('GET /api/v1/account', {})).account,
  /** Change the name, the origins of the pages that show the inbox, or the template of mails by SMTP */
  update: async (fields: FieldsOf<'PATCH /api/v1/account', 'account'>) =>
    (await request('PATCH /api/v1/account', { body: { account: fields } })).account,
  /** List the audit log, newest first */
  auditLog: (query: QueryOf<'GET /api/v1/audit_log'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/audit_log', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.audit_log, next: page.next_cursor }
    }),
  /** List the service's own mails to the account's owners, newest first */
  mails: (query: QueryOf<'GET /api/v1/mails'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/mails', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.mails, next: page.next_cursor }
    }),
})

const requests = (request: Request) => ({
  /** List the changes and refused requests of the last 7 days, newest first */
  list: (query: QueryOf<'GET /api/v1/requests'> = {}) =>
    pages(async (cursor) => {
      const page = await request('GET /api/v1/requests', { query: { ...query, cursor: cursor ?? query.cursor } })
      return { rows: page.requests, next: page.next_cursor }
    }),
})

export const createResources = (request: Request) => ({
  messageResends: messageResends(request),
  devices: devices(request),
  preferences: preferences(request),
  topics: topics(request),
  preferencePage: preferencePage(request),
  messageTemplates: messageTemplates(request),
  partials: partials(request),
  notificationChannels: notificationChannels(request),
  suppressions: suppressions(request),
  sandboxMessages: sandboxMessages(request),
  webhookTestRequests: webhookTestRequests(request),
  recipientSigningKeys: recipientSigningKeys(request),
  apiKeys: apiKeys(request),
  account: account(request),
  requests: requests(request),
})
