/**
 * A typed client of the API: `createClient({ apiKey, baseUrl })`. Lists are async iterators over all pages. For
 * operations without a function here, use their method and path: `client.send('GET /api/v1/account', {})`. Every POST
 * has an idempotency key, yours or a generated one, so a retry does nothing twice.
 */
import { createSend } from './request.ts'
import type { ClientOptions, Input, Send } from './request.ts'
import type { Delivery, ListedWebhookEvent, Message, NotificationUser, Operations } from './types.ts'

export { TidingsError } from './request.ts'
export type { ClientOptions, Input, Send } from './request.ts'
export type * from './types.ts'

type BodyOf<Name extends keyof Operations> = Operations[Name]['body']
type QueryOf<Name extends keyof Operations> = NonNullable<Operations[Name]['query']>
type NewMessage = BodyOf<'POST /api/v1/messages'> extends { message: infer Fields } ? Fields : never
type EndpointFields = NonNullable<NonNullable<BodyOf<'PATCH /api/v1/webhook_endpoints/{id}'>>['webhook_endpoint']>
type NewUser = BodyOf<'POST /api/v1/notification_users'> extends { notification_user: infer Fields } ? Fields : never
/** Options of every POST: an idempotency key for your own retries, and a signal to cancel the call. */
export type CallOptions = Pick<Input<'GET /api/v1/account'>, 'idempotencyKey' | 'signal'>

/** All rows of a list. The next page is requested when its first row is needed. */
async function* pages<Row>(
  read: (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | null }>,
): AsyncGenerator<Row> {
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await read(cursor)
    yield* rows
    if (next === null) return
    cursor = next
  }
}

function messageCalls(send: Send) {
  return {
    create: async (message: NewMessage, options: CallOptions = {}): Promise<Message> =>
      (await send('POST /api/v1/messages', { ...options, body: { message } })).message,
    /** Takes 1 to 1,000 messages. Each result has either `message`, or `error`, `code` and `errors`. */
    batch: async (messages: NewMessage[], options: CallOptions = {}) =>
      (await send('POST /api/v1/messages/batch', { ...options, body: { messages } })).results,
    /** Renders a message and stores nothing. */
    preview: async (message: NewMessage) =>
      (await send('POST /api/v1/messages/preview', { body: { message } })).preview,
    get: async (id: number): Promise<Message> => (await send('GET /api/v1/messages/{id}', { path: { id } })).message,
    /** Newest first. */
    list: (query: QueryOf<'GET /api/v1/messages'> = {}): AsyncGenerator<Message> =>
      pages(async (cursor) => {
        const page = await send('GET /api/v1/messages', { query: { ...query, cursor: cursor ?? query.cursor } })
        return { rows: page.messages, next: page.next_cursor }
      }),
    /** Cancels the deliveries not dispatched yet. Throws `not_cancelable` if none are left. */
    cancel: async (id: number, options: CallOptions = {}): Promise<Message> =>
      (await send('POST /api/v1/messages/{id}/cancel', { ...options, path: { id } })).message,
    /** Changes the time of a scheduled message. A time in the past sends it at once. */
    reschedule: async (id: number, sendAt: Date): Promise<Message> => {
      const body = { message: { send_at: sendAt.toISOString() } }
      return (await send('PATCH /api/v1/messages/{id}', { path: { id }, body })).message
    },
    markAsSeen: async (id: number): Promise<Message> =>
      (await send('PATCH /api/v1/messages/{id}/mark_as_seen', { path: { id } })).message,
    markAsDelivered: async (id: number): Promise<Message> =>
      (await send('PATCH /api/v1/messages/{id}/mark_as_delivered', { path: { id } })).message,
    render: (id: number) => send('GET /api/v1/messages/{id}/render_message', { path: { id } }),
    /** All unseen messages of a recipient, given by `notification_user_id` or `external_user_id`. */
    newMessagesFor: (query: QueryOf<'GET /api/v1/messages/new_messages_for'>): AsyncGenerator<Message> =>
      pages(async (cursor) => {
        const given = { ...query, cursor: cursor ?? query?.cursor }
        const page = await send('GET /api/v1/messages/new_messages_for', { query: given })
        return { rows: page.messages, next: page.next_cursor }
      }),
  }
}

/** A delivery is the state of a message on one channel. */
function deliveryCalls(send: Send) {
  return {
    get: (id: number): Promise<Delivery> => send('GET /api/v1/deliveries/{id}', { path: { id } }),
    /** Newest first. */
    list: (query: QueryOf<'GET /api/v1/deliveries'> = {}): AsyncGenerator<Delivery> =>
      pages(async (cursor) => {
        const page = await send('GET /api/v1/deliveries', { query: { ...query, cursor: cursor ?? query.cursor } })
        return { rows: page.deliveries, next: page.next_cursor }
      }),
    timeline: (id: number) => send('GET /api/v1/deliveries/{id}/timeline', { path: { id } }),
    /** Why it did or did not arrive: a sentence, a word for programs, and the actions that help. */
    explain: async (id: number) =>
      (await send('GET /api/v1/deliveries/{id}/explanation', { path: { id } })).explanation,
  }
}

