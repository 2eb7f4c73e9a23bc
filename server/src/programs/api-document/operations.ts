/** Operation ids for generated clients, with a description if the route has none. */
import type { OperationText } from '../../platform/http/openapi/document.ts'

/** The operations of templates, like `OPERATIONS`. */
const TEMPLATE_OPERATIONS: Readonly<Record<string, OperationText>> = {
  'GET /api/v1/message_templates': ['listMessageTemplates', 'Each template is listed with its channels.'],
  'POST /api/v1/message_templates': [
    'createMessageTemplate',
    'A template has texts in Liquid, and the channels for its messages.',
  ],
  'GET /api/v1/message_templates/{id}': [
    'getMessageTemplate',
    'Returns the texts of the newest version, and the channels.',
  ],
  'DELETE /api/v1/message_templates/{id}': ['deleteMessageTemplate', 'You can use its name again.'],
  'PATCH /api/v1/message_templates/{id}': [
    'updateMessageTemplate',
    'Absent fields stay as they are. A changed text creates a new version.',
  ],
  'PUT /api/v1/message_templates/by_name/{name}': [
    'upsertMessageTemplate',
    'Returns 201 if it created the template, 200 if it changed it. A new template needs a body. Absent fields stay as they are.',
  ],
  'GET /api/v1/message_templates/{id}/versions': ['listTemplateVersions'],
  'GET /api/v1/message_templates/{id}/draft': [
    'getTemplateDraft',
    'The members of the account share the draft of a template. Messages never use it.',
  ],
  'PUT /api/v1/message_templates/{id}/draft': [
    'saveTemplateDraft',
    'The draft has all fields of the template. Its texts may have mistakes. To put it in use, send its fields with ' +
      '`PATCH /api/v1/message_templates/{id}` and its revision as `draft_revision`.',
  ],
  'DELETE /api/v1/message_templates/{id}/draft': ['deleteTemplateDraft', 'The version in use stays as it is.'],
  'POST /api/v1/message_templates/preview': ['previewMessageTemplate'],
  'GET /api/v1/partials': [
    'listPartials',
    "A partial is a Liquid text with a name. Templates use it with `{% render 'name' %}` or `{% layout 'name' %}`.",
  ],
  'POST /api/v1/partials': ['createPartial', 'Then templates and other partials can use its name.'],
  'GET /api/v1/partials/{id}': ['getPartial', 'Returns the text of the newest version, and the templates that use it.'],
  'PATCH /api/v1/partials/{id}': [
    'updatePartial',
    'The text creates a new version. Messages that are created from now on use it. The name never changes.',
  ],
  'DELETE /api/v1/partials/{id}': ['deletePartial', 'You can use its name again.'],
  'GET /api/v1/partials/{id}/versions': ['listPartialVersions', 'To restore a version, send its text with PATCH.'],
}

/** The operations of the inbox, like `OPERATIONS`. */
const INBOX_OPERATIONS: Readonly<Record<string, OperationText>> = {
  'PATCH /api/v1/account': ['updateAccount', 'Pages of these origins may read the inboxes of your recipients.'],
  'GET /api/v1/recipient_signing_keys': [
    'listRecipientSigningKeys',
    'Each key signs tokens of recipients. Without a key, the service makes one for the first token.',
  ],
  'POST /api/v1/recipient_signing_keys': [
    'createRecipientSigningKey',
    'With the secret, your own server can sign tokens of recipients.',
  ],
  'DELETE /api/v1/recipient_signing_keys/{id}': [
    'deleteRecipientSigningKey',
    'To rotate a key, create a new one first. Open streams end within 5 minutes.',
  ],
  'POST /api/v1/notification_users/{id}/tokens': [
    'createRecipientToken',
    'Give the token to the app or page of this recipient. It reads this one inbox, and no other route takes it.',
  ],
  'GET /api/v1/inbox/messages': ['listInboxMessages'],
  'GET /api/v1/inbox/counts': ['countInboxMessages', 'Archived messages do not count.'],
  'PATCH /api/v1/inbox/messages/{message_id}': [
    'updateInboxMessage',
    'A seen message makes its delivery *opened*. Repeating it changes nothing.',
  ],
  'PATCH /api/v1/inbox/messages': ['updateAllInboxMessages'],
  'GET /api/v1/inbox/preferences': [
    'getInboxPreferences',
    'Shows each topic with each type of channel, and what the recipient chose.',
  ],
  'PUT /api/v1/inbox/preferences': ['updateInboxPreferences', 'A required topic cannot be disabled.'],
  'GET /api/v1/inbox/stream': ['streamInbox'],
}

