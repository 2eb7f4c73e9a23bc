/**
 * A typed client of the API: `createClient({ apiKey, baseUrl })`. Lists are async iterators over all pages. For
 * operations without a function here, use their method and path: `client.request('GET /api/v1/account', {})`. Every POST
 * has an idempotency key, yours or a generated one, so a retry does nothing twice.
 */
import { sendBatch } from './batch.ts'
import { createResources } from './generated/resources.ts'
import { messageFields } from './message-fields.ts'
import type { NewMessage } from './message-fields.ts'
import { pages } from './pages.ts'
import type { BodyOf, CallOptions, FieldsOf, QueryOf } from './pages.ts'
import { createRequest, RETRY_WAITS_MS } from './request.ts'
import type { ClientOptions, Request } from './request.ts'
import type { Delivery, ListedWebhookEvent, Message, NotificationUser } from './types.ts'

export { TidingsError } from './request.ts'
export type { NewMessage } from './message-fields.ts'
export type { CallOptions } from './pages.ts'
export type { ClientOptions, Input, Request } from './request.ts'
export type * from './types.ts'

type EndpointFields = FieldsOf<'PATCH /api/v1/webhook_endpoints/{id}', 'webhook_endpoint'>
type NewEndpoint = FieldsOf<'POST /api/v1/webhook_endpoints', 'webhook_endpoint'>
type NewUser = FieldsOf<'POST /api/v1/notification_users', 'notification_user'>

function messageCalls(request: Request, resendsMax: number) {
  return {
    create: async (message: NewMessage, options: CallOptions = {}): Promise<Message> =>
      (await request('POST /api/v1/messages', { ...options, body: { message: messageFields(message) } })).message,
    /**
     * Takes 1 to 1,000 messages. Each result has either `message`, or `error`, `code` and `errors`. Messages that the
     * service had no time for (`overloaded`) are sent again, as often as a call is retried.
     */
    batch: (messages: NewMessage[], options: CallOptions = {}) => sendBatch(request, resendsMax, messages, options),
    /** Renders a message and stores nothing. */
    preview: async (message: NewMessage) =>
      (await request('POST /api/v1/messages/preview', { body: { message: messageFields(message) } })).preview,
    get: async (id: number): Promise<Message> => (await request('GET /api/v1/messages/{id}', { path: { id } })).message,
    /** Newest first. */
    list: (query: QueryOf<'GET /api/v1/messages'> = {}): AsyncGenerator<Message> =>
      pages(async (cursor) => {
        const page = await request('GET /api/v1/messages', { query: { ...query, cursor: cursor ?? query.cursor } })
        return { rows: page.messages, next: page.next_cursor }
      }),
    /** Cancels the deliveries not dispatched yet. Throws `not_cancelable` if none are left. */
    cancel: async (id: number, options: CallOptions = {}): Promise<Message> =>
      (await request('POST /api/v1/messages/{id}/cancel', { ...options, path: { id } })).message,
    /** Sends a message again, by default on the channels on which it failed. */
    sendAgain: async (
      id: number,
      body: BodyOf<'POST /api/v1/messages/{id}/send_again'> = {},
      options: CallOptions = {},
    ): Promise<Message> =>
      (await request('POST /api/v1/messages/{id}/send_again', { ...options, path: { id }, body })).message,
    /** Changes the time of a scheduled message. A time in the past sends it at once. */
    reschedule: async (id: number, sendAt: Date | string): Promise<Message> => {
      const body = { message: { send_at: typeof sendAt === 'string' ? sendAt : sendAt.toISOString() } }
      return (await request('PATCH /api/v1/messages/{id}', { path: { id }, body })).message
    },
    markAsSeen: async (id: number): Promise<Message> =>
      (await request('PATCH /api/v1/messages/{id}/mark_as_seen', { path: { id } })).message,
    markAsDelivered: async (id: number): Promise<Message> =>
      (await request('PATCH /api/v1/messages/{id}/mark_as_delivered', { path: { id } })).message,
    render: (id: number) => request('GET /api/v1/messages/{id}/render_message', { path: { id } }),
    /** All unseen messages of a recipient, given by `notification_user_id` or `external_user_id`. */
    newMessagesFor: (query: QueryOf<'GET /api/v1/messages/new_messages_for'>): AsyncGenerator<Message> =>
      pages(async (cursor) => {
        const given = { ...query, cursor: cursor ?? query?.cursor }
        const page = await request('GET /api/v1/messages/new_messages_for', { query: given })
        return { rows: page.messages, next: page.next_cursor }
      }),
  }
}

