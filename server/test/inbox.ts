/** A client of an inbox: its requests, and a reader of its stream. */
import assert from 'node:assert/strict'
import { responseOf, documented } from './service.ts'
import type { ApiResponse, Client } from './service.ts'
import { plainFetch } from './plain-fetch.ts'

export interface StreamEvent {
  name: string
  id: string | null
  // Tests read any field of the event.
  data: any
}

export interface Stream {
  status: number
  headers: Headers
  /** Every event so far. */
  events: StreamEvent[]
  /** The last id of the stream, as browsers keep it. */
  readonly lastEventId: string | null
  /** Resolves with the events when the predicate is true for them. Rejects if the stream ends before. */
  waitFor(holds: (events: StreamEvent[]) => boolean): Promise<StreamEvent[]>
  /** Resolves when the service has ended the stream. */
  ended: Promise<void>
  close(): void
}

/** Makes a recipient, a channel of type in_app, and a template for it. Returns the recipient's id. */
export async function prepareInbox(client: Client): Promise<{ recipientId: number; channelId: number }> {
  const made = async (path: string, root: string, fields: object): Promise<number> => {
    const { status, body } = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
    assert.equal(status, 201, JSON.stringify(body))
    return body[root].id
  }
  const about = { name: 'Inbox', channel_type: 'in_app', provider: 'inbox' }
  const channelId = await made('notification_channels', 'notification_channel', about)
  await made('message_templates', 'message_template', {
    name: 'shipped',
    subject: 'Order',
    body: '<p>Hello {{ user.first_name }}</p>',
    channels: [
      {
        notification_channel_id: channelId,
        subject: 'Order {{ order.id }}',
        url: 'https://shop.example.com/orders/{{ order.id | url_encode }}',
      },
    ],
  })
  const recipient = { external_user_id: 'ada', first_name: 'Ada' }
  return { channelId, recipientId: await made('notification_users', 'notification_user', recipient) }
}

/** Sends a message to the recipient `ada`. Returns its id. */
export async function sendToInbox(client: Client, order: string): Promise<number> {
  const attributes = [{ name: 'order.id', value: order }]
  const message = {
    external_user_id: 'ada',
    message_template_name: 'shipped',
    message_attributes_attributes: attributes,
  }
  const { status, body } = await client.call('POST', '/api/v1/messages', { message })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message.id
}

/** A token of the recipient. */
export async function tokenOf(client: Client, recipientId: number, expiresIn = 3600): Promise<string> {
  const path = `/api/v1/notification_users/${recipientId}/tokens`
  const { status, body } = await client.call('POST', path, { expires_in: expiresIn })
  assert.equal(status, 201, JSON.stringify(body))
  return body.recipient_token.token
}

/** Calls a route of the inbox with a token. */
export async function callInbox(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const response = await plainFetch(`${url}/api/v1/inbox${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return documented(method, `/api/v1/inbox${path}`, await responseOf(response))
}

function eventOf(block: string): StreamEvent | { id: string } | null {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? null
  const [name, id, data] = [field('event'), field('id'), field('data')]
  if (data !== null) return { name: name ?? 'message', id, data: JSON.parse(data) }
  return id === null ? null : { id }
}

/** Opens a stream of the inbox. `after`: the last id of an earlier stream. */
export async function openStream(
  url: string,
  token: string,
  { after = null, query = '' }: { after?: string | null; query?: string } = {},
): Promise<Stream> {
  const stopping = new AbortController()
  const headers = {
    ...(query === '' ? { authorization: `Bearer ${token}` } : {}),
    ...(after === null ? {} : { 'last-event-id': after }),
  }
  const response = await fetch(`${url}/api/v1/inbox/stream${query}`, { headers, signal: stopping.signal })
  const events: StreamEvent[] = []
  const waiters = new Set<() => void>()
  let lastEventId: string | null = null
  let isOver = false

  async function read(): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const event = eventOf(block)
        lastEventId = event?.id ?? lastEventId
        if (event !== null && 'name' in event) events.push(event)
      }
      for (const check of waiters) check()
    }
  }

  const ended = read()
    .catch(() => {})
    .finally(() => {
      isOver = true
      for (const check of waiters) check()
    })
  return {
    ...{ status: response.status, headers: response.headers, events, ended },
    get lastEventId() {
      return lastEventId
    },
    waitFor: (holds) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (holds(events)) resolve(events)
          else if (isOver) reject(new Error(`The stream has ended: ${JSON.stringify(events)}`))
          else return
          waiters.delete(check)
        }
        waiters.add(check)
        check()
      }),
    close: () => stopping.abort(),
  }
}