/** An account has one webhook endpoint. */
function endpointCalls(send: Send) {
  return {
    list: async () => (await send('GET /api/v1/webhook_endpoints', {})).webhook_endpoints,
    get: async (id: number) => (await send('GET /api/v1/webhook_endpoints/{id}', { path: { id } })).webhook_endpoint,
    /** The response contains the secret. It is never shown again. */
    create: async (url: string, options: CallOptions = {}) =>
      (await send('POST /api/v1/webhook_endpoints', { ...options, body: { webhook_endpoint: { url } } }))
        .webhook_endpoint,
    update: async (id: number, fields: EndpointFields) => {
      const body = { webhook_endpoint: fields }
      return (await send('PATCH /api/v1/webhook_endpoints/{id}', { path: { id }, body })).webhook_endpoint
    },
    delete: async (id: number): Promise<void> =>
      void (await send('DELETE /api/v1/webhook_endpoints/{id}', { path: { id } })),
    /** The response contains the new secret, never shown again. The old secret also signs for `overlapSeconds` more. */
    rotateSecret: async (id: number, overlapSeconds = 0, options: CallOptions = {}) => {
      const body = { overlap_seconds: overlapSeconds }
      return (await send('POST /api/v1/webhook_endpoints/{id}/rotate_secret', { ...options, path: { id }, body }))
        .webhook_endpoint
    },
    /** Stops signing with the old secret at once. */
    endOverlap: async (id: number, options: CallOptions = {}) =>
      (await send('POST /api/v1/webhook_endpoints/{id}/end_overlap', { ...options, path: { id } })).webhook_endpoint,
    reactivate: async (id: number, options: CallOptions = {}) =>
      (await send('POST /api/v1/webhook_endpoints/{id}/reactivate', { ...options, path: { id } })).webhook_endpoint,
    /** Sends a `ping` and returns the id of its event. */
    test: async (id: number, options: CallOptions = {}): Promise<string> =>
      (await send('POST /api/v1/webhook_endpoints/{id}/test', { ...options, path: { id } })).event_id,
    /** The newest 50 attempts. */
    attempts: async (id: number) =>
      (await send('GET /api/v1/webhook_endpoints/{id}/attempts', { path: { id } })).attempts,
    /** Sends the events of a period again. */
    replay: (id: number, body: BodyOf<'POST /api/v1/webhook_endpoints/{id}/replay'>, options: CallOptions = {}) =>
      send('POST /api/v1/webhook_endpoints/{id}/replay', { ...options, path: { id }, body }),
    /** The last 100 replays, newest first. */
    listReplays: async (id: number) =>
      (await send('GET /api/v1/webhook_endpoints/{id}/replays', { path: { id }, query: { limit: 100 } })).replays,
    /** The progress of a replay. */
    getReplay: async (id: number, replayId: number) => {
      const path = { id, replay_id: replayId }
      return (await send('GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}', { path })).replay
    },
    cancelReplay: async (id: number, replayId: number, options: CallOptions = {}) => {
      const path = { id, replay_id: replayId }
      return (await send('POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel', { ...options, path })).replay
    },
  }
}

/** The feed of all events, including events not sent to any endpoint. */
function eventCalls(send: Send) {
  type Query = QueryOf<'GET /api/v1/webhook_events'>
  return {
    get: (id: string) => send('GET /api/v1/webhook_events/{id}', { path: { id } }),
    /** One page, oldest first. Store `next_cursor` and pass it as `after` next time, and you miss no event. */
    page: (query: Query = {}) => send('GET /api/v1/webhook_events', { query }),
    /** One page, newest first, for people. */
    newest: (query: QueryOf<'GET /api/v1/webhook_events/newest'> = {}) =>
      send('GET /api/v1/webhook_events/newest', { query }),
    /** All events up to now, starting after `after`, oldest first. */
    async *list(query: Query = {}): AsyncGenerator<ListedWebhookEvent> {
      for (let after = query.after; ;) {
        const page = await send('GET /api/v1/webhook_events', { query: { ...query, after } })
        yield* page.webhook_events
        // With filters, a page may be empty before the end. The end is reached if the cursor does not move.
        if (page.next_cursor === after) return
        after = page.next_cursor
      }
    },
    resend: (id: string, options: CallOptions = {}) =>
      send('POST /api/v1/webhook_events/{id}/resend', { ...options, path: { id } }),
  }
}

function recipientCalls(send: Send) {
  return {
    get: async (id: number): Promise<NotificationUser> =>
      (await send('GET /api/v1/notification_users/{id}', { path: { id } })).notification_user,
    create: async (fields: NewUser, options: CallOptions = {}): Promise<NotificationUser> =>
      (await send('POST /api/v1/notification_users', { ...options, body: { notification_user: fields } }))
        .notification_user,
    /** Creates or updates the recipient with your own id. */
    upsert: async (externalUserId: string, fields: NewUser): Promise<NotificationUser> => {
      const operation = 'PUT /api/v1/notification_users/by_external_id/{external_user_id}'
      const path = { external_user_id: externalUserId }
      return (await send(operation, { path, body: { notification_user: fields } })).notification_user
    },
    /** Newest first. */
    list: (query: QueryOf<'GET /api/v1/notification_users'> = {}): AsyncGenerator<NotificationUser> =>
      pages(async (cursor) => {
        const page = await send('GET /api/v1/notification_users', {
          query: { ...query, cursor: cursor ?? query.cursor },
        })
        return { rows: page.notification_users, next: page.next_cursor }
      }),
    delete: async (id: number): Promise<void> =>
      void (await send('DELETE /api/v1/notification_users/{id}', { path: { id } })),
  }
}

/** Creates a client for one account. It has no state, so one client per process is enough. */
export function createClient(options: ClientOptions) {
  const send = createSend(options)
  return {
    messages: messageCalls(send),
    deliveries: deliveryCalls(send),
    webhookEndpoints: endpointCalls(send),
    webhookEvents: eventCalls(send),
    notificationUsers: recipientCalls(send),
    /** Recipients with their newest deliveries, messages, templates and events; at most 20, the most useful first. */
    search: async (text: string) => (await send('GET /api/v1/search', { query: { q: text } })).results,
    /** Calls any operation of the API. */
    send,
  }
}

export type Client = ReturnType<typeof createClient>
