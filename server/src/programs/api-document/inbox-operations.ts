import type { OperationText } from '../../platform/http/openapi/document.ts'

/** The operations of the inbox, like `OPERATIONS`. */
export const INBOX_OPERATIONS: Readonly<Record<string, OperationText>> = {
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
