/** Operation ids for generated clients, with a description if the route has none. */
import type { OperationText } from '../http/openapi/document.ts'

/** By method and path, in the order of the rooms in `app.ts`. */
export const OPERATIONS: Readonly<Record<string, OperationText>> = {
  'GET /healthz': [
    'checkAlive',
    'Says that the process runs. It asks nothing of the database: a supervisor restarts what fails it.',
  ],
  'GET /readyz': [
    'checkReady',
    'Says that the process can work: its database answers, is migrated, and both clocks agree.',
  ],
  'POST /api/v1/session': ['signIn', 'Begins a session in a browser. Programs use an API key instead.'],
  'GET /api/v1/session': [
    'getSession',
    'The member who is signed in, the account, and the token that requests which change something need.',
  ],
  'DELETE /api/v1/session': ['signOut', 'Ends the session of this request and its cookie.'],
  'POST /api/v1/invitations/accept': ['acceptInvitation'],
  'POST /api/v1/messages': ['createMessage'],
  'GET /api/v1/messages': ['listMessages'],
  'POST /api/v1/messages/batch': ['createMessages'],
  'POST /api/v1/messages/preview': ['previewMessage'],
  'GET /api/v1/messages/new_messages_for': ['listNewMessages'],
  'GET /api/v1/messages/{id}': [
    'getMessage',
    'The message with the texts that were rendered, and the status of each of its deliveries.',
  ],
  'PATCH /api/v1/messages/{id}': [
    'rescheduleMessage',
    'Only while the message is scheduled. A time in the past sends it at once.',
  ],
  'GET /api/v1/messages/{id}/render_message': [
    'renderMessage',
    'The texts as they are stored. Channels with a text of their own show it, the others that of the message.',
  ],
  'POST /api/v1/messages/{id}/cancel': ['cancelMessage', 'Deliveries that have been dispatched go on.'],
  'PATCH /api/v1/messages/{id}/mark_as_seen': [
    'markMessageAsSeen',
    'For inboxes of your own: sets `seen_at`. Repeating it changes nothing.',
  ],
  'PATCH /api/v1/messages/{id}/mark_as_delivered': [
    'markMessageAsDelivered',
    'For applications that receive a push: sets `delivered_at`. Repeating it changes nothing.',
  ],
  'GET /api/v1/deliveries/{id}': ['getDelivery'],
  'GET /api/v1/deliveries/{id}/timeline': [
    'getDeliveryTimeline',
    'What each send and each webhook attempt came to, with its time and its error.',
  ],
  'GET /api/v1/deliveries': ['listDeliveries'],
  'GET /api/v1/recent_failures': ['listRecentFailures'],
  'GET /api/v1/notification_users': [
    'listNotificationUsers',
    'Notification users are the recipients of messages. Deleted ones are not listed.',
  ],
  'POST /api/v1/notification_users': [
    'createNotificationUser',
    'A recipient of messages. To create or change it by your own id in one call, use the PUT.',
  ],
  'GET /api/v1/notification_users/{id}': ['getNotificationUser', 'The addresses and attributes of one recipient.'],
  'DELETE /api/v1/notification_users/{id}': [
    'deleteNotificationUser',
    'Messages and deliveries stay. A new notification user may take the same external id.',
  ],
  'PATCH /api/v1/notification_users/{id}': [
    'updateNotificationUser',
    'Fields that are absent stay as they are, null clears them.',
  ],
  'PUT /api/v1/notification_users/by_external_id/{external_user_id}': [
    'upsertNotificationUser',
    'Returns 201 if it created the notification user, 200 if it changed it. Fields that are absent stay.',
  ],
  'GET /api/v1/notification_users/{id}/devices': [
    'listDevices',
    'All devices that get the push deliveries of a notification user.',
  ],
  'POST /api/v1/notification_users/{id}/devices': [
    'createDevice',
    'Push deliveries go to every device of their notification user.',
  ],
  'GET /api/v1/notification_users/{id}/devices/{device_id}': [
    'getDevice',
    'The platform of a device and its token or subscription.',
  ],
  'PATCH /api/v1/notification_users/{id}/devices/{device_id}': [
    'updateDevice',
    'For a token or subscription that was renewed.',
  ],
  'DELETE /api/v1/notification_users/{id}/devices/{device_id}': [
    'deleteDevice',
    'No later push delivery goes to the device.',
  ],
  'GET /api/v1/suppressions': [
    'listSuppressions',
    'Addresses to which nothing is sent: they bounced, complained, or were added by hand.',
  ],
  'POST /api/v1/suppressions': ['createSuppression', 'Later deliveries to the address fail without a send.'],
  'DELETE /api/v1/suppressions/{id}': ['deleteSuppression', 'Deliveries that failed meanwhile stay failed.'],
  'GET /api/v1/sandbox_messages': [
    'listSandboxMessages',
    'What channels of the provider `sandbox` took. A page may hold fewer than `limit` though more follow.',
  ],
  'GET /api/v1/sandbox_messages/{id}': ['getSandboxMessage', 'The id is that of the delivery.'],
  'POST /api/v1/sandbox_messages/{id}/report': [
    'reportSandboxMessage',
    'Records that the message was delivered, bounced or opened. The id is that of the delivery.',
  ],
  'GET /api/v1/event_counts': ['countEvents'],
  'GET /api/v1/live': ['followEvents'],
  'GET /api/v1/webhook_events': ['listWebhookEvents'],
  'GET /api/v1/webhook_events/{id}': [
    'getWebhookEvent',
    'The exact body that is signed and sent, and the attempts made so far, newest first.',
  ],
  'GET /api/v1/providers': ['listProviders', 'The settings of each provider are a JSON Schema.'],
  'POST /api/v1/notification_channels/{id}/test_send': ['testSend'],
  'GET /api/v1/notification_channels': ['listNotificationChannels', 'The settings are shown without their secrets.'],
  'POST /api/v1/notification_channels': [
    'createNotificationChannel',
    'A way to recipients: a type, the provider that serves it, and what that provider asks for.',
  ],
  'GET /api/v1/notification_channels/{id}': ['getNotificationChannel', 'The settings are shown without their secrets.'],
  'PATCH /api/v1/notification_channels/{id}': [
    'updateNotificationChannel',
    'Fields that are absent stay as they are. In `settings` null removes a setting.',
  ],
  'DELETE /api/v1/notification_channels/{id}': [
    'deleteNotificationChannel',
    'Deliveries that are finished stay as they are.',
  ],
  'GET /api/v1/message_templates': ['listMessageTemplates', 'With the channels on which each is sent.'],
  'POST /api/v1/message_templates': [
    'createMessageTemplate',
    'Texts in Liquid, and the channels on which messages of the template are sent.',
  ],
  'GET /api/v1/message_templates/{id}': ['getMessageTemplate', 'The texts of its newest version, and its channels.'],
  'DELETE /api/v1/message_templates/{id}': ['deleteMessageTemplate', 'Its name is free again.'],
  'PATCH /api/v1/message_templates/{id}': [
    'updateMessageTemplate',
    'Fields that are absent stay as they are. A change of a text makes a new version.',
  ],
  'GET /api/v1/message_templates/{id}/versions': ['listTemplateVersions'],
  'POST /api/v1/message_templates/preview': ['previewMessageTemplate'],
  'GET /api/v1/webhook_endpoints': ['listWebhookEndpoints', 'An account has one webhook endpoint at the most.'],
  'POST /api/v1/webhook_endpoints': [
    'createWebhookEndpoint',
    'Every event from now on is POSTed to the URL, signed with the secret.',
  ],
  'GET /api/v1/webhook_endpoints/{id}': [
    'getWebhookEndpoint',
    'Whether it is active, and its failures in a row. The secret is not shown.',
  ],
  'PATCH /api/v1/webhook_endpoints/{id}': [
    'updateWebhookEndpoint',
    'Paused, it gets no events. One that was disabled for its failures is enabled by `reactivate`.',
  ],
  'DELETE /api/v1/webhook_endpoints/{id}': ['deleteWebhookEndpoint', 'The events stay in the feed.'],
  'POST /api/v1/webhook_endpoints/{id}/rotate_secret': [
    'rotateWebhookSecret',
    'The old secret ends at once, or signs beside the new one for `overlap_seconds`.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/end_overlap': [
    'endWebhookSecretOverlap',
    'The secret before the last rotation ends at once. Without an overlap nothing changes.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/reactivate': [
    'reactivateWebhookEndpoint',
    'For one that was disabled after too many failures in a row.',
  ],
  'GET /api/v1/webhook_endpoints/{id}/attempts': ['listWebhookAttempts', 'An attempt is one POST of one event.'],
  'POST /api/v1/webhook_endpoints/{id}/test': ['testWebhookEndpoint', 'Six times a minute at the most.'],
  'GET /api/v1/webhook_endpoints/{id}/stats': [
    'getWebhookStats',
    'Counts the events and attempts of a time that ends now.',
  ],
  'GET /api/v1/webhook_endpoints/{id}/health': [
    'getWebhookHealth',
    'Cheap enough to be asked often: it looks at a bounded number of attempts.',
  ],
  'POST /api/v1/webhook_events/{id}/resend': [
    'resendWebhookEvent',
    'Begins a fresh series of attempts with the same id and body.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/replay': ['startReplay'],
  'POST /api/v1/webhook_endpoints/{id}/replay_count': ['countReplay', 'Takes what a replay takes.'],
  'GET /api/v1/webhook_endpoints/{id}/replays': ['listReplays', 'Older replays are forgotten.'],
  'GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}': [
    'getReplay',
    'Its status, and how many of its events are queued.',
  ],
  'POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel': [
    'cancelReplay',
    'Only while it is running or held.',
  ],
  'GET /api/v1/mails': ['listMails', 'Such as the mail that tells of a webhook endpoint that was disabled.'],
  'GET /api/v1/account': ['getAccount', 'A limit of null is none.'],
  'GET /api/v1/audit_log': ['listAuditEntries', 'Who changed which object of the account, when, and from where.'],
  'GET /api/v1/api_keys': ['listApiKeys', 'The keys themselves are not shown.'],
  'POST /api/v1/api_keys': ['createApiKey', 'Its role says what it may do.'],
  'DELETE /api/v1/api_keys/{id}': ['revokeApiKey', 'Requests with the key get 401 from then on.'],
  'GET /api/v1/members': ['listMembers', 'The people who may sign in to the account.'],
  'POST /api/v1/members': ['createMember', 'No mail is sent: hand the link of the invitation on.'],
  'GET /api/v1/members/{id}': ['getMember', 'A person who may sign in to the account.'],
  'PATCH /api/v1/members/{id}': ['updateMember', 'The account keeps an owner who can sign in.'],
  'DELETE /api/v1/members/{id}': ['deleteMember', 'The account keeps an owner who can sign in.'],
  'POST /api/v1/members/{id}/invite': ['inviteMember', 'The link is shown only once.'],
  'PUT /api/v1/session/password': ['changePassword', 'Asks for the present password.'],
  'PUT /api/v1/session/account': ['switchAccount', 'The account must be one of those that the session lists.'],
  'GET /api/v1/sessions': ['listSessions', 'Where else the member is signed in.'],
  'DELETE /api/v1/sessions/{id}': ['endSession', 'Its cookie is refused from then on.'],
}

/** Groups of operations, in the order of the reference. */
export const TAGS: Readonly<Record<string, string>> = {
  Messages: 'Creating messages, and what can be done with them',
  Deliveries: 'The state of a message on one channel',
  'Notification users': 'The recipients of messages',
  Devices: 'Where the push deliveries of a notification user go',
  'Message templates': 'Texts of messages, and the channels on which they are sent',
  'Notification channels': 'Ways to recipients, each with its provider',
  Suppressions: 'Addresses to which nothing is sent',
  Sandbox: 'What would have been sent, for trying things out',
  'Webhook endpoints': 'Where the events are POSTed',
  'Webhook events': 'Every change of a delivery, to be pushed or pulled',
  Account: 'The account, its limits and its log',
  'API keys': 'The keys of programs',
  Members: 'The people who may sign in to the account',
  Sessions: 'Signing in to the dashboard',
  Health: 'For supervisors and load balancers',
}
