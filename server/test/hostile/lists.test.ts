/** Reads every list with rows of maximum size and above: a page ends at its byte limit, and no row is lost. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { createEventIds } from '../../src/platform/ids.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { PAGE_BYTES_MAX } from '../../src/platform/http/pages.ts'
import { makeMember, signInAs } from '../members.ts'
import { prepareMessages } from '../service.ts'
import { testService } from '../test-service.ts'
import { plainFetch } from '../plain-fetch.ts'

/** Rows of a list whose rows are small: more than a page has. */
const ROWS = 240
/** Rows of a list whose rows are large: the bytes of three pages. */
const LARGE_ROWS = 30
/** Ids of messages and deliveries are above. */
const FIRST_ID = 1_000_000
/** Deliveries of the first message, each on a channel with its text. */
const CHANNELS_OF_MESSAGE = 50
/** Characters of a large row. */
const LARGE = 100_000
/** Characters of the second to the fifth message: a page of its own for each. */
const VERY_LARGE = 900_000

let endpointId: number
const eventIds = createEventIds(createSystemClock())
const eventId = eventIds.next(0).id

const { database, running } = await testService({ variables: { ROLES: 'api' } })
const client = await running.client()
const made = await prepareMessages(client)
const { partial } = (await client.call('POST', '/api/v1/partials', { partial: { name: 'footer', text: '' } })).body
const owner = await signInAs(running, await makeMember(database, client, 'owner'))
await fill()

/** Runs a statement for the account. $1 to $4: bucket, account, rows, and a further value. */
async function run(rows: number, text: string, ...others: unknown[]): Promise<void> {
  await database.pool.query({ text, values: [client.bucket, client.accountId, rows, ...others] })
}

