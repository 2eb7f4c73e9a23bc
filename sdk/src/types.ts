// Printed by `node scripts/docs.ts` from docs/openapi.json; do not edit.

export interface Message {
  id: number
  notification_user_id: number
  message_template_id: number
  account_id: number
  actor_id: number | null
  seen: boolean
  /** The template's text at creation */
  subject: string
  body: string
  rendered_subject: string
  rendered_body: string
  message_attributes: {
    id: number
    name: string
    value: unknown
  }[]
  send_at: string | null
  seen_at: string | null
  delivered_at: string | null
  canceled_at: string | null
  created_at: string
  updated_at: string
  deliveries: {
    id: number
    status: string
    notification_channel: {
      id: number
      name: string
      channel_type: string
    }
  }[]
}

export interface Delivery {
  id: number
  status: 'scheduled' | 'queued' | 'retrying' | 'sent' | 'failed' | 'delivered' | 'bounced' | 'opened' | 'canceled'
  error_message: string | null
  sent_at: string | null
  failed_at: string | null
  delivered_at: string | null
  opened_at: string | null
  created_at: string
  updated_at: string
  message_id: number
  friendly_error_message: string | null
  limit_feature_key: string | null
  notification_channel: {
    id: number
    name: string
    channel_type: 'email' | 'push' | 'sms'
  }
}

export interface WebhookEndpoint {
  id: number
  url: string
  /** False while paused or disabled */
  active: boolean
  status: 'active' | 'paused' | 'disabled'
  secret_preview: string
  /** Events in a row that ended failed; the 20th disables */
  consecutive_failures: number
  inactive_since: string | null
  disabled_at: string | null
  disabled_reason: string | null
  created_at: string
  updated_at: string
}

export interface WebhookEndpointWithSecret {
  id: number
  url: string
  active: boolean
  /** Shown this once */
  secret: string
}

export interface WebhookAttempt {
  event_id: string
  event_type: string
  attempt_number: number
  succeeded: boolean
  /** Null when no answer was received */
  response_code: number | null
  error_message: string | null
  duration_ms: number
  created_at: string
}

export interface ListedWebhookEvent {
  id: string
  type: string
  created_at: string
  data: Record<string, unknown>
  state: 'pending' | 'delivered' | 'failed' | 'skipped' | 'dropped'
  attempts_made: number
  next_attempt_at: string | null
}

export interface NotificationUser {
  id: number
  external_user_id: string | null
  email: string | null
  phone: string | null
  first_name: string | null
  last_name: string | null
  locale: string | null
  time_zone: string | null
  attributes: Record<string, unknown>
  created_at: string
  updated_at: string
}

export interface Device {
  id: number
  notification_user_id: number
  platform: 'fcm' | 'apns' | 'web_push' | 'expo'
  token: string | null
  subscription: Record<string, unknown> | null
  created_at: string
  updated_at: string
}

export interface NotificationChannel {
  id: number
  name: string
  channel_type: 'email' | 'push' | 'sms'
  provider: string
  /** Without its secrets */
  settings: Record<string, unknown>
  /** The names of the secrets that are set */
  secret_settings: string[]
  active: boolean
  max_concurrency: number | null
  max_per_second: number | null
  /** Where its provider is to report deliveries and bounces; null: it reports none */
  callback_url: string | null
  created_at: string
  updated_at: string
}

export interface MessageTemplate {
  id: number
  name: string
  subject: string
  body: string
  body_format: 'html' | 'text'
  channels: {
    notification_channel_id: number
    subject: string | null
    body: string | null
  }[]
  /** Grows with every change of a text or of the channels */
  version: number
  created_at: string
  updated_at: string
}

export interface Account {
  id: number
  name: string
  created_at: string
  limits: {
    /** null: as many as it likes */
    monthly_email_deliveries: number | null
    /** null: as many as it likes */
    monthly_push_deliveries: number | null
    /** null: as many as it likes */
    monthly_sms_deliveries: number | null
  }
  usage: {
    /** Of UTC */
    month: string
    monthly_email_deliveries: number
    monthly_push_deliveries: number
    monthly_sms_deliveries: number
  }
}

export interface ApiKey {
  id: number
  name: string
  role: 'full' | 'send' | 'read'
  /** The last four characters of the key */
  last4: string
  created_at: string
  revoked_at: string | null
}

export interface AuditEntry {
  id: number
  action: string
  actor: string
  at: string
  /** The caller's address */
  from: string | null
  target: string | null
  details: Record<string, unknown>
}

export interface Member {
  id: number
  email: string
  name: string | null
  /** `viewer` reads; `developer` also writes, but not members, API keys and limits; `owner` does everything */
  role: 'owner' | 'developer' | 'viewer'
  /** Whether the member has accepted, and can sign in */
  active: boolean
  invited_until: string | null
  created_at: string
}

export interface Session {
  id: number
  /** For the header X-CSRF-Token of every request that may change something */
  csrf_token: string
  expires_at: string
  member: {
    id: number
    email: string
    name: string | null
    role: 'owner' | 'developer' | 'viewer'
  }
  account: {
    id: number
    name: string
  }
  /** The accounts of the person, by name; `PUT /api/v1/session/account` goes to another one */
  accounts: {
    id: number
    name: string
    role: 'owner' | 'developer' | 'viewer'
  }[]
}

/** The body of every error; `errors` is there on 422 only. */
export interface ErrorBody {
  /** A sentence for a person */
  error: string
  /** Stable, for programs */
  code: string
  /** Field to sentences, on 422 only */
  errors?: Record<string, string[]> | undefined
  /** The same as the header X-Request-Id */
  request_id: string
}