/** A delivery is the state of a message on one channel. */
function deliveryCalls(request: Request) {
  return {
    get: (id: number): Promise<Delivery> => request('GET /api/v1/deliveries/{id}', { path: { id } }),
    /** Newest first. */
    list: (query: QueryOf<'GET /api/v1/deliveries'> = {}): AsyncGenerator<Delivery> =>
      pages(async (cursor) => {
        const page = await request('GET /api/v1/deliveries', { query: { ...query, cursor: cursor ?? query.cursor } })
        return { rows: page.deliveries, next: page.next_cursor }
      }),
    timeline: async (id: number) => (await request('GET /api/v1/deliveries/{id}/timeline', { path: { id } })).timeline,
    /** Repeats the send of a *retrying* delivery now, before its time. */
    retry: (id: number): Promise<Delivery> => request('POST /api/v1/deliveries/{id}/retry', { path: { id } }),
    /** The newest failed and bounced deliveries, with their messages. */
    recentFailures: async () => (await request('GET /api/v1/recent_failures', {})).recent_failures,
    /** Counts by status, for a period, a channel, a template or a cause. */
    counts: (query: QueryOf<'GET /api/v1/delivery_counts'> = {}) => request('GET /api/v1/delivery_counts', { query }),
    /** Why it did or did not arrive: a sentence, a word for programs, and the actions that help. */
    explain: async (id: number) =>
      (await request('GET /api/v1/deliveries/{id}/explanation', { path: { id } })).explanation,
  }
}

/** An account has one webhook endpoint. */
function endpointCalls(request: Request) {
  return {
    list: async () => (await request('GET /api/v1/webhook_endpoints', {})).webhook_endpoints,
    get: async (id: number) => (await request('GET /api/v1/webhook_endpoints/{id}', { path: { id } })).webhook_endpoint,
    /** The response contains the secret. It is never shown again. */
    create: async (fields: NewEndpoint, options: CallOptions = {}) =>
      (await request('POST /api/v1/webhook_endpoints', { ...options, body: { webhook_endpoint: fields } }))
        .webhook_endpoint,
    update: async (id: number, fields: EndpointFields) => {
      const body = { webhook_endpoint: fields }
      return (await request('PATCH /api/v1/webhook_endpoints/{id}', { path: { id }, body })).webhook_endpoint
    },
    delete: async (id: number): Promise<void> =>
      void (await request('DELETE /api/v1/webhook_endpoints/{id}', { path: { id } })),
    /** The response contains the new secret, never shown again. The old secret also signs for `overlapSeconds` more. */
    rotateSecret: async (id: number, overlapSeconds = 0, options: CallOptions = {}) => {
      const body = { overlap_seconds: overlapSeconds }
      return (await request('POST /api/v1/webhook_endpoints/{id}/rotate_secret', { ...options, path: { id }, body }))
        .webhook_endpoint
    },
    /** Stops signing with the old secret at once. */
    endOverlap: async (id: number, options: CallOptions = {}) =>
      (await request('POST /api/v1/webhook_endpoints/{id}/end_overlap', { ...options, path: { id } })).webhook_endpoint,
    reactivate: async (id: number, options: CallOptions = {}) =>
      (await request('POST /api/v1/webhook_endpoints/{id}/reactivate', { ...options, path: { id } })).webhook_endpoint,
    /** Sends a `ping` and returns the id of its event. */
    test: async (id: number, options: CallOptions = {}): Promise<string> =>
      (await request('POST /api/v1/webhook_endpoints/{id}/test', { ...options, path: { id } })).event_id,
    /** POSTs a ping once, also while the endpoint is disabled, and returns the result. */
    testConnection: async (id: number) =>
      (await request('POST /api/v1/webhook_endpoints/{id}/test_connection', { path: { id } })).connection_test,
    /** The dashboard no longer tells the missing events. */
    dismissMissing: async (id: number, options: CallOptions = {}) =>
      (await request('POST /api/v1/webhook_endpoints/{id}/dismiss_missing', { ...options, path: { id } }))
        .webhook_endpoint,
    /** The newest 50 attempts. */
    attempts: async (id: number) =>
      (await request('GET /api/v1/webhook_endpoints/{id}/attempts', { path: { id } })).attempts,
    stats: async (id: number, query: QueryOf<'GET /api/v1/webhook_endpoints/{id}/stats'> = {}) =>
      (await request('GET /api/v1/webhook_endpoints/{id}/stats', { path: { id }, query })).stats,
    health: async (id: number) => (await request('GET /api/v1/webhook_endpoints/{id}/health', { path: { id } })).health,
    /** How many events a replay would send. */
    replayCount: async (id: number, body: BodyOf<'POST /api/v1/webhook_endpoints/{id}/replay_count'>) =>
      (await request('POST /api/v1/webhook_endpoints/{id}/replay_count', { path: { id }, body })).count,
    /** Sends the events of a period again. */
    replay: (id: number, body: BodyOf<'POST /api/v1/webhook_endpoints/{id}/replay'>, options: CallOptions = {}) =>
      request('POST /api/v1/webhook_endpoints/{id}/replay', { ...options, path: { id }, body }),
    /** The last 100 replays, newest first. */
    listReplays: async (id: number) =>
      (await request('GET /api/v1/webhook_endpoints/{id}/replays', { path: { id }, query: { limit: 100 } })).replays,
    /** The progress of a replay. */
    getReplay: async (id: number, replayId: number) => {
      const path = { id, replay_id: replayId }
      return (await request('GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}', { path })).replay
    },
    cancelReplay: async (id: number, replayId: number, options: CallOptions = {}) => {
      const path = { id, replay_id: replayId }
      return (await request('POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel', { ...options, path }))
        .replay
    },
  }
}