/** Fills every list. With SQL, because the API does not allow rows of this size. */
async function fill(): Promise<void> {
  const { channel, template, recipient } = made
  // The service stores milliseconds, and cursors have no smaller parts.
  const now = `date_trunc('second', now())`
  const at = `${now} - (1000 - n) * interval '1 second'`
  await run(
    LARGE_ROWS,
    `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject, rendered_body,
       attributes, created_at, updated_at)
     select $1, $2, ${FIRST_ID} + n, $4, $5, 1, repeat('s', $6),
       repeat('b', case when n between 2 and 5 then $7 else $6 end), '[]', ${at}, ${at} from generate_series(1, $3) n`,
    ...[recipient.id, template.id, LARGE, VERY_LARGE],
  )
  await run(
    LARGE_ROWS,
    `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, failed_at,
       created_at, updated_at)
     select $1, $2, ${FIRST_ID} + n, ${FIRST_ID} + n, $4, $5, 'failed', ${at}, ${at}, ${at}, ${at} from generate_series(1, $3) n`,
    ...[recipient.id, channel.id],
  )
  await run(
    LARGE_ROWS,
    `with filled as (
       insert into channels (bucket, account_id, name, channel_type, provider, created_at, updated_at)
       select $1, $2, 'text-' || n, 'email', 'sandbox', ${at}, ${at} from generate_series(2, $4) n where $3 > 0 returning id
     )
     insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, created_at, updated_at)
     select $1, $2, ${FIRST_ID} + 1000000 + id, ${FIRST_ID} + 1, $5, id, 'queued', ${now}, ${now}, ${now} from filled`,
    ...[CHANNELS_OF_MESSAGE, recipient.id],
  )
  await run(
    ROWS,
    `insert into event_count_positions (bucket, account_id, tx, event_id, from_at, failed_delivery_ids, counted_from)
     select $1, $2, '0', '', now(), array_agg(${FIRST_ID} + n), 'epoch' from generate_series($3::integer - 19, $3::integer) n`,
  )
  await run(
    LARGE_ROWS,
    `insert into sandbox_messages (bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at)
     select $1, $2, ${FIRST_ID} + n, 1, $4, 'to', repeat('s', $5), 'body', ${at} from generate_series(1, $3) n`,
    ...[channel.id, LARGE],
  )
  await run(
    LARGE_ROWS,
    `insert into recipients (bucket, account_id, external_user_id, attributes, created_at, updated_at)
     select $1, $2, 'user-' || n, jsonb_build_object('large', repeat('a', $4)), ${at}, ${at} from generate_series(1, $3) n`,
    LARGE,
  )
  await run(
    ROWS,
    `insert into devices (bucket, account_id, recipient_id, platform, token, created_at, updated_at)
     select $1, $2, $4, 'fcm', repeat('t', 4096), ${at}, ${at} from generate_series(1, least($3, 100)) n`,
    recipient.id,
  )
  await run(
    LARGE_ROWS,
    `insert into channels (bucket, account_id, name, channel_type, provider, settings, created_at, updated_at)
     select $1, $2, 'channel-' || n, 'email', 'sandbox', jsonb_build_object('large', repeat('a', $4)), ${at}, ${at}
     from generate_series(1, $3) n`,
    LARGE,
  )
  await run(
    LARGE_ROWS,
    `with filled as (
       insert into templates (bucket, account_id, name, version, created_at, updated_at)
       select $1, $2, 'template-' || n, 1, ${at}, ${at} from generate_series(1, $3) n returning *
     ), versions as (
       insert into template_versions (bucket, account_id, template_id, version, subject, body, body_format, channels, created_at)
       select bucket, account_id, id, 1, '', repeat('b', $4), 'text', '[]', created_at from filled returning *
     )
     insert into template_channels (bucket, account_id, template_id, channel_id, position, body)
     select bucket, account_id, id, $5, 0, repeat('c', $4) from filled`,
    ...[LARGE, channel.id],
  )
  await run(
    LARGE_ROWS,
    `insert into template_versions (bucket, account_id, template_id, version, subject, body, body_format, channels, created_at)
     select $1, $2, $4, 1 + n, '', '', 'text', jsonb_build_array(jsonb_build_object('notification_channel_id', 1, 'subject', null, 'body',
       repeat('b', $5), 'url', null)), ${at} from generate_series(1, $3) n`,
    ...[template.id, LARGE],
  )
  await run(
    LARGE_ROWS,
    `with filled as (
       insert into partials (bucket, account_id, name, version, created_at, updated_at)
       select $1, $2, n::text, 1, ${at}, ${at} from generate_series(1, $3) n returning *
     )
     insert into partial_versions (bucket, account_id, partial_id, version, text, created_at)
     select bucket, account_id, id, 1, repeat('t', $4), created_at from filled`,
    LARGE,
  )
  await run(
    LARGE_ROWS,
    `insert into partial_versions (bucket, account_id, partial_id, version, text, created_at)
     select $1, $2, $4, 1 + n, repeat('t', $5), ${at} from generate_series(1, $3) n`,
    ...[partial.id, LARGE],
  )
  await run(
    ROWS,
    `insert into suppressions (bucket, account_id, channel_type, address, reason, created_at)
     select $1, $2, 'email', n || repeat('a', 2500), 'manual', ${at} from generate_series(1, $3) n`,
  )
  await run(
    LARGE_ROWS,
    `insert into topics (bucket, account_id, name, label, description, required, created_at, updated_at)
     select $1, $2, n::text, 'l', repeat('d', $4), false, ${at}, ${at} from generate_series(1, $3) n`,
    LARGE,
  )
  await run(
    LARGE_ROWS,
    `insert into api_keys (key_hash, bucket, account_id, name, role, last4, created_at)
     select sha256(n::text::bytea), $1, $2, repeat('n', $4), 'read', 'abcd', ${at} from generate_series(1, $3) n`,
    LARGE,
  )
  await run(
    LARGE_ROWS,
    `insert into audit_log (bucket, account_id, action, actor, at, details)
     select $1, $2, 'test', 'test', ${at}, jsonb_build_object('large', repeat('a', $4)) from generate_series(1, $3) n`,
    LARGE,
  )
  await run(
    LARGE_ROWS,
    `insert into requests (bucket, account_id, request_id, actor, method, path, status, duration_ms, errors, at)
     select $1, $2, 'test', 'test', 'POST', '/', 422, 1, jsonb_build_object('large', repeat('e', $4)), ${at} from generate_series(1, $3) n`,
    LARGE,
  )
  await run(
    LARGE_ROWS,
    `insert into mails (bucket, account_id, kind, details, created_at, error_message)
     select $1, $2, 'webhook_endpoint_disabled', '{"url": "https://example.com", "failures": 20, "cause": "timeout"}', ${at},
       repeat('e', $4) from generate_series(1, $3) n`,
    LARGE,
  )
  await run(
    LARGE_ROWS,
    `insert into members (bucket, account_id, email, name, role, created_at)
     select $1, $2, n || '@example.com', repeat('n', $4), 'viewer', ${at} from generate_series(1, $3) n`,
    LARGE,
  )
  await fillWebhooks(at)
}