/** By method and path, in the order of the rooms in `app.ts`. */
export const OPERATIONS: Readonly<Record<string, OperationText>> = {
  'GET /healthz': [
    'checkAlive',
    'Returns 200 while the process is running. It does not use the database: a supervisor restarts the process if it fails.',
  ],
  'GET /readyz': [
    'checkReady',
    'Returns 200 if the process can work: the database responds and is migrated, and the clocks of both agree.',
  ],
  'POST /api/v1/session': ['signIn', 'Starts a session in a browser. Programs use an API key instead.'],
  'GET /api/v1/session': [
    'getSession',
    'Returns the signed-in member, the account, and the CSRF token for requests with other methods than GET and HEAD.',
  ],
  'DELETE /api/v1/session': ['signOut', 'Ends the session of this request and clears its cookie.'],
  'POST /api/v1/invitations/show': ['showInvitation'],
  'POST /api/v1/invitations/accept': ['acceptInvitation'],
  'POST /api/v1/messages': ['createMessage'],
  'GET /api/v1/messages': ['listMessages'],
  'POST /api/v1/messages/batch': ['createMessages'],
  'POST /api/v1/messages/preview': ['previewMessage'],
  'GET /api/v1/messages/new_messages_for': ['listNewMessages'],
  'GET /api/v1/messages/{id}': [
    'getMessage',
    'Returns the message with its rendered texts and the status of each of its deliveries.',
  ],
  'PATCH /api/v1/messages/{id}': [
    'rescheduleMessage',
    'Works only while the message is scheduled. If the time is in the past, the message is sent at once.',
  ],
  'GET /api/v1/messages/{id}/render_message': [
    'renderMessage',
    'Returns the stored texts. A channel without its own text has the text of the message.',
  ],
  'POST /api/v1/messages/{id}/cancel': ['cancelMessage', 'Dispatched deliveries are not canceled.'],
  'POST /api/v1/messages/{id}/send_again': ['sendMessageAgain'],
  'POST /api/v1/message_resends': ['startMessageResend'],
  'POST /api/v1/message_resends/count': ['countMessageResend', 'The body is the same as for a resend.'],
  'GET /api/v1/message_resends': ['listMessageResends', 'Older resends are removed.'],
  'GET /api/v1/message_resends/{id}': [
    'getMessageResend',
    'Shows how many of its messages are sent again, or skipped.',
  ],
  'POST /api/v1/message_resends/{id}/cancel': ['cancelMessageResend', 'Works only until the resend has finished.'],
  'PATCH /api/v1/messages/{id}/mark_as_seen': [
    'markMessageAsSeen',
    'Use it for your own inbox: it sets `seen_at`. Repeating it changes nothing.',
  ],
  'PATCH /api/v1/messages/{id}/mark_as_delivered': [
    'markMessageAsDelivered',
    'Use it in an application after it received a push: it sets `delivered_at`. Repeating it changes nothing.',
  ],
  'GET /api/v1/deliveries/{id}': ['getDelivery'],
  'POST /api/v1/deliveries/{id}/retry': ['retryDelivery'],
  'GET /api/v1/deliveries/{id}/timeline': [
    'getDeliveryTimeline',
    'Shows the result of each send and each webhook attempt, with its time and its error.',
  ],
  'GET /api/v1/deliveries/{id}/explanation': ['explainDelivery'],
  'GET /api/v1/deliveries': ['listDeliveries'],
  'GET /api/v1/recent_failures': ['listRecentFailures'],
  'GET /api/v1/notification_users': [
    'listNotificationUsers',
    'Notification users are the recipients of messages. Deleted users are not listed.',
  ],
  'POST /api/v1/notification_users': [
    'createNotificationUser',
    'Creates a recipient of messages. To create or update it by your own id in one call, use the PUT request.',
  ],
  'GET /api/v1/notification_users/{id}': [
    'getNotificationUser',
    'Returns the addresses and attributes of one recipient.',
  ],
  'DELETE /api/v1/notification_users/{id}': [
    'deleteNotificationUser',
    'Messages and deliveries stay. You can use the external id again for a new notification user.',
  ],
  'PATCH /api/v1/notification_users/{id}': [
    'updateNotificationUser',
    'Absent fields stay as they are. null clears a field.',
  ],
  'PUT /api/v1/notification_users/by_external_id/{external_user_id}': [
    'upsertNotificationUser',
    'Returns 201 if it created the notification user, 200 if it updated it. Absent fields stay as they are.',
  ],
  'GET /api/v1/notification_users/{id}/devices': [
    'listDevices',
    'Push deliveries of a notification user go to all these devices.',
  ],
  'POST /api/v1/notification_users/{id}/devices': [
    'createDevice',
    'Push deliveries go to all devices of a notification user.',
  ],
  'GET /api/v1/notification_users/{id}/devices/{device_id}': [
    'getDevice',
    'Returns the platform of a device and its token or subscription.',
  ],
  'PATCH /api/v1/notification_users/{id}/devices/{device_id}': [
    'updateDevice',
    'Use it if the token or subscription of a device was renewed.',
  ],
  'DELETE /api/v1/notification_users/{id}/devices/{device_id}': [
    'deleteDevice',
    'Later push deliveries do not go to the device.',
  ],
  'GET /api/v1/notification_users/{id}/export': ['exportNotificationUser'],
  'GET /api/v1/notification_users/{id}/preferences': [
    'getPreferences',
    'Lists each topic with each type of channel. Without a choice of the notification user, it is enabled.',
  ],
  'PUT /api/v1/notification_users/{id}/preferences': [
    'updatePreferences',
    'A required topic cannot be disabled. Scheduled messages are judged when they are dispatched.',
  ],
  'GET /api/v1/suppressions': [
    'listSuppressions',
    'Nothing is sent to these addresses. An address is added after a bounce or a complaint, or by hand.',
  ],
  'POST /api/v1/suppressions': ['createSuppression', 'Later deliveries to the address fail, and nothing is sent.'],
  'DELETE /api/v1/suppressions/{id}': [
    'deleteSuppression',
    'Deliveries stay failed if they failed because of the suppression.',
  ],
  'GET /api/v1/sandbox_messages': [
    'listSandboxMessages',
    'Lists the messages sent to channels of the provider `sandbox`. A page may have fewer rows than `limit` although more follow.',
  ],
  'GET /api/v1/sandbox_messages/{id}': ['getSandboxMessage', 'The id is the id of the delivery.'],
  'POST /api/v1/sandbox_messages/{id}/report': [
    'reportSandboxMessage',
    'Records that the message was delivered, bounced or opened. The id is the id of the delivery.',
  ],
  'GET /api/v1/delivery_counts': ['countDeliveries'],
  'GET /api/v1/event_counts': ['countEvents'],
  'GET /api/v1/live': ['followEvents'],
  'GET /api/v1/webhook_events': ['listWebhookEvents'],
  'GET /api/v1/webhook_events/newest': ['listNewestWebhookEvents'],
  'GET /api/v1/webhook_events/{id}': ['getWebhookEvent', 'Returns the exact signed body, and all attempts.'],
  'GET /api/v1/search': ['search'],
  'GET /api/v1/requests': ['listRequests', 'Each account has a rate. Above it, requests are not recorded.'],
  'GET /api/v1/providers': ['listProviders', 'Each provider describes its settings with a JSON Schema.'],
  'POST /api/v1/notification_channels/{id}/test_send': ['testSend'],
  'POST /api/v1/notification_channels/test_connection': ['testConnection'],
  'GET /api/v1/notification_channels': ['listNotificationChannels', 'Settings are shown without their secrets.'],
  'POST /api/v1/notification_channels': [
    'createNotificationChannel',
    'A channel has a type, a provider and the settings of the provider.',
  ],
  'GET /api/v1/notification_channels/{id}': ['getNotificationChannel', 'Settings are shown without their secrets.'],
  'PATCH /api/v1/notification_channels/{id}': [
    'updateNotificationChannel',
    'Absent fields stay as they are. In `settings`, null removes a setting.',
  ],
  'DELETE /api/v1/notification_channels/{id}': ['deleteNotificationChannel', 'Finished deliveries stay as they are.'],
  ...INBOX_OPERATIONS,
  'GET /api/v1/topics': ['listTopics', 'A template names its topic. Recipients choose for each topic if they get it.'],
  'GET /api/v1/topics/{id}': ['getTopic', 'Recipients see its label and its description.'],
  'POST /api/v1/topics': ['createTopic', 'Then set the topic of the templates.'],
  'PATCH /api/v1/topics/{id}': [
    'updateTopic',
    'If a topic becomes required, the choices of recipients have no effect. They stay stored.',
  ],
  'DELETE /api/v1/topics/{id}': ['deleteTopic', 'The name is free again.'],
  'GET /api/v1/preference_page': ['getPreferencePage', 'On these pages recipients unsubscribe and choose.'],
  'PATCH /api/v1/preference_page': [
    'updatePreferencePage',
    'Absent fields stay as they are. The service chooses a readable color for texts.',
  ],
  ...TEMPLATE_OPERATIONS,
  'GET /api/v1/webhook_endpoints': ['listWebhookEndpoints', 'An account has at most one webhook endpoint.'],
  'POST /api/v1/webhook_endpoints': [
    'createWebhookEndpoint',
    'From now on, every event is POSTed to the URL and signed with the secret.',
  ],
  'GET /api/v1/webhook_endpoints/{id}': [
    'getWebhookEndpoint',
    'Shows whether the endpoint is active, and its consecutive failures. The secret is not shown.',
  ],
  'PATCH /api/v1/webhook_endpoints/{id}': [
    'updateWebhookEndpoint',
    'A paused endpoint gets no events. To enable a disabled endpoint, call `reactivate`.',
  ],
  'DELETE /api/v1/webhook_endpoints/{id}': ['deleteWebhookEndpoint', 'The events stay in the feed.'],
  'POST /api/v1/webhook_endpoints/{id}/rotate_secret': [
    'rotateWebhookSecret',
    'The old secret stops working at once. With `overlap_seconds`, requests are signed with both secrets during this time.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/end_overlap': [
    'endWebhookSecretOverlap',
    'The previous secret stops working at once. Without an overlap, nothing changes.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/reactivate': [
    'reactivateWebhookEndpoint',
    'Use it after the endpoint was disabled because of too many consecutive failures.',
  ],
  'GET /api/v1/webhook_endpoints/{id}/attempts': ['listWebhookAttempts', 'An attempt is one POST of one event.'],
  'POST /api/v1/webhook_endpoints/{id}/test': ['testWebhookEndpoint', 'At most six times a minute.'],
  'POST /api/v1/webhook_endpoints/{id}/test_connection': ['testWebhookConnection'],
  'POST /api/v1/webhook_endpoints/{id}/dismiss_missing': ['dismissMissingEvents'],
  'GET /api/v1/webhook_endpoints/{id}/stats': ['getWebhookStats', 'Counts events and attempts up to now.'],
  'GET /api/v1/webhook_test_requests': ['listWebhookTestRequests', 'A webhook URL of the test receiver turns it on.'],
  'GET /api/v1/webhook_endpoints/{id}/health': [
    'getWebhookHealth',
    'You can call it often: it reads a bounded number of attempts.',
  ],
  'POST /api/v1/webhook_events/{id}/resend': [
    'resendWebhookEvent',
    'Starts a new series of attempts with the same id and body.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/replay': ['startReplay'],
  'POST /api/v1/webhook_endpoints/{id}/replay_count': ['countReplay', 'The body is the same as for a replay.'],
  'GET /api/v1/webhook_endpoints/{id}/replays': ['listReplays', 'Older replays are removed.'],
  'GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}': [
    'getReplay',
    'Shows the status of the replay, and how many of its events are queued.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel': [
    'cancelReplay',
    'Works only while the replay is running or held.',
  ],
  'GET /api/v1/mails': ['listMails', 'For example the mail about a disabled webhook endpoint.'],
  'GET /api/v1/account': ['getAccount', 'If a limit is null, there is no limit.'],
  'GET /api/v1/audit_log': [
    'listAuditEntries',
    'Lists the changes of the account: the object, the actor, the time and the IP address.',
  ],
  'GET /api/v1/api_key': ['getOwnApiKey', 'Tells a program the rights of its key. It works with a key of any role.'],
  'GET /api/v1/api_keys': ['listApiKeys', 'Only the last four characters of each key are shown.'],
  'POST /api/v1/api_keys': ['createApiKey', 'The role of the key limits the allowed requests.'],
  'DELETE /api/v1/api_keys/{id}': ['revokeApiKey', 'From now on, requests with the key get 401.'],
  'GET /api/v1/members': ['listMembers', 'Members can sign in to the account.'],
  'POST /api/v1/members': ['createMember', 'The service sends no mail: give the link of the invitation to the member.'],
  'GET /api/v1/members/{id}': ['getMember', 'A member can sign in to the account.'],
  'PATCH /api/v1/members/{id}': ['updateMember', 'The account must keep at least one active owner.'],
  'DELETE /api/v1/members/{id}': ['deleteMember', 'The account must keep at least one active owner.'],
  'POST /api/v1/members/{id}/invite': ['inviteMember', 'The link is shown only once.'],
  'POST /api/v1/session/confirm_password': [
    'confirmPassword',
    'For requests that need the password. Signing in does not count.',
  ],
  'PUT /api/v1/session/password': ['changePassword', 'The current password is required.'],
  'PUT /api/v1/session/account': ['switchAccount', 'The account must be in the list of accounts of the session.'],
  'GET /api/v1/sessions': ['listSessions', 'Lists all sessions of the signed-in person.'],
  'DELETE /api/v1/sessions/{id}': ['endSession', 'From now on, the cookie of the session is refused.'],
}