/** The feed of all events, including events not sent to any endpoint. */
function eventCalls(request: Request) {
  type Query = QueryOf<'GET /api/v1/webhook_events'>
  type NewestQuery = QueryOf<'GET /api/v1/webhook_events/newest'>

  const newest = (query: NewestQuery): AsyncGenerator<ListedWebhookEvent> =>
    pages(async (cursor) => {
      const given = { ...query, cursor: cursor ?? query.cursor }
      const page = await request('GET /api/v1/webhook_events/newest', { query: given })
      return { rows: page.webhook_events, next: page.next_cursor }
    })

  async function* oldest(query: Query): AsyncGenerator<ListedWebhookEvent> {
    for (let after = query.after; ;) {
      const page = await request('GET /api/v1/webhook_events', { query: { ...query, after } })
      yield* page.webhook_events
      // With filters, a page may be empty before the end. The end is reached if the cursor does not move.
      if (page.next_cursor === after) return
      after = page.next_cursor
    }
  }

  return {
    get: async (id: string) => (await request('GET /api/v1/webhook_events/{id}', { path: { id } })).webhook_event,
    /** One page, oldest first. Store `next_cursor` and pass it as `after` next time, and you miss no event. */
    page: (query: Query = {}) => request('GET /api/v1/webhook_events', { query }),
    newest: (query: NewestQuery = {}) => newest(query),
    /** All events up to now: with `order: 'newest'` the newest first, otherwise the oldest first, starting after `after`. */
    list: ({ order, ...query }: (Query & { order?: 'oldest' }) | (NewestQuery & { order: 'newest' }) = {}) =>
      order === 'newest' ? newest(query) : oldest(query),
    /** Counts by type and result, for each hour. */
    counts: (query: QueryOf<'GET /api/v1/event_counts'> = {}) => request('GET /api/v1/event_counts', { query }),
    resend: async (id: string, options: CallOptions = {}): Promise<string> =>
      (await request('POST /api/v1/webhook_events/{id}/resend', { ...options, path: { id } })).event_id,
  }
}