async function fillWebhooks(at: string): Promise<void> {
  const { status, body } = await client.call('POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { url: 'https://127.0.0.1:4430/' },
  })
  assert.equal(status, 201, JSON.stringify(body))
  endpointId = body.webhook_endpoint.id
  await run(
    ROWS,
    `insert into replays (bucket, account_id, endpoint_id, since, states, total, cursor, cursor_end, created_at, finished_at)
     select $1, $2, ${endpointId}, ${at}, '{failed}', 0, '', '', ${at}, ${at} from generate_series(1, $3) n`,
  )
  await run(
    ROWS,
    `insert into message_resends (bucket, account_id, actor, created_at, finished_at)
     select $1, $2, 'api_key:1', ${at}, ${at} from generate_series(1, $3) n`,
  )
  const ids = Array.from({ length: ROWS }, (_, index) => (index === 0 ? eventId : eventIds.next(0).id))
  await run(
    ROWS,
    `insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped)
     select $1, $2, id, 'ping', ${FIRST_ID} + 1, now(), 'api', '{"data":{"large":"' || repeat('d', 16000) || '"}}', 'no_endpoint'
     from unnest($4::text[]) id where $3 > 0`,
    ids,
  )
  await run(
    ROWS,
    `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code,
       error_message, duration_ms, response_head, created_at)
     select $1, $2, ${endpointId}, $4, 'ping', n, false, false, 500, repeat('e', 500), 1, repeat('h', 1024), ${at}
     from generate_series(1, $3) n`,
    eventId,
  )
  await run(
    LARGE_ROWS,
    `insert into webhook_test_requests (bucket, account_id, received_at, event_id, headers, body, verdict, response_status)
     select $1, $2, ${at}, $4, '[]', repeat('b', $5), 'valid', 204 from generate_series(1, $3) n`,
    ...[eventId, LARGE],
  )
  await run(
    ROWS,
    `insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, cause, provider_message_id)
     select $1, $2, ${FIRST_ID} + 1, n, ${at}, 1, 'transient', repeat('c', 500), repeat('p', 255) from generate_series(1, $3) n`,
  )
}

interface List {
  /** The response's property with the list. */
  root: string
  /** The path with ids and common parameters. */
  path?: () => string
  idOf?: (row: any) => unknown
  /** Checks the total number of rows. Absent: the response has no pages, and must fit into the bytes of one. */
  rows?: (all: number) => boolean
  /** Rows of a page, if not 200. Null: the route has no limit parameter. */
  limit?: number | null
  /** The parameter for the next page. */
  cursor?: string
  /** Bytes of a page, if not the usual limit. */
  bytesMax?: number
}

/** An event has its error twice and each name once. All of them have limits. */
const EVENT_BYTES_MAX = 17_000

const many = (all: number) => all >= ROWS
const large = (all: number) => all >= LARGE_ROWS