/** Codes that the API answers with; later versions may know more. */
export type ErrorCode =
  | 'body_too_large'
  | 'conflict'
  | 'csrf_failed'
  | 'email_taken'
  | 'endpoint_disabled'
  | 'endpoint_exists'
  | 'endpoint_inactive'
  | 'endpoint_paused'
  | 'event_pending'
  | 'forbidden'
  | 'idempotency_key_reused'
  | 'idempotency_key_running'
  | 'internal'
  | 'invalid'
  | 'invalid_api_key'
  | 'invalid_credentials'
  | 'last_owner'
  | 'limit_reached'
  | 'malformed_body'
  | 'malformed_request'
  | 'member_active'
  | 'missing_api_key'
  | 'missing_root_key'
  | 'name_taken'
  | 'not_cancelable'
  | 'not_found'
  | 'not_scheduled'
  | 'overloaded'
  | 'rate_limited'
  | 'render_budget'
  | 'replay_running'
  | 'session_ended'
  | 'suppression_exists'
  | 'template_limit'
  | 'unavailable'
  | 'unsupported_media_type'
  | 'url_invalid'
  | 'url_not_https'
  | 'url_not_public'
  | 'url_too_long'
  | 'url_unresolvable'

/** What every operation takes and answers, by its method and path. */
export interface Operations {
  /** Sign in; the answer sets the cookie of the session */
  'POST /api/v1/session': {
    path: undefined
    query: undefined
    body: {
      session: {
        email: string
        password: string
      }
    }
    answer: {
      session: Session
    }
  }
  /** Show the session of this request */
  'GET /api/v1/session': {
    path: undefined
    query: undefined
    body: undefined
    answer: {
      session: Session
    }
  }
  /** Sign out: the session ends at once */
  'DELETE /api/v1/session': {
    path: undefined
    query: undefined
    body: undefined
    answer: null
  }
  /** Accept an invitation, which works once, and sign in */
  'POST /api/v1/invitations/accept': {
    path: undefined
    query: undefined
    body: {
      invitation: {
        token: string
        password: string
        name?: string | null | undefined
      }
    }
    answer: {
      session: Session
    }
  }
  /** Create and send a message */
  'POST /api/v1/messages': {
    path: undefined
    query: undefined
    body: {
      message: {
        /** The caller's own id of the recipient */
        external_user_id?: string | null | undefined
        notification_user_id?: number | null | undefined
        /** The caller's own name of the template */
        message_template_name?: string | null | undefined
        message_template_id?: number | null | undefined
        message_attributes_attributes?:
          | {
              name: string
              value?: unknown
            }[]
          | undefined
        actor_id?: number | null | undefined
        send_at?: string | null | undefined
        /** Creates or updates the recipient named by external_user_id in the same transaction */
        notification_user?: Record<string, unknown> | undefined
      }
    }
    answer: {
      message: Message
    }
  }
  /** List messages, newest first */
  'GET /api/v1/messages': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      notification_user_id?: number | undefined
      external_user_id?: string | undefined
      message_template_id?: number | undefined
      message_template_name?: string | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      seen?: boolean | undefined
    }
    body: undefined
    answer: {
      messages: Message[]
      next_cursor: string | null
    }
  }
  /** Create and send many messages */
  'POST /api/v1/messages/batch': {
    path: undefined
    query: undefined
    body: {
      messages: {
        /** The caller's own id of the recipient */
        external_user_id?: string | null | undefined
        notification_user_id?: number | null | undefined
        /** The caller's own name of the template */
        message_template_name?: string | null | undefined
        message_template_id?: number | null | undefined
        message_attributes_attributes?:
          | {
              name: string
              value?: unknown
            }[]
          | undefined
        actor_id?: number | null | undefined
        send_at?: string | null | undefined
        /** Creates or updates the recipient named by external_user_id in the same transaction */
        notification_user?: Record<string, unknown> | undefined
      }[]
    }
    answer: {
      results: {
        /** The place of the message in the request, from 0 */
        index: number
        message?: Message | undefined
        error?: string | undefined
        code?: string | undefined
        errors?: Record<string, string[]> | undefined
      }[]
    }
  }
  /** Show what a message would be; nothing is stored */
  'POST /api/v1/messages/preview': {
    path: undefined
    query: undefined
    body: {
      message: {
        /** The caller's own id of the recipient */
        external_user_id?: string | null | undefined
        notification_user_id?: number | null | undefined
        /** The caller's own name of the template */
        message_template_name?: string | null | undefined
        message_template_id?: number | null | undefined
        message_attributes_attributes?:
          | {
              name: string
              value?: unknown
            }[]
          | undefined
        actor_id?: number | null | undefined
        send_at?: string | null | undefined
        /** Creates or updates the recipient named by external_user_id in the same transaction */
        notification_user?: Record<string, unknown> | undefined
      }
    }
    answer: {
      preview: {
        notification_user: {
          /** null: the message would create it */
          id: number | null
          external_user_id: string | null
          email: string | null
          phone: string | null
          first_name: string | null
          last_name: string | null
        }
        message_template_id: number
        send_at: string | null
        subject: string
        body: string
        channels: {
          notification_channel: {
            id: number
            name: string
            channel_type: string
          }
          /** false: the channel is inactive, and would get no delivery */
          live: boolean
          /** true: the recipient has no address for the channel */
          address_missing: boolean
          subject: string
          body: string
        }[]
        /** Channels that are not shown, since the answer ends at 4 MiB of texts */
        channels_left_out: number
        /** Names in the texts that nothing defines, at most 100: they render empty */
        unknown_names: string[]
      }
    }
  }
  /** List all unseen messages of a recipient that have been sent, newest first */
  'GET /api/v1/messages/new_messages_for': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      notification_user_id?: number | undefined
      external_user_id?: string | undefined
    }
    body: undefined
    answer: {
      messages: Message[]
      next_cursor: string | null
    }
  }
  /** Show a message */
  'GET /api/v1/messages/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      message: Message
    }
  }
  /** Move a scheduled message to another time */
  'PATCH /api/v1/messages/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      message: {
        /** A time in the past: sent at once */
        send_at: string
      }
    }
    answer: {
      message: Message
    }
  }
  /** Show the rendered subject and body of a message, and those of each of its channels */
  'GET /api/v1/messages/{id}/render_message': {
    path: {
      id: number
    }
    query: {
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      message_id: number
      subject: string
      body: string
      channels: {
        notification_channel: {
          id: number
          name: string
          channel_type: string
        }
        subject: string
        body: string
      }[]
      /** Where the texts of the next channels begin: 4 MiB are shown at once */
      next_cursor: string | null
    }
  }
  /** Cancel what has not been dispatched */
  'POST /api/v1/messages/{id}/cancel': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      message: Message
    }
  }
  /** Mark a message as seen; its push deliveries are opened */
  'PATCH /api/v1/messages/{id}/mark_as_seen': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      message: Message
    }
  }
  /** Mark a message as delivered; its push deliveries are delivered */
  'PATCH /api/v1/messages/{id}/mark_as_delivered': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      message: Message
    }
  }
  /** Show a delivery, as its events carry it */
  'GET /api/v1/deliveries/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: Delivery
  }
  /** Show what has happened to a delivery: facts, sends, events with their attempts, in order */
  'GET /api/v1/deliveries/{id}/timeline': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      timeline: {
        kind: 'fact' | 'send' | 'event'
        at: string
        fact?:
          | 'scheduled'
          | 'queued'
          | 'retrying'
          | 'sent'
          | 'failed'
          | 'delivered'
          | 'bounced'
          | 'opened'
          | 'canceled'
          | undefined
        /** Who made the fact known; null once its event has been pruned */
        source?: 'api' | 'dispatcher' | 'provider' | 'pixel' | 'operator' | null | undefined
        /** Of the send, from 1 */
        number?: number | undefined
        result?: 'accepted' | 'rate_limited' | 'transient' | 'permanent' | undefined
        cause?: string | null | undefined
        /** Of a send whose answer does not tell what came of it: what is known of it, in words */
        explanation?: string | null | undefined
        duration_ms?: number | undefined
        provider_message_id?: string | null | undefined
        event_id?: string | undefined
        event_type?: string | undefined
        state?: 'pending' | 'delivered' | 'failed' | 'skipped' | 'dropped' | undefined
        state_reason?: string | null | undefined
        /** The oldest first */
        attempts?:
          | {
              attempt_number: number
              succeeded: boolean
              response_code: number | null
              error_message: string | null
              duration_ms: number
              created_at: string
            }[]
          | undefined
      }[]
    }
  }
  /** List deliveries, newest first */
  'GET /api/v1/deliveries': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      status?:
        | 'scheduled'
        | 'queued'
        | 'retrying'
        | 'sent'
        | 'failed'
        | 'delivered'
        | 'bounced'
        | 'opened'
        | 'canceled'
        | undefined
      message_id?: number | undefined
      notification_user_id?: number | undefined
      notification_channel_id?: number | undefined
      channel_type?: 'email' | 'push' | 'sms' | undefined
      message_template_id?: number | undefined
      /** Shows of each delivery its message, and whom it goes to */
      expand?: 'message' | undefined
      created_after?: string | undefined
      created_before?: string | undefined
      updated_after?: string | undefined
      updated_before?: string | undefined
    }
    body: undefined
    answer: {
      deliveries: {
        id: number
        status:
          | 'scheduled'
          | 'queued'
          | 'retrying'
          | 'sent'
          | 'failed'
          | 'delivered'
          | 'bounced'
          | 'opened'
          | 'canceled'
        error_message: string | null
        sent_at: string | null
        failed_at: string | null
        delivered_at: string | null
        opened_at: string | null
        created_at: string
        updated_at: string
        message_id: number
        friendly_error_message: string | null
        limit_feature_key: string | null
        notification_channel: {
          id: number
          name: string
          channel_type: 'email' | 'push' | 'sms'
        }
        /** If it was asked for by `expand` */
        message?:
          | {
              id: number
              rendered_subject: string
              notification_user: {
                id: number
                external_user_id: string | null
                email: string | null
                first_name: string | null
                last_name: string | null
              }
              message_template: {
                id: number
                name: string
              }
            }
          | undefined
      }[]
      next_cursor: string | null
    }
  }
  /** List the deliveries that failed or bounced last, with their messages */
  'GET /api/v1/recent_failures': {
    path: undefined
    query: undefined
    body: undefined
    answer: {
      recent_failures: {
        id: number
        status:
          | 'scheduled'
          | 'queued'
          | 'retrying'
          | 'sent'
          | 'failed'
          | 'delivered'
          | 'bounced'
          | 'opened'
          | 'canceled'
        error_message: string | null
        sent_at: string | null
        failed_at: string | null
        delivered_at: string | null
        opened_at: string | null
        created_at: string
        updated_at: string
        message_id: number
        friendly_error_message: string | null
        limit_feature_key: string | null
        notification_channel: {
          id: number
          name: string
          channel_type: 'email' | 'push' | 'sms'
        }
        /** If it was asked for by `expand` */
        message?:
          | {
              id: number
              rendered_subject: string
              notification_user: {
                id: number
                external_user_id: string | null
                email: string | null
                first_name: string | null
                last_name: string | null
              }
              message_template: {
                id: number
                name: string
              }
            }
          | undefined
      }[]
    }
  }
  /** List the notification users, newest first */
  'GET /api/v1/notification_users': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      external_user_id?: string | undefined
      /** In whatever case */
      email?: string | undefined
    }
    body: undefined
    answer: {
      notification_users: NotificationUser[]
      next_cursor: string | null
    }
  }
  /** Create a notification user */
  'POST /api/v1/notification_users': {
    path: undefined
    query: undefined
    body: {
      notification_user: {
        /** Your own id of the recipient; unique */
        external_user_id?: string | null | undefined
        email?: string | null | undefined
        phone?: string | null | undefined
        first_name?: string | null | undefined
        last_name?: string | null | undefined
        locale?: string | null | undefined
        time_zone?: string | null | undefined
        attributes?: Record<string, unknown> | null | undefined
      }
    }
    answer: {
      notification_user: NotificationUser
    }
  }
  /** Show a notification user */
  'GET /api/v1/notification_users/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      notification_user: NotificationUser
    }
  }
  /** Delete a notification user: scheduled deliveries are canceled, the external id is free again */
  'DELETE /api/v1/notification_users/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: null
  }
  /** Change a notification user; attributes are replaced as a whole */
  'PATCH /api/v1/notification_users/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      notification_user: {
        /** Your own id of the recipient; unique */
        external_user_id?: string | null | undefined
        email?: string | null | undefined
        phone?: string | null | undefined
        first_name?: string | null | undefined
        last_name?: string | null | undefined
        locale?: string | null | undefined
        time_zone?: string | null | undefined
        attributes?: Record<string, unknown> | null | undefined
      }
    }
    answer: {
      notification_user: NotificationUser
    }
  }
  /** Create or change the notification user of an external id */
  'PUT /api/v1/notification_users/by_external_id/{external_user_id}': {
    path: {
      external_user_id: string
    }
    query: undefined
    body: {
      notification_user: {
        /** Your own id of the recipient; unique */
        external_user_id?: string | null | undefined
        email?: string | null | undefined
        phone?: string | null | undefined
        first_name?: string | null | undefined
        last_name?: string | null | undefined
        locale?: string | null | undefined
        time_zone?: string | null | undefined
        attributes?: Record<string, unknown> | null | undefined
      }
    }
    answer: {
      notification_user: NotificationUser
    }
  }
  /** List the devices of a notification user */
  'GET /api/v1/notification_users/{id}/devices': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      devices: Device[]
    }
  }
  /** Register a device; one that is registered already is answered with 200 */
  'POST /api/v1/notification_users/{id}/devices': {
    path: {
      id: number
    }
    query: undefined
    body: {
      device: {
        platform?: 'fcm' | 'apns' | 'web_push' | 'expo' | undefined
        /** The token of the device; on web_push there is a subscription instead */
        token?: string | null | undefined
        subscription?: Record<string, unknown> | null | undefined
      }
    }
    answer: {
      device: Device
    }
  }
  /** Show a device */
  'GET /api/v1/notification_users/{id}/devices/{device_id}': {
    path: {
      id: number
      device_id: number
    }
    query: undefined
    body: undefined
    answer: {
      device: Device
    }
  }
  /** Change a device */
  'PATCH /api/v1/notification_users/{id}/devices/{device_id}': {
    path: {
      id: number
      device_id: number
    }
    query: undefined
    body: {
      device: {
        platform?: 'fcm' | 'apns' | 'web_push' | 'expo' | undefined
        /** The token of the device; on web_push there is a subscription instead */
        token?: string | null | undefined
        subscription?: Record<string, unknown> | null | undefined
      }
    }
    answer: {
      device: Device
    }
  }
  /** Remove a device */
  'DELETE /api/v1/notification_users/{id}/devices/{device_id}': {
    path: {
      id: number
      device_id: number
    }
    query: undefined
    body: undefined
    answer: null
  }
  /** List the suppressed addresses, newest first */
  'GET /api/v1/suppressions': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      address?: string | undefined
      channel_type?: 'email' | 'sms' | undefined
      reason?: 'bounce' | 'complaint' | 'unsubscribe' | 'manual' | undefined
    }
    body: undefined
    answer: {
      suppressions: {
        id: number
        channel_type: 'email' | 'sms'
        address: string
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        /** The delivery that told of it; null: somebody entered it */
        delivery_id: number | null
        created_at: string
      }[]
      next_cursor: string | null
    }
  }
  /** Send nothing more to an address */
  'POST /api/v1/suppressions': {
    path: undefined
    query: undefined
    body: {
      suppression: {
        /** An email address or a phone number */
        address: string
        /** Default email */
        channel_type?: 'email' | 'sms' | undefined
        /** Default manual */
        reason?: 'bounce' | 'complaint' | 'unsubscribe' | 'manual' | undefined
      }
    }
    answer: {
      suppression: {
        id: number
        channel_type: 'email' | 'sms'
        address: string
        reason: 'bounce' | 'complaint' | 'unsubscribe' | 'manual'
        /** The delivery that told of it; null: somebody entered it */
        delivery_id: number | null
        created_at: string
      }
    }
  }
  /** Send to an address again */
  'DELETE /api/v1/suppressions/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: null
  }
  /** List what the sandbox would have sent, newest delivery first */
  'GET /api/v1/sandbox_messages': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      sandbox_messages: {
        /** Of the delivery */
        id: number
        message_id: number
        /** Of the delivery, now */
        status:
          | 'scheduled'
          | 'queued'
          | 'retrying'
          | 'sent'
          | 'failed'
          | 'delivered'
          | 'bounced'
          | 'opened'
          | 'canceled'
        notification_channel: {
          id: number
          name: string
          channel_type: 'email' | 'push' | 'sms'
        }
        /** The address, the number, or the tokens of the devices */
        to: string
        subject: string
        /** How many sends there were; the newest is shown */
        sends: number
        at: string
      }[]
      next_cursor: string | null
    }
  }
  /** Show what the sandbox would have sent of a delivery */
  'GET /api/v1/sandbox_messages/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      sandbox_message: {
        /** Of the delivery */
        id: number
        message_id: number
        /** Of the delivery, now */
        status:
          | 'scheduled'
          | 'queued'
          | 'retrying'
          | 'sent'
          | 'failed'
          | 'delivered'
          | 'bounced'
          | 'opened'
          | 'canceled'
        notification_channel: {
          id: number
          name: string
          channel_type: 'email' | 'push' | 'sms'
        }
        /** The address, the number, or the tokens of the devices */
        to: string
        subject: string
        /** How many sends there were; the newest is shown */
        sends: number
        at: string
        body: string
        body_format: 'html' | 'text'
      }
    }
  }
  /** Report what became of it, as a provider's callback would */
  'POST /api/v1/sandbox_messages/{id}/report': {
    path: {
      id: number
    }
    query: undefined
    body: {
      sandbox_report: {
        fact: 'delivered' | 'opened' | 'bounced'
      }
    }
    answer: {
      sandbox_report: {
        fact: 'delivered' | 'opened' | 'bounced'
        /** false: the delivery has it already, or it may not follow what it has */
        recorded: boolean
      }
    }
  }
  /** Count the events by hour and type */
  'GET /api/v1/event_counts': {
    path: undefined
    query: {
      hours?: number | undefined
    }
    body: undefined
    answer: {
      since: string
      event_counts: {
        /** The beginning of the hour */
        hour: string
        type: string
        events: number
      }[]
    }
  }
  /** Follow the events as they are emitted */
  'GET /api/v1/live': {
    path: undefined
    query: {
      /** A cursor of the event feed */
      after?: string | undefined
    }
    body: undefined
    answer: null
  }
  /** List the events, oldest first, without gaps */
  'GET /api/v1/webhook_events': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      after?: string | undefined
      type?:
        | 'delivery.scheduled'
        | 'delivery.queued'
        | 'delivery.sent'
        | 'delivery.delivered'
        | 'delivery.opened'
        | 'delivery.failed'
        | 'delivery.bounced'
        | 'delivery.canceled'
        | 'ping'
        | undefined
      delivery_id?: number | undefined
      state?: 'pending' | 'delivered' | 'failed' | 'skipped' | 'dropped' | undefined
    }
    body: undefined
    answer: {
      webhook_events: ListedWebhookEvent[]
      next_cursor: string
    }
  }
  /** Show an event with its body and its attempts */
  'GET /api/v1/webhook_events/{id}': {
    path: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      webhook_event: {
        id: string
        type: string
        created_at: string
        data: Record<string, unknown>
        state: 'pending' | 'delivered' | 'failed' | 'skipped' | 'dropped'
        attempts_made: number
        next_attempt_at: string | null
        /** Why it was skipped or dropped */
        state_reason: string | null
        /** The exact text that every attempt sends and signs */
        body: string
        /** Newest first */
        attempts: {
          event_id: string
          event_type: string
          attempt_number: number
          succeeded: boolean
          response_code: number | null
          error_message: string | null
          duration_ms: number
          created_at: string
          /** The first 1 KiB of the response body; kept only for receivers at public addresses */
          response_head: string | null
          /** Whether the event was POSTed twice within the attempt: a kept connection was closed without an answer */
          posted_again: boolean
        }[]
      }
    }
  }
  /** List the providers, with the settings that each asks for */
  'GET /api/v1/providers': {
    path: undefined
    query: undefined
    body: undefined
    answer: {
      providers: {
        /** As in `provider` of a channel */
        name: string
        title: string
        channel_types: ('email' | 'push' | 'sms')[]
        /** The platforms of the devices that it reaches; null: there are none, or it reaches all */
        platforms: string[] | null
        /** It reports deliveries and bounces to the `callback_url` of a channel */
        has_callbacks: boolean
        /** The JSON Schema of the settings of its channels; `secret: true` marks what is never shown again */
        settings: Record<string, unknown>
      }[]
    }
  }
  /** Send a test message at once, and tell what the provider answers */
  'POST /api/v1/notification_channels/{id}/test_send': {
    path: {
      id: number
    }
    query: undefined
    body: {
      /** An email address, a phone number or a device token, as fits the channel; on web push a subscription as JSON */
      to: string
    }
    answer: {
      test_send: {
        result: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
        provider_message_id: string | null
        cause: string | null
        friendly_error_message: string | null
        duration_ms: number
      }
    }
  }
  /** List the channels, newest first */
  'GET /api/v1/notification_channels': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      name?: string | undefined
    }
    body: undefined
    answer: {
      notification_channels: NotificationChannel[]
      next_cursor: string | null
    }
  }
  /** Create a channel */
  'POST /api/v1/notification_channels': {
    path: undefined
    query: undefined
    body: {
      notification_channel: {
        name: string
        channel_type: 'email' | 'push' | 'sms'
        provider:
          | 'sandbox'
          | 'smtp'
          | 'sendgrid'
          | 'postmark'
          | 'resend'
          | 'ses'
          | 'apns'
          | 'fcm'
          | 'web_push'
          | 'expo'
          | 'twilio'
        /** As its provider asks for them. Secrets in it are write-only; in a PATCH what is absent stays, null removes. A secret must come again with a change of where it is sent: its `again_if_changed` in `GET /api/v1/providers` names these settings */
        settings?: Record<string, unknown> | null | undefined
        active?: boolean | undefined
        /** Calls to the provider at a time, at the most; null: 64 */
        max_concurrency?: number | null | undefined
        /** Calls to the provider per second, at the most; null: any */
        max_per_second?: number | null | undefined
      }
    }
    answer: {
      notification_channel: NotificationChannel
    }
  }
  /** Show a channel */
  'GET /api/v1/notification_channels/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      notification_channel: NotificationChannel
    }
  }
  /** Change a channel; settings that are not given stay */
  'PATCH /api/v1/notification_channels/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      notification_channel: {
        name?: string | undefined
        channel_type?: 'email' | 'push' | 'sms' | undefined
        provider?:
          | 'sandbox'
          | 'smtp'
          | 'sendgrid'
          | 'postmark'
          | 'resend'
          | 'ses'
          | 'apns'
          | 'fcm'
          | 'web_push'
          | 'expo'
          | 'twilio'
          | undefined
        /** As its provider asks for them. Secrets in it are write-only; in a PATCH what is absent stays, null removes. A secret must come again with a change of where it is sent: its `again_if_changed` in `GET /api/v1/providers` names these settings */
        settings?: Record<string, unknown> | null | undefined
        active?: boolean | undefined
        /** Calls to the provider at a time, at the most; null: 64 */
        max_concurrency?: number | null | undefined
        /** Calls to the provider per second, at the most; null: any */
        max_per_second?: number | null | undefined
      }
    }
    answer: {
      notification_channel: NotificationChannel
    }
  }
  /** Delete a channel: it is detached from every template, its scheduled deliveries are canceled */
  'DELETE /api/v1/notification_channels/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: null
  }
  /** List the templates, newest first */
  'GET /api/v1/message_templates': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
      name?: string | undefined
    }
    body: undefined
    answer: {
      message_templates: MessageTemplate[]
      next_cursor: string | null
    }
  }
  /** Create a template */
  'POST /api/v1/message_templates': {
    path: undefined
    query: undefined
    body: {
      message_template: {
        name: string
        /** Liquid. At most 5000 tags and outputs, in one expression 50 operators and 30 filters, and 100 blocks within blocks */
        body: string
        subject?: string | undefined
        /** Default html: what is put in is escaped */
        body_format?: 'html' | 'text' | undefined
        /** Texts that are absent, null or empty are the template's */
        channels?:
          | {
              notification_channel_id: number
              subject?: string | null | undefined
              /** Liquid. At most 5000 tags and outputs, in one expression 50 operators and 30 filters, and 100 blocks within blocks */
              body?: string | null | undefined
            }[]
          | undefined
      }
    }
    answer: {
      message_template: MessageTemplate
    }
  }
  /** Show a template */
  'GET /api/v1/message_templates/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      message_template: MessageTemplate
    }
  }
  /** Delete a template; messages made of it stay, and what is scheduled is still sent */
  'DELETE /api/v1/message_templates/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: null
  }
  /** Change a template; channels are replaced as a whole, one left out is detached */
  'PATCH /api/v1/message_templates/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      message_template: {
        name?: string | undefined
        /** Liquid. At most 5000 tags and outputs, in one expression 50 operators and 30 filters, and 100 blocks within blocks */
        body?: string | undefined
        subject?: string | undefined
        /** Default html: what is put in is escaped */
        body_format?: 'html' | 'text' | undefined
        /** Texts that are absent, null or empty are the template's */
        channels?:
          | {
              notification_channel_id: number
              subject?: string | null | undefined
              /** Liquid. At most 5000 tags and outputs, in one expression 50 operators and 30 filters, and 100 blocks within blocks */
              body?: string | null | undefined
            }[]
          | undefined
      }
    }
    answer: {
      message_template: MessageTemplate
    }
  }
  /** List the versions of a template with their texts, newest first */
  'GET /api/v1/message_templates/{id}/versions': {
    path: {
      id: number
    }
    query: {
      /** Rows of one page at the most */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      versions: {
        /** Grows with every change of a text or of the channels */
        version: number
        subject: string
        body: string
        body_format: 'html' | 'text'
        channels: {
          notification_channel_id: number
          subject: string | null
          body: string | null
        }[]
        created_at: string
      }[]
      next_cursor: string | null
    }
  }
  /** Render texts with sample values; nothing is stored */
  'POST /api/v1/message_templates/preview': {
    path: undefined
    query: undefined
    body: {
      preview: {
        subject?: string | undefined
        /** Liquid. At most 5000 tags and outputs, in one expression 50 operators and 30 filters, and 100 blocks within blocks */
        body: string
        /** Default html: what is put in is escaped */
        body_format?: 'html' | 'text' | undefined
        message_attributes_attributes?:
          | {
              name: string
              value?: unknown
            }[]
          | undefined
        /** Whom the texts speak to; need not exist */
        notification_user?:
          | {
              /** Your own id of the recipient; unique */
              external_user_id?: string | null | undefined
              email?: string | null | undefined
              phone?: string | null | undefined
              first_name?: string | null | undefined
              last_name?: string | null | undefined
              locale?: string | null | undefined
              time_zone?: string | null | undefined
              attributes?: Record<string, unknown> | null | undefined
            }
          | undefined
      }
    }
    answer: {
      preview: {
        subject: string
        body: string
        /** Names that the texts use, at most 100 */
        names: string[]
        /** Names that nothing defines, at most 100: they render empty */
        unknown_names: string[]
      }
    }
  }
  /** List the account's webhook endpoint: none or one */
  'GET /api/v1/webhook_endpoints': {
    path: undefined
    query: undefined
    body: undefined
    answer: {
      webhook_endpoints: WebhookEndpoint[]
    }
  }
  /** Register the webhook endpoint; its secret is shown this once */
  'POST /api/v1/webhook_endpoints': {
    path: undefined
    query: undefined
    body: {
      webhook_endpoint: {
        /** HTTPS; its host must resolve to public addresses only */
        url: string
      }
    }
    answer: {
      webhook_endpoint: WebhookEndpointWithSecret
    }
  }
  /** Show a webhook endpoint */
  'GET /api/v1/webhook_endpoints/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      webhook_endpoint: WebhookEndpoint
    }
  }
  /** Change the URL, pause or resume */
  'PATCH /api/v1/webhook_endpoints/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      webhook_endpoint: {
        /** HTTPS; its host must resolve to public addresses only */
        url?: string | undefined
        /** False pauses, true resumes what was paused */
        active?: boolean | undefined
      }
    }
    answer: {
      webhook_endpoint: WebhookEndpoint
    }
  }
  /** Delete the webhook endpoint; its pending events are dropped */
  'DELETE /api/v1/webhook_endpoints/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: null
  }
  /** Issue a new secret; it is shown this once */
  'POST /api/v1/webhook_endpoints/{id}/rotate_secret': {
    path: {
      id: number
    }
    query: undefined
    body: {
      /** How long the old secret signs beside the new one; 0: it ends at once */
      overlap_seconds?: number | undefined
      /** Wanted from a member who is signed in; not from an API key */
      current_password?: string | undefined
    }
    answer: {
      webhook_endpoint: WebhookEndpointWithSecret
    }
  }
  /** Enable a disabled webhook endpoint again and clear its failures */
  'POST /api/v1/webhook_endpoints/{id}/reactivate': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      webhook_endpoint: WebhookEndpoint
    }
  }
  /** List the 50 most recent attempts, newest first */
  'GET /api/v1/webhook_endpoints/{id}/attempts': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      attempts: WebhookAttempt[]
    }
  }
  /** Send a ping event the way of every event; the result is in the attempts */
  'POST /api/v1/webhook_endpoints/{id}/test': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      event_id: string
    }
  }
  /** Show how a webhook endpoint is doing */
  'GET /api/v1/webhook_endpoints/{id}/stats': {
    path: {
      id: number
    }
    query: {
      /** 30m, 24h, 7d; up to the retention */
      window?: string | undefined
    }
    body: undefined
    answer: {
      stats: {
        since: string
        events: {
          /** Emitted in the window */
          emitted: number
          /** Of these: emitted without an active endpoint */
          skipped: number
          /** Ended in the window, each series of attempts for itself */
          delivered: number
          failed: number
          /** Pending now, of whatever age */
          pending: number
        }
        attempts: {
          total: number
          succeeded: number
          failed: number
          /** The most frequent first */
          results: {
            /** The receiver's code, or the word of error_message */
            result: string
            count: number
          }[]
        }
        /** Of attempts that were answered, connecting included */
        response_time_ms: {
          p50: number | null
          p95: number | null
          p99: number | null
        }
        failure_budget: {
          /** Events in a row that ended failed */
          used: number
          /** So many disable the endpoint */
          limit: number
        }
        oldest_pending_event: {
          id: string
          created_at: string
        } | null
        next_retry_at: string | null
      }
    }
  }
  /** Show how a webhook endpoint is doing now, by its newest attempts */
  'GET /api/v1/webhook_endpoints/{id}/health': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      health: {
        /** The newest of the last 24 hours, 200 at the most */
        attempts: number
        succeeded: number
        oldest_at: string | null
        /** Of attempts that were answered, connecting included */
        response_time_ms: {
          p50: number | null
          p95: number | null
          p99: number | null
        }
        failure_budget: {
          /** Events in a row that ended failed */
          used: number
          /** So many disable the endpoint */
          limit: number
        }
      }
    }
  }
  /** Send an event again; the result is in its attempts */
  'POST /api/v1/webhook_events/{id}/resend': {
    path: {
      id: string
    }
    query: undefined
    body: undefined
    answer: {
      event_id: string
    }
  }
  /** Send events again that the receiver did not get */
  'POST /api/v1/webhook_endpoints/{id}/replay': {
    path: {
      id: number
    }
    query: undefined
    body: {
      since: string
      until?: string | undefined
      states?: ('pending' | 'delivered' | 'failed' | 'skipped' | 'dropped')[] | undefined
      types?:
        | (
            | 'delivery.scheduled'
            | 'delivery.queued'
            | 'delivery.sent'
            | 'delivery.delivered'
            | 'delivery.opened'
            | 'delivery.failed'
            | 'delivery.bounced'
            | 'delivery.canceled'
            | 'ping'
          )[]
        | undefined
    }
    answer: {
      /** Events that will be queued */
      count: number
      replay_id: number
    }
  }
  /** Count what a replay would send now; nothing is sent */
  'POST /api/v1/webhook_endpoints/{id}/replay_count': {
    path: {
      id: number
    }
    query: undefined
    body: {
      since: string
      until?: string | undefined
      states?: ('pending' | 'delivered' | 'failed' | 'skipped' | 'dropped')[] | undefined
      types?:
        | (
            | 'delivery.scheduled'
            | 'delivery.queued'
            | 'delivery.sent'
            | 'delivery.delivered'
            | 'delivery.opened'
            | 'delivery.failed'
            | 'delivery.bounced'
            | 'delivery.canceled'
            | 'ping'
          )[]
        | undefined
    }
    answer: {
      /** At most 100000 */
      count: number
    }
  }
  /** List the last 100 replays, newest first */
  'GET /api/v1/webhook_endpoints/{id}/replays': {
    path: {
      id: number
    }
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      replays: {
        id: number
        /** Held: the endpoint is paused or disabled; it goes on by itself */
        status: 'running' | 'held' | 'finished' | 'canceled'
        since: string
        until: string | null
        states: ('pending' | 'delivered' | 'failed' | 'skipped' | 'dropped')[]
        types:
          | (
              | 'delivery.scheduled'
              | 'delivery.queued'
              | 'delivery.sent'
              | 'delivery.delivered'
              | 'delivery.opened'
              | 'delivery.failed'
              | 'delivery.bounced'
              | 'delivery.canceled'
              | 'ping'
            )[]
          | null
        /** Events that were found when it was asked for */
        total: number
        /** Events queued so far; fewer than the total in the end if some were sent again meanwhile */
        done: number
        created_at: string
        finished_at: string | null
      }[]
      next_cursor: string | null
    }
  }
  /** Show how far a replay is */
  'GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}': {
    path: {
      id: number
      replay_id: number
    }
    query: undefined
    body: undefined
    answer: {
      replay: {
        id: number
        /** Held: the endpoint is paused or disabled; it goes on by itself */
        status: 'running' | 'held' | 'finished' | 'canceled'
        since: string
        until: string | null
        states: ('pending' | 'delivered' | 'failed' | 'skipped' | 'dropped')[]
        types:
          | (
              | 'delivery.scheduled'
              | 'delivery.queued'
              | 'delivery.sent'
              | 'delivery.delivered'
              | 'delivery.opened'
              | 'delivery.failed'
              | 'delivery.bounced'
              | 'delivery.canceled'
              | 'ping'
            )[]
          | null
        /** Events that were found when it was asked for */
        total: number
        /** Events queued so far; fewer than the total in the end if some were sent again meanwhile */
        done: number
        created_at: string
        finished_at: string | null
      }
    }
  }
  /** End a replay; what it has queued stays queued */
  'POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel': {
    path: {
      id: number
      replay_id: number
    }
    query: undefined
    body: undefined
    answer: {
      replay: {
        id: number
        /** Held: the endpoint is paused or disabled; it goes on by itself */
        status: 'running' | 'held' | 'finished' | 'canceled'
        since: string
        until: string | null
        states: ('pending' | 'delivered' | 'failed' | 'skipped' | 'dropped')[]
        types:
          | (
              | 'delivery.scheduled'
              | 'delivery.queued'
              | 'delivery.sent'
              | 'delivery.delivered'
              | 'delivery.opened'
              | 'delivery.failed'
              | 'delivery.bounced'
              | 'delivery.canceled'
              | 'ping'
            )[]
          | null
        /** Events that were found when it was asked for */
        total: number
        /** Events queued so far; fewer than the total in the end if some were sent again meanwhile */
        done: number
        created_at: string
        finished_at: string | null
      }
    }
  }
  /** List the service's own mails to the account's owners, newest first */
  'GET /api/v1/mails': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      mails: {
        id: number
        kind: 'webhook_endpoint_failing' | 'webhook_endpoint_disabled'
        subject: string
        text: string
        /** not_sent: given up, or kept because the service has no mail server */
        state: 'waiting' | 'sent' | 'not_sent'
        error_message: string | null
        created_at: string
        sent_at: string | null
      }[]
      next_cursor: string | null
    }
  }
  /** Show the account, its limits and its deliveries of this month */
  'GET /api/v1/account': {
    path: undefined
    query: undefined
    body: undefined
    answer: {
      account: Account
    }
  }
  /** List the audit log, newest first */
  'GET /api/v1/audit_log': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      audit_log: AuditEntry[]
      next_cursor: string | null
    }
  }
  /** List the API keys, newest first */
  'GET /api/v1/api_keys': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      api_keys: ApiKey[]
      next_cursor: string | null
    }
  }
  /** Create an API key; it is shown this once */
  'POST /api/v1/api_keys': {
    path: undefined
    query: undefined
    body: {
      api_key: {
        name: string
        /** `read` may GET; `send` may use messages, recipients and deliveries, and GET events and suppressions; `full` may do all but what is for members; default `full` */
        role?: 'full' | 'send' | 'read' | undefined
      }
      /** Wanted from a member who is signed in; not from an API key */
      current_password?: string | undefined
    }
    answer: {
      api_key: {
        id: number
        name: string
        role: 'full' | 'send' | 'read'
        /** The last four characters of the key */
        last4: string
        created_at: string
        revoked_at: string | null
        /** Shown this once */
        key: string
      }
    }
  }
  /** Revoke an API key; it ends at once */
  'DELETE /api/v1/api_keys/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      /** Wanted from a member who is signed in; not from an API key */
      current_password?: string | undefined
    }
    answer: null
  }
  /** List the members, newest first */
  'GET /api/v1/members': {
    path: undefined
    query: {
      /** Rows of one page at the most; a page ends at 4 MiB too */
      limit?: number | undefined
      /** The next_cursor of the page before */
      cursor?: string | undefined
    }
    body: undefined
    answer: {
      members: Member[]
      next_cursor: string | null
    }
  }
  /** Add a member; the link of the invitation is shown this once */
  'POST /api/v1/members': {
    path: undefined
    query: undefined
    body: {
      member: {
        email: string
        name?: string | null | undefined
        role: 'owner' | 'developer' | 'viewer'
      }
      /** Wanted from a member who is signed in; not from an API key */
      current_password?: string | undefined
    }
    answer: {
      member: Member
      invitation: {
        /** Shown this once; who opens it signs in as the member. null: Set PUBLIC_URL to the address of the service, so that invitations have a link, and give the path below it */
        url: string | null
        /** The page that accepts the invitation, below the address of the service */
        path: string
        /** What `POST /api/v1/invitations/accept` takes */
        token: string
        expires_at: string
      }
    }
  }
  /** Show a member */
  'GET /api/v1/members/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: {
      member: Member
    }
  }
  /** Change the role or the name of a member; it holds from the next request on */
  'PATCH /api/v1/members/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      member: {
        name?: string | null | undefined
        role?: 'owner' | 'developer' | 'viewer' | undefined
      }
      /** Wanted from a member who is signed in; not from an API key */
      current_password?: string | undefined
    }
    answer: {
      member: Member
    }
  }
  /** Remove a member, whose sessions end at once */
  'DELETE /api/v1/members/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: {
      /** Wanted from a member who is signed in; not from an API key */
      current_password?: string | undefined
    }
    answer: null
  }
  /** Make another invitation for a member who has not accepted: the one before ends */
  'POST /api/v1/members/{id}/invite': {
    path: {
      id: number
    }
    query: undefined
    body: {
      /** Wanted from a member who is signed in; not from an API key */
      current_password?: string | undefined
    }
    answer: {
      member: Member
      invitation: {
        /** Shown this once; who opens it signs in as the member. null: Set PUBLIC_URL to the address of the service, so that invitations have a link, and give the path below it */
        url: string | null
        /** The page that accepts the invitation, below the address of the service */
        path: string
        /** What `POST /api/v1/invitations/accept` takes */
        token: string
        expires_at: string
      }
    }
  }
  /** Change the password: every session ends, this one goes on under a new cookie */
  'PUT /api/v1/session/password': {
    path: undefined
    query: undefined
    body: {
      password: {
        current_password: string
        new_password: string
      }
    }
    answer: {
      session: Session
    }
  }
  /** Go to another account of the person: this session ends, another one begins there under a new cookie */
  'PUT /api/v1/session/account': {
    path: undefined
    query: undefined
    body: {
      account_id: number
    }
    answer: {
      session: Session
    }
  }
  /** List the own sessions, the one used last first */
  'GET /api/v1/sessions': {
    path: undefined
    query: undefined
    body: undefined
    answer: {
      sessions: {
        id: number
        /** Whether it is the session of this request */
        current: boolean
        created_at: string
        last_used_at: string
        expires_at: string
        /** The address that it was begun from */
        from: string | null
        user_agent: string | null
      }[]
    }
  }
  /** End one of the own sessions at once */
  'DELETE /api/v1/sessions/{id}': {
    path: {
      id: number
    }
    query: undefined
    body: undefined
    answer: null
  }
}