function recipientCalls(request: Request) {
  return {
    get: async (id: number): Promise<NotificationUser> =>
      (await request('GET /api/v1/notification_users/{id}', { path: { id } })).notification_user,
    create: async (fields: NewUser, options: CallOptions = {}): Promise<NotificationUser> =>
      (await request('POST /api/v1/notification_users', { ...options, body: { notification_user: fields } }))
        .notification_user,
    /** Creates or updates the recipient with your own id. */
    upsert: async (externalUserId: string, fields: NewUser): Promise<NotificationUser> => {
      const operation = 'PUT /api/v1/notification_users/by_external_id/{external_user_id}'
      const path = { external_user_id: externalUserId }
      return (await request(operation, { path, body: { notification_user: fields } })).notification_user
    },
    /** Newest first. */
    list: (query: QueryOf<'GET /api/v1/notification_users'> = {}): AsyncGenerator<NotificationUser> =>
      pages(async (cursor) => {
        const page = await request('GET /api/v1/notification_users', {
          query: { ...query, cursor: cursor ?? query.cursor },
        })
        return { rows: page.notification_users, next: page.next_cursor }
      }),
    update: async (id: number, fields: FieldsOfUser) => {
      const body = { notification_user: fields }
      return (await request('PATCH /api/v1/notification_users/{id}', { path: { id }, body })).notification_user
    },
    delete: async (id: number): Promise<void> =>
      void (await request('DELETE /api/v1/notification_users/{id}', { path: { id } })),
    /** All that is stored of a person. */
    export: (id: number) => request('GET /api/v1/notification_users/{id}/export', { path: { id } }),
    /** A token with which the recipient reads the own inbox. */
    createToken: async (id: number, body: BodyOf<'POST /api/v1/notification_users/{id}/tokens'> = {}) =>
      (await request('POST /api/v1/notification_users/{id}/tokens', { path: { id }, body })).recipient_token,
    ...callsByExternalId(request),
  }
}

type FieldsOfUser = FieldsOf<'PATCH /api/v1/notification_users/{id}', 'notification_user'>

/** The same with your own id. */
function callsByExternalId(request: Request) {
  const pathOf = (externalUserId: string) => ({ path: { external_user_id: externalUserId } })
  return {
    getByExternalId: async (externalUserId: string): Promise<NotificationUser> => {
      const operation = 'GET /api/v1/notification_users/by_external_id/{external_user_id}'
      return (await request(operation, pathOf(externalUserId))).notification_user
    },
    updateByExternalId: async (externalUserId: string, fields: FieldsOfUser): Promise<NotificationUser> => {
      const operation = 'PATCH /api/v1/notification_users/by_external_id/{external_user_id}'
      const body = { notification_user: fields }
      return (await request(operation, { ...pathOf(externalUserId), body })).notification_user
    },
    deleteByExternalId: async (externalUserId: string): Promise<void> => {
      await request('DELETE /api/v1/notification_users/by_external_id/{external_user_id}', pathOf(externalUserId))
    },
    exportByExternalId: (externalUserId: string) =>
      request('GET /api/v1/notification_users/by_external_id/{external_user_id}/export', pathOf(externalUserId)),
    createTokenByExternalId: async (
      externalUserId: string,
      body: BodyOf<'POST /api/v1/notification_users/{id}/tokens'> = {},
    ) => {
      const operation = 'POST /api/v1/notification_users/by_external_id/{external_user_id}/tokens'
      return (await request(operation, { ...pathOf(externalUserId), body })).recipient_token
    },
  }
}

/** Creates a client for one account. It has no state, so one client per process is enough. */
export function createClient(options: ClientOptions) {
  const request = createRequest(options)
  return {
    messages: messageCalls(request, options.retriesMax ?? RETRY_WAITS_MS.length),
    deliveries: deliveryCalls(request),
    webhookEndpoints: endpointCalls(request),
    webhookEvents: eventCalls(request),
    notificationUsers: recipientCalls(request),
    /** Recipients with their newest deliveries, messages, templates and events; at most 20, the most useful first. */
    search: async (text: string) => (await request('GET /api/v1/search', { query: { q: text } })).results,
    /** Calls any operation of the API. */
    request,
    ...createResources(request),
  }
}

export type Client = ReturnType<typeof createClient>