/** Every documented route with a list at the root of its response. */
const LISTS: Record<string, List> = {
  '/api/v1/messages': {
    root: 'messages',
    path: () => '/api/v1/messages?expand=notification_user,message_template',
    rows: large,
  },
  '/api/v1/messages/new_messages_for': {
    root: 'messages',
    path: () => `/api/v1/messages/new_messages_for?notification_user_id=${made.recipient.id}`,
    rows: large,
  },
  '/api/v1/messages/{id}/render_message': {
    root: 'channels',
    path: () => `/api/v1/messages/${FIRST_ID + 1}/render_message`,
    idOf: (row) => row.notification_channel.id,
    limit: null,
    rows: (all) => all === CHANNELS_OF_MESSAGE,
  },
  '/api/v1/deliveries': { root: 'deliveries', path: () => '/api/v1/deliveries?expand=message', rows: large },
  '/api/v1/recent_failures': { root: 'recent_failures' },
  '/api/v1/search': { root: 'results', path: () => `/api/v1/search?q=${FIRST_ID + 1}` },
  '/api/v1/suppressions': { root: 'suppressions', rows: many },
  '/api/v1/sandbox_messages': { root: 'sandbox_messages', rows: large },
  '/api/v1/notification_users': { root: 'notification_users', rows: large },
  '/api/v1/notification_users/{id}': {
    root: 'devices',
    path: () => `/api/v1/notification_users/${made.recipient.id}?expand=devices`,
  },
  '/api/v1/notification_users/{id}/devices': {
    root: 'devices',
    path: () => `/api/v1/notification_users/${made.recipient.id}/devices`,
  },
  '/api/v1/providers': { root: 'providers' },
  '/api/v1/notification_channels': { root: 'notification_channels', rows: large },
  '/api/v1/recipient_signing_keys': { root: 'recipient_signing_keys' },
  '/api/v1/topics': { root: 'topics', rows: large },
  '/api/v1/message_templates': { root: 'message_templates', rows: large },
  '/api/v1/message_templates/{id}/versions': {
    root: 'versions',
    path: () => `/api/v1/message_templates/${made.template.id}/versions`,
    idOf: (row) => row.version,
    limit: 20,
    rows: large,
  },
  '/api/v1/partials': { root: 'partials', rows: large },
  '/api/v1/partials/{id}/versions': {
    root: 'versions',
    path: () => `/api/v1/partials/${partial.id}/versions`,
    idOf: (row) => row.version,
    limit: 20,
    rows: large,
  },
  '/api/v1/message_resends': { root: 'message_resends', rows: many },
  '/api/v1/webhook_endpoints': { root: 'webhook_endpoints' },
  '/api/v1/webhook_endpoints/{id}/attempts': {
    root: 'attempts',
    path: () => `/api/v1/webhook_endpoints/${endpointId}/attempts`,
  },
  '/api/v1/webhook_endpoints/{id}/replays': {
    root: 'replays',
    path: () => `/api/v1/webhook_endpoints/${endpointId}/replays`,
    rows: many,
  },
  '/api/v1/webhook_test_requests': { root: 'webhook_test_requests', rows: large },
  '/api/v1/delivery_counts': { root: 'buckets' },
  '/api/v1/event_counts': { root: 'event_counts' },
  '/api/v1/webhook_events': { root: 'webhook_events', rows: many, cursor: 'after', bytesMax: 200 * EVENT_BYTES_MAX },
  '/api/v1/webhook_events/newest': { root: 'webhook_events', rows: many, bytesMax: 200 * EVENT_BYTES_MAX },
  '/api/v1/audit_log': { root: 'audit_log', rows: large },
  '/api/v1/requests': { root: 'requests', path: () => '/api/v1/requests?request_id=test', rows: large },
  '/api/v1/api_keys': { root: 'api_keys', rows: large },
  '/api/v1/mails': { root: 'mails', rows: large },
  '/api/v1/members': { root: 'members', rows: large },
}

/** Lists with a limit by their nature: a page of an inbox has at most 100 messages of 10,000 characters. */
const OTHERS = ['/healthz', '/readyz', '/api/v1/sessions', '/api/v1/inbox/messages']

/** Responses with many rows of one object. */
const DETAILS: Record<string, () => string> = {
  '/api/v1/deliveries/{id}/timeline': () => `/api/v1/deliveries/${FIRST_ID + 1}/timeline`,
  '/api/v1/deliveries/{id}/explanation': () => `/api/v1/deliveries/${FIRST_ID + 1}/explanation`,
  '/api/v1/webhook_events/{id}': () => `/api/v1/webhook_events/${eventId}`,
}

/** The caller's headers. Only members may list members. */
function headersFor(path: string): Record<string, string> {
  return path.startsWith('/api/v1/members') ? owner.headers : { authorization: `Bearer ${client.apiKey}` }
}

async function textOf(path: string): Promise<string> {
  const response = await plainFetch(`${running.service.url}${path}`, { headers: headersFor(path) })
  assert.equal(response.status, 200, path)
  return response.text()
}

interface Walk {
  pages: number
  ids: unknown[]
  bytesMax: number
}

/** Reads a list from the first to the last page. A page with several rows must not exceed its bytes. */
async function walk(
  { root, path, idOf = (row) => row.id, cursor = 'cursor', bytesMax = PAGE_BYTES_MAX }: List,
  route: string,
  limit: string,
) {
  const found: Walk = { pages: 0, ids: [], bytesMax: 0 }
  const address = path?.() ?? route
  let next: string | null = null
  do {
    const parameters = [limit, next === null ? '' : `${cursor}=${next}`].filter((one) => one !== '').join('&')
    const text = await textOf(`${address}${address.includes('?') ? '&' : '?'}${parameters}`)
    const bytes = Buffer.byteLength(text)
    const body = JSON.parse(text)
    const rows = body[root] as unknown[]
    assert.ok(rows.length === 1 || bytes <= bytesMax, `${route}: ${rows.length} rows, ${bytes} bytes`)
    found.pages += 1
    found.bytesMax = Math.max(found.bytesMax, bytes)
    found.ids.push(...rows.map(idOf))
    // The feed returns a cursor even on its last page.
    next = rows.length === 0 ? null : body.next_cursor
    assert.ok(found.pages <= 2 * ROWS, `${route} does not end`)
  } while (next !== null)
  return found
}

describe('a page ends at its bytes', () => {
  test('every list of the document is tried', () => {
    const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'))
    const routes = Object.entries(document.paths as Record<string, any>).filter(([, { get }]) => {
      const schema = get?.responses['200']?.content?.['application/json']?.schema ?? {}
      return Object.values<any>(schema.properties ?? {}).some(({ type }) => type === 'array')
    })
    const tried = new Set([...Object.keys(LISTS), ...Object.keys(DETAILS), ...OTHERS])
    // A route by the external id has the handler of the route by the id.
    const handlers = routes.map(([path]) => path.replace('by_external_id/{external_user_id}', '{id}'))
    assert.deepEqual(
      handlers.filter((path) => !tried.has(path)),
      [],
    )
  })

  for (const [route, list] of Object.entries(LISTS))
    test(route, async () => {
      if (list.rows === undefined) {
        const bytes = Buffer.byteLength(await textOf(list.path?.() ?? route))
        assert.ok(bytes <= PAGE_BYTES_MAX, `${bytes} bytes`)
        return
      }
      const { ids } = await walk(list, route, list.limit === null ? '' : `limit=${list.limit ?? 200}`)
      assert.equal(new Set(ids).size, ids.length, 'a row came twice')
      assert.ok(list.rows(ids.length), `${ids.length} rows`)
      if (list.limit === null) return
      // Small pages must give the same rows.
      const slow = await walk(list, route, 'limit=7')
      assert.deepEqual(slow.ids, ids)
    })

  for (const [route, path] of Object.entries(DETAILS))
    test(route, async () => {
      const bytes = Buffer.byteLength(await textOf(path()))
      assert.ok(bytes <= PAGE_BYTES_MAX, `${bytes} bytes`)
    })
})
